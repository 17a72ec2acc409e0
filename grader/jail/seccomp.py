"""The system call filter: an allow-list, as a program of the kernel's classic packet filter.

    another architecture's entry      the process is killed
    allowed                           allowed, some by their arguments only
    known, and not allowed            EPERM
    unknown (newer than this list)    ENOSYS, so that the C library falls back to what it knew
    clone3, openat2                   ENOSYS too: their arguments can't be seen from here

The filter is a plain chain of comparisons: the kernel remembers which calls are always allowed and
does not run it for those. It is assembled once; a worker only fills in its own process id.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from . import kernel, syscalls

_AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_LOAD, _AND, _EQUAL, _ABOVE, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x25, 0x45, 0x06
_NUMBER, _ARCHITECTURE = 0, 4
_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_SECCOMP_MODE_FILTER = 2

_CLONE_THREAD = 0x10F00  # VM, FS, FILES, SIGHAND, THREAD: all that a thread shares
# SYSVSEM, SETTLS, PARENT_SETTID, CHILD_CLEARTID, CHILD_SETTID, and one that means nothing any more
_CLONE_MORE = 0x40000 | 0x80000 | 0x100000 | 0x200000 | 0x1000000 | 0x400000
_O_ASYNC, _O_TRUNC, _O_WRITE = 0o20000, 0o1000, 0o3
_MSG_OOB, _MSG_UNUSUAL = 0x1, 0xFFFFFFFF ^ (0x40 | 0x4000)  # all but DONTWAIT, NOSIGNAL
_LAST_CLOCK = 11  # beyond are the clocks of other processes
_F_SETFL = 4
_FCNTL = (0, 1, 2, 3, 1030)  # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC
_LOCKS = (5, 6, 7)  # F_GETLK, F_SETLK, F_SETLKW
_FUTEX_PRIVATE = 128
# NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED, FREE, DONTFORK, DOFORK, HUGEPAGE, NOHUGEPAGE,
# DONTDUMP, DODUMP, WIPEONFORK, KEEPONFORK, GUARD_INSTALL, GUARD_REMOVE
_ADVICE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 102, 103)
# TCGETS, TIOCGWINSZ (is it a terminal?), FIONREAD, FIONBIO (a socket's time-out), FIO(N)CLEX
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5451, 0x5450)
_PRCTL = (15, 16, 39, 0x53564D41)  # PR_SET_NAME, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, PR_SET_VMA

_FORM, _VALUE = struct.Struct("=HBBI"), 4  # an instruction, and where in it the value lies
_OWN_PID: Final = 0x7FFFFFFE  # stands in the program where each worker's own process id goes


class Instruction(NamedTuple):
    """One instruction of the filter: jumps are relative, if true and if false."""

    code: int
    yes: int
    no: int
    value: int


def assemble(machine: str) -> list[Instruction]:
    """The filter for an architecture; `OSError` where there is none."""
    if machine not in syscalls.MACHINES:
        raise OSError(f"there is no system call filter for {machine}")
    return list(_program(machine))


class Encoded(NamedTuple):
    """A filter as the kernel reads it, and where in it the process id goes.

    Made before any worker is forked: making it would cost that more than putting it into force.
    """

    code: ctypes.Array[ctypes.c_char]
    pointer: ctypes.Array[ctypes.c_char]
    places: tuple[int, ...]


def encode(program: list[Instruction]) -> Encoded:
    """A filter in the kernel's form: worked out once, because every worker needs it."""
    places = [place for place, it in enumerate(program) if it.value == _OWN_PID]
    text = b"".join(_FORM.pack(*instruction) for instruction in program)
    code = ctypes.create_string_buffer(text, len(text))
    pointer = struct.pack("@HP", len(program), ctypes.addressof(code))
    places_in_code = tuple(_FORM.size * place + _VALUE for place in places)
    return Encoded(code, ctypes.create_string_buffer(pointer, len(pointer)), places_in_code)


def install(filter: Encoded) -> None:
    """Put the filter into force for this process, for good."""
    for place in filter.places:
        struct.pack_into("=I", filter.code, place, os.getpid())
    kernel.prctl(kernel.PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.addressof(filter.pointer))


def _program(machine: str) -> Iterator[Instruction]:
    yield Instruction(_LOAD, 0, 0, _ARCHITECTURE)
    yield from _if(_EQUAL, _AUDIT[machine], [], otherwise=_KILL)
    yield Instruction(_LOAD, 0, 0, _NUMBER)
    for number in syscalls.allowed(machine):
        yield from _if(_EQUAL, number, [_return(_ALLOW)])
    for name, number in syscalls.special(machine).items():
        yield from _if(_EQUAL, number, list(_closer_look(name)))
    yield from _if(_ABOVE, syscalls.LAST_KNOWN, [_return(_error(errno.ENOSYS))])
    yield _return(_error(errno.EPERM))


