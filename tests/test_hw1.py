"""hw1: what a missing module or a wrong helper costs, and that no correct solution has bad luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.kit import Kit
from grader.launch import ForkLauncher
from grader.model import Report
from grader.runner import ReferenceSession, grade
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files
from reference import logistic_regression as logistic
from tests.support import ROOT, lost

HW1 = ROOT / "tests" / "submissions" / "hw1"
BASE = {path.name: path.read_text() for path in sorted((HW1 / "base").glob("*.py"))}

Grade = Callable[..., Report]


@pytest.fixture(scope="module")
def hw1() -> Assignment:
    return load_assignment(read_outline("hw1"))


@pytest.fixture(scope="module")
def grade_files(hw1: Assignment) -> Iterator[Grade]:
    launcher = ForkLauncher(hw1.outline.libraries, hw1.outline.preload)

    def grade_them(files: dict[str, str]) -> Report:
        data = {name: text.encode() for name, text in files.items()}
        return grade(hw1, from_files("test", data, hw1.outline.modules), launcher)

    yield grade_them
    launcher.close()


def test_a_missing_module_costs_its_own_questions_only(grade_files: Grade) -> None:
    report = grade_files({"perceptron.py": BASE["perceptron.py"]})
    assert report.score == 50.0
    assert all(name.startswith("logistic.") for name in lost(report))


def test_a_mistake_in_a_helper_is_pointed_at(grade_files: Grade) -> None:
    folder = HW1 / "correct" / "built_on_each_other"
    files = {path.name: path.read_text() for path in folder.glob("*.py")}
    files["logistic.py"] = files["logistic.py"].replace("/ len(y) + 2 * l2 * w", "+ 2 * l2 * w")
    report = grade_files(files)
    assert set(lost(report)) == {"logistic.gradient", "logistic.epoch", "logistic.fit"}
    for check in report.checks:
        if not check.passed and check.question != "logistic.gradient":
            assert "follows from logistic.gradient" in check.message


# --- no correct solution fails by its luck -------------------------------------------------------


def variants(rule: str) -> Callable[..., Any]:
    """A perceptron that treats rows with a score of zero by that rule, and shuffles or not."""

    def fit(X: Any, y: Any, lr: float, batch: int, epochs: int, seed: int) -> tuple[Any, list[int]]:
        rng = np.random.default_rng(seed)
        w, history = np.zeros(X.shape[1]), []
        for _ in range(epochs):
            order = rng.permutation(len(X)) if "shuffled" in rule else np.arange(len(X))
            for start in range(0, len(X), batch):
                rows = order[start : start + batch]
                scores = X[rows] @ w
                guess = (
                    np.where(scores > 0, 1, -1) if "down" in rule else np.where(scores < 0, -1, 1)
                )
                missed = guess != y[rows]
                if "all" in rule or ("start" in rule and not w.any()):
                    missed = y[rows] * scores <= 0
                w = w + lr * X[rows][missed].T @ y[rows][missed]
            history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
            if history[-1] == 0:
                break
        return w, history

    return fit


@pytest.mark.parametrize(
    "rule",
    [
        "up",
        "down",
        "all",
        "start",
        "up shuffled",
        "down shuffled",
        "all shuffled",
        "start shuffled",
    ],
)
def test_every_perceptron_separates_in_time(hw1: Assignment, rule: str) -> None:
    session = ReferenceSession({**hw1.truths, "perceptron.fit": variants(rule)})
    chosen = [check for check, _ in hw1.checks if check.id.startswith("perceptron.fit.")]
    for seed in range(50):
        for check in chosen:
            if check.id != "perceptron.fit.defaults":
                kit = Kit(hw1.truths, seed_of_check(seed, check.id))
                check.function(Student(hw1.questions, session), kit)


@pytest.mark.parametrize("order", ["given", "shuffled once", "each time"])
def test_every_order_of_the_rows_comes_near_the_minimum(hw1: Assignment, order: str) -> None:
    def fit(X: Any, y: Any, lr: float, batch: int, epochs: int, l2: float, seed: int) -> Any:
        rng = np.random.default_rng(seed + 1)
        w = np.zeros(X.shape[1])
        if order == "shuffled once":
            rows = rng.permutation(len(X))
            X, y = X[rows], y[rows]
        for _ in range(epochs):
            rows = rng.permutation(len(X)) if order == "each time" else np.arange(len(X))
            logistic.epoch(X[rows], y[rows], w, lr, batch, l2)
        return w

    session = ReferenceSession({**hw1.truths, "logistic.fit": fit})
    (check,) = [check for check, _ in hw1.checks if check.id == "logistic.fit.minimum"]
    for seed in range(50):
        kit = Kit(hw1.truths, seed_of_check(seed, check.id))
        check.function(Student(hw1.questions, session), kit)


def test_no_weight_is_next_to_nothing(hw1: Assignment) -> None:
    """A penalty that leaves one weight out must not look like one that is missing."""
    for check, _ in hw1.checks:
        if check.id not in ("logistic.loss.penalty", "logistic.gradient.penalty"):
            continue
        for seed in range(20):
            student = Student(hw1.questions, ReferenceSession(hw1.truths))
            check.function(student, Kit(hw1.truths, seed_of_check(seed, check.id)))
            assert len(student.calls) >= 3
            for call in student.calls:
                X, _, w, l2 = call.args
                assert np.abs(w).min() >= 0.1
                assert len({*X.shape, 2}) == 3
                assert all(abs(l2 * size - 1.0) > 1e-9 for size in (1, 2, *X.shape))
