"""A class on a Dask cluster: a scheduler and two workers, each a process, talking over TCP."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch import cluster
from grader.batch.cluster import Cluster
from grader.batch.job import Job, Outcome, Setup
from grader.errors import InfrastructureError, UsageError
from grader.submission import from_files
from tests import classes
from tests.classes import hand_in, results, run, verdict
from tests.test_batch import Running, graded, wait_until
from tests.test_crew import left, temporary

__all__ = ["temporary"]  # a fixture


class Dask:
    """A scheduler, and workers that can be started and killed."""

    def __init__(self, course: Path, folder: Path, workers: int = 2, threads: int = 1) -> None:
        self.course = course
        self.file = folder / "scheduler.json"
        self.log = open(folder / "log", "w")  # noqa: SIM115
        self.workers: list[subprocess.Popen[bytes]] = []
        host = ("--host", "127.0.0.1")
        self.scheduler = self._start("dask_scheduler", *host, "--port", "0", "--no-dashboard")
        wait_until(self.file.exists)
        self.threads = threads
        for _ in range(workers):
            self.add_worker()

    @property
    def address(self) -> str:
        address: str = json.loads(self.file.read_text())["address"]
        return address

    def add_worker(self) -> None:
        options = (
            "--nthreads",
            str(self.threads),
            "--no-nanny",
            "--no-dashboard",
            "--host",
            "127.0.0.1",
        )
        self.workers.append(self._start("dask_worker", *options))

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file"]
        return subprocess.Popen(
            [*words, str(self.file), *options],
            cwd=self.course,
            env={**classes.environment(), "PYTHONPATH": str(self.course)},
            stdout=self.log,
            stderr=self.log,
        )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return classes.make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def dask(course: Path, tmp_path: Path) -> Iterator[Dask]:
    cluster = Dask(course, tmp_path)
    yield cluster
    cluster.close()


def test_a_cluster_gives_what_one_machine_gives(course: Path, dask: Dask, tmp_path: Path) -> None:
    kinds = {"right": classes.RIGHT, "wrong": classes.WRONG, "hung": classes.HUNG}
    kinds |= {"hostile": classes.HOSTILE, "broken": classes.BROKEN}
    folder = hand_in(tmp_path / "class", kinds)
    here, there = tmp_path / "here", tmp_path / "there"
    run(course, "batch", "tiny", folder, "--out", here, "--seed", 7)
    words = ("--seed", 7, "--cluster", dask.address)
    run(course, "batch", "tiny", folder, "--out", there, *words)
    for student, line in results(here).items():
        assert verdict(results(there)[student]["report"]) == verdict(line["report"])
    again = run(course, "batch", "tiny", folder, "--out", there, *words)
    assert "5 unchanged" in again.stdout


def test_what_a_lost_worker_had_is_graded_elsewhere(
    course: Path, dask: Dask, tmp_path: Path
) -> None:
    sources = {f"s{i:03}": f"# {i}\n{classes.RIGHT}" for i in range(60)}
    folder, out = hand_in(tmp_path / "class", sources), tmp_path / "out"
    running = Running(course, "tiny", folder, "--out", out, "--cluster", dask.address)
    wait_until(lambda: graded(out) >= 10)
    dask.workers[0].kill()
    running.end(0)
    lines = results(out)
    assert len(lines) == 60
    assert {line["final"] for line in lines.values()} == {100.0}


def test_workers_with_another_course_are_refused(
    course: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = classes.make_course(tmp_path_factory.mktemp("other"))
    checks = other / "assignments" / "tiny" / "checks.py"
    checks.write_text(checks.read_text().replace("(2, 3)", "(2, 4)"))
    dask = Dask(other, tmp_path)
    try:
        folder = hand_in(tmp_path / "class", {"right": classes.RIGHT})
        words = ("--out", tmp_path / "out", "--cluster", dask.address)
        said = run(course, "batch", "tiny", folder, *words, status=2).stderr
        assert "has another version of tiny" in said
    finally:
        dask.close()


def many(folder: Path, count: int, mark: str = "") -> Path:
    sources = {f"s{i:03}": f"# {mark}{i}\n{classes.RIGHT}" for i in range(count)}
    return hand_in(folder, sources)


def test_two_classes_share_a_cluster(course: Path, tmp_path: Path, temporary: Path) -> None:
    """Their crews stand side by side in each worker; none is closed while somebody uses it."""
    dask = Dask(course, tmp_path, workers=2, threads=2)
    try:
        outs = [tmp_path / f"out{i}" for i in range(2)]
        both = [
            Running(
                *(course, "tiny", many(tmp_path / f"class{i}", 40, f"class {i}: ")),
                *("--out", outs[i], "--seed", i, "--cluster", dask.address),
            )
            for i in range(2)
        ]
        for running in both:
            running.end(0)
        for out in outs:
            lines = results(out)
            assert len(lines) == 40
            assert {line["final"] for line in lines.values()} == {100.0}
        for worker in dask.workers:
            worker.send_signal(signal.SIGTERM)
            worker.wait(60)
        assert [name for name in left(temporary) if name.startswith("grader-")] == []
    finally:
        dask.close()


def test_a_scheduler_that_goes_is_one_line_and_nothing_is_lost(
    course: Path, dask: Dask, tmp_path: Path
) -> None:
    folder, out = many(tmp_path / "class", 60), tmp_path / "out"
    running = Running(course, "tiny", folder, "--out", out, "--cluster", dask.address)
    wait_until(lambda: graded(out) >= 5)
    address = dask.address
    dask.scheduler.kill()
    begin = time.monotonic()
    said = running.end(3)
    assert time.monotonic() - begin < 30.0
    (line,) = [it for it in said.splitlines() if it.strip()]
    assert f"the scheduler at {address} is gone; what is finished is kept: run the same" in line
    kept = graded(out)
    assert 5 <= kept < 60
    assert f"{kept} unchanged" in run(course, "batch", "tiny", folder, "--out", out).stdout


def test_a_cluster_without_workers_is_waited_for(
    course: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    dask = Dask(course, tmp_path, workers=0)
    try:
        job = Job("content", from_files("test", {"tiny.py": b""}, ["tiny"]))
        engine = Cluster(Setup("tiny", 0, "strict", {}), dask.address, patience=3.0)
        with pytest.raises(UsageError, match="no worker for 3 seconds: start some"):
            list(engine.run([job]))
        engine.close()
        waiting = f"waiting for a worker of the cluster at {dask.address}"
        assert capfd.readouterr().err.splitlines() == [waiting]
        out = tmp_path / "out"
        words = ("--out", out, "--cluster", dask.address)
        running = Running(course, "tiny", many(tmp_path / "class", 5), *words)
        assert running.process.stderr is not None
        assert running.process.stderr.readline().strip() == waiting
        dask.add_worker()
        assert waiting not in running.end(0)
        assert {line["final"] for line in results(out).values()} == {100.0}
    finally:
        dask.close()


def test_a_cluster_that_loses_all_workers_is_given_up_in_the_end() -> None:
    presence = cluster._Presence("tcp://host:1", 100.0)
    presence.note(True, 0.0)
    presence.note(False, 10.0)
    presence.note(False, 109.0)
    presence.note(True, 109.5)
    presence.note(False, 120.0)
    with pytest.raises(InfrastructureError, match="run the same command again when there are"):
        presence.note(False, 220.0)


@pytest.mark.parametrize(
    "address",
    ["nonsense", "http://host:8786", "tcp://host", "tcp://", "host:99999", "tcp:/host:1", "", ":1"],
)
def test_an_address_that_is_none_is_refused_before_dask_sees_it(
    course: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)  # whoever imports it now fails
    with pytest.raises(UsageError, match=r"such as tcp://host:8786, not"):
        Cluster(Setup("tiny", 0, "strict", {}), address)


@pytest.mark.parametrize("address", ["tcp://host:8786", "10.0.0.1:1", "tls://[::1]:8786", "a-b:5/"])
def test_addresses_that_are_some(address: str) -> None:
    cluster._check(address)


@pytest.mark.parametrize("address", ["nonsense", "tls://127.0.0.1:9"])
def test_a_useless_address_is_one_line(course: Path, tmp_path: Path, address: str) -> None:
    words = ("--out", tmp_path / "out", "--cluster", address)
    said = run(course, "batch", "tiny", many(tmp_path / "class", 1), *words, status=2).stderr
    assert len(said.strip().splitlines()) == 1, said
    assert address in said


def test_only_idle_crews_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted:
        def __init__(self, setup: Setup) -> None:
            self.name = setup.assignment

        def grade(self, job: Job) -> Outcome:
            return Outcome(job)

        def close(self) -> None:
            closed.append(self.name)

    def setup(name: str) -> dict[str, object]:
        return Setup(name, 0, "strict", {}).to_dict()

    closed: list[str] = []
    monkeypatch.setattr(cluster, "Crew", Counted)
    monkeypatch.setattr(cluster, "_places", {})
    with cluster._crew(setup("in use")) as used:
        for name in ("a", "b", "a", "c", "d"):
            with cluster._crew(setup(name)):
                pass
        assert closed == ["b", "a"]  # the least recently used first
        with cluster._crew(setup("in use")) as same:
            assert same is used
    for name in ("e", "f", "g"):
        with cluster._crew(setup(name)):
            pass
    assert closed == ["b", "a", "c", "d", "in use"]
    cluster._close()
    assert closed[5:] == ["e", "f", "g"]
