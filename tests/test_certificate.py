"""The certificate: no solver's solution is turned away, and nothing else gets through."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from cvxopt import matrix, solvers

from grader.kit.certificate import Certificate, certify
from reference import kernels, svm_dual
from reference.smo import smo

Array = np.ndarray[Any, Any]
Problem = tuple[Array, Array, Array, float]


def interior_point(K: Array, y: Array, C: float, **options: Any) -> Array:
    """CVXOPT as a student would call it, with its own precision, and nothing tidied up."""
    n = len(y)
    sides, limits = -np.eye(n), np.zeros(n)
    if np.isfinite(C):
        sides, limits = np.vstack([sides, np.eye(n)]), np.append(limits, np.full(n, C))
    constraints = matrix(sides), matrix(limits), matrix(y[None, :]), matrix(0.0)
    problem = matrix(K * np.outer(y, y)), matrix(-np.ones(n)), *constraints
    return np.ravel(solvers.qp(*problem, options={"show_progress": False, **options})["x"])


def problem(seed: int, n: int = 24, C: float = 1.0, kind: str = "rbf") -> Problem:
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    X = rng.normal(size=(n, 2)) + 0.5 * y[:, None]
    if kind == "apart":
        X += 2.5 * y[:, None]
    if kind == "twins":
        X[n // 2 :] = X[: n // 2]
        y[n // 2 : n // 2 + 3] *= -1.0
    gamma = {"wide": 1e-3}.get(kind, 0.7)
    linear = kind in ("apart", "linear")
    return X, X @ X.T if linear else kernels.rbf_kernel(X, X, gamma), y, C


def ask(
    alpha: Any, it: Problem, *, tol: float = 1e-3, pair: bool = True, best: float | None = None
) -> Certificate:
    _, K, y, C = it
    if best is None:
        best = svm_dual.dual_objective(smo(K, y, C, 1e-8)[0], K, y)
    return certify(alpha, K, y, C, best=best, tol=tol, pair=pair)


def broken(proof: Certificate) -> set[str]:
    return {condition.name for condition in proof.conditions if not condition.holds}


KINDS = [
    ("rbf", 1.0),
    ("rbf", 0.01),
    ("rbf", 100.0),
    ("linear", 0.5),
    ("twins", 0.7),
    ("wide", 1.0),
    ("apart", np.inf),
    ("apart", 1e4),
]


# --- solutions -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "C"), KINDS, ids=str)
def test_every_solvers_solution_is_accepted(kind: str, C: float) -> None:
    for seed in range(12):
        it = problem(seed, C=C, kind=kind)
        _, K, y, _ = it
        exact, coarse = smo(K, y, C, 1e-8)[0], smo(K, y, C, 1e-3)[0]
        for alpha in (exact, coarse, coarse.astype(np.float32), coarse.tolist()):
            proof = ask(alpha, it)
            assert proof.holds, (seed, proof.table())
            assert not proof.complaint
            assert not proof.at_fault.any()
        raw = interior_point(K, y, C)
        tidy = np.where(raw < 1e-5 * raw.max(), 0.0, raw)
        for alpha in (raw, raw.astype(np.float32), np.clip(raw, 0.0, C), tidy):
            proof = ask(alpha, it, tol=1e-5, pair=False)
            assert proof.holds, (seed, proof.table())


def test_any_of_several_solutions_will_do() -> None:
    # Two rows that are equal share what either could have alone.
    K, y, C = np.ones((3, 3)), np.array([1.0, 1.0, -1.0]), 1.0
    K[:2, 2] = K[2, :2] = -1.0
    it = np.zeros((3, 2)), K, y, C
    for first in (0.0, 0.1, 0.25, 0.5):
        assert ask(np.array([first, 0.5 - first, 0.5]), it, best=-0.5).holds


def test_the_biases_that_are_allowed() -> None:
    it = problem(0, C=0.01)
    _, K, y, C = it
    proof = ask(smo(K, y, C)[0], it)
    assert proof.low < proof.high
    assert proof.b == pytest.approx((proof.low + proof.high) / 2.0)
    free = ask(smo(K, y, 1.0, 1e-8)[0], (it[0], K, y, 1.0))
    assert free.low == pytest.approx(free.high, abs=1e-6)


def test_one_class_has_nothing_but_zero() -> None:
    it = np.zeros((4, 2)), np.eye(4), np.ones(4), 1.0
    assert ask(np.zeros(4), it, best=0.0).holds
    assert broken(ask(np.array([0.3, 0.0, 0.0, 0.0]), it, best=0.0)) >= {"yᵀα = 0"}


# --- answers that are broken on purpose ----------------------------------------------------------


def ignores_bound(K: Array, y: Array, C: float) -> Array:
    return interior_point(K, y, np.inf)


def without_labels(K: Array, y: Array, C: float) -> Array:
    return interior_point(K * np.outer(y, y), y, C)  # the labels cancel


def no_linear_term(K: Array, y: Array, C: float) -> Array:
    return np.zeros(len(y))


def without_equality(K: Array, y: Array, C: float) -> Array:
    n = len(y)
    box = matrix(np.vstack([-np.eye(n), np.eye(n)])), matrix(np.append(np.zeros(n), np.full(n, C)))
    problem = matrix(K * np.outer(y, y)), matrix(-np.ones(n)), *box
    return np.ravel(solvers.qp(*problem, options={"show_progress": False})["x"])


def half_of_it(K: Array, y: Array, C: float) -> Array:
    return 0.5 * smo(K, y, C, 1e-8)[0]


def signed(K: Array, y: Array, C: float) -> Array:
    return y * smo(K, y, C, 1e-8)[0]


def unconverged(K: Array, y: Array, C: float) -> Array:
    return smo(K, y, C, max_iter=12)[0]


def ten_times_too_coarse(K: Array, y: Array, C: float) -> Array:
    return smo(K, y, C, 0.05)[0]


WRONG: list[tuple[Callable[[Array, Array, float], Array], str]] = [
    (ignores_bound, "0 ≤ α ≤ C"),
    (without_labels, "objective − its minimum"),
    (no_linear_term, "objective − its minimum"),
    (without_equality, "yᵀα = 0"),
    (half_of_it, "primal − dual"),
    (signed, "0 ≤ α ≤ C"),
    (unconverged, "m(α) − M(α) ≤ tol"),
    (ten_times_too_coarse, "m(α) − M(α) ≤ tol"),
]


@pytest.mark.parametrize(("wrong", "condition"), WRONG, ids=lambda it: getattr(it, "__name__", ""))
@pytest.mark.parametrize("kind", ["rbf", "linear"])
def test_nothing_else_gets_through(
    wrong: Callable[[Array, Array, float], Array], condition: str, kind: str
) -> None:
    for seed in range(8):
        it = problem(seed, C=0.8, kind=kind)
        alpha = wrong(*it[1:])
        proof = ask(alpha, it)
        assert condition in broken(proof), (seed, proof.table())
        assert proof.complaint
        if condition != "m(α) − M(α) ≤ tol":
            assert condition in broken(ask(alpha, it, tol=1e-5, pair=False))


@pytest.mark.parametrize("share", [1.01, 0.99, 1.2])
def test_a_hundredth_too_much_or_too_little_shows(share: float) -> None:
    for seed in range(8):
        for kind, C in (("rbf", 1.0), ("apart", np.inf)):
            it = problem(seed, C=C, kind=kind)
            alpha = share * smo(*it[1:], 1e-8)[0]
            assert not ask(alpha, it, tol=1e-4).holds
            assert not ask(alpha, it, tol=1e-5, pair=False).holds


def test_an_answer_that_is_too_large_gets_no_room_for_it() -> None:
    it = problem(1, C=np.inf, kind="apart")
    proof = ask(1e9 * smo(*it[1:], 1e-8)[0], it, tol=1e-5, pair=False)
    assert broken(proof) >= {"primal − dual", "objective − its minimum"}
    assert all(condition.allowed < 1.0 for condition in proof.conditions)


def test_nan_is_no_solution() -> None:
    it = problem(2)
    alpha = smo(*it[1:])[0]
    alpha[3] = np.nan
    assert not ask(alpha, it).holds


def test_the_tolerance_follows_tol() -> None:
    it = problem(3)
    proofs = [ask(smo(*it[1:], 1e-9)[0], it, tol=tol) for tol in (1e-2, 1e-3, 1e-5)]
    allowed = [[condition.allowed for condition in proof.conditions[2:]] for proof in proofs]
    for loose, tight in itertools.pairwise(allowed):
        assert all(a > 2.0 * b for a, b in zip(loose, tight, strict=True))
    feasible = [[condition.allowed for condition in proof.conditions[:2]] for proof in proofs]
    assert feasible[0] == feasible[1] == feasible[2]


# --- what the report shows -----------------------------------------------------------------------


def test_the_table_says_what_was_found_and_what_is_allowed() -> None:
    it = problem(4, C=0.8)
    table = ask(ignores_bound(*it[1:]), it).table("Proof")
    assert table.title == "Proof"
    assert table.columns == ("condition", "found", "allowed", "")
    assert [row[0] for row in table.rows] == [
        "0 ≤ α ≤ C",
        "yᵀα = 0",
        "m(α) − M(α) ≤ tol",
        "complementary slackness",
        "primal − dual",
        "objective − its minimum",
    ]
    assert table.rows[0][-1] == "✗"
    assert table.rows[1][-1] == "✓"


def test_the_picture_rings_support_vectors_and_crosses_out_what_is_wrong() -> None:
    it = X, K, y, C = problem(5, C=0.8)
    right, wrong = ask(smo(K, y, C)[0], it), ask(unconverged(K, y, C), it)

    def kernel(rows: Array, others: Array) -> Array:
        return kernels.rbf_kernel(rows, others, 0.7)

    drawn = right.picture(X, kernel).svg
    assert drawn.count('class="ring"') == int((right.alpha > 0.0).sum())
    assert 'class="wrong"' not in drawn
    assert drawn.count('class="boundary"') == 1
    assert drawn.count('class="level"') == 2
    shown = wrong.picture(X, kernel)
    assert shown.svg.count('class="wrong"') == int(wrong.at_fault.sum()) > 0
    assert f"{int(wrong.at_fault.sum())} that violate" in shown.description


def test_a_picture_of_nonsense_holds_nothing_but_numbers() -> None:
    it = X, _, _, _ = problem(6)
    alpha = np.full(len(X), np.nan)
    shown = ask(alpha, it).picture(X, lambda rows, others: np.exp(rows @ others.T))
    assert "nan" not in shown.svg.lower()


def test_a_row_inside_the_margin_is_told_what_its_bound_asks_for() -> None:
    for C, said in ((np.inf, "with C = inf no row may"), (10.0, "so its α should be C")):
        it = _, K, y, _ = problem(7, C=C, kind="apart")
        proof = ask(0.5 * smo(K, y, C)[0], it, pair=False)
        assert "inside the margin" in proof.complaint
        assert said in proof.complaint
