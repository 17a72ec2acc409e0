"""The command `pre-commit`: what the hook of that name runs, with the files that were changed.

It grades the working copies of the homeworks to which the files belong and prints what to fix.
It writes no reports: a hook that leaves files behind would be in the way of the next commit.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import options
from grader.seeds import VARIABLE, seed_of_run

if TYPE_CHECKING:
    from grader.course import Outline
    from grader.model import Report


@click.command("pre-commit")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@options.min_score()
def pre_commit_command(files: tuple[str, ...], min_score: float | None) -> int:
    """Grade the homeworks to which these files belong, as a hook before a commit or push."""
    from grader.ci.changes import homeworks_of
    from grader.course import assignment_names, read_outline

    outlines = [read_outline(name) for name in assignment_names()]
    names = [Path(file).as_posix() for file in files]
    reports = [_grade(outline, names) for outline in homeworks_of(names, outlines)]
    _show(reports)
    return 0 if all(report.reaches(min_score) for report in reports) else 1


def _grade(outline: Outline, names: Sequence[str]) -> Report:
    from grader.course import stubs
    from grader.station import Station
    from grader.submission import read_submission

    place = _place(outline, names)
    with Station(outline) as station:
        report = station.grade(
            read_submission(place, outline.modules, stubs(outline, place)),
            seed=seed_of_run(None, os.environ.get(VARIABLE)),
            isolation="none",
        )
    return report.for_student()


def _place(outline: Outline, names: Sequence[str]) -> Path:
    """Where the work lies: in its usual place, or beside the file of it that was changed."""
    from grader.course import working_copy

    modules = {f"{module}{ending}" for module in outline.modules for ending in (".py", ".ipynb")}
    own = [Path(name) for name in names if Path(name).name in modules]
    usual = Path("assignments") / outline.name
    if own and not usual.is_dir():
        return own[0].parent
    return working_copy(outline)


def _show(reports: Sequence[Report]) -> None:
    if not reports:
        return
    from rich.console import Console

    from grader.reporters import terminal

    for report in reports:
        terminal.show(report, Console())
