"""What the tests share: the assignment, one warm launcher, and a short way to grade a source."""

from __future__ import annotations

import dataclasses
import os
import signal
from collections.abc import Iterator

import pytest

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.launch import ForkLauncher
from grader.model import Limits, Report
from grader.runner import grade
from grader.sandbox import Launcher
from grader.submission import from_files
from tests.support import HW0, GradeSource

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what it runs in the background so, and every process that a test starts would
    # inherit it: those that are to be interrupted would go on for ever.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """For `-n auto`: a test mostly waits for other processes, or for code that hangs on purpose."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def hw0() -> Assignment:
    return load_assignment(read_outline("hw0"))


@pytest.fixture(scope="session")
def launcher(hw0: Assignment) -> Iterator[Launcher]:
    launcher = ForkLauncher(hw0.outline.libraries, hw0.outline.preload)
    yield launcher
    launcher.close()


@pytest.fixture(scope="session")
def impatient(hw0: Assignment) -> Assignment:
    """hw0 with short limits, for submissions that hang on purpose."""
    limits = Limits(cpu_seconds=1, wall_seconds=4.0, memory_bytes=256 << 20)
    return dataclasses.replace(hw0, outline=dataclasses.replace(hw0.outline, limits=limits))


@pytest.fixture(scope="session")
def grade_source(hw0: Assignment, launcher: Launcher) -> GradeSource:
    """Grade the text of a `simple_ml.py`."""

    def grade_text(
        source: str,
        *,
        assignment: Assignment = hw0,
        seed: int = 0,
        questions: tuple[str, ...] = (),
        launcher: Launcher = launcher,
    ) -> Report:
        submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
        return grade(assignment, submission, launcher, seed=seed, questions=questions)

    return grade_text


@pytest.fixture(scope="session")
def base() -> str:
    """A correct submission, to which tests append wrong functions."""
    return (HW0 / "base.py").read_text()
