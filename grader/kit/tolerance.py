"""How far a correct answer may be from the expected one: derived, not guessed.

A solution may compute in single precision, in any order. Its error then comes from two sources:

- rounding of the inputs, carried on by the function: measured by evaluating the reference on
  inputs that are changed by one unit of single precision at random (this is the conditioning of
  the problem at this very input, whatever the function is);
- rounding of the intermediate results: a few units of the largest quantity involved.

The sum of both, times a safety factor for long sums, is the tolerance. For well-scaled inputs it
is near 1e-5: far above the noise of float32, far below any mistake worth a point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.errors import AssignmentError

SINGLE = float(np.finfo(np.float32).eps)
SAFETY = 64.0
DRAWS = 4
# Above this share of the answer a tolerance would hide mistakes: the case is badly chosen.
COARSE = 0.02

Array = np.ndarray[Any, Any]


def derive(
    function: Callable[..., Sequence[Any]], args: Sequence[Any], expected: Sequence[Any]
) -> list[float]:
    """One absolute tolerance for each of the expected values of `function(*args)`."""
    spread = [0.0] * len(expected)
    rng = np.random.default_rng(0)
    for _ in range(DRAWS):
        shaken = function(*(_shake(argument, rng) for argument in args))
        for index, (old, new) in enumerate(zip(expected, shaken, strict=True)):
            spread[index] = max(spread[index], _distance(old, new))
    return [
        SAFETY * noise + rounding(value, *args)
        for noise, value in zip(spread, expected, strict=True)
    ]


def rounding(*values: Any) -> float:
    """What rounding in single precision may do to a result among quantities of this size."""
    return SAFETY * SINGLE * max(map(_magnitude, values), default=0.0)


def ensure_sharp(tolerance: float, size: float, what: str) -> None:
    """Refuse a case in which a wrong answer could hide inside the tolerance."""
    if tolerance > COARSE * size:
        raise AssignmentError(
            f"{what}: the tolerance {tolerance:.2g} is too coarse for an answer of size {size:.2g}"
        )


def _shake(argument: Any, rng: np.random.Generator) -> Any:
    if isinstance(argument, np.ndarray) and argument.dtype.kind == "f":
        signs = rng.choice([-1.0, 1.0], size=argument.shape)
        return argument.astype(np.float64) * (1.0 + SINGLE * signs)
    return argument


def _distance(old: Any, new: Any) -> float:
    with np.errstate(invalid="ignore"):
        difference = np.abs(np.asarray(old, dtype=np.float64) - np.asarray(new, dtype=np.float64))
    finite = difference[np.isfinite(difference)]
    return float(finite.max()) if finite.size else 0.0


def _magnitude(value: Any) -> float:
    if not isinstance(value, np.ndarray | np.generic | float):
        return 0.0
    array = np.asarray(value)
    if array.dtype.kind != "f" or not array.size:
        return 0.0
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max()) if finite.size else 0.0
