"""The checks of hw3 that a student may see and run."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.kit import (
    Diagnosis,
    Exhibit,
    Function,
    Kit,
    check,
    compare,
    differentiate,
    picture,
    plural,
    tolerance,
)
from reference import rbf_network as rbf

from . import cases

Array = np.ndarray[Any, Any]

# Named here: where training ends depends on the random start, so there is no one answer to compare
# a wrong one with.
_CENTERS_STAY = Diagnosis(
    "fit.centers-stay",
    "The centres never move",
    "Step along minus the gradient, C − t·G, with slope −‖G‖². Along the gradient itself the slope "
    "is positive, and Armijo's rule rightly gives 0.",
)
_HISTORY_WITHOUT_PENALTY = Diagnosis(
    "fit.history-without-penalty",
    "history leaves a penalty out",
    "What is minimised is L with both penalties, rho1·‖w‖² and rho2·‖C‖². Only that never rises.",
)

# … where it goes depends on how it shortens its steps.
_STAYS = Diagnosis(
    "newton.stays",
    "It never leaves the start",
    "The start came back. If steps are shortened: does the search compare the values of the loss "
    "whose gradient is used, the mean with + rho1·‖w‖²? Of another function every step may be a "
    "rise.",
)

# --- multiquadric ------------------------------------------------------------------------------


@check("multiquadric.values", points=4)
def multiquadric_values(student: Any, kit: Kit) -> None:
    """Each entry is sqrt(‖x − c‖² + σ²)."""
    multiquadric = student.multiquadric
    sizes = ((2, 3, 4), (3, 2, 4), (4, 3, 2), (6, 5, 4))
    drawn = [kit.draw(multiquadric, cases.points, *size) for size in sizes]
    # Training starts with centres at rows, and there Φ is σ.
    X, _, sigma = drawn[3]
    kit.matches(multiquadric, [*drawn, (X, X[[3, 0, 5]], sigma)])


@check("multiquadric.shapes", points=2)
def multiquadric_shapes(student: Any, kit: Kit) -> None:
    """Φ is right for one row, one centre, one column and many of each, in any precision."""
    multiquadric = student.multiquadric
    sizes = ((1, 2, 3), (3, 1, 2), (3, 2, 1), (2, 7, 3), (60, 8, 5))
    drawn = [kit.draw(multiquadric, cases.points, *size) for size in sizes]
    kit.matches(multiquadric, [*drawn, cases.single_precision(drawn[4]), cases.strided(drawn[3])])


# --- loss --------------------------------------------------------------------------------------


@check("loss.plain", points=5)
def plain_loss(student: Any, kit: Kit) -> None:
    """Without penalties the loss is the mean negative log-likelihood."""
    loss = student.loss
    sizes = ((4, 3, 2), (5, 3, 2), (2, 6, 1), (60, 5, 4))
    drawn = [kit.draw(loss, cases.network, *size) for size in sizes]
    kit.matches(loss, [*drawn, cases.single_precision(drawn[3]), cases.strided(drawn[1])])
    kit.matches(loss, [cases.integers(drawn[0])])


@check("loss.weight-penalty", points=2)
def loss_weight_penalty(student: Any, kit: Kit) -> None:
    """With rho1 alone, rho1·‖w‖² is added to the mean."""
    loss = student.loss
    sizes = ((4, 3, 2, 0.3), (7, 3, 2, 1.3), (40, 4, 3, 0.15))
    kit.matches(loss, [kit.draw(loss, cases.network, *size, (rho, 0.0)) for *size, rho in sizes])


@check("loss.center-penalty", points=2)
def loss_center_penalty(student: Any, kit: Kit) -> None:
    """With rho2 alone, rho2·‖C‖² is added to the mean."""
    loss = student.loss
    sizes = ((4, 3, 2, 0.3), (7, 3, 2, 1.3), (40, 4, 3, 0.15))
    kit.matches(loss, [kit.draw(loss, cases.network, *size, (0.0, rho)) for *size, rho in sizes])


@check("loss.finite", points=2, kind="robustness")
def finite_loss(student: Any, kit: Kit) -> None:
    """The loss stays finite when probabilities are rounded to 0 or 1."""
    for scale in (1e2, 1e4):
        X, y, C, w, sigma = cases.network(kit.rng, 6)
        # Labels of both kinds on rows that have the same sign of score: some are surely wrong.
        args = X, y, C, scale * np.abs(w), sigma
        value = compare.numeric(student.loss(*args))
        if value is None or value.size != 1 or not np.isfinite(value).all():
            got = "None" if value is None else value
            said = (
                "The loss should be finite. Where a probability is rounded to 0, its logarithm is "
                "−inf: compute the loss of a row from its score a, ln(1 + e^a) − y·a"
            )
            raise kit.wrong(student.loss, args, said, rbf.loss(*args), got)


# --- gradient_weights --------------------------------------------------------------------------


@check("gradient_weights.plain", points=5, kind="gradient")
def plain_gradient_weights(student: Any, kit: Kit) -> None:
    """Without penalty, a small step of w changes the loss as the gradient says."""
    gradient = student.gradient_weights
    sizes = ((4, 3), (5, 2), (2, 6), (1, 3), (4, 1), (40, 5))
    drawn = [kit.draw(gradient, cases.design, *size) for size in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, cases.loss_of_weights, of="w"))
    kit.matches(gradient, [cases.integers(kit.draw(gradient, cases.design, 5, 3))])


@check("gradient_weights.penalty", points=3, kind="gradient")
def penalised_gradient_weights(student: Any, kit: Kit) -> None:
    """With a penalty, a small step of w changes the loss as the gradient says."""
    gradient = student.gradient_weights
    sizes = ((4, 3, 0.3), (7, 2, 1.3), (30, 4, 0.15))
    drawn = [kit.draw(gradient, cases.design, *size, (rho,)) for *size, rho in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, cases.loss_of_weights, of="w"))


@check("gradient_weights.precision", points=2, kind="gradient")
def gradient_weights_precision(student: Any, kit: Kit) -> None:
    """The gradient is right in single precision and in any memory order."""
    gradient = student.gradient_weights
    drawn = [kit.draw(gradient, cases.design, *size) for size in ((5, 3), (30, 4))]
    moved = [*map(cases.single_precision, drawn), cases.strided(drawn[0])]
    kit.each(moved, lambda args: kit.derivative(gradient, args, cases.loss_of_weights, of="w"))


# --- hessian_weights ---------------------------------------------------------------------------


def _second_derivatives(kit: Kit, hessian: Function, args: Sequence[Any]) -> None:
    """The value is the matrix of the differences of the gradient, and symmetric as that is."""
    Phi, w, *rho = args
    labels = np.zeros(len(Phi))  # they only shift the gradient: any will do
    expected, errors = np.empty((len(w), len(w))), np.empty((len(w), len(w)))
    for i in range(len(w)):

        def entry(v: Array, i: int = i) -> float:
            return float(rbf.gradient_weights(Phi, labels, v, *rho)[i])

        expected[i], errors[i] = differentiate.gradient(entry, w)
    slack = float(errors.max()) + tolerance.rounding(*args, expected)
    tolerance.ensure_sharp(slack, float(np.abs(expected).max()), hessian.question.name)
    value = hessian(*args)
    matrix = compare.numeric(value)
    if matrix is not None and matrix.shape == expected.shape:
        askew = np.abs(matrix - matrix.T)
        i, j = divmod(int(np.argmax(np.nan_to_num(askew))), len(w))
        if askew[i, j] > 2.0 * slack:
            said = (
                f"The matrix is not symmetric: entry [{i}, {j}] is {matrix[i, j]:.6g} and entry "
                f"[{j}, {i}] is {matrix[j, i]:.6g}"
            )
            raise kit.wrong(hessian, args, said, expected, value)
    difference = compare.difference("The result", expected, value, slack)
    if difference:
        raise kit.wrong(hessian, args, difference, expected, value)


@check("hessian_weights.differences", points=4, kind="gradient")
def plain_hessian(student: Any, kit: Kit) -> None:
    """Without penalty, a small step of w changes the gradient as the Hessian says."""
    hessian = student.hessian_weights
    sizes = ((3, 2), (4, 3), (5, 3), (40, 4))
    drawn = [kit.draw(hessian, cases.curved, *size) for size in sizes]
    kit.each(drawn, lambda args: _second_derivatives(kit, hessian, args))


@check("hessian_weights.penalty", points=3, kind="gradient")
def penalised_hessian(student: Any, kit: Kit) -> None:
    """With a penalty, a small step of w changes the gradient as the Hessian says."""
    hessian = student.hessian_weights
    sizes = ((4, 3, 0.3), (5, 2, 1.3), (30, 4, 0.15))
    drawn = [kit.draw(hessian, cases.curved, *size, (rho,)) for *size, rho in sizes]
    kit.each(drawn, lambda args: _second_derivatives(kit, hessian, args))


@check("hessian_weights.shapes", points=2)
def hessian_shapes(student: Any, kit: Kit) -> None:
    """The Hessian is right for one row, one centre and many of each, in any precision."""
    hessian = student.hessian_weights
    sizes = ((1, 2), (4, 1), (2, 6), (80, 8))
    drawn = [kit.draw(hessian, cases.curved, *size) for size in sizes]
    kit.matches(hessian, [*drawn, cases.single_precision(drawn[3]), cases.strided(drawn[2])])


# --- newton ------------------------------------------------------------------------------------


def optimal(kit: Kit, newton: Function, args: Sequence[Any]) -> None:
    """The gradient vanishes at the weights that came back."""
    Phi, y, rho1, *start = args
    value = newton(*args)
    w = compare.numeric(value)
    if w is None or w.shape != (Phi.shape[1],):
        said = f"newton should return weights of shape ({Phi.shape[1]},), but returned "
        raise kit.wrong(
            newton, args, said + compare.describe(value), rbf.newton(Phi, y, rho1), value
        )
    norm = float(np.linalg.norm(rbf.gradient_weights(Phi, y, w.astype(np.float64), rho1)))
    if not norm <= cases.at_rest(Phi, w, rho1):
        said = (
            f"The gradient at the weights that came back has norm {norm:.2g}; at the minimum it is "
            f"at most {cases.AT_REST:g}"
        )
        wrong = kit.wrong(newton, args, said, rbf.newton(Phi, y, rho1), value)
        if start and compare.equal(start[0], w, tolerance.rounding(start[0])):
            wrong.diagnosis = (_STAYS,)
        raise wrong


@check("newton.minimiser", points=2)
def newton_minimiser(student: Any, kit: Kit) -> None:
    """It returns the one minimiser that there is."""
    newton = student.newton
    sizes = ((4, 2, 0.5), (12, 3, 0.05), (30, 4, 0.1))
    drawn = [kit.draw(newton, cases.minimisation, *size) for size in sizes]
    # A single step tells a wrong Hessian, with which there may be no end; not from zero, where the
    # penalty has no slope.
    first_steps = [(*args, np.full(args[0].shape[1], 0.3), 1e-8, 1) for args in drawn]
    kit.matches(newton, drawn, evidence=first_steps)


@check("newton.optimum", points=5, kind="kkt")
def newton_optimum(student: Any, kit: Kit) -> None:
    """From zero it arrives where the gradient vanishes."""
    for size in ((6, 2, 0.1), (5, 1, 0.1), (10, 3, 0.05), (3, 6, 0.3), (60, 5, 0.02)):
        optimal(kit, student.newton, cases.minimisation(kit.rng, *size))
    optimal(kit, student.newton, cases.many_steps(kit.rng, 40, 5, 1e-3))


@check("newton.start", points=2, kind="kkt")
def newton_start(student: Any, kit: Kit) -> None:
    """It starts from w0, wherever that is, and without it from zero, each time it is called."""
    newton = student.newton
    for size in ((6, 2, 0.1), (40, 4, 0.05)):
        optimal(kit, newton, cases.from_nearby(kit.rng, *size))
    for factor in (1.1, 1.5):
        for size in ((6, 2, 0.1), (40, 4, 0.05)):
            optimal(kit, newton, cases.from_beyond(kit.rng, *size, factor))
    # Whoever starts at the minimum is there, however few the steps.
    args = cases.many_steps(kit.rng, 40, 5, 1e-3)
    optimal(kit, newton, (*args, rbf.newton(*args), 1e-8, 1))
    starts_anew(kit, newton, (*args, None, 1e-8, 1))


def starts_anew(kit: Kit, newton: Function, args: Sequence[Any]) -> None:
    """The same call gives the same answer, also where there are not steps enough to arrive.

    Whose single step it is, and how far it goes, is free, but not that there is one.
    """
    first, second = newton(*args), newton(*args)
    if not compare.equal(first, second, tolerance.rounding(compare.numeric(first))):
        said = (
            "Called twice with the same arguments, newton gave two different answers. Without w0 "
            "every call starts from zero: is an array kept between the calls, and changed?"
        )
        raise kit.wrong(newton, args, said, first, second)
    if not np.any(compare.numeric(first)):
        said = "With max_iter=1 there should be one step, but newton stayed at zero"
        raise kit.wrong(newton, args, said, "a step from zero", first)


# --- gradient_centers --------------------------------------------------------------------------


@check("gradient_centers.plain", points=6, kind="gradient")
def plain_gradient_centers(student: Any, kit: Kit) -> None:
    """Without penalty, a small step of the centres changes the loss as the gradient says."""
    gradient = student.gradient_centers
    sizes = ((4, 3, 2), (3, 2, 5), (20, 4, 3))
    drawn = [kit.draw(gradient, cases.network, *size) for size in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, cases.loss_of_centers, of="C"))
    kit.matches(gradient, [cases.integers(kit.draw(gradient, cases.network, 4, 3, 2))])


@check("gradient_centers.shapes", points=3, kind="gradient")
def gradient_centers_shapes(student: Any, kit: Kit) -> None:
    """The gradient is right for one row, centre or column and many, in any precision."""
    gradient = student.gradient_centers
    sizes = ((1, 3, 2), (4, 1, 2), (4, 2, 1), (2, 6, 3), (3, 2, 5))
    drawn = [kit.draw(gradient, cases.network, *size) for size in sizes]
    moved = [cases.single_precision(drawn[3]), cases.strided(drawn[4])]
    kit.each(
        [*drawn, *moved], lambda args: kit.derivative(gradient, args, cases.loss_of_centers, of="C")
    )


@check("gradient_centers.penalty", points=3, kind="gradient")
def penalised_gradient_centers(student: Any, kit: Kit) -> None:
    """With a penalty, a small step of the centres changes the loss as the gradient says."""
    gradient = student.gradient_centers
    sizes = ((4, 3, 2, 0.3), (7, 3, 2, 1.3), (20, 4, 3, 0.15))
    drawn = [kit.draw(gradient, cases.network, *size, (rho,)) for *size, rho in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, cases.loss_of_centers, of="C"))


# --- armijo ------------------------------------------------------------------------------------


def no_step(kit: Kit, armijo: Function, args: Sequence[Any], why: str) -> None:
    """The answer is 0.0; no tolerance, because a very short step is not the same as none."""
    value = armijo(*args)
    number = compare.numeric(value)
    if number is None or number.size != 1:
        said = f"{why}: the step should be 0.0, but is {compare.describe(value)}"
        raise kit.wrong(armijo, args, said, 0.0, value)
    step = float(number.reshape(-1)[0])
    if step != 0.0:
        said = f"{why}: the step should be 0.0, but is {step:.6g}"
        raise kit.wrong(armijo, args, said, 0.0, value)


def exact_step(kit: Kit, armijo: Function, args: Sequence[Any], right: float, why: str) -> None:
    """The answer is this one, relative to its size: another step would be half or twice as long."""
    value = armijo(*args)
    number = compare.numeric(value)
    if number is None or number.size != 1:
        said = f"{why}: the step should be {right:.6g}, but is {compare.describe(value)}"
        raise kit.wrong(armijo, args, said, right, value)
    step = float(number.reshape(-1)[0])
    if not abs(step - right) <= 1e-4 * right:
        said = f"{why}: the step should be {right:.6g}, but is {step:.6g}"
        raise kit.wrong(armijo, args, said, right, value)


@check("armijo.full-step", points=2)
def armijo_full_step(student: Any, kit: Kit) -> None:
    """If the first step decreases f by enough, it is the answer."""
    armijo = student.armijo
    # So short that twice the step would do as well, and so long that half of it would do better.
    wanted = [
        ((0.1, 0.3), cases.bowl, 0),
        ((0.75, 0.9), cases.bowl, 0),
        ((0.1, 0.3), cases.steep, 0, 0.25),
        ((0.1, 0.9), cases.steep, 0, 3.0, 0.5, 0.1),
    ]
    drawn = [kit.draw(armijo, cases.descent, *each, length=length) for length, *each in wanted]
    kit.matches(armijo, drawn)
    # Whether half of it would do has no say in it.
    said = "The first step is good enough, whatever comes after it"
    exact_step(kit, armijo, (cases.over_a_ridge, np.zeros(1), np.ones(1), -1.0), 1.0, said)


@check("armijo.shrinks", points=3)
def armijo_shrinks(student: Any, kit: Kit) -> None:
    """If the first step is too long, it is multiplied by beta, as often as it takes."""
    armijo = student.armijo
    wanted = [
        (cases.bowl, 1),
        (cases.bowl, 3),
        (cases.barrier, 2),
        (cases.bowl, 2, 2.0, 0.3),
        (cases.steep, 4, 0.5, 0.8, 1e-3),
    ]
    kit.matches(armijo, [kit.draw(armijo, cases.descent, *each) for each in wanted])
    # Four times as high up on the other side, then a quarter.
    said = "f is small everywhere, and so is what it has to decrease by"
    args = cases.shallow, np.ones(1), np.array([-3.0]), -6.0 * cases.SHALLOW
    exact_step(kit, armijo, args, 0.5, said)


@check("armijo.sufficient", points=2)
def armijo_sufficient(student: Any, kit: Kit) -> None:
    """A decrease alone is not enough: it must be at least c1 times what the slope promises."""
    armijo = student.armijo
    wanted = [
        (cases.bowl, 1, 1.0, 0.5, 0.6),
        (cases.bowl, 2, 1.0, 0.5, 0.7),
        (cases.steep, 3, 2.0, 0.7, 0.4),
        (cases.barrier, 1, 1.0, 0.3, 0.5),
    ]
    kit.matches(armijo, [kit.draw(armijo, cases.descent, *each, tempting=True) for each in wanted])
    # Across a bowl, so that f decreases by the share 2⁻¹¹ or 2⁻¹⁴ of what the slope promises.
    said = "Where nothing else is said, c1 is 0.0001"
    for short, right in ((2.0**-10, 1.0), (2.0**-13, 0.5)):
        d = short - 2.0
        exact_step(kit, armijo, (cases.bowl, np.ones(1), np.array([d]), 2.0 * d), right, said)


@check("armijo.just-enough", points=1)
def armijo_just_enough(student: Any, kit: Kit) -> None:
    """A step that decreases f by just what is asked for is good enough."""
    # Down to 0 in a bowl, in numbers that are exact in any precision and whatever the order.
    for x, d, t0, beta, c1, right in (
        ([1.0], [-2.0], 1.0, 0.5, 0.5, 0.5),
        ([2.0, -1.0], [-2.0, 1.0], 1.0, 0.25, 0.5, 1.0),
        ([1.0, 2.0], [-4.0, -8.0], 4.0, 0.25, 0.5, 0.25),
    ):
        slope = 2.0 * float(np.dot(x, d))
        args = cases.bowl, np.array(x), np.array(d), slope, t0, beta, c1
        said = f"With t = {right} the two sides of the condition are equal, and ≤ holds"
        exact_step(kit, student.armijo, args, right, said)


@check("armijo.no-descent", points=1)
def armijo_no_descent(student: Any, kit: Kit) -> None:
    """If the slope is not negative, the step is 0.0."""
    up = cases.ascent(kit.rng)
    f, x, d, slope = cases.descent(kit.rng, cases.bowl, 0)
    tries = [
        (up, "The direction leads up"),
        ((f, x, d, -slope), "The slope is positive"),
        ((f, x, d, -slope, 0.25), "The slope is positive"),
        ((cases.hill, np.zeros(3), d, 0.0), "The slope is zero"),
    ]
    kit.each(tries, lambda case: no_step(kit, student.armijo, *case))


@check("armijo.none-found", points=1)
def armijo_none_found(student: Any, kit: Kit) -> None:
    """If none of the steps tried is good enough, the step is 0.0."""
    why = "The slope says down, but every step leads up"
    no_step(kit, student.armijo, cases.ascent(kit.rng, -0.5, 1.0, 0.5, 1e-4, 6), why)
    no_step(kit, student.armijo, cases.ascent(kit.rng, -2.0, 2.0, 0.7, 0.1, 8), why)


# --- fit ---------------------------------------------------------------------------------------


def fitted(kit: Kit, fit: Function, args: Sequence[Any]) -> tuple[Array, Array, Array]:
    """Centres, weights and history as they came back, if they are such."""
    X, _, N, *_ = args
    outcome = fit.call(*args)
    value = outcome.value
    for name, before, after in zip(("X", "y"), args, outcome.args, strict=False):
        if not compare.same(before, after):
            said = f"fit changed its argument {name}, which belongs to the caller"
            raise kit.wrong(fit, args, said, before, after)
    shapes = (N, X.shape[1]), (N,)
    form = f"(C, w, history): arrays of shape {shapes[0]} and {shapes[1]}, and a list of numbers"
    if not isinstance(value, tuple | list) or len(value) != 3:
        said = f"fit should return {form}; it returned {compare.describe(value)}"
        raise kit.wrong(fit, args, said, form, value)
    C, w, history = (compare.numeric(part) for part in value)
    for name, part, shape in (("C", C, shapes[0]), ("w", w, shapes[1])):
        if part is None or part.shape != shape or not np.isfinite(part).all():
            said = (
                f"{name} should be an array of shape {shape} and finite, but is "
                f"{compare.describe(part)}: fit returns (C, w, history)"
            )
            raise kit.wrong(fit, args, said, form, value)
    if history is None or history.ndim != 1 or not history.size or not np.isfinite(history).all():
        said = "history should be a list of finite numbers, the loss after each round"
        raise kit.wrong(fit, args, said, form, value)
    assert C is not None and w is not None
    return C.astype(np.float64), w.astype(np.float64), history.astype(np.float64)


def never_rises(kit: Kit, fit: Function, args: Sequence[Any], history: Array) -> None:
    """One entry for each round, one before if you like, and none above the one before it."""
    rounds = args[6]
    at_an_end = len(history) > 1 and history[-2] - history[-1] <= 1e-6 * abs(history[-2])
    if not (rounds <= len(history) <= rounds + 1 or (len(history) < rounds and at_an_end)):
        said = (
            f"history has {plural(len(history), 'entry', 'entries')}; there should be one for each "
            f"of {plural(rounds, 'round')}, and perhaps one before the first"
        )
        raise kit.wrong(fit, args, said, f"{rounds} or {rounds + 1}", len(history))
    for index, (before, after) in enumerate(itertools.pairwise(history)):
        if after > before + 1e-10 * abs(before):
            said = (
                f"history rises from {before:.9g} to {after:.9g} at entry {index + 1}. Neither "
                "Newton's method nor an Armijo step makes the loss larger"
            )
            raise kit.wrong(fit, args, said, "a history that never rises", history)


def is_the_loss(
    kit: Kit, fit: Function, args: Sequence[Any], history: Array, C: Array, w: Array
) -> None:
    """The last entry of the history is the loss of what came back."""
    X, y, _, sigma, rho1, rho2, rounds, *_ = args

    def loss(*inputs: Any) -> list[float]:
        return [rbf.loss(*inputs)]

    last = X, y, C, w, sigma, rho1, rho2
    (expected,) = loss(*last)
    (slack,) = tolerance.derive(loss, last, [expected])
    tolerance.ensure_sharp(slack, expected, "history")
    if abs(history[-1] - expected) <= slack:
        return
    if len(history) == rounds:
        # Each entry may have been taken before its round: the last one tells where the round before
        # the last one ended, which is where one round less ends.
        shorter = *args[:6], rounds - 1, *args[7:]
        C, w, _ = fitted(kit, fit, shorter)
        if abs(history[-1] - loss(X, y, C, w, sigma, rho1, rho2)[0]) <= slack:
            return
    said = (
        f"The last entry of history is {history[-1]:.6g}, but the loss of the C and w that came "
        f"back is {expected:.6g}"
    )
    wrong = kit.wrong(fit, args, said, expected, history[-1])
    for penalties in ((0.0, 0.0), (rho1, 0.0), (0.0, rho2)):
        if abs(history[-1] - rbf.loss(*last[:5], *penalties)) <= slack:
            wrong.diagnosis = (_HISTORY_WITHOUT_PENALTY,)
    raise wrong


@check("fit.history", points=2)
def fit_history(student: Any, kit: Kit) -> None:
    """history is the loss, round by round: it never rises, and ends at what is returned."""
    fit = student.fit
    for P, N, sigma, rho1, rho2, rounds in (
        (12, 3, 0.7, 0.05, 0.02, 3),
        (40, 5, 1.5, 0.02, 0.05, 8),
        # Penalties so large that a step of 1, of 0.1 or even of 0.01 would overshoot.
        (20, 3, 0.7, 0.05, 300.0, 4),
        (20, 3, 0.7, 0.05, 2.0, 4),
        (20, 3, 0.7, 0.05, 20.0, 4),
    ):
        args = *cases.ring(kit.rng, P), N, sigma, rho1, rho2, rounds, 0
        C, w, history = fitted(kit, fit, args)
        never_rises(kit, fit, args, history)
        is_the_loss(kit, fit, args, history, C, w)
    # Fewer rounds with the same seed begin in the same way.
    shorter = *args[:6], 3, 0
    _, _, beginning = fitted(kit, fit, shorter)
    if not np.isclose(beginning[0], history[0], rtol=1e-6, atol=0.0):
        said = (
            "With the same seed, runs of 3 and of 4 rounds should begin alike, but their histories "
            "begin with different numbers"
        )
        raise kit.wrong(fit, shorter, said, history[0], beginning[0])


@check("fit.centers-move", points=2)
def fit_centers_move(student: Any, kit: Kit) -> None:
    """The centres do not stay at the rows where they start."""
    fit = student.fit
    data = cases.ring(kit.rng, 40)
    rounds = [(*data, 5, 0.7, 0.01, 0.01, 5, 1)]
    # A penalty that needs short steps, and a single round with weights that Newton has just found.
    rounds += [(*data, 5, 0.7, 0.05, 20.0, 2, 0)]
    rounds += [(*data, 5, 0.7, rho1, 0.0, 1, seed) for rho1 in (0.01, 0.2) for seed in range(6)]
    for args in rounds:
        C, _, _ = fitted(kit, fit, args)
        if _from_rows(args[0], C).max() < 1e-6:  # however short the first step is that is tried
            said = "Every centre is still at a row of X, where it started"
            wrong = kit.wrong(fit, args, said, "centres that have moved", C)
            if args is rounds[0]:  # after a single round they may also be those of the round before
                wrong.diagnosis = (_CENTERS_STAY,)
            raise wrong


def _from_rows(X: Array, C: Array) -> Array:
    """How far each centre is from the nearest row."""
    return np.asarray(rbf.multiquadric(C, X, 0.0).min(axis=1))


@check("fit.start", points=1)
def fit_start(student: Any, kit: Kit) -> None:
    """The centres start at rows of X."""
    fit = student.fit
    X, y = cases.ring(kit.rng, 30, noise=0.2)
    # A penalty that keeps the weights at nearly nothing: then the centres have no reason to move.
    args = X + 5.0, y, 4, 1.0, 1e3, 0.0, 1, 2
    C, _, _ = fitted(kit, fit, args)
    far = _from_rows(args[0], C)
    if far.max() > 0.05:
        said = (
            f"With rho1 this large the weights are nearly 0 and the centres stay where they start; "
            f"but centre {int(far.argmax())} is {far.max():.3g} away from the nearest row of X"
        )
        raise kit.wrong(fit, args, said, "centres at rows of X", C)


@check("fit.learns", points=2, kind="accuracy")
def fit_learns(student: Any, kit: Kit) -> None:
    """It learns to tell a disc from the ring around it, and two moons from each other."""
    fit = student.fit
    tasks = (
        ("The network for the ring", cases.ring, 8, 0.5, 1e-3, 0.9),
        ("The network for the moons", cases.moons, 12, 0.3, 1e-4, 0.75),
    )
    for what, make, N, sigma, rho, at_least in tasks:
        args = (*make(kit.rng, 80), N, sigma, rho, rho, 8, 0)
        C, w, history = fitted(kit, fit, args)
        test, labels = make(kit.rng, 400)
        share = float(np.mean((rbf.predict_proba(test, C, w, sigma) > 0.5) == labels))
        kit.accuracy(
            share,
            at_least=at_least,
            what=what,
            exhibits=functools.partial(_learnt, args, C, w, history),
        )


def _learnt(args: tuple[Any, ...], C: Array, w: Array, history: Array) -> list[Exhibit]:
    """Where the network draws the line, and how its loss went down."""
    X, y, _, sigma, *_ = args
    wrong = (rbf.predict_proba(X, C, w, sigma) > 0.5) != y
    return [
        picture.plane(
            "What your network makes of the plane",
            X,
            y,
            wrong=wrong,
            height=lambda at: rbf.predict_proba(at, C, w, sigma) - 0.5,
            levels=(0.0,),
            description=f"{int(wrong.sum())} of {len(X)} training rows are on the wrong side.",
        ),
        picture.curves("Loss after each round", history, np.array(rbf.fit(*args)[2])),
    ]


# --- predict_proba -----------------------------------------------------------------------------


@check("predict_proba.values", points=3)
def predicted_probabilities(student: Any, kit: Kit) -> None:
    """Each row gets the sigmoid of its score."""
    predict = student.predict_proba
    sizes = ((2, 2, 2), (4, 3, 2), (1, 3, 2), (5, 1, 1), (40, 5, 4))
    kit.matches(predict, [kit.draw(predict, cases.probabilities, *size) for size in sizes])


@check("predict_proba.large", points=1, kind="robustness")
def large_scores(student: Any, kit: Kit) -> None:
    """Large scores give 0 and 1, not nan."""
    predict = student.predict_proba
    for scale in (1e3, -1e3, 1e6):
        X, C, w, sigma = cases.probabilities(kit.rng, 3)
        args = X, C, scale * np.abs(w), sigma
        expected, value = rbf.predict_proba(*args), predict(*args)
        # However large the score, the answer lies between 0 and 1, and so does its rounding.
        difference = compare.difference("The result", expected, value, 1e-5)
        if difference:
            raise kit.wrong(predict, args, difference, expected, value)
