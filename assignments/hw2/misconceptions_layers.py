"""Known mistakes in the layers of hw2: each is the wrong code itself, with its name and a hint.

A wrong class is the right one with one of its methods replaced. When a check fails, the
submission's answers are compared with these; and each of them, handed in as a submission, must
lose points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.kit import misconception
from reference import layers

Array = np.ndarray[Any, Any]
Wrong = Iterator[Callable[..., Any]]


def with_methods(right: type[Any], **methods: Callable[..., Any]) -> type[Any]:
    """A class in which these methods are other ones."""
    return type(right.__name__, (right,), methods)


def _first_kept(right: type[Any]) -> type[Any]:
    """A layer that never forgets the first batch."""

    def forward(self: Any, X: Array) -> Any:
        kept = dict(vars(self)) if hasattr(self, "X") else {}
        output = right.forward(self, X)
        vars(self).update(kept)
        return output

    return with_methods(right, forward=forward)


def _shared(right: type[Any], *names: str) -> type[Any]:
    """A layer that remembers things of these names on the class, where the next one finds them."""

    def forward(self: Any, X: Array) -> Any:
        output = right.forward(self, X)
        for name in names:
            setattr(type(self), name, vars(self).pop(name))
        return output

    return with_methods(right, forward=forward)


# --- Dense -------------------------------------------------------------------------------------


class _Dense(layers.Dense):
    """The reference's, with each of the three gradients in a method of its own."""

    def backward(self, upstream: Array) -> Array:
        self.dW, self.db = self.in_weights(upstream), self.in_bias(upstream)
        return self.in_input(upstream)

    def in_weights(self, upstream: Array) -> Array:
        return np.asarray(self.X.T @ upstream)

    def in_bias(self, upstream: Array) -> Array:
        return np.asarray(upstream.sum(axis=0))

    def in_input(self, upstream: Array) -> Array:
        return np.asarray(upstream @ self.W.T)


def _averaged(*names: str) -> type[Any]:
    """A layer that divides these gradients by n."""

    def divided(name: str) -> Callable[..., Array]:
        return lambda self, upstream: getattr(_Dense, name)(self, upstream) / len(upstream)

    return with_methods(_Dense, **{name: divided(name) for name in names})


@misconception("Dense.bias-not-added")
def bias_not_added(*_: Any) -> Wrong:
    """The bias is not added.

    forward is XW + b: NumPy adds b to each row of XW.
    """
    yield with_methods(_Dense, forward=lambda self, X: _Dense.forward(self, X) - self.b)


@misconception("Dense.weights-stored-transposed")
def weights_stored_transposed(*_: Any) -> Wrong:
    """W is used as if it had shape (units, D).

    Its shape is (D, units): forward is `X @ W + b`, dW is `X.T @ upstream`, of the same shape, and
    backward returns `upstream @ W.T`.
    """

    def forward(self: Any, X: Array) -> Any:
        self.X = X
        return X @ self.W.T + self.b

    yield with_methods(
        _Dense,
        forward=forward,
        in_weights=lambda self, upstream: upstream.T @ self.X,
        in_input=lambda self, upstream: upstream @ self.W,
    )


@misconception("Dense.weights-not-transposed")
def weights_not_transposed(*_: Any) -> Wrong:
    """W is not transposed on the way back.

    backward returns `upstream @ W.T`; a square W hides the difference in shape, not in value.
    """
    yield with_methods(_Dense, in_input=lambda self, upstream: upstream @ self.W)


@misconception("Dense.weight-gradient-transposed")
def weight_gradient_transposed(*_: Any) -> Wrong:
    """The gradient in the weights is transposed.

    dW has the shape of W, (D, units): `X.T @ upstream`.
    """
    yield with_methods(_Dense, in_weights=lambda self, upstream: upstream.T @ self.X)


@misconception("Dense.weight-gradient-averaged")
def weight_gradient_averaged(*_: Any) -> Wrong:
    """The gradient in the weights is divided by n.

    dW is `X.T @ upstream`. The 1/n belongs to the loss, and is already inside upstream.
    """
    yield _averaged("in_weights")


@misconception("Dense.bias-gradient-averaged")
def bias_gradient_averaged(*_: Any) -> Wrong:
    """The gradient in the bias is averaged over the rows.

    db is the sum, `upstream.sum(axis=0)`. The 1/n belongs to the loss, and is already inside
    upstream.
    """
    yield _averaged("in_bias")


