"""Judging the judge of hw1: correct submissions get everything, wrong ones lose where they err."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.assignment import Assignment, load_assignment, reference_submission
from grader.course import read_outline
from grader.kit import Kit
from grader.launch import ForkLauncher
from grader.model import Report
from grader.runner import ReferenceSession, grade
from grader.sandbox import Launcher
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files, read_submission
from reference import logistic_regression as logistic
from tests.support import ROOT, explain, header, lost

HW1 = ROOT / "tests" / "submissions" / "hw1"
BASE = {path.name: path.read_text() for path in sorted((HW1 / "base").glob("*.py"))}
CORRECT = [HW1 / "base", *sorted(path for path in (HW1 / "correct").iterdir() if path.is_dir())]
WRONG = sorted((HW1 / "wrong").glob("*.py"))

Grade = Callable[..., Report]


@pytest.fixture(scope="module")
def hw1() -> Assignment:
    return load_assignment(read_outline("hw1"))


@pytest.fixture(scope="module")
def launcher(hw1: Assignment) -> Iterator[Launcher]:
    launcher = ForkLauncher(hw1.outline.libraries, [*hw1.outline.preload, "scipy.special"])
    yield launcher
    launcher.close()


@pytest.fixture(scope="module")
def grade_files(hw1: Assignment, launcher: Launcher) -> Grade:
    def grade_them(files: dict[str, str], seed: int = 0) -> Report:
        data = {name: text.encode() for name, text in files.items()}
        submission = from_files("test", data, hw1.outline.modules)
        return grade(hw1, submission, launcher, seed=seed)

    return grade_them


def changed(path: Path) -> dict[str, str]:
    """The correct submission with one function replaced."""
    module = f"{path.name.split('.')[0]}.py"
    return {**BASE, module: f"{BASE[module]}\n\n{path.read_text()}"}


def test_there_are_enough_submissions_to_judge_by(hw1: Assignment) -> None:
    assert len(CORRECT) >= 6
    assert len(WRONG) >= 40
    wrong_in = {header(path, "question") for path in WRONG}
    assert wrong_in == set(hw1.questions)


@pytest.mark.parametrize("seed", [0, 1, 99])
def test_the_reference_gets_everything_with_any_seed(
    hw1: Assignment, launcher: Launcher, seed: int
) -> None:
    report = grade(hw1, reference_submission(hw1.outline), launcher, seed=seed)
    assert report.score == report.max_score == 100.0, explain(report)


def test_no_seed_gives_inputs_on_which_the_reference_fails(hw1: Assignment) -> None:
    session = ReferenceSession(hw1.truths)
    for seed in range(50):
        for check, _ in hw1.checks:
            if check.kind != "property":
                kit = Kit(hw1.truths, seed_of_check(seed, check.id))
                check.function(Student(hw1.questions, session), kit)


@pytest.mark.parametrize("folder", CORRECT, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", [0, 7])
def test_a_correct_submission_gets_everything(grade_files: Grade, folder: Path, seed: int) -> None:
    report = grade_files({path.name: path.read_text() for path in folder.glob("*.py")}, seed)
    assert report.score == 100.0, explain(report)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_submission_loses_points_in_its_own_question_and_is_told_why(
    grade_files: Grade, path: Path
) -> None:
    report = grade_files(changed(path))
    assert list(lost(report)) == [header(path, "question")], explain(report)
    failed = [check for check in report.checks if not check.passed]
    assert all(check.message for check in failed)
    assert all(check.counterexample or check.kind == "accuracy" for check in failed if check.trace)
    named = {item.id for check in failed for item in check.diagnosis}
    named -= {f"{header(path, 'question')}.argument-changed"}
    name = header(path, "names")
    if name:
        assert named == {name}, explain(report)
    if header(path, "nameless"):
        assert not named, named


def test_every_misconception_has_a_submission_that_makes_it(hw1: Assignment) -> None:
    made = {header(path, "names") for path in WRONG}
    assert {item.id for item in hw1.misconceptions} <= made


def test_the_untouched_stub_gets_nothing_and_is_told_so_kindly(
    hw1: Assignment, launcher: Launcher
) -> None:
    stub = read_submission(hw1.outline.folder, hw1.outline.modules)
    report = grade(hw1, stub, launcher)
    assert report.score == 0.0
    assert all("not implemented yet" in check.message for check in report.checks)


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
                if "all" in rule:
                    missed = y[rows] * scores <= 0
                w = w + lr * X[rows][missed].T @ y[rows][missed]
            history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
            if history[-1] == 0:
                break
        return w, history

    return fit


@pytest.mark.parametrize(
    "rule", ["up", "down", "all", "up shuffled", "down shuffled", "all shuffled"]
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
