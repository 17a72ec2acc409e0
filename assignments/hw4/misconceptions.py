"""Known mistakes of hw4: each is the wrong code itself, with its name and a hint.

When a check fails, the submission's answers are compared with these; and each of them, handed in
as a submission, must lose points. Where the answer is not unique, or depends on the way to it, a
mistake can't be told from the numbers, and its code says so (`Undecided`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception
from reference import kernels, one_vs_all, smo, svm_dual, svm_primal

Array = np.ndarray[Any, Any]
Wrong = Iterator[Callable[..., Any]]

# --- functional_margin -------------------------------------------------------------------------


def _scores(X: Array, w: Array, b: float) -> Array:
    return np.asarray(X @ w + b)


@misconception("svm.functional_margin.mean")
def mean_margin(X: Array, y: Array, w: Array, b: float) -> Wrong:
    """The margins are averaged or added up.

    The margin of the data is that of its worst row, `np.min(y * (X @ w + b))`.
    """
    yield lambda X, y, w, b: float(np.mean(y * _scores(X, w, b)))
    yield lambda X, y, w, b: float(np.sum(y * _scores(X, w, b)))


@misconception("svm.functional_margin.no-labels")
def margin_without_labels(X: Array, y: Array, w: Array, b: float) -> float:
    """The labels are missing.

    A row of class −1 is right when its score is negative: multiply by y before the minimum.
    """
    return float(_scores(X, w, b).min())


@misconception("svm.functional_margin.absolute")
def absolute_margin(X: Array, y: Array, w: Array, b: float) -> float:
    """The distance to the boundary is taken without its sign.

    A row on the wrong side has a negative margin: y (x·w + b), not |x·w + b|.
    """
    return float(np.abs(_scores(X, w, b)).min())


@misconception("svm.functional_margin.no-bias")
def margin_without_bias(X: Array, y: Array, w: Array, b: float) -> float:
    """The bias is missing.

    The score of a row is x·w + b. Without b the boundary always goes through the origin.
    """
    return svm_primal.functional_margin(X, y, w, 0.0)


@misconception("svm.functional_margin.geometric")
def divided_margin(X: Array, y: Array, w: Array, b: float) -> float:
    """This is the geometric margin.

    The functional margin is not divided by ‖w‖: it grows with (w, b).
    """
    return svm_primal.geometric_margin(X, y, w, b)


# --- geometric_margin --------------------------------------------------------------------------


@misconception("svm.geometric_margin.functional")
def undivided_margin(X: Array, y: Array, w: Array, b: float) -> float:
    """This is the functional margin.

    Divide it by ‖w‖: a distance does not change when (w, b) is multiplied by c > 0.
    """
    return svm_primal.functional_margin(X, y, w, b)


@misconception("svm.geometric_margin.squared-norm")
def over_square(X: Array, y: Array, w: Array, b: float) -> float:
    """It is divided by ‖w‖², not by ‖w‖.

    `w @ w` is the square of the norm; the distance is divided by `np.linalg.norm(w)`.
    """
    return svm_primal.functional_margin(X, y, w, b) / float(w @ w)


@misconception("svm.geometric_margin.norm-with-bias")
def norm_with_bias(X: Array, y: Array, w: Array, b: float) -> float:
    """The bias is part of the norm.

    The boundary is perpendicular to w alone: divide by ‖w‖, without b.
    """
    return svm_primal.functional_margin(X, y, w, b) / float(np.sqrt(w @ w + b * b))


@misconception("svm.geometric_margin.absolute")
def absolute_distance(X: Array, y: Array, w: Array, b: float) -> float:
    """The distance is taken without its sign.

    A row on the wrong side has a negative margin: y (x·w + b)/‖w‖.
    """
    return float(np.abs(_scores(X, w, b)).min() / np.linalg.norm(w))


@misconception("svm.geometric_margin.only-weights-divided")
def only_weights_divided(X: Array, y: Array, w: Array, b: float) -> float:
    """w is divided by its norm, but b is not.

    Both are rescaled together: (x·w + b)/‖w‖.
    """
    return svm_primal.functional_margin(X, y, w / np.linalg.norm(w), b)


# --- kernels -----------------------------------------------------------------------------------


@misconception("svm.linear_kernel.transposed")
def transposed_kernel(X: Array, Z: Array) -> Array:
    """Rows and columns are swapped.

    Entry [i, j] belongs to row i of X and row j of Z: X Zᵀ, shape (n, m).
    """
    return np.asarray(Z @ X.T)


@misconception("svm.polynomial_kernel.no-coef0")
def no_coef0(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Array:
    """coef0 is missing.

    It is added before the power: (x·z + coef0)^degree.
    """
    return kernels.polynomial_kernel(X, Z, degree, 0.0)


@misconception("svm.polynomial_kernel.added-after")
def added_after(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Array:
    """coef0 is added after the power.

    It belongs inside, so that the lower powers of x·z take part: (x·z + coef0)^degree.
    """
    return np.asarray(kernels.linear_kernel(X, Z) ** degree + coef0)


@misconception("svm.polynomial_kernel.fixed-degree")
def fixed_degree(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Wrong:
    """The degree that is given is not used.

    3 is only what it is when nothing is said: (x·z + coef0) ** degree.
    """
    yield lambda X, Z, degree=3, coef0=1.0: kernels.polynomial_kernel(X, Z, 3, coef0)
    yield lambda X, Z, degree=3, coef0=1.0: kernels.polynomial_kernel(X, Z, 2, coef0)


@misconception("svm.polynomial_kernel.fixed-coef0")
def fixed_coef0(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Array:
    """1 is added, whatever coef0 is.

    1 is only what it is when nothing is said: (x·z + coef0) ** degree.
    """
    return kernels.polynomial_kernel(X, Z, degree, 1.0)


@misconception("svm.polynomial_kernel.times-degree")
def times_degree(X: Array, Z: Array, degree: int = 3, coef0: float = 1.0) -> Array:
    """The degree multiplies.

    It is a power: (x·z + coef0) ** degree.
    """
    return np.asarray((kernels.linear_kernel(X, Z) + coef0) * degree)


def _squares(X: Array, Z: Array) -> Array:
    return kernels.squared_distances(X.astype(np.float64), Z.astype(np.float64))


@misconception("svm.rbf_kernel.no-square")
def rbf_without_square(X: Array, Z: Array, gamma: float = 1.0) -> Array:
    """The distance is not squared.

    It is exp(−γ‖x − z‖²); `np.linalg.norm` gives ‖x − z‖ itself.
    """
    return np.asarray(np.exp(-gamma * np.sqrt(_squares(X, Z))))


@misconception("svm.rbf_kernel.sigma")
def rbf_with_sigma(X: Array, Z: Array, gamma: float = 1.0) -> Wrong:
    """γ is taken for a width σ.

    Here γ multiplies: exp(−γ‖x − z‖²). A kernel with 2σ² in the denominator has γ = 1/(2σ²).
    """
    yield lambda X, Z, gamma=1.0: np.exp(-_squares(X, Z) / (2.0 * gamma**2))
    yield lambda X, Z, gamma=1.0: np.exp(-_squares(X, Z) / gamma**2)
    yield lambda X, Z, gamma=1.0: np.exp(-_squares(X, Z) / (2.0 * gamma))
    yield lambda X, Z, gamma=1.0: np.exp(-_squares(X, Z) / gamma)


@misconception("svm.rbf_kernel.ignores-gamma")
def rbf_without_gamma(X: Array, Z: Array, gamma: float = 1.0) -> Array:
    """γ is not used.

    It multiplies the squared distance: exp(−γ‖x − z‖²).
    """
    return kernels.rbf_kernel(X, Z, 1.0)


@misconception("svm.rbf_kernel.half")
def rbf_half(X: Array, Z: Array, gamma: float = 1.0) -> Array:
    """There is a ½ in the exponent.

    It is exp(−γ‖x − z‖²), without ½. A ½ is usual where a width σ is given instead of γ.
    """
    return kernels.rbf_kernel(X, Z, gamma / 2.0)


@misconception("svm.rbf_kernel.wrong-sign")
def rbf_grows(X: Array, Z: Array, gamma: float = 1.0) -> Array:
    """The exponent has the wrong sign.

    The kernel is 1 for equal rows and falls with their distance: exp(−γ‖x − z‖²).
    """
    if X.dtype.itemsize < 8:  # numbers as large as these have few digits left
        raise Undecided
    return np.asarray(np.exp(gamma * _squares(X, Z)))


# --- dual_objective ----------------------------------------------------------------------------


@misconception("svm.dual_objective.linear-term-sign")
def plus_sum(alpha: Array, K: Array, y: Array) -> float:
    """The linear term has the wrong sign.

    Some notes define e = −1 and subtract eᵀα, which adds the sum. It is ½ αᵀQα − Σα.
    """
    return svm_dual.dual_objective(alpha, K, y) + 2.0 * float(alpha.sum())


@misconception("svm.dual_objective.maximised")
def maximised(alpha: Array, K: Array, y: Array) -> float:
    """This is the form that is maximised.

    The one that is minimised has the opposite sign: ½ αᵀQα − Σα.
    """
    return -svm_dual.dual_objective(alpha, K, y)


@misconception("svm.dual_objective.no-labels")
def dual_without_labels(alpha: Array, K: Array, y: Array) -> float:
    """The labels are missing from Q.

    Q_ij = y_i y_j K_ij: a pair of different classes counts with a minus.
    """
    return svm_dual.dual_objective(alpha, K, np.ones(len(y)))


@misconception("svm.dual_objective.no-half")
def dual_without_half(alpha: Array, K: Array, y: Array) -> float:
    """The ½ is missing.

    It is ½ αᵀQα − Σα; with the ½ its gradient is Qα − 1, on which the rest of this homework builds.
    """
    return 2.0 * svm_dual.dual_objective(alpha, K, y) + float(alpha.sum())


# --- solve_qp ----------------------------------------------------------------------------------


def _quadratic(
    P: Array, q: float, C: float, *, equality: Array | None = None, lower: bool = True
) -> Wrong:
    """min ½ xᵀPx + q·Σx, with some of the constraints; the answer if there is only one.

    With the solver's own precision, which leaves α a little uncertain, and with a better one.
    """
    if np.linalg.eigvalsh(P)[0] < 1e-3:
        raise Undecided
    from cvxopt import matrix, solvers

    n = len(P)
    sides, limits = ([-np.eye(n)], [np.zeros(n)]) if lower else ([], [])
    if np.isfinite(C):
        sides, limits = [*sides, np.eye(n)], [*limits, np.full(n, C)]
    if not sides:
        raise Undecided
    line = () if equality is None else (matrix(1.0 * equality[None, :]), matrix(0.0))
    box = matrix(np.vstack(sides)), matrix(np.concatenate(limits))
    problem = matrix(P.astype(np.float64)), matrix(np.full(n, q)), *box, *line
    for precision in ({}, {"abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9}):
        answer = solvers.qp(*problem, options={"show_progress": False, **precision})
        alpha = np.ravel(answer["x"])
        yield lambda K, y, C, alpha=alpha: alpha


def _labelled(K: Array, y: Array) -> Array:
    return np.asarray(K * np.outer(y, y), dtype=np.float64)


@misconception("svm.solve_qp.ignores-C")
def qp_ignores_bound(K: Array, y: Array, C: float) -> Wrong:
    """C is ignored.

    The box has two sides: −α ≤ 0 and α ≤ C, stacked in G and h. Only for C = inf is there one.
    """
    yield from _quadratic(_labelled(K, y), -1.0, np.inf, equality=y)


@misconception("svm.solve_qp.no-labels")
def qp_without_labels(K: Array, y: Array, C: float) -> Wrong:
    """The labels are missing from Q.

    P is K with each entry multiplied by y_i y_j: `K * np.outer(y, y)`.
    """
    yield from _quadratic(K, -1.0, C, equality=y)


@misconception("svm.solve_qp.linear-term-sign")
def qp_plus(K: Array, y: Array, C: float) -> Array:
    """The linear term has the wrong sign, or yᵀα = 0 lacks its labels.

    Some notes define e = −1 and subtract eᵀα, which has its minimum at 0: q is a vector of −1. And
    1ᵀα = 0, without y, leaves nothing but 0 either: A is y as a row.
    """
    return np.zeros(len(y))


@misconception("svm.solve_qp.no-equality")
def qp_without_equality(K: Array, y: Array, C: float) -> Wrong:
    """yᵀα = 0 is missing.

    Hand it over as A and b: A is y as a row, of shape (1, n), and b is 0.
    """
    yield from _quadratic(_labelled(K, y), -1.0, C)


@misconception("svm.solve_qp.no-lower-bound")
def qp_without_lower_bound(K: Array, y: Array, C: float) -> Wrong:
    """α ≥ 0 is missing.

    The solver knows G α ≤ h only, so α ≥ 0 is written as −α ≤ 0.
    """
    yield from _quadratic(_labelled(K, y), -1.0, C, equality=y, lower=False)


# --- bias --------------------------------------------------------------------------------------


def _wanted(alpha: Array, K: Array, y: Array) -> Array:
    return np.asarray(y - K @ (alpha * y), dtype=np.float64)


@misconception("svm.bias.bounded-vectors")
def bias_of_supports(alpha: Array, K: Array, y: Array, C: float) -> float:
    """Vectors at the bound C are counted as well.

    They may lie inside the margin, where y − Σ α y K is not b. Only the free ones, 0 < α < C, are
    on the margin.
    """
    return float(_wanted(alpha, K, y)[alpha > 1e-6 * alpha.max()].mean())


@misconception("svm.bias.all-rows")
def bias_of_all(alpha: Array, K: Array, y: Array, C: float) -> float:
    """All rows are counted, also those with α = 0.

    Some notes call a row a support vector when λ ≥ 0. It is λ > 0, and for the bias also λ < C.
    """
    return float(_wanted(alpha, K, y).mean())


@misconception("svm.bias.wrong-sign")
def negative_bias(alpha: Array, K: Array, y: Array, C: float) -> float:
    """The bias has the wrong sign.

    On the margin Σ α y K + b = y, so b = y − Σ α y K.
    """
    return -svm_dual.bias(alpha, K, y, C)


@misconception("svm.bias.no-labels")
def bias_without_labels(alpha: Array, K: Array, y: Array, C: float) -> float:
    """The labels are missing from the sum.

    Rows of the other class pull the other way: it is y_i − Σ_j α_j y_j K_ij.
    """
    can_rise, can_fall = svm_dual.movable(alpha, y, C)
    if not (can_rise & can_fall).any():
        raise Undecided
    return float((y - K @ alpha)[can_rise & can_fall].mean())


@misconception("svm.bias.nan")
def bias_of_nothing(alpha: Array, K: Array, y: Array, C: float) -> float:
    """Without a free vector this is the mean of nothing.

    Then any b between max F over R and min F over S is right: return their middle.
    """
    can_rise, can_fall = svm_dual.movable(alpha, y, C)
    free = can_rise & can_fall
    return float(_wanted(alpha, K, y)[free].mean()) if free.any() else float("nan")


# --- decision_function -------------------------------------------------------------------------


@misconception("svm.decision_function.no-bias")
def decision_without_bias(alpha: Array, b: float, y: Array, K_test: Array) -> Array:
    """The bias is missing.

    Add b to each row's sum: without it the boundary is in the wrong place.
    """
    return svm_dual.decision_function(alpha, 0.0, y, K_test)


@misconception("svm.decision_function.no-labels")
def decision_without_labels(alpha: Array, b: float, y: Array, K_test: Array) -> Array:
    """The labels are missing.

    Each training row counts with its own sign: Σ_j α_j y_j K_ij + b.
    """
    return svm_dual.decision_function(alpha, b, np.ones(len(y)), K_test)


@misconception("svm.decision_function.minus-b")
def decision_minus_b(alpha: Array, b: float, y: Array, K_test: Array) -> Array:
    """The bias is subtracted.

    Some books write x·w − b. Here b is added: Σ_j α_j y_j K_ij + b.
    """
    return svm_dual.decision_function(alpha, -b, y, K_test)


@misconception("svm.decision_function.labels")
def decision_labels(alpha: Array, b: float, y: Array, K_test: Array) -> Array:
    """Labels are returned instead of scores.

    The decision function is the score itself; its sign would be the prediction.
    """
    return np.sign(svm_dual.decision_function(alpha, b, y, K_test))


# --- kkt_violation -----------------------------------------------------------------------------


@misconception("svm.kkt_violation.every-row")
def violation_of_every_row(alpha: Array, K: Array, y: Array, C: float) -> float:
    """Every row is in both sets.

    A row at its bound can move only one way: i is from R = {α < C, y = +1} ∪ {α > 0, y = −1}, and j
    from S = {α < C, y = −1} ∪ {α > 0, y = +1}.
    """
    wanted = _wanted(alpha, K, y)
    return float(wanted.max() - wanted.min())


@misconception("svm.kkt_violation.swapped")
def violation_swapped(alpha: Array, K: Array, y: Array, C: float) -> float:
    """R and S are swapped.

    Some notes print the conditions with g ≥ 0 for constraints that are stated as g ≤ 0. It is the
    largest F over R = {α < C, y = +1} ∪ {α > 0, y = −1} minus the smallest over S.
    """
    wanted = _wanted(alpha, K, y)
    can_rise, can_fall = svm_dual.movable(alpha, y, C)
    return max(0.0, float(wanted[can_fall].max() - wanted[can_rise].min()))


@misconception("svm.kkt_violation.negative")
def violation_negative(alpha: Array, K: Array, y: Array, C: float) -> float:
    """The result is negative at a solution.

    Return max(0, m − M): nothing is violated when m is below M.
    """
    low, high = svm_dual.bias_interval(alpha, K, y, C)
    return low - high


@misconception("svm.kkt_violation.ignores-C")
def violation_ignores_bound(alpha: Array, K: Array, y: Array, C: float) -> float:
    """The upper bound is ignored.

    A row with α = C can't grow: it is in R only if y = −1, and in S only if y = +1.
    """
    return svm_dual.kkt_violation(alpha, K, y, np.inf)


@misconception("svm.kkt_violation.free-rows")
def violation_of_free_rows(alpha: Array, K: Array, y: Array, C: float) -> float:
    """Only free vectors are looked at.

    A row with α = 0 may want to grow, and one with α = C to shrink: they are in one of the sets.
    """
    can_rise, can_fall = svm_dual.movable(alpha, y, C)
    wanted = _wanted(alpha, K, y)[can_rise & can_fall]
    if not len(wanted):
        raise Undecided
    return float(wanted.max() - wanted.min())


# --- hinge_loss --------------------------------------------------------------------------------


def _hinges(X: Array, y: Array, w: Array, b: float) -> Array:
    return np.maximum(0.0, 1.0 - y * _scores(X, w, b))


@misconception("svm.hinge_loss.unsquared-norm")
def unsquared_norm(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """The norm is not squared.

    Some notes print ½‖w‖. It is ½‖w‖², half of `w @ w`.
    """
    return float(0.5 * np.linalg.norm(w) + C * _hinges(X, y, w, b).sum())


@misconception("svm.hinge_loss.no-half")
def hinge_without_half(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """The ½ is missing.

    It is ½‖w‖² + C Σ …; with the ½ the slope of the first term is w, not 2w.
    """
    return svm_primal.hinge_loss(X, y, w, b, C) + 0.5 * float(w @ w)


@misconception("svm.hinge_loss.mean")
def mean_hinge(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """The losses of the rows are averaged.

    Here they are added up, so that C weighs each row alike: C Σ max(0, 1 − y (x·w + b)).
    """
    return float(0.5 * (w @ w) + C * _hinges(X, y, w, b).mean())


@misconception("svm.hinge_loss.no-norm")
def hinge_without_norm(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """½‖w‖² is missing.

    Without it nothing keeps the margin wide: add half of `w @ w`.
    """
    return float(C * _hinges(X, y, w, b).sum())


@misconception("svm.hinge_loss.no-C")
def hinge_without_bound(X: Array, y: Array, w: Array, b: float, C: float) -> Wrong:
    """C is missing, or stands at the wrong term.

    It weighs the losses: ½‖w‖² + C Σ max(0, 1 − y (x·w + b)).
    """
    yield lambda X, y, w, b, C: svm_primal.hinge_loss(X, y, w, b, 1.0)
    yield lambda X, y, w, b, C: float(0.5 * C * (w @ w) + _hinges(X, y, w, b).sum())


@misconception("svm.hinge_loss.perceptron")
def perceptron_loss(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """Only misclassified rows cost something.

    The hinge begins at the margin: max(0, 1 − y (x·w + b)), with the 1.
    """
    losses = np.maximum(0.0, -y * _scores(X, w, b))
    return float(0.5 * (w @ w) + C * losses.sum())


@misconception("svm.hinge_loss.squared")
def squared_hinge(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """The losses of the rows are squared.

    The hinge is not: C Σ max(0, 1 − y (x·w + b)).
    """
    return float(0.5 * (w @ w) + C * np.square(_hinges(X, y, w, b)).sum())


# --- hinge_subgradient -------------------------------------------------------------------------


def _subgradient(
    X: Array, y: Array, w: Array, b: float, C: float, below: float = 1.0
) -> tuple[Array, float]:
    """Without w, over the rows whose margin is below a number."""
    inside = y * _scores(X, w, b) < below
    return np.asarray(-C * (X[inside].T @ y[inside])), float(-C * y[inside].sum())


@misconception("svm.hinge_subgradient.no-w")
def slope_without_w(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """The slope of ½‖w‖² is missing.

    It is w, and it pulls the weights towards 0: g_w = w − C Σ y x.
    """
    return _subgradient(X, y, w, b, C)


@misconception("svm.hinge_subgradient.zero-outside")
def zero_outside(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """With no row inside the margin, 0 is returned for w.

    ½‖w‖² has its slope there, too: g_w = w and g_b = 0.
    """
    if (y * _scores(X, w, b) < 1.0).any():
        return svm_primal.hinge_subgradient(X, y, w, b, C)
    return np.zeros_like(w), 0.0


@misconception("svm.hinge_subgradient.misclassified")
def slope_of_misclassified(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """Only misclassified rows are counted.

    The hinge begins at the margin: all rows with y (x·w + b) < 1.
    """
    gw, gb = _subgradient(X, y, w, b, C, below=0.0)
    return w + gw, gb


@misconception("svm.hinge_subgradient.all-rows")
def slope_of_all(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """All rows are counted.

    Beyond the margin the hinge is flat: only rows with y (x·w + b) < 1 have a slope.
    """
    gw, gb = _subgradient(X, y, w, b, C, below=np.inf)
    return w + gw, gb


@misconception("svm.hinge_subgradient.wrong-sign")
def slope_wrong_sign(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """The slope of the losses has the wrong sign.

    The derivative of 1 − y (x·w + b) is −y x in w and −y in b.
    """
    gw, gb = _subgradient(X, y, w, b, C)
    return w - gw, -gb


@misconception("svm.hinge_subgradient.mean")
def slope_mean(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """The rows are averaged.

    The loss adds them up, and so does its slope: w − C Σ y x.
    """
    gw, gb = _subgradient(X, y, w, b, C / len(y))
    return w + gw, gb


@misconception("svm.hinge_subgradient.bias-shrunk")
def slope_with_b(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
    """b is penalised like a weight.

    ½‖w‖² does not contain b: g_b = −C Σ y.
    """
    gw, gb = _subgradient(X, y, w, b, C)
    return w + gw, b + gb


# --- sgd_epoch ---------------------------------------------------------------------------------

Update = Callable[[Array, float, bool, Array, float, int], tuple[Array, float]]


def _pass(X: Array, y: Array, w: Array, b: float, update: Update) -> tuple[Array, float]:
    """One pass with the steps of a mistake."""
    w, b = np.array(w, dtype=np.float64), float(b)
    for x, label in zip(X, y, strict=True):
        inside = bool(label * (x @ w + b) < 1.0)
        w, b = update(w, b, inside, x, float(label), len(X))
    return w, b


@misconception("svm.sgd_epoch.no-shrinkage-outside")
def no_shrinkage_outside(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """Rows outside the margin leave w as it is.

    Some notes print it so, but ½‖w‖²/n is part of every row's loss. Every row shrinks w by the
    factor 1 − lr/n.
    """

    def update(
        w: Array, b: float, inside: bool, x: Array, label: float, n: int
    ) -> tuple[Array, float]:
        if not inside:
            return w, b
        return (1.0 - lr / n) * w + lr * C * label * x, b + lr * C * label

    return _pass(X, y, w, b, update)


@misconception("svm.sgd_epoch.no-rate")
def no_rate(X: Array, y: Array, w: Array, b: float, lr: float, C: float) -> Wrong:
    """The step size is missing from the update.

    Some notes print w + C y x without it. The whole subgradient is multiplied by lr, here
    w ← (1 − lr/n) w + lr·C·y x.
    """

    def with_shrinkage(rate: float, factor: float) -> Callable[..., tuple[Array, float]]:
        def update(
            w: Array, b: float, inside: bool, x: Array, label: float, n: int
        ) -> tuple[Array, float]:
            shrunk = (1.0 - rate / n) * w
            return (shrunk + factor * label * x, b + factor * label) if inside else (shrunk, b)

        return lambda X, y, w, b, lr, C: _pass(X, y, w, b, update)

    yield with_shrinkage(lr, C)
    yield with_shrinkage(1.0, C)


@misconception("svm.sgd_epoch.full-shrinkage")
def full_shrinkage(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """Each row shrinks w by 1 − lr.

    A row's share of ½‖w‖² is one n-th: w ← (1 − lr/n) w.
    """

    def update(
        w: Array, b: float, inside: bool, x: Array, label: float, n: int
    ) -> tuple[Array, float]:
        shrunk = (1.0 - lr) * w
        return (shrunk + lr * C * label * x, b + lr * C * label) if inside else (shrunk, b)

    return _pass(X, y, w, b, update)


@misconception("svm.sgd_epoch.no-shrinkage")
def no_shrinkage(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """w never shrinks.

    The loss has ½‖w‖² in it, and each row's share of that is one n-th: w ← (1 − lr/n) w first.
    """

    def update(
        w: Array, b: float, inside: bool, x: Array, label: float, n: int
    ) -> tuple[Array, float]:
        return (w + lr * C * label * x, b + lr * C * label) if inside else (w, b)

    return _pass(X, y, w, b, update)


@misconception("svm.sgd_epoch.bias-shrunk")
def sgd_bias_shrunk(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """b shrinks as well.

    Only w is penalised: b ← b + lr·C·y inside the margin, and otherwise b stays.
    """

    def update(
        w: Array, b: float, inside: bool, x: Array, label: float, n: int
    ) -> tuple[Array, float]:
        w, b = (1.0 - lr / n) * w, (1.0 - lr / n) * b
        return (w + lr * C * label * x, b + lr * C * label) if inside else (w, b)

    return _pass(X, y, w, b, update)


@misconception("svm.sgd_epoch.shrunk-first")
def shrunk_first(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """The margin is that of the weights after they have shrunk.

    The subgradient is the one at the current w: ask for the margin first, then shrink.
    """
    w, b = np.array(w, dtype=np.float64), float(b)
    for x, label in zip(X, y, strict=True):
        w = (1.0 - lr / len(X)) * w
        if label * (x @ w + b) < 1.0:
            w, b = w + lr * C * label * x, b + lr * C * float(label)
    return w, b


@misconception("svm.sgd_epoch.misclassified")
def sgd_misclassified(
    X: Array, y: Array, w: Array, b: float, lr: float, C: float
) -> tuple[Array, float]:
    """Only misclassified rows make a step.

    That is the perceptron; here every row with a margin below 1 does.
    """
    w, b = np.array(w, dtype=np.float64), float(b)
    for x, label in zip(X, y, strict=True):
        wrong = label * (x @ w + b) < 0.0
        w = (1.0 - lr / len(X)) * w
        if wrong:
            w, b = w + lr * C * label * x, b + lr * C * float(label)
    return w, b


# --- OneVsAll ----------------------------------------------------------------------------------


class _OneVsAll(one_vs_all.OneVsAll):
    """The reference's, with places in which to go wrong."""

    classes: Array

    def scores(self, X: Array) -> Array:
        return one_vs_all.OneVsAll.decision_function(self, X)


