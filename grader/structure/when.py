"""Right for some calls only: a simple property of the input separates right from wrong.

Here the calls that came out right count as much as the wrong ones, and an exception is as wrong as
a wrong number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import Observation, listed, number, tell

# So many calls must speak on each side; more where the property is any number at all.
ENOUGH = 2
ENOUGH_FOR_A_NUMBER = 3

_Test = Callable[[Observation], "bool | None"]


@dataclass(frozen=True)
class _Property:
    said: str  # of the input, as in "right exactly if …"
    holds: _Test
    hint: str
    enough: int = ENOUGH
    about: str = ""  # the size or argument, if the property is that it is a certain number
    rest: str = ""  # what the others have, where it is worth saying
    only_wrong: bool = False  # whether it is worth telling of the wrong calls only
    # What it means if it is just these calls that are wrong.
    otherwise: str = "Usually such an input goes a way of its own in the code, or has to."


def separated(right: Sequence[Observation], wrong: Sequence[Observation]) -> Diagnosis | None:
    """What the calls that came out right have in common, and none of the wrong ones has."""
    calls = [*right, *wrong]
    if min(len(right), len(wrong)) < ENOUGH or len({call.names for call in calls}) != 1:
        return None
    found = [it for it in _properties(calls) if _separates(it, right, wrong)]
    if not found:
        return None
    it = found[0]
    # Any number may be a coincidence: if two sizes separate, or right is always the same, it is.
    # Where an answer depends on a seed, it may be right by luck.
    lucky = "seed" in calls[0].names or not _differ(right, it.about)
    if it.about and (
        lucky
        or len({other.about for other in found}) > 1
        or any(_separates(other, right, wrong) for other in _equalities(calls))
    ):
        return None
    holds = bool(it.holds(right[0]))
    word, hint = ("right", it.hint) if holds else ("wrong", it.otherwise)
    title = f"{calls[0].function} is {word} exactly if {it.said}"
    if it.rest:
        other = "wrong" if holds else "right"
        title = f"{calls[0].function} is {word} whenever {it.said}, {other} when {it.rest}"
    return tell("only-if", title, f"{hint} (Of {len(calls)} calls {len(right)} came out right.)")


def _separates(it: _Property, right: Sequence[Observation], wrong: Sequence[Observation]) -> bool:
    if min(len(right), len(wrong)) < it.enough:
        return False
    yes, no = {it.holds(call) for call in right}, {it.holds(call) for call in wrong}
    if it.only_wrong and yes == {True}:
        return False
    return (yes, no) in (({True}, {False}), ({False}, {True}))


def _differ(calls: Sequence[Observation], name: str) -> bool:
    """Whether these calls differ in another size than this one."""
    rest = [{key: size for key, size in call.sizes.items() if key != name} for call in calls]
    return any(sizes != rest[0] for sizes in rest)


def _sizes(calls: Sequence[Observation]) -> list[str]:
    """The sizes that all calls have; of those that are always equal the first one."""
    different: dict[tuple[float, ...], str] = {}
    for name in calls[0].sizes:
        if "number of" in name and all(name in call.sizes for call in calls):
            different.setdefault(tuple(call.sizes[name] for call in calls), name)
    return list(different.values())


def _equalities(calls: Sequence[Observation]) -> Iterator[_Property]:
    """Two sizes that happen to be equal: nobody thinks so, but then a number explains nothing."""
    scalars = [name for name in calls[0].scalars if all(name in call.scalars for call in calls)]
    for one, two in itertools.combinations((*_sizes(calls), *scalars), 2):
        yield _Property(f"{one} equals {two}", _equal(one, two), "")


def _properties(calls: Sequence[Observation]) -> Iterator[_Property]:
    sizes = _sizes(calls)
    scalars = [name for name in calls[0].scalars if all(name in call.scalars for call in calls)]
    arrays = [name for name in calls[0].arrays if all(name in call.arrays for call in calls)]
    enough = ENOUGH if len(calls) >= 2 * ENOUGH_FOR_A_NUMBER else ENOUGH_FOR_A_NUMBER
    for name in scalars:
        if arrays and "batch" in name:
            yield from _batches(name, arrays[0])
    yield from _defaults(calls)
    for name in scalars:
        usual = f"Usually what {name} stands for is left out or enters in the wrong way."
        yield _Property(f"{name} is 0", _has(name, 0.0), usual)
    for name in sizes:
        many, _, of = name.removeprefix("the number of ").partition(" of ")
        if many in _ONE:
            yield _Property(f"{of} has a single {_ONE[many][0]}", _has(name, 1.0), _ONE[many][1])
    for name in arrays:
        yield _Property(f"{name} is square", _is_square(name), _SQUARE)
    for name in arrays:
        said = f"{name} has fewer rows than columns"
        yield _Property(said, _is_wide(name), _WIDE, otherwise=_WIDE)
    for name in arrays:
        copied = f"{_COPIED[0]} {name} {_COPIED[1]}"
        in_place = name in calls[0].in_place
        for said, kinds in (
            ("float32", ("f4",)),
            ("whole numbers", ("i", "u")),
            ("unsigned numbers (uint8)", ("u",)),
        ):
            hint = copied if in_place and said == "float32" else _TYPE
            test = _holds(name, kinds)
            yield _Property(f"{name} holds {said}", test, hint, otherwise=hint)
        said, hint = (
            f"{name} is stored column by column (order='F')",
            copied if in_place else _ORDER,
        )
        yield _Property(said, _is_by_column(name), hint, otherwise=hint)
    counts = [name for name in sizes if "batches" not in name]
    for name in (*scalars, *counts):
        # Smaller and larger ones must have been tried, or it is no matter of this number.
        for value in sorted({call.sizes[name] for call in calls})[1:-1][:6]:
            if value != 0.0:
                few = enough if name in scalars else ENOUGH_FOR_A_NUMBER
                yield _Property(f"{name} is {number(value)}", _has(name, value), _FIXED, few, name)
    for name in counts:
        for value in sorted({call.sizes[name] for call in calls})[:6]:
            said = f"{name} is at most {number(value)}"
            yield _Property(said, _at_most(name, value), _SOME, ENOUGH_FOR_A_NUMBER, name)


_MIXED = (
    "get mixed, or are counted in the wrong way. Usually a sum or maximum without axis=1, `[:, y]` "
    "where `[np.arange(b), y]` is meant, or a division by the number of rows that is missing or "
    "made twice."
)
_ONE = {
    "rows": ("row", f"The rows {_MIXED}"),
    "columns": (
        "column",
        "The columns get mixed. Usually a sum, mean or norm goes over all of an array where an "
        "axis is asked for, or over the wrong axis.",
    ),
    "entries": (
        "entry",
        "Usually several entries are put together in the wrong way: look at sums and means, and "
        "at where a loop ends.",
    ),
}
_SQUARE = (
    "Usually a transpose is missing: where there are as many rows as columns, the shapes fit all "
    "the same."
)
_WIDE = (
    "Usually one of the two sizes stands where the other, or the smaller of both, is meant; some "
    "matrices have an inverse, or as many of something as there are columns, only if there are "
    "enough rows."
)
_TYPE = (
    "Usually the result takes over the type of an argument (np.zeros_like, np.empty_like, an "
    "operation in place), which does not hold it; unsigned numbers have no negatives at all."
)
_COPIED = (
    "Usually",
    "is converted first (np.asarray with a dtype, np.ascontiguousarray, astype, or a reshape or "
    "ravel of it): for such an array that makes a copy, and what is changed is the copy.",
)
_ORDER = (
    "Usually the memory itself is looked at (ravel(order='K'), strides, np.frombuffer): the order "
    "in which an array is stored, C's or Fortran's, is not for a function to care about."
)
_SOME = (
    "Often only so many are used, or what is done with more of them is wrong: look at what a "
    "larger input adds, such as another turn of a loop."
)
_FIXED = "Often that number stands in the code: take it from the arguments instead."


def _batches(name: str, rows: str) -> Iterator[_Property]:
    yield _Property(
        f"there is a single batch ({name} is at least the number of rows of {rows})",
        lambda call: call.scalars[name] >= len(call.arrays[rows]),
        "A single step is right. Usually only the first batch is used (a return or a break inside "
        "the loop, an index that does not move), later batches start from the old weights, "
        "something is carried over from one batch to the next, or all rows are counted where those "
        "of the batch are meant.",
    )
    yield _Property(
        "a batch has a single row",
        lambda call: min(call.scalars[name], len(call.arrays[rows])) == 1.0,
        f"The rows of a batch {_MIXED}",
        rest="it has more",
    )
    yield _Property(
        f"the rows of {rows} fill their batches ({name} divides their number)",
        lambda call: (
            call.scalars[name] > 0.0 and len(call.arrays[rows]) % call.scalars[name] == 0.0
        ),
        "Usually the last batch, which has fewer rows, is dropped, or is divided by the full "
        f"{name}: slices may be shorter at the end, and should be divided by their own length.",
    )


def _defaults(calls: Sequence[Observation]) -> Iterator[_Property]:
    """Arguments that were left out: all that are in one of the calls, together."""
    left_out = {call.left_out: call for call in calls if call.left_out}
    for names in sorted(left_out, key=len):
        given = [f"{name}={_shown(left_out[names].arguments[name])}" for name in names]
        hint = (
            "Then the defaults count, and usually one of them is to blame: the line with def "
            f"should say {', '.join(given)}."
        )
        said = f"{listed(names)} {'is' if len(names) == 1 else 'are'} not given"
        yield _Property(said, _lacks(names), hint, only_wrong=True, otherwise=hint)


def _shown(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)


def _lacks(names: Sequence[str]) -> _Test:
    return lambda call: None if call.left_out is None else set(names) <= {*call.left_out}


def _is_by_column(name: str) -> _Test:
    def holds(call: Observation) -> bool | None:
        flags = np.asarray(call.arguments[name]).flags
        return flags.f_contiguous and not flags.c_contiguous

    return holds


def _has(name: str, value: float) -> _Test:
    return lambda call: call.sizes[name] == value


def _at_most(name: str, value: float) -> _Test:
    return lambda call: call.sizes[name] <= value


def _equal(one: str, two: str) -> _Test:
    return lambda call: call.sizes[one] == call.sizes[two]


def _is_square(name: str) -> _Test:
    def holds(call: Observation) -> bool | None:
        shape = call.arrays[name].shape
        return shape[0] == shape[1] if len(shape) == 2 else None

    return holds


def _is_wide(name: str) -> _Test:
    def holds(call: Observation) -> bool | None:
        shape = call.arrays[name].shape
        return shape[0] < shape[1] if len(shape) == 2 else None

    return holds


def _holds(name: str, kinds: tuple[str, ...]) -> _Test:
    return lambda call: np.asarray(call.arguments[name]).dtype.str[1:].startswith(kinds)
