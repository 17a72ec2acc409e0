"""The crew: whoever is killed, nothing stays behind, nobody waits for ever, the reason is true."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.batch import crew as crew_module
from grader.batch.crew import Crew
from grader.batch.job import Job, Outcome, Setup
from grader.batch.pool import Pool
from grader.cleanup import remove_tree
from grader.errors import InfrastructureError
from grader.submission import from_files
from tests import classes
from tests.classes import hand_in, run
from tests.test_batch import Running, graded, is_alive, wait_until


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return classes.make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files that nobody else uses; root's workers can pass it."""
    folder = Path(tempfile.mkdtemp(prefix="crew-"))
    folder.chmod(0o711)
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    remove_tree(folder)


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- nothing stays behind -----------------------------------------------------------------------


@pytest.fixture
def many(tmp_path: Path) -> Path:
    sources = {f"s{i:03}": f"# number {i:04}\n{classes.RIGHT}" for i in range(60)}
    return hand_in(tmp_path / "many", sources)


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """A class in which there is always a submission in hand."""
    return hand_in(tmp_path / "endless", {f"s{i}": f"# {i}\n{classes.HUNG}" for i in range(9)})


def test_a_class_leaves_no_temporary_folder(course: Path, temporary: Path, tmp_path: Path) -> None:
    kinds = {"right": classes.RIGHT, "hung": classes.HUNG, "hostile": classes.HOSTILE}
    folder = hand_in(tmp_path / "class", kinds)
    run(course, "batch", "tiny", folder, "--out", tmp_path / "out")
    assert left(temporary) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_neither_does_one_that_is_stopped(
    course: Path, endless: Path, temporary: Path, tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", endless, "--out", out, "--jobs", 2)
    wait_until(lambda: graded(out) >= 1)
    assert left(temporary) != []
    started = [running.foreman(), *running.checkers()]
    running.process.send_signal(number)
    begin = time.monotonic()
    assert "interrupted; " in running.end(130)
    assert time.monotonic() - begin < 10.0
    assert left(temporary) == []
    assert not any(map(is_alive, started))


def test_nor_one_that_is_stopped_before_it_has_begun(
    course: Path, endless: Path, temporary: Path, tmp_path: Path
) -> None:
    running = Running(course, "tiny", endless, "--out", tmp_path / "out")
    foreman = running.foreman()
    wait_until(lambda: left(temporary))
    running.process.send_signal(signal.SIGINT)
    running.end(130)
    assert left(temporary) == []
    assert not is_alive(foreman)


def test_nor_one_whose_processes_are_killed(
    course: Path, many: Path, temporary: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", many, "--out", out, "--jobs", 2)
    wait_until(lambda: graded(out) >= 5)
    os.kill(running.checkers()[0], signal.SIGKILL)
    wait_until(lambda: graded(out) >= 15)
    os.kill(running.foreman(), signal.SIGKILL)
    running.end(0)
    assert left(temporary) == []


def test_what_a_killed_command_leaves_is_removed_by_the_next_when_it_is_old(
    course: Path, endless: Path, temporary: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", endless, "--out", out, "--jobs", 2)
    wait_until(lambda: graded(out) >= 1)
    started = [running.foreman(), *running.checkers()]
    running.process.kill()
    running.process.communicate()
    wait_until(lambda: not any(map(is_alive, started)), 10.0)
    (abandoned,) = temporary.iterdir()
    folder = hand_in(tmp_path / "class", {"right": classes.RIGHT})
    run(course, "batch", "tiny", folder, "--out", tmp_path / "other")
    assert left(temporary) == [abandoned.name]  # perhaps it has only just been made
    long_ago = time.time() - 3600
    os.utime(abandoned, (long_ago, long_ago))
    run(course, "batch", "tiny", folder, "--out", tmp_path / "other", "--regrade")
    assert left(temporary) == []


# --- a foreman that is somebody else ------------------------------------------------------------

# Does what it is told to in the place of foreman.py; its checkers answer nothing.
PRETENDER = """
import json, os, signal, socket, sys, time
control = socket.socket(fileno=int(sys.argv[-1]))
control.recv(1 << 16)
def say(**message):
    control.sendall(json.dumps(message).encode())
"""
READY = "say(ready=True)\n"
NO_CHECKER = """
while True:
    data, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 1)
    if not data:
        break
    if "spawn" in json.loads(data):
        kept = descriptors
        say(number=1)
"""
LOSES_CHECKERS = """
while True:
    data, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 1)
    if not data:
        break
    if "spawn" in json.loads(data):
        os.close(descriptors[0])
        say(number=1)
    else:
        say(status=STATUS)
"""


@pytest.fixture
def foreman(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Puts another program in the foreman's place; returns the processes that were started."""
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def put(*programs: str) -> list[subprocess.Popen[bytes]]:
        def start(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
            program = PRETENDER + programs[min(len(started), len(programs) - 1)]
            process = real([sys.executable, "-c", program, words[-1]], **options)
            started.append(process)
            return process

        monkeypatch.setattr(subprocess, "Popen", start)
        return started

    yield put
    assert [process.poll() for process in started if process.poll() is None] == []


SETUP = Setup("tiny", 0, "strict", {})
JOB = Job("content", from_files("test", {"tiny.py": b""}, ["tiny"]))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("-9", "ended unexpectedly 3 times (SIGKILL: out of memory?)"),
        ("-11", "ended unexpectedly 3 times (SIGSEGV)"),
        ("70", "ended unexpectedly 3 times (status 70)"),
        ("None", "ended unexpectedly 3 times"),
    ],
)
def test_how_a_checker_ended_is_said(foreman: Any, status: str, said: str) -> None:
    foreman(READY + LOSES_CHECKERS.replace("STATUS", status))
    crew = Crew(SETUP)
    try:
        assert crew.grade(JOB).problem == f"the process that graded it {said}"
    finally:
        crew.close()


def test_a_silent_checker_is_not_called_dead_and_its_foreman_is_not_trusted_again(
    foreman: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That foreman does not answer to `end`: what it says too late must not be taken for more."""
    monkeypatch.setattr(crew_module, "SILENCE_SECONDS", 0.2)
    started = foreman(READY + NO_CHECKER)
    crew = Crew(SETUP)
    try:
        monkeypatch.setattr(crew_module, "START_SECONDS", 2.0)
        crew._foreman._control.settimeout(0.5)  # type: ignore[union-attr]
        said = crew.grade(JOB).problem
        assert said == "the process that graded it was silent for 0 minutes, 3 times"
        assert len(started) == 3
    finally:
        crew.close()


def test_the_real_foreman_tells_how_a_checker_ended(
    course: Path, tmp_path: Path, temporary: Path
) -> None:
    program = """
import os, signal, sys, threading, time
from grader.batch.crew import Crew
from grader.batch.job import Job, Setup
from grader.course import read_outline
from grader.assignment import load_assignment
from grader.submission import from_files
from grader.version import question_versions
outline = read_outline("tiny")
crew = Crew(Setup("tiny", 0, "strict", question_versions(load_assignment(outline), 0)))
job = Job("content", from_files("test", {"tiny.py": sys.stdin.buffer.read()}, ["tiny"]))
def kill():
    seen = set()
    while len(seen) < 3:
        for checker in list(crew._checkers):
            if checker.number not in seen:
                seen.add(checker.number)
                os.kill(checker.number, signal.SIGKILL)
        time.sleep(0.05)
killer = threading.Thread(target=kill, daemon=True)
killer.start()
print(crew.grade(job).problem)
killer.join()
print(crew.grade(job).report is not None)
crew.close()
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=course,
        env=classes.environment(),
        input=classes.HUNG,
        capture_output=True,
        text=True,
        timeout=300,
    )
    said = "the process that graded it ended unexpectedly 3 times (SIGKILL: out of memory?)"
    assert done.stdout.splitlines() == [said, "True"], done.stderr
    assert left(temporary) == []


# --- attendants, and closing at a bad time ------------------------------------------------------


@pytest.mark.parametrize("error", [KeyError("report"), MemoryError(), SystemExit(1)])
def test_whatever_goes_wrong_with_an_attendant_ends_the_run(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __init__(self, setup: Setup) -> None:
            pass

        def grade(self, job: Job) -> Outcome:
            raise error

        def close(self) -> None:
            pass

    monkeypatch.setattr("grader.batch.pool.Crew", Broken)
    pool = Pool(SETUP, 2)
    with pytest.raises(InfrastructureError, match=type(error).__name__):
        list(pool.run([JOB] * 5))
    pool.close()


def test_an_answer_that_makes_no_sense_ends_the_run(
    foreman: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    foreman(READY + NO_CHECKER)
    monkeypatch.setattr("grader.batch.frames.receive", lambda channel: {"nonsense": 1})
    pool = Pool(SETUP, 1)
    try:
        with pytest.raises(InfrastructureError, match="KeyError: 'report'"):
            list(pool.run([JOB]))
    finally:
        pool.close()


def test_a_crew_can_be_closed_while_its_foreman_is_replaced(foreman: Any, temporary: Path) -> None:
    """The first one ends at once; the second one takes its time, and is ended, too."""
    started = foreman(READY, "time.sleep(60)")
    crew = Crew(SETUP)
    outcomes: list[Outcome] = []
    attendant = threading.Thread(target=lambda: outcomes.append(crew.grade(JOB)))
    attendant.start()
    wait_until(lambda: len(started) == 2)
    time.sleep(0.2)
    begin = time.monotonic()
    crew.close()
    attendant.join(10.0)
    assert not attendant.is_alive()
    assert time.monotonic() - begin < 10.0
    assert outcomes[0].report is None
    assert all(process.returncode is not None for process in started)
    assert left(temporary) == []


def test_a_crew_can_be_closed_just_before_its_foreman_is_replaced(
    foreman: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = foreman(READY, "time.sleep(60)")
    crew = Crew(SETUP)
    reached, go_on = threading.Event(), threading.Event()
    pair = socket.socketpair

    def slow(*words: Any) -> Any:
        if words:  # for a foreman, not for a checker
            reached.set()
            go_on.wait(10.0)
        return pair(*words)

    monkeypatch.setattr(socket, "socketpair", slow)
    outcomes: list[Outcome] = []
    attendant = threading.Thread(target=lambda: outcomes.append(crew.grade(JOB)))
    attendant.start()
    assert reached.wait(10.0)
    closing = threading.Thread(target=crew.close)
    closing.start()
    wait_until(lambda: crew._foreman.is_closed)
    time.sleep(0.1)
    go_on.set()
    for thread in (attendant, closing):
        thread.join(10.0)
        assert not thread.is_alive()
    assert len(started) == 1
    assert outcomes[0].report is None


def test_a_foreman_that_can_not_be_started_is_one_line(
    monkeypatch: pytest.MonkeyPatch, foreman: Any, temporary: Path
) -> None:
    foreman("print('no such library', file=sys.stderr); sys.exit(1)")
    with pytest.raises(InfrastructureError, match="could not be started: no such library"):
        Crew(SETUP)

    def full(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(InfrastructureError, match="Resource temporarily unavailable"):
        Crew(SETUP)
    assert left(temporary) == []