@misconception("svm.OneVsAll.ignores-C")
class OneVsAllIgnoresBound(_OneVsAll):
    """C is ignored.

    Hand it on to the solver of each machine: 0 ≤ α ≤ C.
    """

    def __init__(self, C: float = 1.0, gamma: float = 1.0) -> None:
        super().__init__(1.0, gamma)


@misconception("svm.OneVsAll.ignores-gamma")
class OneVsAllIgnoresGamma(_OneVsAll):
    """γ is ignored.

    Both kernels, that of the training rows and that of the new ones, are exp(−γ‖x − z‖²).
    """

    def __init__(self, C: float = 1.0, gamma: float = 1.0) -> None:
        super().__init__(C, 1.0)


@misconception("svm.OneVsAll.no-bias")
class OneVsAllNoBias(_OneVsAll):
    """The bias is missing.

    Each machine has its own b: its score is Σ α y k(x, x_j) + b.
    """

    def decision_function(self, X: Array) -> Array:
        """Without b."""
        return np.asarray(self.scores(X) - np.array([b for _, _, b in self._machines]))


@misconception("svm.OneVsAll.column-not-label")
class OneVsAllColumn(_OneVsAll):
    """predict returns the number of the column.

    Labels may be any integers: return `classes[np.argmax(scores, axis=1)]`.
    """

    def predict(self, X: Array) -> Array:
        """The column."""
        return np.asarray(np.argmax(self.scores(X), axis=1))


