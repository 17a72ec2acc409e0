"""The reference of hw3 against numerical differentiation, SciPy and the definitions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import optimize, special
from scipy.spatial.distance import cdist
from sklearn.datasets import make_moons

from reference import rbf_network as rbf

Array = np.ndarray[Any, Any]
SIGMA = 0.8


def problem(seed: int = 0, n: int = 30, d: int = 2, N: int = 4) -> tuple[Array, ...]:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(n, d)), rng.integers(0, 2, size=n)
    return X, y, rng.normal(size=(N, d)), rng.normal(size=N)


def slope_of(function: Any, at: Array) -> Array:
    flat = optimize.approx_fprime(at.ravel(), lambda v: function(v.reshape(at.shape)), 1e-7)
    return np.asarray(flat.reshape(at.shape))


def test_multiquadrics_by_their_definition() -> None:
    X, _, C, _ = problem()
    assert np.allclose(rbf.multiquadric(X, C, SIGMA), np.sqrt(cdist(X, C) ** 2 + SIGMA**2))
    assert np.allclose(rbf.multiquadric(X, X, SIGMA).diagonal(), SIGMA)


def test_the_loss_by_its_definition_and_finite_whatever_the_weights() -> None:
    X, y, C, w = problem()
    p = special.expit(np.sqrt(cdist(X, C) ** 2 + SIGMA**2) @ w)
    data = -np.mean(np.where(y == 1, np.log(p), np.log(1 - p)))
    assert rbf.loss(X, y, C, w, SIGMA, 0.1, 0.2) == pytest.approx(
        data + 0.1 * w @ w + 0.2 * np.sum(C**2)
    )
    assert np.isfinite(rbf.loss(X, y, C, 1e6 * w, SIGMA))


@pytest.mark.parametrize("rho", [0.0, 0.3])
def test_every_derivative_is_one(rho: float) -> None:
    X, y, C, w = problem(1)
    Phi = rbf.multiquadric(X, C, SIGMA)

    def value(v: Array, centers: Array = C) -> float:
        return rbf.loss(X, y, centers, v, SIGMA, rho, rho)

    assert np.allclose(rbf.gradient_weights(Phi, y, w, rho), slope_of(value, w), atol=1e-5)
    centers = slope_of(lambda v: value(w, v), C)
    assert np.allclose(rbf.gradient_centers(X, y, C, w, SIGMA, rho), centers, atol=1e-5)
    hessian = np.array(
        [slope_of(lambda v, i=i: rbf.gradient_weights(Phi, y, v, rho)[i], w) for i in range(len(w))]
    )
    assert np.allclose(rbf.hessian_weights(Phi, w, rho), hessian, atol=1e-5)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("rho", [1e-4, 1e-2, 1.0])
def test_newton_ends_where_the_gradient_vanishes(seed: int, rho: float) -> None:
    X, y, C, _ = problem(seed, n=50, N=6)
    Phi = rbf.multiquadric(X, C, SIGMA)
    w = rbf.newton(Phi, y, rho)
    assert np.linalg.norm(rbf.gradient_weights(Phi, y, w, rho)) <= 1e-6
    theirs = optimize.minimize(
        lambda v: rbf.loss(X, y, C, v, SIGMA, rho), np.zeros(6), options={"gtol": 1e-9}
    )
    assert rbf.loss(X, y, C, w, SIGMA, rho) <= theirs.fun + 1e-9
    again = rbf.newton(Phi, y, rho, w + 0.01)
    assert np.linalg.norm(rbf.gradient_weights(Phi, y, again, rho)) <= 1e-6


def test_armijo_by_its_definition_where_the_answer_is_known() -> None:
    def parabola(x: Array) -> float:
        return float(x @ x)

    x, slope = np.array([1.0]), -4.0
    assert rbf.armijo(parabola, x, np.array([-2.0]), slope) == 0.5
    # A full step of −1.9 does decrease, from 1 to 0.81, but not by enough for c1 = 0.3.
    assert rbf.armijo(parabola, x, np.array([-1.9]), -3.8, c1=1e-4) == 1.0
    assert rbf.armijo(parabola, x, np.array([-1.9]), -3.8, c1=0.3) == 0.5
    assert rbf.armijo(parabola, x, np.array([2.0]), 4.0) == 0.0
    assert rbf.armijo(parabola, x, np.array([2.0]), -4.0) == 0.0  # a slope that lies
    assert rbf.armijo(parabola, x, np.array([-200.0]), -400.0, t0=3.0, beta=0.1) == pytest.approx(
        0.003
    )


@pytest.mark.parametrize("seed", range(5))
def test_training_never_makes_it_worse_and_learns_the_moons(seed: int) -> None:
    X, y = make_moons(120, noise=0.1, random_state=seed)
    C, w, history = rbf.fit(X, y, 12, seed=seed)
    assert C.shape == (12, 2)
    assert w.shape == (12,)
    assert len(history) == 20
    assert all(b <= a * (1.0 + 1e-10) for a, b in itertools.pairwise(history))
    assert history[-1] == pytest.approx(rbf.loss(X, y, C, w, 1.0, 1e-3, 1e-3))
    p = rbf.predict_proba(X, C, w, 1.0)
    assert np.mean((p > 0.5) == y) > 0.85
