"""How much of the machine the student's code may use."""

from __future__ import annotations

import sys
from dataclasses import dataclass

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

DESCRIPTORS = 64
THREADS = 64


@dataclass(frozen=True, slots=True)
class Budget:
    """What one worker may use."""

    cpu_seconds: int
    memory_bytes: int
    file_bytes: int


def available() -> bool:
    """Whether this platform has resource limits at all."""
    return resource is not None


def apply(budget: Budget, *, mapped_bytes: int, own_user: bool) -> None:
    """Limit this process.

    `mapped_bytes` is what the libraries have mapped already: the budget of memory comes on top.
    The number of threads is limited only where nobody else is counted with them, which takes a user
    of its own or a namespace of users; elsewhere memory limits them.
    """
    # SIGXCPU at the soft limit names the reason of death; SIGKILL follows if it is ignored.
    _lower("RLIMIT_CPU", budget.cpu_seconds, budget.cpu_seconds + 1)
    _lower("RLIMIT_FSIZE", budget.file_bytes)
    # One byte is too little for a core file, and tells the kernel not to call a core handler.
    _lower("RLIMIT_CORE", 1)
    _lower("RLIMIT_NOFILE", DESCRIPTORS)
    if sys.platform == "linux":
        _lower("RLIMIT_AS", mapped_bytes + budget.memory_bytes)
        if own_user:
            _lower("RLIMIT_NPROC", THREADS)
        _lower("RLIMIT_MEMLOCK", 0)
        _lower("RLIMIT_MSGQUEUE", 0)
        _lower("RLIMIT_SIGPENDING", 128)
    else:
        _lower("RLIMIT_DATA", budget.memory_bytes)


def mapped_bytes() -> int:
    """How much address space this process has mapped."""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()


def _lower(name: str, soft: int, hard: int | None = None) -> None:
    which = getattr(resource, name, None)
    if which is None:
        return
    allowed = resource.getrlimit(which)[1]
    wanted = soft if hard is None else hard
    ceiling = wanted if allowed == resource.RLIM_INFINITY else min(wanted, allowed)
    resource.setrlimit(which, (min(soft, ceiling), ceiling))
