"""Checkers forked from one foreman (see foreman.py), one for each thread with something to grade.

A checker that dies (killed, out of memory) loses nothing but its own submission, which is given to
a new one. A submission with which that happens again and again is not graded, and the rest goes on.

All their temporary folders lie in one that is the crew's, and go with it whoever was killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from typing import Any

from grader.batch import frames
from grader.batch.job import Job, Outcome, Setup
from grader.errors import InfrastructureError, UsageError
from grader.stage import Site
from grader.text import plural

TRIES = 3
SILENCE_SECONDS = 1800.0  # longer than any submission takes, whatever it does
START_SECONDS = 300.0
FINISH_SECONDS = 3.0  # for the foreman, who gives the checkers less
CLEAR_SECONDS = 3.0  # what was killed is gone much sooner


class Crew:
    """The checkers of one assignment; `UsageError` if they can't be had with that setup."""

    def __init__(self, setup: Setup) -> None:
        self._lock = threading.Lock()
        self._grading = 0
        self._checkers: set[_Checker] = set()
        self._mine = threading.local()
        self._site = Site()
        self._site.let_pass()
        try:
            self._foreman = _Foreman(setup, self._site.folder)
        except BaseException:
            self._site.close(CLEAR_SECONDS)
            raise

    def grade(self, job: Job) -> Outcome:
        """Grade a submission with the checker of this thread."""
        with self._lock:
            self._grading += 1
        try:
            return self._grade(job)
        finally:
            with self._lock:
                self._grading -= 1

    def _grade(self, job: Job) -> Outcome:
        outcome = Outcome(job)
        happened: Counter[tuple[str, str]] = Counter()
        for _ in range(TRIES):
            checker: _Checker | None = getattr(self._mine, "checker", None)
            try:
                if checker is None:
                    checker = self._hire()
                outcome = checker.grade(job)
            except (EOFError, OSError) as error:
                happened[self._lose(checker, error)] += 1
                outcome = Outcome(job, problem=_in_words(happened))
                if self._foreman.is_closed:
                    return outcome
                continue
            if not outcome.problem:
                break
        return outcome

    def close(self) -> None:
        """End all checkers: those with nothing to do by themselves, or all at once."""
        with self._lock:
            patient = not self._grading
            checkers = list(self._checkers)
        self._foreman.is_closed = True
        for checker in checkers:
            checker.hang_up()
        self._foreman.close(FINISH_SECONDS if patient else 0.0)
        self._site.close(CLEAR_SECONDS)

    def _hire(self) -> _Checker:
        checker = self._mine.checker = self._foreman.checker()
        with self._lock:
            self._checkers.add(checker)
        return checker

    def _lose(self, checker: _Checker | None, error: EOFError | OSError) -> tuple[str, str]:
        """Give up the checker of this thread; returns what happened to it, and more about that."""
        self._mine.checker = None
        if checker is None:
            return "could not be started", str(error)
        with self._lock:
            self._checkers.discard(checker)
        checker.hang_up()
        status = self._foreman.end(checker.number)
        if isinstance(error, TimeoutError):
            return f"was silent for {plural(round(SILENCE_SECONDS / 60), 'minute')},", ""
        return "ended unexpectedly", _cause(status)


class _Checker:
    def __init__(self, channel: socket.socket, number: int) -> None:
        self._channel = channel
        self._channel.settimeout(SILENCE_SECONDS)
        self.number = number

    def grade(self, job: Job) -> Outcome:
        frames.send(self._channel, job.to_dict())
        return Outcome.of_answer(job, frames.receive(self._channel))

    def hang_up(self) -> None:
        """It ends by itself then, as soon as it listens; whoever waits for an answer gets none."""
        with contextlib.suppress(OSError):
            self._channel.shutdown(socket.SHUT_RDWR)
        self._channel.close()


