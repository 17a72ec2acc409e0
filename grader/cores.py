"""Which cores of the machine the grader and its workers use.

The grader and a worker take turns: while one computes, the other waits. On two cores each message
wakes up a core that has gone to sleep, and what it brings lies in the caches of the other one. On
one core both are spared. But that core may be busy with other things, as with a second grader: so
a worker that computes for long is let go, and runs wherever there is room.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterator

from grader.jail import kernel

_own = threading.local()


def mine() -> list[int]:
    """The cores that this thread may use, and so whatever it starts; empty if nobody knows."""
    with contextlib.suppress(OSError, AttributeError):  # there are none to choose from on macOS
        return sorted(os.sched_getaffinity(0))
    return []


@contextlib.contextmanager
def one() -> Iterator[None]:
    """Stay on the core where this thread happens to be, together with whatever it starts."""
    _own.all = before = mine()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # not every C library can tell
            os.sched_setaffinity(0, [kernel.call("sched_getcpu")])
    try:
        yield
    finally:
        _own.all = []
        if before:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(0, before)


def let_go(process: int) -> None:
    """Let a process that was started meanwhile use all the cores that this thread had before."""
    if allowed := getattr(_own, "all", []):
        with contextlib.suppress(OSError):  # it has ended
            os.sched_setaffinity(process, allowed)
