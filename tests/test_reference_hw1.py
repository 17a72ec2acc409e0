"""The reference of hw1 against scikit-learn, SciPy and the definitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize, special
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression, Perceptron

from reference import logistic_regression as logistic
from reference import perceptron

Array = np.ndarray[Any, Any]


def rows(seed: int, n: int = 40, d: int = 3) -> tuple[Array, Array, Array]:
    """Rows with a column of ones, labels ±1, and weights."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([np.ones(n), rng.normal(size=(n, d))])
    return X, rng.choice([-1.0, 1.0], size=n), rng.normal(size=d + 1)


def separable() -> tuple[Array, Array]:
    """Two of the iris species, which a line can tell apart."""
    X, y = load_iris(return_X_y=True)
    X, y = X[y < 2], y[y < 2]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return np.column_stack([np.ones(len(X)), X]), np.where(y == 1, 1.0, -1.0)


def inseparable() -> tuple[Array, Array]:
    """Two of the iris species that overlap."""
    X, y = load_iris(return_X_y=True)
    X, y = X[y > 0][:, :2], y[y > 0]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return np.column_stack([np.ones(len(X)), X]), np.where(y == 2, 1.0, -1.0)


# --- perceptron ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_the_perceptrons_loss_and_gradient_are_what_the_notes_define(seed: int) -> None:
    X, y, w = rows(seed)
    guess = perceptron.predict(X, w)
    assert set(guess) <= {-1.0, 1.0}
    assert perceptron.loss(X, y, w) == pytest.approx(-(X @ w) @ ((y - guess) / 2.0))
    assert np.allclose(perceptron.gradient(X, y, w), -0.5 * X.T @ (y - guess))
    slope = optimize.approx_fprime(w, lambda v: perceptron.loss(X, y, v), 1e-7)
    assert np.allclose(perceptron.gradient(X, y, w), slope, atol=1e-4)


@pytest.mark.parametrize("passes", [1, 2, 5])
def test_online_passes_are_those_of_scikit_learn(passes: int) -> None:
    X, y = inseparable()
    w = np.zeros(X.shape[1])
    for _ in range(passes):
        assert perceptron.epoch(X, y, w, lr=1.0, batch=1) == len(X)
    theirs = Perceptron(alpha=0.0, fit_intercept=False, max_iter=passes, tol=None, shuffle=False)
    assert np.allclose(w, theirs.fit(X, y).coef_[0])


@pytest.mark.parametrize("batch", [1, 7, 32, 100])
def test_separable_data_are_separated_whatever_the_batch(batch: int) -> None:
    X, y = separable()
    w, history = perceptron.fit(X, y, batch=batch)
    assert history[-1] == 0
    assert len(history) < 100
    assert np.array_equal(perceptron.predict(X, w), y)


@pytest.mark.parametrize("batch", [1, 10, 100])
def test_inseparable_data_never_come_to_rest(batch: int) -> None:
    X, y = inseparable()
    w, history = perceptron.fit(X, y, batch=batch, epochs=30)
    assert len(history) == 30
    assert min(history) > 0
    assert history[-1] == int(np.sum(perceptron.predict(X, w) != y))


def test_an_iteration_is_an_update_and_a_pass_has_several() -> None:
    X, y, w = rows(0, n=10)
    for batch, count in ((1, 10), (3, 4), (10, 1), (64, 1)):
        assert perceptron.epoch(X, y, w, batch=batch) == count
        assert perceptron.iterations(5, 10, batch) == 5 * count


def test_only_the_weights_are_changed_in_place() -> None:
    X, y, w = rows(1)
    before = X.copy(), y.copy(), w.copy()
    perceptron.epoch(X, y, w)
    assert np.array_equal(X, before[0])
    assert np.array_equal(y, before[1])
    assert not np.array_equal(w, before[2])


# --- logistic regression -------------------------------------------------------------------------


def test_the_sigmoid_is_scipys_and_never_overflows() -> None:
    with np.errstate(all="raise", under="ignore"):
        a = np.array([-1e308, -800.0, -30.0, -1.0, 0.0, 1.0, 30.0, 800.0, 1e308])
        assert np.allclose(logistic.sigmoid(a), special.expit(a), rtol=1e-15, atol=0.0)
        assert logistic.sigmoid(0) == 0.5
        assert logistic.sigmoid(a.reshape(3, 3)).shape == (3, 3)


@pytest.mark.parametrize("l2", [0.0, 0.3])
@pytest.mark.parametrize("kind", [np.float64, np.int8, np.uint8, np.bool_])
def test_loss_and_gradient_belong_together_for_labels_of_any_type(l2: float, kind: Any) -> None:
    X, signs, w = rows(2)
    y = (signs > 0).astype(kind)
    p = special.expit(X @ w)
    likelihood = -np.mean(np.where(y == 1, np.log(p), np.log(1 - p)))
    assert logistic.loss(X, y, w, l2) == pytest.approx(likelihood + l2 * w @ w)
    if kind is not np.bool_:  # NumPy subtracts no booleans
        slope = optimize.approx_fprime(w, lambda v: logistic.loss(X, y, v, l2), 1e-7)
        assert np.allclose(logistic.gradient(X, y, w, l2), slope, atol=1e-5)


def test_the_loss_is_finite_for_any_weights() -> None:
    X, signs, w = rows(3)
    y = (signs > 0).astype(float)
    assert np.isfinite(logistic.loss(X, y, 1e6 * w))
    assert np.isfinite(logistic.gradient(X, y, 1e6 * w)).all()


@pytest.mark.parametrize("l2", [1e-3, 1e-1])
def test_the_minimum_is_scikit_learns(l2: float) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    X = np.column_stack([np.ones(len(X)), (X - X.mean(axis=0)) / X.std(axis=0)])
    found = optimize.minimize(
        lambda w: logistic.loss(X, y, w, l2),
        np.zeros(X.shape[1]),
        jac=lambda w: logistic.gradient(X, y, w, l2),
        options={"gtol": 1e-9},
    ).x
    theirs = LogisticRegression(
        C=1.0 / (2.0 * l2 * len(y)), fit_intercept=False, tol=1e-10, max_iter=10_000
    ).fit(X, y)
    assert np.allclose(found, theirs.coef_[0], atol=1e-4)
    ours = logistic.fit(X, y, lr=0.05, batch=64, epochs=200, l2=l2)
    least = logistic.loss(X, y, found, l2)
    assert least <= logistic.loss(X, y, ours, l2) < 1.1 * least


def test_a_pass_goes_in_order_and_uses_a_short_last_slice() -> None:
    X, signs, w = rows(4, n=10)
    y, by_hand = (signs > 0).astype(float), w.copy()
    logistic.epoch(X, y, w, lr=0.5, batch=4, l2=0.1)
    for part in (slice(0, 4), slice(4, 8), slice(8, 10)):
        by_hand -= 0.5 * logistic.gradient(X[part], y[part], by_hand, 0.1)
    assert np.allclose(w, by_hand)
