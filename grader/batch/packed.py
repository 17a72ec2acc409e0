"""A class folder inside a `.zip` or `.tar.gz`.

Only the names are read at first; each file is inflated when its student is read, never to the disk.
What is wrong with an entry concerns the student in whose folder it lies and nobody else.
"""

from __future__ import annotations

import errno
import functools
import io
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from grader.archive import ShortHeaders, is_plain, leads_astray, zip_name, zip_obstacle
from grader.batch.line import one_line
from grader.batch.rewind import Rewindable
from grader.batch.tree import Entry, Kind, Tree
from grader.errors import SubmissionRefused, UsageError
from grader.submission import MAX_NAME, MAX_VISITED, Piece, too_many, wanted

MAX_ENTRIES = 1_000_000
MAX_TOP = 1000
_BUFFER = 1 << 20


class _Member(NamedTuple):
    """An entry of the archive; `name` is relative to whatever it is looked for in."""

    name: str
    kind: Kind
    size: int
    read: Callable[[int], bytes]  # `OSError` if it is damaged, as for a file on the disk


class Packed(Tree):
    """The members of an archive by the first part of their names."""

    def __init__(self, members: Iterable[_Member], shut: Callable[[], None]) -> None:
        self._members: dict[str, list[_Member]] = {}
        self._shut = shut
        astray: list[str] = []
        for member in members:
            top, _, inner = member.name.partition("/")
            if top == ".." or len(top) > MAX_TOP:
                astray.append(one_line(member.name))
            elif top:
                self._members.setdefault(top, []).append(_Member(inner, *member[1:]))
        self.remarks = tuple(f"{name} is left aside: no file can be called so." for name in astray)

    def entries(self, folder: str = "") -> list[Entry]:
        """What lies directly in a folder, in the order of names."""
        if not folder:
            return sorted(
                (Entry(top, _kind(members)) for top, members in self._members.items()),
                key=lambda entry: entry.name,
            )
        below: dict[str, list[_Member]] = {}
        for member in self._below(folder):
            name, _, inner = member.name.partition("/")
            if name:
                below.setdefault(name, []).append(_Member(inner, *member[1:]))
        return [Entry(name, _kind(below[name])) for name in sorted(below)]

    def pieces(self, folder: str) -> Iterator[Piece]:
        """All that a student's folder holds, by the rules for a folder on the disk."""
        called = one_line(folder.rpartition("/")[2])
        names: set[str] = set()
        visited = 0
        for member in self._below(folder):
            name = member.name
            if astray := leads_astray(name):
                raise SubmissionRefused(f"{called} {astray}.")
            if not wanted(f"{name.rpartition('/')[0]}/file"):
                continue  # in a hidden folder: on the disk such are not looked into, either
            visited += 1
            if visited > MAX_VISITED:
                raise too_many(called)
            if member.kind != "file" or (name and not wanted(name)):
                continue
            if len(name.encode("utf-8", "surrogateescape")) > MAX_NAME or not name.isprintable():
                continue
            if name in names or not name:
                raise SubmissionRefused(f"{called} has two entries named {name or called!r}.")
            names.add(name)
            yield Piece(name, member.size, member.read)
        for name in names:
            if any(str(above) in names for above in PurePosixPath(name).parents):
                raise SubmissionRefused(f"{called} has an entry inside a file: {name!r}.")

    def piece(self, path: str) -> Piece:
        """One file."""
        name = path.rpartition("/")[2]
        found = [member for member in self._below(path) if not member.name]
        if len(found) != 1:
            raise SubmissionRefused(f"The archive has {len(found)} entries named {name!r}.")
        return Piece(name, found[0].size, found[0].read)

    def enter(self, folder: str) -> Tree:
        """One of the folders as the folder of the class."""
        inside = Packed(self._members[folder], self._shut)
        inside.remarks = (*self.remarks, *inside.remarks)
        return inside

    def close(self) -> None:
        """Let go of the archive."""
        self._shut()

    def _below(self, path: str) -> Iterator[_Member]:
        top, _, rest = path.partition("/")
        for member in self._members.get(top, ()):
            if not rest:
                yield member
            elif member.name == rest or member.name.startswith(f"{rest}/"):
                yield _Member(member.name[len(rest) + 1 :], *member[1:])


