"""The runner: whose fault a failure is, what is waited for, what is shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from grader import jail
from grader.assignment import Assignment
from grader.errors import AssignmentError, InfrastructureError
from grader.kit import Kit, check
from grader.kit.declare import CheckSpec
from grader.launch import ForkLauncher
from grader.model import Status
from grader.stage import Stage
from tests.support import GradeSource


def spec(function: Callable[..., None], id: str = "add.test") -> CheckSpec:
    function.__doc__ = function.__doc__ or "A check"
    noted: CheckSpec = check(id, points=5)(function).__grader_check__  # type: ignore[attr-defined]
    return noted


def only(assignment: Assignment, *checks: CheckSpec) -> Assignment:
    return dataclasses.replace(assignment, checks=tuple((item, "visible") for item in checks))


def test_a_check_that_fails_on_the_reference_is_the_assignments_fault(
    hw0: Assignment, grade_source: GradeSource, base: str
) -> None:
    def broken(student: Any, kit: Kit) -> None:
        student.add(1, 2).no_such_method()

    with pytest.raises(AssignmentError, match=r"add\.test fails on the reference itself"):
        grade_source(base, assignment=only(hw0, spec(broken)))


def test_a_check_that_fails_only_on_the_submission_is_the_students_fault(
    hw0: Assignment, grade_source: GradeSource
) -> None:
    def naive(student: Any, kit: Kit) -> None:
        assert student.add(1, 2) + 0 == 3

    source = "def add(x, y):\n    return 'three'\n"
    (result,) = grade_source(source, assignment=only(hw0, spec(naive))).checks
    assert result.status is Status.FAILED
    assert "can't be judged" in result.message


def test_after_two_checks_out_of_time_the_rest_of_a_question_is_skipped(
    impatient: Assignment, grade_source: GradeSource, base: str
) -> None:
    source = base + "\n\ndef softmax_loss(Z, y):\n    while True: pass\n"
    report = grade_source(source, assignment=impatient, questions=("add", "softmax_loss"))
    loss = [item for item in report.checks if item.question == "softmax_loss"]
    assert [item.status for item in loss[:3]] == [Status.TIMEOUT, Status.TIMEOUT, Status.SKIPPED]
    assert all(item.status is Status.SKIPPED for item in loss[2:])
    assert loss[2].message.startswith("Not run, because 2 other checks of softmax_loss ran out of")
    assert report.questions[0].passed


def test_only_the_time_of_the_students_code_counts(
    impatient: Assignment, grade_source: GradeSource, base: str
) -> None:
    def slow(student: Any, kit: Kit) -> None:
        import time

        for _ in range(3):
            time.sleep(impatient.outline.limits.wall_seconds / 2)
            kit.matches(student.add, [(1, 2)])

    assert grade_source(base, assignment=only(impatient, spec(slow))).passed


def test_every_check_starts_as_if_in_a_fresh_process(
    hw0: Assignment, grade_source: GradeSource
) -> None:
    def counts(student: Any, kit: Kit) -> None:
        if student.add(0, 0) != 1:
            raise kit.wrong(student.add, (0, 0), "state was left behind", 1, 2)

    source = "n = 0\ndef add(x, y):\n    global n\n    n += 1\n    return n\n"
    checks = [spec(counts, f"add.test-{index}") for index in range(3)]
    assert grade_source(source, assignment=only(hw0, *checks)).passed


def test_what_was_printed_is_shown_under_its_check(
    hw0: Assignment, grade_source: GradeSource
) -> None:
    def prints(student: Any, kit: Kit) -> None:
        kit.matches(student.add, [(1, 2)])

    source = (
        "import sys\nprint('loading')\ndef add(x, y):\n    print('adding', x, y)\n"
        "    print('\\x1b[31mred\\x1b[0m', file=sys.stderr)\n    return x + y\n"
    )
    (result,) = grade_source(source, assignment=only(hw0, spec(prints))).checks
    assert result.output == "loading\nadding 1 2\n␛[31mred␛[0m\n"


def test_an_argument_that_is_changed_by_mistake_is_named(
    grade_source: GradeSource, base: str
) -> None:
    source = base + (
        "\n\n_right = softmax_loss\n"
        "def softmax_loss(Z, y):\n    Z -= Z.max(axis=1, keepdims=True)\n    return _right(Z, y)\n"
    )
    report = grade_source(source, questions=("softmax_loss",))
    (failed,) = [item for item in report.checks if not item.passed]
    assert failed.message == ("softmax_loss changed its argument Z, which belongs to the caller.")
    assert [item.id for item in failed.diagnosis] == ["softmax_loss.argument-changed"]


def test_a_failure_that_may_come_from_another_question_says_so(
    grade_source: GradeSource, base: str
) -> None:
    source = base + (
        "\n\ndef softmax_loss(Z, y):\n    return 0.0\n"
        "def _helper(Z, y):\n    return softmax_loss(Z, y)\n"
        "def add(x, y):\n    return x + y + _helper(np.zeros((1, 2)), [0]) + 1\n"
    )
    report = grade_source(source, questions=("add", "softmax_loss"))
    messages = {check.id: check.message for check in report.checks}
    said = "(Perhaps this follows from softmax_loss, which add uses: fix that first.)"
    assert messages["add.numbers"].endswith(said)
    assert "may follow" not in messages["softmax_loss.small-batches"]
    right = source.replace("    return 0.0\n", "    return 0.0 * 1\n").replace(
        "_helper(np", "abs(np"
    )
    assert not any("follow" in check.message for check in grade_source(right).checks)


def test_warnings_are_noted_and_printed(hw0: Assignment, grade_source: GradeSource) -> None:
    def warns(student: Any, kit: Kit) -> None:
        outcome = student.add.call(1, 2)
        if outcome.warnings != ("RuntimeWarning", "UserWarning"):
            raise kit.wrong(student.add, (1, 2), "warnings", (), outcome.warnings)

    source = (
        "import warnings\nimport numpy as np\ndef add(x, y):\n    np.exp(np.array([1e9]))\n"
        "    warnings.warn('hello')\n    return x + y\n"
    )
    (result,) = grade_source(source, assignment=only(hw0, spec(warns))).checks
    assert result.passed, result.message
    assert "overflow encountered in exp" in result.output
    assert "UserWarning: hello" in result.output


def test_a_machine_that_fails_is_nobodys_wrong_answer(
    hw0: Assignment, grade_source: GradeSource, base: str
) -> None:
    def full(student: Any, kit: Kit) -> None:
        student.add(1, 2)
        raise OSError(28, "No space left on device")

    with pytest.raises(InfrastructureError, match="No space left"):
        grade_source(base, assignment=only(hw0, spec(full)))


def test_what_others_do_to_the_disk_is_not_blamed_on_a_worker_with_its_own(
    hw0: Assignment, grade_source: GradeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stage, "overfull", lambda *_: True)

    def slow(student: Any, kit: Kit) -> None:
        kit.matches(student.add, [(1, 2)])

    source = "import time\ndef add(x, y):\n    time.sleep(0.6)\n    return x + y\n"
    report = grade_source(source, assignment=only(hw0, spec(slow)))
    assert report.passed is (jail.NAMESPACES in report.isolation.mechanisms)
    launcher = ForkLauncher(["numpy"], ["numpy"], without=[jail.NAMESPACES])
    try:
        report = grade_source(source, assignment=only(hw0, spec(slow)), launcher=launcher)
    finally:
        launcher.close()
    assert "wrote more than 64 MiB" in report.checks[0].message


def test_the_environment_of_the_worker_is_clean(
    hw0: Assignment, grade_source: GradeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")

    def reads(student: Any, kit: Kit) -> None:
        kit.matches(student.add, [(1, 2)])

    launcher = ForkLauncher(hw0.outline.libraries, hw0.outline.preload)
    source = "import os\ndef add(x, y):\n    print(sorted(os.environ))\n    return x + y\n"
    try:
        (result,) = grade_source(
            source, assignment=only(hw0, spec(reads)), launcher=launcher
        ).checks
    finally:
        launcher.close()
    assert result.passed
    assert "GITHUB_TOKEN" not in result.output
    assert "HOME" not in result.output


def test_libraries_of_the_assignment_can_be_imported_and_no_others(
    hw0: Assignment, grade_source: GradeSource
) -> None:
    def imports(student: Any, kit: Kit) -> None:
        kit.matches(student.add, [(1, 2)])

    good = "import scipy.special, scipy.linalg, numpy.fft, csv, decimal\nadd = lambda x, y: x + y\n"
    assert grade_source(good, assignment=only(hw0, spec(imports))).passed
    bad = "import hypothesis\nadd = lambda x, y: x + y\n"
    (result,) = grade_source(bad, assignment=only(hw0, spec(imports))).checks
    assert "No module named 'hypothesis'" in result.message
