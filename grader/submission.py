"""Finding and normalising what a student handed in.

Whatever it was (a file, a folder, an archive), a `Submission` is a mapping from relative names to
bytes, plus where in it each module of the assignment lies. It is read as bytes and never imported
or executed here. A submission that lacks a module is still a submission: the problem is kept with
it and costs the questions of that module, no others.
"""

from __future__ import annotations

import errno
import functools
import io
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from grader.archive import MAX_PACKED_BYTES, SUFFIXES, is_archive, read_archive
from grader.errors import SubmissionRefused, UsageError

MAX_SOURCE_BYTES = 16 << 20
MAX_OTHER_BYTES = 4 << 20
MAX_VISITED = 50_000
MAX_NAME = 200

# Files of the course in an assignment's own folder: a student's code must not find them beside it.
COURSE_FILES = re.compile(
    r"assignment\.toml|(checks|hidden|misconceptions(_\w+)?|cases|programs|exhibits|sampling|make_data)\.py"
)
_SKIPPED_FOLDERS = frozenset(["__pycache__", "__MACOSX", "venv", "env", "node_modules", "reports"])


@dataclass(frozen=True)
class Submission:
    """What was handed in, as bytes."""

    name: str
    files: Mapping[str, bytes]
    modules: Mapping[str, str] = field(default_factory=dict)
    problems: Mapping[str, str] = field(default_factory=dict)

    def path_of(self, module: str) -> str:
        """Where the module lies; `SubmissionRefused` says why it has no place."""
        if module in self.modules:
            return self.modules[module]
        raise SubmissionRefused(self.problems.get(module, f"There is no {module}.py."))

    def mentions(self, modules: Iterable[str]) -> list[str]:
        """Those of the modules whose names occur in the sources.

        A glance at the text: it decides what is worth importing before the workers are forked, so
        that each does not have to import it again. A wrong guess only costs time.
        """
        text = b"\n".join(data for name, data in self.files.items() if name.endswith(".py"))
        return [name for name in modules if all(part.encode() in text for part in name.split("."))]

    def lines(self, file: str) -> list[str]:
        """The student's source in that file, for showing; nothing if there is no such file."""
        return _lines(self.files[file]) if file in self.files else []

    def line(self, file: str, number: int) -> str:
        """One line of the student's source, for showing."""
        lines = self.lines(file)
        return lines[number - 1].strip()[:200] if 1 <= number <= len(lines) else ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A file that was handed in, before it is read.

    `read` gives at most so many bytes of it, wherever it lies: in a folder, in an archive.
    """

    name: str
    size: int
    read: Callable[[int], bytes]


@functools.lru_cache(maxsize=8)
def _lines(source: bytes) -> list[str]:
    # As Python counts them: `splitlines` would also split at form feeds and the like.
    return re.split("\r\n|\r|\n", source.decode("utf-8", "replace"))


def read_submission(path: Path, modules: Iterable[str]) -> Submission:
    """Take in a file, folder or archive; `UsageError` only if there is nothing at that path."""
    asked = list(modules)
    if not path.exists():
        raise UsageError(f"there is no submission at {path}")
    try:
        return take(str(path), lambda: _read(path, asked), asked)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from None


def fingerprint(path: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when somebody saves: the files with their times and sizes, without reading."""
    entries = [("", path.stat())]
    if path.is_dir():
        # A folder that is refused as a submission is known by what can be seen of the folder.
        with suppress(SubmissionRefused):
            entries = [(name, it.stat(follow_symlinks=False)) for name, it in _walk(path, "")]
    return tuple((name, status.st_mtime_ns, status.st_size) for name, status in entries)


def take(name: str, read: Callable[[], Mapping[str, bytes]], modules: Iterable[str]) -> Submission:
    """A submission from whatever gives its files; a refusal is a problem of each module."""
    asked = list(modules)
    try:
        return from_files(name, read(), asked)
    except SubmissionRefused as refusal:
        return Submission(name, {}, {}, dict.fromkeys(asked, refusal.message))


def from_files(name: str, files: Mapping[str, bytes], modules: Iterable[str]) -> Submission:
    """A submission from its files: drop what is not the student's, find the modules."""
    kept = _rooted(_students_own(files))
    found: dict[str, str] = {}
    problems: dict[str, str] = {}
    for module in modules:
        try:
            found[module] = _find(f"{module}.py", kept)
        except SubmissionRefused as refusal:
            problems[module] = refusal.message
    return Submission(name, kept, found, problems)


def _read(path: Path, modules: list[str]) -> dict[str, bytes]:
    if path.is_dir():
        return gather(str(path), pieces_of(path))
    if not path.is_file():
        raise _not_gradable(path.name)
    piece = Piece(path.name, path.stat().st_size, functools.partial(_head, path))
    return read_single(piece, modules)


