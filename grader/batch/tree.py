"""What lies in a class folder, the same whether it is a folder or an archive of one.

Nothing is read before it is asked for: a class may be gigabytes. Links are not followed.
"""

from __future__ import annotations

import errno
import functools
import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.batch.line import one_line
from grader.errors import SubmissionRefused
from grader.submission import Piece, pieces_of, read_regular

Kind = Literal["folder", "file", "odd"]  # odd: a link, a device, and whatever else there may be


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in a folder."""

    name: str
    kind: Kind


class Tree(ABC):
    """The folder of a class."""

    remarks: tuple[str, ...] = ()

    @abstractmethod
    def entries(self, folder: str = "") -> list[Entry]:
        """What lies directly in a folder, in the order of names; `OSError` if it can't be read."""

    @abstractmethod
    def pieces(self, folder: str) -> Iterator[Piece]:
        """All that a student's folder holds; `SubmissionRefused` if it is not harmless."""

    @abstractmethod
    def piece(self, path: str) -> Piece:
        """One file; `SubmissionRefused` if it is not harmless."""

    @abstractmethod
    def enter(self, folder: str) -> Tree:
        """One of the folders as the folder of the class."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the files that are held open."""


class Folder(Tree):
    """A class folder on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def entries(self, folder: str = "") -> list[Entry]:
        """What lies directly in a folder, in the order of names."""
        with os.scandir(self._path / folder) as found:
            return sorted((Entry(it.name, _kind(it)) for it in found), key=lambda it: it.name)

    def pieces(self, folder: str) -> Iterator[Piece]:
        """All that a student's folder holds."""
        try:
            yield from pieces_of(self._path / folder, one_line(folder.rpartition("/")[2]))
        except OSError as error:
            raise SubmissionRefused(f"The folder can't be read: {error.strerror}.") from None

    def piece(self, path: str) -> Piece:
        """One file, if it is the class's own: not a link to somebody else's."""
        place, name = self._path / path, path.rpartition("/")[2]
        try:
            status = place.lstat()
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "it is not a file")
            if status.st_nlink > 1 and status.st_uid != self._path.stat().st_uid:
                raise OSError(errno.EINVAL, "it is a link to another file")
        except OSError as error:
            shown = one_line(name)
            raise SubmissionRefused(f"{shown} can't be read: {error.strerror}.") from None
        return Piece(name, status.st_size, functools.partial(read_regular, str(place)))

    def enter(self, folder: str) -> Tree:
        """One of the folders as the folder of the class."""
        return Folder(self._path / folder)

    def close(self) -> None:
        """Nothing is held open."""


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "file" if entry.is_file(follow_symlinks=False) else "odd"
