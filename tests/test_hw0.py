"""hw0: stubs, the layout of the public course, and workers that are spawned."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from grader.assignment import Assignment
from grader.course import read_outline
from grader.kit import Kit
from grader.launch import SpawnLauncher
from grader.runner import ReferenceSession, grade
from grader.sandbox import Launcher
from grader.seeds import seed_of_check
from grader.student import Student
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


def test_no_two_sizes_of_a_case_are_the_same(hw0: Assignment) -> None:
    """A factor must have one explanation: of b, d, h, k and 1/lr none is another."""
    for check, _ in hw0.checks:
        if check.id.partition(".")[2] not in ("one-step", "several-batches", "partial-batch"):
            continue
        student = Student(hw0.questions, ReferenceSession(hw0.truths))
        check.function(student, Kit(hw0.truths, seed_of_check(0, check.id)))
        steps = set()
        for call in student.calls:
            X, _, *weights, lr, batch = call.args
            sizes = {batch, *X.shape[1:], *(part.shape[1] for part in weights)}
            assert len(sizes) == 2 + len(weights), sizes
            assert all(abs(size * lr - 1.0) > 1e-9 for size in (1, 2, *sizes)), (lr, sizes)
            steps.add(lr)
        assert len(steps) > 1, f"{check.id}: the same lr in all cases"


def test_every_batch_holds_every_class_where_missing_ones_are_not_the_question(
    hw0: Assignment,
) -> None:
    for check, _ in hw0.checks:
        if check.id.partition(".")[2] not in ("one-step", "several-batches"):
            continue
        student = Student(hw0.questions, ReferenceSession(hw0.truths))
        check.function(student, Kit(hw0.truths, seed_of_check(0, check.id)))
        for call in student.calls:
            y, batch = call.args[1], call.args[-1]
            assert len(y) % batch == 0
            for part in np.split(y, len(y) // batch):
                assert set(part) == set(range(10))


def test_files_that_look_unpacked_are_right_when_unpacked(
    grade_source: GradeSource, base: str
) -> None:
    not_scaled = base.replace("return X.astype(np.float32) / 255, y", "return X.astype(float), y")
    assert not_scaled != base
    for wrong, name in ((not_scaled, "not-scaled"), (base.replace("gzip.", ""), "not-unpacked")):
        report = grade_source(wrong)
        named = [{item.id for item in c.diagnosis} for c in report.checks if not c.passed]
        assert {f"parse_mnist.{name}"} in named, explain(report)


def test_an_exception_alone_is_not_taken_for_a_file_that_was_not_unpacked(
    grade_source: GradeSource, base: str
) -> None:
    begins = "    with gzip.open(image_filename"
    for source in (
        base.replace("f.read(16))", "f.read(15))"),
        base.replace(begins, f"    raise ValueError\n{begins}"),
    ):
        assert source != base
        report = grade_source(source)
        assert "parse_mnist" in lost(report)
        ids = itertools.chain.from_iterable(
            (item.id for item in c.diagnosis) for c in report.checks
        )
        assert "parse_mnist.not-unpacked" not in set(ids)
