"""The command `ci`, as `grader.cli` offers it.

Imports nothing heavy at the top, like the rest of the command line.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from grader import options
from grader.ci.job import FORMATS
from grader.seeds import FRESH

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
@options.min_score()
@options.seed(otherwise=FRESH)
@options.isolation("strict")
@options.audience("student")
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
