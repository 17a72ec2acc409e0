"""Which lines of one submission are like which lines of another."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from grader.similarity.fingerprints import Fingerprints, Hashes, Marks
from grader.similarity.model import Place, Region

_GAP = 2  # lines between two matches that still are one piece: something was put in between
_MOST = 80


@dataclass(slots=True)
class _Chain:
    """Fingerprints that follow each other in both texts."""

    left: list[int]  # file, first and last line
    right: list[int]
    at: int  # where in the other text's marks it ended

    def goes_on(self, left: list[int], right: list[int]) -> bool:
        pairs = ((self.left, left), (self.right, right))
        return all(old[0] == new[0] and new[1] <= old[2] + 1 + _GAP for old, new in pairs)

    def take(self, left: list[int], right: list[int], at: int) -> None:
        self.left[2] = max(self.left[2], left[2])
        self.right[2] = max(self.right[2], right[2])
        self.at = at


def regions(left: Fingerprints, right: Fingerprints, shown: Hashes) -> tuple[Region, ...]:
    """The pieces that two submissions share, in the order of the left one.

    Only fingerprints among `shown` count. No line is in two pieces.
    """
    ours, theirs = (_marked(it.marks, shown) for it in (left, right))
    where = defaultdict(list)
    for index, (value, *_) in enumerate(theirs):
        where[value].append(index)
    chains: list[_Chain] = []
    for value, *place in ours:
        places = where.get(value)
        if not places:
            continue
        last = chains[-1] if chains else None
        if last:
            after = bisect_right(places, last.at)
            if after < len(places) and last.goes_on(place, theirs[places[after]][1:]):
                last.take(place, theirs[places[after]][1:], places[after])
                continue
        chains.append(_Chain(place, theirs[places[0]][1:], places[0]))
    return tuple(_apart(chains, left.files, right.files))


def lines_of(places: Iterable[Place]) -> int:
    """How many lines these are, together."""
    return sum(place.count for place in places)


def _marked(marks: Marks, shown: Hashes) -> list[list[int]]:
    kept = marks[np.isin(marks["hash"], shown)]
    return [list(map(int, mark)) for mark in kept.tolist()]


def _apart(chains: list[_Chain], left: tuple[str, ...], right: tuple[str, ...]) -> list[Region]:
    """The longest pieces, shortened where another one already has their lines."""
    taken: tuple[set[tuple[int, int]], set[tuple[int, int]]] = (set(), set())
    found: list[tuple[list[int], list[int]]] = []
    for chain in sorted(chains, key=lambda it: it.left[1] - it.left[2]):
        sides = (chain.left, chain.right)
        if len(found) < _MOST and all(map(_shorten, sides, taken)):
            for (file, first, last), lines in zip(sides, taken, strict=True):
                lines.update((file, line) for line in range(first, last + 1))
            found.append(sides)
    return [
        Region(Place(left[a[0]], a[1], a[2]), Place(right[b[0]], b[1], b[2]))
        for a, b in sorted(found)
    ]


def _shorten(place: list[int], taken: set[tuple[int, int]]) -> bool:
    """Leave out lines at the ends that are taken; whether something is left that is whole."""
    file = place[0]
    while place[1] <= place[2] and (file, place[1]) in taken:
        place[1] += 1
    while place[1] <= place[2] and (file, place[2]) in taken:
        place[2] -= 1
    lines = range(place[1], place[2] + 1)
    return len(lines) > 0 and not any((file, line) in taken for line in lines)
