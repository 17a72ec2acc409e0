"""Addition: the warm-up."""

from __future__ import annotations

from typing import Any


def add(x: Any, y: Any) -> Any:
    """Return `x + y`, for numbers and for arrays."""
    return x + y
