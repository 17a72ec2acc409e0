"""What is told while mutants are judged: a bar in a terminal, lines elsewhere, or nothing."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.audit.run import Watcher

LINE_SECONDS = 10.0


@contextmanager
def shown(*, quiet: bool) -> Iterator[Watcher]:
    """How to show the progress here."""
    if quiet:
        yield lambda done, total, survived: None
    elif sys.stderr is None or not sys.stderr.isatty():
        yield _lines()
    else:
        with _bar() as bar:
            yield bar


def _lines() -> Watcher:
    last = time.monotonic()

    def tell(done: int, total: int, survived: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= LINE_SECONDS and done < total:
            last = now
            said = f"{done} of {total} mutants judged, {survived} got through\n"
            sys.stderr.write(said)

    return tell


@contextmanager
def _bar() -> Iterator[Watcher]:
    from rich import progress
    from rich.console import Console

    bar = progress.Progress(
        progress.TextColumn("mutants"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        progress.TextColumn("{task.fields[through]} got through", markup=False),
        console=Console(stderr=True),
    )
    task = bar.add_task("", total=None, through=0)
    with bar:
        yield lambda done, total, survived: bar.update(
            task, completed=done, total=total, through=survived
        )