def open_packed(path: Path) -> Tree:
    """The archive of a class; `UsageError` if it can't be read as a whole."""
    try:
        return _open_zip(path) if path.name.lower().endswith(".zip") else _open_tar(path)
    except UsageError:
        raise
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    except Exception as error:  # whatever a damaged archive makes the parsers raise
        raise UsageError(
            f"{path} is not a readable archive ({one_line(str(error))}): get it once more"
        ) from None


def _open_zip(path: Path) -> Tree:
    archive = zipfile.ZipFile(path)
    if len(archive.infolist()) > MAX_ENTRIES:
        archive.close()
        raise _endless(path)
    return Packed(_zipped(path, archive), archive.close)


def _zipped(path: Path, archive: zipfile.ZipFile) -> Iterator[_Member]:
    for entry in archive.infolist():
        kind: Kind = "folder" if entry.is_dir() else "file" if is_plain(entry) else "odd"
        read = functools.partial(_read_zipped, path, archive, entry)
        yield _Member(_slashed(zip_name(entry)), kind, entry.file_size, read)


def _read_zipped(path: Path, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    if obstacle := zip_obstacle(entry):
        raise OSError(errno.EINVAL, f"it {obstacle}")
    try:
        with archive.open(entry) as file:
            return file.read(most)
    except OSError as error:  # of the archive as a whole: no student is to blame
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None
    except Exception as error:  # whatever a damaged entry makes the library raise
        raise OSError(errno.EINVAL, f"it is damaged ({one_line(str(error))})") from None


def _open_tar(path: Path) -> Tree:
    file = open(path, "rb")  # noqa: SIM115 - it stays open as long as the class
    plain = path.suffix.lower() == ".tar"
    stream: IO[bytes] = file if plain else io.BufferedReader(Rewindable(file), _BUFFER)
    try:
        return Packed(_tarred(path, stream), stream.close)
    except BaseException:
        stream.close()
        raise


def _tarred(path: Path, stream: IO[bytes]) -> Iterator[_Member]:
    turn = threading.Lock()
    count = 0
    archive = tarfile.open(fileobj=stream, mode="r:", tarinfo=ShortHeaders)  # noqa: SIM115
    while (entry := archive.next()) is not None:
        # The library would keep every entry. A sparse file may claim to be as large as it likes.
        archive.members.clear()  # type: ignore[attr-defined]
        count += 1
        if count > MAX_ENTRIES:
            raise _endless(path)
        regular = entry.isreg() and not entry.issparse()
        kind: Kind = "folder" if entry.isdir() else "file" if regular else "odd"
        read = functools.partial(_read_tarred, path, stream, turn, entry.offset_data, entry.size)
        yield _Member(_slashed(entry.name), kind, entry.size, read)
    # The library takes a header that it can't understand for the end. The end is made of zeros.
    stream.seek(archive.offset)
    end = stream.read(tarfile.BLOCKSIZE)
    if not end or end.strip(b"\0"):
        raise EOFError("it ends too early, or is damaged")
    while stream.read(_BUFFER):  # to the end: only there gzip checks that nothing was damaged
        pass


def _read_tarred(
    path: Path, stream: IO[bytes], turn: threading.Lock, start: int, size: int, most: int
) -> bytes:
    try:
        with turn:
            stream.seek(start)
            return stream.read(min(size, most))
    except Exception as error:  # it was read to its end before: no student is to blame
        raise UsageError(f"cannot read {path} any more: {one_line(str(error))}") from None


def _slashed(name: str) -> str:
    """The name with plain slashes and no empty parts; one that is absolute begins with `..`."""
    if leads_astray(name).startswith("holds an absolute"):
        name = f"../{name}"
    return "/".join(part for part in name.replace("\\", "/").split("/") if part not in ("", "."))


def _kind(members: list[_Member]) -> Kind:
    if any(member.name or member.kind == "folder" for member in members):
        return "folder"
    return "file" if any(member.kind == "file" for member in members) else "odd"


def _endless(path: Path) -> UsageError:
    return UsageError(f"{path} has more than {MAX_ENTRIES:,} entries: that is more than a class")
