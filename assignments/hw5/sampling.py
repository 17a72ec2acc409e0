"""How often k-means++ must choose what, and how far a correct sampler can be from that.

Rows lie at a few places, several at each, so that a call has few outcomes: which places were
chosen, in whatever order. How likely each of them is follows from the rule by going through all
ways to choose. The same is done for known wrong rules, which is how they are recognised.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Outcome = tuple[int, ...]
Shares = Mapping[Outcome, float]

# A correct sampler is marked down with at most this probability in a check, whatever generator it
# draws from and however it does it. The bound is Chernoff's: of n independent draws of an event of
# probability p, the share is q or farther out with probability at most exp(−n·KL(q, p)), on either
# side. Divided by the number of outcomes (a union bound) and by the two sides, that leaves the
# threshold in `suspicious`. Calls with different seeds are independent draws.
DELTA = 1e-10


@dataclass(frozen=True, slots=True)
class Rule:
    """How the next centre is chosen: the power of the distance, and the distance to what."""

    power: float = 2.0  # 0: uniformly among the rows left; inf: always the farthest row
    to: str = "nearest"  # or "latest"; the sum over all centres has the same outcomes as that


@dataclass(frozen=True, slots=True)
class Places:
    """Rows at a few places, several at each; whole numbers, so nothing is rounded."""

    at: tuple[tuple[float, ...], ...]
    counts: tuple[int, ...]
    k: int

    def __str__(self) -> str:
        return f"np.repeat({list(map(list, self.at))}, {list(self.counts)}, axis=0)"

    def rows(self) -> Array:
        """The rows, one below the other, (n, d)."""
        return np.repeat(np.array(self.at), self.counts, axis=0)

    def outcome(self, centers: Array) -> Outcome:
        """Which places the centres are."""
        return tuple(sorted(self.at.index(tuple(center)) for center in centers.tolist()))

    def named(self, outcome: Outcome) -> str:
        """An outcome as text."""
        chosen = [", ".join(f"{entry:g}" for entry in self.at[place]) for place in outcome]
        return ", ".join(place if len(self.at[0]) == 1 else f"({place})" for place in chosen)

    def shares(self, rule: Rule) -> Shares:
        """The probability of each outcome."""
        found: dict[Outcome, float] = {}
        total = sum(self.counts)
        for first, count in enumerate(self.counts):
            for outcome, share in self._ways((first,), count / total, rule):
                places = tuple(sorted(outcome))
                found[places] = found.get(places, 0.0) + share
        return found

    def _ways(self, chosen: Outcome, share: float, rule: Rule) -> Iterator[tuple[Outcome, float]]:
        if len(chosen) == self.k:
            yield chosen, share
            return
        weights = self._weights(chosen, rule)
        for place in np.flatnonzero(weights):
            here = share * float(weights[place] / weights.sum())
            yield from self._ways((*chosen, int(place)), here, rule)

    def _weights(self, chosen: Outcome, rule: Rule) -> Array:
        at, counts = np.array(self.at), np.array(self.counts, dtype=np.float64)
        if rule.power == 0.0:
            return np.asarray(counts - np.bincount(chosen, minlength=len(at)))
        distances = np.linalg.norm(at[:, None] - at[list(chosen)], axis=2)
        nearest = distances.min(axis=1) if rule.to == "nearest" else distances[:, -1]
        if math.isinf(rule.power):
            return np.asarray((np.arange(len(at)) == nearest.argmax()).astype(np.float64))
        return np.asarray(counts * nearest**rule.power)


TRUE = Rule()
FIRST = Places(((0.0,), (3.0,), (7.0,), (20.0,)), (1, 1, 1, 1), 1)
# One row far away along an axis, and many that are near and not along one: another power of the
# distance, or the sum of what the columns differ by, makes the many weigh too much.
SECOND = Places(((0.0,) * 4, (28.0, 0.0, 0.0, 0.0), (1.0,) * 4), (100, 1, 100), 2)
LATER = Places(((12.0,), (2.0,), (3.0,), (4.0,)), (1, 4, 9, 10), 3)
# Around a middle that is nearly always the first centre, each pair of the four has the same chance.
# If one random number decides both, the second and the third centre are neighbours in this order.
STAR = Places(
    (
        (10.0, 0.0, 0.0, 0.0),
        (0.0, 10.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 0.0),
        (0.0, 0.0, 10.0, 0.0),
        (0.0, 0.0, 0.0, 10.0),
    ),
    (1, 1, 30, 1, 1),
    3,
)


def neighbours(seen: Shares) -> float:
    """The share of outcomes on `STAR` that come of one random number for all draws."""
    return sum(seen.get(outcome, 0.0) for outcome in ((0, 1, 2), (1, 2, 3), (2, 3, 4)))


def divergence(q: float, p: float) -> float:
    """Kullback and Leibler's divergence of one coin from another."""

    def part(a: float, b: float) -> float:
        if a <= 0.0:
            return 0.0
        return a * math.log(a / b) if b > 0.0 else math.inf

    return part(q, p) + part(1.0 - q, 1.0 - p)


def suspicious(seen: Shares, expected: Shares, calls: int) -> Outcome | None:
    """The outcome whose share no correct sampler has, if there is one; the worst of them."""
    outcomes = sorted({*seen, *expected})
    threshold = math.log(2.0 * len(outcomes) / DELTA) / calls
    # Probabilities that were added up may be 1 but for the last digit.
    off = {
        outcome: divergence(seen.get(outcome, 0.0), round(expected.get(outcome, 0.0), 12))
        for outcome in outcomes
    }
    worst = max(outcomes, key=lambda outcome: off[outcome])
    return worst if off[worst] > threshold else None


def explained_by(seen: Shares, places: Places, calls: int) -> Rule | None:
    """The one rule that fits what was seen, if exactly one does."""
    rules = [Rule(1.0), Rule(0.0)]
    if places.k > 2:
        # A high power takes the farthest row nearly as often when there is only one more to take.
        rules += [Rule(math.inf), Rule(2.0, "latest"), Rule(1.0, "latest")]
    fitting = [rule for rule in rules if not suspicious(seen, places.shares(rule), calls)]
    return fitting[0] if len(fitting) == 1 else None
