"""hw0: stubs, the layout of the public course, and workers that are spawned."""

from __future__ import annotations

from pathlib import Path

from grader.assignment import Assignment
from grader.course import read_outline
from grader.launch import SpawnLauncher
from grader.runner import grade
from grader.sandbox import Launcher
from grader.submission import read_submission
from tests.support import HW0, GradeSource, explain, lost


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
