"""Right but for a factor: −1, 2, ½, any other number, or a size that varies between the calls.

Of an argument that is changed in place it is the change that is compared.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import (
    CLEAR,
    SHARP,
    Array,
    Case,
    Cases,
    Observation,
    is_evidence,
    listed,
    number,
    tell,
)

NEAR_ONE = 1e-5
MAX_QUANTITIES = 10

_CONSTANTS = {
    1.0 / math.log(2.0): "Usually a logarithm to base 2 (np.log2) stands where the natural one "
    "(np.log) is asked for.",
    1.0 / math.log(10.0): "Usually a logarithm to base 10 (np.log10) stands where the natural one "
    "(np.log) is asked for.",
    255.0: "Usually a division by 255, the largest value of a byte, is missing.",
    1.0 / 255.0: "Usually there is one division by 255 too many.",
    255.0 / 254.0: "Usually something is divided by 254 where 255, the largest value of a byte, is "
    "meant.",
    255.0 / 256.0: "Usually something is divided by 256, the number of values of a byte, where "
    "255, the largest one, is meant.",
    100.0: "Usually this is a percentage where a share between 0 and 1 is asked for.",
    0.01: "Usually this is a share between 0 and 1 where a percentage is asked for.",
}


def simple(cases: Cases) -> Diagnosis | None:
    """The opposite sign, twice, half: the same in all calls."""
    factors = _factors(cases)
    if factors is None or not is_evidence(cases, _expected(cases)):
        return None
    for value in (-1.0, 2.0, 0.5, -2.0, -0.5, *_CONSTANTS):
        # What is nearly 1 is to be told from other such factors.
        sharp = abs(value - 1.0) > 0.1 or all(factor.error <= NEAR_ONE for factor in factors)
        if sharp and all(factor.is_near(value) for factor in factors):
            return _constant(cases, value)
    return None


def varying(cases: Cases) -> Diagnosis | None:
    """A factor that is not the same in all calls, but follows a size or an argument."""
    factors = _factors(cases)
    if factors is None or len(cases) < 2 or not is_evidence(cases, _expected(cases)):
        return None
    if all(factor.is_near(factors[0].value) for factor in factors):
        return None
    for sign, form in itertools.product((1.0, -1.0), _forms(cases)):
        values = [sign * value for value in form.values]
        if all(map(_Factor.is_near, factors, values)):
            return _following(cases, form, values)
    return None


def constant(cases: Cases) -> Diagnosis | None:
    """Any other number, the same in all calls."""
    factors = _factors(cases)
    if factors is None or not is_evidence(cases, _expected(cases), free=1):
        return None
    sharpest = min(factors, key=lambda factor: factor.error)
    if sharpest.error > 0.25 * SHARP:
        return None
    value = float(f"{sharpest.value:.4g}")
    if not sharpest.is_near(value):
        value = sharpest.value
    if abs(value) < 1e-6 or abs(value - 1.0) < max(CLEAR * sharpest.error, 0.5 * SHARP):
        return None
    if not all(factor.is_near(value) for factor in factors):
        return None
    return _constant(cases, value)


def affine(cases: Cases) -> Diagnosis | None:
    """A fixed multiple and a fixed constant: moved to another range."""
    if not cases.is_finite or cases.in_place:
        return None
    right = np.concatenate([case.expected.reshape(-1) for case in cases])
    got = np.concatenate([case.got.reshape(-1) for case in cases])
    if not cases.shows(free=4) or np.ptp(right) == 0.0:
        return None
    low, high = int(np.argmin(right)), int(np.argmax(right))
    slope = float((got[high] - got[low]) / (right[high] - right[low]))
    shift = float(got[low] - slope * right[low])
    slope, shift = (_nice(value) for value in (slope, shift))
    if abs(slope) < 1e-3 or not all(
        case.close(case.got, slope * case.expected + shift, abs(slope)) for case in cases
    ):
        return None
    if all(abs(shift) <= case.tolerance * max(1.0, abs(slope)) for case in cases):
        return None  # that is a factor and nothing else
    sign = "plus" if shift > 0.0 else "minus"
    title = (
        f"{cases.noun} is {number(slope)} times what is expected {sign} {number(abs(shift))}"
        f"{cases.seen}"
    )
    hint = (
        "Usually it is moved to another range (from −1 to 1 for 0 to 1), or standardised, where "
        "that is not asked for."
    )
    return tell("affine", title, hint)


def _nice(value: float) -> float:
    """A whole number or a simple fraction, if it is one but for rounding."""
    near = round(12.0 * value) / 12.0
    return near if abs(near - value) <= 1e-4 * max(1.0, abs(value)) else value


@dataclass(frozen=True)
class _Factor:
    """By what the expected values are to be multiplied to get what came back, and how surely."""

    value: float
    error: float

    def is_near(self, value: float) -> bool:
        return abs(self.value - value) <= max(2.0 * self.error, 1e-9) * max(1.0, abs(value))


def _expected(cases: Cases) -> list[Array]:
    return [case.moves()[0] for case in cases]


def _factors(cases: Cases) -> list[_Factor] | None:
    if not cases.is_finite:
        return None
    found = []
    for case in cases:
        factor = _factor(case)
        if factor is None:
            return None
        found.append(factor)
    return found


def _factor(case: Case) -> _Factor | None:
    right, got = case.moves()
    size = float(np.abs(right).max(initial=0.0))
    if size <= CLEAR * case.tolerance or not np.abs(got).max() > case.tolerance:
        return None
    with np.errstate(all="ignore"):
        value = float(np.vdot(right / size, got) / np.vdot(right / size, right))
    if not math.isfinite(value) or not case.close(got, value * right, abs(value)):
        return None
    error = case.tolerance / size
    return _Factor(value, error) if error <= SHARP else None


@dataclass(frozen=True)
class _Form:
    """A product or quotient of quantities, with its values in the calls."""

    times: tuple[str, ...]
    over: tuple[str, ...]
    values: list[float]


def _quantities(call: Observation) -> dict[str, float]:
    """What a factor may follow; if all batches have the same number of rows, that as well."""
    if call.batches is None or call.batches[0] % call.batches[1]:
        return call.sizes
    return {"the number of rows of a batch": call.batches[1], **call.sizes}


def _forms(cases: Cases) -> Iterator[_Form]:
    """Simple ones first."""
    common = cases.common(_quantities)
    known = {
        name: values
        for name, values in list(common.items())[:MAX_QUANTITIES]
        if all(value > 0.0 for value in values) and any(value != 1.0 for value in values)
    }
    for name, values in known.items():
        yield _Form((name,), (), values)
        yield _Form((), (name,), [1.0 / value for value in values])
    for name, values in known.items():
        yield _Form((), (f"the square root of {name}",), [1.0 / math.sqrt(v) for v in values])
        yield _Form((f"the square root of {name}",), (), [math.sqrt(v) for v in values])
        yield _Form((name, name), (), [v * v for v in values])
        yield _Form((), (name, name), [1.0 / (v * v) for v in values])
        for step, after in ((-1.0, f"({name} minus 1)"), (1.0, f"({name} plus 1)")):
            if "number of" in name and all(value + step > 0.0 for value in values):
                yield _Form((name,), (after,), [v / (v + step) for v in values])
                yield _Form((after,), (name,), [(v + step) / v for v in values])
        yield _Form(("2", name), (), [2.0 * v for v in values])
        yield _Form((name,), ("2",), [0.5 * v for v in values])
        yield _Form((), ("2", name), [0.5 / v for v in values])
        yield _Form(("2",), (name,), [2.0 / v for v in values])
    for (one, first), (two, second) in itertools.combinations(known.items(), 2):
        pairs = list(zip(first, second, strict=True))
        yield _Form((one, two), (), [a * b for a, b in pairs])
        yield _Form((one,), (two,), [a / b for a, b in pairs])
        yield _Form((two,), (one,), [b / a for a, b in pairs])
        yield _Form((), (one, two), [1.0 / (a * b) for a, b in pairs])


def _following(cases: Cases, form: _Form, values: Sequence[float]) -> Diagnosis:
    steps = [f"times {name}" for name in form.times] + [f"divided by {name}" for name in form.over]
    sign = ", with the opposite sign" if values[0] < 0.0 else ""
    different = list(dict.fromkeys(number(abs(value)) for value in values))
    factors = "factor" if len(different) == 1 else "factors"
    what = f"the change of {cases.name}" if cases.in_place else cases.noun
    what = what[0].upper() + what[1:] if cases.in_place else what
    title = (
        f"{what} is exactly the expected one {listed(steps)}{sign}{cases.seen} "
        f"({factors} {listed(different)})"
    )
    hint = _meaning(form)
    if values[0] < 0.0:
        hint = f"{hint} The sign is wrong as well: look for a minus that is missing or too many."
    return tell("factor", title, hint)


def _meaning(form: _Form) -> str:
    names = (*form.times, *form.over)
    if len(form.times) == len(form.over) == 1 and all(n.startswith("the number") for n in names):
        return f"Usually something is divided by {form.over[0]} where {form.times[0]} is meant."
    counts = [name for name in names if "number of" in name]
    if len(form.times) == 1 and not form.over and counts:
        last = counts[0].removeprefix("the number of ")
        return (
            "That is what a sum gives where a mean is asked for: usually a division by "
            f"{counts[0]} is missing (sum over the {last}, or np.sum for np.mean)."
        )
    if len(form.over) == 1 and not form.times and counts:
        return (
            f"Usually there is one division by {counts[0]} too many: a mean where a sum is asked "
            "for, or a mean of something that is a mean already."
        )
    if len(names) == 1 and form.times:
        return f"Often {names[0]} is used once too often: look at each place where it enters."
    if len(names) == 1:
        return f"Often {names[0]} is left out, or is divided by: look at where it has to enter."
    if any("minus 1)" in name or "plus 1)" in name for name in names):
        return (
            f"Usually the divisor is off by one: {names[-1]} stands where {names[0]} is asked for, "
            "or the other way round (ddof in np.var and np.std, or something that is counted in "
            "or left out)."
        )
    both = " and ".join(dict.fromkeys(name for name in names if name != "2"))
    return (
        f"Usually a product or a division is missing or stands there twice: look at how {both} "
        + ("enter." if " and " in both else "enters.")
    )


def _constant(cases: Cases, value: float) -> Diagnosis:
    what = number(abs(value))
    if cases.in_place:
        title, hint = _step(cases, value)
    elif value == -1.0:
        title = f"{cases.noun} has the right size but the opposite sign{cases.seen}"
        hint = (
            "Usually a minus is missing or stands there twice, or a difference is taken the wrong "
            "way round (a − b for b − a)."
        )
    else:
        sign = ", with the opposite sign" if value < 0.0 else ""
        how = {
            2.0: "twice",
            0.5: "half of",
            255.0 / 254.0: "255/254 of",
            255.0 / 256.0: "255/256 of",
        }.get(abs(value), f"{what} times")
        title = f"{cases.noun} is {how} what is expected{sign}{cases.seen}"
        hint = _hint_of(abs(value))
    return tell("factor" if value != -1.0 else "sign", title, hint)


def _hint_of(value: float) -> str:
    for known, hint in _CONSTANTS.items():
        if value == known:
            return hint
    if value in (2.0, 0.5):
        extra = "missing" if value == 2.0 else "one too many"
        return (
            f"Usually a factor ½ is {extra}, as it comes with a squared error or the derivative of "
            "a square; or something is counted twice or only half of it."
        )
    return "Everything else is right: usually a single product or division is missing or too many."


def _step(cases: Cases, value: float) -> tuple[str, str]:
    if value == -1.0:
        return (
            f"{cases.noun} moves just as far as it should, but the opposite way{cases.seen}",
            "Usually the gradient is added where it has to be subtracted, or its sign is wrong.",
        )
    way = ", the opposite way" if value < 0.0 else ""
    how = {2.0: "twice", 0.5: "half"}.get(abs(value), f"{number(abs(value))} times")
    return (
        f"{cases.noun} moves {how} as far as it should{way}{cases.seen}",
        _hint_of_step(cases, value),
    )


def _hint_of_step(cases: Cases, value: float) -> str:
    """What can make a step so much longer or shorter, and nothing that can't."""
    size = abs(value)
    batches = [_quantities(case.call).get("the number of rows of a batch", 0.0) for case in cases]
    if size in (2.0, 0.5):
        why = "a factor 2 or ½ is one too many or missing, or the step is made twice"
    elif all(size == rows > 1.0 for rows in batches):
        why = "the gradient is summed over the rows of a batch where a mean is asked for"
    elif all(rows > 1.0 and abs(size * rows - 1.0) < 1e-9 for rows in batches):
        why = "the gradient is divided by the number of rows of a batch twice"
    else:
        why = ""
    if value < 0.0:
        sign = "Usually the gradient is added where it has to be subtracted, or its sign is wrong"
        return f"{sign}; and {why}." if why else f"{sign}; look at its size as well."
    if why:
        return f"The direction is right. Usually {why}."
    return (
        "The direction is right, so usually the gradient is right up to its size: look at each "
        "number that the step is multiplied or divided by."
    )
