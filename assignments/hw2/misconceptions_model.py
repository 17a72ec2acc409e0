"""Known mistakes in the Model of hw2: each is the wrong code itself, with its name and a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from grader.kit import Undecided, misconception
from reference import model
from reference.cross_entropy import cross_entropy, cross_entropy_grad

from .misconceptions_layers import with_methods

Array = np.ndarray[Any, Any]
Wrong = Iterator[Callable[..., Any]]


# --- Model -------------------------------------------------------------------------------------


class _At(NamedTuple):
    """A dense layer to be penalised."""

    W: Array
    b: Array
    n: int
    last: bool


class _Model(model.Model):
    """The reference's, in pieces that can be replaced one by one."""

    order: Any = "C"

    def slots(self) -> list[tuple[Any, str]]:
        """Whose parameter comes where in the vector."""
        return [(layer, name) for layer in self._dense() for name in ("W", "b")]

    def slope_slots(self) -> list[tuple[Any, str]]:
        return self.slots()

    def add(self, layer: Any) -> None:
        super().add(layer)
        layer.drawn = getattr(layer, "W", None)

    def get_params(self) -> Array:
        if any(layer.W is layer.drawn for layer in self._dense()):
            raise Undecided  # how the weights are drawn is free
        return np.concatenate([getattr(*slot).ravel(self.order) for slot in self.slots()])

    def set_params(self, v: Array) -> None:
        start = 0
        for layer, name in self.slots():
            old = getattr(layer, name)
            new = np.array(v[start : start + old.size]).reshape(old.shape, order=self.order)
            setattr(layer, name, new)
            start += old.size

    def entropy(self, p: Array, y: Array) -> tuple[float, Array]:
        return cross_entropy(p, y), cross_entropy_grad(p, y)

    def penalty(self, at: _At) -> float:
        return float(np.sum(at.W**2))

    def penalty_slope(self, at: _At) -> tuple[Any, Any]:
        return 2.0 * at.W, 0.0

    def evaluate_loss(self, params: Array, X: Array, y: Array) -> tuple[float, Array]:
        self.set_params(params)
        loss, upstream = self.entropy(self.forward(X), y)
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        dense = self._dense()
        for layer in dense:
            at = _At(layer.W, layer.b, len(y), layer is dense[-1])
            loss += self.rho * self.penalty(at)
            of_weights, of_bias = self.penalty_slope(at)
            layer.dW = layer.dW + self.rho * of_weights
            layer.db = layer.db + self.rho * of_bias
        slopes = [
            getattr(layer, f"d{name}").ravel(self.order) for layer, name in self.slope_slots()
        ]
        return loss, np.concatenate(slopes)


def _model(**methods: Any) -> type[Any]:
    return with_methods(_Model, **methods)


def _penalised(value: Callable[[_At], Any], slope: Callable[[_At], tuple[Any, Any]]) -> Wrong:
    """Models with another penalty: in the loss and its gradient, or in one of them."""
    loss: dict[str, Any] = {"penalty": lambda self, at: value(at)}
    gradient: dict[str, Any] = {"penalty_slope": lambda self, at: slope(at)}
    yield _model(**loss, **gradient)
    yield _model(**loss)
    yield _model(**gradient)


@misconception("Model.penalty-missing")
def penalty_missing(*_: Any) -> Wrong:
    """The penalty is missing, in the loss or in its gradient.

    Add rho·Σ‖W‖² to the loss, and 2·rho·W to the gradient in each W.
    """
    yield from _penalised(lambda at: 0.0, lambda at: (0.0, 0.0))


@misconception("Model.half-penalty")
def half_penalty(*_: Any) -> Wrong:
    """The penalty is halved, in the loss or in its gradient.

    It is rho·Σ‖W‖², without ½, and the derivative of a square brings a 2: 2·rho·W.
    """
    yield from _penalised(lambda at: np.sum(at.W**2) / 2.0, lambda at: (at.W, 0.0))


@misconception("Model.penalty-over-n")
def penalty_over_n(*_: Any) -> Wrong:
    """The penalty is divided by n.

    Only the cross-entropy is a mean: rho·Σ‖W‖² is added as it is, and 2·rho·W to the gradient.
    """
    yield from _penalised(lambda at: np.sum(at.W**2) / at.n, lambda at: (2.0 * at.W / at.n, 0.0))


@misconception("Model.biases-penalised")
def biases_penalised(*_: Any) -> Wrong:
    """The biases are penalised as well.

    Only the weights are: rho·Σ‖W‖², with 2·rho·W in the gradient of W and nothing in that of b.
    """
    yield from _penalised(
        lambda at: np.sum(at.W**2) + np.sum(at.b**2), lambda at: (2.0 * at.W, 2.0 * at.b)
    )


