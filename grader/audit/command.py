"""The command `audit`, as `grader.cli` offers it.

Imports nothing heavy at the top, like the rest of the command line.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import options
from grader.course import course_folder, read_outline
from grader.errors import Interrupted, UsageError
from grader.seeds import VARIABLE, seed_of_run

if TYPE_CHECKING:
    from grader.audit.result import Audit

_FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = Path("reports")
STANDARD = Path("-")  # standard output


@click.command("audit")
@click.argument("assignment")
@click.option(
    "--question", "questions", metavar="NAME", multiple=True, help="Only this; repeatable."
)
@click.option("--lines", is_flag=True, help="Show the reference line by line: what is not graded?")
@click.option(
    "--fast",
    is_flag=True,
    help="A mutant meets checks only until one kills it: not which others would have, too.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    metavar="N",
    help="Only so many mutants, chosen by the seed.  [default: all]",
)
@click.option(
    "--min-kill",
    type=float,
    callback=options.percent,
    metavar="PERCENT",
    help="Exit with 1 if fewer of the mutants are caught.",
)
@options.seed(otherwise="0")
@options.jobs(what="mutants are judged")
@click.option("--html", type=_FILE, metavar="FILE", help="[default: reports/NAME.audit.html]")
@click.option(
    "--json", "data", type=_FILE, metavar="FILE", help="[default: reports/NAME.audit.json]"
)
@click.option("--anew", is_flag=True, help="Forget what an earlier audit has found.")
@click.option("--quiet", is_flag=True, help="Show no progress.")
def audit_command(
    assignment: str,
    questions: tuple[str, ...],
    lines: bool,
    fast: bool,
    sample: int | None,
    min_kill: float | None,
    seed: str | None,
    jobs: int,
    html: Path | None,
    data: Path | None,
    anew: bool,
    quiet: bool,
) -> int:
    """How strong are the checks? Break the reference in one place after another and grade it.

    What gets full marks although it is wrong is shown, with an input that would have told.
    """
    outline = read_outline(assignment)
    page = html or FOLDER / f"{assignment}.audit.html"
    values = data or FOLDER / f"{assignment}.audit.json"
    notes = FOLDER / f"{assignment}.audit.jsonl"
    if sys.platform != "linux":
        raise UsageError("an audit forks a process for each mutant and limits it: it needs Linux")
    if len({path if path == STANDARD else path.resolve() for path in (page, values, notes)}) < 3:
        raise UsageError(f"--html, --json and {notes}, the audit's own notes, must be three files")
    for path in (page, values, notes):
        _prepare(path)
    if anew:
        notes.unlink(missing_ok=True)

    from grader.audit.progress import shown
    from grader.audit.run import Plan, audit

    plan = Plan(
        outline=outline,
        seed=seed_of_run(seed, os.environ.get(VARIABLE)),
        jobs=jobs,
        brief=fast,
        sample=sample,
        questions=questions,
        notes=notes,
    )
    try:
        with shown(quiet=quiet) as tell:
            found = audit(plan, tell)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; what is finished is kept: run it again") from None
    _deliver(found, page, values, lines=lines)
    if min_kill is None:
        return 0
    if not found.rate.counted:
        click.echo("No mutant could be caught, so nothing is known: --min-kill fails.", err=True)
    elif found.rate.percent < min_kill:
        click.echo(f"{found.rate.told} is less than the {min_kill:g} % of --min-kill.", err=True)
    else:
        return 0
    return 1


def _prepare(path: Path) -> None:
    """See now, and not after all the work, whether a file can be written."""
    if path == STANDARD:
        return
    there = path.exists()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a"):
            pass
        if not there:
            path.unlink()
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> UsageError:
    advice = "choose another, or work in a folder of your own"
    return UsageError(f"{path} can't be written: {error.strerror}; {advice}")


def _write(path: Path, text: str) -> None:
    try:
        if path == STANDARD:
            sys.stdout.write(text)
        else:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None


def _deliver(found: Audit, page: Path, values: Path, *, lines: bool) -> None:
    from rich.console import Console

    from grader.reporters import audit

    _write(page, audit.render(found, course_folder() / "templates"))
    _write(values, json.dumps(found.to_dict(), indent=1))
    # If a report goes to standard output, nothing else does.
    console = Console(highlight=False, markup=False, stderr=STANDARD in (page, values))
    if lines:
        audit.show_lines(found, console)
    audit.show(found, console)
    console.print(f"Reports: {page}, {values}", soft_wrap=True)
