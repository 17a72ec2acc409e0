"""What the checks of hw2 do with a submission: steps that are judged, and shown, as one call.

Each is a function of the submission, `mlp`, and of what it is given; it returns what is compared.
The steps are shown as they are written, so they must be what a student can type; what has to be
looked after besides is done by `steps`.
"""

# ruff: noqa: RUF059 (both parts of a pair have a name in what is shown, used or not)

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from grader.kit import Diagnosis, Program, Raised, WrongAnswer, compare
from reference.cross_entropy import cross_entropy, cross_entropy_grad

Array = np.ndarray[Any, Any]
Results = dict[str, Any]

# --- what every program needs ------------------------------------------------------------------

_PAIRS = {"evaluate_loss": "loss, grad", "softmax_cross_entropy": "loss, dZ"}


class _WithPairs:
    """The submission, or a model of it: what should return a pair does, or that is said."""

    def __init__(self, it: Any) -> None:
        self._it = it

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._it, name)
        if name in _PAIRS:
            return lambda *args: _pair(name, value(*args))
        return (lambda *args: _WithPairs(value(*args))) if name == "Model" else value


def _pair(function: str, value: Any) -> Any:
    if isinstance(value, tuple | list) and len(value) == 2:
        return value
    raise WrongAnswer(
        f"{function} should return a pair ({_PAIRS[function]}), but returned "
        f"{compare.describe(value)}."
    )


