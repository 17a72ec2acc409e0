"""Whom to tell what came of a job: the log and files for everybody, and what each system reads.

plain     the feedback in the log; a page and JSON for each homework, JUnit XML for all of them
github    that, annotations on the student's lines, a summary of the job, outputs of the step
gitlab    that, and variables for later jobs (dotenv)
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from grader.ci.job import Job
from grader.ci.repository import Repository
from grader.delivery import Targets
from grader.errors import GraderError, SubmissionRefused, UsageError
from grader.model import Report
from grader.reporters import autograding, github, markdown
from grader.submission import pieces_of

JUNIT = "junit.xml"
VARIABLES = "grader.env"


@dataclass(frozen=True, slots=True)
class Graded:
    """The report about one homework, and where the work lies."""

    place: Path
    report: Report


def teller(
    job: Job, folder: Path, repository: Repository | None, classroom50: Path | None
) -> Teller:
    """Who tells, for this job."""
    kinds = {"github": GitHub, "gitlab": GitLab, "plain": Teller}
    return kinds[job.format](job, folder, repository, classroom50)


def tell_failure(job: Job, error: GraderError) -> None:
    """Nothing was graded: on GitHub that is not to be looked for in the log."""
    if job.format == "github":
        said = f"Nothing was graded: {error}"
        _write(f"{github.Annotation('error', 'Nothing was graded', said).command}\n")


class Teller:
    """Tells a person who reads the log, and writes the reports into a folder."""

    def __init__(
        self, job: Job, folder: Path, repository: Repository | None, classroom50: Path | None
    ) -> None:
        self.job = job
        self.folder = folder
        self.repository = repository
        self.classroom50 = classroom50

    def prepare(self, assignments: Iterable[str]) -> None:
        """Make sure before the grading that the reports can be written after it."""
        missing = autograding.missing_for_classroom50(os.environ)
        if self.classroom50 is not None and missing:
            raise UsageError(
                "--classroom50 is for jobs of Classroom 50: there is no "
                f"{' and no '.join(missing)} in the environment"
            )
        targets = [self._targets(name) for name in assignments]
        if self.job.is_disposable and self.repository is not None:
            # What came with the work must neither stop the reports nor lead them elsewhere.
            for file in self._files(targets):
                self.repository.make_way(file)
        for target in targets:
            target.prepare()

    def nothing(self, said: str, remarks: Sequence[str]) -> None:
        """There was nothing to grade."""
        for line in (said, *remarks):
            _write(f"{line}\n")

    def all(self, graded: Sequence[Graded], *, passed: bool) -> None:
        """Tell everything about everything that was graded."""
        from grader.reporters import junit

        for it in graded:
            self._show(it.report)
        reports = [it.report for it in graded]
        folders = {it.report.assignment: self._folder(it.place) for it in graded}
        self._save(self.folder / JUNIT, junit.render(*reports, folders=folders))
        if self.classroom50 is not None:
            result = autograding.classroom50(reports, os.environ, datetime.now(UTC))
            self._save(self.classroom50, json.dumps(result, indent=2) + "\n")

    def _folder(self, place: Path) -> str:
        """Where that lies in the repository; empty if it can't be told."""
        folder = place if place.is_dir() else place.parent
        if self.repository is None or not self.repository.holds(folder):
            return ""
        inside = folder.resolve().relative_to(self.repository.top.resolve()).as_posix()
        return "" if inside == "." else inside

    def _save(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None

    def _files(self, targets: Iterable[Targets]) -> list[Path]:
        named = [it for target in targets for it in (target.json, target.html) if it is not None]
        others = [self.classroom50] if self.classroom50 is not None else []
        return [*map(Path, named), self.folder / JUNIT, self.folder / VARIABLES, *others]

    def _show(self, report: Report) -> None:
        self._targets(report.assignment).deliver(report)

    def _targets(self, assignment: str) -> Targets:
        files = (str(self.folder / f"{assignment}.{kind}") for kind in ("json", "html"))
        return Targets(assignment, *files)


class GitHub(Teller):
    """Tells GitHub's runner as well."""

    def nothing(self, said: str, remarks: Sequence[str]) -> None:
        """There was nothing to grade, which is no failure."""
        with github.unheard(_write):
            super().nothing(said, remarks)
        self._add(self.job.summary, "".join(f"{markdown.words(it)}\n\n" for it in (said, *remarks)))
        result = autograding.encoded([], passed=True)
        self._put(score="0", max_score="0", passed="true", result=result)

    def all(self, graded: Sequence[Graded], *, passed: bool) -> None:
        """The log, the annotations, the summary and the outputs."""
        with github.unheard(_write):
            super().all(graded, passed=passed)
        reports = [it.report for it in graded]
        found = [remark for it in graded for remark in self._annotations(it)]
        for command in github.commands(found):
            _write(f"{command}\n")
        self._add(self.job.summary, markdown.render(reports, limit=self._room()))
        result = autograding.encoded(reports, passed)
        self._put(**_totals(reports), passed=_word(passed), result=result)

    def _annotations(self, graded: Graded) -> list[github.Annotation]:
        def place(file: str, line: int) -> tuple[str, int]:
            found = _on_disk(graded.place, file)
            if found is None or self.repository is None or not self.repository.holds(found):
                return "", 0
            inside = found.resolve().relative_to(self.repository.top.resolve())
            return inside.as_posix(), line

        return github.remarks(graded.report, place)

    def _room(self) -> int:
        """How much of the summary is left: other steps of ours may have written into it."""
        path = self.job.summary
        there = path.stat().st_size if path is not None and path.is_file() else 0
        return max(0, markdown.LIMIT - there)

    def _put(self, **values: str) -> None:
        lines = (f"{name.replace('_', '-')}={value}\n" for name, value in values.items())
        self._add(self.job.outputs, "".join(lines))

    def _add(self, path: Path | None, text: str) -> None:
        if path is None:
            return
        try:
            with open(path, "a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


class GitLab(Teller):
    """Leaves variables for later jobs of the pipeline as well."""

    def nothing(self, said: str, remarks: Sequence[str]) -> None:
        """There was nothing to grade, which is no failure."""
        super().nothing(said, remarks)
        self._put(score="0", max_score="0", passed="true")

    def all(self, graded: Sequence[Graded], *, passed: bool) -> None:
        """The log, the reports, and the score as variables."""
        super().all(graded, passed=passed)
        self._put(**_totals([it.report for it in graded]), passed=_word(passed))

    def _put(self, **values: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = (f"GRADER_{name.upper()}={value}\n" for name, value in values.items())
        (self.folder / VARIABLES).write_text("".join(lines), encoding="utf-8")


def _totals(reports: Sequence[Report]) -> dict[str, str]:
    score = sum(report.score for report in reports)
    return {"score": f"{score:g}", "max_score": f"{sum(it.max_score for it in reports):g}"}


def _word(passed: bool) -> str:
    return "true" if passed else "false"


def _on_disk(place: Path, file: str) -> Path | None:
    """The file of a checkout that a submission calls by that name; None if that can't be told."""
    if not file or not place.is_dir():
        return place if file and place.is_file() else None
    if (place / file).is_file():
        return place / file
    # A submission leaves out the folder around everything, if there is nothing but that.
    # Searched as it was read: a name can look like a pattern, and folders can be too deep to glob.
    found: list[str] = []
    with suppress(SubmissionRefused):
        found = [it.name for it in pieces_of(place) if it.name.endswith(f"/{file}")]
    return place / found[0] if len(found) == 1 else None


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
