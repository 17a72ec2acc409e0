"""The folders that the workers of one launcher see, and nothing else of the machine's.

    grader-…/
      bait             an empty file, for a worker to prove that it can't touch it
      submission/      what a student handed in; workers read it
      outer/scratch/   what the current worker may write to; emptied behind it
      root/            empty: where a private root is built

The folders stay the same for the whole life of a launcher, because the walls around its workers
are built around them once. So a launcher grades one submission at a time.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from grader.cleanup import empty_folder, remove_tree
from grader.errors import InfrastructureError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_PREFIX = "grader-"
MAX_SCRATCH_ENTRIES = 4096
_MAX_DEPTH = 64
_WRITTEN_TIMES = 4
_GONE_TIMES = 64
_ABANDONED_SECONDS = 60.0
# Of no user on any machine, and below what the tools take for signed numbers.
_FREE_IDS = range(0x70000000, 0x7FFF0000)
# Files tell nothing about when they were unpacked, nor whether a worker before has read them: the
# kernel notes the time of reading only where it is later than what is noted.
_LONG_AGO = 946_684_800  # 1 January 2000
_FAR_AHEAD = 4_102_444_800  # 1 January 2100
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))


class Site:
    """A temporary folder that is removed in the end: by us, or by a later grader if we are killed.

    The processes of one command have their own inside of one that is the command's, so that it can
    remove what those leave behind that are killed.
    """

    def __init__(self) -> None:
        try:
            _remove_abandoned()
            self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
        except OSError as error:
            raise _no_room(error) from None
        self._lock = _locked(self.folder)

    def let_pass(self) -> None:
        """Let the user of root's workers pass through, though not look around."""
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            self.folder.chmod(0o711)

    def close(self, seconds: float = 0.0) -> None:
        """Remove it; for so long again and again, if who was killed just now may still write."""
        deadline = time.monotonic() + seconds
        remove_tree(self.folder)
        while self.folder.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
            remove_tree(self.folder)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


class Stage:
    """The folders, and who may do what with them."""

    def __init__(self) -> None:
        self._site = Site()
        self.folder = self._site.folder
        self.submission = self.folder / "submission"
        self.outer = self.folder / "outer"
        self.scratch = self.outer / "scratch"
        self.root = self.folder / "root"
        self.bait = self.folder / "bait"
        self.uid = _own_uid()
        self._taken = False
        self._room = 0
        try:
            for folder in (self.submission, self.outer, self.scratch, self.root):
                folder.mkdir(mode=0o700)
            self.bait.touch(0o600)
        except OSError as error:
            self.close()
            raise _no_room(error) from None
        try:
            self._permit()
        except OSError:  # root in name only: it may not give files away
            self.uid = None
            self._permit()

    def lay(self, files: Mapping[str, bytes]) -> None:
        """Lay out a submission, until `clear`."""
        if self._taken:
            raise InfrastructureError("a launcher grades one submission at a time")
        self._taken = True
        try:
            for name, data in files.items():
                path = self.submission / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            for path in self.submission.rglob("*"):
                self._share(path, 0o750 if path.is_dir() else 0o640)
                os.utime(path, (_FAR_AHEAD, _LONG_AGO))
            os.utime(self.submission, (_FAR_AHEAD, _LONG_AGO))
        except OSError as error:
            self.clear()
            if error.errno in _FULL:
                raise _no_room(error) from None
            raise InfrastructureError(f"cannot lay out the submission: {error}") from None

    def clear(self) -> None:
        """Take the submission away."""
        if empty_folder(self.submission):
            self._permit()
        self._taken = False

    def overfull(self, limit: int, written: int | None) -> bool:
        """Whether a worker has written more than it may.

        What lies in the scratch folder counts, and what was `written` in all, if that is known: a
        file that has no name any more may still be held open.
        """
        if written is not None and written > _WRITTEN_TIMES * limit:
            return True
        gone = self._room - self._free()
        # Others use the disk, too. So much in so short a time is hardly theirs.
        if gone > _GONE_TIMES * limit or (gone > 2 * limit and self._free() < limit):
            return True
        size = entries = 0
        pending = [(str(self.scratch), 0)]
        while pending:
            path, depth = pending.pop()
            try:
                with os.scandir(path) as found:
                    for entry in found:
                        entries += 1
                        with contextlib.suppress(FileNotFoundError):  # just now removed
                            size += entry.stat(follow_symlinks=False).st_blocks * 512
                        if size > limit or entries > MAX_SCRATCH_ENTRIES or depth > _MAX_DEPTH:
                            return True
                        if entry.is_dir(follow_symlinks=False):
                            pending.append((entry.path, depth + 1))
            except FileNotFoundError:
                continue
            except OSError:  # a name that is too long, a folder that is closed: made for hiding
                return True
        return False

    def begin(self) -> None:
        """Remember how much room there is, before a worker."""
        self._room = self._free()

    def _free(self) -> int:
        if not hasattr(os, "statvfs"):
            return 0
        status = os.statvfs(self.scratch)
        return status.f_bavail * status.f_frsize

    def sweep(self) -> None:
        """Empty the scratch folder."""
        if empty_folder(self.scratch):
            self._permit()
            if os.listdir(self.scratch):
                raise InfrastructureError(f"{self.scratch} could not be emptied")

    def close(self) -> None:
        """Remove everything."""
        self._site.close()

    def _permit(self) -> None:
        """Let the workers' user pass, read the submission and write to the scratch folder."""
        if self.uid is not None:
            self.folder.chmod(0o711)
        self._share(self.submission, 0o750)
        self._share(self.outer, 0o750)
        self._share(self.scratch, 0o770)

    def _share(self, path: Path, mode: int) -> None:
        if self.uid is not None:
            os.chown(path, -1, self.uid)
        path.chmod(mode)


def _no_room(error: OSError) -> InfrastructureError:
    place = f" in {tempfile.tempdir}" if tempfile.tempdir else ""
    return InfrastructureError(
        f"the folders of grading can't be made{place} ({error.strerror or error}): set TMPDIR to a "
        "folder with room"
    )


def _locked(folder: Path) -> int | None:
    """A lock on the folder for as long as this process lives."""
    if fcntl is None:
        return None
    descriptor = os.open(folder, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return descriptor


def _remove_abandoned() -> None:
    """Remove what graders of this user have left that were killed: folders without a lock."""
    if fcntl is None:
        return
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            status = os.lstat(folder)
            old = time.time() - status.st_mtime > _ABANDONED_SECONDS
            if status.st_uid != os.getuid() or not stat.S_ISDIR(status.st_mode) or not old:
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove_tree(folder)
            finally:
                os.close(descriptor)


def _own_uid() -> int | None:
    """A user id for the workers of root, which nobody else has; None for everybody else."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    ids = _FREE_IDS
    with contextlib.suppress(OSError, ValueError), open("/proc/self/uid_map") as maps:
        # In a container without all ids the highest of those that it has are the likeliest free.
        inside = max(int(first) + int(count) for first, _, count in map(str.split, maps))
        if inside <= ids.stop:
            ids = range(max(1, inside - 10_000), inside - 10)
    return ids[secrets.randbelow(len(ids))] if len(ids) else None
