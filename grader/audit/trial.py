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
MULTIPLE = 20.0  # of the time that the reference takes; what takes longer does not end

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
            status, calls = self._try(check, self.assignment.truths)
            if status is not Status.PASSED:
                raise AssignmentError(f"the check {check.id} fails on the reference itself")
            self.seconds[check.id] = time.process_time() - begin
            self.calls[check.id] = calls

    def verdicts(
        self, functions: Functions, checks: Sequence[CheckSpec], *, brief: bool
    ) -> dict[str, str]:
        """What becomes of each check; if `brief`, of those up to the first that does not pass."""
        found: dict[str, str] = {}
        late: dict[str, int] = {}
        for check in sorted(checks, key=lambda it: self.seconds[it.id]):
            if late.get(check.question, 0) >= PATIENCE:
                found[check.id] = Status.SKIPPED.value
                continue
            limit = max(LEAST_SECONDS, MULTIPLE * self.seconds[check.id])
            with limited(limit):
                status, _ = self._try(check, functions)
            found[check.id] = status.value
            if status is Status.TIMEOUT:
                late[check.question] = late.get(check.question, 0) + 1
            if brief and status is not Status.PASSED:
                break
        return found

    def _try(self, check: CheckSpec, functions: Functions) -> tuple[Status, list[Call]]:
        student = Student(self.assignment.questions, MutantSession(functions))
        kit = Kit(self.assignment.truths, seed_of_check(self._seed, check.id), brief=True)
        try:
            with np.errstate(all="ignore"):
                check.function(student, kit)
        except AssignmentError:
            raise
        except StudentFault as fault:
            return fault.status, student.calls
        except Exception:  # it passes on the reference, so what came back is not to be judged
            return Status.FAILED, student.calls
        return Status.PASSED, student.calls


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
