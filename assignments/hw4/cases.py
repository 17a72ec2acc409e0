"""The inputs of hw4's checks: made from a generator, from small to large.

Mistakes that have a check of their own must not show in the others: multipliers lie exactly on
their bounds or clearly between them, margins stay clear of 1 (where either subgradient is right),
and no pair is the best by a rounding error. Ties, flat directions and rows that stand there twice
have checks of their own.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.kit import drawn_once
from reference import kernels, one_vs_all, svm_dual, svm_primal
from reference.smo import bounds, smo

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]
Kernel = Callable[[Array, Array], Array]

# --- rows and labels ---------------------------------------------------------------------------


def rows(rng: Rng, n: int, d: int = 2) -> Array:
    """Two decimals, so that what is shown can be pasted."""
    return np.asarray(np.round(rng.normal(size=(n, d)), 2))


def labels(rng: Rng, n: int) -> Array:
    """−1 and +1, both of them if there is room."""
    y: Array = rng.choice([-1.0, 1.0], size=n)
    if n > 1:
        y[0], y[-1] = 1.0, -1.0
    return y


def _away_from_zero(rng: Rng, size: int) -> Array:
    sign = rng.choice([-1.0, 1.0], size=size)
    return np.asarray(np.round(sign * rng.uniform(0.3, 1.5, size=size), 2))


def single_precision(case: Case) -> Case:
    """The same case in float32 and Fortran's order, which no longer lies row by row."""
    return tuple(
        np.asfortranarray(part, dtype=np.float32) if isinstance(part, np.ndarray) else part
        for part in case
    )


def strided(case: Case) -> Case:
    """The same case in arrays that are every other entry of larger ones."""

    def spread(part: Any) -> Any:
        if not isinstance(part, np.ndarray):
            return part
        wide = np.zeros([2 * size for size in part.shape], dtype=part.dtype)
        every_other = wide[(slice(None, None, 2),) * part.ndim]
        every_other[...] = part
        return every_other

    return tuple(map(spread, case))


# --- margins and the primal --------------------------------------------------------------------