def read_single(piece: Piece, modules: Sequence[str]) -> dict[str, bytes]:
    """The files of a submission that is one file: a module, or an archive of everything."""
    path = PurePosixPath(piece.name)
    if is_archive(path):
        return read_archive(
            path, wanted, io.BytesIO(piece.read(min(piece.size, MAX_PACKED_BYTES) + 1))
        )
    if path.suffix.lower() != ".py":
        raise _not_gradable(path.name)
    if piece.size > MAX_SOURCE_BYTES:
        raise SubmissionRefused(f"{path.name} is larger than {MAX_SOURCE_BYTES >> 20} MiB.")
    # A single file may have any name (`alice.py`) where only one module is asked for.
    name = f"{modules[0]}.py" if len(modules) == 1 else path.name
    return {name: piece.read(MAX_SOURCE_BYTES)}


def gather(folder: str, pieces: Iterable[Piece]) -> dict[str, bytes]:
    """The files of a submission that is a folder: all Python files, of the others what is small."""
    files: dict[str, bytes] = {}
    room = {True: MAX_SOURCE_BYTES, False: MAX_OTHER_BYTES}
    for piece in pieces:
        source = piece.name.endswith(".py")
        if piece.size > room[source]:
            if source:
                limit = f"{MAX_SOURCE_BYTES >> 20} MiB"
                raise SubmissionRefused(
                    f"{folder} holds more than {limit} of Python files. Leave out environments."
                )
            continue
        room[source] -= piece.size
        try:
            files[piece.name] = piece.read(room[source] + piece.size)
        except OSError as error:
            if source:
                raise SubmissionRefused(f"{piece.name} can't be read: {error.strerror}.") from None
    return files


def pieces_of(folder: Path, called: str = "") -> Iterator[Piece]:
    """What a folder holds of a submission; `SubmissionRefused` if that does not end."""
    for name, entry in _walk(folder, called or str(folder)):
        size = entry.stat(follow_symlinks=False).st_size
        yield Piece(name, size, functools.partial(read_regular, entry.path))


def _not_gradable(name: str) -> SubmissionRefused:
    kinds = ", ".join((".py", *SUFFIXES))
    return SubmissionRefused(f"{name} can't be graded: hand in a folder or {kinds}.")


def _head(path: Path, most: int) -> bytes:
    with open(path, "rb") as file:
        return file.read(most)


def read_regular(path: str, most: int) -> bytes:
    """A file that is still what it was when it was found: neither a link now nor any longer."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(path, flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a file")
        return file.read(most)


def _walk(folder: Path, called: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The wanted regular files below a folder, with their relative names.

    Links are not followed: one could lead to any file of this machine, and the student's code
    would see it. A hard link to somebody else's file is one, too. What lies absurdly deep is not
    looked at.
    """
    owner = folder.stat().st_uid
    pending: list[tuple[str, str]] = [(str(folder), "")]
    visited = 0
    while pending:
        path, prefix = pending.pop()
        try:
            entries = sorted(os.scandir(path), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            visited += 1
            if visited > MAX_VISITED:
                raise too_many(called)
            name = prefix + entry.name
            if len(os.fsencode(name)) > MAX_NAME or not name.isprintable():
                continue
            if entry.is_dir(follow_symlinks=False) and not _skipped(entry.name):
                pending.append((entry.path, f"{name}/"))
            elif entry.is_file(follow_symlinks=False) and wanted(name):
                status = entry.stat(follow_symlinks=False)
                if status.st_nlink <= 1 or status.st_uid == owner:
                    yield name, entry


def too_many(folder: str) -> SubmissionRefused:
    """What to say about a folder without end."""
    limit = f"{MAX_VISITED:,} files"
    return SubmissionRefused(
        f"{folder} holds more than {limit}: hand in the folder of this homework only."
    )


def _students_own(files: Mapping[str, bytes]) -> dict[str, bytes]:
    paths = [PurePosixPath(name) for name in files]
    course_folders = {path.parent for path in paths if path.name == "assignment.toml"}
    return {
        str(path): files[str(path)]
        for path in paths
        if wanted(str(path))
        and not (path.parent in course_folders and COURSE_FILES.fullmatch(path.name))
    }


def wanted(name: str) -> bool:
    """Whether a file can be the student's work, by its name: no clutter, nothing hidden."""
    *folders, last = name.split("/")
    return not last.startswith(".") and not any(map(_skipped, folders))


def _skipped(folder: str) -> bool:
    return folder.startswith(".") or folder in _SKIPPED_FOLDERS


def _rooted(files: dict[str, bytes]) -> dict[str, bytes]:
    """An archive that holds nothing but one folder means that folder."""
    tops = {name.split("/", 1)[0] for name in files}
    if len(tops) != 1 or any("/" not in name for name in files) or "src" in tops:
        return files
    return _rooted({name.split("/", 1)[1]: data for name, data in files.items()})


def _find(file: str, files: Mapping[str, bytes]) -> str:
    for likely in (file, f"src/{file}"):
        if likely in files:
            return likely
    candidates = sorted(name for name in files if PurePosixPath(name).name == file)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise SubmissionRefused(
            f"There are {len(candidates)} files named {file} ({', '.join(candidates[:3])}): "
            "keep one, or put the right one at the top of the folder."
        )
    if not files:
        raise SubmissionRefused(f"There is no {file}: nothing was handed in.")
    others = [name for name in files if name.endswith(".py")][:3]
    seen = f"; it holds {', '.join(others)}" if others else ""
    raise SubmissionRefused(f"There is no {file} in the submission{seen}.")
