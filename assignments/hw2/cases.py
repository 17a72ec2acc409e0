"""The inputs of hw2's checks: made from a generator, from small to large.

Entries stay clear of where ReLU bends, batches have rows that differ, and no size equals another
where a transpose or a wrong axis could hide, except in the cases that are square on purpose.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from reference.layers import Dense, Sigmoid, Tanh
from reference.model import Model

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]

# (rows, inputs, units): a batch of one, tall, wide, square.
SHAPES = ((2, 3, 4), (1, 2, 3), (7, 2, 4), (2, 6, 3), (3, 3, 3))
# No entry comes closer to zero than this: wider than any step of numerical differentiation.
CLEAR = 0.05


def _round(values: Array) -> Array:
    """Two decimals, so that what is shown can be pasted."""
    return np.round(values, 2)


# --- layers ------------------------------------------------------------------------------------


def dense(rng: Rng, n: int, D: int, units: int) -> Case:
    """Rows, parameters and what comes from above."""
    X, W = _round(rng.normal(size=(n, D))), _round(rng.normal(size=(D, units)))
    b, upstream = _round(1.0 + rng.normal(size=units)), _round(rng.normal(size=(n, units)))
    return X, W, b, upstream


def dense_output(rng: Rng, n: int, D: int, units: int) -> Case:
    """The same without what comes from above."""
    return dense(rng, n, D, units)[:3]


def entries(rng: Rng, n: int, d: int, *, scale: float = 1.0) -> Array:
    """Entries of both signs, clear of zero."""
    X = _round(scale * rng.normal(size=(n, d)))
    X = np.where(np.abs(X) < CLEAR, X + 0.2, X)
    if X.size > 1:
        X.flat[0], X.flat[-1] = abs(X.flat[0]), -abs(X.flat[-1])
    return X


def activation(rng: Rng, n: int, d: int, *, scale: float = 1.0) -> Case:
    """An input, and what comes from above: of both signs, each with both signs below it."""
    upstream = _round(rng.normal(size=(n, d)))
    upstream = np.where(np.abs(upstream) < CLEAR, upstream + 0.2, upstream)
    if upstream.size > 1:
        upstream.flat[0], upstream.flat[-1] = -abs(upstream.flat[0]), abs(upstream.flat[-1])
    return entries(rng, n, d, scale=scale), upstream


def single_precision(case: Sequence[Any]) -> Case:
    """The same in float32, in Fortran's order or as every second row of something longer."""
    moved = []
    for index, part in enumerate(case):
        if isinstance(part, np.ndarray) and part.dtype.kind == "f":
            part = part.astype(np.float32)
            if part.ndim == 2:
                part = np.asfortranarray(part) if index % 2 else np.repeat(part, 2, axis=0)[::2]
        moved.append(part)
    return tuple(moved)


# --- losses ------------------------------------------------------------------------------------


def probabilities(rng: Rng, n: int, *, column: bool = False, eps: float | None = None) -> Case:
    """Probabilities away from 0 and 1, labels of both classes, perhaps ε."""
    p = np.round(rng.uniform(0.1, 0.9, size=n), 2)
    y = rng.integers(0, 2, size=n)
    y[0], y[-1] = 1, 0
    p = p[:, None] if column else p
    return (p, y) if eps is None else (p, y, eps)


def logits(rng: Rng, n: int, k: int) -> Case:
    """Logits and labels."""
    return _round(2.0 * rng.normal(size=(n, k))), rng.integers(0, k, size=n)


# --- Model -------------------------------------------------------------------------------------


def network(input_dim: int, units: Sequence[int], rho: float = 0.0) -> Model:
    """The reference's network of the shape that the programs build."""
    model = Model(input_dim, rho)
    for size in units:
        model.add(Dense(size))
        model.add(Tanh(0.7))
    model.add(Dense(1))
    model.add(Sigmoid())
    return model


def model_input(rng: Rng, n: int, D: int, units: list[int]) -> Case:
    """Parameters, rows and sizes of the layers."""
    count = len(network(D, units).get_params())
    params = _round(rng.normal(size=count))
    # None is next to nothing: what is done to a single one of them shows, a penalty for instance.
    params = np.where(np.abs(params) < CLEAR, params + 0.2, params)
    return params, _round(rng.normal(size=(n, D))), units


def model_problem(rng: Rng, n: int, D: int, units: list[int], rho: float) -> Case:
    """Parameters, rows, labels, sizes of the layers and the penalty's weight."""
    params, X, _ = model_input(rng, n, D, units)
    y = rng.integers(0, 2, size=n)
    y[0], y[-1] = 1, 0
    return params, X, y, units, rho


