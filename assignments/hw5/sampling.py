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
    """Rows at a few places on a line, several at each; whole numbers, so nothing is rounded."""

    at: tuple[float, ...]
    counts: tuple[int, ...]
    k: int

    def __str__(self) -> str:
        at = ", ".join(f"[{place}]" for place in self.at)
        return f"np.repeat([{at}], {list(self.counts)}, axis=0)"

    def rows(self) -> Array:
        """The rows, one below the other, (n, 1)."""
        return np.repeat(np.array(self.at), self.counts)[:, None]

    def outcome(self, centers: Array) -> Outcome:
        """Which places the centres are."""
        return tuple(sorted(self.at.index(float(center)) for center in centers[:, 0]))

    def named(self, outcome: Outcome) -> str:
        """An outcome as text."""
        return ", ".join(f"{self.at[place]:g}" for place in outcome)

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
        distances = np.abs(at[:, None] - at[list(chosen)])
        nearest = distances.min(axis=1) if rule.to == "nearest" else distances[:, -1]
        if math.isinf(rule.power):
            return np.asarray((np.arange(len(at)) == nearest.argmax()).astype(np.float64))
        return np.asarray(counts * nearest**rule.power)


TRUE = Rule()
FIRST = Places((0.0, 3.0, 7.0, 20.0), (1, 1, 1, 1), 1)
SECOND = Places((11.0, 5.0, 12.0), (19, 1, 20), 2)
LATER = Places((12.0, 2.0, 3.0, 4.0), (1, 4, 9, 10), 3)


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
    rules = [Rule(1.0), Rule(0.0), Rule(math.inf)]
    if places.k > 2:
        rules += [Rule(2.0, "latest"), Rule(1.0, "latest")]
    fitting = [rule for rule in rules if not suspicious(seen, places.shares(rule), calls)]
    return fitting[0] if len(fitting) == 1 else None
