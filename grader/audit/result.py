"""What an audit found, as plain values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA = 1
BENIGN = ("passed", "skipped")

# killed      lost points in the question where it was to be noticed
# same        no input was found on which it differs from the reference
# right       it may differ, and is right all the same: the assignment says why
# survived    differs, or too little could be tried, and got full marks
State = Literal["killed", "same", "right", "survived"]


@dataclass(frozen=True, slots=True)
class Example:
    """A call that tells a mutant from the reference."""

    call: str
    args: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Trial:
    """One mutant, and what became of it."""

    id: str
    module: str
    definition: str
    line: int
    operator: str
    diff: str
    touched: tuple[str, ...]  # the questions whose reference it changes
    home: tuple[str, ...]  # the one that it answers; those that use it, if it answers none
    verdicts: Mapping[str, str]  # of each check that can notice it; if brief, up to the first
    state: State = "killed"
    tried: int = 0  # inputs, in search of one that tells it from the reference
    largest: float = 0.0  # difference among them that was taken for rounding
    example: Example | None = None
    why: str = ""  # it is right all the same

    @property
    def killers(self) -> tuple[str, ...]:
        """The checks that did not pass."""
        return tuple(id for id, verdict in self.verdicts.items() if verdict not in BENIGN)

    @property
    def noticed(self) -> frozenset[str]:
        """The questions that lost points."""
        return frozenset(map(_question, self.killers))

    @property
    def blamed(self) -> tuple[str, ...]:
        """Questions that it does not touch and that lost points all the same."""
        lost = dict.fromkeys(map(_question, self.killers))
        return tuple(name for name in lost if name not in self.touched)


def _question(check: str) -> str:
    return check.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of some mutants were killed; those that are the same or right do not count."""

    killed: int
    counted: int

    @property
    def percent(self) -> float:
        """Of those that count."""
        return 100.0 * self.killed / self.counted if self.counted else 100.0

    @property
    def told(self) -> str:
        """The same in words; rounded down, since only all is everything."""
        return f"{math.floor(10.0 * self.percent) / 10.0:.1f} %"


@dataclass(frozen=True, slots=True)
class CheckCount:
    """What one check has killed."""

    id: str
    title: str
    points: float
    kills: int
    alone: int  # … that no other check of the question did


@dataclass(frozen=True, slots=True)
class LineCount:
    """What became of the mutants of one line of the reference."""

    line: int
    text: str
    counts: Mapping[str, int]  # by state

    @property
    def verdict(self) -> str:
        """In a word: whether the checks would notice if this line were wrong."""
        if self.counts.get("survived"):
            return "partly graded" if self.counts.get("killed") else "not graded"
        if self.counts.get("killed"):
            return "graded"
        return "free" if self.counts else ""


@dataclass(frozen=True, slots=True)
class Listing:
    """One module of the reference, line by line."""

    module: str
    lines: tuple[LineCount, ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """All of it."""

    assignment: str
    title: str
    seed: int
    brief: bool  # each mutant met checks only until one killed it
    questions: tuple[str, ...]
    checks: tuple[tuple[str, str, float], ...]  # id, title, points
    trials: tuple[Trial, ...]
    chosen: tuple[str, ...] = ()  # the questions that were asked for; none means all
    left_out: int = 0  # mutants that were not in the sample
    sources: Mapping[str, str] = field(default_factory=dict)
    follows: Mapping[str, Sequence[str]] = field(default_factory=dict)  # declared in the course
    unused: tuple[str, ...] = ()  # lines that audit.toml allows and no mutant has

    @property
    def rate(self) -> Rate:
        """Of all mutants."""
        return rate(self.trials)

    def by_question(self) -> dict[str, Rate]:
        """Of the mutants that were to be noticed in each question.

        What several questions share counts where it was noticed, or for all of them if nowhere.
        """
        return {
            name: rate(
                trial
                for trial in self.trials
                if name in trial.home and (trial.state != "killed" or name in trial.noticed)
            )
            for name in self.questions
        }

    def by_operator(self) -> dict[str, Rate]:
        """Of the mutants that each operator made."""
        names = sorted({trial.operator for trial in self.trials})
        return {name: rate(it for it in self.trials if it.operator == name) for name in names}

    def by_check(self) -> list[CheckCount]:
        """What each check has killed, and what would not have been caught without it."""
        kills, alone = Counter[str](), Counter[str]()
        for trial in self.in_state("killed"):
            kills.update(trial.killers)
            at_home = [id for id in trial.killers if _question(id) in trial.home]
            if len(at_home) == 1:
                alone.update(at_home)
        return [
            CheckCount(id, title, points, kills[id], alone[id]) for id, title, points in self.checks
        ]

    def in_state(self, state: State) -> list[Trial]:
        """The mutants of which that became."""
        return [trial for trial in self.trials if trial.state == state]

    def blames(self) -> list[tuple[Trial, tuple[str, ...]]]:
        """Mutants that lost points where they touch nothing, unless the course says so."""
        found = []
        for trial in self.trials:
            others = tuple(
                name
                for name in trial.blamed
                if not set(self.follows.get(name, ())) & set(trial.touched)
            )
            if others:
                found.append((trial, others))
        return found

    def unfair(self) -> list[tuple[Trial, tuple[str, ...]]]:
        """Mutants that are right by the contract and lost points where they are at home."""
        found = []
        for trial in self.in_state("right"):
            checks = tuple(id for id in trial.killers if _question(id) in trial.home)
            if checks:
                found.append((trial, checks))
        return found

    def listings(self) -> list[Listing]:
        """The reference line by line."""
        found = []
        for module, source in self.sources.items():
            mine = [trial for trial in self.trials if trial.module == module]
            lines = []
            for number, text in enumerate(source.splitlines(), 1):
                counts = Counter[str](trial.state for trial in mine if trial.line == number)
                lines.append(LineCount(number, text, dict(counts)))
            found.append(Listing(module, tuple(lines)))
        return found

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        rates = {name: asdict(it) | {"percent": it.percent} for name, it in self._rates().items()}
        return {
            "schema": SCHEMA,
            "assignment": self.assignment,
            "seed": self.seed,
            "brief": self.brief,
            "chosen": list(self.chosen),
            "left_out": self.left_out,
            "mutants": len(self.trials),
            **{state: len(self.in_state(state)) for state in ("killed", "same", "right")},
            "survived": len(self.in_state("survived")),
            "rate": rates.pop(""),
            "questions": {name: rates[f"question {name}"] for name in self.questions},
            "operators": {name: rates[f"operator {name}"] for name in self.by_operator()},
            "checks": [asdict(count) for count in self.by_check()],
            "unused": list(self.unused),
            "blames": [
                {"mutant": trial.id, "questions": list(names)} for trial, names in self.blames()
            ],
            "unfair": [
                {"mutant": trial.id, "checks": list(checks)} for trial, checks in self.unfair()
            ],
            "trials": [asdict(trial) for trial in self.trials],
        }

    def _rates(self) -> dict[str, Rate]:
        rates = {"": self.rate}
        rates |= {f"question {name}": it for name, it in self.by_question().items()}
        return rates | {f"operator {name}": it for name, it in self.by_operator().items()}


def rate(trials: Iterable[Trial]) -> Rate:
    """How many of them were killed."""
    states = Counter(trial.state for trial in trials)
    return Rate(states["killed"], states["killed"] + states["survived"])
