"""A world of its own: user, mount, process, network, IPC, host name and clock namespaces.

Entered once, by the zygote, before any worker is forked:

    this process     unshares the namespaces and stays behind as the keeper: it waits for its only
                     child and ends as that did; when it is killed, so is the child
    its child        is process 1 of the new world, lives in a root that holds nothing but what may
                     be read, and goes on as the zygote

As process 1 the zygote can't be killed from inside, can kill everything inside at once, and takes
everything with it when it ends. The new root is read-only. What a worker may write to is a small
file system in memory, mounted for it and thrown away behind it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import stat
import time
from collections.abc import Callable, Iterable, Iterator

from . import kernel
from .paths import Readable

_NEW_USER, _NEW_MOUNT, _NEW_PID = 0x10000000, 0x00020000, 0x20000000
_NEW_NET, _NEW_IPC, _NEW_UTS, _NEW_TIME = 0x40000000, 0x08000000, 0x04000000, 0x00000080
_ALL = _NEW_USER | _NEW_MOUNT | _NEW_PID | _NEW_NET | _NEW_IPC | _NEW_UTS

_NOSUID, _NODEV, _NOEXEC = 0x2, 0x4, 0x8
_BIND, _RECURSIVE, _PRIVATE = 0x1000, 0x4000, 0x40000
_DETACH = 2
_AT_FDCWD, _AT_RECURSIVE = -100, 0x8000
_ATTR_RDONLY, _ATTR_NOSUID = 0x1, 0x2

_MAX_LINKS = 40


class _Attributes(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "user_namespace")
    )


def enter(build: Callable[[], None]) -> None:
    """Go on as process 1 of a new world, after `build` has been called in it."""
    _unshare()
    child = os.fork()
    if child:
        _keep(child)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    build()


def _unshare() -> None:
    """Enter the namespaces, with the user ids meaning what they mean outside."""
    uid, gid = os.geteuid(), os.getegid()
    with _mapping_helper() if uid == 0 else contextlib.nullcontext():
        kernel.call("unshare", _ALL)
    if uid != 0:
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid} {uid} 1")
        _write("/proc/self/gid_map", f"{gid} {gid} 1")
    with contextlib.suppress(OSError):  # older kernels have no such namespace
        kernel.call("unshare", _NEW_TIME)
        _hide_uptime()


@contextlib.contextmanager
def _mapping_helper() -> Iterator[None]:
    """Map every user id, which only root outside of the new namespace may do.

    A child that was forked before waits until this process has entered, and writes the maps.
    """
    ours, theirs = os.pipe()
    me, helper = os.getpid(), os.fork()
    if helper == 0:
        status = 1
        try:
            os.close(theirs)
            if os.read(ours, 1):
                for name in ("uid_map", "gid_map"):
                    _write(f"/proc/{me}/{name}", _same_ids(f"/proc/self/{name}"))
                status = 0
        finally:
            os._exit(status)
    os.close(ours)
    try:
        yield
        os.write(theirs, b"\0")
    finally:
        os.close(theirs)
        _, status = os.waitpid(helper, 0)
    if status:
        raise OSError("the user ids could not be mapped")


def _same_ids(path: str) -> str:
    """A map of every id that there is here to itself; a container may not have all."""
    with open(path) as ranges:
        found = [line.split() for line in ranges]
    return "".join(f"{first} {first} {count}\n" for first, _, count in found)


def _hide_uptime() -> None:
    """Let the clocks that count from the start of the machine begin about now."""
    clocks = {"monotonic": time.CLOCK_MONOTONIC, "boottime": time.CLOCK_BOOTTIME}
    now = {name: int(time.clock_gettime(clock)) for name, clock in clocks.items()}
    _write("/proc/self/timens_offsets", "".join(f"{name} -{now[name]} 0\n" for name in now))


def _keep(child: int) -> None:
    """Wait for process 1 and end as it did, holding nothing open meanwhile."""
    os.closerange(0, 256)
    _, status = os.waitpid(child, 0)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def build_root(root: str, readable: Iterable[Readable]) -> None:
    """Make `root` the root, with nothing in it but these files and folders, all read-only."""
    os.umask(0o022)  # for the folders of the new root: any user may pass
    kernel.call("mount", None, "/", None, _RECURSIVE | _PRIVATE, None)
    kernel.call("mount", "tmpfs", root, "tmpfs", _NOSUID, "size=1m,mode=755")
    for item in readable:
        place = _place(root, item.path)
        for name in item.hidden:
            _cover(os.path.join(place, name))
    attributes = _Attributes(set=_ATTR_RDONLY | _ATTR_NOSUID)
    size = ctypes.sizeof(attributes)
    pointer = ctypes.byref(attributes)
    kernel.system_call("mount_setattr", _AT_FDCWD, root, _AT_RECURSIVE, pointer, size)
    os.chdir(root)
    # The old root ends up on top of the new one, and is taken off.
    kernel.call("pivot_root", ".", ".")
    kernel.call("umount2", ".", _DETACH)
    os.chdir("/")
    kernel.call("sethostname", "grader", 6)


def mount_scratch(folder: str, *, file_bytes: int, uid: int, gid: int) -> None:
    """A small empty file system in memory for one worker."""
    options = f"size={file_bytes},nr_inodes=4096,mode=700,uid={uid},gid={gid}"
    kernel.call("mount", "tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOEXEC, options)


def unmount_scratch(folder: str) -> None:
    """Throw it away."""
    kernel.call("umount2", folder, _DETACH)


def open_last_pid() -> int | None:
    """A handle on the last process id of this world; None where the kernel has none."""
    try:
        return os.open("/proc/sys/kernel/ns_last_pid", os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        return None


def reset_last_pid(handle: int | None) -> None:
    """Give the next process the id that the one before had: counting tells it nothing."""
    if handle is not None:
        with contextlib.suppress(OSError):
            os.pwrite(handle, b"1", 0)


def _place(root: str, path: str) -> str:
    """Make a path appear below `root`, together with the links on the way; returns where."""
    real = _replicate_links(root, path)
    target = root + real
    if os.path.exists(target) and os.path.samefile(target, real):
        return target  # part of a folder that is there already
    if os.path.isdir(real):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY, stat.S_IRUSR))
    kernel.call("mount", real, target, None, _BIND | _RECURSIVE, None)
    return target


def _replicate_links(root: str, path: str) -> str:
    """The path that is meant, with every link on the way to it made anew below `root`."""
    for _ in range(_MAX_LINKS):
        path = os.path.normpath(path)
        link = _first_link(path)
        if link is None:
            return path
        target = os.readlink(link)
        if not os.path.lexists(root + link):
            os.makedirs(os.path.dirname(root + link), exist_ok=True)
            os.symlink(target, root + link)
        path = os.path.join(os.path.dirname(link), target) + path[len(link) :]
    raise OSError(f"too many links on the way to {path}")


def _first_link(path: str) -> str | None:
    parts = path.split("/")
    for end in range(2, len(parts) + 1):
        part = "/".join(parts[:end])
        if os.path.islink(part):
            return part
    return None


def _cover(place: str) -> None:
    """Hide a folder behind an empty one."""
    kernel.call("mount", "tmpfs", place, "tmpfs", _NOSUID, "size=64k,mode=755")


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)
