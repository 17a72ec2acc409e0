"""The checks of hw4 that run only where the course staff runs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Kit, check, compare, plural
from grader.kit.certificate import certify
from reference import kernels, svm_dual

from . import cases, checks, programs

Size = tuple[int, int, int, int]


@check("svm.functional_margin.arguments", points=1)
def functional_arguments(student: Any, kit: Kit) -> None:
    """The margin is right, and its arguments are left as they were."""
    margin = student.svm.functional_margin
    kit.unchanged(margin, [kit.draw(margin, cases.plane, 5, 3)])


@check("svm.geometric_margin.arguments", points=1)
def geometric_arguments(student: Any, kit: Kit) -> None:
    """The margin is right, and its arguments are left as they were."""
    margin = student.svm.geometric_margin
    kit.unchanged(margin, [kit.draw(margin, cases.plane, 5, 3)])


@check("svm.linear_kernel.arguments", points=1)
def linear_arguments(student: Any, kit: Kit) -> None:
    """The kernel is right, and X and Z are left as they were."""
    kernel = student.svm.linear_kernel
    kit.unchanged(kernel, [kit.draw(kernel, cases.two_sets, 3, 4, 2)])


@check("svm.polynomial_kernel.arguments", points=1)
def polynomial_arguments(student: Any, kit: Kit) -> None:
    """The kernel is right, and X and Z are left as they were."""
    kernel = student.svm.polynomial_kernel
    kit.unchanged(kernel, [kit.draw(kernel, cases.two_sets, 3, 4, 2, 2, 0.5)])


@check("svm.rbf_kernel.any-size", points=1, kind="property")
def rbf_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and columns will do."""
    kernel = student.svm.rbf_kernel

    def case(rng: cases.Rng, n: int, m: int, d: int) -> cases.Case:
        return cases.rows(rng, n, d), cases.rows(rng, m, d), 0.4

    kit.agrees_on_any(kernel, cases.sizes(), case, unchanged=True, examples=20)


@check("svm.dual_objective.arguments", points=1)
def dual_arguments(student: Any, kit: Kit) -> None:
    """The objective is right, and its arguments are left as they were."""
    objective = student.svm.dual_objective
    kit.unchanged(objective, [kit.draw(objective, cases.dual_point, 5, 1.0)])


@check("svm.solve_qp.kernels", points=1, kind="kkt")
def qp_kernels(student: Any, kit: Kit) -> None:
    """The multipliers solve the dual with other kernels, too."""
    solve = student.svm.solve_qp
    for n, C, kernel in ((9, 0.5, kernels.linear_kernel), (14, 0.1, cases.quadratic)):
        checks.solves(kit, solve, (*cases.soft(kit.rng, n, C, kernel), kernel))


@check("svm.solve_qp.arguments", points=1, kind="kkt")
def qp_arguments(student: Any, kit: Kit) -> None:
    """The solution is right, and K and y are left as they were."""
    solve = student.svm.solve_qp
    X, K, y, C = cases.soft(kit.rng, 8, 1.2)
    checks.solves(kit, solve, (X, K, y, C, cases.rbf))
    after = solve.call(K, y, C).args
    for name, before, now in zip("Ky", (K, y), after, strict=False):
        if not compare.same(before, now):
            said = f"solve_qp changed its argument {name}, which belongs to the caller"
            raise kit.wrong(solve, (K, y, C), said, before, now)


@check("svm.bias.arguments", points=1)
def bias_arguments(student: Any, kit: Kit) -> None:
    """The bias is right in any precision, and its arguments are left as they were."""
    bias = student.svm.bias
    args = cases.solved(kit.rng, 8, 1.0)
    checks.biases(kit, bias, [args, cases.single_precision(args)])
    after = bias.call(*args).args
    for name, before, now in zip(("alpha", "K", "y"), args, after, strict=False):
        if not compare.same(before, now):
            said = f"bias changed its argument {name}, which belongs to the caller"
            raise kit.wrong(bias, args, said, before, now)


