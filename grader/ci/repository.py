"""The few questions that are put to git about the checkout that is graded.

Its files are a student's, so nothing of them is obeyed: no diff drivers, no text conversions. What
comes back is read as bytes with NULs between the names, since a name can be anything.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from pathlib import Path

from grader.errors import UsageError

SECONDS = 120


class Repository:
    """A work tree of git."""

    def __init__(self, top: Path) -> None:
        self.top = top

    @classmethod
    def around(cls, path: Path) -> Repository | None:
        """The work tree in which a file or folder lies, by its name; None if it is in none.

        By its name: where a link leads that is itself a part of the work, nobody wants to know.
        """
        here = path.absolute()
        tops = (it for it in (here, *here.parents) if not it.is_symlink())
        top = next((it for it in tops if (it / ".git").exists()), None)
        return None if top is None else cls(top)

    def link_on_the_way(self, path: Path) -> Path | None:
        """A link in the work tree over which that path leads; it may lead to anybody's files."""
        return next((it for it in self._way_to(path) if it.is_symlink()), None)

    def inside(self, path: Path) -> str | None:
        """The name of a file of the work tree from its top; None if it is none."""
        if not self.holds(path):
            return None
        return path.resolve().relative_to(self.top.resolve()).as_posix()

    def remove_tracked(self, folder: Path) -> None:
        """Remove the files of a folder that came with the work, and no others."""
        if not self._way_to(folder):
            return
        listed = _git(self.top, "ls-files", "-z", "--", str(folder.absolute()))
        for name in (listed or b"").split(b"\0"):
            if name:
                (self.top / os.fsdecode(name)).unlink(missing_ok=True)

    def make_way(self, path: Path) -> None:
        """Remove what is in the way of a file that is to be written, and any link to elsewhere.

        Nothing outside of the work tree is touched.
        """
        *folders, last = self._way_to(path) or [path]
        for folder in folders:
            if folder.is_symlink() or folder.is_file():
                folder.unlink()
        if last.is_symlink():
            last.unlink()
        elif folders and last.is_dir():
            shutil.rmtree(last)

    def _way_to(self, path: Path) -> list[Path]:
        """The folders below the top through which a path leads, and itself."""
        here = Path(os.path.normpath(path.absolute()))
        return [it for it in (*reversed(here.parents), here) if self.top in it.parents]

    def holds(self, path: Path) -> bool:
        """Whether it lies in this work tree, and may so be what the change has made of it."""
        return path.resolve().is_relative_to(self.top.resolve())

    def commit(self, name: str) -> str:
        """The commit of that name; `UsageError` says what to do if this clone does not have it."""
        ask = ("rev-parse", "--verify", "--quiet", "--end-of-options")
        # A tag can have the name of a branch elsewhere, and would be taken for it.
        found = _git(self.top, *ask, f"refs/remotes/{name}^{{commit}}")
        found = found or _git(self.top, *ask, f"{name}^{{commit}}")
        if found is None:
            raise UsageError(
                f"the commit {name[:100]!r} to compare with is not in this clone: fetch the whole "
                "history (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0), or name another one with "
                "--base"
            )
        return found.decode().strip()

    def changed(self, base: str) -> list[str]:
        """The files that differ from where the work left that commit, as named from the top."""
        options = ("--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv")
        listed = _git(self.top, "diff", *options, f"{base}...HEAD", "--")
        if listed is None:  # they have no commit in common: then everything that differs
            listed = _git(self.top, "diff", *options, base, "HEAD", "--")
        if listed is None:
            raise UsageError(
                f"what was changed since {base[:12]} can't be told: fetch the whole history "
                "(GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)"
            )
        return sorted(os.fsdecode(name) for name in listed.split(b"\0") if name)

    def lay_out(self, commit: str, source: Path, folders: Sequence[str], target: Path) -> None:
        """Put some folders of `source` into `target`, as they are in that commit."""
        packed = _git(source, "archive", "--format=zip", commit, "--", *folders)
        if packed is None:
            raise UsageError(
                f"{commit[:12]}, the base of this pull request, does not hold "
                f"{', '.join(folders)}: its checks can't be used"
            )
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            archive.extractall(target)


def _git(folder: Path, *arguments: str) -> bytes | None:
    """What git answers; None if it fails.

    In a container the checkout often belongs to somebody else, which git would refuse to read.
    """
    named = ("safe.directory=*", "safe.bareRepository=explicit", "core.fsmonitor=false")
    settings = [word for setting in named for word in ("-c", setting)]
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *settings, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git can't be asked about {folder}: {error}") from None
    return done.stdout if done.returncode == 0 else None