@misconception("Dense.gradients-averaged")
def gradients_averaged(*_: Any) -> Wrong:
    """The gradients are divided by n.

    dW is `X.T @ upstream` and db `upstream.sum(axis=0)`. The 1/n belongs to the loss, and is
    already inside upstream.
    """
    yield _averaged("in_weights", "in_bias")
    yield _averaged("in_weights", "in_bias", "in_input")


@misconception("Dense.input-gradient-averaged")
def input_gradient_averaged(*_: Any) -> Wrong:
    """What backward returns is divided by n.

    It is `upstream @ W.T`, a row for each sample: nothing to average.
    """
    yield _averaged("in_input")


@misconception("Dense.gradients-negative")
def gradients_negative(*_: Any) -> Wrong:
    """The gradients have the wrong sign.

    dW is `X.T @ upstream` and db `upstream.sum(axis=0)`. The minus of descent belongs to the
    optimiser.
    """
    negative: dict[str, Callable[..., Array]] = {
        "in_weights": lambda self, upstream: -self.X.T @ upstream,
        "in_bias": lambda self, upstream: -upstream.sum(axis=0),
    }
    yield with_methods(_Dense, **negative)
    yield with_methods(_Dense, **negative, in_input=lambda self, upstream: -upstream @ self.W.T)


@misconception("Dense.bias-gradient-not-summed")
def bias_gradient_not_summed(*_: Any) -> Wrong:
    """The gradient in the bias is not summed over the rows.

    Each row of the output has the same b: db is `upstream.sum(axis=0)`, of shape (units,).
    """
    yield with_methods(_Dense, in_bias=lambda self, upstream: upstream)


@misconception("Dense.bias-gradient-wrong-axis")
def bias_gradient_wrong_axis(*_: Any) -> Wrong:
    """The gradient in the bias is summed along the wrong axis.

    There is one bias for each unit: sum over the rows, `upstream.sum(axis=0)`.
    """
    yield with_methods(_Dense, in_bias=lambda self, upstream: upstream.sum(axis=1))


@misconception("Dense.bias-gradient-one-number")
def bias_gradient_one_number(*_: Any) -> Wrong:
    """The gradient in the bias is a single number.

    `upstream.sum()` adds up everything. There is one bias for each unit: `upstream.sum(axis=0)`.
    """
    yield with_methods(_Dense, in_bias=lambda self, upstream: upstream.sum())


@misconception("Dense.bias-as-row")
def bias_as_row(*_: Any) -> Wrong:
    """The bias or its gradient has shape (1, units).

    Both have shape (units,): `np.zeros(units)`, and `upstream.sum(axis=0)` without keepdims.
    """
    yield with_methods(_Dense, in_bias=lambda self, upstream: upstream.sum(axis=0, keepdims=True))


@misconception("Dense.gradients-accumulate")
def gradients_accumulate(*_: Any) -> Wrong:
    """The gradients add up from one backward to the next.

    Each call makes them anew: `self.dW = X.T @ upstream`, with = and not +=.
    """

    def backward(self: Any, upstream: Array) -> Array:
        before = getattr(self, "dW", 0.0), getattr(self, "db", 0.0)
        back = _Dense.backward(self, upstream)
        self.dW, self.db = self.dW + before[0], self.db + before[1]
        return back

    yield with_methods(_Dense, backward=backward)


@misconception("Dense.updates-weights")
def updates_weights(*_: Any) -> Wrong:
    """backward changes the weights.

    It only computes: dW and db are kept, and whoever trains the network moves W and b.
    """

    def moving(lr: float) -> Callable[..., Array]:
        def backward(self: Any, upstream: Array) -> Array:
            back = _Dense.backward(self, upstream)
            self.W, self.b = self.W - lr * self.dW, self.b - lr * self.db
            return back

        return backward

    for lr in (1.0, 0.1, 0.01, 0.001):
        yield with_methods(_Dense, backward=moving(lr))


@misconception("Dense.first-input-kept")
def dense_first_kept(*_: Any) -> Wrong:
    """backward uses the first batch that ever came, not the latest.

    Let every forward replace what is remembered: `self.X = X`.
    """
    yield _first_kept(layers.Dense)


