"""Off by a term: what is too much or missing is an argument, a penalty on one, or a constant."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import (
    CLEAR,
    Array,
    Case,
    Cases,
    is_evidence,
    is_whole,
    number,
    tell,
)

MULTIPLES = (-1.0, 1.0, -2.0, 2.0, -0.5, 0.5)
MAX_SCALES = 8
ENOUGH_RIGHT = 3


def missing(cases: Cases) -> Diagnosis | None:
    """The difference is a simple multiple of a term that is built from the arguments."""
    if not cases.is_finite:
        return None
    gaps = [case.got - case.expected for case in cases]
    at = int(np.argmax(np.abs(gaps[0])))
    slack = 2.0 * cases[0].tolerance
    for term in _terms(cases):
        # One number decides almost always, and there are hundreds of terms.
        first = term.factors[0] * float(term.values[0].reshape(-1)[at])
        gap = float(gaps[0].reshape(-1)[at])
        for multiple in MULTIPLES:
            if abs(multiple * first - gap) <= slack and all(
                _explains(case, gap, multiple * factor * value)
                for case, gap, factor, value in zip(
                    cases, gaps, term.factors, term.values, strict=True
                )
            ):
                return _tell(cases, term, multiple) if is_evidence(cases, gaps) else None
    return None


def in_one_entry(cases: Cases) -> Diagnosis | None:
    """Only the first or the last entry is wrong, by a multiple of that entry of an argument."""
    if not all(case.is_finite and case.expected.ndim == 1 for case in cases):
        return None
    if all(case.expected.size == 1 for case in cases):  # then it is all of it
        return None
    for at, place in ((0, "entry 0"), (-1, "the last entry")):
        if not all(_differs_only(case, at) for case in cases):
            continue
        for name, scale in itertools.product(cases[0].call.arrays, _scales(cases[0])):
            for multiple in (-2.0, 2.0, -1.0, 1.0):
                if _is_off_by(cases, at, name, scale, multiple):
                    return _tell_entry(cases, place, (*scale, f"{name}[{at}]"), multiple)
    return None


def _tell_entry(cases: Cases, place: str, product: tuple[str, ...], multiple: float) -> Diagnosis:
    where = f" of {cases[0].output.name}" if cases[0].output.name else ""
    said = "·".join(product if abs(multiple) == 1.0 else ("2", *product))
    title = f"Only {place}{where} is wrong, and by exactly {said}{cases.seen}"
    if (multiple < 0.0) != cases.in_place:  # a step goes against the gradient
        return tell("term", title, "Usually the penalty leaves out that entry (the bias).")
    hint = "Usually the penalty is put on that entry (the bias), too, where none is asked for."
    return tell("term", title, hint)


def _differs_only(case: Case, at: int) -> bool:
    gap = np.abs(case.got - case.expected) > case.tolerance
    return bool(gap[at]) and int(gap.sum()) == 1


def _scales(case: Case) -> list[tuple[str, ...]]:
    """Single numbers, and products of two, such as a learning rate and a penalty."""
    names = list(case.call.scalars)[:MAX_SCALES]
    return [*((name,) for name in names), *itertools.combinations(names, 2)]


def _is_off_by(cases: Cases, at: int, name: str, scale: tuple[str, ...], multiple: float) -> bool:
    """Whether it is off by just that in every call, and by nothing where that is nothing."""

    def term(case: Case) -> float | None:
        array = case.call.arrays.get(name)
        if array is None or array.shape != case.expected.shape:
            return None
        scales = [case.call.scalars.get(part, np.nan) for part in scale]
        return float(multiple * np.prod(scales) * array[at])

    gaps = []
    for case in cases:
        value, gap = term(case), float(case.got[at] - case.expected[at])
        if value is None or not abs(gap - value) <= case.tolerance < abs(gap) / CLEAR:
            return False
        gaps.append(gap)
    others = [term(case) for case in cases.right]
    if not all(
        value is not None and abs(value) <= case.tolerance
        for value, case in zip(others, cases.right, strict=True)
    ):
        return False
    if len(cases) > 1:
        return is_evidence(cases, [np.array([gap]) for gap in gaps])
    # One number may be anything. It counts if most entries are right, and other calls as well:
    # just those in which there is nothing to be off by.
    return cases[0].expected.size > 2 and len(others) >= ENOUGH_RIGHT


def constant(cases: Cases) -> Diagnosis | None:
    """The same number too much everywhere."""
    if not cases.is_finite or not cases.shows(free=1):
        return None
    gaps = [case.got - case.expected for case in cases]
    value = float(gaps[0].reshape(-1)[0])
    near = min((round(value), round(2.0 * value) / 2.0), key=lambda v: abs(v - value))
    if abs(near - value) <= cases[0].tolerance:
        value = near
    if not all(
        case.close(gap, np.full_like(gap, value)) for case, gap in zip(cases, gaps, strict=True)
    ):
        return None
    if not all(abs(value) > CLEAR * case.tolerance for case in cases):
        return None
    more = "more" if value > 0.0 else "less"
    each = " in every entry" if all(case.expected.ndim for case in cases) else ""
    title = f"{cases.noun} is exactly {number(abs(value))} {more} than expected{each}{cases.seen}"
    hint = (
        "Usually a constant is left out or added once too often, or counting begins at 1 where it "
        "should begin at 0."
    )
    return tell("constant-term", title, hint)


@dataclass(frozen=True)
class _Term:
    """Arguments, or something made of them, times a factor: one of each for every call."""

    said: str
    factors: list[float]
    values: list[Array]
    is_penalty: bool


def _explains(case: Case, gap: Array, term: Array) -> bool:
    """Whether the difference is that term, which must stand out."""
    return case.close(gap, term) and bool(np.abs(gap).max() > CLEAR * case.tolerance)


def _terms(cases: Cases) -> Iterator[_Term]:
    """Terms of the shape of the result, plain ones first."""
    plain = [*_parts(cases)]
    scales = cases.common(lambda call: call.scalars)
    counts = {
        name: values
        for name, values in cases.common(lambda call: call.sizes).items()
        if name not in scales and all(values)
    }
    scaled = [
        (name, values)
        for name, values in list(scales.items())[:MAX_SCALES]
        if any(value != 1.0 for value in values) and any(values)
    ]
    ratios = [
        (f"{name} divided by {count}", [a / b for a, b in zip(values, sizes, strict=True)])
        for name, values in scaled
        for count, sizes in list(counts.items())[:4]
    ]
    products = [
        (f"({one} times {two})", [a * b for a, b in zip(first, second, strict=True)])
        for (one, first), (two, second) in itertools.combinations_with_replacement(scaled, 2)
    ]
    for said, values, is_penalty in plain:
        yield _Term(said, [1.0] * len(values), values, is_penalty)
    for (scale, factors), (said, values, _) in itertools.product(
        [*scaled, *products, *ratios], plain
    ):
        together = f"{scale} times {said}".replace("(", "").replace(")", "")
        yield _Term(together, factors, values, is_penalty=True)


def _parts(cases: Cases) -> Iterator[tuple[str, list[Array], bool]]:
    for name in (*cases[0].call.arrays, *cases[0].call.scalars):
        arrays = [_argument(case, name) for case in cases]
        if any(array is None or not np.isfinite(array).all() for array in arrays):
            continue
        known = [array for array in arrays if array is not None]
        pairs = list(zip(cases, known, strict=True))
        is_array = any(name in case.call.arrays for case in cases)
        if all(case.expected.shape == array.shape for case, array in pairs):
            yield name, known, False
            if is_array and all(array.ndim == 1 and len(array) > 2 for array in known):
                yield f"{name} without its first entry", [_without(a, 0) for a in known], True
                yield f"{name} without its last entry", [_without(a, -1) for a in known], True
        elif all(case.expected.shape == array.T.shape for case, array in pairs):
            yield f"the transpose of {name}", [array.T for array in known], False
        if not is_array or any(case.expected.ndim for case in cases):
            continue
        if not all(map(is_whole, known)):
            yield f"the sum of the squares of {name}", [np.sum(a * a) for a in known], True
            yield f"the sum of {name}", [np.sum(a) for a in known], False
            yield f"the sum of the absolute values of {name}", _sums_of_sizes(known), True
            yield f"the norm of {name}", [np.sqrt(np.sum(a * a)) for a in known], True
            if all(array.ndim == 1 and len(array) > 2 for array in known):
                firsts = [np.asarray(a[0] ** 2) for a in known]
                yield f"the square of the first entry of {name}", firsts, True


def _argument(case: Case, name: str) -> Array | None:
    """An argument; a single number stands for as many as are asked for, as NumPy has it."""
    if name in case.call.scalars:
        return np.full(case.expected.shape, case.call.scalars[name])
    return case.call.arrays.get(name)


def _sums_of_sizes(arrays: list[Array]) -> list[Array]:
    return [np.sum(np.abs(array)) for array in arrays]


def _without(array: Array, index: int) -> Array:
    rest = array.copy()
    rest[index] = 0.0
    return rest


def _tell(cases: Cases, term: _Term, multiple: float) -> Diagnosis:
    times = {1.0: "", 2.0: "twice ", 0.5: "half of "}[abs(multiple)]
    times = "2 times " if times == "twice " and " " in term.said else times
    times = "½ times " if times == "half of " and " " in term.said else times
    more = "too large" if multiple > 0.0 else "too small"
    title = f"{cases.noun} is {more} by exactly {times}{term.said}{cases.seen}"
    return tell("term", title, _meaning(term, multiple))


_MEANINGS = {
    1.0: "added although it does not belong there, added twice, or should be subtracted and is not",
    -1.0: "left out, or subtracted although it does not belong there",
    2.0: "added where it should be subtracted: look for a + where a − belongs",
    -2.0: "subtracted where it should be added: look for a − where a + belongs",
    0.5: "counted in full where half of it is asked for, or half of it is added although it does "
    "not belong there: look for a missing ½",
    -0.5: "counted by half where all of it is asked for, or half of it is left out: look for a "
    "factor ½ or a missing 2",
}


def _meaning(term: _Term, multiple: float) -> str:
    """What it usually means that just so much of a term is too much or missing."""
    usual = _MEANINGS[multiple]
    if not term.is_penalty:
        return f"Usually {term.said} is {usual}."
    if abs(multiple) == 2.0:  # the derivative of a square
        amiss = "left out" if multiple < 0.0 else "added twice or does not belong there"
        usual = f"{amiss} (a penalty on squares has such a derivative, with a factor 2), or {usual}"
        return f"Usually this term is {usual}."
    return f"Usually this term is {usual} (a regulariser, or the decay of a weight)."
