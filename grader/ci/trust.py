"""Whose checks judge a pull request: never its own.

If the grader is installed, or lies in a checkout of its own, a pull request can't reach it. If it
lies in the very checkout that the pull request has changed, as when the course's repository is what
pull requests are sent to, then the grader, the reference and the checks are taken from the base
commit and run from there, and this process only hands on what comes of it.

That is as much as code can do that itself comes with the pull request: what makes it certain is a
workflow that runs the base's code from the start. `docs/ci.md` has such workflows.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from grader import __version__
from grader.ci.job import Job
from grader.ci.repository import Repository
from grader.course import course_folder
from grader.errors import UsageError

FOLDERS = ("grader", "reference", "assignments", "templates")
_BASE = "GRADER_CI_BASE"  # set for the run from the base: which commit that is


def lies_within_reach(repository: Repository, job: Job) -> bool:
    """Whether the pull request that is graded may have changed the checks that are about to run."""
    if not job.is_pull_request or _BASE in os.environ:
        return False
    return repository.holds(course_folder())


def run_from_base(repository: Repository, job: Job, arguments: Sequence[str]) -> int:
    """Run the same command with everything that judges as it is in the base commit."""
    if not job.base:
        raise UsageError(
            "this is a pull request, but its base is not known: name it with --base, "
            "such as --base origin/main"
        )
    commit = repository.commit(job.base)
    with tempfile.TemporaryDirectory(prefix="grader-base-") as folder:
        repository.lay_out(commit, course_folder(), FOLDERS, Path(folder))
        # -P: nothing is imported from the current folder, which is the pull request's.
        done = subprocess.run(
            [sys.executable, "-P", "-m", "grader", "ci", *arguments],
            env={**os.environ, "PYTHONPATH": folder, _BASE: commit[:12]},
            check=False,
        )
    return done.returncode


def where_the_checks_are_from() -> str:
    """Not from the pull request, but from where; as the end of a sentence."""
    if commit := os.environ.get(_BASE):
        return f", but from its base, {commit}"
    if course_folder().name == "_course":
        return f", but from the installed grader, version {__version__}"
    return ""
