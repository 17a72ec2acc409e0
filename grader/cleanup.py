"""Removing a folder in which a stranger's code could do as it pleased.

It may be a thousand levels deep, unreadable, or replaced by a link to somewhere else. So nothing
here recurses, follows a link or trusts a path: folders are opened one by one without following
links, and their contents moved up until everything lies flat. It never raises; what can't be
removed stays behind in the temporary folder.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

_MAX_MOVES = 1_000_000


def remove_tree(folder: Path) -> None:
    """Remove a folder and all that is in it."""
    with contextlib.suppress(OSError):
        os.rmdir(folder)  # the usual case: nothing was left in it
        return
    if os.rename not in os.supports_dir_fd:  # Windows
        shutil.rmtree(folder, ignore_errors=True)
        return
    with contextlib.suppress(OSError):
        if stat.S_ISLNK(os.lstat(folder).st_mode):
            os.unlink(folder)
            return
        with _opened(str(folder)) as top:
            _empty(top)
        os.rmdir(folder)


def empty_folder(folder: Path) -> bool:
    """Remove all that is in a folder, which stays; returns whether there was anything to do.

    If the folder is gone, or something else has taken its place, it is made anew.
    """
    with contextlib.suppress(OSError):
        if not os.listdir(folder) and not folder.is_symlink():
            return False
    if os.rename in os.supports_dir_fd:
        with contextlib.suppress(OSError), _opened(str(folder)) as top:
            _empty(top)
            return True
    remove_tree(folder)
    with contextlib.suppress(OSError):
        folder.mkdir(mode=stat.S_IRWXU)
    return True


def _empty(top: int) -> None:
    """Remove everything in an open folder, by moving what lies deeper up into it."""
    moves = 0
    fresh = secrets.token_hex(8)  # a name that nobody can have put in the way
    while names := os.listdir(top):
        for name in names:
            if not _is_folder(name, top):
                os.unlink(name, dir_fd=top)
                continue
            with _opened(name, top) as inner:
                for deeper in os.listdir(inner):
                    moves += 1
                    os.rename(deeper, f"{fresh}-{moves}", src_dir_fd=inner, dst_dir_fd=top)
            os.rmdir(name, dir_fd=top)
        if moves > _MAX_MOVES:
            return


def _is_folder(name: str, parent: int) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


@contextlib.contextmanager
def _opened(name: str, parent: int | None = None) -> Iterator[int]:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    with contextlib.suppress(OSError, AttributeError):
        # Give ourselves back the permissions; by descriptor, so that it is this folder for sure.
        handle = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
        try:
            os.chmod(f"/proc/self/fd/{handle}", stat.S_IRWXU)
        finally:
            os.close(handle)
    descriptor = os.open(name, flags, dir_fd=parent)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
