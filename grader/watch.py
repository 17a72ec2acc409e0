"""Grading again on each save, until somebody stops it.

The files are looked at several times a second: a handful of them, which costs nothing, works on
every file system, and needs no library.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Hashable
from typing import TypeVar

from grader.errors import UsageError

LOOK_SECONDS = 0.15
# An editor may write a file in several strokes, or put a new one in the place of the old.
SETTLED_SECONDS = 0.05

Result = TypeVar("Result")


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

    def unless_changed(self, work: Callable[[], Result]) -> Result | None:
        """What the work gives; None if the files change meanwhile, and then at once.

        Only what Ctrl-C does reaches code that waits for a loop of the student's: a second thread
        looks at the files, and does that.
        """
        over, changed = threading.Event(), threading.Event()
        looker = threading.Thread(
            target=self._interrupt, args=(threading.get_ident(), over, changed), daemon=True
        )
        looker.start()
        try:
            try:
                return work()
            finally:
                over.set()
                looker.join()
        except KeyboardInterrupt:
            if changed.is_set():
                return None
            raise

    def _interrupt(self, who: int, over: threading.Event, changed: threading.Event) -> None:
        while not over.wait(LOOK_SECONDS):
            now = self._glance()
            if now is not None and now != self._seen:
                changed.set()
                if hasattr(signal, "pthread_kill"):
                    signal.pthread_kill(who, signal.SIGINT)
                else:
                    signal.raise_signal(signal.SIGINT)
                return

    def _glance(self) -> Hashable:
        try:
            return self._look()
        except (OSError, UsageError):  # nothing there just now: it is being written
            return None