@check("svm.decision_function.arguments", points=1)
def decision_arguments(student: Any, kit: Kit) -> None:
    """The values are right, and the arguments are left as they were."""
    alpha, y = cases.multipliers(kit.rng, 5, 1.0)
    K_test = np.round(cases.rbf(cases.rows(kit.rng, 3), cases.rows(kit.rng, 5)), 2)
    kit.unchanged(student.svm.decision_function, [(alpha, 0.5, y, K_test)])


@check("svm.kkt_violation.arguments", points=1)
def kkt_arguments(student: Any, kit: Kit) -> None:
    """The violation is right in any precision, and its arguments are left as they were."""
    violation = student.svm.kkt_violation
    drawn = kit.draw(violation, cases.violated, 6, 1.0)
    kit.unchanged(violation, [drawn, cases.single_precision(drawn)])


@check("svm.hinge_loss.arguments", points=1)
def hinge_arguments(student: Any, kit: Kit) -> None:
    """The loss is right, and its arguments are left as they were."""
    loss = student.svm.hinge_loss
    kit.unchanged(loss, [kit.draw(loss, cases.hinge, 6, 3)])


@check("svm.hinge_subgradient.arguments", points=1)
def subgradient_arguments(student: Any, kit: Kit) -> None:
    """The subgradient is right, and its arguments are left as they were."""
    subgradient = student.svm.hinge_subgradient
    kit.unchanged(subgradient, [kit.draw(subgradient, cases.hinge, 6, 3)])


@check("svm.sgd_epoch.arguments", points=1)
def sgd_arguments(student: Any, kit: Kit) -> None:
    """The step is right, in any precision, and w stays as it was."""
    epoch = student.svm.sgd_epoch
    drawn = kit.draw(epoch, cases.sgd_pass, 5, 3)
    kit.unchanged(epoch, [drawn, cases.single_precision(drawn)])


@check("svm.OneVsAll.arguments", points=1)
def one_vs_all_arguments(student: Any, kit: Kit) -> None:
    """The machines and their labels are right, and X and y are left as they were."""
    args = cases.classified(kit.rng, 18, 12, (4, 1, 9), 1.5, 0.8)
    for program in (programs.machines, programs.predictions):
        kit.agrees(kit.steps(student, "svm.OneVsAll", program), args, unchanged=True)


@check("svm.OneVsAll.again", points=1)
def one_vs_all_again(student: Any, kit: Kit) -> None:
    """Trained again it forgets what it knew; without C and γ both are 1; two of them may live."""
    again = kit.steps(student, "svm.OneVsAll", programs.machines_again)
    checks.agree(kit, again, [cases.classified(kit.rng, 18, 12, (0, 1, 2), 1.5, 0.6)])
    args = cases.classified(kit.rng, 18, 12, (0, 1, 2), 1.0, 1.0)
    default = kit.steps(student, "svm.OneVsAll", programs.machines_by_default)
    checks.agree(kit, default, [args[:3]])
    checks.right_scores(kit, student, [args[:3]], programs.scores_by_default)
    checks.right_scores(kit, student, [args], programs.scores_beside_another)


@check("smo.select_pair.arguments", points=1)
def select_arguments(student: Any, kit: Kit) -> None:
    """The pair is right, and α, grad and y are left as they were."""
    select = student.smo.select_pair
    kit.unchanged(select, [kit.draw(select, cases.limited_point, 6, 1.0)])


