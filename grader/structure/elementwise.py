"""A function of the right answer, entry by entry; the wrong kind of numbers; labels."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

from grader.model import Diagnosis
from grader.structure.observe import Array, Case, Cases, is_evidence, is_whole, number, tell

_Function = Callable[[Array], Array]

_FUNCTIONS: tuple[tuple[str, _Function, str], ...] = (
    (
        "the absolute value of",
        np.abs,
        "Usually a minus is missing, or np.abs, a square or a norm is one step too many: the sign "
        "is asked for as well.",
    ),
    (
        "the square of",
        np.square,
        "Usually a square root is missing, or something is squared twice.",
    ),
    (
        "the square root of",
        lambda a: np.sqrt(np.where(a < 0.0, np.nan, a)),
        "Usually a square is missing, or a root is taken where none is asked for.",
    ),
    (
        "1 minus",
        lambda a: 1.0 - a,
        "Usually the other one of two classes is meant, or a difference is taken from 1.",
    ),
    (
        "1 divided by",
        lambda a: 1.0 / np.where(a == 0.0, np.nan, a),
        "Usually numerator and denominator are exchanged, or an exponent has the wrong sign.",
    ),
    ("the exponential of", np.exp, "Usually a logarithm is missing at the end."),
    (
        "the logarithm of",
        lambda a: np.log(np.where(a <= 0.0, np.nan, a)),
        "Usually an exponential is missing at the end, or a logarithm is one step too many.",
    ),
    (
        "minus the logarithm of",
        lambda a: -np.log(np.where(a <= 0.0, np.nan, a)),
        "Usually an exponential is missing at the end, or a logarithm is one step too many.",
    ),
    (
        "the sign of",
        np.sign,
        "Usually np.sign, or a comparison, is one step too many: the number itself is asked for.",
    ),
)


def function(cases: Cases) -> Diagnosis | None:
    """What came back is a common function of what is expected."""
    if not cases.is_finite or not cases.shows():
        return None
    for said, apply, hint in _FUNCTIONS:
        if _is(cases, apply):
            no_image = not np.isfinite(apply(np.zeros(1))).all()
            zeros = no_image and any((case.expected == 0.0).any() for case in cases)
            where = " wherever that is not 0" if zeros else ""
            title = f"{cases.noun} is exactly {said} what is expected{where}{cases.seen}"
            return tell("function", title, hint)
    return None


def signs(cases: Cases) -> Diagnosis | None:
    """Right up to the signs of single entries."""
    if not cases.is_finite or not cases.shows():
        return None
    if not all(case.close(np.abs(case.got), np.abs(case.expected)) for case in cases):
        return None
    if not any(float(np.ptp(np.abs(case.expected))) > case.tolerance for case in cases):
        return None  # of −1 and +1 nobody could have another absolute value
    title = f"{cases.noun} has the right absolute values, but wrong signs in places{cases.seen}"
    hint = (
        "Usually one part of it has the opposite sign, or signs that belong together (of two "
        "results, of a row) are chosen one by one."
    )
    return tell("sign", title, hint)


def clipped(cases: Cases) -> Diagnosis | None:
    """Negative entries have become 0, or those above 1 have become 1."""
    if not cases.is_finite:
        return None
    for said, apply, hint in (
        (
            "the entries that should be negative are 0",
            lambda a: np.maximum(a, 0.0),
            "Usually np.maximum(…, 0), a ReLU or a clip is applied where it is not asked for; or "
            "the numbers are of an unsigned type.",
        ),
        (
            "the entries that should be positive are 0",
            lambda a: np.minimum(a, 0.0),
            "Usually a np.minimum(…, 0) or a mask with the wrong sign keeps the wrong half.",
        ),
        (
            "everything is cut off at 0 and 1",
            lambda a: np.clip(a, 0.0, 1.0),
            "Usually a clip is applied where it is not asked for.",
        ),
    ):
        if _is(cases, apply):
            title = f"{cases.noun} is right, except that {said}{cases.seen}"
            return tell("clipped", title, hint)
    return None


def whole(cases: Cases) -> Diagnosis | None:
    """An array whose type is for whole numbers only, and so has lost what comes after the point."""
    if not cases.is_finite or not cases.shows():
        return None
    for case in cases:
        if case.raw is None or case.raw.dtype.kind not in "iu" or not case.raw.ndim:
            return None
        if not np.array_equal(case.got, np.trunc(case.expected)):
            return None
    kinds = sorted({str(case.raw.dtype) for case in cases if case.raw is not None})
    title = (
        f"{cases.noun} is right but cut off to whole numbers{cases.seen}: its type is "
        f"{' or '.join(kinds)}"
    )
    return tell("whole-numbers", title, _WHOLE)


def rounded(cases: Cases) -> Diagnosis | None:
    """The right numbers with too few digits."""
    if not cases.is_finite or not cases.shows():
        return None
    for said, apply in (("cut off", np.trunc), ("rounded", np.round), ("rounded down", np.floor)):
        if _is(cases, apply):
            title = f"{cases.noun} is right but {said} to whole numbers{cases.seen}"
            shares = all((case.expected >= 0.0).all() for case in cases) and all(
                (case.expected <= 1.0).all() for case in cases
            )
            return tell("whole-numbers", title, _LABEL if shares else _WHOLE)
    for digits in (1, 2, 3, 4):
        if _is(cases, functools.partial(_to_decimals, digits=digits)):
            title = f"{cases.noun} is right but rounded to {digits} decimals{cases.seen}"
            return tell("rounded", title, "Usually np.round or a format is one step too many.")
    with np.errstate(all="ignore"):
        half = all(np.array_equal(c.got, c.got.astype(np.float16)) for c in cases)
        near = all(
            (np.abs(c.got - c.expected) <= 2e-3 * np.abs(c.expected) + c.tolerance).all()
            for c in cases
        )
    if half and near:
        title = f"{cases.noun} is right to about 3 digits only, as float16 is{cases.seen}"
        hint = "Usually an array is converted to float16 on the way: use float32 or float64."
        return tell("digits", title, hint)
    return None


_WHOLE = (
    "Usually an array of whole numbers is filled with fractions (np.zeros_like of an integer "
    "array, dtype=int), or // or a rounding function stands where / is meant."
)
_LABEL = (
    "Usually a label is returned (a comparison, np.round) where a probability is asked for, or // "
    "stands where / is meant."
)


def wrapped(cases: Cases) -> Diagnosis | None:
    """Whole numbers that have run over the end of a byte."""
    if not cases.is_finite or not all(is_whole(case.got) for case in cases):
        return None
    if not all(is_whole(case.expected) for case in cases):
        return None
    if not cases.shows():
        return None
    for low, name in ((0.0, "uint8"), (-128.0, "int8")):
        if _is(cases, functools.partial(_as_byte, low=low)):
            title = f"{cases.noun} is right but for multiples of 256{cases.seen}"
            hint = f"Usually something is computed in {name}, which ends there: convert it first."
            return tell("overflow", title, hint)
    return None


def _to_decimals(array: Array, digits: int) -> Array:
    return np.asarray(np.round(array, digits))


def _as_byte(array: Array, low: float) -> Array:
    return np.asarray(np.mod(array - low, 256.0) + low)


def kind(cases: Cases) -> Diagnosis | None:
    """The right values as another kind of number: True and False, or complex."""
    arrays = [np.asarray(c.output.got) if _is_plain(c.output.got) else None for c in cases]
    kinds = {array.dtype.kind if array is not None else "" for array in arrays}
    if kinds not in ({"b"}, {"c"}):
        return None
    signed = kinds == {"b"} and any((case.expected < 0.0).any() for case in cases)
    for case, array in zip(cases, arrays, strict=True):
        assert array is not None
        real = array.real.astype(np.float64)
        if signed:
            real = 2.0 * real - 1.0
        if array.size == case.expected.size == 1:
            real = real.reshape(case.expected.shape)
        if not case.close(real, case.expected):
            return None
        if kinds == {"c"} and np.abs(array.imag).max(initial=0.0) > case.tolerance:
            return None
    if kinds == {"b"}:
        high, low = ("+1", "−1") if signed else ("1", "0")
        title = (
            f"{cases.noun} is True and False where {high} and {low} are asked for, and nothing "
            f"else is wrong{cases.seen}"
        )
        hint = f"Usually a comparison is returned: np.where(…, {high}, {low}) makes numbers of it."
    else:
        title = f"{cases.noun} has the right values as complex numbers{cases.seen}"
        hint = (
            "Usually np.linalg.eig, a root of a negative number or an FFT makes them complex; for "
            "a symmetric matrix np.linalg.eigh stays real."
        )
    return tell("dtype", title, hint)


def labels(cases: Cases) -> Diagnosis | None:
    """Whole numbers counted from 1, or classes under the other usual names."""
    if not cases.is_finite or not all(is_whole(c.expected) and is_whole(c.got) for c in cases):
        return None
    if not cases.shows():
        return None
    for by, said in ((1.0, "1 more"), (-1.0, "1 less")):
        if all(np.array_equal(case.got, case.expected + by) for case in cases):
            title = f"Every entry of {cases.name} is {said} than expected{cases.seen}"
            hint = (
                "Usually counting begins at 1 where it should begin at 0, or the other way round: "
                "classes, labels and positions in Python begin at 0."
            )
            return tell("labels", title, hint)
    right = set(np.unique(np.concatenate([case.expected.reshape(-1) for case in cases])))
    maps: list[tuple[set[float], _Function, str]] = [
        ({-1.0, 1.0}, lambda a: (a + 1.0) / 2.0, "0 and 1 where −1 and +1 are asked for"),
        ({0.0, 1.0}, lambda a: 2.0 * a - 1.0, "−1 and +1 where 0 and 1 are asked for"),
        ({0.0, 1.0}, lambda a: 1.0 - a, "0 where 1 is asked for, and 1 where 0 is"),
        ({-1.0, 1.0}, lambda a: -a, "−1 where +1 is asked for, and +1 where −1 is"),
    ]
    for names, rename, said in maps:
        if right == names and all(np.array_equal(c.got, rename(c.expected)) for c in cases):
            title = f"{cases.noun} has {said}; nothing else is wrong{cases.seen}"
            hint = (
                "The classes are told apart rightly. Usually the other convention for the names of "
                "two classes is used, or a comparison goes the wrong way."
            )
            return tell("labels", title, hint)
    return None


def nearly(cases: Cases) -> Diagnosis | None:
    """Everything is off by a little."""
    if not cases.is_finite or not cases.shows():
        return None
    worst = 0.0
    for case in cases:
        right, got = case.moves()
        size = float(np.abs(right).max())
        if case.tolerance >= 1e-3 * size:
            return None
        worst = max(worst, float(np.abs(got - right).max()) / size)
    if not worst <= 0.005:
        return None
    largest = "its largest change" if cases.in_place else "its largest entry"
    title = (
        f"{cases.noun} is nearly right: off by at most {number(max(100.0 * worst, 1e-4))} % of "
        f"{largest}{cases.seen}"
    )
    hint = (
        "Most of it is right. Often a small term (a penalty, an epsilon against a division by 0) "
        "is too large or is added where it is not asked for, an iteration stops too early, or "
        "numbers of too few digits (float16) are used on the way."
    )
    return tell("nearly", title, hint)


def _is(cases: Cases, apply: _Function) -> bool:
    """Whether what came back is that function of what is expected, and that is not the same."""
    if not _begins_like(cases[0], apply):
        return False
    differs = False
    for case in cases:
        with np.errstate(all="ignore"):
            image = apply(case.expected)
            # What the tolerance becomes under the function.
            near = [apply(case.expected + sign * case.tolerance) for sign in (-1.0, 1.0)]
            grown = [np.abs(moved - image) for moved in near]
            slack = np.nan_to_num(np.maximum(*grown), nan=0.0, posinf=0.0) + case.tolerance
            slack = np.minimum(slack, 0.02 * np.abs(image) + case.tolerance)
            # On a diagonal, or where something is masked, 0 may stay 0 though it has no image.
            nothing = (case.expected == 0.0) & (case.got == 0.0) & ~np.isfinite(image)
            if not (nothing | (np.abs(image - case.got) <= slack)).all():
                return False
            differs |= bool((np.abs(image - case.expected) > 2.0 * slack).any())
    return differs and is_evidence(cases, [case.got for case in cases])


def _begins_like(case: Case, apply: _Function) -> bool:
    """The same for a few entries, roughly: that is enough to go on to the next function."""
    right, got = case.expected.reshape(-1)[:4], case.got.reshape(-1)[:4]
    with np.errstate(all="ignore"):
        image = apply(right)
        far = np.abs(image - got) > 0.03 * np.abs(image) + case.tolerance
    return not far.any()


def _is_plain(value: object) -> bool:
    if isinstance(value, np.ndarray | np.generic | bool | complex):
        return True
    return isinstance(value, list) and all(type(part) in (bool, complex) for part in value)
