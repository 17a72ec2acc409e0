"""Giving up every privilege: capabilities, groups, and the user id if it is root's."""

from __future__ import annotations

import ctypes
import os

from . import kernel

_CAPABILITY_VERSION = 0x20080522
_LAST_CAPABILITY = 63  # more than any kernel has; the others are refused as invalid
# Made beforehand: in a worker that was just forked each new type costs copies of many pages.
_THIS_PROCESS = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
_NO_CAPABILITY = (ctypes.c_uint32 * 6)()


def is_root() -> bool:
    """Whether there is a user id to give up."""
    return os.geteuid() == 0


def bound() -> None:
    """See to it that no program that is started from here on gains a capability.

    Those that this process has, it keeps. Done once, in the zygote: it takes many calls.
    """
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            kernel.prctl(kernel.PR_CAPBSET_DROP, capability)
        except OSError:  # no such capability, or no right to touch the bounding set
            break


def drop(uid: int | None) -> None:
    """Become that user, if one is given, and keep no capability."""
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    kernel.call("capset", ctypes.byref(_THIS_PROCESS), ctypes.byref(_NO_CAPABILITY))
