"""The process from which the checkers of this machine are forked.

It loads the assignment once and grades the reference, so that what the reference makes of the
inputs is worked out once and shared by all checkers, and so that a class is never graded by checks
that the reference itself fails, or behind walls that are lower than demanded. Then it waits:

    {"spawn": true}, with a socket   forks a checker that serves on it; answers with its number
    {"end": number}                  kills that checker; answers with its exit status, if it knows

When its own socket is closed so are those of the checkers, which then end by themselves and remove
what they have made. It waits a moment for that and ends, and whatever is still busy dies with it.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import signal
import socket
import sys
import time
from typing import Any

from grader.assignment import Assignment, load_assignment, reference_submission
from grader.batch.checker import Checker, serve
from grader.batch.job import Setup
from grader.course import read_outline
from grader.errors import AssignmentError, GraderError, UsageError
from grader.jail import kernel
from grader.station import Station
from grader.version import question_versions

FINISH_SECONDS = 2.0


class Foreman:
    """Everything that the checkers share."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        setup, _ = self._receive()
        self._setup = Setup(**setup)
        self._children: set[int] = set()
        self._ended: dict[int, int] = {}  # with what status, until somebody asks

    def run(self) -> None:
        """Get ready, say so, and do what is asked for."""
        try:
            assignment = _warmed(self._setup)
        except GraderError as error:
            kind = "refused" if isinstance(error, UsageError) else "failed"
            self._send({kind: str(error)})
            return
        gc.collect()
        gc.freeze()  # what is shared stays shared: the collector would write to every page
        self._send({"ready": True})
        while True:
            request, descriptors = self._receive()
            self._reap()
            if "spawn" in request:
                self._spawn(assignment, descriptors[0])
            elif "end" in request:
                self._end(request["end"])
            else:
                self._finish()
                return

    def _spawn(self, assignment: Assignment, descriptor: int) -> None:
        child = os.fork()
        if child:
            os.close(descriptor)
            self._children.add(child)
            self._send({"number": child})
            return
        status = 70
        try:
            if sys.platform == "linux":
                kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
            self._control.close()
            serve(socket.socket(fileno=descriptor), Checker(assignment, self._setup))
            status = 0
        finally:
            os._exit(status)

    def _end(self, number: int) -> None:
        # It is our child and was not waited for: the number can mean no other process.
        if number in self._children:
            self._kill(number)
        self._send({"status": self._ended.pop(number, None)})

    def _kill(self, child: int) -> None:
        # One that has ended by itself keeps the status that it has ended with.
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        self._note(*os.waitpid(child, 0))

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0] != 0:
                self._note(*ended)

    def _note(self, child: int, status: int) -> None:
        self._children.discard(child)
        self._ended[child] = os.waitstatus_to_exitcode(status)

    def _finish(self) -> None:
        deadline = time.monotonic() + FINISH_SECONDS
        while self._children and time.monotonic() < deadline:
            time.sleep(0.01)
            self._reap()
        for child in list(self._children):
            self._kill(child)

    def _receive(self) -> tuple[dict[str, Any], list[int]]:
        data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 1)
        return (json.loads(data) if data else {}), descriptors

    def _send(self, message: dict[str, Any]) -> None:
        self._control.sendall(json.dumps(message).encode())


def _warmed(setup: Setup) -> Assignment:
    """The assignment, after it has judged its own reference."""
    outline = read_outline(setup.assignment)
    assignment = load_assignment(outline)
    if question_versions(assignment, setup.seed) != setup.versions:
        raise UsageError(
            f"{socket.gethostname()} has another version of {outline.name} or of the grader: "
            "install the same one everywhere"
        )
    with Station(outline, assignment) as station:
        reference = reference_submission(outline)
        report = station.grade(reference, seed=setup.seed, isolation=setup.isolation)
    if not report.passed:
        failed = next(check for check in report.checks if not check.passed)
        raise AssignmentError(
            f"{outline.name} fails its own reference with this seed ({failed.id}: "
            f"{failed.message}): nobody is graded by it"
        )
    return assignment


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us decides when to end
    Foreman(socket.socket(fileno=int(sys.argv[1]))).run()
