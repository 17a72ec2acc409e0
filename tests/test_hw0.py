"""Judging the judge: correct submissions get everything, wrong ones lose where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.assignment import Assignment, reference_submission
from grader.course import read_outline
from grader.kit import Kit
from grader.launch import SpawnLauncher
from grader.runner import ReferenceSession, grade
from grader.sandbox import Launcher
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import read_submission
from tests.support import HW0, GradeSource, explain, header, lost

CORRECT = sorted((HW0 / "correct").glob("*.py"))
WRONG = sorted((HW0 / "wrong").glob("*.py"))


def test_there_are_enough_submissions_to_judge_by() -> None:
    assert len(CORRECT) >= 8
    assert len(WRONG) >= 40


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 99, 2**31])
def test_the_reference_gets_everything_with_any_seed(
    hw0: Assignment, launcher: Launcher, seed: int
) -> None:
    report = grade(hw0, reference_submission(hw0.outline), launcher, seed=seed)
    assert report.score == report.max_score == 100.0, explain(report)


def test_no_seed_gives_inputs_on_which_the_reference_fails(hw0: Assignment) -> None:
    """In this process, so that it is fast: the inputs are what is tried out here."""
    session = ReferenceSession(hw0.truths)
    for seed in range(40):
        for check, _ in hw0.checks:
            if check.kind not in ("accuracy", "property"):
                check.function(
                    Student(hw0.questions, session), Kit(hw0.truths, seed_of_check(seed, check.id))
                )


@pytest.mark.parametrize("path", CORRECT, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", [0, 7])
def test_a_correct_submission_gets_everything(
    grade_source: GradeSource, path: Path, seed: int
) -> None:
    report = grade_source(path.read_text(), seed=seed)
    assert report.score == 100.0, explain(report)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_a_wrong_submission_loses_points_in_its_own_question_and_is_told_why(
    grade_source: GradeSource, base: str, path: Path
) -> None:
    report = grade_source(f"{base}\n\n{path.read_text()}")
    assert list(lost(report)) == [header(path, "question")], explain(report)
    failed = [check for check in report.checks if not check.passed]
    assert all(check.message for check in failed)
    assert all(check.counterexample or check.kind == "accuracy" for check in failed)
    named = {item.id for check in failed for item in check.diagnosis}
    name = header(path, "names")
    if name:
        # Naming a second mistake that was not made would send the student the wrong way.
        also = {header(path, "also") or name}
        assert {name} | also <= named <= {name} | also | _same_behaviour(name), explain(report)
    if header(path, "nameless"):
        assert not named, named


def _same_behaviour(name: str) -> set[str]:
    """Mistakes that can't be told apart by what they return on any input of a check."""
    twins = [
        {"parse_mnist.own-range", "parse_mnist.own-maximum"},
    ]
    return set().union(*(twin for twin in twins if name in twin))


def test_every_misconception_has_a_submission_that_makes_it(hw0: Assignment) -> None:
    made = {header(path, "names") for path in WRONG}
    assert {item.id for item in hw0.misconceptions} <= made


def test_the_untouched_stub_gets_nothing_and_is_told_so_kindly(
    hw0: Assignment, launcher: Launcher
) -> None:
    stub = read_submission(hw0.outline.folder, hw0.outline.modules)
    report = grade(hw0, stub, launcher)
    assert report.score == 0.0
    for question in report.questions:
        first = question.first_failure
        assert first is not None
        assert first.message == f"{question.name} is not implemented yet."


def test_a_stub_of_bare_passes_gets_nothing(grade_source: GradeSource) -> None:
    functions = ["add(x, y)", "parse_mnist(a, b)", "softmax_loss(Z, y)"]
    functions += ["softmax_regression_epoch(X, y, theta, lr=0.1, batch=100)"]
    functions += ["nn_epoch(X, y, W1, W2, lr=0.1, batch=100)"]
    report = grade_source("\n".join(f"def {function}: pass" for function in functions))
    assert report.score == 0.0
    for question in report.questions:
        assert question.first_failure is not None
        assert "not implemented yet" in question.first_failure.message


def test_a_missing_function_costs_its_own_question(grade_source: GradeSource, base: str) -> None:
    report = grade_source(base.replace("def softmax_loss(", "def softmax_Loss("))
    assert "softmax_loss" in lost(report)
    message = next(c.message for c in report.checks if c.question == "softmax_loss")
    assert message == "simple_ml.py has no function softmax_loss. Did you mean softmax_Loss?"


def test_a_repository_in_the_layout_of_the_public_course_is_graded_as_it_is(
    tmp_path: Path, hw0: Assignment, launcher: Launcher
) -> None:
    source = (HW0 / "base.py").read_text()
    optional = "try:\n    from simple_ml_ext import *\nexcept:\n    pass\n"
    for name, text in {
        "src/simple_ml.py": optional + source,
        "src/simple_ml_ext.cpp": "// C++",
        "tests/test_simple_ml.py": "raise RuntimeError('never run')",
        "README.md": "hw0",
        "Makefile": "default:",
        ".git/HEAD": "ref: refs/heads/main",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report = grade(hw0, read_submission(tmp_path, hw0.outline.modules), launcher)
    assert report.score == 100.0, explain(report)


def test_a_spawned_worker_gives_the_same_verdicts(hw0: Assignment, launcher: Launcher) -> None:
    spawning = SpawnLauncher(hw0.outline.libraries, hw0.outline.preload)
    wrong = (HW0 / "wrong" / "softmax_loss__sum-not-mean.py").read_text()
    text = (HW0 / "base.py").read_text() + "\n\n" + wrong
    from grader.submission import from_files

    submission = from_files("test", {"simple_ml.py": text.encode()}, ["simple_ml"])
    questions = ("add", "softmax_loss")
    forked, spawned = (
        grade(hw0, submission, which, questions=questions) for which in (launcher, spawning)
    )
    assert [(c.id, c.status, c.message, c.diagnosis) for c in forked.checks] == [
        (c.id, c.status, c.message, c.diagnosis) for c in spawned.checks
    ]


def test_points_follow_the_policy(hw0: Assignment) -> None:
    assert sum(check.points for check, _ in hw0.checks) == 100.0
    minor = [check.points for check, _ in hw0.checks if check.kind in ("robustness", "style")]
    assert max(minor) <= 3.0
    assert sum(minor) <= 10.0
    assert set(read_outline("hw0").questions) == {
        *("add", "parse_mnist", "softmax_loss", "softmax_regression_epoch", "nn_epoch")
    }