@misconception("Dense.cache-shared")
def dense_shared(*_: Any) -> Wrong:
    """All layers remember their input in the same place.

    An attribute of the class belongs to all its objects: write `self.X = X`.
    """
    yield _shared(layers.Dense, "X")


# --- Tanh --------------------------------------------------------------------------------------


def _tanh(**methods: Callable[..., Any]) -> type[Any]:
    return with_methods(layers.Tanh, **methods)


@misconception("Tanh.sigma-ignored")
def sigma_ignored(*_: Any) -> Wrong:
    """σ is not used.

    The argument sigma has a part in both: the value is tanh(σx), and the slope σ(1 − tanh²(σx)).
    """
    yield _tanh(value=lambda self, X: np.tanh(X), slope=lambda self: 1.0 - self.output**2)


@misconception("Tanh.sigma-divides")
def sigma_divides(*_: Any) -> Wrong:
    """x is divided by σ.

    It is multiplied: tanh(σx), with the slope σ(1 − tanh²(σx)).
    """

    def value(self: Any, X: Array) -> Array:
        return np.asarray(np.tanh(X / self.sigma))

    yield _tanh(value=value, slope=lambda self: (1.0 - self.output**2) / self.sigma)
    yield _tanh(value=value)


@misconception("Tanh.sigma-outside")
def sigma_outside(*_: Any) -> Wrong:
    """σ stands in front of the tanh, but not inside.

    Value and slope both have the tanh of σx: tanh(σx), and σ(1 − tanh²(σx)).
    """

    def value(self: Any, X: Array) -> Array:
        return np.asarray(self.sigma * np.tanh(X))

    def slope(self: Any) -> Array:
        return np.asarray(self.sigma * (1.0 - np.tanh(self.X) ** 2))

    yield _tanh(value=value, slope=slope)
    yield _tanh(value=value)
    yield _tanh(slope=slope)


@misconception("Tanh.sigma-forgotten")
def sigma_forgotten(*_: Any) -> Wrong:
    """The slope lacks the factor σ.

    By the chain rule the derivative of tanh(σx) is σ(1 − tanh²(σx)).
    """
    yield _tanh(slope=lambda self: 1.0 - self.output**2)


@misconception("Tanh.sigma-squared")
def sigma_squared(*_: Any) -> Wrong:
    """The slope has σ twice.

    The derivative of tanh(σx) is σ(1 − tanh²(σx)): one σ in front.
    """
    yield _tanh(slope=lambda self: self.sigma**2 * (1.0 - self.output**2))


@misconception("Tanh.not-squared")
def not_squared(*_: Any) -> Wrong:
    """The tanh in the slope is not squared.

    The derivative of tanh u is 1 − tanh² u, so the slope is σ(1 − tanh²(σx)).
    """
    yield _tanh(slope=lambda self: self.sigma * (1.0 - self.output))


@misconception("Tanh.slope-from-input")
def tanh_slope_from_input(*_: Any) -> Wrong:
    """The slope is computed from x where tanh(σx) belongs.

    σ(1 − t²) needs the output t = tanh(σx): remember it in forward.
    """
    yield _tanh(slope=lambda self: self.sigma * (1.0 - self.X**2))
    yield _tanh(slope=lambda self: self.sigma * (1.0 - (self.sigma * self.X) ** 2))


@misconception("Tanh.slope-at-output")
def slope_at_output(*_: Any) -> Wrong:
    """The tanh is taken twice in the slope.

    With t for the output of forward, the slope is σ(1 − t²): t is the tanh already.
    """
    yield _tanh(slope=lambda self: self.sigma * (1.0 - np.tanh(self.sigma * self.output) ** 2))
    yield _tanh(slope=lambda self: self.sigma * (1.0 - np.tanh(self.output) ** 2))


@misconception("Tanh.four-forgotten")
def four_forgotten(*_: Any) -> Wrong:
    """The slope is a quarter of what it should be.

    In exponentials it is 4σe^{2σx}/(e^{2σx} + 1)², with a 4 from the quotient rule.
    """
    yield _tanh(slope=lambda self: layers.Tanh.slope(self) / 4.0)


