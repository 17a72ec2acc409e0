"""Two submissions side by side, as one self-contained HTML page without a script.

Pieces that are alike have a number and a colour, the same on both sides, and lead to each other.
Whatever came from a submission is escaped, as in the report.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Source
from grader.reporters.page import Filters, Line, environment, listing
from grader.text import decoded, printable

if TYPE_CHECKING:
    from jinja2 import Environment

    from grader.similarity.model import Pair, Place

MAX_LINES = 3000  # of a submission that are shown
MAX_WIDTH = 160
_LINK = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)*|(\.\./)+[\w-][\w.-]*")


@dataclass(frozen=True, slots=True)
class SideText:
    """One of the two: how it is called, and its Python files as they were handed in."""

    name: str
    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that stand together, with the number of their piece if they are alike."""

    number: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A file in blocks."""

    file: str
    blocks: tuple[Block, ...]
    left_out: int  # lines at the end


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two, as it is shown."""

    name: str
    listings: tuple[Listing, ...]


def render(
    pair: Pair,
    left: SideText,
    right: SideText,
    templates: Path,
    *,
    assignment: str = "",
    back: str = "",
) -> str:
    """The page; `back` is where the list of all pairs is, relative to it."""
    sides = (
        _side(left, [region.left for region in pair.regions]),
        _side(right, [region.right for region in pair.regions]),
    )
    page = _environment(templates).get_template("pair.html.j2")
    return page.render(pair=pair, sides=sides, assignment=assignment, back=safe_link(back))


def safe_link(link: str) -> str:
    """A link to another page of ours; nothing if it could lead anywhere else."""
    return link if _LINK.fullmatch(link) else ""


def level(pair: Pair) -> str:
    """How a pair is coloured."""
    return "strong" if pair.is_strong else "look" if pair.is_suspicious else "below"


def score(value: float) -> str:
    """A score with two digits, never rounded up: one that is below a limit has to look so."""
    return "1" if value >= 1.0 else f"{math.floor(100 * value) / 100:.2f}"


@functools.cache
def _environment(templates: Path) -> Environment:
    filters: Filters = {
        "score": score,
        "level": level,
        "lines": _lines,
        "meaning": _meaning,
    }
    return environment(templates, filters)


def _lines(place: Place) -> str:
    return str(place.first) if place.count == 1 else f"{place.first}–{place.last}"


def _meaning(pair: Pair) -> str:
    if pair.identical:
        return "Names, layout and comments apart, the two are the same."
    if pair.is_strong:
        return "Nearly all of the smaller one stands in the other: chance does not explain that."
    if pair.is_suspicious:
        return "They have more in common than independent work usually has."
    return "They have something in common, but not more than chance may explain."


def _side(side: SideText, places: list[Place]) -> Side:
    # Files with pieces first; what is not Python was not compared.
    order = dict.fromkeys(place.file for place in places)
    names = [*order, *sorted(name for name in side.files if name.endswith(".py"))]
    shown = []
    room = MAX_LINES
    for name in dict.fromkeys(names):
        text = decoded(side.files.get(name, b"")).removesuffix("\n").split("\n")
        if room > 0 and text != [""]:
            lines = [_shown(line) for line in text[:room]]
            source = Source(name, 1, "\n".join(lines))
            pieces = {n: it for n, it in enumerate(places, 1) if it.file == name}
            blocks = tuple(_blocks(listing(source), pieces))
            shown.append(Listing(printable(name), blocks, len(text) - len(lines)))
            room -= len(lines)
    return Side(printable(side.name), tuple(shown))


def _shown(line: str) -> str:
    cut = line if len(line) <= MAX_WIDTH else f"{line[:MAX_WIDTH]}…"
    return printable(cut).expandtabs(4)


def _blocks(lines: list[Line], pieces: Mapping[int, Place]) -> Iterator[Block]:
    """The lines cut at the ends of the pieces, which do not overlap."""
    at = 0
    for number, place in sorted(pieces.items(), key=lambda item: item[1].first):
        first, last = max(place.first - 1, at), min(place.last, len(lines))
        if first < last:
            if at < first:
                yield Block(0, tuple(lines[at:first]))
            yield Block(number, tuple(lines[first:last]))
            at = last
    if at < len(lines):
        yield Block(0, tuple(lines[at:]))
