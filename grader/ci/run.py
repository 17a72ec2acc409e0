"""The command `ci` from beginning to end: what to grade, with whose checks, and whom to tell."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from grader.ci.changes import homeworks_of, not_the_students, told
from grader.ci.job import Format, Job, this_job
from grader.ci.repository import Repository
from grader.ci.tell import Graded, tell_failure, teller
from grader.ci.trust import lies_within_reach, run_from_base, where_the_checks_are_from
from grader.course import Outline, assignment_names, read_outline, stubs
from grader.errors import SubmissionRefused, UsageError
from grader.model import Audience, Level, Report
from grader.seeds import FRESH, VARIABLE, seed_of_run
from grader.submission import Submission, read_submission, take


@dataclass(frozen=True, slots=True)
class Request:
    """What `ci` is asked to do."""

    assignments: tuple[str, ...] = ()
    changed: bool = False
    base: str | None = None
    submission: Path | None = None
    format: Format | None = None
    min_score: float | None = None
    seed: str | None = None
    isolation: Level = "strict"
    audience: Audience = "student"
    reports: Path = Path("reports")
    classroom50: Path | None = None

    def arguments(self) -> list[str]:
        """The command line that asks for the same."""
        options = {
            "--base": self.base,
            "--submission": self.submission,
            "--format": self.format,
            "--min-score": self.min_score,
            "--seed": self.seed,
            "--isolation": self.isolation,
            "--audience": self.audience,
            "--reports": self.reports,
            "--classroom50": self.classroom50,
        }
        given = [f"{name}={value}" for name, value in options.items() if value is not None]
        return [*given, *(["--changed"] if self.changed else []), "--", *self.assignments]


def grade_job(request: Request) -> int:
    """Grade what the job is about and tell everybody; returns the exit status."""
    job = this_job(os.environ, request.format, request.base)
    try:
        return _grade_job(request, job)
    except Exception as error:
        tell_failure(job, error)
        raise


def _grade_job(request: Request, job: Job) -> int:
    root = request.submission or Path()
    repository = Repository.around(root)
    if not os.path.lexists(root):
        raise UsageError(f"there is no submission at {root}")
    if repository is not None and lies_within_reach(repository, job):
        return run_from_base(repository, job, request.arguments())
    chosen, remarks = _choose(request, job, repository)
    tell = teller(job, request.reports, repository, request.classroom50)
    tell.prepare((outline.name for outline in chosen), root)
    if not chosen:
        tell.nothing("No homework is touched by these commits: there is nothing to grade.", remarks)
        return 0
    # Without a word about the seed it is one that nobody can have prepared for.
    variable = os.environ.get(VARIABLE)
    seed = seed_of_run(request.seed or (None if variable else FRESH), variable)
    graded = []
    for outline in chosen:
        place = _place(root, outline)
        submission = _read(place, outline, repository)
        report = _grade(outline, submission, request, seed)
        around = place / submission.folder if place.is_dir() else place
        graded.append(Graded(around, replace(report, notes=(*report.notes, *remarks))))
    passed = all(it.report.reaches(request.min_score) for it in graded)
    tell.all(graded, passed=passed)
    return 0 if passed else 1


def _choose(
    request: Request, job: Job, repository: Repository | None
) -> tuple[list[Outline], list[str]]:
    """What is to be graded, and what is to be said about the rest of the change."""
    named = [read_outline(name) for name in dict.fromkeys(request.assignments)]
    outlines = [read_outline(name) for name in assignment_names()]
    if not named and not request.changed:
        known = ", ".join(outline.name for outline in outlines)
        raise UsageError(f"name what to grade ({known}), or let --changed find it out")
    try:
        changed = _changed(repository, job)
    except UsageError as error:
        if not job.is_pull_request:
            if request.changed and not job.is_disposable:
                raise
            return named or outlines, []  # before a push to a new branch there is nothing
        if request.changed:
            raise
        return named, [f"What else this pull request changes could not be looked at: {error}."]
    chosen = homeworks_of(changed, named or outlines) if request.changed else named
    meddled = not_the_students(changed, outlines) if job.is_pull_request else []
    return chosen, [told(meddled, where_the_checks_are_from())] if meddled else []


def _changed(repository: Repository | None, job: Job) -> list[str]:
    """The files that the change touches."""
    if repository is None or not job.base:
        raise UsageError(
            "--changed compares with another commit: name it with --base, such as "
            "--base origin/main, and let the submission lie in a checkout of git"
        )
    return repository.changed(repository.commit(job.base))


def _place(root: Path, outline: Outline) -> Path:
    """Where the work on one homework lies in what was given."""
    homeworks = root / "assignments"
    return homeworks / outline.name if homeworks.is_dir() else root


def _read(place: Path, outline: Outline, repository: Repository | None) -> Submission:
    """What is there, unless it is a way to what is not the student's, such as a solution."""
    link = None if repository is None else repository.link_on_the_way(place)
    if link is None and place.exists():
        return read_submission(place, outline.modules, stubs(outline, place))

    def refuse() -> dict[str, bytes]:
        if link is None:
            raise SubmissionRefused(f"There is no {place.name} in this checkout.")
        raise SubmissionRefused(
            f"{link.name} is a link, which is not followed: put the work there."
        )

    return take(str(place), refuse, outline.modules)


def _grade(outline: Outline, submission: Submission, request: Request, seed: int) -> Report:
    from grader.station import Station

    with Station(outline) as station:
        report = station.grade(submission, seed=seed, isolation=request.isolation)
    return report.for_student() if request.audience == "student" else report