def steps(program: Program) -> Program:
    """A program whose steps can be shown as they are, and still fail with a clear message."""

    @functools.wraps(program)
    def followed(mlp: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return program(_WithPairs(mlp), *args, **kwargs)
        except Raised as fault:
            fault.diagnosis = _self_missing(fault)
            raise

    return followed


def _self_missing(fault: Raised) -> tuple[Diagnosis, ...]:
    """Named here, by the words of the exception: that there is a TypeError says nothing."""
    found = re.search(
        r"(\w+)\.(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given",
        fault.message,
    )
    if fault.type_name != "TypeError" or found is None or int(found[4]) != int(found[3]) + 1:
        return ()
    named = f"{found[1]}.{found[2]}"
    return (
        Diagnosis(
            f"{found[1]}.self-missing",
            f"{named} is given one argument more than it takes",
            f"Is `self` missing in `def {found[2]}(…)`? Python passes the object itself as the "
            f"first argument of a method: `def {found[2]}(self, …)`.",
        ),
    )


# --- Dense -------------------------------------------------------------------------------------


@steps
def dense_forward(mlp: Any, X: Array, W: Array, b: Array) -> Results:
    """A layer with given parameters, forward."""
    layer = mlp.Dense(W.shape[1])
    layer.setup(W.shape[0], np.random.default_rng(0))
    layer.W = W
    layer.b = b
    return {"forward(X)": layer.forward(X)}


@steps
def dense_backward(mlp: Any, X: Array, W: Array, b: Array, upstream: Array) -> Results:
    """Forward and back."""
    layer = mlp.Dense(W.shape[1])
    layer.setup(W.shape[0], np.random.default_rng(0))
    layer.W = W
    layer.b = b
    layer.forward(X)
    return {"backward(upstream)": layer.backward(upstream), "dW": layer.dW, "db": layer.db}


@steps
def dense_again(mlp: Any, X: Array, W: Array, b: Array, upstream: Array) -> Results:
    """The same after another batch has gone forward and back."""
    layer = mlp.Dense(W.shape[1])
    layer.setup(W.shape[0], np.random.default_rng(0))
    layer.W = W
    layer.b = b
    layer.forward(3.0 * X[::-1] + 1.0)
    layer.backward(upstream)
    layer.forward(X)
    return {"backward(upstream)": layer.backward(upstream), "dW": layer.dW, "db": layer.db}


@steps
def two_dense(mlp: Any, X: Array, W: Array, b: Array, upstream: Array) -> Results:
    """Two layers of the same kind, the second one used between the first one's forward and back."""
    layer = mlp.Dense(W.shape[1])
    layer.setup(W.shape[0], np.random.default_rng(0))
    other = mlp.Dense(W.shape[1])
    other.setup(W.shape[0], np.random.default_rng(1))
    layer.W = W
    layer.b = b
    other.W = W + 1.0
    other.b = b - 1.0
    layer.forward(X)
    other.forward(X[::-1] - 2.0)
    return {"backward(upstream)": layer.backward(upstream), "dW": layer.dW, "db": layer.db}


@steps
def dense_setup(mlp: Any, input_dim: int, units: int, seed: int) -> Results:
    """The parameters as `setup` makes them."""
    layer = mlp.Dense(units)
    layer.setup(input_dim, np.random.default_rng(seed))
    return {"W": layer.W, "b": layer.b}


# --- activations -------------------------------------------------------------------------------


@steps
def tanh_forward(mlp: Any, X: Array, sigma: float) -> Results:
    """The layer forward."""
    layer = mlp.Tanh(sigma)
    layer.setup(X.shape[1], np.random.default_rng(0))
    return {"forward(X)": layer.forward(X)}


@steps
def tanh_backward(mlp: Any, X: Array, sigma: float, upstream: Array) -> Results:
    """Forward and back."""
    layer = mlp.Tanh(sigma)
    layer.setup(X.shape[1], np.random.default_rng(0))
    layer.forward(X)
    return {"backward(upstream)": layer.backward(upstream)}


@steps
def tanh_again(mlp: Any, X: Array, sigma: float, upstream: Array) -> Results:
    """The same after another batch has gone forward, here and in another layer."""
    layer = mlp.Tanh(sigma)
    layer.setup(X.shape[1], np.random.default_rng(0))
    layer.forward(0.5 * X - 0.2)
    layer.forward(X)
    other = mlp.Tanh(2.0 * sigma)
    other.setup(X.shape[1], np.random.default_rng(0))
    other.forward(1.0 - X)
    return {"backward(upstream)": layer.backward(upstream)}


@steps
def tanh_default(mlp: Any, X: Array, upstream: Array) -> Results:
    """Without σ."""
    layer = mlp.Tanh()
    layer.setup(X.shape[1], np.random.default_rng(0))
    return {"forward(X)": layer.forward(X), "backward(upstream)": layer.backward(upstream)}


@steps
def relu_forward(mlp: Any, X: Array) -> Results:
    """The layer forward."""
    layer = mlp.ReLU()
    layer.setup(X.shape[1], np.random.default_rng(0))
    return {"forward(X)": layer.forward(X)}


@steps
def relu_backward(mlp: Any, X: Array, upstream: Array) -> Results:
    """Forward and back."""
    layer = mlp.ReLU()
    layer.setup(X.shape[1], np.random.default_rng(0))
    layer.forward(X)
    return {"backward(upstream)": layer.backward(upstream)}


@steps
def relu_again(mlp: Any, X: Array, upstream: Array) -> Results:
    """The same after another batch has gone forward, here and in another layer."""
    layer = mlp.ReLU()
    layer.setup(X.shape[1], np.random.default_rng(0))
    signs = np.resize([1.0, -1.0], X.shape[1])
    layer.forward(signs * X)
    layer.forward(X)
    other = mlp.ReLU()
    other.setup(X.shape[1], np.random.default_rng(0))
    other.forward(-signs * X)
    return {"backward(upstream)": layer.backward(upstream)}


@steps
def sigmoid_forward(mlp: Any, X: Array) -> Results:
    """The layer forward."""
    layer = mlp.Sigmoid()
    layer.setup(X.shape[1], np.random.default_rng(0))
    return {"forward(X)": layer.forward(X)}


@steps
def sigmoid_backward(mlp: Any, X: Array, upstream: Array) -> Results:
    """Forward and back."""
    layer = mlp.Sigmoid()
    layer.setup(X.shape[1], np.random.default_rng(0))
    layer.forward(X)
    return {"backward(upstream)": layer.backward(upstream)}


@steps
def sigmoid_again(mlp: Any, X: Array, upstream: Array) -> Results:
    """The same after another batch has gone forward, here and in another layer."""
    layer = mlp.Sigmoid()
    layer.setup(X.shape[1], np.random.default_rng(0))
    layer.forward(0.5 * X - 0.4)
    layer.forward(X)
    other = mlp.Sigmoid()
    other.setup(X.shape[1], np.random.default_rng(0))
    other.forward(1.0 - X)
    return {"backward(upstream)": layer.backward(upstream)}


# --- Model -------------------------------------------------------------------------------------


@steps
def model_forward(mlp: Any, params: Array, X: Array, units: list[int]) -> Results:
    """A network of tanh layers with given parameters, forward."""
    model = mlp.Model(X.shape[1])
    for size in units:
        model.add(mlp.Dense(size))
        model.add(mlp.Tanh(0.7))
    model.add(mlp.Dense(1))
    model.add(mlp.Sigmoid())
    model.set_params(params)
    return {"model.forward(X)": column(model.forward(X))}


def column(output: Any) -> Any:
    """One number for each row, whether as a column or not: both are right."""
    array = compare.numeric(output)
    return output if array is None or array.ndim != 1 else array[:, None]


@steps
def model_parameters(mlp: Any, W1: Array, b1: Array, W2: Array, b2: Array) -> Results:
    """Parameters that were put into the layers, as one vector."""
    first = mlp.Dense(W1.shape[1])
    second = mlp.Dense(W2.shape[1])
    model = mlp.Model(W1.shape[0])
    model.add(first)
    model.add(mlp.ReLU())
    model.add(second)
    first.W = W1
    first.b = b1
    second.W = W2
    second.b = b2
    return {"get_params()": model.get_params()}


@steps
def model_round_trip(mlp: Any, v: Array, input_dim: int, units: int) -> Results:
    """A vector that is put in, found in the layers, and taken out again."""
    first = mlp.Dense(units)
    second = mlp.Dense(2)
    model = mlp.Model(input_dim)
    model.add(first)
    model.add(mlp.ReLU())
    model.add(second)
    model.get_params()
    model.set_params(v)
    return {
        "get_params()": model.get_params(),
        "first.W": first.W,
        "first.b": first.b,
        "second.W": second.W,
        "second.b": second.b,
    }


@steps
def model_loss(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """The loss at given parameters."""
    model = mlp.Model(X.shape[1], rho)
    for size in units:
        model.add(mlp.Dense(size))
        model.add(mlp.Tanh(0.7))
    model.add(mlp.Dense(1))
    model.add(mlp.Sigmoid())
    loss, grad = model.evaluate_loss(params, X, y)
    return {"loss": loss}


@steps
def model_loss_by_default(mlp: Any, params: Array, X: Array, y: Array) -> Results:
    """The loss of a model for which no penalty was named."""
    model = mlp.Model(X.shape[1])
    model.add(mlp.Dense(1))
    model.add(mlp.Sigmoid())
    loss, grad = model.evaluate_loss(params, X, y)
    return {"loss": loss}


@steps
def model_gradient(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """The gradient at given parameters."""
    model = mlp.Model(X.shape[1], rho)
    for size in units:
        model.add(mlp.Dense(size))
        model.add(mlp.Tanh(0.7))
    model.add(mlp.Dense(1))
    model.add(mlp.Sigmoid())
    loss, grad = model.evaluate_loss(params, X, y)
    return {"grad": grad}


@steps
def model_twice(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """The loss at the same parameters before and after a look at others."""
    model = mlp.Model(X.shape[1], rho)
    for size in units:
        model.add(mlp.Dense(size))
        model.add(mlp.Tanh(0.7))
    model.add(mlp.Dense(1))
    model.add(mlp.Sigmoid())
    first, grad = model.evaluate_loss(params, X, y)
    model.evaluate_loss(params + 1.0, X, y)
    again, grad = model.evaluate_loss(params, X, y)
    return {"first": first, "again": again}


@steps
def model_seed(mlp: Any, input_dim: int, units: int, seed: int) -> Results:
    """The parameters with which a model starts."""
    model = mlp.Model(input_dim, 0.0, seed)
    model.add(mlp.Dense(units))
    model.add(mlp.Tanh())
    model.add(mlp.Dense(1))
    return {"get_params()": model.get_params()}


@steps
def model_alike(mlp: Any, input_dim: int) -> Results:
    """Two layers of the same size, as a model sets them up."""
    first = mlp.Dense(input_dim)
    second = mlp.Dense(input_dim)
    model = mlp.Model(input_dim)
    model.add(first)
    model.add(second)
    return {"first.W": first.W, "second.W": second.W}


@steps
def model_unseeded(mlp: Any, input_dim: int, units: int) -> Results:
    """The same where no seed was named."""
    model = mlp.Model(input_dim)
    model.add(mlp.Dense(units))
    model.add(mlp.Tanh())
    model.add(mlp.Dense(1))
    return {"get_params()": model.get_params()}


# What the layers and losses of the submission make of the same parameters, put together here: a
# model that does just that is right, even where they are not.


@steps
def parts_forward(mlp: Any, params: Array, X: Array, units: list[int]) -> Results:
    """The rows through the student's own layers."""
    _, output = _through(mlp, params, X, units)
    return {"model.forward(X)": column(output)}


@steps
def parts_loss(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """… and then their own cross-entropy."""
    dense, output = _through(mlp, params, X, units)
    return {"loss": float(mlp.cross_entropy(output, y)) + _penalty(dense, rho)}


@steps
def parts_loss_true_entropy(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """… and then the true one."""
    dense, output = _through(mlp, params, X, units)
    return {"loss": cross_entropy(np.asarray(output), y) + _penalty(dense, rho)}


@steps
def parts_gradient(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """Back through the student's own layers, from their own cross-entropy."""
    return _back(mlp, params, X, units, rho, lambda output: mlp.cross_entropy_grad(output, y))


@steps
def parts_gradient_true_entropy(
    mlp: Any, params: Array, X: Array, y: Array, units: list[int], rho: float
) -> Results:
    """… from the true one."""
    slope = functools.partial(cross_entropy_grad, y=y)
    return _back(mlp, params, X, units, rho, lambda output: slope(np.asarray(output)))


def _through(mlp: Any, params: Array, X: Array, units: list[int]) -> tuple[list[Any], Any]:
    """The layers that have parameters, and what comes out of the last one."""
    dense, layers = _layers(mlp, params, X.shape[1], units)
    output: Any = X
    for layer in layers:
        output = layer.forward(output)
    return dense, output


def _layers(
    mlp: Any, params: Array, input_dim: int, units: list[int]
) -> tuple[list[Any], list[Any]]:
    rng, start, size = np.random.default_rng(0), 0, input_dim
    dense: list[Any] = []
    layers: list[Any] = []
    for outputs in (*units, 1):
        layer = mlp.Dense(outputs)
        layer.setup(size, rng)
        layer.W = params[start : start + size * outputs].reshape(size, outputs)
        start += size * outputs
        layer.b = params[start : start + outputs]
        start += outputs
        last = mlp.Tanh(0.7) if len(dense) < len(units) else mlp.Sigmoid()
        last.setup(outputs, rng)
        dense.append(layer)
        layers += [layer, last]
        size = outputs
    return dense, layers


def _penalty(dense: list[Any], rho: float) -> float:
    return rho * sum(float(np.sum(layer.W**2)) for layer in dense)


def _back(
    mlp: Any,
    params: Array,
    X: Array,
    units: list[int],
    rho: float,
    slope: Callable[[Any], Any],
) -> Results:
    dense, layers = _layers(mlp, params, X.shape[1], units)
    output: Any = X
    for layer in layers:
        output = layer.forward(output)
    upstream = slope(output)
    for layer in reversed(layers):
        upstream = layer.backward(upstream)
    parts = [(layer.dW + 2.0 * rho * layer.W, layer.db) for layer in dense]
    return {"grad": np.concatenate([np.ravel(part) for pair in parts for part in pair])}


# --- softmax_cross_entropy ---------------------------------------------------------------------


@steps
def softmax_loss(mlp: Any, Z: Array, y: Array) -> Results:
    """The first of the pair."""
    loss, dZ = mlp.softmax_cross_entropy(Z, y)
    return {"loss": loss}


@steps
def softmax_slope(mlp: Any, Z: Array, y: Array) -> Results:
    """The second of the pair."""
    loss, dZ = mlp.softmax_cross_entropy(Z, y)
    return {"dZ": dZ}


# --- adam --------------------------------------------------------------------------------------


@steps
def adam_steps(
    mlp: Any, fun: Any, x0: Array, lr: float, beta1: float, beta2: float, eps: float, maxiter: int
) -> Results:
    """So many steps."""
    result = mlp.adam(fun, x0, lr=lr, beta1=beta1, beta2=beta2, eps=eps, maxiter=maxiter, tol=0.0)
    return {"result.x": field(result, "x")}


@steps
def adam_by_default(mlp: Any, fun: Any, x0: Array, maxiter: int) -> Results:
    """With all settings left as they are."""
    result = mlp.adam(fun, x0, maxiter=maxiter)
    return {"result.x": field(result, "x")}


@steps
def adam_left_alone(mlp: Any, fun: Any, x0: Array) -> Results:
    """With nothing said about when to stop, either."""
    result = mlp.adam(fun, x0)
    return {"result.x": field(result, "x")}


@steps
def adam_with_args(mlp: Any, fun: Any, x0: Array, args: tuple[Any, ...]) -> Results:
    """A function that takes more than the point."""
    result = mlp.adam(fun, x0, args, lr=0.1, maxiter=4, tol=0.0)
    return {"result.x": field(result, "x")}


@steps
def adam_two_functions(mlp: Any, fun: Any, x0: Array, jac: Any) -> Results:
    """Value and gradient as two functions, with what `minimize` hands over besides."""
    others = {"hess": None, "hessp": None, "bounds": None, "constraints": ()}
    result = mlp.adam(fun, x0, args=(), jac=jac, callback=None, lr=0.1, maxiter=1500, **others)
    return {"result.x": field(result, "x")}


@steps
def adam_with_callback(mlp: Any, fun: Any, x0: Array, maxiter: int, callback: Any) -> Results:
    """Watched step by step."""
    result = mlp.adam(fun, x0, lr=0.1, maxiter=maxiter, tol=0.0, callback=callback)
    return {"result.x": field(result, "x")}


@steps
def adam_with_args_twice(mlp: Any, fun: Any, x0: Array, args: tuple[Any, ...], jac: Any) -> Results:
    """Two functions that take more than the point."""
    result = mlp.adam(fun, x0, args, jac, lr=0.1, maxiter=4, tol=0.0)
    return {"result.x": field(result, "x")}


@steps
def adam_with_tol(mlp: Any, fun: Any, x0: Array, lr: float, maxiter: int, tol: float) -> Results:
    """Until it stops."""
    result = mlp.adam(fun, x0, lr=lr, maxiter=maxiter, tol=tol)
    return {"result.x": field(result, "x")}


def field(result: Any, name: str) -> Any:
    """A part of an OptimizeResult, which arrives as the dict that it is."""
    if isinstance(result, dict) and name in result:
        return result[name]
    raise WrongAnswer(
        f"adam should return an OptimizeResult with {name}, but returned "
        f"{compare.describe(result)}."
    )


# --- MLPClassifier -----------------------------------------------------------------------------


@steps
def classifier(mlp: Any, X: Array, y: Array, rows: Array, seed: int) -> Results:
    """Trained with its defaults."""
    model = mlp.MLPClassifier(seed=seed)
    model.fit(X, y)
    return {"predict(rows)": model.predict(rows)}


@steps
def classifier_proba(
    mlp: Any, X: Array, y: Array, rows: Array, hidden: Any, lr: float, epochs: int, batch: int
) -> Results:
    """Trained with given settings: probabilities."""
    model = mlp.MLPClassifier(hidden, lr, epochs, batch)
    model.fit(X, y)
    return {"predict_proba(rows)": model.predict_proba(rows)}


@steps
def classifier_by_default(mlp: Any, X: Array, y: Array, settings: tuple[Any, ...]) -> Results:
    """Trained with some settings in their order, the others being left out."""
    model = mlp.MLPClassifier(*settings)
    model.fit(X, y)
    return {"predict_proba(X)": model.predict_proba(X)}


@steps
def classifier_both(
    mlp: Any, X: Array, y: Array, rows: Array, hidden: Any, lr: float, epochs: int, batch: int
) -> Results:
    """The same, with the predictions, and a row by itself."""
    model = mlp.MLPClassifier(hidden, lr, epochs, batch)
    model.fit(X, y)
    return {
        "predict_proba(rows)": model.predict_proba(rows),
        "predict(rows)": model.predict(rows),
        "predict_proba(rows[:1])": model.predict_proba(rows[:1]),
    }


@steps
def classifier_seeded(mlp: Any, X: Array, y: Array, hidden: Any, seed: int) -> Results:
    """A few passes with a given seed."""
    model = mlp.MLPClassifier(hidden, 0.1, 3, 8, 0.0, seed)
    model.fit(X, y)
    return {"predict_proba(X)": model.predict_proba(X)}


@steps
def classifier_beside(mlp: Any, X: Array, y: Array, other: Array, hidden: Any) -> Results:
    """What a classifier says before and after another one is trained."""
    one = mlp.MLPClassifier(hidden, 0.1, 3, 8)
    one.fit(X, y)
    before = one.predict_proba(X)
    two = mlp.MLPClassifier(hidden, 0.1, 3, 8, 0.0, 1)
    two.fit(X, other)
    return {"before": before, "after": one.predict_proba(X)}


@steps
def classifier_penalised(
    mlp: Any, X: Array, y: Array, rows: Array, hidden: Any, l2: float
) -> Results:
    """Trained with a penalty."""
    model = mlp.MLPClassifier(hidden, 0.1, 150, 16, l2)
    model.fit(X, y)
    return {"predict_proba(rows)": model.predict_proba(rows)}
