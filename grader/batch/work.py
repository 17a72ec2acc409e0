"""The work on a class: what there is to grade, and keeping what comes of it.

Submissions are read one by one, when a checker is about to be free, so that a class of ten thousand
takes no more memory than one of ten. A content that several students handed in is graded once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from grader.batch.handin import Handin
from grader.batch.job import Engine, Job, Outcome, Setup, content_of
from grader.batch.regrade import EVERYTHING, merged, outdated
from grader.batch.store import Store
from grader.errors import InfrastructureError
from grader.model import Report
from grader.submission import Submission
from grader.text import printable

# So many submissions in a row that the grader can't grade may be the machine's fault: then the
# reference is graded once more. If even that can't be done, it is.
PATIENCE = 5
PROBE = "the reference"


class Watcher(Protocol):
    """Told what becomes of each submission."""

    def unchanged(self, handin: Handin) -> None:
        """Its report is there already."""

    def graded(self, handin: Handin, report: Report) -> None:
        """Its report is in the store now."""

    def problem(self, handin: Handin, reason: str) -> None:
        """What the student has to know: nothing of it, or not all, could be taken."""

    def failed(self, handin: Handin, reason: str) -> None:
        """The grader failed; it is tried again the next time."""


class Work:
    """What there is to do for one class, with one version of the assignment.

    With `again`, the name of a round of grading, what was not graded in that round is.
    """

    def __init__(
        self,
        read: Callable[[Handin], Submission],
        store: Store,
        watcher: Watcher,
        setup: Setup,
        *,
        reference: Submission,
        again: str = "",
    ) -> None:
        self._read = read
        self._store = store
        self._watcher = watcher
        self._settings = setup.settings
        self._versions = setup.versions
        self._reference = reference
        self._again = again
        self._finished: set[str] = set()
        self._waiting: dict[str, list[Handin]] = {}
        self._in_a_row = 0
        self._probing = False

    def do(self, handins: Iterable[Handin], engine: Engine) -> None:
        """Grade whatever needs it."""
        for outcome in engine.run(self._jobs(handins)):
            if outcome.job.content == PROBE:
                self._examine(outcome)
            else:
                self._keep(outcome)

    def file(self, handin: Handin) -> tuple[str, Submission]:
        """Read what was handed in, and write down what it holds."""
        submission = self._read(handin)
        content = content_of(submission)
        sources = {name: data for name, data in submission.files.items() if name.endswith(".py")}
        problem = _problem(submission)
        self._store.file_away(handin.student, handin.attempt, content, sources, problem)
        return content, submission

    def _jobs(self, handins: Iterable[Handin]) -> Iterator[Job]:
        for handin in handins:
            if self._in_a_row >= PATIENCE and not self._probing:
                self._probing = True
                yield Job(PROBE, self._reference)
            content, submission = self.file(handin)
            if submission.problems:
                self._watcher.problem(handin, _problem(submission))
            if content in self._waiting:
                self._waiting[content].append(handin)
                continue
            if content in self._finished and (twin := self._store.kept(content)) is not None:
                self._watcher.graded(handin, twin.report)
                continue
            questions = self._to_grade(content)
            if questions is None:
                self._watcher.unchanged(handin)
                continue
            self._waiting[content] = [handin]
            yield Job(content, submission, questions)

    def _to_grade(self, content: str) -> tuple[str, ...] | None:
        kept = self._store.kept(content)
        if self._again and (kept is None or kept.round != self._again):
            return EVERYTHING
        return outdated(kept, self._settings, self._versions)

    def _keep(self, outcome: Outcome) -> None:
        content, report = outcome.job.content, outcome.report
        handins, seconds = self._waiting.pop(content), outcome.seconds
        if report is None:
            reason = printable(" ".join(outcome.problem.split()))
            self._store.note_failure(content, reason)
            self._in_a_row += 1
            for handin in handins:
                self._watcher.failed(handin, reason)
            return
        self._in_a_row = 0
        if outcome.job.questions != EVERYTHING:
            old = self._store.kept(content)
            assert old is not None  # only this process writes
            report = merged(old.report, report)
            seconds = sum(check.seconds for check in report.checks)
        self._finished.add(content)
        self._store.keep(
            content,
            report,
            settings=self._settings,
            versions=self._versions,
            seconds=seconds,
            digest=digest_of(report),
            round=self._again,
        )
        for handin in handins:
            self._watcher.graded(handin, report)

    def _examine(self, outcome: Outcome) -> None:
        """Whether the grader can grade anything at all."""
        if outcome.report is None:
            raise InfrastructureError(
                f"{PATIENCE} submissions in a row could not be graded, nor can the reference: "
                f"{outcome.problem}; run the same command again when that is mended"
            )
        self._in_a_row, self._probing = 0, False


def _problem(submission: Submission) -> str:
    """Why not all of it could be taken; of several modules each reason once."""
    return " ".join(dict.fromkeys(submission.problems.values()))


def digest_of(report: Report) -> str:
    """What tells one report from another, however long the grading took."""
    plain = report.to_dict()
    plain["submission"] = ""
    for check in plain["checks"]:
        check["seconds"] = 0.0
    return hashlib.blake2b(json.dumps(plain).encode(), digest_size=12).hexdigest()
