"""The walls around the student's code. `Jail` puts them up; each module builds one of them.

Loaded by file in the student's process (see worker.py), so nothing here imports anything of ours
but its own siblings.
"""

from .mechanisms import (
    ENVIRONMENT,
    FILES,
    GROUP,
    LIMITS,
    MECHANISMS,
    NAMESPACES,
    NO_NEW_PRIVILEGES,
    PARENT_DEATH,
    PROCESS,
    SYSTEM_CALLS,
    UNPRIVILEGED,
    lacking,
    level_of,
)

__all__ = [
    "ENVIRONMENT",
    "FILES",
    "GROUP",
    "LIMITS",
    "MECHANISMS",
    "NAMESPACES",
    "NO_NEW_PRIVILEGES",
    "PARENT_DEATH",
    "PROCESS",
    "SYSTEM_CALLS",
    "UNPRIVILEGED",
    "lacking",
    "level_of",
]
