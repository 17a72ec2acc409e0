"""The names of the walls, and which of them make which level.

strict    A system call filter, limits, and files guarded by Landlock or by a private root: the
          student's code can compute, read its own folder, and nothing else. Namespaces besides
          are a second wall behind each of those, and hide what `stat` would tell.
limited   Limits on time, memory, files and output, in a process of its own. Against mistakes, not
          against malice.
none      A process of its own with a clock on it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

PROCESS: Final = "separate process"
ENVIRONMENT: Final = "clean environment"
GROUP: Final = "own process group"
LIMITS: Final = "resource limits"
PARENT_DEATH: Final = "dies with its parent"
UNPRIVILEGED: Final = "unprivileged user"
NO_NEW_PRIVILEGES: Final = "no new privileges"
FILES: Final = "file access rules"
SYSTEM_CALLS: Final = "system call filter"
NAMESPACES: Final = "namespaces"

MECHANISMS: Final = (
    *(PROCESS, ENVIRONMENT, GROUP, LIMITS, PARENT_DEATH, UNPRIVILEGED, NO_NEW_PRIVILEGES),
    *(FILES, SYSTEM_CALLS, NAMESPACES),
)


# What a level takes; of several in one place, any.
_NEEDS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "limited": ((LIMITS,),),
    "strict": (
        *((LIMITS,), (GROUP,), (PARENT_DEATH,), (NO_NEW_PRIVILEGES,), (SYSTEM_CALLS,)),
        (FILES, NAMESPACES),
    ),
}


def level_of(holds: Collection[str]) -> Literal["none", "limited", "strict"]:
    """The level that these mechanisms make together."""
    if lacking(holds, "limited"):
        return "none"
    return "limited" if lacking(holds, "strict") else "strict"


def lacking(holds: Collection[str], level: str) -> list[str]:
    """What keeps these mechanisms from making that level: each of these would have to be there."""
    needed = _NEEDS.get(level, ())
    return [" or ".join(some) for some in needed if not any(name in holds for name in some)]
