"""The inputs of hw1's checks: made from a generator, from small to large.

Mistakes that have a check of their own must not show in the others: rows fill their slices, scores
stay clear of zero (where either sign is right) and of where a probability is rounded to 0 or 1.
No weight is next to nothing, so that what is done to one of them shows; and no two sizes of a case
are the same, nor is one the inverse of the step, so that a factor has one explanation.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from reference import logistic_regression as logistic
from reference import perceptron

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]

# No score comes closer to zero than this: wider than any step of numerical differentiation.
CLEAR = 0.05
# No weight is smaller than this.
LEAST = 0.15


def _rows(rng: Rng, n: int, d: int) -> Array:
    """A column of ones and d − 1 others; two decimals, so that what is shown can be pasted."""
    return np.column_stack([np.ones(n), np.round(rng.normal(size=(n, d - 1)), 2)])


def _weights(rng: Rng, d: int) -> Array:
    w = np.round(rng.normal(size=d), 2)
    return np.asarray(np.where(np.abs(w) < LEAST, w + 2.0 * LEAST, w))


# --- perceptron --------------------------------------------------------------------------------


def scores(rng: Rng, n: int, d: int = 3) -> Case:
    """Rows and weights with scores of both signs, clear of zero: arguments of `predict`."""
    while True:
        X, w = _rows(rng, n, d), _weights(rng, d)
        score = X @ w
        if np.abs(score).min() > CLEAR and (n == 1 or score.min() < 0.0 < score.max()):
            return X, w


def close_to_the_line() -> Case:
    """One row on each side, which single precision tells apart easily and half precision not."""
    return np.array([[1.0, 202.05], [1.0, 201.95]]), np.array([-101.0, 0.5])


def mistakes(rng: Rng, n: int, d: int = 3) -> Case:
    """Rows, labels and weights, some rows right and some wrong: arguments of `loss`."""
    while True:
        X, w = scores(rng, n, d)
        y = rng.choice([-1.0, 1.0], size=n)
        wrong = y * (X @ w) < 0.0
        # Of both kinds several, and of both labels among the wrong ones: no half can be missed.
        if n < 4 or (2 <= wrong.sum() <= n - 2 and len(set(y[wrong])) == 2):
            return X, y, w


def perceptron_pass(
    rng: Rng, slices: int, size: int, d: int = 3, *, lr: float = 0.3, tail: int | None = None
) -> Case:
    """Arguments of `epoch`: slices with mistakes in each, and no score near zero on the way."""
    rows = slices * size if tail is None else (slices - 1) * size + tail
    while True:
        X, w = _rows(rng, rows, d), _weights(rng, d)
        y = rng.choice([-1.0, 1.0], size=rows)
        if _is_clear(X, y, w, lr, size):
            return X, y, w, lr, size


def row_by_row(rng: Rng) -> Case:
    """Arguments of `epoch` without step and batch: in slices of two it would end elsewhere."""
    while True:
        X, y, w, lr, size = perceptron_pass(rng, 6, 1, lr=1.0)
        ends = w.copy(), w.copy()
        for end, batch in zip(ends, (size, 2), strict=True):
            perceptron.epoch(X, y, end, lr, batch)
        if np.abs(ends[0] - ends[1]).max() > CLEAR:
            return X, y, w


def _is_clear(X: Array, y: Array, w: Array, lr: float, size: int) -> bool:
    """Whether no score comes near zero during the pass, and enough slices change something."""
    w, changes, slices = w.copy(), 0, 0
    for start in range(0, len(X), size):
        rows, part = X[start : start + size], y[start : start + size]
        if np.abs(rows @ w).min() < 1e-3:
            return False
        before = w.copy()
        perceptron.epoch(rows, part, w, lr, size)
        changes, slices = changes + (not np.array_equal(before, w)), slices + 1
    last = y[start:] * (X[start:] @ before)
    return 2 * changes > slices and bool((last < 0.0).any())


def separable(rng: Rng, n: int = 30, d: int = 3) -> tuple[Array, Array]:
    """Rows and labels that a hyperplane separates by a wide margin."""
    normal = np.array([0.3, 1.0, -1.0, 0.5, -0.5])[:d]
    while True:
        X = _rows(rng, 6 * n, d)
        score = X @ normal / np.linalg.norm(normal)
        X, score = X[np.abs(score) > 0.5][:n], score[np.abs(score) > 0.5][:n]
        if len(X) == n and 8 <= (score > 0.0).sum() <= n - 8:
            return X, np.where(score > 0.0, 1.0, -1.0)


def inseparable(rng: Rng, n: int = 30, d: int = 3) -> tuple[Array, Array]:
    """The same with some rows that stand there twice, with both labels."""
    X, y = separable(rng, n, d)
    return np.concatenate([X, X[:6]]), np.concatenate([y, -y[:6]])


def opposites(rng: Rng) -> tuple[Array, Array]:
    """A row and its opposite, with opposite labels, three times each.

    From zero the first step that is made, whichever row it is for, makes all of them right: the
    weights are then the row itself, in any order and however tied rows are counted.
    """
    row = _rows(rng, 1, 3)
    X = np.concatenate([row, -row, row, -row, -row, row])
    return X, np.array([1.0, -1.0, 1.0, -1.0, -1.0, 1.0])


def repeated(rng: Rng, n: int) -> tuple[Array, Array]:
    """The same row with the same label again and again: in any order the same steps are made."""
    return np.repeat(_rows(rng, 1, 3), n, axis=0), np.ones(n)


def takes_passes(rng: Rng, n: int = 24) -> tuple[Array, Array]:
    """Rows that full passes from zero separate, but not the first one."""
    while True:
        X, y = separable(rng, n)
        counted = np.ones(n, bool), y > 0.0, y < 0.0
        if all(2 <= _passes(X, y, rows) <= 40 for rows in counted):
            return X, y


def _passes(X: Array, y: Array, counted: Array) -> int:
    """How many full passes it takes, if these of the tied rows count; 100 if a score is unclear."""
    w = X[counted].T @ y[counted]
    for passes in range(1, 100):
        margins = y * (X @ w)
        if np.abs(margins).min() < CLEAR:
            break
        if margins.min() > 0.0:
            return passes
        w = w - perceptron.gradient(X, y, w)
    return 100


def full_batches(rng: Rng, n: int, lr: float, passes: int) -> tuple[Array, Array, list[Array]]:
    """Rows, labels, and the weights to which so many full passes from zero can lead.

    At zero every score is zero, and a tied row may count as misclassified always, only with one
    label, or only with the other; from then on there is one way.
    """
    while True:
        X, y = inseparable(rng, max(n, 16), 3)
        X, y = np.concatenate([X[: n - 2], X[-2:]]), np.concatenate([y[: n - 2], y[-2:]])
        found, clear = [], True
        for counted in (np.ones(n, bool), y > 0.0, y < 0.0):
            w = lr * X[counted].T @ y[counted]
            for _ in range(passes - 1):
                clear &= bool(np.abs(X @ w).min() > CLEAR)
                w = w - lr * perceptron.gradient(X, y, w)
            # Clear at the end as well, and not at rest: every row and pass must matter.
            clear &= bool(np.abs(X @ w).min() > CLEAR) and bool((y * (X @ w) < 0.0).any())
            found.append(w)
        if clear and 2 <= (y > 0.0).sum() <= n - 2:
            return X, y, found


def left_over(rng: Rng, lr: float) -> tuple[Array, Array, list[tuple[Array, list[Array]]]]:
    """Three rows and labels, and to which weights one pass can lead: in one slice, and in two.

    For each way to count tied rows: in slices of two the weights depend on which row is left over,
    in one slice they tell how tied rows count. y·x of any row points away from that of the others,
    so the one that is left over is always misclassified, and moves the weights.
    """
    while True:
        angles = (
            2.0 * np.pi / 3.0 * (np.arange(3) + rng.uniform(-0.15, 0.15, size=3) + rng.random())
        )
        moves = rng.uniform(0.8, 1.6, size=(3, 1)) * np.column_stack(
            [np.cos(angles), np.sin(angles)]
        )
        moves, y = np.round(moves, 2), rng.permutation([rng.choice([-1.0, 1.0]), -1.0, 1.0])
        found = []
        for tied in (np.ones(3, bool), y > 0.0, y < 0.0):
            ends = [
                _one_pass(lr * moves, tied, order) for order in itertools.permutations(range(3))
            ]
            found.append((lr * moves[tied].sum(axis=0), ends))
        wholes = [whole for whole, _ in found]
        apart = [np.abs(one - two).max() for one, two in itertools.combinations(wholes, 2)]
        if min(apart) > CLEAR and all(np.isfinite(end).all() for _, ends in found for end in ends):
            return y[:, None] * moves, y, found


def _one_pass(moves: Array, tied: Array, order: Sequence[int]) -> Array:
    """The sum of the moves that two rows at once make, and then the third; nan if it is unclear."""
    w = np.zeros(2)
    for rows in ([*order[:2]], [order[2]]):
        margins = moves[rows] @ w
        if w.any() and np.abs(margins).min() < CLEAR / 10.0:
            return np.full(2, np.nan)
        missed = margins < 0.0 if w.any() else tied[rows]
        w = w + moves[rows][missed].sum(axis=0)
    return w


# --- logistic regression -----------------------------------------------------------------------


def binary(rng: Rng, n: int, d: int = 3, *, l2: float | None = None) -> Case:
    """Rows, labels 0 and 1 and weights: arguments of `loss` and `gradient`."""
    X, w = _rows(rng, n, d), _weights(rng, d)
    y = rng.integers(0, 2, size=n).astype(np.float64)
    y[0], y[-1] = 1.0, 0.0
    return (X, y, w) if l2 is None else (X, y, w, l2)


def logistic_pass(
    rng: Rng,
    slices: int,
    size: int,
    d: int = 3,
    *,
    lr: float = 0.3,
    l2: float | None = None,
    tail: int | None = None,
) -> Case:
    """Arguments of `epoch`: full slices, or a last one of `tail` rows."""
    rows = slices * size if tail is None else (slices - 1) * size + tail
    X, y, w = binary(rng, rows, d)
    return (X, y, w, lr, size) if l2 is None else (X, y, w, lr, size, l2)


def one_label(rng: Rng, n: int, label: float) -> Case:
    """Rows of a single class: arguments of `loss` and `gradient`."""
    X, _, w = binary(rng, n)
    return X, np.full(n, label), w


def scaled(case: Case, factor: float) -> Case:
    """The same case with weights, the last argument, that are so many times as large."""
    *rest, w = case
    return (*rest, factor * w)


def twice(case: Case) -> Case:
    """The same case with every row twice."""
    X, y, w = case
    return np.concatenate([X, X]), np.concatenate([y, y]), w


def with_bytes(case: Case) -> Case:
    """The same case with labels as signed bytes."""
    X, y, *rest = case
    return (X, y.astype(np.int8), *rest)


def single_weights(case: Case) -> Case:
    """The same case with weights in float32, and nothing else."""
    X, y, w, *rest = case
    return (X, y, w.astype(np.float32), *rest)


def unsigned(case: Case) -> Case:
    """The same case with labels as unsigned bytes."""
    X, y, *rest = case
    return (X, y.astype(np.uint8), *rest)


def single_precision(case: Case) -> Case:
    """The same case in float32, in Fortran's order, with integer labels where there are any."""
    first, *rest = case
    arrays = [
        value.astype(np.int64 if set(np.unique(value)) <= {-1.0, 0.0, 1.0} else np.float32)
        if isinstance(value, np.ndarray)
        else value
        for value in rest
    ]
    return (np.asfortranarray(first.astype(np.float32)), *arrays)


def noisy_classes(rng: Rng, n: int = 60, d: int = 3) -> tuple[Array, Array]:
    """Rows and labels 0 and 1 of two classes that overlap."""
    X = _rows(rng, n, d)
    normal = np.array([0.3, 1.0, -1.0, 0.5, -0.5])[:d]
    y = (X @ normal + rng.logistic(scale=0.7, size=n) > 0.0).astype(np.float64)
    return X, y


def least_loss(X: Array, y: Array, l2: float) -> float:
    """The smallest loss that any weights have, by Newton's method; `l2` must be positive."""
    w = np.zeros(X.shape[1])
    for _ in range(50):
        p = logistic.predict_proba(X, w)
        hessian = (X.T * (p * (1.0 - p))) @ X / len(y) + 2.0 * l2 * np.eye(len(w))
        w = w - np.linalg.solve(hessian, logistic.gradient(X, y, w, l2))
    return logistic.loss(X, y, w, l2)


# --- of any size -------------------------------------------------------------------------------


def sizes() -> SearchStrategy[tuple[int, int, int]]:
    """A strategy for (seed, rows, columns)."""
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 2**32 - 1), st.integers(1, 9), st.integers(2, 5))
