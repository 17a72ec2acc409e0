"""The command line.

Imports nothing heavy at the top: `--help` and `list` answer at once. Everything that goes wrong
ends here as one line on standard error and an exit status:

    0  every graded check passed, or the score reached --min-score
    1  it did not
    2  the call or the assignment is wrong
    3  the grader itself failed
  130  it was interrupted
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import __version__, options
from grader.audit.command import audit_command
from grader.batch.commands import batch_command, export_command
from grader.ci.commands import ci_command
from grader.course import assignment_names, read_outline, stubs, working_copy
from grader.delivery import Targets, progress
from grader.errors import GraderError, Interrupted, Unfinished, UsageError
from grader.gradescope.command import gradescope_command
from grader.model import Audience, Level
from grader.precommit import pre_commit_command
from grader.seeds import DEFAULT, VARIABLE, seed_of_run
from grader.text import nearest, plural

if TYPE_CHECKING:
    from grader.course import Outline
    from grader.model import Report
    from grader.runner import Progress
    from grader.submission import Submission

PROGRAM = "python -m grader"
OK, BELOW, USAGE, FAILED, INTERRUPTED = 0, 1, 2, 3, 130


def main() -> None:
    """Run the command line and exit with its status."""
    # A job that is cancelled, or whose terminal closes, cleans up like one that is interrupted.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line; returns the exit status."""
    try:
        status = cli.main(arguments, prog_name=PROGRAM, standalone_mode=False)
        return status if isinstance(status, int) else OK
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as error:
        return _complain(_explained(error), USAGE)
    except UsageError as error:
        return _complain(str(error), USAGE)
    except Interrupted as error:
        return _complain(str(error), INTERRUPTED)
    except Unfinished as error:
        return _complain(str(error), FAILED)
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted; nothing was graded", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        if os.environ.get("GRADER_DEBUG"):
            raise
        said = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
        return _complain(
            f"the grader itself failed, nothing was graded: {said} "
            "(set GRADER_DEBUG=1 to see where)",
            FAILED,
        )


def _explained(error: click.ClickException) -> str:
    said = error.format_message()
    if said.startswith("Got unexpected extra argument"):
        said += " To grade one question, use --question NAME"
    return said


def _complain(message: str, status: int) -> int:
    click.echo(f"grader: {' '.join(message.split())}", err=True)
    return status


class _Commands(click.Group):
    """The commands, and every assignment as a command of its own."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        command = super().get_command(ctx, name)
        if command is None and name in assignment_names():
            ctx.meta["grader.assignment"] = name
            return grade_command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = [*assignment_names(), *self.commands]
            hint = nearest(args[0], known)
            meant = f"did you mean {hint}?" if hint else f"there are {', '.join(known)}"
            raise UsageError(f"there is no assignment or command {args[0]!r}; {meant}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    subcommand_metavar="ASSIGNMENT|COMMAND [OPTIONS]",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=False,
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="grader", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Grade a homework, or see what there is to grade.

    \b
      python -m grader hw0                        grade your working copy
      python -m grader hw0 --submission FILE      grade a file, notebook, folder, .zip or .tar.gz
      python -m grader hw0 --question add         only the checks of one question
      python -m grader hw0 --help                 all options of grading
      python -m grader batch hw0 FOLDER --out DIR grade a whole class
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


cli.add_command(audit_command)
cli.add_command(batch_command)
cli.add_command(export_command)
cli.add_command(ci_command)
cli.add_command(gradescope_command)
cli.add_command(pre_commit_command)


@cli.command("list")
def list_command() -> None:
    """The assignments with their questions and points."""
    for name in assignment_names():
        outline = read_outline(name)
        click.echo(f"{name}  {outline.title}")
        for question in outline.questions.values():
            click.echo(f"  {question.name:<32} {plural(question.points, 'point'):>10}")


@cli.command("doctor")
def doctor_command() -> None:
    """What this machine gives: Python, BLAS, and the isolation level in force."""
    from grader.doctor import examine

    for name, found in examine():
        click.echo(f"{name:<14} {found}")


@click.command("grade", help="Grade a submission of this assignment.")
@click.option(
    "--submission",
    metavar="PATH",
    help="A file, notebook (.ipynb), folder, .zip or .tar.gz to grade instead of your working "
    "copy; the word 'reference' grades the course's own solution.",
)
@click.option(
    "--question",
    "questions",
    metavar="NAME",
    multiple=True,
    help="Only this question; can be given several times.",
)
@click.option(
    *("--json", "json_file"),
    metavar="FILE",
    help="Where the JSON goes, - is standard output.  [default: reports/ASSIGNMENT.json]",
)
@click.option(
    *("--html", "html_file"),
    metavar="FILE",
    help="Where the page goes, - is standard output.  [default: reports/ASSIGNMENT.html]",
)
@click.option(
    *("--junit", "junit_file"), metavar="FILE", help="Also write JUnit XML, - is standard output."
)
@options.seed(otherwise=str(DEFAULT))
@options.isolation("none")
@options.min_score()
@options.audience("staff")
@click.option("--watch", is_flag=True, help="Grade again on each save, until Ctrl-C.")
@click.pass_context
def grade_command(
    ctx: click.Context,
    submission: str | None,
    questions: tuple[str, ...],
    json_file: str | None,
    html_file: str | None,
    junit_file: str | None,
    seed: str | None,
    isolation: Level,
    min_score: float | None,
    audience: Audience,
    watch: bool,
) -> int:
    """Grade, show, write the reports."""
    from grader.station import Station

    outline = read_outline(ctx.meta["grader.assignment"])
    targets = Targets(outline.name, json_file, html_file, junit_file)
    targets.prepare()
    number = seed_of_run(seed, os.environ.get(VARIABLE))
    path = submission or os.path.relpath(working_copy(outline))
    with Station(outline) as station:

        def grade(tell: Progress) -> Report:
            report = station.grade(
                _submission(outline, path),
                seed=number,
                isolation=isolation,
                questions=questions,
                progress=tell,
            )
            return report if audience == "staff" else report.for_student()

        if watch:
            report = _watch(path, grade, targets)
        else:
            with progress() as tell:
                report = grade(tell)
            targets.deliver(report)
    return OK if report.reaches(min_score) else BELOW


def _watch(path: str, grade: Callable[[Progress], Report], targets: Targets) -> Report:
    """Grade on each save; the last report when Ctrl-C ends it."""
    from grader.submission import fingerprint
    from grader.watch import Watch

    if path == "reference":
        raise UsageError("the reference does not change: --watch is for a file or folder")
    if targets.is_piped:
        raise UsageError("--watch writes its reports again and again: give them a file, not -")
    watch = Watch(lambda: fingerprint(Path(path)))
    report: Report | None = None
    try:
        while True:
            watch.wait()
            with progress() as tell:
                graded = watch.unless_changed(partial(grade, tell))
            if graded is not None:
                report = graded
                targets.deliver(report, live=True)
                click.echo(f"Watching {path}: the next save is graded at once. Ctrl-C ends.")
    except KeyboardInterrupt:
        if report is None:
            raise
        targets.settle(report)
        click.echo()
        return report


def _submission(outline: Outline, path: str) -> Submission:
    from grader.submission import read_submission

    if path == "reference":
        from grader.assignment import reference_submission

        return reference_submission(outline)
    return read_submission(Path(path), outline.modules, stubs(outline, Path(path)))