def _closer_look(name: str) -> Iterator[Instruction]:
    """What decides about one call; always ends in a return."""
    refusal = errno.EPERM
    match name:
        case "clone":  # threads, not processes; and nothing that a thread does not need
            yield _argument(0)
            unusual = 0xFFFFFFFF ^ (_CLONE_THREAD | _CLONE_MORE)
            yield from _if(_ANY_BIT, unusual, [_return(_error(errno.EPERM))])
            yield Instruction(_AND, 0, 0, _CLONE_THREAD)
            yield from _if(_EQUAL, _CLONE_THREAD, [_return(_ALLOW)])
        case "open" | "openat":
            # Landlock takes opening for reading for harmless, and before its third version does
            # not see that a file can be emptied by it.
            yield _argument(1 if name == "open" else 2)
            yield from _if(_ANY_BIT, _O_WRITE, [_return(_ALLOW)])
            yield from _if(_ANY_BIT, _O_TRUNC, [_return(_error(errno.EPERM))])
            yield _return(_ALLOW)
        case "sendto" | "recvfrom":  # its channel; no address can be given to a pair of sockets
            yield _argument(3)
            unusual = _MSG_UNUSUAL if name == "sendto" else _MSG_OOB
            yield from _if(_ANY_BIT, unusual, [_return(_error(errno.EPERM))])
            yield _return(_ALLOW)
        case "clock_gettime" | "clock_getres" | "clock_nanosleep":
            yield _argument(0)
            yield from _if(_ABOVE, _LAST_CLOCK, [_return(_error(errno.EINVAL))])
            yield _return(_ALLOW)
        case "getpgid" | "getsid" | "sched_getaffinity":  # about itself
            yield _argument(0)
            yield from _any_of((0, _OWN_PID))
        case "clone3" | "openat2":
            refusal = errno.ENOSYS
        case "kill" | "tgkill":  # itself
            yield _argument(0)
            yield from _if(_EQUAL, _OWN_PID, [_return(_ALLOW)])
        case "fcntl":  # no signals to others by way of an asynchronous descriptor
            yield _argument(1)
            yield from _any_of(_FCNTL)
            # A lock on a file that others can open, too, would be seen by them. What honest code
            # locks is its own, and nobody else's: it is told that it has the lock.
            yield from _any_of(_LOCKS, _error(0))
            yield from _if(_EQUAL, _F_SETFL, [], otherwise=_error(errno.EPERM))
            yield _argument(2)
            yield from _if(_ANY_BIT, _O_ASYNC, [_return(_error(errno.EPERM))])
            yield _return(_ALLOW)
        case "futex":
            # Others who map the same file could be woken, and could wake. The C library waits like
            # that for the end of a thread, and looks again when it is told to.
            yield _argument(1)
            yield from _if(_ANY_BIT, _FUTEX_PRIVATE, [_return(_ALLOW)])
            refusal = errno.EAGAIN
        case "madvise":  # nothing that takes a page of a library out of memory, for others to see
            yield _argument(2)
            yield from _any_of(_ADVICE)
            refusal = errno.EINVAL
        case "ioctl":
            yield _argument(1)
            yield from _any_of(_IOCTL)
            refusal = errno.ENOTTY
        case "prctl":
            yield _argument(0)
            yield from _any_of(_PRCTL)
        case "prlimit64":  # ask for one's own limits, set none
            yield _argument(0)
            yield from _if(_EQUAL, 0, [], otherwise=_error(errno.EPERM))
            for half in (0, 4):
                yield _argument(2, half)
                yield from _if(_EQUAL, 0, [], otherwise=_error(errno.EPERM))
            yield _return(_ALLOW)
        case "readlink" | "readlinkat":  # there are no links in a submission
            refusal = errno.EINVAL
        case name if name.endswith("xattr"):  # a file system without them: copying is used to that
            refusal = errno.EOPNOTSUPP
        case "tkill":  # names no process, so it can't be told whose thread is meant
            pass
        case _:  # what is only said to be done
            refusal = 0
    yield _return(_error(refusal))


def _any_of(values: tuple[int, ...], action: int = _ALLOW) -> Iterator[Instruction]:
    for value in values:
        yield from _if(_EQUAL, value, [_return(action)])


def _if(
    test: int, value: int, then: list[Instruction], otherwise: int | None = None
) -> list[Instruction]:
    """Do `then` if the test holds; if not, go on behind it, or return `otherwise`."""
    if otherwise is not None:
        return [Instruction(test, 1, 0, value), _return(otherwise), *then]
    return [Instruction(test, 0, len(then), value), *then]


def _argument(index: int, half: int = 0) -> Instruction:
    # The low half unless told otherwise: all that the kernel looks at of an int.
    return Instruction(_LOAD, 0, 0, 16 + 8 * index + half)


def _return(action: int) -> Instruction:
    return Instruction(_RETURN, 0, 0, action)


def _error(code: int) -> int:
    return 0x00050000 | code
