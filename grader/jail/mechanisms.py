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


def level_of(holds: Collection[str]) -> Literal["none", "limited", "strict"]:
    """The level that these mechanisms make together."""
    if LIMITS not in holds:
        return "none"
    files_guarded = FILES in holds or NAMESPACES in holds
    if files_guarded and {GROUP, PARENT_DEATH, NO_NEW_PRIVILEGES, SYSTEM_CALLS} <= set(holds):
        return "strict"
    return "limited"
