"""What one student handed in at one time, and where its files are.

Plain values: a `Handin` can be kept, compared and sent to another process. Its files are read by
the `ClassFolder` that it comes from.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a class folder the files of a hand-in are; opaque to all but `intake`.

    Either a folder with all that it holds, or some files, each with the name under which it was
    handed in. `problem` says why there is nothing to read, where the layout itself shows that.
    """

    folder: str = ""
    files: tuple[tuple[str, str], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Handin:
    """One attempt of one student.

    `student` is the key under which grades are published, chosen by strangers: it is printable and
    at most 200 characters long, and nothing else is promised about it. Attempts are counted from 1
    in the order of time. `marked_late` is what the learning platform says, whether or not it says
    when something was submitted.
    """

    student: str
    name: str = ""
    email: str = ""
    attempt: int = 1
    submitted: datetime | None = None
    marked_late: bool = False
    place: Place = Place()
