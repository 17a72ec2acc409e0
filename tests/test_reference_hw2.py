"""The reference of hw2 against numerical differentiation, SciPy and scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize, special
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier as TheirClassifier

from reference.adam import adam
from reference.cross_entropy import cross_entropy, cross_entropy_grad, softmax_cross_entropy
from reference.layers import Dense, ReLU, Sigmoid, Tanh
from reference.mlp_classifier import MLPClassifier
from reference.model import Model

Array = np.ndarray[Any, Any]


def slope_of(function: Any, at: Array) -> Array:
    flat = optimize.approx_fprime(at.ravel(), lambda v: function(v.reshape(at.shape)), 1e-7)
    return np.asarray(flat.reshape(at.shape))


@pytest.mark.parametrize("make", [lambda: Dense(3), Tanh, lambda: Tanh(0.3), ReLU, Sigmoid])
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (7, 2), (2, 7)])
def test_what_goes_back_is_the_gradient_of_what_went_forward(
    make: Any, shape: tuple[int, int]
) -> None:
    rng = np.random.default_rng(0)
    layer = make()
    layer.setup(shape[1], rng)
    X = rng.normal(size=shape)
    weight = rng.normal(size=layer.forward(X).shape)
    back = layer.backward(weight)
    assert np.allclose(back, slope_of(lambda v: np.sum(weight * layer.forward(v)), X), atol=1e-5)
    if isinstance(layer, Dense):
        layer.forward(X)
        layer.backward(weight)
        dW, db = layer.dW, layer.db

        def value(W: Array, b: Array) -> float:
            return float(np.sum(weight * (X @ W + b)))

        assert np.allclose(dW, slope_of(lambda v: value(v, layer.b), layer.W), atol=1e-5)
        assert np.allclose(db, slope_of(lambda v: value(layer.W, v), layer.b), atol=1e-5)


def test_activations_are_what_they_are_called_and_do_not_overflow() -> None:
    x = np.array([[-1e4, -2.0, 0.0, 0.5, 1e4]])
    with np.errstate(all="raise", under="ignore"):
        assert np.allclose(Tanh(2.0).forward(x), np.tanh(2.0 * x))
        assert np.allclose(Sigmoid().forward(x), special.expit(x))
        assert np.array_equal(ReLU().forward(x), np.maximum(x, 0.0))
        for layer in (Tanh(3.0), Sigmoid(), ReLU()):
            layer.forward(x)
            assert np.isfinite(layer.backward(np.ones_like(x))).all()


@pytest.mark.parametrize("shape", [(5,), (5, 1)])
def test_cross_entropy_and_its_exact_gradient(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    p, y = rng.uniform(0.05, 0.95, size=shape), np.array([0, 1, 1, 0, 1])
    assert cross_entropy(p, y, 0.0) == pytest.approx(
        -np.mean(special.xlogy(y, p.ravel()) + special.xlogy(1 - y, 1 - p.ravel()))
    )
    for eps in (1e-7, 0.1):
        slope = slope_of(lambda v, eps=eps: cross_entropy(v, y, eps), p)
        assert np.allclose(cross_entropy_grad(p, y, eps), slope, atol=1e-5)
    unsigned = y.astype(np.uint8)
    assert np.array_equal(cross_entropy_grad(p, unsigned), cross_entropy_grad(p, y))
    assert cross_entropy(p, unsigned) == cross_entropy(p, y)
    edge = np.array([0.0, 1.0])
    assert np.isfinite(cross_entropy(edge, np.array([1, 0])))
    assert np.isfinite(cross_entropy_grad(edge, np.array([1, 0]))).all()


def test_softmax_cross_entropy_is_scipys_with_its_gradient() -> None:
    rng = np.random.default_rng(2)
    Z, y = rng.normal(size=(6, 4)), rng.integers(0, 4, size=6)
    value, slope = softmax_cross_entropy(Z, y)
    assert value == pytest.approx(-np.mean(special.log_softmax(Z, axis=1)[np.arange(6), y]))
    assert np.allclose(slope, slope_of(lambda v: softmax_cross_entropy(v, y)[0], Z), atol=1e-5)


def network(rho: float) -> Model:
    model = Model(3, rho=rho, seed=1)
    for layer in (Dense(5), Tanh(0.7), Dense(4), ReLU(), Dense(1), Sigmoid()):
        model.add(layer)
    return model


@pytest.mark.parametrize("rho", [0.0, 0.05])
def test_the_chain_through_a_whole_model(rho: float) -> None:
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(12, 3)), rng.integers(0, 2, size=12)
    model = network(rho)
    params = model.get_params()
    assert params.shape == (3 * 5 + 5 + 5 * 4 + 4 + 4 + 1,)
    assert np.array_equal(params[:15].reshape(3, 5), model.layers[0].W)
    value, slope = model.evaluate_loss(params, X, y)
    assert np.allclose(
        slope, slope_of(lambda v: model.evaluate_loss(v, X, y)[0], params), atol=1e-5
    )
    weights = sum(float(np.sum(layer.W**2)) for layer in model.layers if hasattr(layer, "W"))
    model.set_params(params)
    assert value == pytest.approx(cross_entropy(model.forward(X), y) + rho * weights)
    model.set_params(2.0 * params)
    assert np.array_equal(model.get_params(), 2.0 * params)


def test_adam_takes_the_steps_of_its_paper() -> None:
    seen: list[Array] = []
    adam(
        *(lambda x: (float(x @ x), 2.0 * x), np.array([1.0, -2.0])),
        lr=0.1,
        maxiter=3,
        callback=lambda x: seen.append(x),
    )
    x, m, v = np.array([1.0, -2.0]), np.zeros(2), np.zeros(2)
    for t in range(1, 4):
        g = 2.0 * x
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        x = x - 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.999**t)) + 1e-8)
        assert np.allclose(seen[t - 1], x, rtol=1e-12)


@pytest.mark.parametrize("jac", [True, False])
def test_adam_is_a_method_of_scipys_minimize(jac: bool) -> None:
    def both(x: Array) -> tuple[float, Array]:
        return float(np.sum((x - 3.0) ** 2)), 2.0 * (x - 3.0)

    given: dict[str, Any] = {"jac": True} if jac else {"jac": lambda x: both(x)[1]}
    fun: Any = both if jac else lambda x: both(x)[0]
    options = {"lr": 0.1, "maxiter": 5000}
    found = optimize.minimize(fun, np.zeros(4), method=adam, options=options, **given)
    assert np.allclose(found.x, 3.0, atol=1e-4)
    assert found.fun < 1e-7
    assert found.nit <= 5000


def test_adam_trains_a_model_as_well_as_scipys_own_method() -> None:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(80, 3))
    y = (X[:, 0] * X[:, 1] > 0).astype(int)
    losses = {}
    for method, options in (("L-BFGS-B", {"maxiter": 500}), (adam, {"lr": 0.01, "maxiter": 3000})):
        model = network(1e-4)
        start = model.get_params()
        found = optimize.minimize(
            *(model.evaluate_loss, start), args=(X, y), jac=True, method=method, options=options
        )
        losses[str(method)] = float(found.fun)
    first, second = losses.values()
    assert second < max(2.0 * first, 0.1)


def iris() -> list[Array]:
    X, y = load_iris(return_X_y=True)
    return list(train_test_split(X, y, test_size=0.2, stratify=y, random_state=0))


@pytest.mark.parametrize("seed", range(5))
def test_the_classifier_reaches_what_the_notes_report_on_iris(seed: int) -> None:
    X, X_test, y, y_test = iris()
    ours = MLPClassifier(seed=seed).fit(X, y)
    assert np.mean(ours.predict(X) == y) >= 0.925
    assert np.mean(ours.predict(X_test) == y_test) >= 0.96
    p = ours.predict_proba(X_test)
    assert p.shape == (30, 3)
    assert np.allclose(p.sum(axis=1), 1.0)
    assert np.array_equal(np.argmax(p, axis=1), ours.predict(X_test))


def test_the_classifier_is_as_good_as_scikit_learns() -> None:
    X, X_test, y, y_test = iris()
    scale = X.std(axis=0)
    theirs = TheirClassifier((16,), solver="sgd", learning_rate_init=0.1, max_iter=500)
    theirs.set_params(random_state=0).fit(X / scale, y)
    ours = MLPClassifier().fit(X, y)
    score = np.mean(ours.predict(X_test) == y_test)
    assert score >= theirs.score(X_test / scale, y_test) - 0.04
    assert np.array_equal(ours.predict(X), MLPClassifier().fit(X, y).predict(X))
    assert np.mean(MLPClassifier(l2=1.0).fit(X, y).predict_proba(X).max(axis=1)) < 0.5
