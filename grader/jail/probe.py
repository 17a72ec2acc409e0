"""Measuring the walls instead of assuming them: a confined worker tries what must fail.

Runs in every worker, after it has confined itself and before the student's code is let in.
"""

from __future__ import annotations

import ctypes
import os
import socket
from collections.abc import Callable, Collection

from . import kernel
from .mechanisms import FILES, NAMESPACES, NO_NEW_PRIVILEGES, SYSTEM_CALLS, UNPRIVILEGED

_WORD = ctypes.create_string_buffer(8)  # made beforehand, as in privileges.py
_VECTOR = (ctypes.c_void_p * 2)(ctypes.addressof(_WORD), len(_WORD))


class Leak(Exception):
    """A wall that should stand does not; the text says which."""


def verify(holds: Collection[str], *, secret: str, bait: str, outside: str) -> None:
    """Raise `Leak` if anything can be done that these mechanisms should prevent.

    `secret` is a file that must not be readable, `bait` one that must not be touched (and that may
    be, because it is empty), `outside` a folder that must not be writable.
    """
    if FILES in holds or NAMESPACES in holds:
        _must_fail("read a file of the grader", lambda: _open(secret, os.O_RDONLY))
        _must_fail("list the processes", lambda: os.listdir("/proc"))
        new = os.path.join(outside, "probe")
        _must_fail("write outside of the scratch folder", lambda: _open(new, os.O_CREAT))
    if SYSTEM_CALLS in holds and (FILES in holds or NAMESPACES in holds):
        _must_fail("truncate a file", lambda: os.truncate(bait, 0))
        _must_fail("empty a file", lambda: _open(bait, os.O_RDONLY | os.O_TRUNC))
    if SYSTEM_CALLS in holds:
        _must_fail("open a socket", lambda: socket.socket().close())
        _must_fail("start a process", _fork)
        _must_fail("signal another process", lambda: os.kill(os.getppid() or -1, 0))
        _must_fail("read another process's memory", _read_memory)
    if NO_NEW_PRIVILEGES in holds and kernel.prctl(kernel.PR_GET_NO_NEW_PRIVS) != 1:
        raise Leak("new privileges can be gained")
    if UNPRIVILEGED in holds and 0 in os.getresuid():
        raise Leak("the worker is still root")


def _must_fail(what: str, action: Callable[[], object]) -> None:
    try:
        action()
    except OSError:
        return
    raise Leak(f"a confined worker could {what}")


def _open(path: str, flags: int) -> None:
    os.close(os.open(path, flags))


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


def _read_memory() -> None:
    both = ctypes.byref(_VECTOR), 1
    kernel.call("process_vm_readv", os.getppid(), *both, *both, 0)
