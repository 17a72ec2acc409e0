"""Checkers on this machine: one process for each core, and a thread that attends to it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator

from grader.batch.crew import Crew
from grader.batch.job import Job, Outcome, Setup
from grader.errors import GraderError, InfrastructureError

AHEAD = 2  # jobs for each checker: one in hand, one waiting


class Pool:
    """Checkers of one assignment."""

    def __init__(self, setup: Setup, checkers: int) -> None:
        self._setup = setup
        self._size = checkers
        self._crew: Crew | None = None  # none is needed where there is nothing to grade
        self._jobs: queue.Queue[Job | None] = queue.Queue()
        self._done: queue.Queue[Outcome | GraderError] = queue.Queue()
        self._attendants: list[threading.Thread] = []

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes as they come; jobs are taken as they are needed."""
        remaining, pending = iter(jobs), 0
        while True:
            while pending < AHEAD * self._size:
                job = next(remaining, None)
                if job is None:
                    break
                if len(self._attendants) < self._size:
                    self._begin()
                self._jobs.put(job)
                pending += 1
            if not pending:
                return
            outcome = self._done.get()
            if isinstance(outcome, GraderError):
                raise outcome
            pending -= 1
            yield outcome

    def close(self) -> None:
        """End all checkers: those with nothing to do by themselves, or all at once."""
        for _ in self._attendants:
            self._jobs.put(None)
        if self._crew is not None:
            self._crew.close()
        for attendant in self._attendants:
            attendant.join()

    def _begin(self) -> None:
        self._crew = self._crew or Crew(self._setup)
        attendant = threading.Thread(target=self._attend, args=[self._crew], daemon=True)
        attendant.start()
        self._attendants.append(attendant)

    def _attend(self, crew: Crew) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._done.put(crew.grade(job))
            except GraderError as error:
                self._done.put(error)
                return
            except BaseException as error:  # whatever it is: somebody waits for an outcome
                failure = f"{type(error).__name__}: {error}"
                self._done.put(InfrastructureError(f"a checker could not be attended: {failure}"))
                return
