"""Grading again on each save, until somebody stops it.

The files are looked at several times a second: a handful of them, which costs nothing, works on
every file system, and needs no library.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

from grader.errors import UsageError

LOOK_SECONDS = 0.15
# An editor may write a file in several strokes, or put a new one in the place of the old.
SETTLED_SECONDS = 0.05


class Superseded(Exception):
    """The files have changed again: what is being graded is old."""


class Watch:
    """A look at files, again and again."""

    def __init__(
        self, look: Callable[[], Hashable], sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._look = look
        self._sleep = sleep
        self._seen: Hashable = None

    def wait(self) -> None:
        """Return when the files are not what they were at the last return."""
        while True:
            now = self._glance()
            if now is not None and now != self._seen:
                self._sleep(SETTLED_SECONDS)
                if self._glance() == now:
                    self._seen = now
                    return
            else:
                self._sleep(LOOK_SECONDS)

    def interrupt(self) -> None:
        """Raise `Superseded` if they have changed since."""
        now = self._glance()
        if now is not None and now != self._seen:
            raise Superseded

    def _glance(self) -> Hashable:
        try:
            return self._look()
        except (OSError, UsageError):  # nothing there just now: it is being written
            return None
