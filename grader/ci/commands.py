"""The command `ci`, as `grader.cli` offers it.

Imports nothing heavy at the top, like the rest of the command line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader.ci.job import FORMATS
from grader.model import LEVELS
from grader.seeds import FRESH, VARIABLE

_PATH = click.Path(path_type=Path)


@click.command("ci")
@click.argument("assignments", metavar="[ASSIGNMENT]...", nargs=-1)
@click.option("--changed", is_flag=True, help="Only the homeworks that the change touches.")
@click.option(
    "--base",
    metavar="REV",
    help="What the change is compared with.  [default: what the CI system says]",
)
@click.option(
    "--submission",
    type=_PATH,
    metavar="PATH",
    help="The student's work: a file, a folder, or a checkout with assignments/ASSIGNMENT in it."
    "  [default: the current folder]",
)
@click.option(
    "--format", type=click.Choice(FORMATS), help="Whom to tell.  [default: the CI system it is]"
)
@click.option(
    "--min-score",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 0 if every score is at least so many percent.",
)
@click.option(
    "--seed",
    metavar="N",
    help="Seed of all random inputs; 'fresh' draws one that nobody knows.  "
    f"[default: {VARIABLE} in the environment, else {FRESH}]",
)
@click.option(
    "--isolation",
    type=click.Choice(LEVELS[::-1]),
    default="strict",
    help="Refuse to grade with less than this between the submission and the machine.  "
    "[default: strict]",
)
@click.option(
    "--audience",
    type=click.Choice(("student", "staff")),
    default="student",
    help="Students see of hidden checks nothing but title and points.  [default: student]",
)
@click.option(
    "--reports",
    type=_PATH,
    default=Path("reports"),
    metavar="DIR",
    help="Where the page, JSON and JUnit XML go.  [default: reports]",
)
@click.option(
    "--classroom50", type=_PATH, metavar="FILE", help="Also write a result.json for Classroom 50."
)
def ci_command(**options: Any) -> int:
    """Grade the checked-out work in a CI job: annotations, summary, outputs, exit status."""
    from grader.ci.run import Request, grade_job

    return grade_job(Request(**options))
