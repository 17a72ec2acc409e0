"""The inputs of hw3's checks: made from a generator, from small to large.

Mistakes that have a check of their own must not show in the others: scores stay where the sigmoid
is not flat, no row lies on a centre, and no step is taken or refused by a rounding error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from reference import rbf_network as rbf

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]

# None of them is its own square: σ for σ² must show.
SIGMAS = (0.5, 0.7, 1.5, 2.0)
# The norm that the gradient may have at a minimum, and room for the last digits of it.
AT_REST = 1e-6
SLACK = 2.0

# --- networks ----------------------------------------------------------------------------------


def points(rng: Rng, P: int, N: int = 3, d: int = 2) -> Case:
    """Rows, centres and σ: arguments of `multiquadric`."""
    while True:
        # Two decimals, so that what is shown can be pasted.
        X, C = np.round(rng.normal(size=(P, d)), 2), np.round(rng.normal(size=(N, d)), 2)
        distances = rbf.multiquadric(X, C, 0.0)
        # At a distance of 1 it would not matter whether it is squared.
        if distances.min() > 0.1 and np.abs(distances - 1.0).max() > 0.1:
            return X, C, float(rng.choice(SIGMAS))


def _weights(rng: Rng, N: int) -> Array:
    """Weights of which none is next to nothing, small enough to keep the scores moderate."""
    size = rng.uniform(0.2, 1.5, size=N) / np.sqrt(N)
    return np.asarray(np.round(size * rng.choice([-1.0, 1.0], size=N), 2))


def _labels(rng: Rng, P: int) -> Array:
    y = rng.integers(0, 2, size=P).astype(np.float64)
    if P > 1:
        y[0], y[-1] = 1.0, 0.0
    return y


def probabilities(rng: Rng, P: int, N: int = 3, d: int = 2) -> Case:
    """Rows, centres, weights and σ: arguments of `predict_proba`."""
    X, C, sigma = points(rng, P, N, d)
    return X, C, _weights(rng, N), sigma


def network(rng: Rng, P: int, N: int = 3, d: int = 2, rho: tuple[float, ...] = ()) -> Case:
    """Rows, labels, centres, weights, σ and penalties: arguments of `loss`, `gradient_centers`."""
    X, C, w, sigma = probabilities(rng, P, N, d)
    return X, _labels(rng, P), C, w, sigma, *rho


def design(rng: Rng, P: int, N: int = 3, rho: tuple[float, ...] = ()) -> Case:
    """Multiquadrics, labels, weights and penalty: arguments of `gradient_weights`."""
    X, y, C, w, sigma = network(rng, P, N)
    return np.round(rbf.multiquadric(X, C, sigma), 2), y, w, *rho


def curved(rng: Rng, P: int, N: int = 3, rho: tuple[float, ...] = ()) -> Case:
    """Multiquadrics, weights and penalty: arguments of `hessian_weights`."""
    Phi, _, w = design(rng, P, N)
    return Phi, w, *rho


def integers(case: Case) -> Case:
    """The same case with labels as integers."""
    first, y, *rest = case
    return (first, y.astype(np.int64), *rest)


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
        wide = np.zeros([2 * size for size in part.shape])
        every_other = wide[(slice(None, None, 2),) * part.ndim]
        every_other[...] = part
        return every_other

    return tuple(map(spread, case))


# The loss as a function of what the two gradients are given.


def loss_of_weights(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> float:
    """The loss for fixed multiquadrics; the penalty of the centres does not depend on w."""
    scores = Phi @ w
    return float(np.mean(np.logaddexp(0.0, scores) - y * scores) + rho1 * (w @ w))


def loss_of_centers(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> float:
    """The loss without the penalty of the weights, which does not depend on the centres."""
    return rbf.loss(X, y, C, w, sigma, 0.0, rho2)


# --- minimising in the weights -----------------------------------------------------------------


def minimisation(rng: Rng, P: int, N: int, rho1: float) -> Case:
    """Multiquadrics, labels and penalty: arguments of `newton`.

    Newton's method converges on them in a few full steps from zero, shortened or not; and they tell
    the penalty's part in the Hessian, without which it does not.
    """
    while True:
        X, C, sigma = points(rng, P, N)
        Phi, y = np.round(rbf.multiquadric(X, C, sigma), 2), _labels(rng, P)
        w = _full_steps(Phi, y, rho1)
        if w is None or np.abs(w).max() < 0.05:
            continue
        # Without 2 rho1 I an error is multiplied by −2 rho1/λ in each step.
        least = np.linalg.eigvalsh(rbf.hessian_weights(Phi, w)).min()
        if N == 1 or least < rho1:
            return Phi, y, rho1


def many_steps(rng: Rng, P: int, N: int, rho1: float) -> Case:
    """The same for classes that lie apart, and a small penalty: the minimum is a long way off."""
    while True:
        X, y = ring(rng, P, noise=0.3)
        C = X[rng.choice(P, size=N, replace=False)]
        Phi = np.round(rbf.multiquadric(X, C, 0.7), 2)
        early = _full_steps(Phi, y, rho1, at_most=4, tol=100.0 * AT_REST)
        if early is None and _full_steps(Phi, y, rho1) is not None:
            return Phi, y, rho1


def _full_steps(
    Phi: Array,
    y: Array,
    rho1: float,
    start: Array | None = None,
    at_most: int = 10,
    tol: float = 1e-10,
) -> Array | None:
    """The minimiser, if a few full steps lead there, from zero, and each lowers the loss."""
    w, value = np.zeros(Phi.shape[1]) if start is None else start, np.inf
    for _ in range(at_most + 1):
        slope = rbf.gradient_weights(Phi, y, w, rho1)
        if np.linalg.norm(slope) <= tol:
            return w
        now = loss_of_weights(Phi, y, w, rho1)
        if now > value:
            return None
        w, value = w - np.linalg.solve(rbf.hessian_weights(Phi, w, rho1), slope), now
    return None


def from_nearby(rng: Rng, P: int, N: int, rho1: float) -> Case:
    """The same with a start that is near the minimum, but not at it."""
    Phi, y, _ = minimisation(rng, P, N, rho1)
    nearby = rbf.newton(Phi, y, rho1) + 0.1 * rng.choice([-1.0, 1.0], size=N)
    return Phi, y, rho1, np.round(nearby, 2)


def from_beyond(rng: Rng, P: int, N: int, rho1: float, factor: float) -> Case:
    """The same with weights that are all too large by a factor, from where full steps lead there.

    The penalty alone leads back: the data's part of the loss, or the sum of it, rises on that way.
    """
    while True:
        Phi, y, _ = minimisation(rng, P, N, rho1)
        start = np.round(factor * rbf.newton(Phi, y, rho1), 3)
        if _full_steps(Phi, y, rho1, start) is not None:
            return Phi, y, rho1, start


def at_rest(Phi: Array, w: Array, rho1: float) -> float:
    """The norm that the gradient may have at w.

    Weights in single precision can't lie nearer to the minimum than their last digits allow.
    """
    if w.dtype.itemsize >= 8:
        return SLACK * AT_REST
    steepest = float(np.linalg.norm(rbf.hessian_weights(Phi, w.astype(np.float64), rho1), 2))
    digits = float(np.finfo(np.float32).eps) * float(np.linalg.norm(w.astype(np.float64)))
    return SLACK * (AT_REST + 4.0 * steepest * digits)


# --- searching along a line --------------------------------------------------------------------

Landscape = Callable[[Array], float]


def bowl(x: Array) -> float:
    """x ↦ Σ x²"""
    return float(np.sum(np.square(x)))


def steep(x: Array) -> float:
    """x ↦ Σ (x² + 10 x⁴)"""
    squares = np.square(np.asarray(x, dtype=np.float64))
    return float(np.sum(squares + 10.0 * np.square(squares)))


def barrier(x: Array) -> float:
    """x ↦ Σ (x − 0.1 ln x), infinite where an entry is not positive"""
    entries = np.asarray(x, dtype=np.float64)
    return float(np.sum(entries - 0.1 * np.log(entries))) if (entries > 0.0).all() else np.inf


def sheet(x: Array) -> float:
    """X ↦ ‖X v‖² with v = (1, −2, 0.5), for X of three columns"""
    return float(np.sum(np.square(np.asarray(x) @ _ACROSS)))


_ACROSS = np.array([1.0, -2.0, 0.5])


def far_down(x: Array) -> float:
    """x ↦ −x if x ≤ 2⁻⁴⁹, else 1"""
    return _down_to(2.0**-49, x)


def too_far_down(x: Array) -> float:
    """x ↦ −x if x ≤ 2⁻⁵¹, else 1"""
    return _down_to(2.0**-51, x)


def _down_to(end: float, x: Array) -> float:
    (at,) = np.ravel(x)
    return -float(at) if at <= end else 1.0


def over_a_ridge(x: Array) -> float:
    """x ↦ −x, but 1 for 0.3 < x < 0.7"""
    (at,) = np.ravel(x)
    return 1.0 if 0.3 < at < 0.7 else -float(at)


# So little that what rounding leaves is far less, and what is put there for safety often more.
SHALLOW = 2.0**-26


def shallow(x: Array) -> float:
    """x ↦ 2⁻²⁶ Σ x²"""
    return SHALLOW * bowl(x)


def hill(x: Array) -> float:
    """x ↦ −Σ x²"""
    return -bowl(x)


def _slope(f: Landscape, x: Array) -> Array:
    if f is bowl:
        return 2.0 * x
    if f is sheet:
        return np.asarray(2.0 * (x @ _ACROSS)[..., None] * _ACROSS)
    return 2.0 * x + 40.0 * x**3 if f is steep else 1.0 - 0.1 / x


def descent(
    rng: Rng,
    f: Landscape,
    m: int,
    *options: Any,
    shape: tuple[int, ...] = (3,),
    length: tuple[float, float] = (0.1, 2.0),
    tempting: bool = False,
) -> Case:
    """Arguments of `armijo` for which t0·beta^m is the answer, by a clear margin all the way.

    `options` are t0, beta, c1 and max_steps, as many as are given. `length` says how far the answer
    leads: ½ is about to the bottom of a bowl, 1 as high up again on the other side. A tempting case
    has a longer step that lowers f, but not by enough.
    """
    t0, beta, c1 = (*options, *(1.0, 0.5, 1e-4)[len(options) :])[:3]
    while True:
        x = np.round(rng.uniform(0.1, 0.5, size=shape), 2)
        if f is not barrier:
            x = x * rng.choice([-1.0, 1.0], size=shape)
        # Not quite the steepest descent: the slope is then not what the direction alone would say.
        down = -_slope(f, x) * rng.uniform(0.6, 1.4, size=shape)
        d = np.round(down * rng.uniform(*length) / (t0 * beta**m), 2)
        slope = float(np.sum(_slope(f, x) * d))
        if slope < -1e-2 and _tells(
            f, x, d, slope, [t0 * beta**k for k in range(m + 1)], c1, tempting
        ):
            return f, x, d, slope, *options


def _tells(
    f: Landscape, x: Array, d: Array, slope: float, steps: list[float], c1: float, tempting: bool
) -> bool:
    """Whether the last of the steps is the first that is good enough, and all that by a margin."""
    start = f(x)
    reached = [f(x + t * d) for t in steps]
    for t, there in zip(steps, reached, strict=True):
        limit = start + c1 * t * slope
        clear = abs(there - limit) > 1e-3 * (abs(limit) + abs(start))
        if not clear or (there <= limit) != (t == steps[-1]):
            return False
    if not tempting:
        return True
    # Of several steps the first raises f, but by less than c1·t·|slope|: with the wrong sign it
    # would be taken.
    rises = start + 1e-3 < reached[0] < start - c1 * steps[0] * slope - 1e-3
    return reached[-2] < start - 1e-3 and (rises or len(steps) == 2)


def ascent(rng: Rng, slope: float | None = None, *options: Any) -> Case:
    """Arguments of `armijo` that lead straight up: every step makes f larger, clearly."""
    x = np.round(rng.uniform(0.2, 0.5, size=3), 2) * rng.choice([-1.0, 1.0], size=3)
    honest = float(np.round(2.0 * bowl(x), 3))
    return bowl, x, x.copy(), honest if slope is None else slope, *options


# --- training ----------------------------------------------------------------------------------


def ring(rng: Rng, P: int, noise: float = 0.1) -> tuple[Array, Array]:
    """Rows in a disc, of class 1, and in a ring around it, of class 0: no line separates them."""
    inside = np.arange(P) < P // 2
    radius, angle = np.where(inside, 0.35, 1.4), rng.uniform(0.0, 2.0 * np.pi, size=P)
    X = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return _shuffled(rng, X + noise * rng.normal(size=(P, 2)), inside)


def moons(rng: Rng, P: int, noise: float = 0.05) -> tuple[Array, Array]:
    """Rows on two half circles that reach into each other."""
    lower = np.arange(P) < P // 2
    angle = rng.uniform(0.0, np.pi, size=P)
    X = np.where(
        lower[:, None],
        np.column_stack([1.0 - np.cos(angle), 0.5 - np.sin(angle)]),
        np.column_stack([np.cos(angle), np.sin(angle)]),
    )
    return _shuffled(rng, X + noise * rng.normal(size=(P, 2)), lower)


def _shuffled(rng: Rng, X: Array, ones: Array) -> tuple[Array, Array]:
    order = rng.permutation(len(X))
    return np.round(X[order], 2), ones[order].astype(np.int64)


# --- of any size -------------------------------------------------------------------------------


def sizes() -> SearchStrategy[tuple[int, int, int, int]]:
    """A strategy for (seed, rows, centres, columns)."""
    from hypothesis import strategies as st

    seeds = st.integers(0, 2**32 - 1)
    return st.tuples(seeds, st.integers(1, 8), st.integers(1, 5), st.integers(1, 4))
