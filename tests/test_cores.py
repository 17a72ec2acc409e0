"""The grader and its worker stay on one core while they grade, and nowhere else."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from grader import cores
from grader.assignment import Assignment
from grader.launch import ForkLauncher
from grader.runner import grade
from grader.submission import from_files
from tests.support import GradeSource

linux = pytest.mark.skipif(sys.platform != "linux", reason="there is nothing to choose elsewhere")


@linux
def test_one_core_for_as_long_as_it_takes() -> None:
    before = os.sched_getaffinity(0)
    with cores.one():
        assert cores.settle() == sorted(os.sched_getaffinity(0)) == cores.mine()
        assert len(os.sched_getaffinity(0)) == 1
        assert set(cores.all_of_mine()) == before
        with cores.one():
            cores.settle()
        assert set(cores.all_of_mine()) == before
    assert os.sched_getaffinity(0) == before
    assert cores.settle() == cores.all_of_mine() == sorted(before)


@linux
def test_all_cores_are_back_after_a_failure() -> None:
    before = os.sched_getaffinity(0)

    def fails() -> None:
        with cores.one():
            cores.settle()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert os.sched_getaffinity(0) == before


@linux
def test_other_threads_may_still_go_where_they_like() -> None:
    seen: list[set[int]] = []
    ready, done = threading.Event(), threading.Event()

    def look() -> None:
        ready.wait()
        seen.append(os.sched_getaffinity(0))
        done.set()

    before = os.sched_getaffinity(0)
    thread = threading.Thread(target=look)
    thread.start()
    with cores.one():
        cores.settle()
        ready.set()
        done.wait()
    thread.join()
    assert seen == [before]


def test_where_nobody_can_tell_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    assert cores.mine() == []
    with cores.one():
        assert cores.settle() == []
        assert not cores.put(os.getpid(), [0])


@linux
def test_whoever_has_ended_is_not_put_anywhere() -> None:
    assert not cores.put(2**22 + 1, cores.mine())
    assert cores.put(os.getpid(), cores.mine())


COUNTING = """
import os, time
def add(x, y):
    first = len(os.sched_getaffinity(0))
    time.sleep({seconds})
    raise ValueError(f"{{first}} core, then {{len(os.sched_getaffinity(0))}}")
"""


@linux
def test_a_worker_computes_where_its_grader_waits(grade_source: GradeSource) -> None:
    before = os.sched_getaffinity(0)
    report = grade_source(COUNTING.format(seconds=0), questions=("add",))
    assert report.checks
    assert all("ValueError: 1 core, then 1 " in check.message for check in report.checks)
    assert os.sched_getaffinity(0) == before


@linux
def test_a_worker_that_computes_for_long_may_go_elsewhere(grade_source: GradeSource) -> None:
    report = grade_source(COUNTING.format(seconds=0.6), questions=("add",))
    then = f"1 core, then {len(os.sched_getaffinity(0))} "
    assert report.checks
    assert all(then in check.message for check in report.checks)


@linux
def test_a_worker_that_could_not_be_let_go_has_all_cores_at_once(
    hw0: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "put", lambda *_: False)
    launcher = ForkLauncher(["numpy", "scipy"], ["numpy"])
    submission = from_files(
        "test", {"simple_ml.py": COUNTING.format(seconds=0).encode()}, ["simple_ml"]
    )
    try:
        report = grade(hw0, submission, launcher, questions=("add",), sharing=False)
    finally:
        launcher.close()
    first, *others = [check.message for check in report.checks]
    assert "1 core, then 1 " in first
    everywhere = f"{len(os.sched_getaffinity(0))} core, then"
    assert all(everywhere in message for message in others)