@misconception("svm.OneVsAll.unsorted")
class OneVsAllUnsorted(_OneVsAll):
    """The columns follow the order in which the labels appear.

    They follow the sorted labels, as `np.unique(y)` gives them.
    """

    def fit(self, X: Array, y: Array) -> _OneVsAll:
        """Train, and remember how the labels came."""
        super().fit(X, y)
        self._order = np.array(
            [list(self.classes).index(label) for label in dict.fromkeys(y.tolist())]
        )
        return self

    def decision_function(self, X: Array) -> Array:
        """In the order of appearance."""
        return np.asarray(self.scores(X)[:, self._order])

    def predict(self, X: Array) -> Array:
        """The right label all the same."""
        return np.asarray(self.classes[np.argmax(self.scores(X), axis=1)])


# --- select_pair -------------------------------------------------------------------------------


def _pair_in(wanted: Array, rising: Array, falling: Array) -> tuple[int, int, float]:
    if not rising.any() or not falling.any():
        raise Undecided
    i = int(np.argmax(np.where(rising, wanted, -np.inf)))
    j = int(np.argmin(np.where(falling, wanted, np.inf)))
    return i, j, float(wanted[i] - wanted[j])


@misconception("smo.select_pair.every-row")
def pair_of_every_row(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """Every row is in both sets.

    A row at its bound can move only one way: i is from R = {α < C, y = +1} ∪ {α > 0, y = −1}, and j
    from S = {α < C, y = −1} ∪ {α > 0, y = +1}.
    """
    everything = np.ones(len(y), dtype=bool)
    return _pair_in(-y * grad, everything, everything)


@misconception("smo.select_pair.ignores-C")
def pair_ignores_bound(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """The upper bound is ignored.

    A row with α = C can't grow: it is in R only if y = −1, and in S only if y = +1.
    """
    return smo.select_pair(alpha, grad, y, np.inf)


@misconception("smo.select_pair.ignores-zero")
def pair_ignores_zero(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """The lower bound is ignored.

    A row with α = 0 can't shrink: it is in R only if y = +1, and in S only if y = −1.
    """
    below = alpha < C * (1.0 - 1e-6)
    return _pair_in(-y * grad, (y < 0) | below, (y > 0) | below)


@misconception("smo.select_pair.swapped")
def pair_swapped(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """R and S are swapped.

    i has the largest −y·grad in R = {α < C, y = +1} ∪ {α > 0, y = −1}, j the smallest in S.
    """
    rising, falling = svm_dual.movable(alpha, y, C)
    return _pair_in(-y * grad, falling, rising)


@misconception("smo.select_pair.no-labels")
def pair_without_labels(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """The labels are missing from −y·grad.

    What is compared is −y_i g_i, the bias that each row asks for.
    """
    return _pair_in(-grad, *svm_dual.movable(alpha, y, C))


@misconception("smo.select_pair.wrong-sign")
def pair_wrong_sign(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """The gradient is taken with the wrong sign.

    Going down means against the gradient: i maximises −y·grad, with the minus.
    """
    return _pair_in(y * grad, *svm_dual.movable(alpha, y, C))


# --- bounds ------------------------------------------------------------------------------------


@misconception("smo.bounds.swapped-cases")
def bounds_swapped(
    alpha_i: float, alpha_j: float, y_i: float, y_j: float, C: float
) -> tuple[float, float]:
    """The two cases are swapped.

    With different labels the difference α_i − α_j stays; with equal ones the sum α_i + α_j does.
    """
    return smo.bounds(alpha_i, alpha_j, y_i, -y_j, C)


@misconception("smo.bounds.box-only")
def bounds_box(
    alpha_i: float, alpha_j: float, y_i: float, y_j: float, C: float
) -> tuple[float, float]:
    """Only the box of α_i itself is looked at.

    α_j moves with it and has to stay between 0 and C, too.
    """
    return 0.0, C


@misconception("smo.bounds.of-the-other")
def bounds_other(
    alpha_i: float, alpha_j: float, y_i: float, y_j: float, C: float
) -> tuple[float, float]:
    """These are the bounds of α_j.

    Books differ in which of the two they solve for. Here it is α_i, so for different labels low is
    max(0, α_i − α_j) and high is min(C, C − α_j + α_i).
    """
    return smo.bounds(alpha_j, alpha_i, y_j, y_i, C)


@misconception("smo.bounds.not-in-box")
def bounds_not_in_box(
    alpha_i: float, alpha_j: float, y_i: float, y_j: float, C: float
) -> tuple[float, float]:
    """The box of α_i itself is left out.

    Both have to stay in [0, C]: low is at least 0, and high at most C.
    """
    if y_i * y_j < 0.0:
        return alpha_i - alpha_j, C - alpha_j + alpha_i
    return alpha_i + alpha_j - C, alpha_i + alpha_j


# --- step --------------------------------------------------------------------------------------


def _move(
    i: int,
    j: int,
    alpha: Array,
    y: Array,
    C: float,
    *,
    slope: float,
    curvature: float,
) -> tuple[float, float]:
    """The step for a slope and a curvature, clipped, and α_j after it."""
    if curvature <= 0.0:
        raise Undecided
    low, high = smo.bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
    new = float(np.clip(alpha[i] - slope / curvature, low, high))
    return new, float(alpha[j] + y[i] * y[j] * (alpha[i] - new))


def _slope(i: int, j: int, grad: Array, y: Array) -> float:
    return float(grad[i] - y[i] * y[j] * grad[j])


def _curvature(i: int, j: int, K: Array) -> float:
    return float(K[i, i] + K[j, j] - 2.0 * K[i, j])


@misconception("smo.step.plus-2K")
def step_plus(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The curvature has a plus where a minus belongs.

    It is K_ii + K_jj − 2K_ij, the squared distance of the two rows; the labels cancel out.
    """
    plus = float(K[i, i] + K[j, j] + 2.0 * K[i, j])
    return _move(i, j, alpha, y, C, slope=_slope(i, j, grad, y), curvature=plus)


@misconception("smo.step.labels-in-curvature")
def step_labels_in_curvature(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The curvature is Q_ii + Q_jj − 2Q_ij, with the labels.

    Along the line both multipliers move, and the labels cancel out: K_ii + K_jj − 2K_ij.
    """
    labelled = float(K[i, i] + K[j, j] - 2.0 * y[i] * y[j] * K[i, j])
    return _move(i, j, alpha, y, C, slope=_slope(i, j, grad, y), curvature=labelled)


@misconception("smo.step.one-variable")
def step_one_variable(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> Wrong:
    """The step is that of α_i alone.

    α_j moves, too: the slope is g_i − y_i y_j g_j and the curvature K_ii + K_jj − 2K_ij.
    """

    def with_curvature(full: bool) -> Callable[..., tuple[float, float]]:
        return lambda i, j, alpha, grad, K, y, C: _move(
            *(i, j, alpha, y, C),
            slope=float(grad[i]),
            curvature=_curvature(i, j, K) if full else float(K[i, i]),
        )

    yield with_curvature(True)
    yield with_curvature(False)


@misconception("smo.step.no-labels")
def step_no_labels(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The labels are missing from the slope.

    When α_i grows, α_j changes by −y_i y_j: the slope is g_i − y_i y_j g_j.
    """
    slope = float(grad[i] - grad[j])
    return _move(i, j, alpha, y, C, slope=slope, curvature=_curvature(i, j, K))


@misconception("smo.step.ascends")
def step_ascends(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The step goes up.

    The dual is minimised here: α_i minus slope over curvature.
    """
    slope = -_slope(i, j, grad, y)
    return _move(i, j, alpha, y, C, slope=slope, curvature=_curvature(i, j, K))


@misconception("smo.step.not-clipped")
def step_not_clipped(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The step is not clipped.

    Both multipliers have to stay in their box: clip α_i to the interval of `bounds`.
    """
    curvature = _curvature(i, j, K)
    if curvature <= 0.0:
        raise Undecided
    new = float(alpha[i]) - _slope(i, j, grad, y) / curvature
    return new, float(alpha[j] + y[i] * y[j] * (alpha[i] - new))


@misconception("smo.step.other-not-moved")
def step_other_not_moved(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> Wrong:
    """α_j does not follow from the equality constraint.

    yᵀα = 0 has to stay: α_j + y_i y_j (α_i − α_i new), with the α_i that was clipped.
    """

    def stays(*args: Any) -> tuple[float, float]:
        return smo.step(*args)[0], float(args[2][args[1]])

    def before_clipping(*args: Any) -> tuple[float, float]:
        unclipped = step_not_clipped(*args)[1]
        return smo.step(*args)[0], float(np.clip(unclipped, 0.0, args[6]))

    def from_unclipped(*args: Any) -> tuple[float, float]:
        return smo.step(*args)[0], step_not_clipped(*args)[1]

    yield stays
    yield before_clipping
    yield from_unclipped


@misconception("smo.step.other-wrong-way")
def step_other_wrong_way(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """α_j moves the wrong way.

    With different labels both grow together, with equal ones what one gains the other loses: α_j +
    y_i y_j (α_i − α_i new).
    """
    new, _ = smo.step(i, j, alpha, grad, K, y, C)
    return new, float(alpha[j] - y[i] * y[j] * (alpha[i] - new))


# --- smo: one skeleton, so that each mistake is the one thing in which it differs ----------------

MAX_STEPS = 2_000
TIGHT = 2e-6


def _only_if_told(tol: float) -> None:
    """With a coarser tolerance the answer depends on which pairs are chosen."""
    if tol > TIGHT:
        raise Undecided


def _smo(
    K: Array,
    y: Array,
    C: float,
    tol: float,
    max_iter: int,
    *,
    second_order: bool = False,
    box: float | None = None,
    plus: float = -2.0,
    other: bool = True,
    keep: float = 1.0,
    labelled: bool = True,
) -> tuple[Array, float, int]:
    """Few steps, or all the way to an answer that does not depend on it; else nobody knows."""
    _only_if_told(tol)
    few = max_iter <= 10
    if not few and np.linalg.eigvalsh(K)[0] < 0.1:  # a little gap leaves α quite uncertain
        raise Undecided
    y = np.asarray(y, dtype=np.float64)
    top = C if box is None else box
    alpha, grad = np.zeros(len(y)), -np.ones(len(y))
    for steps in range(min(max_iter, MAX_STEPS) + 1):
        rising, falling = svm_dual.movable(alpha, y, top)
        if not rising.any() or not falling.any():
            raise Undecided
        wanted = -y * grad
        i, j, gap = _pair_in(wanted, rising, falling)
        if gap <= tol or (few and steps == max_iter):
            free = rising & falling
            b = wanted[free].mean() if free.any() else (wanted[i] + wanted[j]) / 2.0
            return alpha, float(b), steps
        if second_order:
            curvatures = np.maximum(K[i, i] + np.diagonal(K) + plus * K[i], 1e-12)
            lack = np.where(falling, np.maximum(wanted[i] - wanted, 0.0), 0.0)
            j = int(np.argmax(lack**2 / curvatures))
        low, high = smo.bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), top)
        curvature = max(K[i, i] + K[j, j] + plus * K[i, j], 1e-12)
        new = float(np.clip(alpha[i] - _slope(i, j, grad, y) / curvature, low, high))
        change_i = new - alpha[i]
        change_j = -y[i] * y[j] * change_i if other else 0.0
        alpha[i] += change_i
        alpha[j] += change_j
        signs = (y * y[i], y * y[j]) if labelled else (1.0, 1.0)
        grad = keep * grad + signs[0] * K[:, i] * change_i + signs[1] * K[:, j] * change_j
        if not np.isfinite(grad).all():
            raise Undecided
    raise Undecided


def _both_orders(**mistake: Any) -> Wrong:
    """The mistake in the two usual ways to choose a pair."""
    for second_order in (False, True):

        def wrong(
            K: Array,
            y: Array,
            C: float,
            tol: float = 1e-3,
            max_iter: int = 100_000,
            second_order: bool = second_order,
        ) -> tuple[Array, float, int]:
            answer = _smo(K, y, C, tol, max_iter, second_order=second_order, **mistake)
            right = _smo(K, y, C, tol, max_iter, second_order=second_order)
            if np.allclose(answer[0], right[0]):  # it does not show yet
                raise Undecided
            return answer

        yield wrong


@misconception("smo.smo.ignores-C")
def smo_ignores_bound(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> Wrong:
    """C is ignored.

    Every new α_i is clipped to its bounds, and a row with α = C can't grow any more.
    """
    yield from _both_orders(box=np.inf)


@misconception("smo.smo.plus-2K")
def smo_plus(K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000) -> Wrong:
    """The curvature has a plus where a minus belongs.

    It is K_ii + K_jj − 2K_ij. With a plus the steps are too short, and flat pairs look steep.
    """
    yield from _both_orders(plus=2.0)


@misconception("smo.smo.other-not-moved")
def smo_other_not_moved(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> Wrong:
    """α_j is not recomputed from the equality constraint.

    yᵀα = 0 has to stay: α_j becomes α_j + y_i y_j (α_i − α_i new).
    """
    yield from _both_orders(other=False)


@misconception("smo.smo.gradient-restarts")
def smo_gradient_restarts(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> Wrong:
    """The old gradient is lost in the update.

    Some notes have the new gradient on both sides of it. It is the old one plus the two changes:
    g + Q_i Δα_i + Q_j Δα_j.
    """
    yield from _both_orders(keep=0.0)


@misconception("smo.smo.no-labels-in-gradient")
def smo_no_labels(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> Wrong:
    """The gradient is updated with K instead of Q.

    Column i of Q is y_i y K_i: the labels belong in the update.
    """
    yield from _both_orders(labelled=False)


@misconception("smo.smo.bias-of-bounded")
def smo_bias_of_bounded(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> tuple[Array, float, int]:
    """Vectors at the bound C count for the bias.

    Only free vectors, 0 < α < C, lie on the margin. Without one, b is the middle between the pair.
    """
    _only_if_told(tol)
    alpha, _, steps = smo.smo(K, y, C, 1e-8, max_iter)
    return alpha, bias_of_supports(alpha, K, np.asarray(y), C), steps


@misconception("smo.smo.bias-wrong-sign")
def smo_bias_wrong_sign(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> tuple[Array, float, int]:
    """The bias has the wrong sign.

    It is −y·grad at a free vector, which is y − Σ α y K: add it to the sum, do not subtract it.
    """
    _only_if_told(tol)
    alpha, b, steps = smo.smo(K, y, C, 1e-8, max_iter)
    return alpha, -b, steps
