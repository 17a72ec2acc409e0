"""The grader and its worker stay on one core while they grade, and nowhere else."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from grader import cores
from grader.assignment import Assignment
from grader.launch import SpawnLauncher
from grader.runner import grade
from grader.submission import from_files
from tests.support import GradeSource

linux = pytest.mark.skipif(sys.platform != "linux", reason="there is nothing to choose elsewhere")


@linux
def test_one_core_for_as_long_as_it_takes() -> None:
    before = os.sched_getaffinity(0)
    with cores.one():
        assert len(os.sched_getaffinity(0)) == 1
        assert os.sched_getaffinity(0) <= before
        assert cores.mine() == sorted(os.sched_getaffinity(0))
    assert os.sched_getaffinity(0) == before


@linux
def test_all_cores_are_back_after_a_failure() -> None:
    before = os.sched_getaffinity(0)
    with pytest.raises(ZeroDivisionError), cores.one():
        _ = 1 / 0
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
        ready.set()
        done.wait()
    thread.join()
    assert seen == [before]


def test_where_nobody_can_tell_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    assert cores.mine() == []
    with cores.one():
        pass


@linux
def test_without_a_core_of_ones_own_nobody_is_let_go() -> None:
    before = os.sched_getaffinity(0)
    with cores.one():
        mine = os.sched_getaffinity(0)
        thread = threading.Thread(target=cores.let_go, args=(os.getpid(),))  # it has no others
        thread.start()
        thread.join()
        assert os.sched_getaffinity(0) == mine
        cores.let_go(os.getpid())
        assert os.sched_getaffinity(0) == before
    cores.let_go(2**22 + 1)  # there is no such process


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
def test_so_may_one_that_was_spawned(hw0: Assignment) -> None:
    launcher = SpawnLauncher(["numpy", "scipy"], ["numpy"])
    submission = from_files(
        "test", {"simple_ml.py": COUNTING.format(seconds=0.6).encode()}, ["simple_ml"]
    )
    try:
        report = grade(hw0, submission, launcher, questions=("add",))
    finally:
        launcher.close()
    then = f"1 core, then {len(os.sched_getaffinity(0))} "
    assert all(then in check.message for check in report.checks)
