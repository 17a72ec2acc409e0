"""Timing for the benchmarks: functions in turns, so that a noisy moment hits them all."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np


def best(*functions: Callable[[], Any], times: int = 5) -> list[float]:
    """The shortest time of each function, taken in turns."""
    seconds = [np.inf] * len(functions)
    for _ in range(times):
        for index, function in enumerate(functions):
            begin = time.perf_counter()
            function()
            seconds[index] = min(seconds[index], time.perf_counter() - begin)
    return seconds
