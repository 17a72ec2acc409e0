"""One submission to grade and what came of it, as plain values that can travel.

The same form serves a checker on this machine, which is sent JSON, and one of a cluster.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from grader.model import Level, Report
from grader.notebook import Cells
from grader.submission import Submission


@dataclass(frozen=True, slots=True)
class Setup:
    """What all submissions of a class are graded with."""

    assignment: str
    seed: int
    isolation: Level
    versions: Mapping[str, str]  # of the questions: another course must not grade in its place

    @property
    def settings(self) -> str:
        """What besides the versions a report depends on."""
        return f"isolation {self.isolation}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {**asdict(self), "versions": dict(self.versions)}


@dataclass(frozen=True, slots=True)
class Job:
    """A submission, known by what it holds; all questions, or some of them."""

    content: str
    submission: Submission
    questions: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        files = self.submission.files
        return {
            "content": self.content,
            "name": self.submission.name,
            "files": {name: base64.b64encode(files[name]).decode() for name in files},
            "modules": dict(self.submission.modules),
            "problems": dict(self.submission.problems),
            "notebooks": {name: asdict(it) for name, it in self.submission.notebooks.items()},
            "notes": list(self.submission.notes),
            "questions": list(self.questions),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Job:
        """The inverse of `to_dict`."""
        files = {name: base64.b64decode(text) for name, text in data["files"].items()}
        submission = Submission(
            *(data["name"], files, data["modules"], data["problems"]),
            notebooks={name: _cells(it) for name, it in data["notebooks"].items()},
            notes=tuple(data["notes"]),
        )
        return cls(data["content"], submission, tuple(data["questions"]))


@dataclass(frozen=True, slots=True)
class Outcome:
    """A report; or, if the grader failed, none, and the reason."""

    job: Job
    report: Report | None = None
    seconds: float = 0.0
    problem: str = ""

    @classmethod
    def of_answer(cls, job: Job, answer: Mapping[str, Any]) -> Outcome:
        """What a checker answered."""
        if "problem" in answer:
            return cls(job, problem=str(answer["problem"]))
        return cls(job, Report.from_dict(answer["report"]), float(answer["seconds"]))


class Engine(Protocol):
    """Whatever grades many submissions at once."""

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes as they come; a job is taken only when it can soon be begun."""

    def close(self) -> None:
        """End everything that was started."""


def content_of(submission: Submission) -> str:
    """A digest of what was handed in, whatever it is called; the same for the same content."""
    hashed = hashlib.sha256()
    for kind in (submission.files, submission.modules, submission.problems):
        hashed.update(len(kind).to_bytes(8, "big"))
        for name in sorted(kind):
            for part in (name, kind[name]):
                data = part if isinstance(part, bytes) else str(part).encode("utf-8", "replace")
                hashed.update(len(data).to_bytes(8, "big"))
                hashed.update(data)
    # The same Python from other cells, or with other notes, is told about in other words.
    if submission.notebooks or submission.notes:
        hashed.update(repr((sorted(submission.notebooks.items()), submission.notes)).encode())
    return hashed.hexdigest()


def _cells(data: Mapping[str, Any]) -> Cells:
    runs = tuple((start, cell, line) for start, cell, line in data["runs"])
    return Cells(data["file"], data["count"], runs)
