"""The pairs of a class, the most suspicious first, as one self-contained HTML page."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.reporters.page import environment
from grader.reporters.pair import level, safe_link, score
from grader.text import plural, printable

if TYPE_CHECKING:
    from jinja2 import Environment

    from grader.similarity.model import Comparison, Pair

_BINS = 20
_LEFT, _WIDTH, _TOP, _BOTTOM = 20, 600, 24, 170  # of the drawing, in its own units
_LOWEST = 4  # of a bar: a single outlier has to be seen beside a heap


@dataclass(frozen=True, slots=True)
class Row:
    """A pair of the list, with the page that shows it if there is one."""

    pair: Pair
    left: str
    right: str
    link: str


@dataclass(frozen=True, slots=True)
class Bar:
    """How many students have a best score within a twentieth."""

    count: int
    level: str
    x: float
    y: float
    width: float
    height: float

    @property
    def label(self) -> str:
        """Its number, short enough to stand above it."""
        return str(self.count) if self.count < 1000 else f"{self.count / 1000:.1f}k"

    @property
    def middle(self) -> float:
        """Where its number stands."""
        return self.x + self.width / 2


@dataclass(frozen=True, slots=True)
class Label:
    """Something at a score."""

    x: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Histogram:
    """The best scores of a class, drawn and in words."""

    bars: tuple[Bar, ...]
    marks: tuple[Label, ...]
    labels: tuple[Label, ...]
    words: str


def render(
    comparison: Comparison,
    templates: Path,
    *,
    assignment: str = "",
    links: Mapping[tuple[str, str], str] | None = None,
    names: Mapping[str, str] | None = None,
    unread: Collection[str] = (),
) -> str:
    """The page; `links` says where the page of a pair is, by the two keys of its students.

    `names` says what to call them, `unread` of whom there was nothing that could be compared.
    """
    from grader.similarity.model import LOOK, STRONG

    where = links or {}

    def name(student: str) -> str:
        return printable((names or {}).get(student, student))

    rows = [
        Row(it, name(it.left), name(it.right), safe_link(where.get((it.left, it.right), "")))
        for it in comparison.pairs
    ]
    return (
        _environment(templates)
        .get_template("similarity.html.j2")
        .render(
            assignment=assignment,
            compared=len(comparison.best),
            too_short=[name(it) for it in comparison.too_short if it not in unread],
            unread=[name(it) for it in comparison.too_short if it in unread],
            suspicious=[row for row in rows if row.pair.is_suspicious],
            others=[row for row in rows if not row.pair.is_suspicious],
            histogram=_histogram(list(comparison.best.values()), LOOK, STRONG),
            look=LOOK,
            strong=STRONG,
        )
    )


@functools.cache
def _environment(templates: Path) -> Environment:
    return environment(templates, {"score": score, "level": level})


def _histogram(best: list[float], look: float, strong: float) -> Histogram:
    counts = [0] * _BINS
    for value in best:
        counts[min(int(value * _BINS), _BINS - 1)] += 1
    wide, highest = _WIDTH / _BINS, max(*counts, 1)
    bars = []
    for index, count in enumerate(counts):
        tall = round(max((_BOTTOM - _TOP) * count / highest, _LOWEST), 1)
        from_here = index / _BINS
        kind = "strong" if from_here >= strong else "look" if from_here >= look else "below"
        bars.append(Bar(count, kind, _LEFT + index * wide + 2, _BOTTOM - tall, wide - 4, tall))
    marks = tuple(Label(_LEFT + value * _WIDTH) for value in (look, strong))
    labels = tuple(
        Label(_LEFT + value * _WIDTH, f"{value:g}") for value in (0.0, look, strong, 1.0)
    )
    ranges = (
        (sum(value < look for value in best), f"below {look:g}"),
        (sum(look <= value < strong for value in best), f"from {look:g} to {strong:g}"),
        (sum(value >= strong for value in best), f"{strong:g} or more"),
    )
    words = ", ".join(f"{plural(count, 'submission')} {where}" for count, where in ranges)
    return Histogram(tuple(bars), marks, labels, f"Best scores: {words}")
