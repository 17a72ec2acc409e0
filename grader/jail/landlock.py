"""File access rules by Landlock: what is not listed can't be opened, for reading or for writing.

The rules are written once, before any worker is forked; a worker only puts them into force, which
takes a tenth of a millisecond. Where the kernel has them, rules against TCP and against signals and
abstract sockets beyond the jail are added.

Landlock does not cover metadata (stat, chmod, utime): the system call filter refuses what changes
it, and only a private root hides it.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable

from . import kernel
from .paths import DEVICES, Readable

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_REFER, _TRUNCATE = 1 << 13, 1 << 14

_READ = _READ_FILE | _READ_DIR
_WRITE = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG
_OF_A_FILE = _READ_FILE | _WRITE_FILE | _TRUNCATE

_QUERY_VERSION = 1
_RULE_PATH_BENEATH = 1


class _Ruleset(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def version() -> int:
    """The version of Landlock that the kernel has."""
    try:
        return kernel.system_call("landlock_create_ruleset", None, 0, _QUERY_VERSION)
    except OSError as error:
        raise OSError(error.errno, f"the kernel has no Landlock ({error.strerror})") from None


def write_rules(readable: Iterable[Readable], writable: str) -> int:
    """A set of rules, as a descriptor for `restrict`."""
    abi = version()
    # Every right on files that this version knows is refused unless a rule gives it.
    known = [(1 << 13) - 1, _REFER, _TRUNCATE, 0, 1 << 15][: min(abi, 5)]
    handled = sum(known)
    fields = _Ruleset(handled, 0b11 if abi >= 4 else 0, 0b11 if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    rules = kernel.system_call("landlock_create_ruleset", ctypes.byref(fields), size, 0)
    for item in readable:
        for path in item.parts():
            _allow(rules, path, _READ)
        if item.hidden:
            _allow(rules, item.path, _READ_DIR)  # to import from it, Python lists it
    for path in DEVICES:
        _allow(rules, path, _READ_FILE | _WRITE_FILE)
    _allow(rules, writable, (_WRITE | _REFER | _TRUNCATE) & handled)
    return rules


def restrict(rules: int) -> None:
    """Put the rules into force for this process, for good."""
    kernel.system_call("landlock_restrict_self", rules, 0)


def _allow(rules: int, path: str, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            access &= _OF_A_FILE
        rule = _PathBeneath(access, descriptor)
        beneath = ctypes.byref(rule)
        kernel.system_call("landlock_add_rule", rules, _RULE_PATH_BENEATH, beneath, 0)
    finally:
        os.close(descriptor)
