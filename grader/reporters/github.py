"""What GitHub's runner reads on standard output: annotations, and how to keep it from reading more.

A line that begins with `::` is a command to the runner. What a student's code has written must not
become one, so it is printed between `stop-commands` and a word that nobody can guess; in an
annotation it is escaped as the runner undoes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from grader.model import CheckResult, Frame, Report, Source
from grader.text import plural, printable

Kind = Literal["error", "warning", "notice"]

MOST = 10  # of a kind are shown for a step; more would be dropped without a word
MAX_MESSAGE = 2_000
MAX_TITLE = 200


@dataclass(frozen=True, slots=True)
class Annotation:
    """A remark about a line of somebody's file, or about nothing in particular."""

    kind: Kind
    title: str
    message: str
    file: str = ""
    line: int = 0

    @property
    def command(self) -> str:
        """The line that makes the runner show it."""
        named = {"file": self.file, "line": str(self.line or ""), "title": self.title}
        given = ",".join(f"{key}={_property(value)}" for key, value in named.items() if value)
        return f"::{self.kind} {given}::{_data(self.message)}"


# What a file of the submission is called in the repository; nothing if it is not there.
Named = Callable[[str], str]


def remarks(report: Report, named: Named) -> list[Annotation]:
    """One for each question that lost points, on the line at fault or where its function begins.

    There is room for few, so one failed check speaks for the others of its question; and what
    failed in one way in several questions, as when a file can't be imported, is told once.
    """
    groups: dict[str, list[CheckResult]] = {}
    # Hidden ones have nothing to say, and what is merely not robust is not what to begin with.
    for check in sorted(report.checks, key=lambda it: (it.visibility == "hidden", _is_minor(it))):
        if not check.passed:
            groups.setdefault(check.question, []).append(check)
    told: dict[tuple[Kind, str, int, str], list[CheckResult]] = {}
    for checks in groups.values():
        kind: Kind = "warning" if all(map(_is_minor, checks)) else "error"
        spot = _where(report, checks[0])
        file = named(spot.file) if spot else ""
        # No line of the file is that of a cell: then the words have to tell.
        line = spot.line if spot and file and not spot.cell else 0
        told.setdefault((kind, file, line, _said(checks[0], spot)), []).extend(checks)
    return [
        Annotation(kind, _title(checks), said, file, line)
        for (kind, file, line, said), checks in told.items()
    ]


def _title(checks: Sequence[CheckResult]) -> str:
    names = list(dict.fromkeys(check.question for check in checks))
    if len(names) > 1:
        said = f"{', '.join(names)}: {plural(len(checks), 'check')} failed"
    else:
        more = f" (and {plural(len(checks) - 1, 'more check')})" if len(checks) > 1 else ""
        said = f"{names[0]}: {checks[0].title}{more}"
    return said if len(said) <= MAX_TITLE else f"{said[:MAX_TITLE]} …"


def commands(made: Iterable[Annotation]) -> Iterator[str]:
    """At most so many of each kind as are shown; the last of them stands for the rest."""
    by_kind: dict[Kind, list[Annotation]] = {}
    for annotation in made:
        by_kind.setdefault(annotation.kind, []).append(annotation)
    for kind, found in by_kind.items():
        shown = found if len(found) <= MOST else found[: MOST - 1]
        yield from (annotation.command for annotation in shown)
        if len(found) > len(shown):
            more = plural(len(found) - len(shown), "more remark")
            said = f"{more} like these: see the summary of this job."
            yield Annotation(kind, "And more", said).command


@contextmanager
def unheard(write: Callable[[str], object]) -> Iterator[None]:
    """Whatever is written meanwhile, the runner obeys none of it."""
    word = secrets.token_hex(16)
    write(f"::stop-commands::{word}\n")
    try:
        yield
    finally:
        write(f"\n::{word}::\n")


def _is_minor(check: CheckResult) -> bool:
    return check.kind in ("robustness", "style")


def _where(report: Report, check: CheckResult) -> Frame | Source | None:
    if check.trace:
        return check.trace[-1]
    return next((it for it in report.sources if it.question == check.question), None)


def _said(check: CheckResult, spot: Frame | Source | None) -> str:
    place = f"{spot.where}:" if spot is not None and spot.cell else ""
    parts = [place, check.message, *(f"{it.title}. {it.hint}" for it in check.diagnosis)]
    text = printable("\n".join(filter(None, parts)))
    return text if len(text) <= MAX_MESSAGE else f"{text[:MAX_MESSAGE]} …"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