@check("smo.select_pair.any-size", points=1, kind="property")
def select_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows will do, in single precision, too."""

    def holds(size: Size) -> None:
        seed, n, _, _ = size
        case = cases.violating_point(np.random.default_rng(seed), n + 2, 1.0)
        checks.right_pair(kit, student.smo.select_pair, case)
        checks.right_pair(kit, student.smo.select_pair, cases.single_precision(case))

    kit.property(holds, cases.sizes(), examples=12)


@check("smo.bounds.hard-margin", points=1)
def bounds_without_bound(student: Any, kit: Kit) -> None:
    """With C = inf the bounds are right: high may be inf."""
    checks.agree(
        kit,
        student.smo.bounds,
        [
            (0.7, 0.3, 1.0, -1.0, np.inf),
            (0.7, 0.3, -1.0, -1.0, np.inf),
            (0.25, 0.75, -1, 1, np.inf),
            (0.25, 0.75, 1, 1, np.inf),
        ],
    )


@check("smo.step.arguments", points=1)
def step_arguments(student: Any, kit: Kit) -> None:
    """The step is right, and α, grad, K and y stay as they were."""
    step = student.smo.step
    kit.unchanged(step, [kit.draw(step, cases.two_variables, 5, 1.0, "inside", False)])


@check("smo.step.labels", points=1)
def step_labels(student: Any, kit: Kit) -> None:
    """The step is right for all four pairs of labels."""
    step = student.smo.step
    found: dict[tuple[float, float], tuple[Any, ...]] = {}
    while len(found) < 4:
        for same in (True, False):
            case = kit.draw(step, cases.two_variables, 5, 2.0, "inside", same)
            i, j, *_, y, _ = case
            found[y[i], y[j]] = case
    kit.matches(step, list(found.values()))


@check("smo.smo.hard-margin", points=1, kind="kkt")
def smo_hard_margin(student: Any, kit: Kit) -> None:
    """C = inf is a hard margin: α has no upper bound."""
    smo = student.smo.smo
    for n, kernel in ((8, kernels.linear_kernel), (10, cases.rbf)):
        X, K, y, C = cases.hard(kit.rng, n, kernel)
        checks.converges(kit, smo, (X, K, y, C, kernel), 1e-3, 50_000)
    for problem in cases.close_rows(kit.rng):
        checks.converges(kit, smo, problem, 1e-3, 50_000)


@check("smo.smo.monotone", points=1, kind="kkt")
def smo_monotone(student: Any, kit: Kit) -> None:
    """Every step makes the objective smaller, stays feasible, and K and y are left alone."""
    smo = student.smo.smo
    _, K, y, C = cases.soft(kit.rng, 14, 1.0)
    best, before = cases.least(K, y, C), 0.0
    for cap in (1, 2, 3, 4, 6, 9, 14, 20):
        args = K, y, C, 1e-3, cap
        alpha, _, _ = checks.run_smo(kit, smo, args)
        # Only the first two lines: in the middle of the way it is feasible and not optimal.
        proof = certify(alpha, K, y, C, best=best, tol=1e-3)
        infeasible = next((it for it in proof.conditions[:2] if not it.holds), None)
        if infeasible is not None:
            said = f"After {plural(cap, 'step')} α is not feasible. {infeasible.complaint}"
            wrong = kit.wrong(smo, args, said, "0 ≤ α ≤ C and yᵀα = 0", alpha)
            wrong.exhibits = (proof.table(f"Certificate after {plural(cap, 'step')}"),)
            raise wrong
        now = svm_dual.dual_objective(proof.alpha, K, y)
        if now > before + 1e-5 * abs(best):
            said = (
                f"After {plural(cap, 'step')} the objective is {now:.6g}, and after fewer it was "
                f"{before:.6g}: each step minimises it in two multipliers, so it never rises"
            )
            raise kit.wrong(smo, args, said, f"at most {before:.6g}", now)
        before = now
    after = smo.call(K, y, C, 1e-3, 20).args
    for name, old, new in zip("Ky", (K, y), after, strict=False):
        if not compare.same(old, new):
            said = f"smo changed its argument {name}, which belongs to the caller"
            raise kit.wrong(smo, (K, y, C), said, old, new)
