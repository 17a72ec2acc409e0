"""Every way in which grading can go wrong, and whose fault it is.

    GraderError
    ├── UsageError             the call is wrong                    exit status 2
    │   ├── AssignmentError    the assignment is wrong              exit status 2
    │   └── TooWeak            more isolation is demanded than there is
    ├── Interrupted            somebody stopped it                  exit status 130
    ├── InfrastructureError    the grader itself failed             exit status 3
    │   └── Unfinished         … after some of its work was done
    └── StudentFault           the submission is wrong: it costs points and is explained
        ├── WrongAnswer            a value came back, and it is not right
        ├── NotImplementedYet      the stub is untouched, or the function is missing
        ├── Raised                 the student's code raised an exception
        ├── OutOfTime              it did not come back in time
        ├── Died                   it ended or crashed its process
        ├── ProtocolBreach         it wrote nonsense to the grader's channel
        └── SubmissionRefused      it could not be read: bad archive, no such module

The owner of a fault is decided where it is raised and nowhere else: whatever happens after the
student's code has been let in is a `StudentFault`; whatever happens before is ours.
"""

from __future__ import annotations

from typing import ClassVar

from grader.alarms import CONNECTION
from grader.model import Counterexample, Diagnosis, Exhibit, Frame, Status


class GraderError(Exception):
    """The root of all errors of the grader; its text is one line for a person."""


class UsageError(GraderError):
    """The command was called wrongly; the text names what to do."""


class AssignmentError(UsageError):
    """The assignment contradicts itself; its author has to mend it."""


class TooWeak(UsageError):
    """The machine does not give the level of isolation that the call demands."""


class Interrupted(GraderError):
    """It was stopped in the middle of its work; the text says how far it was."""


class InfrastructureError(GraderError):
    """The grader could not do its work; no verdict follows from it."""


class Unfinished(InfrastructureError):
    """The grader failed in the middle of a class: what is done is kept, and the text says so."""


class StudentFault(GraderError):
    """The submission is to blame; `message` is what the student reads."""

    status: ClassVar[Status] = Status.ERROR
    alarm = ""  # what of it the course staff should know (see alarms.py)

    def __init__(
        self,
        message: str,
        *,
        trace: tuple[Frame, ...] = (),
        counterexample: Counterexample | None = None,
        exhibits: tuple[Exhibit, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.trace = trace
        self.counterexample = counterexample
        self.exhibits = exhibits
        self.diagnosis: tuple[Diagnosis, ...] = ()


class WrongAnswer(StudentFault):
    """The code ran and returned; what it returned is not right."""

    status = Status.FAILED


class NotImplementedYet(StudentFault):
    """Nothing to judge yet."""

    status = Status.FAILED
    blank = False  # there is nothing in the function but that it is not implemented


class Raised(StudentFault):
    """The student's code raised `type_name`."""

    def __init__(self, message: str, type_name: str, *, trace: tuple[Frame, ...] = ()) -> None:
        super().__init__(message, trace=trace)
        self.type_name = type_name


class OutOfTime(StudentFault):
    """The worker was stopped at its wall-clock or processor limit."""

    status = Status.TIMEOUT


class Died(StudentFault):
    """The worker's process ended while it should have answered."""


class ProtocolBreach(StudentFault):
    """The worker sent what no honest worker sends."""

    alarm = CONNECTION


def wrote_to_us() -> ProtocolBreach:
    """What to say to code that speaks on the grader's connection."""
    return ProtocolBreach(
        "Your code wrote to the connection between it and the grader. Print with print(), and "
        "leave alone the file descriptors and sockets that it did not open."
    )


class SubmissionRefused(StudentFault):
    """The submission as a whole could not be taken."""
