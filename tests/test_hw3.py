"""What is special about hw3: results that a correct solution may reach in many ways.

That the submissions under `tests/submissions/hw3` are judged rightly is tested with all the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import optimize
from scipy.special import expit

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.errors import WrongAnswer
from grader.kit import Kit
from grader.launch import ForkLauncher
from grader.runner import ReferenceSession, grade
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files
from reference import rbf_network as rbf
from tests.support import ROOT, lost

Array = np.ndarray[Any, Any]
SEEDS = range(50)
HW3 = ROOT / "tests" / "submissions" / "hw3"


@pytest.fixture(scope="module")
def hw3() -> Assignment:
    return load_assignment(read_outline("hw3"))


def judge(hw3: Assignment, question: str, answer: Callable[..., Any], seed: int) -> None:
    """All checks of one question, in this process; a check that does not pass raises."""
    session = ReferenceSession({**hw3.truths, question: answer})
    for check, _ in hw3.checks:
        if check.question == question and check.kind != "property":
            kit = Kit(hw3.truths, seed_of_check(seed, check.id))
            check.function(Student(hw3.questions, session), kit)


# --- no correct solution fails by its luck -------------------------------------------------------


def plain_newton(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """Full steps, whatever they do to the loss."""
    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0)
    for _ in range(max_iter):
        p = expit(Phi @ w)
        slope = Phi.T @ (p - y) / len(y) + 2.0 * rho1 * w
        if np.linalg.norm(slope) <= tol:
            break
        weight = (p * (1.0 - p) / len(y))[:, None]
        w = w - np.linalg.inv(Phi.T @ (weight * Phi) + 2.0 * rho1 * np.eye(len(w))) @ slope
    return np.asarray(w)


def stops_by_its_step(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> list[float]:
    """Stops when a step is short, and returns a list."""
    w = np.zeros(Phi.shape[1]) if w0 is None else w0
    for _ in range(max_iter):
        step = np.linalg.lstsq(
            rbf.hessian_weights(Phi, w, rho1), rbf.gradient_weights(Phi, y, w, rho1), rcond=None
        )[0]
        w = w - step
        if np.abs(step).max() < tol:
            break
    return [float(entry) for entry in w]


def by_scipy(method: str) -> Callable[..., Array]:
    def newton(
        Phi: Array,
        y: Array,
        rho1: float,
        w0: Array | None = None,
        tol: float = 1e-8,
        max_iter: int = 500,
    ) -> Array:
        def value(w: Array) -> float:
            scores = Phi @ w
            return float(np.mean(np.logaddexp(0.0, scores) - y * scores) + rho1 * w @ w)

        found = optimize.minimize(
            value,
            np.zeros(Phi.shape[1]) if w0 is None else w0,
            jac=lambda w: rbf.gradient_weights(Phi, y, w, rho1),
            hess=lambda w: rbf.hessian_weights(Phi, w, rho1),
            method=method,
            options={"gtol": tol, "maxiter": max_iter},
        )
        return np.asarray(found.x)

    return newton


def single_precision_newton(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 30,
) -> Array:
    """Everything in float32, as far as that goes."""
    Phi = Phi.astype(np.float32)
    w = np.zeros(Phi.shape[1], np.float32) if w0 is None else w0.astype(np.float32)
    for _ in range(max_iter):
        p = expit(Phi @ w)
        slope = Phi.T @ (p - y.astype(np.float32)) / np.float32(len(y)) + np.float32(2 * rho1) * w
        curvature = (Phi.T * (p * (1 - p))) @ Phi / np.float32(len(y))
        w = w - np.linalg.solve(curvature + np.float32(2 * rho1) * np.eye(len(w), dtype="f"), slope)
    return np.asarray(w, dtype=np.float32)


@pytest.mark.parametrize(
    "newton",
    [plain_newton, stops_by_its_step, by_scipy("trust-exact"), single_precision_newton],
    ids=["plain", "lists", "scipy", "float32"],
)
def test_every_way_to_the_minimum_arrives(hw3: Assignment, newton: Callable[..., Any]) -> None:
    # The damped one is the reference itself, which is tested with the others.
    for seed in SEEDS:
        judge(hw3, "newton", newton, seed)


def training(
    *,
    rows: str = "permuted",
    weights: str = "exact",
    t0: float = 1.0,
    beta: float = 0.5,
    first_entry: str = "after",
    closing: bool = False,
) -> Callable[..., tuple[Array, Array, list[float]]]:
    """A correct `fit` that makes these of the choices that are free."""
    steps = {"exact": 50, "two steps": 2, "one step": 1}.get(weights, 50)
    inner = plain_newton if weights == "exact" else rbf.newton

    def fit(
        X: Array,
        y: Array,
        n_centers: int,
        sigma: float = 1.0,
        rho1: float = 1e-3,
        rho2: float = 1e-3,
        n_iter: int = 20,
        seed: int = 0,
    ) -> tuple[Array, Array, list[float]]:
        rng = np.random.default_rng(seed + 1000)
        chosen = rng.permutation(len(X))[:n_centers]
        if rows == "repeated":
            chosen = rng.integers(len(X), size=n_centers)
        C, w = X[chosen], np.zeros(n_centers)

        def loss_at(centers: Array) -> float:
            return rbf.loss(X, y, centers, w, sigma, rho1, rho2)

        history = [loss_at(C)] if first_entry == "before" else []
        for _ in range(n_iter):
            if first_entry == "shifted":
                history.append(loss_at(C))
            start = None if weights == "from zero" else w
            w = inner(rbf.multiquadric(X, C, sigma), y, rho1, start, 1e-8, steps)
            slope = rbf.gradient_centers(X, y, C, w, sigma, rho2)
            t = rbf.armijo(loss_at, C, -slope, -float(np.sum(slope**2)), t0, beta)
            C = C - t * slope
            if first_entry != "shifted" and not closing:
                history.append(loss_at(C))
            elif closing:
                w = inner(rbf.multiquadric(X, C, sigma), y, rho1, w)
                history.append(loss_at(C))
        return C, w, history

    return fit


@pytest.mark.parametrize(
    "fit",
    [
        training(),
        training(rows="repeated", weights="two steps", first_entry="before"),
        training(weights="one step", t0=0.3),
        training(weights="from zero", t0=4.0, beta=0.8, first_entry="shifted"),
        training(closing=True, first_entry="before", beta=0.2),
    ],
    ids=["plain", "repeated rows", "one step", "from zero", "closing"],
)
def test_every_way_to_train_arrives(hw3: Assignment, fit: Callable[..., Any]) -> None:
    for seed in SEEDS:
        judge(hw3, "fit", fit, seed)


# --- what must show all the same -----------------------------------------------------------------


def test_a_history_that_rises_by_next_to_nothing_is_not_marked_down(hw3: Assignment) -> None:
    def shaken(by: float) -> Callable[..., tuple[Array, Array, list[float]]]:
        def fit(*args: Any) -> tuple[Array, Array, list[float]]:
            C, w, history = rbf.fit(*args)
            return C, w, [*history, history[-1] * (1.0 + by)]

        return fit

    judge(hw3, "fit", shaken(1e-11), 0)
    with pytest.raises(WrongAnswer, match="rises"):
        judge(hw3, "fit", shaken(1e-8), 0)


def test_training_that_has_arrived_may_stop_early(hw3: Assignment) -> None:
    def cut(at: int, settle: bool) -> Callable[..., tuple[Array, Array, list[float]]]:
        def fit(*args: Any) -> tuple[Array, Array, list[float]]:
            C, w, history = rbf.fit(*args)
            return C, w, [history[0], *history[-at:], *([history[-1]] if settle else [])]

        return fit

    judge(hw3, "fit", cut(1, settle=True), 0)
    with pytest.raises(WrongAnswer, match="entries"):
        judge(hw3, "fit", cut(1, settle=False), 0)


@pytest.mark.parametrize("tries", [0, 1], ids=["as many as asked", "one more"])
def test_armijo_may_try_one_step_more(hw3: Assignment, tries: int) -> None:
    def armijo(
        f: Any,
        x: Array,
        direction: Array,
        slope: float,
        t0: float = 1.0,
        beta: float = 0.5,
        c1: float = 1e-4,
        max_steps: int = 50,
    ) -> float:
        return rbf.armijo(f, x, direction, slope, t0, beta, c1, max_steps + tries)

    for seed in range(15):
        judge(hw3, "armijo", armijo, seed)


def test_the_hints_of_what_notes_get_wrong_say_so_and_are_short(hw3: Assignment) -> None:
    hints = {item.id: item.hint for item in hw3.misconceptions}
    errata = [id for id in hints if id.endswith((".unsquared-distance", ".sum", "on-diagonal"))]
    assert len(errata) == 10
    assert all(hints[id].startswith("Some notes ") for id in errata)
    assert all(hint.count(". ") <= 1 for hint in hints.values())


def test_a_mistake_in_a_helper_is_pointed_at(hw3: Assignment) -> None:
    source = (HW3 / "correct" / "built_on_each_other" / "rbf.py").read_text()
    wrong = source.replace("np.sqrt(out ** 2 + sigma ** 2)", "np.sqrt(out + sigma ** 2)")
    assert wrong != source
    submission = from_files("test", {"rbf.py": wrong.encode()}, hw3.outline.modules)
    launcher = ForkLauncher(hw3.outline.libraries, hw3.outline.preload)
    try:
        report = grade(hw3, submission, launcher)
    finally:
        launcher.close()
    assert {"multiquadric", "loss", "gradient_centers", "predict_proba"} <= set(lost(report))
    assert not {"gradient_weights", "hessian_weights", "newton", "armijo"} & set(lost(report))
    failed = [check for check in report.checks if not check.passed]
    for check in failed:
        if check.question != "multiquadric":
            assert "follow" in check.message and "multiquadric" in check.message
    named = set(itertools.chain(*((item.id for item in check.diagnosis) for check in failed)))
    # The others look as if they made the mistake themselves; they are sent to where it is made.
    assert named == {"multiquadric.unsquared-distance"}