def loss_of_network(params: Array, X: Array, y: Array, units: list[int], rho: float) -> float:
    """The loss of such a network: values only, for numerical differentiation."""
    value, _ = network(X.shape[1], units, rho).evaluate_loss(params, X, y)
    return float(value)


def two_layers(rng: Rng, D: int, units: int, outputs: int) -> Case:
    """The parameters of two layers."""
    W1, b1 = _round(rng.normal(size=(D, units))), _round(rng.normal(size=units))
    W2, b2 = _round(rng.normal(size=(units, outputs))), _round(rng.normal(size=outputs))
    return W1, b1, W2, b2


# --- adam --------------------------------------------------------------------------------------


def bowl(centre: Array, scale: Array) -> Callable[..., tuple[float, Array]]:
    """A quadratic function that returns its value and its gradient."""

    def fun(x: Array) -> tuple[float, Array]:
        return float(np.sum(scale * (x - centre) ** 2)), 2.0 * scale * (x - centre)

    shown = f"x ↦ Σ s (x − c)² and its gradient, with s = {scale.tolist()}, c = {centre.tolist()}"
    fun.__doc__ = shown
    return fun


def wave(x: Array) -> tuple[float, Array]:
    """x ↦ Σ (x² + sin 3x) and its gradient."""
    return float(np.sum(x**2 + np.sin(3.0 * x))), 2.0 * x + 3.0 * np.cos(3.0 * x)


def shifted_bowl(x: Array, centre: Array, factor: float) -> tuple[float, Array]:
    """(x, centre, factor) ↦ factor · Σ (x − centre)² and its gradient in x."""
    return float(factor * np.sum((x - centre) ** 2)), 2.0 * factor * (x - centre)


def plane(x: Array) -> tuple[float, Array]:
    """x ↦ Σ x and its gradient"""
    return float(np.sum(x)), np.ones_like(x)


def slight(x: Array) -> tuple[float, Array]:
    """x ↦ 1e-7 Σ x and its gradient"""
    return 1e-7 * float(np.sum(x)), np.full_like(x, 1e-7)


def bowl_at(rng: Rng, d: int) -> tuple[Callable[..., tuple[float, Array]], Array]:
    """Such a function and a start, with gradients of very different size."""
    centre = _round(rng.normal(size=d))
    scale = np.round(np.geomspace(0.1, 8.0, d), 2) if d > 1 else np.array([1.5])
    return bowl(centre, scale), _round(centre + 2.0 + np.abs(rng.normal(size=d)))


# --- MLPClassifier -----------------------------------------------------------------------------


@functools.cache
def iris() -> tuple[Array, Array, Array, Array]:
    """Training rows and labels, test rows and labels; the features are standardised."""
    with (Path(__file__).with_name("data") / "iris.csv").open(newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    parts = []
    for part in ("train", "test"):
        mine = [row for row in rows if row["part"] == part]
        names = [name for name in mine[0] if name not in ("label", "part")]
        parts.append(np.array([[float(row[name]) for name in names] for row in mine]))
        parts.append(np.array([int(row["label"]) for row in mine]))
    return parts[0], parts[1], parts[2], parts[3]


def corners(rng: Rng, n: int = 160) -> tuple[Array, Array]:
    """Two classes in opposite corners of the first two of eight columns.

    A straight line does little better than chance, and so do hidden units that are drawn once and
    never learn. Not around the origin: scaling that is forgotten when predicting shows.
    """
    X = rng.uniform(-1.0, 1.0, size=(4 * n, 8))
    X = X[np.abs(X[:, :2]).min(axis=1) > 0.3][:n]
    y = (X[:, 0] * X[:, 1] > 0.0).astype(np.int64)
    return 1.7 * X + np.array([1.0, -0.7, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), y


def rings(rng: Rng, n: int = 90, k: int = 3) -> tuple[Array, Array]:
    """Classes that lie one around the other."""
    y = np.arange(n) % k
    radius = np.linspace(0.0, 3.0, k)[y] + rng.uniform(-0.25, 0.25, size=n)
    angle = rng.uniform(0.0, 2.0 * np.pi, size=n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


def two_blobs(rng: Rng, n: int = 64) -> tuple[Array, Array]:
    """Two heaps of rows, far apart."""
    y = np.arange(n) % 2
    return _round(np.where(y == 0, -1.5, 1.5)[:, None] + 0.4 * rng.normal(size=(n, 2))), y


# --- of any size -------------------------------------------------------------------------------


def sizes() -> SearchStrategy[tuple[int, int, int, int]]:
    """A strategy for (seed, rows, columns, units)."""
    from hypothesis import strategies as st

    few = st.integers(1, 6)
    return st.tuples(st.integers(0, 2**32 - 1), few, few, few)
