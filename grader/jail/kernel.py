"""Calls to the Linux kernel that the standard library lacks; each raises `OSError` on failure."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import Any

# Elsewhere this module is imported too, and nothing of it used.
_libc: Any = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_GET_NO_NEW_PRIVS = 39

# What the C library has no function for; from 424 on all architectures agree about the numbers.
_NUMBERS = {
    "pidfd_send_signal": 424,
    "pidfd_open": 434,
    "mount_setattr": 442,
    "landlock_create_ruleset": 444,
    "landlock_add_rule": 445,
    "landlock_restrict_self": 446,
}


def call(name: str, *arguments: object) -> int:
    """Call a function of the C library."""
    return _checked(name, getattr(_libc, name)(*map(_argument, arguments)))


def system_call(name: str, *arguments: object) -> int:
    """Make a system call by its number."""
    return _checked(name, _libc.syscall(ctypes.c_long(_NUMBERS[name]), *map(_argument, arguments)))


def open_process(pid: int) -> int:
    """A descriptor of a process. Not by `os.pidfd_open`, which many builds of Python lack."""
    return system_call("pidfd_open", pid, 0)


def kill_process(descriptor: int) -> None:
    """End the process that a descriptor names."""
    system_call("pidfd_send_signal", descriptor, signal.SIGKILL, None, 0)


def prctl(option: int, *arguments: int) -> int:
    """Change or ask for a property of this process."""
    padded = (*arguments, 0, 0, 0, 0)[:4]
    return call("prctl", ctypes.c_int(option), *map(ctypes.c_ulong, padded))


def _argument(value: object) -> object:
    if isinstance(value, str):
        return os.fsencode(value)
    if isinstance(value, int):
        return ctypes.c_long(value)
    return value


def _checked(name: str, result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), name)
    return result
