"""What structural diagnosis looks at: the calls of a check as plain values, with their sizes.

A relation between what came back and what is right is told only if there is evidence for it. That
is weighed here, in one place: zeros, repeated numbers and numbers that drown in the tolerance
show nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from grader.kit import compare
from grader.model import Diagnosis

Array = np.ndarray[Any, Any]

# A number is worth looking at if it is so many tolerances away from zero.
CLEAR = 20.0
# Of one call so many different numbers are asked for; several calls need not have so many each.
ENOUGH = 4
# A factor is known to so many digits, or nothing is said about it.
SHARP = 2e-3
# Where the tolerance is a larger share of the answer than this, nothing is to be seen.
BLUNT = 0.02
# Labels repeat themselves: of whole numbers so many entries are asked for, of two kinds at least.
ENOUGH_LABELS = 8
MAX_WHOLE = 1e6
MAX_CASES = 12


@dataclass(frozen=True)
class Output:
    """One result of a call: what came back, what is right, and how far apart they may be."""

    name: str  # empty if it is all that the function returns
    expected: Any
    got: Any
    tolerance: float
    before: Any = None  # for an argument that is changed in place


@dataclass(frozen=True)
class Observation:
    """One call with all that is known about it."""

    function: str
    names: tuple[str, ...]
    args: tuple[Any, ...]
    outputs: tuple[Output, ...] = ()  # none if it raised an exception, or returned nonsense
    after: tuple[Any, ...] = ()  # the arguments after the call
    in_place: tuple[str, ...] = ()

    @cached_property
    def wrong(self) -> tuple[Output, ...]:
        """The results that are not right."""
        return tuple(
            output
            for output in self.outputs
            if compare.difference(output.name, output.expected, output.got, output.tolerance)
        )

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The wrong results by name, ready to be compared."""
        return {output.name: Case(self, output) for output in self.wrong}

    @property
    def is_right(self) -> bool:
        """Whether the call came out as it should."""
        return bool(self.outputs) and not self.wrong

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name."""
        return dict(zip(self.names, self.args, strict=False))

    @cached_property
    def arrays(self) -> dict[str, Array]:
        """The arguments that are arrays of real numbers, in double precision."""
        found = {
            name: compare.numeric(value)
            for name, value in self.arguments.items()
            if isinstance(value, np.ndarray) and value.ndim
        }
        return {name: a.astype(np.float64) for name, a in found.items() if a is not None}

    @cached_property
    def scalars(self) -> dict[str, float]:
        """The arguments that are single numbers."""
        return {
            name: float(value)
            for name, value in self.arguments.items()
            if isinstance(value, int | float | np.integer | np.floating)
            and not isinstance(value, bool)
            and math.isfinite(value)
            and name != "seed"
        }

    @property
    def left_out(self) -> tuple[str, ...] | None:
        """The arguments that were not given, so that their defaults counted; None if unknown.

        What is there after the call was given: `args` has the defaults as well.
        """
        return self.names[len(self.after) :] if self.after else None

    @cached_property
    def batches(self) -> tuple[int, int] | None:
        """How many rows there are, and how many of them in a batch, if it says so."""
        rows = next((len(array) for array in self.arrays.values()), 0)
        for name, value in self.scalars.items():
            if rows and "batch" in name and value >= 1.0 and value == int(value):
                return rows, min(rows, int(value))
        return None

    @property
    def is_one_step(self) -> bool:
        """Whether there is a single batch."""
        return self.batches is not None and self.batches[0] == self.batches[1]

    @cached_property
    def sizes(self) -> dict[str, float]:
        """Numbers that a factor may follow, by what to call them: sizes first, then arguments."""
        found: dict[str, float] = {}
        for name, array in self.arrays.items():
            rows, *columns = array.shape
            one = "entries" if not columns else "rows"
            found[f"the number of {one} of {name}"] = rows
            if len(columns) == 1:
                found[f"the number of columns of {name}"] = columns[0]
        for name, value in self.arguments.items():
            if isinstance(value, list | tuple):
                found[f"the number of entries of {name}"] = len(value)
        if self.batches is not None:
            rows, each = self.batches
            found[f"the number of batches of {next(iter(self.arrays))}"] = -(-rows // each)
        return {**found, **self.scalars}


class Case:
    """One wrong result of one call, ready to be compared."""

    def __init__(self, call: Observation, output: Output) -> None:
        self.call = call
        self.output = output
        self.tolerance = output.tolerance
        right = compare.numeric(output.expected)
        self.expected = np.zeros(0) if right is None else right.astype(np.float64)
        self.before: Array | None = None
        if output.before is not None:
            start = compare.numeric(output.before)
            self.before = None if start is None else start.astype(np.float64)
        array = compare.numeric(output.got)
        self.raw = array
        self.array = None if array is None else array.astype(np.float64)
        # Where a number is asked for an array of one entry will do; where an array is, it will not.
        is_free = not isinstance(output.expected, np.ndarray)
        if is_free and self.array is not None and self.array.size == self.expected.size == 1:
            self.array = self.array.reshape(self.expected.shape)

    @property
    def same_shape(self) -> bool:
        """Whether it can be compared entry by entry."""
        return self.array is not None and self.array.shape == self.expected.shape

    @property
    def got(self) -> Array:
        """What came back, of the shape that is asked for."""
        assert self.array is not None
        return self.array

    @cached_property
    def is_finite(self) -> bool:
        """Whether all of it is ordinary numbers of the right shape."""
        return self.same_shape and bool(
            np.isfinite(self.got).all() and np.isfinite(self.expected).all()
        )

    def close(self, one: Array, other: Array, scale: float = 1.0) -> bool:
        """Whether two arrays are the same, within the tolerance times a scale."""
        if one.shape != other.shape:
            return False
        return bool((np.abs(one - other) <= self.tolerance * max(1.0, scale)).all())

    @cached_property
    def worth(self) -> _Worth:
        """How much the expected values show."""
        numbers = _numbers(self.expected, self.tolerance)
        return _Worth(is_whole(self.expected), self.expected.size, numbers)

    @cached_property
    def is_blunt(self) -> bool:
        """Whether the tolerance is so wide that almost anything could be seen in it."""
        sizes = [np.abs(part) for part in (self.expected, self.array) if part is not None]
        largest = max(float(size[np.isfinite(size)].max(initial=0.0)) for size in sizes)
        return self.tolerance > BLUNT * largest

    @cached_property
    def is_clear_move(self) -> bool:
        """Whether what is to be compared is large enough to show a factor."""
        return self.same_shape and self.tolerance <= SHARP * float(np.abs(self.moves()[0]).max())

    def moves(self) -> tuple[Array, Array]:
        """What is expected and what came back; for an argument that is changed, the changes."""
        if self.before is None or self.before.shape != self.expected.shape:
            return self.expected, self.got
        return self.expected - self.before, self.got - self.before


@dataclass(frozen=True)
class _Worth:
    """How much an array shows."""

    is_whole: bool
    size: int
    numbers: set[float]


class Cases(tuple[Case, ...]):
    """The wrong results of one name, from all calls that speak about it.

    `among` says which calls these are, unless they are all that there are; if there are too many,
    only the first ones are looked at. `of` is how many there are with those that were left out.
    """

    among: str
    are_all: bool
    right: Sequence[Case]  # the same result in the calls in which it is right

    def __new__(
        cls, cases: Iterable[Case], among: str = "", right: Sequence[Case] = (), of: int = 0
    ) -> Cases:
        """A tuple of them."""
        known = tuple(cases)
        made = super().__new__(cls, known[:MAX_CASES])
        made.among = among
        made.right = right
        made.are_all = max(len(known), of) <= len(made)
        return made

    @property
    def name(self) -> str:
        """What the result is called in the middle of a sentence."""
        return self[0].output.name or f"what {self[0].call.function} returns"

    @property
    def noun(self) -> str:
        """The same, at the beginning of a sentence."""
        return self[0].output.name or f"What {self[0].call.function} returns"

    @property
    def seen(self) -> str:
        """In how many calls, to be put after what was seen there; of a single one nothing."""
        if len(self) == 1:
            return ""
        count = f"{'all ' if self.are_all else ''}{len(self)}"
        if len(self) == 2:
            count = "both" if self.are_all else "two"
        return f", in {count} calls{self.among}"

    @property
    def is_finite(self) -> bool:
        """Whether everything can be compared entry by entry."""
        return all(case.is_finite for case in self)

    @property
    def in_place(self) -> bool:
        """Whether it is an argument that is changed."""
        return all(case.before is not None for case in self)

    def shows(self, free: int = 0) -> bool:
        """Whether what is expected is evidence for a relation of all that came back."""
        return _is_enough([case.worth for case in self], free)

    def common(self, of: Callable[[Observation], dict[str, float]]) -> dict[str, list[float]]:
        """Numbers that every call has, each with its values; of two that are always equal one."""
        each = [of(case.call) for case in self]
        found: dict[str, list[float]] = {}
        for name in each[0]:
            if all(name in numbers for numbers in each):
                values = [float(numbers[name]) for numbers in each]
                if values not in found.values():
                    found[name] = values
        return found


def is_whole(array: Array) -> bool:
    """Whether there are only whole numbers, as labels and counts are."""
    return bool(
        np.isfinite(array).all()
        and (np.abs(array) < MAX_WHOLE).all()
        and (array == np.round(array)).all()
    )


def is_evidence(cases: Cases, values: Sequence[Array], free: int = 0) -> bool:
    """Whether these numbers, one array for each case, show enough for a relation to be told.

    `free` is how many numbers in the relation were chosen to fit.
    """
    return _is_enough(
        [
            _Worth(is_whole(array), array.size, _numbers(array, case.tolerance))
            for array, case in zip(values, cases, strict=True)
        ],
        free,
    )


def _is_enough(worth: Sequence[_Worth], free: int) -> bool:
    numbers = [each.numbers for each in worth]
    if all(each.is_whole for each in worth):
        different = len(set().union(*numbers)) + any(
            len(n) < e.size for n, e in zip(numbers, worth, strict=True)
        )
        return sum(each.size for each in worth) >= ENOUGH_LABELS + free and different > 1
    together = set().union(*numbers)
    several = sum(bool(found) for found in numbers) > 1
    enough = len(together) >= 2 if several else len(together) >= ENOUGH
    return enough and len(together) >= 2 + free


def _numbers(array: Array, tolerance: float) -> set[float]:
    """The different numbers of an array that stand out; a few are enough."""
    flat = array.reshape(-1)
    flat = flat[:: 1 + flat.size // 400]
    flat = flat[np.isfinite(flat) & (np.abs(flat) > CLEAR * tolerance)]
    digits = 10.0 ** (3.0 - np.floor(np.log10(np.abs(flat))))
    return set((np.round(flat * digits) / digits).tolist())


def number(value: float) -> str:
    """A number for a sentence."""
    return f"{value + 0.0:.4g}".replace("-", "−")


def listed(parts: Sequence[str]) -> str:
    """A few of them, with an `and`."""
    if len(parts) > 4:
        parts = [*parts[:3], "so on"]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def tell(name: str, title: str, hint: str) -> Diagnosis:
    """A relation that was found: what was seen, and what it usually means."""
    return Diagnosis(f"structure.{name}", title, hint)
