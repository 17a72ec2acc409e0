"""Grading one submission after another, in a process that does nothing else.

A failure of the grader is an answer, too: that submission is not graded, and the next one is.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import Any

from grader.assignment import Assignment
from grader.batch import frames
from grader.batch.job import Job, Setup
from grader.errors import GraderError
from grader.station import Station


class Checker:
    """A station with the settings of a whole class."""

    def __init__(self, assignment: Assignment, setup: Setup) -> None:
        self._station = Station(assignment.outline, assignment)
        self._setup = setup

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Grade the job in a message; the answer holds a report, or why there is none."""
        job = Job.from_dict(message)
        begin = time.perf_counter()
        try:
            report = self._station.grade(
                job.submission,
                seed=self._setup.seed,
                isolation=self._setup.isolation,
                questions=job.questions,
            )
        except Exception as error:  # ours, whatever it is; the next submission starts afresh
            self._station.close()
            known = isinstance(error, GraderError)
            return {"problem": str(error) if known else f"{type(error).__name__}: {error}"}
        return {"report": report.to_dict(), "seconds": time.perf_counter() - begin}

    def close(self) -> None:
        """End what was started."""
        self._station.close()


def serve(channel: socket.socket, checker: Checker) -> None:
    """Answer job after job, until the other side is gone."""
    try:
        while True:
            frames.send(channel, checker.answer(frames.receive(channel)))
    except (EOFError, OSError):
        return
    finally:
        checker.close()
