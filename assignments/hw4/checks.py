"""The checks of hw4 that a student may see and run."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from grader.kit import (
    Diagnosis,
    Function,
    Kit,
    Raised,
    WrongAnswer,
    check,
    compare,
    picture,
    plural,
    show,
    tolerance,
)
from grader.kit.certificate import Certificate, certify
from reference import kernels, one_vs_all, svm_dual

from . import cases, programs

Array = np.ndarray[Any, Any]

# What CVXOPT promises with its default settings is a hundredth of this.
QP_TOL = 1e-5

# Named here: what the right number is depends on how the pairs were chosen.
_CAP_NOT_REPORTED = Diagnosis(
    "smo.smo.cap-not-reported",
    "n_iter does not tell that the limit was reached",
    "Count the steps that were made and return that number: after max_iter steps without "
    "convergence it is max_iter.",
)
_GOES_ON = Diagnosis(
    "smo.smo.goes-on",
    "It goes on after max_iter steps",
    "Look at the number of steps before each one: `while n_iter < max_iter`, and n_iter grows by 1 "
    "with every pair that is moved.",
)
# … of a run that has used up all of its steps.
_STUCK = (
    ". It made all the steps that max_iter allows: does it stay with one pair that can't move? "
    "Compare α with 0 and C up to a small tolerance"
)

# --- margins -----------------------------------------------------------------------------------


@check("svm.functional_margin.values", points=3)
def functional_margins(student: Any, kit: Kit) -> None:
    """It is the smallest y (x·w + b), also where rows are on the wrong side."""
    margin = student.svm.functional_margin
    sizes = ((3, 2, False), (4, 2, True), (1, 3, False), (6, 1, False), (40, 4, True))
    drawn = [kit.draw(margin, cases.plane, n, d, wrong=wrong) for n, d, wrong in sizes]
    X, y, w, b = drawn[0]
    more = [cases.single_precision(drawn[1]), cases.strided(drawn[4]), (X, y, 2e4 * w, 2e4 * b)]
    kit.matches(margin, [*drawn, *more])


@check("svm.geometric_margin.values", points=2)
def geometric_margins(student: Any, kit: Kit) -> None:
    """It is the functional margin divided by the length of w."""
    margin = student.svm.geometric_margin
    sizes = ((3, 2, False), (4, 2, True), (1, 3, False), (6, 1, False), (40, 4, True))
    drawn = [kit.draw(margin, cases.plane, n, d, wrong=wrong) for n, d, wrong in sizes]
    kit.matches(margin, [*drawn, cases.single_precision(drawn[1]), cases.strided(drawn[4])])


@check("svm.geometric_margin.rescaled", points=1)
def rescaled_margins(student: Any, kit: Kit) -> None:
    """Multiplying w and b by a positive number does not change it."""
    margin = student.svm.geometric_margin
    X, y, w, b = kit.draw(margin, cases.plane, 5, 2)
    scales = (1.0, 10.0, 0.25, 2.0**-12)
    kit.matches(margin, [(X, y, scale * w, scale * b) for scale in scales])


# --- kernels -----------------------------------------------------------------------------------


@check("svm.linear_kernel.values", points=1)
def linear_values(student: Any, kit: Kit) -> None:
    """Each entry is x·z, for any number of rows on both sides."""
    kernel = student.svm.linear_kernel
    sizes = ((2, 3, 2), (1, 4, 3), (5, 1, 1), (30, 20, 4), (4, 4, 2))
    drawn = [kit.draw(kernel, cases.two_sets, *size) for size in sizes]
    X, _ = drawn[4]
    kit.matches(kernel, [*drawn, (X, X), cases.single_precision(drawn[3])])


@check("svm.polynomial_kernel.values", points=1)
def polynomial_values(student: Any, kit: Kit) -> None:
    """Each entry is (x·z + coef0)^degree."""
    kernel = student.svm.polynomial_kernel
    sizes = ((2, 3, 2, 2, 0.5), (1, 4, 3, 3, 2.0), (5, 1, 1, 1, -0.5), (20, 10, 2, 2, 1.5))
    drawn = [kit.draw(kernel, cases.two_sets, *size) for size in sizes]
    kit.matches(kernel, [*drawn, cases.single_precision(drawn[3])])


@check("svm.polynomial_kernel.defaults", points=1)
def polynomial_defaults(student: Any, kit: Kit) -> None:
    """Without degree and coef0, the degree is 3 and coef0 is 1."""
    kernel = student.svm.polynomial_kernel
    drawn = [
        kit.draw(kernel, cases.two_sets, 3, 2, 2),
        kit.draw(kernel, cases.two_sets, 3, 2, 2, 2),
    ]
    kit.matches(kernel, drawn)


@check("svm.rbf_kernel.values", points=2)
def rbf_values(student: Any, kit: Kit) -> None:
    """Each entry is exp(−γ‖x − z‖²)."""
    kernel = student.svm.rbf_kernel
    sizes = ((2, 3, 2, 0.5), (1, 4, 3, 0.3), (5, 1, 1, 2.0), (20, 30, 4, 0.2))
    drawn = [kit.draw(kernel, cases.two_sets, *size) for size in sizes]
    kit.matches(kernel, [*drawn, cases.single_precision(drawn[3])])


@check("svm.rbf_kernel.defaults", points=1)
def rbf_defaults(student: Any, kit: Kit) -> None:
    """Without gamma, γ is 1; and a row with itself gives 1."""
    kernel = student.svm.rbf_kernel
    X, Z = kit.draw(kernel, cases.two_sets, 3, 2, 2)
    # Of so many rows some are at a distance from themselves whose square is rounded to less than 0,
    # where it is made of squares and products.
    many = np.round(3.0 * cases.rows(kit.rng, 25, 4), 2)
    many = np.concatenate([many, many[:5]])
    kit.matches(kernel, [(X, Z), (X, X), (many, many, 0.02)])


# --- dual_objective ----------------------------------------------------------------------------


@check("svm.dual_objective.values", points=3)
def dual_values(student: Any, kit: Kit) -> None:
    """It is ½ αᵀQα − Σα, with the labels in Q."""
    objective = student.svm.dual_objective
    sizes = ((2, 1.0), (4, 0.5), (6, 2.0), (30, 1.0))
    drawn = [kit.draw(objective, cases.dual_point, *size) for size in sizes]
    kit.matches(objective, [*drawn, cases.single_precision(drawn[2]), cases.strided(drawn[3])])


# --- solutions of the dual ---------------------------------------------------------------------


def vector(kit: Kit, function: Function, args: Sequence[Any], value: Any, n: int) -> Array:
    """α as it came back, if it is one finite number for each row."""
    alpha = compare.numeric(value)
    if alpha is None or alpha.shape != (n,) or not np.isfinite(alpha).all():
        said = f"α should be an array of {n} finite numbers, one for each row, but is "
        raise kit.wrong(
            function, args, said + compare.describe(value), f"an array of shape ({n},)", value
        )
    return alpha


def convicted(
    kit: Kit,
    function: Function,
    args: Sequence[Any],
    problem: Any,
    proof: Certificate,
    more: str = "",
) -> WrongAnswer:
    """The wrong answer that a certificate shows, with its table and a picture."""
    X, K, y, C, kernel = problem
    right = cases.solution(K, y, C)
    said = f"α is no solution. {proof.complaint}{more}"
    wrong = kit.wrong(function, args, said, right, proof.alpha)
    wrong.exhibits = (proof.table(), proof.picture(X, kernel))
    return wrong


def watched(function: Function, calls: Iterable[Sequence[Any]]) -> None:
    """Calls that only help to name a mistake."""
    for args in calls:
        with contextlib.suppress(Raised, WrongAnswer):
            function.call(*args)


def agree(kit: Kit, function: Function, drawn: Sequence[Any]) -> None:
    """Like `matches`, for answers of which a part may be 0: these cases tell by the other part."""
    for index, args in enumerate(drawn):
        try:
            kit.agrees(function, args)
        except (WrongAnswer, Raised):
            watched(function, drawn[index + 1 :])
            raise


def solves(kit: Kit, solve: Function, problem: Any) -> None:
    """What `solve_qp` returns solves the dual."""
    _, K, y, C, _ = problem
    args = K, y, C
    alpha = vector(kit, solve, args, solve(*args), len(y))
    proof = certify(alpha, K, y, C, best=cases.least(K, y, C), tol=QP_TOL, pair=False)
    if not proof.holds:
        raise convicted(kit, solve, args, problem, proof)


def each(
    solve: Function, problems: Sequence[Any], judge: Callable[[Any], None], count: int = 3
) -> None:
    """Judge all; when one fails, the others are still asked for, to name the mistake."""
    for index, problem in enumerate(problems):
        try:
            judge(problem)
        except (WrongAnswer, Raised):
            watched(solve, [later[1:4] for later in problems[index + 1 :][:count]])
            raise


@check("svm.solve_qp.solution", points=3, kind="kkt")
def qp_solution(student: Any, kit: Kit) -> None:
    """The multipliers that come back solve the dual."""
    solve = student.svm.solve_qp
    problems = [
        (*cases.soft(kit.rng, n, C, cases.rbf), cases.rbf)
        for n, C in ((6, 0.8), (10, 1.5), (16, 0.6))
    ]
    each(solve, problems, lambda problem: solves(kit, solve, problem))


@check("svm.solve_qp.bounds", points=2, kind="kkt")
def qp_bounds(student: Any, kit: Kit) -> None:
    """The multipliers solve the dual with small and large C, and with many rows."""
    solve = student.svm.solve_qp
    wanted = [(12, 0.6, cases.rbf), (14, 3.0, cases.rbf), (50, 1.0, cases.rbf)]
    problems = [(*cases.soft(kit.rng, *each), each[2]) for each in wanted]
    problems += [(*cases.tiny_bound(kit.rng, 10, 0.001), cases.rbf)]
    problems += [*cases.large_multipliers(kit.rng), cases.uneven_multipliers()]
    each(solve, problems, lambda problem: solves(kit, solve, problem))


@check("svm.solve_qp.hard-margin", points=2, kind="kkt")
def qp_hard_margin(student: Any, kit: Kit) -> None:
    """C = inf is a hard margin: α has no upper bound."""
    solve = student.svm.solve_qp
    wanted: list[tuple[int, cases.Kernel]] = [
        (5, cases.rbf),
        (8, kernels.linear_kernel),
        (20, kernels.linear_kernel),
    ]
    problems = [(*cases.hard(kit.rng, *each), each[1]) for each in wanted]
    problems += cases.close_rows(kit.rng)
    each(solve, problems, lambda problem: solves(kit, solve, problem))


@check("svm.solve_qp.degenerate", points=1, kind="kkt")
def qp_degenerate(student: Any, kit: Kit) -> None:
    """Rows that occur twice, a kernel of low rank, a tiny C: there is still a solution."""
    solve = student.svm.solve_qp
    for problem in degenerate_problems(kit):
        solves(kit, solve, problem)
    no_machine(kit, solve, lambda value: value)


def degenerate_problems(kit: Kit) -> list[Any]:
    """The degenerate problems with their kernels, for the picture."""

    def wide(X: Array, Z: Array) -> Array:
        return kernels.rbf_kernel(X, Z, 1e-3)

    line = kernels.linear_kernel
    shapes = (cases.rbf, cases.rbf, cases.rbf, wide, cases.rbf, line, line)
    made = cases.degenerate(kit.rng)
    return [(*problem, kernel) for problem, kernel in zip(made, shapes, strict=True)]


def no_machine(kit: Kit, solve: Function, alpha_of: Callable[[Any], Any], *more: Any) -> None:
    """Rows of one class only: an error is right, and so is α = 0; nothing else is feasible."""
    X = cases.rows(kit.rng, 5)
    args = cases.rbf(X, X), np.ones(5), 1.0, *more
    try:
        value = solve(*args)
    except Raised:
        return
    alpha = vector(kit, solve, args, alpha_of(value), 5)
    if not np.abs(alpha).max() <= 1e-5:
        said = "All labels are +1, so yᵀα = 0 leaves only α = 0; or raise an error"
        raise kit.wrong(solve, args, said, np.zeros(5), alpha)


# --- bias --------------------------------------------------------------------------------------


def right_bias(
    kit: Kit, function: Function, args: Sequence[Any], problem: Sequence[Any], tol: float
) -> None:
    """b is what the free vectors ask for or, without any, lies in the interval that is allowed."""
    alpha, K, y, C = problem
    value = function(*args)
    got = value["b"] if function.program is not None else value
    number = compare.numeric(got)
    low, high = sorted(svm_dual.bias_interval(alpha, K, y, C))
    slack = tol + tolerance.rounding(alpha, np.abs(K) @ alpha, y)
    if number is not None and number.size == 1:
        b = float(number.reshape(-1)[0])
        if low - slack <= b <= high + slack:
            return
        said = f"The bias is {b:.6g}, but the KKT conditions "
    else:
        said = f"The bias should be a single number, but is {compare.describe(got)}. "
        said += "The KKT conditions "
    if high - low > 4.0 * slack:
        said += f"allow anything from {low:.6g} to {high:.6g} here: no vector is free"
    else:
        said += f"ask for {(low + high) / 2.0:.6g}"
    raise kit.wrong(function, args, said, svm_dual.bias(alpha, K, y, C), got)


def biases(kit: Kit, bias: Function, drawn: Sequence[Any]) -> None:
    """Judge the bias of each of these solutions."""
    for index, args in enumerate(drawn):
        try:
            right_bias(kit, bias, args, args, 0.0)
        except (WrongAnswer, Raised):
            watched(bias, drawn[index + 1 :])
            raise


@check("svm.bias.free", points=3)
def free_bias(student: Any, kit: Kit) -> None:
    """It is what the free vectors ask for, 0 < α < C."""
    drawn = [cases.solved(kit.rng, n, C) for n, C in ((6, 0.8), (10, 1.0), (20, 0.5))]
    biases(kit, student.svm.bias, [*drawn, cases.strided(drawn[1]), cases.shrunk(drawn[1])])


@check("svm.bias.no-free", points=1)
def bounded_bias(student: Any, kit: Kit) -> None:
    """If every vector is on a bound, it lies in the interval that the conditions allow."""
    drawn = [cases.without_free(kit.rng, n) for n in (6, 10)]
    drawn += [cases.far_away(kit.rng, label) for label in (1.0, -1.0)]
    biases(kit, student.svm.bias, drawn)


@check("svm.bias.hard-margin", points=1)
def hard_bias(student: Any, kit: Kit) -> None:
    """With C = inf every support vector is free."""
    biases(kit, student.svm.bias, [cases.solved(kit.rng, n, np.inf) for n in (6, 12)])


# --- decision_function -------------------------------------------------------------------------


@check("svm.decision_function.values", points=2)
def decisions(student: Any, kit: Kit) -> None:
    """Each row gets Σ α y K + b."""
    decide = student.svm.decision_function

    def drawn(rng: np.random.Generator, m: int, n: int, C: float = 1.0) -> tuple[Any, ...]:
        alpha, y = cases.multipliers(rng, n, C)
        K_test = np.round(cases.rbf(cases.rows(rng, m), cases.rows(rng, n)), 2) / C
        return alpha, round(float(rng.choice([-1.0, 1.0]) * rng.uniform(0.3, 1.0)), 2), y, K_test

    sizes = ((2, 3), (4, 4), (1, 5), (6, 2), (30, 20), (3, 6, 0.001))
    made = [kit.draw(decide, drawn, *size) for size in sizes]
    kit.matches(decide, [*made, cases.single_precision(made[0])])


# --- kkt_violation -----------------------------------------------------------------------------


@check("svm.kkt_violation.values", points=3)
def violations(student: Any, kit: Kit) -> None:
    """It is m(α) − M(α), the largest of R minus the smallest of S."""
    violation = student.svm.kkt_violation
    sizes = ((3, 1.0), (6, 0.5), (6, 2.0), (8, 1.0, True), (20, 1.0))
    drawn = [kit.draw(violation, cases.violated, *size) for size in sizes]
    drawn.append(kit.draw(violation, cases.in_small_numbers, 8))
    kit.matches(violation, [*drawn, cases.strided(drawn[3])])
    agree(kit, violation, [cases.slightly_violated(a) for a in (0.49, 0.4998)])


@check("svm.kkt_violation.solved", points=1, kind="kkt")
def no_violation(student: Any, kit: Kit) -> None:
    """At a solution it is 0, never negative."""
    violation = student.svm.kkt_violation
    solved = [cases.solved(kit.rng, n, C) for n, C in ((6, 0.8), (12, 1.0), (8, np.inf))]

    def nothing(args: tuple[Any, ...]) -> None:
        value = violation(*args)
        number = compare.numeric(value)
        slack = tolerance.rounding(args[0], np.abs(args[1]) @ args[0], args[2])
        if number is None or number.size != 1 or not 0.0 <= float(number.reshape(-1)[0]) <= slack:
            said = "α solves this problem: nothing is violated, so the result should be 0, but is "
            said += compare.describe(value) if number is None else show.line(value)
            raise kit.wrong(violation, args, said, 0.0, value)

    unfree = [cases.without_free(kit.rng, n) for n in (8, 10, 6)]
    kit.each([*solved, *unfree], nothing)


@check("svm.kkt_violation.hard-margin", points=1)
def hard_violation(student: Any, kit: Kit) -> None:
    """With C = inf no α is at the upper bound."""
    violation = student.svm.kkt_violation
    drawn = [kit.draw(violation, cases.violated, n, np.inf) for n in (4, 6, 10)]
    kit.matches(violation, [(*cases.slightly_violated(0.25)[:3], np.inf), *drawn])


# --- hinge_loss --------------------------------------------------------------------------------


@check("svm.hinge_loss.values", points=3)
def hinge_losses(student: Any, kit: Kit) -> None:
    """It is ½‖w‖² + C Σ max(0, 1 − y (x·w + b))."""
    loss = student.svm.hinge_loss
    sizes = ((2, 2, 0.5), (4, 2, 2.0), (1, 3, 0.7), (6, 1, 0.1), (40, 4, 0.3))
    drawn = [kit.draw(loss, cases.hinge, *size) for size in sizes]
    X, y, w, b, C = drawn[1]
    more = [cases.single_precision(drawn[1]), cases.strided(drawn[4]), (X, y, 50 * w, 50 * b, C)]
    kit.matches(loss, [*drawn, *more])


@check("svm.hinge_loss.outside", points=1)
def no_hinge_loss(student: Any, kit: Kit) -> None:
    """Rows outside the margin cost nothing: what is left is ½‖w‖²."""
    loss = student.svm.hinge_loss
    kit.matches(loss, [kit.draw(loss, cases.outside, n) for n in (2, 5)])


# --- hinge_subgradient -------------------------------------------------------------------------


@check("svm.hinge_subgradient.slope", points=2, kind="gradient")
def hinge_slopes(student: Any, kit: Kit) -> None:
    """A small step of w or b changes the loss as the subgradient says."""
    slopes = kit.steps(student, "svm.hinge_subgradient", programs.slopes)
    for size in ((2, 2, 0.5), (4, 2, 2.0), (6, 3, 0.7), (20, 3, 0.3)):
        args = kit.draw(slopes, cases.hinge, *size)
        kit.derivative(slopes, args, cases.hinge_of, of={"gw": "w", "gb": "b"})


@check("svm.hinge_subgradient.values", points=1)
def hinge_subgradients(student: Any, kit: Kit) -> None:
    """The subgradient is right for one row, one column and many, in any precision."""
    slopes = kit.steps(student, "svm.hinge_subgradient", programs.slopes)
    sizes = ((1, 2, 0.5), (5, 1, 2.0), (40, 4, 0.3))
    drawn = [kit.draw(slopes, cases.hinge, *size) for size in sizes]
    drawn.append(cases.near_the_margin(kit.rng))
    kit.matches(slopes, [*drawn, cases.single_precision(drawn[2]), cases.strided(drawn[1])])


@check("svm.hinge_subgradient.outside", points=1)
def hinge_outside(student: Any, kit: Kit) -> None:
    """If all rows are outside the margin, w itself is left, and 0 for b."""
    slopes = kit.steps(student, "svm.hinge_subgradient", programs.slopes)
    drawn = [cases.outside(kit.rng, n) for n in (1, 2, 5)]
    agree(kit, slopes, [*drawn, cases.hinge(kit.rng, 6)])


@check("svm.hinge_subgradient.on-margin", points=1)
def hinge_on_margin(student: Any, kit: Kit) -> None:
    """A row whose margin is exactly 1 counts or does not, but never by half."""
    slopes = kit.steps(student, "svm.hinge_subgradient", programs.slopes)
    args = X, y, w, b, C = cases.on_the_margin(kit.rng)
    value = slopes(*args)
    margins = y * (X @ w + b)
    tied, inside = np.flatnonzero(margins == 1.0), margins < 1.0
    allowed = []
    for counted in itertools.product([False, True], repeat=len(tied)):
        rows = inside.copy()
        rows[tied] = counted
        allowed.append((w - C * X[rows].T @ y[rows], -C * float(y[rows].sum())))
    got = value["gw"], value["gb"]
    if not any(all(map(compare.equal, right, got, (1e-4, 1e-4))) for right in allowed):
        said = (
            "Three rows have a margin of exactly 1, and each of them may be counted or left out, "
            "but no such choice gives what came back"
        )
        raise kit.wrong(slopes, args, said, allowed[0], got)


# --- sgd_epoch ---------------------------------------------------------------------------------


@check("svm.sgd_epoch.one-row", points=2)
def sgd_one_row(student: Any, kit: Kit) -> None:
    """One or two rows: each makes one step with the weights as they are."""
    epoch = student.svm.sgd_epoch
    sizes = ((1, 2, 0.2, 1.5), (1, 3, 0.5, 0.4), (2, 2, 0.3, 2.0), (2, 1, 0.1, 3.0))
    near = [cases.sgd_near_the_margin(shrinks_inside) for shrinks_inside in (False, True)]
    kit.matches(epoch, [*(kit.draw(epoch, cases.sgd_pass, *size) for size in sizes), *near])


@check("svm.sgd_epoch.pass", points=2)
def sgd_pass(student: Any, kit: Kit) -> None:
    """Every row makes one step, in order, with the weights that the one before it left."""
    epoch = student.svm.sgd_epoch
    sizes = ((4, 2, 0.3, 1.5), (7, 3, 0.5, 0.4), (15, 2, 0.2, 1.0))
    drawn = [kit.draw(epoch, cases.sgd_pass, *size) for size in sizes]
    kit.matches(epoch, [*drawn, cases.strided(drawn[0])])


@check("svm.sgd_epoch.outside", points=1)
def sgd_outside(student: Any, kit: Kit) -> None:
    """A row outside the margin still shrinks w by 1 − lr/n, and leaves b alone."""
    epoch = student.svm.sgd_epoch
    kit.matches(epoch, [kit.draw(epoch, cases.sgd_outside, n) for n in (1, 3, 6)])


# --- OneVsAll ----------------------------------------------------------------------------------


def right_scores(
    kit: Kit, student: Any, drawn: Sequence[Any], program: Any = programs.scores
) -> None:
    """Each machine's scores are what those of a correct one are, up to a wide tolerance.

    A machine may be trained more or less exactly, which the names of mistakes must not depend on:
    what tells these is on which side of the boundary the rows are, and only that is recorded.
    """
    side = kit.steps(student, "svm.OneVsAll", programs.machines)
    steps = kit.steps(student.unrecorded(), "svm.OneVsAll", program)
    for index, args in enumerate(drawn):
        X, y, rows, *options = args
        right = one_vs_all.OneVsAll(*options).fit(X, y).decision_function(rows)
        try:
            if options:
                side(*args)
            value = steps(*args)["decision_function(rows)"]
            said = _wrong_score(right, value, np.unique(y))
            if said:
                raise kit.wrong(steps, args, said, right, value, slack=cases.CLEAR)
        except (WrongAnswer, Raised):
            watched(side, [later for later in drawn[index + 1 :] if len(later) == 5])
            raise


def _wrong_score(right: Array, value: Any, labels: Array) -> str | None:
    scores = compare.numeric(value)
    if scores is None or scores.shape != right.shape:
        return compare.difference("decision_function(rows)", right, value, cases.CLEAR)
    error = compare.errors(right, scores)
    row, column = (int(place) for place in np.unravel_index(int(np.argmax(error)), right.shape))
    if error[row, column] <= cases.CLEAR:
        return None
    got, expected = scores[row, column], right[row, column]
    side = "positive" if expected > 0.0 else "negative"
    wanted = f"about {expected:.2g}" if np.sign(got) == np.sign(expected) else side
    count = int((error > cases.CLEAR).sum())
    others = "" if count == 1 else f" ({count} of the {right.size} scores are wrong)"
    return (
        f"The score of row {row} for class {labels[column]} is {got:.3g}, but should be {wanted}"
        f"{others}"
    )


@check("svm.OneVsAll.machines", points=1)
def one_vs_all_machines(student: Any, kit: Kit) -> None:
    """Each machine says of each row what a correct one says."""
    wanted = [
        (15, 8, (0, 1, 2), 1.0, 0.8),
        (24, 15, (0, 1, 2), 0.4, 1.5),
        (24, 20, (0, 1), 20.0, 0.2),
        (40, 25, (0, 1, 2, 3), 5.0, 0.5),
    ]
    right_scores(kit, student, [cases.classified(kit.rng, *each) for each in wanted])


@check("svm.OneVsAll.predict", points=1)
def one_vs_all_predict(student: Any, kit: Kit) -> None:
    """predict gives each row the label whose machine is the surest."""
    predict = kit.steps(student, "svm.OneVsAll", programs.predictions)
    wanted = [(15, 8, (0, 1, 2), 1.0, 0.8), (40, 25, (0, 1, 2, 3), 3.0, 1.0)]
    agree(kit, predict, [cases.classified(kit.rng, *each) for each in wanted])


@check("svm.OneVsAll.any-labels", points=1)
def one_vs_all_labels(student: Any, kit: Kit) -> None:
    """Labels are any integers: the columns follow their order, and predict returns them."""
    names = (30, -12, 7)  # in another order than their sizes, and their digits
    args = cases.classified(kit.rng, 24, 12, names, 1.0, 0.8)
    right_scores(kit, student, [args])
    agree(kit, kit.steps(student, "svm.OneVsAll", programs.predictions), [args])


@check("svm.OneVsAll.accuracy", points=1, kind="accuracy")
def one_vs_all_accuracy(student: Any, kit: Kit) -> None:
    """It learns classes in opposite corners, which no straight line separates."""
    predict = kit.steps(student, "svm.OneVsAll", programs.predictions)
    X, y = cases.corners(kit.rng, 60)
    test, truth = cases.corners(kit.rng, 300)

    def labels(rows: Array) -> Array:
        value = predict(X, y, rows, 1.0, 1.0)["predict(rows)"]
        found = compare.numeric(value)
        if found is None or found.shape != (len(rows),):
            said = "predict should return one label for each row, but returned "
            said += compare.describe(value)
            raise kit.wrong(predict, (X, y, rows, 1.0, 1.0), said, f"{len(rows)} labels", value)
        return found

    right = labels(test) == truth
    share = float(right.mean())
    kit.accuracy(
        share,
        at_least=0.95,
        what="OneVsAll",
        exhibits=lambda: [
            picture.regions(
                "What predict makes of the plane",
                test,
                truth,
                labels,
                wrong=~right,
                description=f"{int((~right).sum())} of the {len(test)} test rows are crossed out.",
            )
        ],
    )


# --- smo.select_pair ---------------------------------------------------------------------------


def right_pair(kit: Kit, select: Function, args: Sequence[Any]) -> None:
    """i and j attain the largest and smallest value in their sets, and gap is the difference."""
    alpha, grad, y, C = args
    wanted = -np.asarray(y) * np.asarray(grad, dtype=np.float64)
    can_rise, can_fall = svm_dual.movable(np.asarray(alpha, dtype=np.float64), np.asarray(y), C)
    top = float(np.where(can_rise, wanted, -np.inf).max())
    bottom = float(np.where(can_fall, wanted, np.inf).min())
    slack = tolerance.rounding(wanted)
    value = select(*args)
    i, j, gap = triple(kit, select, args, value)
    expected = svm_select(args)
    if not top - bottom > 0.0:
        if not gap <= slack:
            said = f"Nothing violates anything here, so the gap is at most 0, but it is {gap:.6g}"
            raise kit.wrong(select, args, said, expected, value)
        return
    for name, index, possible, best, where in (
        ("i", i, can_rise, top, "R"),
        ("j", j, can_fall, bottom, "S"),
    ):
        if not 0 <= index < len(alpha) or index != int(index):
            said = f"{name} should be an index from 0 to {len(alpha) - 1}, but is {index:g}"
            raise kit.wrong(select, args, said, expected, value)
        if not possible[int(index)]:
            said = f"{name} = {index:g} is not in {where}: α[{index:g}] is at its bound"
            raise kit.wrong(select, args, said, expected, value)
        if not abs(wanted[int(index)] - best) <= slack:
            least = "largest" if name == "i" else "smallest"
            said = (
                f"−y·grad is {wanted[int(index)]:.6g} at {name} = {index:g}, but the {least} value "
                f"in {where} is {best:.6g}"
            )
            raise kit.wrong(select, args, said, expected, value)
    if not abs(gap - (top - bottom)) <= 2.0 * slack:
        said = f"The gap is {gap:.6g}, expected {top - bottom:.6g}"
        raise kit.wrong(select, args, said, expected, value)


def svm_select(args: Sequence[Any]) -> tuple[int, int, float]:
    """What the reference says, to be shown."""
    from reference.smo import select_pair

    return select_pair(*args)


def triple(
    kit: Kit, select: Function, args: Sequence[Any], value: Any
) -> tuple[float, float, float]:
    """Two indices and a gap, as numbers."""
    wanted = "select_pair should return (i, j, gap), two indices and a number, but returned "
    if isinstance(value, np.ndarray) and value.shape == (3,):
        value = value.tolist()
    if not isinstance(value, tuple | list) or len(value) != 3:
        said = wanted + compare.describe(value)
        raise kit.wrong(select, args, said, svm_select(args), value)
    numbers = [compare.numeric(part) for part in value]
    # A gap of −inf is a way to say that a side is empty; where it is, indices may be anything.
    if numbers[2] is None or numbers[2].size != 1:
        said = wanted + compare.describe(value)
        raise kit.wrong(select, args, said, svm_select(args), value)
    i, j, gap = (
        float(part.reshape(-1)[0]) if part is not None and part.size == 1 else -1.0
        for part in numbers
    )
    return i, j, gap


def pairs(kit: Kit, select: Function, drawn: Sequence[Any]) -> None:
    """Judge the pair that is selected in each of these."""
    for index, args in enumerate(drawn):
        try:
            right_pair(kit, select, args)
        except (WrongAnswer, Raised):
            watched(select, drawn[index + 1 :])
            raise


@check("smo.select_pair.pair", points=2)
def selected_pairs(student: Any, kit: Kit) -> None:
    """i has the largest −y·grad in R, j the smallest in S, and gap is their difference."""
    sizes = ((4, 1.0), (6, 0.5), (8, 1.0, True), (20, 1.0))
    drawn = [cases.violating_point(kit.rng, *size) for size in sizes]
    drawn.append(cases.pair_in_small_numbers(kit.rng, 8))
    drawn.append(cases.pair_in_small_numbers(kit.rng, 8, 0.001))
    pairs(kit, student.smo.select_pair, [*drawn, cases.strided(drawn[1])])


@check("smo.select_pair.ties", points=1)
def tied_pairs(student: Any, kit: Kit) -> None:
    """If several are equally good, any of them will do; at the start all are."""
    y = cases.labels(kit.rng, 6)
    start = np.zeros(6), -np.ones(6), y, 1.0
    pairs(kit, student.smo.select_pair, [start, cases.tied_point(kit.rng, 5, 1.0)])


@check("smo.select_pair.hard-margin", points=1)
def pairs_without_bound(student: Any, kit: Kit) -> None:
    """With C = inf every α may grow."""
    drawn = [cases.violating_point(kit.rng, n, np.inf) for n in (4, 8)]
    pairs(kit, student.smo.select_pair, drawn)


@check("smo.select_pair.none", points=1)
def no_pair(student: Any, kit: Kit) -> None:
    """At a solution, and where a side is empty, the gap is at most 0."""
    select = student.smo.select_pair
    alpha, K, y, C = cases.without_free(kit.rng, 6)
    right_pair(kit, select, (alpha, y * (K @ (alpha * y)) - 1.0, y, C))
    for label, at in itertools.product((1.0, -1.0), (0.0, 1.0)):
        grad = np.round(-kit.rng.uniform(0.2, 1.0, size=4), 2)
        right_pair(kit, select, (np.full(4, at), grad, np.full(4, label), 1.0))


# --- smo.bounds --------------------------------------------------------------------------------


@check("smo.bounds.different", points=2)
def bounds_of_different(student: Any, kit: Kit) -> None:
    """Different labels: α_i and α_j move together."""
    drawn = [
        cases.pair(kit.rng, C, sign, -sign, binding)
        for C in (1.0, 2.5)
        for sign in (1.0, -1.0)
        for binding in ("low", "high")
    ]
    agree(kit, student.smo.bounds, drawn)


@check("smo.bounds.equal", points=2)
def bounds_of_equal(student: Any, kit: Kit) -> None:
    """Equal labels: what one gains the other loses."""
    drawn = [
        cases.pair(kit.rng, C, sign, sign, binding)
        for C in (1.0, 2.5)
        for sign in (1.0, -1.0)
        for binding in ("low", "high")
    ]
    agree(kit, student.smo.bounds, drawn)


# --- smo.step ----------------------------------------------------------------------------------


@check("smo.step.inside", points=2)
def step_inside(student: Any, kit: Kit) -> None:
    """If the minimum lies between the bounds, the step goes there, and yᵀα stays."""
    step = student.smo.step
    wanted = [(3, 2.0, "inside", False), (4, 2.0, "inside", True), (8, 1.5, "inside", False)]
    drawn = [cases.two_variables(kit.rng, *each) for each in wanted]
    near = [
        cases.nearly_flat(kit.rng, 5, 1.0, distance, grows)
        for distance, grows in ((0.12, True), (0.05, False))
    ]
    large = [cases.in_large_multipliers(drawn[0], factor) for factor in (1e2, 1e4)]
    agree(kit, step, [*drawn, *near, *large])


@check("smo.step.clipped", points=2)
def step_clipped(student: Any, kit: Kit) -> None:
    """If the minimum lies outside the bounds, the step ends at the bound, and α_j follows."""
    step = student.smo.step
    wanted = [
        (4, 0.6, "high", False, True),
        (5, 0.6, "low", True, False),
        (5, 0.6, "high", False, False),
        (6, 0.8, "high", True, True),
        (6, 1.0, "low", True, True),
    ]
    agree(kit, step, [cases.two_variables(kit.rng, *each) for each in wanted])


@check("smo.step.hard-margin", points=1)
def step_without_bound(student: Any, kit: Kit) -> None:
    """With C = inf the step is right: only 0 can stop it."""
    step = student.smo.step
    wanted = [(4, np.inf, "inside", False), (5, np.inf, "inside", True), (6, np.inf, "low", False)]
    wanted += [(5, np.inf, "high", True)]
    agree(kit, step, [cases.two_variables(kit.rng, *each) for each in wanted])


@check("smo.step.flat", points=1)
def step_flat(student: Any, kit: Kit) -> None:
    """If K_ii + K_jj = 2K_ij the objective is a line, and the step goes to its lower end."""
    step = student.smo.step
    upwards = [cases.flat(kit.rng, n, C, n > 5) for n, C in ((5, 1.3), (7, 0.7))]
    downwards = [cases.flat_downwards(kit.rng, n, C, n > 5) for n, C in ((5, 1.1), (7, 0.9))]
    # K is 0 in the first of these, and in the others the slope is some number or other.
    others = [cases.at_the_origin(kit.rng, 6, 0.8)]
    others += [cases.tilted(kit.rng, 5, 1.0, slope) for slope in (-0.5, -1.0, 1.0)]
    agree(kit, step, [*upwards, *downwards, *others])
    stays_feasible(kit, step, cases.level(kit.rng, 6, 1.2))
    curved_in_large_numbers(kit, step, cases.in_large_numbers(kit.rng, 5, 2.0))


def curved_in_large_numbers(kit: Kit, step: Function, args: Sequence[Any]) -> None:
    """As wide as the interval is, so exact are the two multipliers; the size of K is nothing."""
    from reference import smo

    *_, C = args
    value, expected = step(*args), smo.step(*args)
    pair = compare.numeric(value)
    if pair is None or pair.size != 2 or not np.abs(pair.reshape(-1) - expected).max() <= 1e-3 * C:
        said = (
            "All entries of K are large here, and so is K_ii + K_jj − 2K_ij: the objective is no "
            "line. Whether it is one has nothing to do with the product of K_ii and K_jj"
        )
        raise kit.wrong(step, args, said, expected, value)


def stays_feasible(kit: Kit, step: Function, args: Sequence[Any]) -> None:
    """Where the objective is the same everywhere, any point of the interval is a minimiser."""
    from reference import smo

    i, j, alpha, _, _, y, C = args
    low, high = smo.bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
    value = step(*args)
    pair = compare.numeric(value)
    slack = tolerance.rounding(alpha, C)
    if pair is not None and pair.size == 2:
        new, other = (float(part) for part in pair.reshape(-1))
        kept = abs(new + other - float(alpha[i] + alpha[j])) <= 2.0 * slack  # the labels are equal
        if kept and low - slack <= new <= high + slack:
            return
    said = (
        "K_ii + K_jj = 2K_ij and the slope is 0, so the objective stays the same wherever the two "
        f"go: any α_i from {low:.6g} to {high:.6g} is right, with the α_j that keeps yᵀα, but this "
        "is none of them"
    )
    raise kit.wrong(step, args, said, smo.step(*args), value)


# --- smo.smo -----------------------------------------------------------------------------------


def run_smo(kit: Kit, smo: Function, args: Sequence[Any]) -> tuple[Array, Any, float]:
    """α, b and n_iter as they came back, if they are such."""
    value = smo(*args)
    form = "(alpha, b, n_iter)"
    if not isinstance(value, tuple | list) or len(value) != 3:
        said = f"smo should return {form}, but returned {compare.describe(value)}"
        raise kit.wrong(smo, args, said, form, value)
    alpha = vector(kit, smo, args, value[0], len(args[1]))
    steps = compare.numeric(value[2])
    if steps is None or steps.size != 1 or not float(steps.reshape(-1)[0]) >= 0.0:
        said = f"n_iter should be a number of steps, but is {compare.describe(value[2])}"
        raise kit.wrong(smo, args, said, form, value)
    return alpha, value[1], float(steps.reshape(-1)[0])


def converges(
    kit: Kit, smo: Function, problem: Any, *options: Any, tol: float = 1e-3
) -> tuple[Certificate, float]:
    """What smo returns solves the dual up to its tolerance."""
    _, K, y, C, _ = problem
    args = K, y, C, *options
    alpha, _, steps = run_smo(kit, smo, args)
    proof = certify(alpha, K, y, C, best=cases.least(K, y, C), tol=tol)
    if not proof.holds:
        limit = args[4] if len(args) > 4 else 100_000
        more = _STUCK if steps >= limit else ""
        if not options and steps < limit:
            more = (
                f". It stopped after {plural(steps, 'step')}, and where nothing else is said, tol "
                f"is 0.001 and max_iter {limit}"
            )
        raise convicted(kit, smo, args, problem, proof, more)
    if not options and steps >= 100_000:
        said = (
            f"n_iter is {steps:g}, all the steps that max_iter allows where nothing else is said, "
            "although α is a solution: does it stop when the gap is at most tol = 0.001?"
        )
        raise kit.wrong(smo, args, said, "less than 100000", steps)
    return proof, steps


def converges_on(kit: Kit, student: Any, problems: Sequence[Any], tol: float) -> None:
    """Judge all; the first steps on the smallest tell what is wrong."""
    for index, problem in enumerate(problems):
        # What does not converge at all need not do so 100,000 times; but the defaults are tried.
        last = index >= len(problems) - 2 and tol == 1e-3
        try:
            converges(kit, student.smo.smo, problem, *(() if last else (tol, 20_000)), tol=tol)
        except (WrongAnswer, Raised):
            first_steps(kit, student, problems[0])
            raise


def first_steps(kit: Kit, student: Any, problem: Any) -> None:
    """How it begins on a small problem, and where it ends: to name what is wrong."""
    _, K, labels, C, _ = problem
    # As integers: at the start all rows of a class are equally good, and so they stay.
    y = labels.astype(np.int64)
    begin = kit.steps(student, "smo.smo", programs.first_steps)
    watched(begin, [(K, y, C, steps) for steps in (1, 2, 3)])
    watched(kit.steps(student, "smo.smo", programs.multipliers), [(K, y, C, 1e-7)])


@check("smo.smo.solution", points=3, kind="kkt")
def smo_solution(student: Any, kit: Kit) -> None:
    """The multipliers that come back solve the dual up to tol."""
    wanted = [(6, 0.8, cases.rbf), (12, 1.5, cases.rbf), (30, 0.5, cases.quadratic)]
    problems = [(*cases.soft(kit.rng, *each), each[2]) for each in wanted]
    problems += [*cases.large_multipliers(kit.rng), cases.uneven_multipliers()]
    problems += [(*cases.soft(kit.rng, 40, 2.0), cases.rbf)]
    # Whoever stops after a hundred steps when nothing else is said can't do this one.
    problems += [(*cases.tiny_bound(kit.rng, 250), cases.rbf)]
    converges_on(kit, student, problems, 1e-3)


@check("smo.smo.tol", points=1, kind="kkt")
def smo_tolerance(student: Any, kit: Kit) -> None:
    """A smaller tol gives a better solution."""
    problems = [(*cases.soft(kit.rng, n, 1.0), cases.rbf) for n in (10, 20)]
    # Small steps here make large changes: a small one does not mean that it is the last.
    problems += [cases.scaled(cases.soft(kit.rng, 16, 1.0), cases.rbf, 0.01)]
    converges_on(kit, student, problems, 1e-5)


@check("smo.smo.bias", points=2)
def smo_bias(student: Any, kit: Kit) -> None:
    """b is the bias that belongs to the multipliers."""
    threshold = kit.steps(student, "smo.smo", programs.threshold)
    solved = [cases.solved(kit.rng, n, C) for n, C in ((6, 0.8), (10, 1.0), (20, 0.5))]
    solved += [cases.without_free(kit.rng, 8), cases.only_free(kit.rng)]
    solved += [cases.far_away(kit.rng, label) for label in (1.0, -1.0)]
    for index, (alpha, K, y, C) in enumerate(solved):
        try:
            # A gap of tol in the pairs, and what single precision makes of sums of so many terms.
            right_bias(kit, threshold, (K, y, C), (alpha, K, y, C), 1e-3)
        except (WrongAnswer, Raised):
            watched(threshold, [later[1:] for later in solved[index + 1 :]])
            raise


@check("smo.smo.cap", points=2)
def smo_cap(student: Any, kit: Kit) -> None:
    """After max_iter steps it stops and says so; if it converges before, it says that."""
    smo = student.smo.smo
    _, K, y, C = cases.soft(kit.rng, 24, 2.0)
    best = cases.least(K, y, C)
    lower, stopped = False, ((K, y, C, 1e-3, 0), np.zeros(len(y)))
    for cap in (1, 3, 6, 20):
        args = K, y, C, 1e-3, cap
        alpha, _, steps = run_smo(kit, smo, args)
        if steps > cap:
            said = (
                f"n_iter is {steps:g}: it went on after max_iter = {plural(cap, 'step')}, and "
                f"n_iter should be {cap} then"
            )
            wrong = kit.wrong(smo, args, said, cap, steps)
            wrong.diagnosis = (_GOES_ON,)
            raise wrong
        through = steps < cap and certify(alpha, K, y, C, best=best, tol=1e-3).holds
        if steps != cap and not through:
            said = (
                f"{plural(cap, 'step')} can't solve this problem, so n_iter should be max_iter = "
                f"{cap}, but it is {steps:g}"
            )
            wrong = kit.wrong(smo, args, said, cap, steps)
            if steps == 0 and alpha.any():
                wrong.diagnosis = (_CAP_NOT_REPORTED,)
            raise wrong
        moved = int((np.abs(alpha) > 1e-9 * C).sum())
        if moved > 2 * cap:
            said = (
                f"{moved} multipliers have moved with max_iter = {cap}, but a step moves two of "
                f"them: after {plural(cap, 'step')} at most {2 * cap} can differ from 0"
            )
            raise kit.wrong(smo, args, said, f"at most {2 * cap} that differ from 0", alpha)
        if steps == cap:
            stopped = args, alpha
            lower |= svm_dual.dual_objective(alpha, K, y) < -1e-3 * abs(best)
    # Pairs that are chosen by chance may be such that can't move, but not so many times.
    if not lower:
        args, alpha = stopped
        said = (
            f"After {args[-1]} steps the objective is {svm_dual.dual_objective(alpha, K, y):.3g}, "
            "not below the 0 of the start: does each step go down, and is the α that was reached "
            "what is returned?"
        )
        raise kit.wrong(smo, args, said, "an objective below 0", alpha)
    one_step_solves(kit, smo)
    args = K, y, C, 1e-3, 50_000
    _, _, steps = run_smo(kit, smo, args)
    if not 1 <= steps < 50_000:
        said = (
            f"n_iter is {steps:g}, but it takes at least a step to solve this problem and far less "
            "than max_iter = 50000"
        )
        raise kit.wrong(smo, args, said, "the number of steps", steps)


def one_step_solves(kit: Kit, smo: Function) -> None:
    """Two rows are a single pair: whoever moves it to its exact minimiser is there at once."""
    for K, y, C in cases.single_pair(kit.rng):
        args = K, y, C, 1e-3, 1
        alpha, _, _ = run_smo(kit, smo, args)
        proof = certify(alpha, K, y, C, best=cases.least(K, y, C), tol=1e-3)
        if not proof.holds:
            said = (
                "Two rows are a single pair, so one step to its exact minimiser solves the "
                f"problem, but with max_iter = 1 α is no solution. {proof.complaint}"
            )
            wrong = kit.wrong(smo, args, said, cases.solution(K, y, C), alpha)
            wrong.exhibits = (proof.table("Certificate after 1 step"),)
            raise wrong


@check("smo.smo.degenerate", points=1, kind="kkt")
def smo_degenerate(student: Any, kit: Kit) -> None:
    """Rows that occur twice, a kernel of low rank, a tiny C: it arrives all the same."""
    smo = student.smo.smo
    problems = degenerate_problems(kit)
    usual = *cases.soft(kit.rng, 6, 0.8), cases.rbf
    for problem in problems:
        try:
            converges(kit, smo, problem, 1e-3, 20_000)
        except (WrongAnswer, Raised):
            first_steps(kit, student, usual)
            raise
    no_machine(
        *(kit, smo, lambda value: value[0] if isinstance(value, tuple | list) else value),
        *(1e-3, 1_000),
    )