@misconception("Tanh.half-exponent")
def half_exponent(*_: Any) -> Wrong:
    """The exponent is σx, not 2σx.

    tanh(σx) = (e^{2σx} − 1)/(e^{2σx} + 1), or (e^{σx} − e^{−σx})/(e^{σx} + e^{−σx}).
    """

    def value(self: Any, X: Array) -> Array:
        return np.asarray(np.tanh(self.sigma * X / 2.0))

    yield _tanh(value=value, slope=lambda self: layers.Tanh.slope(self) / 2.0)
    yield _tanh(value=value)


@misconception("Tanh.nan")
def tanh_nan(*_: Any) -> Wrong:
    """Large inputs give nan.

    e^{2σx} is inf for large x, and inf/inf is nan. `np.tanh` has no such trouble.
    """

    def by_two(self: Any, X: Array) -> Array:
        e = np.exp(2.0 * self.sigma * X)
        return np.asarray((e - 1.0) / (e + 1.0))

    def by_one(self: Any, X: Array) -> Array:
        up, down = np.exp(self.sigma * X), np.exp(-self.sigma * X)
        return np.asarray((up - down) / (up + down))

    yield _tanh(value=by_two)
    yield _tanh(value=by_one)


@misconception("Tanh.upstream-forgotten")
def tanh_upstream_forgotten(*_: Any) -> Wrong:
    """backward returns the slope alone.

    By the chain rule it is upstream times the slope, σ(1 − tanh²(σx)), entry by entry.
    """
    yield _tanh(backward=lambda self, upstream: self.slope())


@misconception("Tanh.first-input-kept")
def tanh_first_kept(*_: Any) -> Wrong:
    """backward uses the first batch that ever came, not the latest.

    Let every forward replace what is remembered: `self.output = np.tanh(self.sigma * X)`.
    """
    yield _first_kept(layers.Tanh)


@misconception("Tanh.cache-shared")
def tanh_shared(*_: Any) -> Wrong:
    """All layers remember their batch in the same place.

    An attribute of the class belongs to all its objects: write `self.output = …`.
    """
    yield _shared(layers.Tanh, "output")
    by_input = _tanh(slope=lambda self: self.sigma * (1.0 - np.tanh(self.sigma * self.X) ** 2))
    yield _shared(by_input, "X")


# --- ReLU --------------------------------------------------------------------------------------


def _relu(**methods: Callable[..., Any]) -> type[Any]:
    return with_methods(layers.ReLU, **methods)


@misconception("ReLU.leaky")
def leaky(*_: Any) -> Wrong:
    """Negative inputs are let through by a small part.

    That is the leaky ReLU. Here it is max(x, 0), and its slope below zero is 0.
    """

    def leaking(part: float) -> type[Any]:
        return _relu(
            value=lambda self, X: np.where(X > 0.0, X, part * X),
            slope=lambda self: np.where(self.X > 0.0, 1.0, part),
        )

    yield from map(leaking, (0.01, 0.1, 0.2))


@misconception("ReLU.no-mask")
def no_mask(*_: Any) -> Wrong:
    """backward passes everything.

    Where the input was negative nothing passes: `upstream * (self.X > 0)`.
    """
    yield _relu(slope=lambda self: np.ones_like(self.X))


@misconception("ReLU.mask-reversed")
def mask_reversed(*_: Any) -> Wrong:
    """The gradient passes where the input was negative.

    It passes where the input was positive: `upstream * (self.X > 0)`.
    """
    yield _relu(slope=lambda self: (self.X <= 0.0).astype(np.float64))


@misconception("ReLU.mask-of-upstream")
def mask_of_upstream(*_: Any) -> Wrong:
    """The mask is taken from upstream.

    What counts is the sign of the input of forward: `upstream * (self.X > 0)`.
    """
    yield _relu(backward=lambda self, upstream: np.maximum(upstream, 0.0))


@misconception("ReLU.mask-of-both")
def mask_of_both(*_: Any) -> Wrong:
    """Negative entries of upstream are cut off, too.

    A gradient may well be negative. Only the sign of the input counts: `upstream * (self.X > 0)`.
    """
    yield _relu(backward=lambda self, upstream: np.maximum(upstream, 0.0) * (self.X > 0.0))


@misconception("ReLU.value-as-slope")
def value_as_slope(*_: Any) -> Wrong:
    """The value is used as the slope.

    The slope of max(x, 0) is 1 for positive x, not x: `upstream * (self.X > 0)`.
    """
    yield _relu(slope=lambda self: self.output)


