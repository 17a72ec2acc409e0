"""The commands `batch` and `export`, as `grader.cli` offers them.

Imports nothing heavy at the top, like the rest of the command line.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from grader import options
from grader.batch.formats import FORMATS, Format
from grader.errors import InfrastructureError, Interrupted, Unfinished, UsageError
from grader.model import Audience
from grader.text import plural

_FILE = click.Path(path_type=Path)


@click.command("batch")
@click.argument("assignment")
@click.argument("submissions", type=_FILE)
@click.option("--out", type=_FILE, required=True, metavar="DIR", help="Where everything goes.")
@click.option("--roster", type=_FILE, metavar="CSV", help="Who is in the class.")
@click.option("--times", type=_FILE, metavar="CSV", help="When who handed in.")
@click.option("--due", metavar="TIME", help="When it was due, instead of what the course says.")
@click.option(
    "--attempt",
    type=click.Choice(("last", "best")),
    default="last",
    help="Which of several attempts counts.  [default: last]",
)
@options.jobs("checkers", what="submissions are graded")
@click.option("--cluster", metavar="ADDRESS", help="Grade on this Dask scheduler's workers.")
@options.seed(otherwise="one that is drawn once and kept in DIR")
@options.isolation("strict")
@click.option("--regrade", is_flag=True, help="Grade again what has not changed, too.")
@click.option("--only", metavar="STUDENT", multiple=True, help="Only this one; repeatable.")
@click.option("--column", default="", metavar="NAME", help="What Canvas calls the assignment.")
@click.option("--no-similarity", is_flag=True, help="Do not compare the submissions.")
@click.option("--quiet", is_flag=True, help="Say nothing unless something goes wrong.")
@options.audience("student")
def batch_command(no_similarity: bool, **options: Any) -> int:
    """Grade a whole class: SUBMISSIONS is a folder or archive, or a download of an LMS.

    What is finished is kept in DIR: the same command goes on where it was stopped, and grades
    again only what has changed.
    """
    from grader.batch.run import Request, grade_class

    request = Request(similarity=not no_similarity, **options)
    with _true_words():
        counts = grade_class(request)
    if counts.failures:
        raise Unfinished(
            f"{plural(counts.failures, 'submission')} could not be graded, which is the grader's "
            "fault and no zero: run the same command again to try what is missing"
        )
    return 0


@contextmanager
def _true_words() -> Iterator[None]:
    """Whatever ends the work on a class, what is finished is kept, and that is said."""
    kept = "what is finished is kept: run the same command again"
    try:
        yield
    except InfrastructureError as error:
        raise Unfinished(f"the grader itself failed: {error}") from error
    except sqlite3.Error as error:
        raise Unfinished(f"results.sqlite can't be read or written ({error}); {kept}") from error
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {kept}") from None


@click.command("export")
@click.argument("folder", metavar="DIR", type=_FILE)
@click.argument("formats", metavar="[FORMAT]...", nargs=-1, type=click.Choice(FORMATS))
@click.option("--stdout", "piped", is_flag=True, help="Write one table to standard output.")
@options.audience(None)
def export_command(
    folder: Path, formats: tuple[Format, ...], piped: bool, audience: Audience | None
) -> int:
    """Make the files of a graded class again: pages, class, grades, canvas, moodle, jsonl,
    similarity, or all of them.
    """
    from grader.batch.run import export

    if piped and (len(formats) != 1 or formats[0] in ("pages", "class", "similarity")):
        raise UsageError("--stdout takes one of grades, canvas, moodle and jsonl")
    with _true_words():
        made = export(folder, formats or FORMATS, audience=audience, piped=piped)
    if made:
        click.echo(f"Written: {', '.join(map(str, made))}")
    return 0
