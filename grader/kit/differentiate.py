"""Numerical differentiation that knows how wrong it may be.

Central differences with two steps, h and h/2, combined by Richardson's extrapolation: the error
of the result is of order h⁴, and the difference between it and the better of the two plain
differences bounds that error generously. Rounding adds eps·|f|/h, which is added to the estimate.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_DOUBLE = float(np.finfo(np.float64).eps)
_STEP = _DOUBLE ** (1 / 5)


def gradient(function: Callable[[Array], float], at: Array) -> tuple[Array, Array]:
    """The gradient of a scalar function at a point, and a bound for the error of each entry."""
    point = np.asarray(at, dtype=np.float64)
    result = np.empty_like(point)
    error = np.empty_like(point)
    for index in np.ndindex(point.shape):
        h = _STEP * max(1.0, abs(float(point[index])))
        wide, size = _central(function, point, index, h)
        narrow, _ = _central(function, point, index, h / 2)
        best = (4.0 * narrow - wide) / 3.0
        result[index] = best
        error[index] = abs(best - narrow) + 8.0 * _DOUBLE * size / h
    return result, error


def _central(
    function: Callable[[Array], float], point: Array, index: tuple[int, ...], h: float
) -> tuple[float, float]:
    """The central difference, and the size of the values that it subtracts."""
    shifted = point.copy()
    shifted[index] = point[index] + h
    above = function(shifted)
    shifted[index] = point[index] - h
    below = function(shifted)
    return (above - below) / (2.0 * h), max(abs(above), abs(below))
