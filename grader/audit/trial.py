"""One mutant before the checks, in a process that is about to be thrown away."""

from __future__ import annotations

import contextlib
import importlib
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from grader.assignment import Assignment
from grader.audit.mutant import Mutant
from grader.audit.session import MutantSession
from grader.errors import AssignmentError, OutOfTime, StudentFault
from grader.kit import Kit
from grader.kit.declare import CheckSpec
from grader.model import Status
from grader.runner import PATIENCE
from grader.seeds import seed_of_check
from grader.student import Call, Student

LEAST_SECONDS = 1.5
MULTIPLE = 20.0  # of the time that the reference takes; what takes longer hardly ends
WARM_UP_SECONDS = 60.0  # for the reference itself

Functions = Mapping[str, Callable[..., Any]]


def broken(mutant: Mutant, assignment: Assignment) -> Functions:
    """The functions of the questions as the mutant has them; the reference stays what it is."""
    with _fresh("reference"):
        module = types.ModuleType(mutant.module)
        module.__file__ = f"<{mutant.module}>"
        package = importlib.import_module(mutant.module.rpartition(".")[0])
        sys.modules[mutant.module] = module
        setattr(package, mutant.module.rpartition(".")[2], module)
        exec(compile(mutant.source, module.__file__, "exec"), vars(module))
        return {
            name: getattr(importlib.import_module(where), function)
            for name, question in assignment.questions.items()
            for where, _, function in [question.reference.partition(":")]
        }


@contextlib.contextmanager
def _fresh(package: str) -> Iterator[None]:
    """Import a package anew inside, and have the old one back afterwards."""
    kept = {name: sys.modules[name] for name in sys.modules if f"{name}.".startswith(f"{package}.")}
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{package}.")]:
            del sys.modules[name]
        sys.modules.update(kept)


class Judge:
    """The checks of an assignment with a seed, and how long the reference takes for each."""

    def __init__(self, assignment: Assignment, seed: int) -> None:
        self.assignment = assignment
        self._seed = seed
        self.seconds: dict[str, float] = {}
        self.calls: dict[str, list[Call]] = {}

    def warm_up(self, checks: Sequence[CheckSpec]) -> None:
        """Have the reference do it once: what it makes of the inputs is then known to all."""
        for check in checks:
            begin = time.process_time()
            with limited(WARM_UP_SECONDS):
                status, calls, reason = self._try(check, self.assignment.truths)
            if status is not Status.PASSED:
                raise AssignmentError(
                    f"the check {check.id} fails on the reference itself: {reason}"
                )
            self.seconds[check.id] = time.process_time() - begin
            self.calls[check.id] = calls

    def verdicts(
        self, functions: Functions, checks: Sequence[CheckSpec], *, brief: bool
    ) -> dict[str, str]:
        """What becomes of each check; if `brief`, of those up to the first that does not pass."""
        found: dict[str, str] = {}
        late: list[CheckSpec] = []
        for check in sorted(checks, key=lambda it: self.seconds[it.id]):
            if sum(it.question == check.question for it in late) >= PATIENCE:
                found[check.id] = Status.SKIPPED.value
                continue
            limit = max(LEAST_SECONDS, MULTIPLE * self.seconds[check.id])
            status = self._within(limit, check, functions)
            found[check.id] = status.value
            if status is Status.TIMEOUT:
                late.append(check)
            elif brief and status is not Status.PASSED:
                break
        if not {Status.FAILED.value, Status.ERROR.value} & {*found.values()}:
            # Nothing speaks against it but that it is slow: it has as long as a student's code.
            for check in late:
                status = self._within(self._limit(check), check, functions)
                found[check.id] = status.value
                if status is not Status.PASSED:
                    break
        return found

    def _limit(self, check: CheckSpec) -> float:
        return check.cpu_seconds or self.assignment.outline.limits.cpu_seconds

    def _within(self, seconds: float, check: CheckSpec, functions: Functions) -> Status:
        try:
            with limited(seconds):
                return self._try(check, functions)[0]
        except OutOfTime:  # at the very end
            return Status.TIMEOUT

    def _try(self, check: CheckSpec, functions: Functions) -> tuple[Status, list[Call], str]:
        student = Student(self.assignment.questions, MutantSession(functions))
        kit = Kit(self.assignment.truths, seed_of_check(self._seed, check.id), brief=True)
        try:
            with np.errstate(all="ignore"):
                check.function(student, kit)
        except AssignmentError:
            raise
        except StudentFault as fault:
            return fault.status, student.calls, fault.message
        except Exception as error:  # what came back is not to be judged, if the reference passes
            return Status.FAILED, student.calls, f"{type(error).__name__}: {error}"
        return Status.PASSED, student.calls, ""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `OutOfTime` after so many seconds of computing, and again if nobody lets it pass."""

    def stop(*_: object) -> None:
        raise OutOfTime("It did not finish.")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
