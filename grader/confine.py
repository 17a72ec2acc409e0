"""The walls around a worker, put up from inside before the student's code is let in.

`apply` runs in the freshly forked (or spawned) worker, while only our code is in it, and returns
the names of the mechanisms that now hold. A mechanism that the machine should have but that fails
raises: the worker is then never given a submission (fail closed).

`MECHANISMS` names every wall there is to put up, the ones that no step of `apply` builds yet
included: a report lists as missing whatever did not hold, so it never claims more than was done.

Imports nothing of ours, because the student's process loads it too.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Final

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

PROCESS: Final = "separate process"
ENVIRONMENT: Final = "clean environment"
GROUP: Final = "own process group"
LIMITS: Final = "resource limits"
PARENT_DEATH: Final = "dies with its parent"
NO_NEW_PRIVILEGES: Final = "no new privileges"
FILES: Final = "file access rules"
SYSTEM_CALLS: Final = "system call filter"
NAMESPACES: Final = "namespaces"

MECHANISMS: Final = (
    *(PROCESS, ENVIRONMENT, GROUP, LIMITS, PARENT_DEATH, NO_NEW_PRIVILEGES),
    *(FILES, SYSTEM_CALLS, NAMESPACES),
)

_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38


def apply(*, cpu_seconds: int, memory_bytes: int, file_bytes: int) -> list[str]:
    """Confine this process; returns what holds from now on."""
    holds = [PROCESS, ENVIRONMENT]
    if hasattr(os, "setsid"):
        if os.getpid() != os.getsid(0):
            os.setsid()
        holds.append(GROUP)
    if resource is not None:
        _limit_resources(cpu_seconds, memory_bytes, file_bytes)
        holds.append(LIMITS)
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        _prctl(libc, _PR_SET_PDEATHSIG, signal.SIGKILL)
        holds.append(PARENT_DEATH)
        _prctl(libc, _PR_SET_NO_NEW_PRIVS, 1)
        holds.append(NO_NEW_PRIVILEGES)
    return holds


def _limit_resources(cpu_seconds: int, memory_bytes: int, file_bytes: int) -> None:
    # SIGXCPU at the soft limit names the reason of death; SIGKILL follows if it is ignored.
    _lower(resource.RLIMIT_CPU, cpu_seconds, cpu_seconds + 1)
    _lower(resource.RLIMIT_FSIZE, file_bytes)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, 64)
    if sys.platform == "linux":
        # The budget is what the student may add to what the libraries have mapped already.
        with open("/proc/self/statm") as statm:
            mapped = int(statm.read().split()[0]) * resource.getpagesize()
        _lower(resource.RLIMIT_AS, mapped + memory_bytes)
    elif hasattr(resource, "RLIMIT_DATA"):
        _lower(resource.RLIMIT_DATA, memory_bytes)


def _lower(which: int, soft: int, hard: int | None = None) -> None:
    allowed = resource.getrlimit(which)[1]
    wanted = soft if hard is None else hard
    ceiling = wanted if allowed == resource.RLIM_INFINITY else min(wanted, allowed)
    resource.setrlimit(which, (min(soft, ceiling), ceiling))


def _prctl(libc: ctypes.CDLL, option: int, value: int) -> None:
    if libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option})")
