"""The command `gradescope`, as `grader.cli` offers it.

Imports nothing heavy at the top, like the rest of the command line.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import options
from grader.course import TOTAL_POINTS, read_outline
from grader.errors import UsageError
from grader.gradescope.settings import FILE, Settings
from grader.model import Level
from grader.reporters.gradescope import SHOWN, Shown
from grader.seeds import FRESH, VARIABLE, seed_of_run
from grader.text import plural

if TYPE_CHECKING:
    from grader.assignment import Assignment

MOST_POINTS = 10_000
USUAL_MINUTES, MOST_MINUTES = 10, 40  # the platform's
_START_SECONDS = 60.0


def _points(ctx: click.Context, option: click.Parameter, value: float) -> float:
    if not 0 < value <= MOST_POINTS or round(value, 2) != value:
        raise click.BadParameter(
            f"it is a number above 0, up to {MOST_POINTS}, with at most two decimals.", ctx, option
        )
    return value


@click.command("gradescope")
@click.argument("assignment")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE.zip",
    help="Where the upload goes.",
)
@click.option(
    "--points",
    type=float,
    default=TOTAL_POINTS,
    callback=_points,
    metavar="P",
    help="What the assignment is worth on Gradescope; scores are scaled to it.  "
    f"[default: {TOTAL_POINTS:g}]",
)
@click.option(
    "--hidden",
    type=click.Choice(SHOWN),
    default="after_published",
    help="When students see the hidden checks (title and points), and with them their total.  "
    "[default: after_published]",
)
@options.seed(otherwise="fresh; it is kept in the upload")
@options.isolation("limited")
@click.option(
    "--timeout",
    type=click.IntRange(1, MOST_MINUTES),
    metavar="MINUTES",
    help="The timeout that is set on Gradescope.  [default: what the assignment may need]",
)
@click.option("--leaderboard", is_flag=True, help="Also tell the points to the leaderboard.")
def gradescope_command(
    assignment: str,
    out: Path,
    points: float,
    hidden: Shown,
    seed: str | None,
    isolation: Level,
    timeout: int | None,
    leaderboard: bool,
) -> int:
    """Build the autograder of an assignment that is uploaded to Gradescope.

    It holds the grader, the assignment with its hidden checks, and the seed: keep it from students.
    """
    from grader.assignment import load_assignment
    from grader.gradescope.bundle import build
    from grader.gradescope.trial import try_out

    if out.suffix.lower() != ".zip":
        raise UsageError(f"Gradescope takes a .zip: name the upload so, not {out.name}")
    outline = read_outline(assignment)
    loaded = load_assignment(outline)
    needed = minutes_needed(loaded)
    minutes = timeout or needed
    variable = os.environ.get(VARIABLE)
    settings = Settings(
        assignment=assignment,
        seed=seed_of_run(seed if seed or (variable or "").strip() else FRESH, variable),
        points=points,
        hidden=hidden,
        isolation=isolation,
        timeout_seconds=60 * minutes,
        leaderboard=leaderboard,
    )
    upload = build(outline, settings)
    said = try_out(upload)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(upload)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror or error}") from None
    count = sum(visibility == "hidden" for _, visibility in loaded.checks)
    click.echo(
        f"{out}: {assignment}, {plural(len(loaded.checks), 'check')}, {count} of them hidden"
    )
    click.echo(f"Tried here: {said}.")
    click.echo(f"The seed is {settings.seed}. It is secret, and kept in {FILE} in the upload.")
    click.echo(
        f"On Gradescope set {plural(points, 'autograder point')}, a timeout of "
        f"{plural(minutes, 'minute')} and a container of 1.5 GB or more."
    )
    if minutes < needed:
        click.echo(f"Code that hangs everywhere needs up to {needed} minutes: it is not graded.")
    return 0


def minutes_needed(assignment: Assignment) -> int:
    """A timeout within which a submission is graded that hangs in every question."""
    from grader.runner import PATIENCE

    walls: dict[str, list[float]] = {}
    for check, _ in assignment.checks:
        limit = assignment.outline.limits.wall_seconds
        own = limit if check.cpu_seconds is None else 2.0 * check.cpu_seconds
        walls.setdefault(check.question, []).append(own)
    seconds = sum(sum(sorted(limits)[-PATIENCE:]) for limits in walls.values())
    # What the grader uses of the timeout (`seconds_to_use`), the other way round.
    wished = math.ceil(((seconds + _START_SECONDS) + 10.0) / 0.95 / 60.0)
    return min(MOST_MINUTES, max(USUAL_MINUTES, wished))
