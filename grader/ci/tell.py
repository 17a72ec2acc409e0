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
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from grader.ci.job import Job
from grader.ci.repository import Repository
from grader.delivery import Targets
from grader.errors import GraderError, UsageError
from grader.model import Report
from grader.reporters import autograding, github, markdown

JUNIT = "junit.xml"
VARIABLES = "grader.env"


@dataclass(frozen=True, slots=True)
class Graded:
    """The report about one homework, and where the work lies: a file, or the folder around it."""

    place: Path
    report: Report

    def file(self, name: str) -> Path:
        """The file that the report calls so."""
        return self.place / name if self.place.is_dir() else self.place


def teller(
    job: Job, folder: Path, repository: Repository | None, classroom50: Path | None
) -> Teller:
    """Who tells, for this job."""
    kinds = {"github": GitHub, "gitlab": GitLab, "plain": Teller}
    return kinds[job.format](job, folder, repository, classroom50)


def tell_failure(job: Job, error: Exception) -> None:
    """Nothing was graded: on GitHub that is not to be looked for in the log."""
    if job.format == "github":
        said = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
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

    def prepare(self, assignments: Iterable[str], work: Path) -> None:
        """Make sure before the grading of that work that reports can be written after it."""
        missing = autograding.missing_for_classroom50(os.environ)
        if self.classroom50 is not None and missing:
            raise UsageError(
                "--classroom50 is for jobs of Classroom 50: there is no "
                f"{' and no '.join(missing)} in the environment"
            )
        targets = [self._targets(name) for name in assignments]
        if self.job.is_disposable and self.repository is not None:
            # What came with the work must neither stand for reports, nor stop them or lead them
            # elsewhere.
            if not work.resolve().is_relative_to(self.folder.resolve()):
                self.repository.remove_tracked(self.folder)
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
        named = {it.report.assignment: partial(self._name, it) for it in graded}
        self._save(self.folder / JUNIT, junit.render(*reports, named=named))
        if self.classroom50 is not None:
            result = autograding.classroom50(reports, os.environ, datetime.now(UTC))
            self._save(self.classroom50, json.dumps(result, indent=2) + "\n")

    def _name(self, graded: Graded, file: str) -> str:
        """What a file of the work is called in the repository; as in the report if that is none."""
        inside = None if self.repository is None else self.repository.inside(graded.file(file))
        return file if inside is None else inside

    def _save(self, path: Path, text: str, *, more: bool = False) -> None:
        """Write a file, or add to it."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(path, "a" if more else "w", encoding="utf-8") as file:
                file.write(text)
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
        self._summarise("".join(f"{markdown.words(it)}\n\n" for it in (said, *remarks)))
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
        self._summarise(markdown.render(reports, limit=self._room()))
        result = autograding.encoded(reports, passed)
        self._put(**_totals(reports), passed=_word(passed), result=result)

    def _annotations(self, graded: Graded) -> list[github.Annotation]:
        def named(file: str) -> str:
            repository = self.repository
            return (repository and repository.inside(graded.file(file))) or ""

        return github.remarks(graded.report, named)

    def _room(self) -> int:
        """How much of the summary is left: other steps of ours may have written into it."""
        path = self.job.summary
        there = path.stat().st_size if path is not None and path.is_file() else 0
        return max(0, markdown.LIMIT - there)

    def _put(self, **values: str) -> None:
        lines = (f"{name.replace('_', '-')}={value}\n" for name, value in values.items())
        if self.job.outputs is not None:
            self._save(self.job.outputs, "".join(lines), more=True)

    def _summarise(self, text: str) -> None:
        if self.job.summary is not None:
            self._save(self.job.summary, text, more=True)


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
        lines = (f"GRADER_{name.upper()}={value}\n" for name, value in values.items())
        self._save(self.folder / VARIABLES, "".join(lines))


def _totals(reports: Sequence[Report]) -> dict[str, str]:
    score = sum(report.score for report in reports)
    return {"score": f"{score:g}", "max_score": f"{sum(it.max_score for it in reports):g}"}


def _word(passed: bool) -> str:
    return "true" if passed else "false"


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