@misconception("ReLU.upstream-forgotten")
def relu_upstream_forgotten(*_: Any) -> Wrong:
    """backward returns the slope alone.

    By the chain rule it is upstream times the slope: `upstream * (self.X > 0)`.
    """
    yield _relu(backward=lambda self, upstream: self.slope())


@misconception("ReLU.first-input-kept")
def relu_first_kept(*_: Any) -> Wrong:
    """backward uses the first batch that ever came, not the latest.

    Let every forward replace what is remembered: `self.X = X`.
    """
    yield _first_kept(layers.ReLU)


@misconception("ReLU.cache-shared")
def relu_shared(*_: Any) -> Wrong:
    """All layers remember their batch in the same place.

    An attribute of the class belongs to all its objects: write `self.X = X`.
    """
    yield _shared(layers.ReLU, "X")


# --- Sigmoid -----------------------------------------------------------------------------------


def _sigmoid(**methods: Callable[..., Any]) -> type[Any]:
    return with_methods(layers.Sigmoid, **methods)


@misconception("Sigmoid.wrong-sign")
def sigmoid_wrong_sign(*_: Any) -> Wrong:
    """The sigmoid falls instead of rising, or its slope says so.

    s(x) = 1/(1 + e^−x) rises from 0 to 1, and its slope s(1 − s) is positive.
    """

    def value(self: Any, X: Array) -> Array:
        return layers.Sigmoid.value(self, -X)

    def slope(self: Any) -> Array:
        return -layers.Sigmoid.slope(self)

    yield _sigmoid(value=value, slope=slope)
    yield _sigmoid(value=value)
    yield _sigmoid(slope=slope)


@misconception("Sigmoid.nan")
def sigmoid_nan(*_: Any) -> Wrong:
    """Large inputs give nan.

    e^x/(1 + e^x) is inf/inf for large x. Write 1/(1 + e^−x) for positive x and e^x/(1 + e^x) for
    the others, or use `scipy.special.expit`.
    """
    yield _sigmoid(value=lambda self, X: np.exp(X) / (1.0 + np.exp(X)))


@misconception("Sigmoid.factor-forgotten")
def factor_forgotten(*_: Any) -> Wrong:
    """One of the two factors of the slope is missing.

    The slope is s(1 − s), with s for the output of forward: near 0 at both ends, and largest in the
    middle.
    """
    yield _sigmoid(slope=lambda self: 1.0 - self.output)
    yield _sigmoid(slope=lambda self: self.output)


@misconception("Sigmoid.slope-of-tanh")
def slope_of_tanh(*_: Any) -> Wrong:
    """The slope is 1 − s².

    That is the one of tanh. For the sigmoid it is s(1 − s).
    """
    yield _sigmoid(slope=lambda self: 1.0 - self.output**2)


@misconception("Sigmoid.slope-from-input")
def sigmoid_slope_from_input(*_: Any) -> Wrong:
    """The slope is computed from x where s(x) belongs.

    s(1 − s) needs the output s of forward: remember that, not x.
    """
    yield _sigmoid(slope=lambda self: self.X * (1.0 - self.X))


@misconception("Sigmoid.sigmoid-twice")
def sigmoid_of_sigmoid(*_: Any) -> Wrong:
    """The sigmoid is taken twice in the slope.

    With s for the output of forward, the slope is s(1 − s): s is the sigmoid already.
    """

    def slope(self: Any) -> Array:
        s = layers.Sigmoid.value(self, self.output)
        return s * (1.0 - s)

    yield _sigmoid(slope=slope)


@misconception("Sigmoid.upstream-forgotten")
def sigmoid_upstream_forgotten(*_: Any) -> Wrong:
    """backward returns the slope alone.

    By the chain rule it is upstream times the slope, s(1 − s), entry by entry.
    """
    yield _sigmoid(backward=lambda self, upstream: self.slope())


@misconception("Sigmoid.first-input-kept")
def sigmoid_first_kept(*_: Any) -> Wrong:
    """backward uses the first batch that ever came, not the latest.

    Let every forward replace what is remembered: `self.output = …`.
    """
    yield _first_kept(layers.Sigmoid)


@misconception("Sigmoid.cache-shared")
def sigmoid_shared(*_: Any) -> Wrong:
    """All layers remember their batch in the same place.

    An attribute of the class belongs to all its objects: write `self.output = …`.
    """
    yield _shared(layers.Sigmoid, "output")
