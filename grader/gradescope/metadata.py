"""What Gradescope tells about a submission. Nothing of it decides anything: it is for the staff.

The file may be missing, malformed, or of another form some day: that is no reason not to grade.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.text import plural, printable

_MAX_BYTES = 64 << 20  # the results of earlier submissions are in it
_MAX_NAMES = 20
_MAX_NAME = 100


@dataclass(frozen=True, slots=True)
class Metadata:
    """Who handed in, how often before, and how many points the assignment has there."""

    names: tuple[str, ...] = ()
    previous: int = 0
    total_points: float | None = None

    def lines(self, points: float) -> Iterator[str]:
        """Lines for the staff; `points` is what this upload gives."""
        if self.names:
            yield f"handed in by {', '.join(self.names)}"
        if self.previous:
            yield f"after {plural(self.previous, 'earlier submission')}"
        if self.total_points is not None and self.total_points < points:
            yield (
                f"WARNING: this upload gives {points:g} points, the assignment on Gradescope has "
                f"{self.total_points:g}: build it again with --points {self.total_points:g}"
            )


def read_metadata(path: Path) -> Metadata:
    """What can be read of the file; nothing if it can't."""
    with suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
        return _metadata(json.loads(file.read(_MAX_BYTES)))
    return Metadata()


def _metadata(data: Any) -> Metadata:
    users = _list(_get(data, "users"))
    names = [_get(user, "name") or _get(user, "email") for user in users[:_MAX_NAMES]]
    total = None
    with suppress(TypeError, ValueError, OverflowError):
        total = float(_get(_get(data, "assignment"), "total_points"))
    return Metadata(
        names=tuple(
            printable(name.replace("\n", " "))[:_MAX_NAME] for name in names if _is_text(name)
        ),
        previous=len(_list(_get(data, "previous_submissions"))),
        total_points=total if total is not None and 0 < total < 1e9 else None,
    )


def _get(data: Any, key: str) -> Any:
    return data.get(key) if isinstance(data, dict) else None


def _list(data: Any) -> list[Any]:
    return data if isinstance(data, list) else []


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