class _Foreman:
    """The foreman as the crew sees it; one that is gone is replaced."""

    def __init__(self, setup: Setup, folder: Path) -> None:
        self._setup = setup
        self._folder = folder
        self._lock = threading.Lock()  # one request at a time
        self._change = threading.Lock()  # of the two that follow; held for no longer than that
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self.is_closed = False
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def checker(self) -> _Checker:
        """A new checker."""
        with self._lock:
            try:
                return self._fork()
            except (OSError, EOFError):
                if self.is_closed:
                    raise
                self._stop()
                self._start()
                return self._fork()

    def end(self, number: int) -> int | None:
        """Kill a checker that was given up; returns how it had ended, if that is known."""
        with self._lock:
            try:
                status: int | None = self._ask({"end": number}).get("status")
            except (OSError, EOFError):
                # A late answer must not be taken for the next one's.
                self._stop()
                return None
            return status

    def close(self, seconds: float = 0.0) -> None:
        """End it, and with it the checkers; it has so long to do that by itself."""
        self.is_closed = True
        # Without the lock, which a thread may hold that waits for an answer: this ends the waiting.
        self._stop(seconds)
        with self._lock:
            self._complaints.close()

    def _fork(self) -> _Checker:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                answer = self._ask({"spawn": True}, theirs.fileno())
            return _Checker(ours, answer["number"])
        except BaseException:
            ours.close()
            raise

    def _ask(self, message: dict[str, object], *descriptors: int) -> dict[str, Any]:
        control = self._control
        if control is None:
            raise EOFError("the foreman has ended")
        socket.send_fds(control, [json.dumps(message).encode()], descriptors)
        return _answer(control)

    def _start(self) -> None:
        try:
            answer = self._begin()
        except (OSError, EOFError) as error:
            self._stop()
            if self.is_closed:
                raise
            said = self._last_words() or str(error)
            raise InfrastructureError(f"the checkers could not be started: {said}") from None
        if "ready" not in answer:
            self._stop()
            if "refused" in answer:
                raise UsageError(str(answer["refused"]))
            raise InfrastructureError(str(answer.get("failed")))

    def _begin(self) -> dict[str, Any]:
        control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        control.settimeout(START_SECONDS)
        with theirs, self._change:
            # Closed before this: nothing is started. Closed after it: what was started is ended.
            if self.is_closed:
                control.close()
                raise EOFError("the crew has ended")
            self._control = control
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "grader.batch.foreman", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={**_environment(), "TMPDIR": str(self._folder)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._complaints,
                start_new_session=True,  # Ctrl-C is for us alone
            )
        control.sendall(json.dumps(self._setup.to_dict()).encode())
        return _answer(control)

    def _stop(self, seconds: float = 0.0) -> None:
        with self._change:
            control, self._control = self._control, None
            process, self._process = self._process, None
        if control is not None:
            with contextlib.suppress(OSError):
                control.shutdown(socket.SHUT_RDWR)
            control.close()
        if process is not None:
            if seconds:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(seconds)
            process.kill()
            process.wait()

    def _last_words(self) -> str:
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""


def _answer(control: socket.socket) -> dict[str, Any]:
    data = control.recv(1 << 16)
    if not data:
        raise EOFError("the foreman has ended")
    answer: dict[str, Any] = json.loads(data)
    return answer


def _cause(status: int | None) -> str:
    """Why a process ended, as far as its exit status tells."""
    if status is None:
        return ""
    if status == -signal.SIGKILL:
        return "SIGKILL: out of memory?"
    return signal.Signals(-status).name if status < 0 else f"status {status}"


def _in_words(happened: Counter[tuple[str, str]]) -> str:
    each = (
        f"{what} {plural(count, 'time')}{f' ({why})' if why else ''}"
        for (what, why), count in happened.items()
    )
    return f"the process that graded it {' and '.join(each)}"


def _environment() -> dict[str, str]:
    """As ours, with one BLAS thread for each process, and with this very grader on its path."""
    here = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    return {**os.environ, **dict.fromkeys(threads, "1"), "PYTHONPATH": path}