@misconception("Model.penalty-of-one-layer")
def penalty_of_one_layer(*_: Any) -> Wrong:
    """Only the last layer is penalised.

    Sum over all layers with weights: `penalty += …`, not `penalty = …`.
    """
    yield from _penalised(
        lambda at: at.last * np.sum(at.W**2), lambda at: (at.last * 2.0 * at.W, 0.0)
    )


@misconception("Model.norm-not-squared")
def norm_not_squared(*_: Any) -> Wrong:
    """The norm of the weights is not squared.

    ‖W‖² is the sum of the squares, `np.sum(W**2)`; `np.linalg.norm(W)` is its square root.
    """
    yield from _penalised(
        lambda at: np.linalg.norm(at.W), lambda at: (at.W / np.linalg.norm(at.W), 0.0)
    )


@misconception("Model.absolute-penalty")
def absolute_penalty(*_: Any) -> Wrong:
    """The penalty has absolute values in place of squares.

    ‖W‖² is the sum of the squares, `np.sum(W**2)`, and its gradient 2W.
    """
    yield from _penalised(lambda at: np.sum(np.abs(at.W)), lambda at: (np.sign(at.W), 0.0))


@misconception("Model.loss-summed")
def model_loss_summed(*_: Any) -> Wrong:
    """The loss is summed over the rows, not averaged.

    cross_entropy is the mean already: do not multiply by n.
    """

    def summed(self: Any, p: Array, y: Array) -> tuple[float, Array]:
        return len(y) * cross_entropy(p, y), cross_entropy_grad(p, y)

    def both(self: Any, p: Array, y: Array) -> tuple[float, Array]:
        return len(y) * cross_entropy(p, y), len(y) * cross_entropy_grad(p, y)

    yield _model(entropy=summed)
    yield _model(entropy=both)


@misconception("Model.sigmoid-twice")
def slope_of_sigmoid_twice(*_: Any) -> Wrong:
    """The way back begins with p − y.

    That is the gradient below the sigmoid, which is a layer of its own and multiplies by p(1 − p)
    once more: begin with cross_entropy_grad(p, y).
    """

    def entropy(self: Any, p: Array, y: Array) -> tuple[float, Array]:
        return cross_entropy(p, y), (p - y[:, None]) / len(y)

    yield _model(entropy=entropy)
    yield _model(entropy=lambda self, p, y: (cross_entropy(p, y), p - y[:, None]))


@misconception("Model.biases-not-set")
def biases_not_set(*_: Any) -> Wrong:
    """set_params does not set the biases.

    The vector has them behind each matrix, W1, b1, W2, b2, …: put both back.
    """

    def set_params(self: Any, v: Array) -> None:
        biases = [layer.b for layer in self._dense()]
        _Model.set_params(self, v)
        for layer, b in zip(self._dense(), biases, strict=True):
            layer.b = b

    yield _model(set_params=set_params)


@misconception("Model.column-by-column")
def column_by_column(*_: Any) -> Wrong:
    """The matrices are flattened column by column.

    Row by row is asked for, which is what `ravel()` and `reshape(shape)` do without `order="F"`.
    """
    yield _model(order="F")


@misconception("Model.biases-first")
def biases_first(*_: Any) -> Wrong:
    """Each bias comes before its matrix.

    An optimiser knows only one vector, so the order has to be agreed upon: W1, b1, W2, b2, ….
    """

    def slots(self: Any) -> list[tuple[Any, str]]:
        return [(layer, name) for layer in self._dense() for name in ("b", "W")]

    yield _model(slots=slots)


@misconception("Model.weights-then-biases")
def weights_then_biases(*_: Any) -> Wrong:
    """All weights come first, then all biases.

    The order is that of the layers: W1, b1, W2, b2, ….
    """

    def slots(self: Any) -> list[tuple[Any, str]]:
        return [(layer, name) for name in ("W", "b") for layer in self._dense()]

    yield _model(slots=slots)


def _backwards(self: Any) -> list[tuple[Any, str]]:
    return [(layer, name) for layer in reversed(self._dense()) for name in ("W", "b")]


@misconception("Model.last-layer-first")
def last_layer_first(*_: Any) -> Wrong:
    """The parameters of the last layer come first.

    The order is that of the layers: W1, b1, W2, b2, ….
    """
    yield _model(slots=_backwards)


@misconception("Model.gradient-last-layer-first")
def gradient_last_layer_first(*_: Any) -> Wrong:
    """The gradient lists the last layer first.

    The way back meets the layers in that order, but grad has the order of get_params: W1, b1, W2,
    b2, ….
    """
    yield _model(slope_slots=_backwards)