def plane(rng: Rng, n: int, d: int = 2, *, wrong: bool = False) -> Case:
    """Rows, labels, weights and bias: arguments of the margins.

    All rows are on their own side, or the closest to the boundary and another are not.
    """
    while True:
        X, w = rows(rng, n, d), _away_from_zero(rng, d)
        b = float(_away_from_zero(rng, 1)[0])
        scores = X @ w + b
        y = np.where(scores > 0.0, 1.0, -1.0)
        if wrong:
            flipped = rng.permutation(n)[: max(1, n // 3)]
            y[flipped] *= -1.0
        margins = np.sort(y * scores)
        both = n == 1 or len(set(y)) == 2
        # The smallest one is clearly so, and not the smallest in size if rows are wrong.
        apart = n == 1 or margins[1] - margins[0] > 0.05
        closest = not wrong or n == 1 or np.abs(scores).min() < np.abs(margins[0]) - 0.05
        if both and apart and closest and np.abs(margins[0]) > 0.1 and _uneven(w):
            return X, y, w, b


def _uneven(w: Array) -> bool:
    """A norm that is neither its own square nor the norm of the weights with the bias."""
    return abs(float(np.linalg.norm(w)) - 1.0) > 0.1


def hinge(rng: Rng, n: int, d: int = 2, C: float = 0.5) -> Case:
    """Rows, labels, weights, bias and C: arguments of `hinge_loss` and of its subgradient.

    Some rows are outside the margin, some between it and the boundary, some on the wrong side; of
    both labels, and in different numbers.
    """
    while True:
        X, w, y = rows(rng, n, d), _away_from_zero(rng, d), labels(rng, n)
        b = float(_away_from_zero(rng, 1)[0])
        margins = y * (X @ w + b)
        inside = margins < 1.0
        clear = np.abs(margins - 1.0).min() > 0.1 and np.abs(margins).min() > 0.02
        kinds = n < 4 or (
            (margins > 1.0).sum() >= 1 and (margins < 0.0).any() and (inside & (margins > 0)).any()
        )
        if clear and kinds and _uneven(w) and inside.any() and abs(y[inside].sum()) > 0.5:
            return X, y, w, b, C


def outside(rng: Rng, n: int, d: int = 2, C: float = 2.0) -> Case:
    """The same with all rows outside the margin."""
    while True:
        X, w = rows(rng, 8 * n, d), 2.0 * _away_from_zero(rng, d)
        b = float(_away_from_zero(rng, 1)[0])
        scores = X @ w + b
        far = np.flatnonzero(np.abs(scores) > 1.2)[:n]
        y = np.where(scores > 0.0, 1.0, -1.0)[far]
        if len(far) == n and (n == 1 or len(set(y)) == 2):
            return X[far], y, w, b, C


def near_the_margin(rng: Rng) -> Case:
    """The same with margins of 0.995, 1.02, 0.97, −0.5 and 1.005, in some order."""
    along = np.array([0.995, 1.02, -0.97, 0.5, -1.005])
    y = np.array([1.0, 1.0, -1.0, -1.0, -1.0])
    X = np.column_stack([2.0 * along - 0.4, rng.choice([-0.5, 0.5, 1.5], size=5)])
    order = rng.permutation(5)
    return X[order], y[order], np.array([0.5, 0.0]), 0.2, 0.7


def on_the_margin(rng: Rng) -> Case:
    """Rows of which three have a margin of exactly 1, in numbers that leave nothing to rounding.

    No two choices among them have the same sum of y x, so g_w tells which of them g_b must count.
    """
    X = np.array([[2.0, 0.5], [-1.0, 0.0], [0.5, -0.5], [-2.0, 1.0], [0.0, 1.5], [2.0, -2.5]])
    X = X[rng.permutation(len(X))]
    w, b = np.array([0.5, 0.0]), 0.0
    y = np.where(X[:, 0] >= 0.0, 1.0, -1.0)
    return X, y, w, b, float(rng.choice([0.5, 2.0]))


def sgd_pass(rng: Rng, n: int, d: int = 2, lr: float = 0.2, C: float = 1.5) -> Case:
    """Arguments of `sgd_epoch`: no row's margin comes near 1, and some rows are on each side."""
    while True:
        X, y, w = rows(rng, n, d), labels(rng, n), 1.5 * _away_from_zero(rng, d)
        b = float(_away_from_zero(rng, 1)[0])
        margins = _margins_on_the_way(X, y, w, b, lr, C)
        inside = margins < 1.0
        mixed = n == 1 or (inside.any() and not inside.all())
        if np.abs(margins - 1.0).min() > 0.05 and mixed:
            return X, y, w, b, lr, C


def _margins_on_the_way(X: Array, y: Array, w: Array, b: float, lr: float, C: float) -> Array:
    margins = []
    for t in range(len(X)):
        margins.append(float(y[t] * (X[t] @ w + b)))
        w = (1.0 - lr / len(X)) * w + (lr * C * y[t] * X[t] if margins[-1] < 1.0 else 0.0)
        b = b + (lr * C * float(y[t]) if margins[-1] < 1.0 else 0.0)
    return np.array(margins)


def sgd_near_the_margin(shrinks_inside: bool) -> Case:
    """Arguments of `sgd_epoch`: one row, a little inside the margin or a little outside.

    The latter is inside with the weights as they are after the step.
    """
    X, y, w, b = np.array([[1.0, 2.0]]), np.array([1.0]), np.array([0.45, 0.2]), 0.1
    if shrinks_inside:
        y, w, b = -y, np.array([-0.35, -0.3]), -0.1
    return X, y, w, b, 0.3, 1.5


def sgd_outside(rng: Rng, n: int, d: int = 2, lr: float = 0.3) -> Case:
    """Arguments of `sgd_epoch` for which every row stays outside the margin all the way."""
    while True:
        X, y, w, b, C = outside(rng, n, d)
        if _margins_on_the_way(X, y, w, b, lr, C).min() > 1.05:
            return X, y, w, b, lr, C


# --- kernels -----------------------------------------------------------------------------------


def two_sets(rng: Rng, n: int, m: int, d: int = 2, *options: Any) -> Case:
    """Rows, other rows, and options: arguments of a kernel."""
    while True:
        X, Z = rows(rng, n, d), rows(rng, m, d)
        squares = kernels.squared_distances(X, Z)
        products = np.abs(X @ Z.T)
        # At a distance of 1 it would not matter whether it is squared, nor a power of 1.
        if np.abs(squares - 1.0).max() > 0.3 and products.max() > 0.3 and squares.min() < 4.0:
            return X, Z, *options


# --- problems ----------------------------------------------------------------------------------

rbf = functools.partial(kernels.rbf_kernel, gamma=0.7)
quadratic = functools.partial(kernels.polynomial_kernel, degree=2)


def overlapping(rng: Rng, n: int, distance: float = 0.6) -> tuple[Array, Array]:
    """Rows of two classes that no line separates, no two of them close together."""
    while True:
        y = rng.permutation(np.where(np.arange(n) < n // 2, 1.0, -1.0))
        X = np.round(1.4 * rng.normal(size=(n, 2)) + distance * y[:, None], 2)
        squares = kernels.squared_distances(X, X) + np.eye(n)
        if n > 40 or squares.min() > 0.05:
            return X, y


def separated(rng: Rng, n: int, gap: float = 1.2) -> tuple[Array, Array]:
    """Rows of two classes with a wide street between them."""
    while True:
        X = np.round(1.5 * rng.normal(size=(8 * n, 2)), 2)
        along = X @ np.array([0.6, 0.8]) - 0.4
        far = np.flatnonzero(np.abs(along) > gap / 2)[:n]
        y = np.where(along[far] > 0.0, 1.0, -1.0)
        if len(far) == n and abs(y.sum()) <= n / 3:
            return X[far], y


@drawn_once
def soft(rng: Rng, n: int, C: float, kernel: Kernel = rbf) -> tuple[Array, Array, Array, float]:
    """X, K, y and C: of the solution's multipliers some are 0, some C, some between.

    Where all that can't be had, in a problem of a few rows, some are at C and some are not.
    """
    while True:
        X, y = overlapping(rng, n)
        K = kernel(X, X)
        if not _looks_soft(K, y, C, n):
            continue
        alpha = solution(K, y, C)
        at_zero, at_top = (alpha == 0.0).sum(), (alpha == C).sum()
        free = alpha[(alpha > 0.0) & (alpha < C)]
        clear = len(free) and free.min() > 0.05 * C and free.max() < 0.95 * C
        if clear and at_top >= 2 and (n < 8 or at_zero >= 1) and (n < 8 or len(free) >= 2):
            return X, K, y, C


def scaled(problem: Any, kernel: Kernel, factor: float) -> Any:
    """X, K, y, C and kernel of the same problem with multipliers that are so many times larger.

    α and C are multiplied, K is divided: every row asks for the same bias as before.
    """
    X, K, y, C = problem

    def divided(X: Array, Z: Array) -> Array:
        return np.asarray(kernel(X, Z) / factor)

    return X, K / factor, y, C * factor, divided


def large_multipliers(rng: Rng) -> list[Any]:
    """X, K, y, C and kernel: a large C, and multipliers on it and below it that are large, too."""
    return [scaled(soft(rng, 10, 1.0), rbf, C) for C in (10.0, 100.0, 1000.0)]


def uneven_multipliers() -> Any:
    """X, K, y, C and kernel: two multipliers are 1, and two 1/196; no bound touches any of them.

    The rows are so far apart that each multiplier is one over its entry of K. The small ones matter
    as much: without them their rows are not on the margin but on the boundary.
    """

    def bumps(X: Array, Z: Array) -> Array:
        return np.asarray(np.outer(_height(X), _height(Z)) * kernels.rbf_kernel(X, Z))

    X = 10.0 * np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    return X, bumps(X, X), np.array([1.0, -1.0, 1.0, -1.0]), 2.0, bumps


def _height(X: Array) -> Array:
    return np.where(X[:, 0] > 5.0, 14.0, 1.0)


def close_rows(rng: Rng) -> list[Any]:
    """X, K, y, C and kernel for C = ∞ and rows so close to the boundary that α has to be large."""
    line = kernels.linear_kernel
    made = []
    for distance in (0.5, 0.03):  # 2/distance² is what both multipliers have to be
        two = np.array([[0.0, 0.0], [distance, 0.0]])
        made.append((two, line(two, two), np.array([-1.0, 1.0]), np.inf, line))
    for n, share in ((6, 0.2), (8, 0.02)):
        X, _, y, C = hard(rng, n)
        X = np.round(share * X, 4)
        made.append((X, line(X, X), y, C, line))
    return made


def _looks_soft(K: Array, y: Array, C: float, n: int) -> bool:
    """A quick look first: most problems that are drawn are not of that kind."""
    alpha, _, _ = smo(K, y, C, 0.05)
    return bool((alpha == C).sum() >= 2 and ((alpha > 0.0) & (alpha < C)).any())


@drawn_once
def hard(rng: Rng, n: int, kernel: Kernel = kernels.linear_kernel) -> Any:
    """X, K, y and C = ∞, for rows that can be separated; no multiplier is next to nothing."""
    while True:
        X, y = separated(rng, n)
        K = kernel(X, X)
        alpha = solution(K, y, np.inf)
        used = alpha[alpha > 0.0]
        if used.min() > 0.02 and used.max() < 5.0:
            return X, K, y, np.inf


def solution(K: Array, y: Array, C: float) -> Array:
    """A solution that lies exactly on its bounds where it touches them."""
    alpha, _, _ = smo(K, y, C, 1e-9, 50_000)
    return alpha


def least(K: Array, y: Array, C: float) -> float:
    """The smallest value of the dual objective."""
    alpha, _, _ = smo(K, y, C, 1e-7, 200_000)
    return svm_dual.dual_objective(alpha, K, y)


def duplicates(rng: Rng, n: int, C: float) -> Any:
    """Every row stands there twice, and some with both labels."""
    X, y = overlapping(rng, n)
    X, y = np.concatenate([X, X]), np.concatenate([y, y])
    y[n] *= -1.0
    y[n + 1] *= -1.0
    return X, rbf(X, X), y, C


def nearly_singular(rng: Rng, n: int, C: float) -> Any:
    """A kernel so wide that all of its entries are nearly the same."""
    X, y = overlapping(rng, n)
    return X, kernels.rbf_kernel(X, X, 1e-3), y, C


def tiny_bound(rng: Rng, n: int, C: float = 0.01) -> Any:
    """C so small that every multiplier is on it: no vector is free.

    Then each of them has to be moved, two in a step: whatever pairs are chosen, it takes n/2 steps.
    """
    X, y = overlapping(rng, n)
    return X, rbf(X, X), y, C


def one_sided(rng: Rng, n: int) -> Any:
    """Many rows of one class and two of the other."""
    X, y = overlapping(rng, n, distance=1.0)
    y = np.ones(n)
    y[:2] = -1.0
    return X, rbf(X, X), y, 2.0


def degenerate(rng: Rng) -> list[Any]:
    """X, K, y and C of problems with more than one answer, or none that is free, or worse."""
    X, y = separated(rng, 12)
    line = np.column_stack([X[:, 0], np.zeros(12)])
    line[:, 0] += 3.0 * y  # all rows on a line: K has rank 1
    twins = np.tile(np.round(rng.normal(size=(1, 2)), 2), (2, 1))
    return [
        (twins, rbf(twins, twins), np.array([1.0, -1.0]), 0.5),
        duplicates(rng, 6, 0.5),
        tiny_bound(rng, 10),
        nearly_singular(rng, 10, 1.0),
        one_sided(rng, 9),
        (line, kernels.linear_kernel(line, line), y, np.inf),
        (X, kernels.linear_kernel(X, X), y, 100.0),  # a bound that nothing touches
    ]


# --- multipliers -------------------------------------------------------------------------------


def multipliers(rng: Rng, n: int, C: float) -> tuple[Array, Array]:
    """α and y: multipliers on their bounds and between, with yᵀα = 0."""
    top = C if np.isfinite(C) else 2.0
    while True:
        y = labels(rng, n)
        quarters = _balanced(y, rng.choice([0, 4, 0, 4, 1, 2, 3], size=n), rng.permutation(n))
        alpha = top * quarters / 4.0
        kinds = (quarters == 0, quarters == 4, quarters % 4 > 0)
        several = n < 5 or all(kind.any() for kind in kinds)
        if abs(float(y @ alpha)) < 1e-9 and several and alpha.max() > 0.0:
            return alpha, y


def _balanced(y: Array, quarters: Array, order: Array) -> Array:
    """A change here and there, so that those of both labels have the same sum."""
    excess = int(y @ quarters)
    for k in order:
        if excess == 0:
            break
        label, before = int(y[k]), int(quarters[k])
        quarters[k] = min(max(before - excess * label, 0), 4)
        excess += label * (int(quarters[k]) - before)
    return quarters


def dual_point(rng: Rng, n: int, C: float) -> tuple[Array, Array, Array]:
    """α, K and y: arguments of `dual_objective`."""
    alpha, y = multipliers(rng, n, C)
    X = rows(rng, n)
    return alpha, np.round(rbf(X, X), 2), y


@drawn_once
def violated(rng: Rng, n: int, C: float, apart: bool = False) -> Case:
    """α, K, y and C, far from optimal: arguments of `kkt_violation`.

    The maximal violating pair is not the one that would violate the most if every row could move;
    and if the cases are to be told apart, not if rows at one of the bounds could, either.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        if apart:  # with a linear kernel rows are wrong that are far away
            X = rows(rng, n)
            K = np.round(kernels.linear_kernel(X, X), 2)
        wanted = y - K @ (alpha * y)
        can_rise, can_fall = svm_dual.movable(alpha, y, C)
        if not can_rise.any() or not can_fall.any():
            continue
        m, M = wanted[can_rise].max(), wanted[can_fall].min()
        far = wanted.max() - m > 0.1 or M - wanted.min() > 0.1
        telling = _tells_apart(wanted, alpha, y, C) if apart else far
        if m - M > 0.1 and (telling or n < 4 or not np.isfinite(C)):
            return alpha, K, y, C


def _tells_apart(wanted: Array, alpha: Array, y: Array, C: float) -> bool:
    """Whether it shows which of the two bounds was forgotten, or both of them, or none."""
    above, below, positive = alpha > 0.0, alpha < C, y > 0.0
    free = np.ones(len(y), dtype=bool)
    gaps = []
    for shrinks, grows in ((above, below), (free, below), (above, free), (free, free)):
        rising, falling = np.where(positive, grows, shrinks), np.where(positive, shrinks, grows)
        gaps.append(float(wanted[rising].max() - wanted[falling].min()))
    return bool(np.diff(np.sort(gaps)).min() > 0.05)


def slightly_violated(a: float) -> Case:
    """The same where the conditions are violated by just 2 − 4a; a = ½ solves the problem."""
    return np.array([a, a]), 2.0 * np.eye(2), np.array([1.0, -1.0]), 1.0


def in_small_numbers(rng: Rng, n: int, small: float = 0.01) -> Case:
    """The same with multipliers that are small because C is, and of which the free ones matter."""
    while True:
        alpha, K, y, C = violated(rng, n, 1.0)
        free = (alpha > 0.0) & (alpha < C)
        right = svm_dual.kkt_violation(alpha, K, y, C)
        wanted = y - K @ (alpha * y)
        others = [_gap(wanted, np.where(free, end, alpha), y, C) for end in (0.0, C)]
        if min(abs(right - other) for other in others) > 0.1:
            return shrunk((alpha, K, y, C), small)


def pair_in_small_numbers(rng: Rng, n: int, small: float = 0.01) -> Case:
    """Such a point as arguments of `select_pair`."""
    while True:
        alpha, K, y, C = in_small_numbers(rng, n, small)
        grad = np.round(y * (K @ (alpha * y)) - 1.0, 3)
        can_rise, can_fall = svm_dual.movable(alpha, y, C)
        if _is_single((-y * grad)[can_rise]) and _is_single((y * grad)[can_fall]):
            return alpha, grad, y, C


def shrunk(case: Case, small: float = 0.01) -> Case:
    """α, K, y and C of the same problem in multipliers that are so many times smaller."""
    alpha, K, y, C = case
    return small * alpha, K / small, y, small * C


def _gap(wanted: Array, alpha: Array, y: Array, C: float) -> float:
    """What a pair violates at most if the multipliers were these; nothing if there is no pair."""
    rising, falling = (np.where(sign * y > 0.0, alpha < C, alpha > 0.0) for sign in (1.0, -1.0))
    if not rising.any() or not falling.any():
        return 0.0
    return float(wanted[rising].max() - wanted[falling].min())


@drawn_once
def solved(rng: Rng, n: int, C: float) -> Case:
    """α, K, y and C at a solution with several free vectors: arguments of `bias`."""
    while True:
        _, K, y, C = soft(rng, n, C) if np.isfinite(C) else hard(rng, n)
        alpha = solution(K, y, C)
        wanted = y - K @ (alpha * y)
        free = (alpha > 0.0) & (alpha < C)
        b = wanted[free].mean()
        # What the bounded vectors ask for is something else, and the bias is not next to nothing.
        bounded = (alpha == C) & ~free
        differs = not bounded.any() or abs(wanted[bounded].mean() - b) > 0.1
        zeros = not (alpha == 0.0).any() or abs(wanted[alpha == 0.0].mean() - b) > 0.05
        if abs(b) > 0.05 and differs and zeros:
            return alpha, K, y, C


@drawn_once
def without_free(rng: Rng, n: int) -> Case:
    """The same for a solution that is on a bound everywhere.

    Neither 0 is among the right biases, nor what the rows ask for on the average.
    """
    while True:
        X, y = overlapping(rng, n)
        X = np.round(X + 4.0, 2)  # the boundary is then far from the origin, and the bias from 0
        C = float(rng.choice([0.02, 0.03, 0.05]))
        K = kernels.linear_kernel(X, X)
        alpha = solution(K, y, C)
        if ((alpha > 0.0) & (alpha < C)).any() or not (alpha > 0.0).all():
            continue
        low, high = svm_dual.bias_interval(alpha, K, y, C)
        mean = float((y - K @ (alpha * y)).mean())
        off = max(low - mean, mean - high) > 0.03
        if high - low > 0.05 and (low > 0.1 or high < -0.1) and off:
            return alpha, K, y, C


def far_away(rng: Rng, label: float) -> Case:
    """The same on a line far from the origin: every row asks for a bias of one sign, that of label.

    Half of what an end of the interval is lies outside of it, too.
    """
    along = round(float(rng.uniform(8.0, 10.0)), 1) + np.array([0.0, 1.0, 1.5, 2.5])
    order = rng.permutation(4)
    X, y = along[order, None], label * np.array([1.0, 1.0, -1.0, -1.0])[order]
    return np.full(4, 0.1), kernels.linear_kernel(X, X), y, 0.1


def only_free(rng: Rng) -> Case:
    """The same for two rows, both of them free, that ask for a bias far from 0."""
    while True:
        X, y, C = rows(rng, 2), labels(rng, 2), 5.0
        K = kernels.linear_kernel(X, X)
        alpha = solution(K, y, C)
        if 0.2 < alpha.min() <= alpha.max() < 4.0 and abs(svm_dual.bias(alpha, K, y, C)) > 0.5:
            return alpha, K, y, C


def single_pair(rng: Rng) -> list[tuple[Array, Array, float]]:
    """K, y and C of problems of two rows: one step solves them, and no bound stops it.

    In the second one the rows are close together: K_jj − 2K_ij alone would be negative.
    """
    while True:
        X = rows(rng, 2)
        K = rbf(X, X)
        if 0.6 < K[0, 1] < 0.85:
            return [only_free(rng)[1:], (K, labels(rng, 2), 20.0)]


# --- sequential minimal optimisation -----------------------------------------------------------


def violating_point(rng: Rng, n: int, C: float, apart: bool = False) -> Case:
    """α, grad, y and C: arguments of `select_pair`, with a pair that is clearly the best."""
    while True:
        alpha, K, y, _ = violated(rng, n, C, apart)
        grad = np.round(y * (K @ (alpha * y)) - 1.0, 3)
        wanted = -y * grad
        can_rise, can_fall = svm_dual.movable(alpha, y, C)
        if _is_single(wanted[can_rise]) and _is_single(-wanted[can_fall]):
            return alpha, grad, y, C


def limited_point(rng: Rng, n: int, C: float) -> Case:
    """Such arguments with a row that can't rise, and with one that can't fall."""
    while True:
        alpha, grad, y, _ = violating_point(rng, n, C)
        can_rise, can_fall = svm_dual.movable(alpha, y, C)
        if not can_rise.all() and not can_fall.all():
            return alpha, grad, y, C


def _is_single(values: Array) -> bool:
    """Whether the largest is clearly so."""
    values = np.sort(values)
    return len(values) == 1 or bool(values[-1] - values[-2] > 0.02)


def tied_point(rng: Rng, n: int, C: float) -> Case:
    """The same where two rows or more are equally good, in each place."""
    alpha, grad, y, _ = violating_point(rng, n, C)
    return np.tile(alpha, 2), np.tile(grad, 2), np.tile(y, 2), C


def pair(rng: Rng, C: float, y_i: float, y_j: float, binding: str) -> Case:
    """Arguments of `bounds`; `binding` says of low and high what the box of the other one does."""
    top = C if np.isfinite(C) else 2.0
    while True:
        alpha_i, alpha_j = (round(float(part), 2) for part in top * rng.uniform(0.1, 0.9, size=2))
        low, high = bounds(alpha_i, alpha_j, y_i, y_j, C)
        bound = f"{'low' if low > 0.05 * top else ''}{'high' if high < C - 0.05 * top else ''}"
        if bound == binding and abs(alpha_i - alpha_j) > 0.1 * top:
            return alpha_i, alpha_j, y_i, y_j, C


def nearly_flat(rng: Rng, n: int, C: float, distance: float, grows: bool) -> Case:
    """Arguments of `step` for two rows that are so close that the curvature is small.

    The minimum lies between the bounds all the same, far from them, and α_i grows or shrinks.
    """
    while True:
        alpha, y = multipliers(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        X = rows(rng, n)
        X[j] = np.round(X[i] + rng.choice([-1.0, 1.0], size=2) * distance, 2)
        K = np.round(rbf(X, X), 4)
        curvature = K[i, i] + K[j, j] - 2.0 * K[i, j]
        grad = y * (K @ (alpha * y)) - 1.0
        slope = grad[i] - y[i] * y[j] * grad[j]
        low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        new = alpha[i] - slope / curvature
        room = min(new - low, high - new)
        far = room > 0.1 * C and abs(new - alpha[i]) > 0.05 * C
        if y[i] == y[j] and far and (new > alpha[i]) == grows:
            return i, j, alpha, grad, K, y, C


@drawn_once
def two_variables(
    rng: Rng, n: int, C: float, end: str, same: bool, by_other: bool | None = None
) -> Case:
    """Arguments of `step`; `end` says where the new α_i comes to lie: inside, low or high.

    Where that is a bound, `by_other` says whether it is the box of α_j that sets it.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        K = np.round(K * np.outer(*[rng.uniform(0.8, 1.4, size=n)] * 2), 2)
        K = np.maximum(K, K.T)
        grad = y * (K @ (alpha * y)) - 1.0
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        if (y[i] == y[j]) != same:
            continue
        low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        curvature = K[i, i] + K[j, j] - 2.0 * K[i, j]
        slope = grad[i] - y[i] * y[j] * grad[j]
        if curvature < 0.3 or abs(slope) < 0.1 or abs(grad[j]) < 0.1 or K[i, j] < 0.1:
            continue
        # … and clearly so, whatever the unclipped minimiser is.
        aim, top = alpha[i] - slope / curvature, C if np.isfinite(C) else 2.0
        where = "low" if aim < low - 0.05 * top else "high" if aim > high + 0.05 * top else ""
        if low + 0.05 * top < aim < high - 0.05 * top:
            where = "inside"
        new = min(max(aim, low), high)
        others = {"low": low > 0.05 * top, "high": high < 0.95 * C}.get(end)
        if by_other is not None and others != by_other:
            continue
        if where == end and abs(new - alpha[i]) > 0.05 * top:
            return i, j, alpha, grad, K, y, C


def flat(rng: Rng, n: int, C: float, by_other: bool) -> Case:
    """Arguments of `step` for two rows that are the same one, with different labels.

    The step goes to the upper end; `by_other` says whether it is the box of α_j that sets it.
    With equal labels the objective would not change at all, and any answer would be right.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        if y[i] == y[j]:
            continue
        K[j] = K[i]
        K[:, j] = K[:, i]
        K[i, i] = K[j, j] = K[i, j] = K[j, i] = 1.0
        grad = y * (K @ (alpha * y)) - 1.0
        _, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        if high - alpha[i] > 0.1 * C and (high < 0.95 * C) == by_other:
            return i, j, alpha, grad, K, y, C


def flat_downwards(rng: Rng, n: int, C: float, by_other: bool) -> Case:
    """Arguments of `step` where the straight line falls towards the lower end.

    Rows that are the same can't do that: K is a symmetric matrix here and no kernel's. What
    the step has to do is said all the same, by the two rows' four entries and the gradient.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        K[i, i] = K[j, j] = K[i, j] = K[j, i] = 1.0
        grad = y * (K @ (alpha * y)) - 1.0
        slope = grad[i] - y[i] * y[j] * grad[j]
        low, _ = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        if slope > 0.1 and alpha[i] - low > 0.1 * C and (low > 0.05 * C) == by_other:
            return i, j, alpha, grad, K, y, C


def tilted(rng: Rng, n: int, C: float, slope: float) -> Case:
    """The same with exactly that slope, whatever it is; both ends are far enough.

    A third row makes it so, and grad stays the gradient: the objective may be asked as well.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        others = [m for m in range(n) if m not in (i, j) and alpha[m] > 0.2 * C]
        if min(alpha[i] - low, high - alpha[i]) < 0.1 * C or not others:
            continue
        K[i, i] = K[j, j] = K[i, j] = K[j, i] = 1.0
        grad = y * (K @ (alpha * y)) - 1.0
        m, same = others[0], y[i] * y[j]
        K[i, m] += y[i] * (slope - grad[i] + same * grad[j]) / (alpha[m] * y[m])
        K[m, i] = K[i, m]
        grad = np.round((y * (K @ (alpha * y)) - 1.0) * 2.0**30) / 2.0**30
        grad[i] = slope + same * grad[j]  # not only up to rounding
        return i, j, alpha, grad, K, y, C


def at_the_origin(rng: Rng, n: int, C: float) -> Case:
    """Arguments of `step` for two rows of zeros with different labels, in a linear kernel."""
    while True:
        alpha, y = multipliers(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        X = rows(rng, n)
        X[[i, j]] = 0.0
        K = kernels.linear_kernel(X, X)
        grad = y * (K @ (alpha * y)) - 1.0
        _, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        if y[i] != y[j] and high - alpha[i] > 0.1 * C:
            return i, j, alpha, grad, K, y, C


def level(rng: Rng, n: int, C: float) -> Case:
    """Arguments of `step` for two rows that are the same one, with the same label.

    The objective does not change at all: all between the bounds is right.
    """
    while True:
        alpha, K, y = dual_point(rng, n, C)
        i, j = (int(index) for index in rng.choice(n, size=2, replace=False))
        low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        if y[i] != y[j] or high - low < 0.1 * C:
            continue
        K[j] = K[i]
        K[:, j] = K[:, i]
        K[i, i] = K[j, j] = K[i, j] = K[j, i] = 1.0
        grad = y * (K @ (alpha * y)) - 1.0
        grad[j] = grad[i]  # not only up to rounding
        return i, j, alpha, grad, K, y, C


def in_large_multipliers(case: Case, factor: float = 100.0) -> Case:
    """Arguments of `step` for the same problem with an α that is so many times larger."""
    i, j, alpha, grad, K, y, C = case
    return i, j, factor * alpha, grad, K / factor, y, factor * C


def in_large_numbers(rng: Rng, n: int, C: float) -> Case:
    """Arguments of `step` with a K so large that the linear term of the objective is nothing.

    The minimum lies inside, far from the bounds, and so it does for a kernel of the usual size.
    """
    while True:
        i, j, alpha, _, K, y, C = two_variables(rng, n, C, "inside", same=True)
        K = 2.0**50 * K
        grad = y * (K @ (alpha * y)) - 1.0
        low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
        slope = grad[i] - y[i] * y[j] * grad[j]
        new = alpha[i] - slope / (K[i, i] + K[j, j] - 2.0 * K[i, j])
        if min(new - low, high - new, abs(new - alpha[i])) > 0.05 * C:
            return i, j, alpha, grad, K, y, C


# --- several classes ---------------------------------------------------------------------------


def clusters(rng: Rng, n: int, names: tuple[int, ...], spread: float = 0.55) -> tuple[Array, Array]:
    """Rows around as many places as there are labels, in turn; they overlap a little."""
    k = len(names)
    angle = 2.0 * np.pi * np.arange(k) / k
    places = 1.2 * np.column_stack([np.cos(angle), np.sin(angle)])
    which = np.arange(n) % k
    X = np.round(places[which] + spread * rng.normal(size=(n, 2)), 2)
    return X, np.array(names)[which]


def corners(rng: Rng, n: int) -> tuple[Array, Array]:
    """Two classes in opposite corners of a square: no straight line separates them."""
    signs = rng.choice([-1.0, 1.0], size=(n, 2))
    X = np.round(1.3 * signs + 0.35 * rng.normal(size=(n, 2)), 2)
    return X, (signs[:, 0] * signs[:, 1] > 0.0).astype(np.int64)


CLEAR = 0.15

# With these a machine has a support vector that is not at a bound, so there is only one right bias.
FREE = 0.02


@drawn_once
def classified(rng: Rng, n: int, m: int, names: tuple[int, ...], C: float, gamma: float) -> Case:
    """Rows, labels, rows to be judged, C and γ: away from all boundaries, by a wide margin."""
    while True:
        X, y = clusters(rng, n, names)
        machine = one_vs_all.OneVsAll(C, gamma).fit(X, y)
        if not all(_has_free(alpha, C) for _, alpha, _ in machine._machines):
            continue
        asked = np.round(rng.uniform(-2.2, 2.2, size=(20 * m, 2)), 2)
        scores = machine.decision_function(asked)
        two = np.sort(scores, axis=1)[:, -2:]
        clear = (np.abs(scores).min(axis=1) > CLEAR) & (two[:, 1] - two[:, 0] > 2.0 * CLEAR)
        # Not only rows on which all machines but one say no.
        lonely = (scores > 0.0).sum(axis=1) == 1
        chosen = np.flatnonzero(clear)
        odd = chosen[~lonely[chosen]]
        if len(chosen) >= m:
            chosen = np.concatenate([odd, chosen[lonely[chosen]]])[:m]
            said = scores[chosen] > 0.0
            mixed = said.any(axis=0).all() and not said.all(axis=0).any()
            if mixed and len(set(np.argmax(scores[chosen], axis=1))) == len(names):
                return X, y, asked[chosen], C, gamma


def _has_free(alpha: Array, C: float) -> bool:
    return bool(((alpha > FREE * C) & (alpha < (1.0 - FREE) * C)).any())


# --- of any size -------------------------------------------------------------------------------


def sizes() -> SearchStrategy[tuple[int, int, int, int]]:
    """A strategy for (seed, rows, other rows, columns)."""
    from hypothesis import strategies as st

    seeds = st.integers(0, 2**32 - 1)
    return st.tuples(seeds, st.integers(1, 7), st.integers(1, 6), st.integers(1, 4))


def hinge_of(X: Array, y: Array, w: Array, b: float, C: float) -> float:
    """The loss whose slope the subgradient is."""
    return svm_primal.hinge_loss(X, y, w, float(b), C)
