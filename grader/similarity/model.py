"""What comparing a class comes to, as frozen plain data, and how a score is to be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# From here on a pair is worth a look: independent work, even all of the plainest kind, stays below.
LOOK = 0.5
# From here on the one is the other with other names, another order and other spaces.
STRONG = 0.8


@dataclass(frozen=True, slots=True)
class Place:
    """Some lines of a file, first and last included."""

    file: str
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many lines these are."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Region:
    """A piece of the one submission and the piece of the other one that is like it."""

    left: Place
    right: Place


@dataclass(frozen=True, slots=True)
class Pair:
    """Two submissions that have something in common. Who wrote it first is not known.

    The score, from 0 to 1, is the share of the smaller one's own code that stands in the other,
    too, in which what is rare in the class counts for more.
    """

    left: str
    right: str
    score: float
    left_lines: int  # lines inside the regions
    right_lines: int
    regions: tuple[Region, ...] = ()
    identical: bool = False  # but for names, layout, comments and types
    cut: bool = False  # one of the two is so long that not all of it was looked at

    @property
    def is_strong(self) -> bool:
        """Whether there is hardly another explanation than a common origin."""
        return self.score >= STRONG

    @property
    def is_suspicious(self) -> bool:
        """Whether somebody should look at it."""
        return self.score >= LOOK

    def to_dict(self) -> dict[str, Any]:
        """Plain values; `from_dict` is the inverse."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        regions = [[[it.file, it.first, it.last] for it in (r.left, r.right)] for r in self.regions]
        return plain | {"regions": regions}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Pair:
        """The inverse of `to_dict`."""
        regions = tuple(Region(Place(*left), Place(*right)) for left, right in data["regions"])
        return cls(**{**data, "regions": regions})


@dataclass(frozen=True, slots=True)
class Comparison:
    """The pairs of a class with the highest scores, and the best score of everybody in it."""

    pairs: tuple[Pair, ...]
    best: Mapping[str, float]  # of every student whose own code is long enough to be compared
    too_short: tuple[str, ...] = ()  # the others: the untouched stub, or next to nothing
