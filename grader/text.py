"""Small helpers for words that a person reads."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, if any is close."""
    by_lower = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None


def plural(count: float, noun: str) -> str:
    """`1 point`, `2 points`, `2.5 points`."""
    return f"{count:g} {noun}" if count == 1 else f"{count:g} {noun}s"
