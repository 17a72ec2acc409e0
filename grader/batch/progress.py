"""What is told while a class is graded: a bar in a terminal, lines elsewhere, or nothing."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol

from grader.batch.handin import Handin
from grader.model import Report
from grader.text import plural, printable

LINE_SECONDS = 10.0
_MAX_LINE = 300


class Progress(Protocol):
    """Shown how far the work is."""

    def update(self, counts: Counts) -> None:
        """So much is done."""

    def say(self, line: str) -> None:
        """Something that somebody has to know."""


@dataclass(slots=True)
class Counts:
    """How far the work on a class is; told by `Work` what becomes of each submission."""

    total: int
    show: Progress
    clock: Callable[[], float] = time.monotonic
    begin: float = field(init=False)
    kept: int = 0
    new: int = 0
    full: int = 0
    problems: int = 0
    failures: int = 0
    _grading: float = field(init=False)  # since when; what was kept before takes no time to grade
    _last: float = field(init=False)  # when something was finished

    def __post_init__(self) -> None:
        self.begin = self._grading = self._last = self.clock()

    @property
    def done(self) -> int:
        """How many need no more work now."""
        return self.kept + self.new + self.failures

    @property
    def rate(self) -> float:
        """How many are graded in a second, up to now: it falls while nothing is finished."""
        return self.new / max(self.clock() - self._grading, 1e-9)

    @property
    def left(self) -> float | None:
        """How many seconds the rest may take; None if nothing has been graded yet.

        What has hung for a while will hang for a while: it is no less than nothing has happened.
        """
        if not self.new:
            return None
        rest = self.total - self.done
        return max(rest / self.rate, self.clock() - self._last) if rest else 0.0

    def unchanged(self, handin: Handin) -> None:
        """Its report is there already."""
        self.kept += 1
        if not self.new:
            self._grading = self.clock()
        self.show.update(self)

    def graded(self, handin: Handin, report: Report) -> None:
        """Its report is in the store now."""
        self.new += 1
        self._last = self.clock()
        self.full += report.passed
        self.show.update(self)

    def problem(self, handin: Handin, reason: str) -> None:
        """Nothing of it, or not all, could be taken."""
        self.problems += 1
        self.show.say(_line(handin, reason))

    def failed(self, handin: Handin, reason: str) -> None:
        """The grader failed."""
        self.failures += 1
        self._last = self.clock()
        self.show.say(_line(handin, f"not graded, by a fault of the grader: {reason}"))
        self.show.update(self)

    def words(self) -> str:
        """All of it in a line."""
        said = f"{self.kept + self.new} of {plural(self.total, 'submission')} graded"
        if self.kept:
            said += f", {self.kept} unchanged"
        if self.new:
            said += f", {self.full} of {self.new} new ones with full marks"
        if self.problems:
            said += f", {plural(self.problems, 'problem')}"
        if self.failures:
            said += f", {self.failures} NOT GRADED"
        return said


def _line(handin: Handin, reason: str) -> str:
    who = f"{handin.name} ({handin.student})" if handin.name else handin.student
    line = f"{who}: {reason}"
    return " ".join(printable(line).split())[:_MAX_LINE]


def tell(line: str, *, err: bool = True) -> None:
    """Print a line; grading goes on when nobody listens any more."""
    with suppress(OSError):
        print(line, file=sys.stderr if err else sys.stdout, flush=True)


class Silent:
    """Says nothing."""

    def update(self, counts: Counts) -> None:
        """Nothing."""

    def say(self, line: str) -> None:
        """Nothing."""


class Lines:
    """A line now and then, for a log."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next = clock() + LINE_SECONDS

    def update(self, counts: Counts) -> None:
        """A line, if the last one is a while ago."""
        now = self._clock()
        if now < self._next or counts.done == counts.total:
            return
        self._next = now + LINE_SECONDS
        left = counts.left
        pace = f", {counts.rate:.1f} per second, {_duration(left)} left" if left is not None else ""
        tell(counts.words() + pace)

    def say(self, line: str) -> None:
        """That line."""
        tell(line)


@contextmanager
def shown(total: int, *, quiet: bool) -> Iterator[Progress]:
    """How to show the progress here."""
    if quiet:
        yield Silent()
    elif sys.stderr is None or not sys.stderr.isatty():
        yield Lines()
    else:
        with _bar(total) as bar:
            yield bar


def pace(counts: Counts) -> str:
    """How long it has taken, how fast it goes and what is left: of what is graded now alone."""
    said = [_clock(counts.clock() - counts.begin)]
    left = counts.left
    if left is not None:
        rate = counts.rate
        said += [f"{rate:.1f}/s" if rate >= 1.0 else f"{60.0 * rate:.1f}/min"]
        said += [f"about {_clock(math.ceil(left))} left"] if left else []
    return ", ".join(said)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@contextmanager
def _bar(total: int) -> Iterator[Progress]:
    from rich import progress
    from rich.console import Console
    from rich.table import Column
    from rich.text import Text

    # Told before anything is done, and refreshed by rich's clock, whether or not something happens:
    # while submissions hang the time must not stand still.
    told = Counts(total, Silent())

    class Pace(progress.ProgressColumn):
        def render(self, task: progress.Task) -> Text:
            return Text(pace(told))

    bar = progress.Progress(
        progress.BarColumn(bar_width=16),
        progress.MofNCompleteColumn(),
        Pace(Column(no_wrap=True)),
        progress.TextColumn("{task.fields[trouble]}", markup=False),
        console=Console(stderr=True),
    )
    task = bar.add_task("", total=total, trouble="")

    class Bar:
        def update(self, counts: Counts) -> None:
            nonlocal told
            told = counts
            trouble = [plural(counts.problems, "problem")] if counts.problems else []
            trouble += [f"{counts.failures} not graded"] if counts.failures else []
            bar.update(task, completed=counts.done, trouble=", ".join(trouble))

        def say(self, line: str) -> None:
            bar.console.print(Text(line), soft_wrap=True)

    with bar:
        yield Bar()


def _duration(seconds: float) -> str:
    if seconds < 90.0:
        return f"{seconds:.0f} s"
    return f"{seconds / 60.0:.0f} min" if seconds < 5400.0 else f"{seconds / 3600.0:.1f} h"
