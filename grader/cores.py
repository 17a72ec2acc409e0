"""Which cores of the machine the grader and its workers use.

The grader and a worker take turns: while one computes, the other waits. On two cores each message
wakes up a core that has gone to sleep, and what it brings lies in the caches of the other one. On
one core both are spared. That core must be nobody else's, such as a second grader's: it is chosen
anew, by the kernel, with each worker. And a worker that computes for long is let go, and runs
wherever there is room.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator

from grader.jail import kernel

# Who wakes up is put on a core that has nothing to do, if there is one: that takes having slept.
NAP_SECONDS = 5e-5

_own = threading.local()


def mine() -> list[int]:
    """The cores that this thread may use, and so whatever it starts; empty if nobody knows."""
    with contextlib.suppress(OSError, AttributeError):  # there are none to choose from on macOS
        return sorted(os.sched_getaffinity(0))
    return []


def all_of_mine() -> list[int]:
    """The same, as if it had not settled on one of them."""
    return getattr(_own, "all", []) or mine()


@contextlib.contextmanager
def one() -> Iterator[None]:
    """Whoever settles on a core here has all of them again afterwards."""
    before = getattr(_own, "all", [])
    allowed = before or mine()
    try:
        _own.all = allowed
        yield
    finally:
        _settle_on(allowed)
        _own.all = before


def settle() -> list[int]:
    """Stay on a core that has room, together with whatever is started there; returns which."""
    allowed = getattr(_own, "all", [])
    if len(allowed) > 1 and sys.platform == "linux":
        _settle_on(allowed)
        time.sleep(NAP_SECONDS)
        with contextlib.suppress(OSError, AttributeError):  # not every C library can tell
            _settle_on([kernel.call("sched_getcpu")])
    return mine()


def put(process: int, cores: list[int]) -> bool:
    """Let a process use those cores; whether it may be told."""
    try:
        os.sched_setaffinity(process, cores)
    except (OSError, AttributeError):  # it has ended, or is another user's
        return False
    return True


def _settle_on(cores: list[int]) -> None:
    if cores:
        with contextlib.suppress(OSError, AttributeError):
            os.sched_setaffinity(0, cores)
