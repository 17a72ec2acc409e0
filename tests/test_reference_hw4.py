"""The reference of hw4 against scikit-learn, CVXOPT, differentiation and the definitions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy import optimize
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris, make_circles, make_moons
from sklearn.metrics import pairwise
from sklearn.svm import SVC

from reference import kernels, svm_dual, svm_primal
from reference.one_vs_all import OneVsAll
from reference.smo import bounds, select_pair, smo, step

Array = np.ndarray[Any, Any]


def problem(seed: int = 0, n: int = 30, d: int = 2) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.where(X[:, 0] + 0.8 * rng.normal(size=n) > 0.0, 1.0, -1.0)
    y[0], y[1] = 1.0, -1.0
    return X, y


def separable(seed: int, n: int = 20) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    return rng.normal(size=(n, 2)) + 3.0 * y[:, None], y


# --- definitions ---------------------------------------------------------------------------------


def test_kernels_are_those_of_scikit_learn() -> None:
    X, Z = problem(0)[0], problem(1, n=7)[0]
    assert np.allclose(kernels.linear_kernel(X, Z), pairwise.linear_kernel(X, Z))
    assert np.allclose(
        kernels.polynomial_kernel(X, Z, 2, 0.5),
        pairwise.polynomial_kernel(X, Z, degree=2, gamma=1.0, coef0=0.5),
    )
    assert np.allclose(kernels.polynomial_kernel(X, Z), (X @ Z.T + 1.0) ** 3)
    assert np.allclose(kernels.rbf_kernel(X, Z, 0.4), pairwise.rbf_kernel(X, Z, gamma=0.4))
    assert np.allclose(kernels.rbf_kernel(X, Z), np.exp(-(cdist(X, Z) ** 2)))
    assert np.allclose(kernels.rbf_kernel(X, X).diagonal(), 1.0)
    assert (kernels.squared_distances(1e4 + X, 1e4 + X) >= 0.0).all()


def test_margins_by_their_definition() -> None:
    X, y = problem()
    w, b = np.array([1.0, -2.0]), 0.3
    each = [label * (row @ w + b) for row, label in zip(X, y, strict=True)]
    assert svm_primal.functional_margin(X, y, w, b) == pytest.approx(min(each))
    geometric = svm_primal.geometric_margin(X, y, w, b)
    assert geometric == pytest.approx(min(each) / np.hypot(1.0, 2.0))
    for c in (0.01, 3.0, 1e4):
        assert svm_primal.geometric_margin(X, y, c * w, c * b) == pytest.approx(geometric)


def test_the_subgradient_is_the_slope_of_the_hinge_loss() -> None:
    X, y = problem(2)
    w, b, C = np.array([0.7, -0.4]), 0.2, 1.3

    def loss(v: Array) -> float:
        return svm_primal.hinge_loss(X, y, v[:2], v[2], C)

    slack = [max(0.0, 1.0 - t * (x @ w + b)) for x, t in zip(X, y, strict=True)]
    assert loss(np.append(w, b)) == pytest.approx(0.5 * w @ w + C * sum(slack))
    gw, gb = svm_primal.hinge_subgradient(X, y, w, b, C)
    slope = optimize.approx_fprime(np.append(w, b), loss, 1e-8)
    assert np.allclose(np.append(gw, gb), slope, atol=1e-4)


def test_an_epoch_is_a_step_along_each_rows_own_subgradient() -> None:
    X, y = problem(3, n=9)
    w, b, lr, C = np.array([0.7, -0.4]), 0.2, 0.3, 1.3
    v, c = w.copy(), b
    for x, t in zip(X, y, strict=True):
        # Of ½‖w‖²/n + C·hinge: that is a problem of one row, with the penalty divided.
        gw, gb = svm_primal.hinge_subgradient(x[None], np.array([t]), v, c, C)
        v, c = v - lr * (gw - v + v / len(X)), c - lr * gb
    got_w, got_b = svm_primal.sgd_epoch(X, y, w, b, lr, C)
    assert np.allclose(got_w, v)
    assert got_b == pytest.approx(c)
    assert w.tolist() == [0.7, -0.4]


def test_many_epochs_come_near_the_minimum() -> None:
    X, y = problem(4, n=60)
    w, b = np.zeros(2), 0.0
    for e in range(300):
        w, b = svm_primal.sgd_epoch(X, y, w, b, 0.3 / (1.0 + e), 1.0)
    alpha = svm_dual.solve_qp(X @ X.T, y, 1.0)
    best = -svm_dual.dual_objective(alpha, X @ X.T, y)
    assert best <= svm_primal.hinge_loss(X, y, w, b, 1.0) <= 1.02 * best


# --- the dual ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("C", [0.05, 1.0, 50.0])
def test_both_solvers_agree_with_scikit_learn(seed: int, C: float) -> None:
    X, y = problem(seed, n=50)
    K = kernels.rbf_kernel(X, X, 0.5)
    theirs = SVC(C=C, kernel="rbf", gamma=0.5, tol=1e-6).fit(X, y)
    same = SVC(C=C, kernel="precomputed", tol=1e-6).fit(K, y)
    assert np.allclose(theirs.decision_function(X), same.decision_function(K), atol=1e-3)
    alpha = np.zeros(len(y))
    alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
    best = svm_dual.dual_objective(alpha, K, y)
    ours, b, _ = smo(K, y, C, 1e-6)
    for found in (ours, svm_dual.solve_qp(K, y, C)):
        assert svm_dual.dual_objective(found, K, y) == pytest.approx(best, rel=1e-5)
        bias = svm_dual.bias(found, K, y, C)
        assert bias == pytest.approx(float(theirs.intercept_[0]), abs=2e-3)
        decided = svm_dual.decision_function(found, bias, y, kernels.rbf_kernel(X + 0.1, X, 0.5))
        assert np.allclose(decided, theirs.decision_function(X + 0.1), atol=5e-3)
    assert b == pytest.approx(float(theirs.intercept_[0]), abs=2e-3)


@pytest.mark.parametrize("seed", range(10))
def test_a_solution_is_feasible_and_meets_the_conditions(seed: int) -> None:
    X, y = problem(seed, n=40)
    for K, C in itertools.product((X @ X.T, kernels.rbf_kernel(X, X)), (0.1, 1.0, 10.0)):
        alpha, b, steps = smo(K, y, C, 1e-4)
        assert alpha.min() >= 0.0
        assert alpha.max() <= C
        assert abs(y @ alpha) <= 1e-9 * max(1.0, C)
        assert svm_dual.kkt_violation(alpha, K, y, C) <= 1.01e-4
        assert 0 < steps < 100_000
        margins = y * svm_dual.decision_function(alpha, b, y, K)
        assert (margins[alpha == 0.0] >= 1.0 - 2e-4).all()
        assert (margins[alpha == C] <= 1.0 + 2e-4).all()
        primal = 0.5 * (alpha * y) @ K @ (alpha * y) + C * np.maximum(0.0, 1.0 - margins).sum()
        dual = -svm_dual.dual_objective(alpha, K, y)
        assert dual <= primal + 1e-9 <= dual + 1e-4 * C * len(y)


@pytest.mark.parametrize("seed", range(5))
def test_a_hard_margin_is_the_widest_street(seed: int) -> None:
    X, y = separable(seed)
    K = X @ X.T
    alpha, b, _ = smo(K, y, np.inf, 1e-6)
    qp = svm_dual.solve_qp(K, y, np.inf)
    assert svm_dual.dual_objective(alpha, K, y) == pytest.approx(
        svm_dual.dual_objective(qp, K, y), rel=1e-5
    )
    w = X.T @ (alpha * y)
    margin = svm_primal.geometric_margin(X, y, w, b)
    assert margin == pytest.approx(1.0 / np.linalg.norm(w), rel=1e-4)
    angles = np.linspace(0.0, 2.0 * np.pi, 721)
    for direction in np.column_stack([np.cos(angles), np.sin(angles)]):
        scores = X @ direction
        street = (scores[y > 0].min() - scores[y < 0].max()) / 2.0
        assert street <= margin + 1e-5


def test_every_step_makes_the_objective_smaller_and_the_cap_is_reported() -> None:
    X, y = problem(5, n=40)
    K = kernels.rbf_kernel(X, X)
    _, _, needed = smo(K, y, 5.0)
    values = []
    for cap in range(needed + 3):
        alpha, _, steps = smo(K, y, 5.0, max_iter=cap)
        assert steps == min(cap, needed)
        assert abs(y @ alpha) < 1e-9
        values.append(svm_dual.dual_objective(alpha, K, y))
    assert all(after <= before + 1e-12 for before, after in itertools.pairwise(values))
    assert values[0] == 0.0
    assert values[-1] < values[0]


# --- degenerate problems -------------------------------------------------------------------------


def agree(K: Array, y: Array, C: float, tol: float = 1e-4) -> Array:
    """Both solvers find the same objective; the multipliers of SMO."""
    alpha, b, steps = smo(K, y, C, tol)
    assert steps < 100_000
    assert np.isfinite(b)
    assert svm_dual.kkt_violation(alpha, K, y, C) <= 1.01 * tol
    other = svm_dual.solve_qp(K, y, C)
    objectives = [svm_dual.dual_objective(found, K, y) for found in (alpha, other)]
    assert objectives[0] == pytest.approx(objectives[1], rel=1e-3)
    return alpha


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_rows_that_stand_there_twice_even_with_both_labels(C: float) -> None:
    X, y = problem(6, n=12)
    X, y = np.concatenate([X, X]), np.concatenate([y, y])
    y[12:15] *= -1.0
    agree(kernels.rbf_kernel(X, X), y, C)
    twins = np.ones((2, 2))
    assert agree(twins, np.array([1.0, -1.0]), C).tolist() == [C, C]


def test_a_tiny_bound_leaves_no_vector_free() -> None:
    X, y = problem(7, n=20)
    y[:10], y[10:] = 1.0, -1.0
    K, C = kernels.rbf_kernel(X, X), 1e-3
    alpha = agree(K, y, C)
    assert (alpha == C).all()
    low, high = svm_dual.bias_interval(alpha, K, y, C)
    assert low < high
    assert svm_dual.bias(alpha, K, y, C) == pytest.approx((low + high) / 2.0)
    assert svm_dual.kkt_violation(alpha, K, y, C) == 0.0


def test_a_kernel_that_is_nearly_singular_or_of_rank_one() -> None:
    X, y = problem(8, n=20)
    agree(kernels.rbf_kernel(X, X, 1e-6), y, 1.0)
    agree(np.outer(X[:, 0], X[:, 0]), y, 1.0)
    agree(np.zeros((20, 20)), y, 1.0)


def test_of_one_class_there_is_no_machine_and_no_endless_loop() -> None:
    X, _ = problem(9, n=6)
    K = kernels.rbf_kernel(X, X)
    for label in (1.0, -1.0):
        y = np.full(6, label)
        alpha, b, steps = smo(K, y, 1.0)
        assert not alpha.any()
        assert np.isfinite(b)
        assert steps == 0
        assert np.abs(svm_dual.solve_qp(K, y, 1.0)).max() < 1e-9
        assert np.isfinite(svm_dual.bias(alpha, K, y, 1.0))
        assert svm_dual.kkt_violation(alpha, K, y, 1.0) == 0.0
        assert select_pair(alpha, -np.ones(6), y, 1.0)[2] <= 0.0
    machine = OneVsAll().fit(X, np.full(6, 4))
    assert machine.decision_function(X).shape == (6, 1)
    assert (machine.predict(X) == 4).all()


# --- the parts of SMO ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_pair_by_its_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    C = 1.5
    alpha = rng.choice([0.0, C, 0.3, 0.9], size=9)
    y, grad = rng.choice([-1.0, 1.0], size=9), rng.normal(size=9)
    R = [k for k in range(9) if (alpha[k] < C if y[k] > 0 else alpha[k] > 0)]
    S = [k for k in range(9) if (alpha[k] < C if y[k] < 0 else alpha[k] > 0)]
    i, j, gap = select_pair(alpha, grad, y, C)
    if R and S:
        assert -y[i] * grad[i] == max(-y[k] * grad[k] for k in R)
        assert -y[j] * grad[j] == min(-y[k] * grad[k] for k in S)
        assert gap == -y[i] * grad[i] + y[j] * grad[j]
    else:
        assert gap <= 0.0


@pytest.mark.parametrize("labels", list(itertools.product((1.0, -1.0), repeat=2)))
def test_bounds_are_just_what_keeps_both_in_the_box(labels: tuple[float, float]) -> None:
    rng = np.random.default_rng(0)
    for C in (1.0, 2.5):
        for alpha_i, alpha_j in C * rng.uniform(size=(20, 2)):
            low, high = bounds(alpha_i, alpha_j, *labels, C)
            tried = np.linspace(0.0, C, 401)
            other = alpha_j + labels[0] * labels[1] * (alpha_i - tried)
            possible = tried[(other >= 0.0) & (other <= C)]
            assert possible.min() == pytest.approx(low, abs=C / 400)
            assert possible.max() == pytest.approx(high, abs=C / 400)


@pytest.mark.parametrize("seed", range(20))
def test_a_step_is_the_best_of_all_that_are_allowed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6, 2))
    if seed % 5 == 0:
        X[1] = X[0]
    K, y, C = kernels.rbf_kernel(X, X), rng.choice([-1.0, 1.0], size=6), 1.0
    alpha = rng.uniform(size=6)
    grad = y * (K @ (alpha * y)) - 1.0
    for i, j in itertools.permutations(range(6), 2):
        new = alpha.copy()
        new[i], new[j] = step(i, j, alpha, grad, K, y, C)
        assert new.min() >= 0.0
        assert new.max() <= C
        assert y @ new == pytest.approx(float(y @ alpha))
        low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
        reached = svm_dual.dual_objective(new, K, y)
        for value in np.linspace(low, high, 50):
            tried = alpha.copy()
            tried[i], tried[j] = value, alpha[j] + y[i] * y[j] * (alpha[i] - value)
            assert reached <= svm_dual.dual_objective(tried, K, y) + 1e-12


# --- several classes -----------------------------------------------------------------------------


def test_one_machine_for_each_class_as_scikit_learn_has_them() -> None:
    X, y = load_iris(return_X_y=True)
    names = np.array([7, -1, 3])[y]
    machine = OneVsAll(C=2.0, gamma=0.3).fit(X, names)
    assert machine.classes.tolist() == [-1, 3, 7]
    scores = machine.decision_function(X)
    for column, label in enumerate((-1, 3, 7)):
        single = SVC(C=2.0, gamma=0.3).fit(X, np.where(names == label, 1, -1))
        assert np.allclose(scores[:, column], single.decision_function(X), atol=0.02)
    assert np.mean(machine.predict(X) == names) > 0.95


@pytest.mark.parametrize("make", [make_moons, make_circles])
def test_classes_that_no_line_separates(make: Any) -> None:
    X, y = make(150, noise=0.05, random_state=0)
    assert np.mean(OneVsAll(C=5.0, gamma=2.0).fit(X, y).predict(X) == y) > 0.95
