"""Finding and normalising what a student handed in.

Whatever it was (a file, a folder, an archive), a `Submission` is a mapping from relative names to
bytes, plus where in it each module of the assignment lies. It is read as bytes and never imported
or executed here. A submission that lacks a module is still a submission: the problem is kept with
it and costs the questions of that module, no others.

A module may be handed in as a notebook. From here on it is the Python in it, under the name that
the module has, and it stays known which line was which line of which cell.
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

from grader import notebook
from grader.archive import MAX_PACKED_BYTES, SUFFIXES, is_archive, read_archive
from grader.errors import SubmissionRefused, UsageError
from grader.notebook import Cells, is_notebook
from grader.text import decoded, quoted

MAX_SOURCE_BYTES = 16 << 20
MAX_NOTEBOOK_BYTES = 2 * notebook.MAX_BYTES  # of all that may be a module
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
    notebooks: Mapping[str, Cells] = field(default_factory=dict)  # files that were notebooks
    notes: tuple[str, ...] = ()  # what the student should know about how it was taken
    folder: str = ""  # one around everything that was handed in, which the names leave out

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

    def locate(self, file: str, line: int) -> tuple[str, int, int]:
        """A line as the student knows it: the file, the cell (0 if there are none), the line."""
        if file not in self.notebooks:
            return file, 0, line
        return self.notebooks[file].file, *self.notebooks[file].place(line)

    def retold(self, text: str) -> str:
        """Text of Python's own in which lines are named, such as a warning, with their cells."""
        for file, cells in self.notebooks.items():

            def told(match: re.Match[str], cells: Cells = cells) -> str:
                cell, line = cells.place(int(match[2]))
                mark = match[1].removesuffix(", line ").removesuffix(":")
                return f"{cells.file}{mark}, cell {cell}, line {line}"

            named = rf'(?<![\w./-]){re.escape(file)}(:|", line )([0-9]{{1,8}})\b'
            text = re.sub(named, told, text)
        return text

    def listings(self, file: str) -> Iterator[tuple[str, int, list[str]]]:
        """A file as the student knows it: its name, and for each cell the lines."""
        cells, lines = self.notebooks.get(file), self.lines(file)
        if cells is None:
            yield file, 0, lines
            return
        for cell, span in cells.spans().items():
            yield cells.file, cell, lines[span.start - 1 : span.stop - 1]

    def listing(self, file: str, cell: int) -> list[str]:
        """The lines of a file, or of a cell, by the name under which the student knows it."""
        if not cell:
            return self.lines(file)
        for name, cells in self.notebooks.items():
            if cells.file == file:
                span = cells.spans().get(cell, range(1, 1))
                return self.lines(name)[span.start - 1 : span.stop - 1]
        return []

    def lines(self, file: str) -> list[str]:
        """The Python in that file, for showing; nothing if there is no such file."""
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


def read_submission(
    path: Path, modules: Iterable[str], stubs: Mapping[str, bytes] | None = None
) -> Submission:
    """Take in a file, folder or archive; `UsageError` only if there is nothing at that path.

    `stubs` are the files that students were given to fill in, by the names of the modules.
    """
    asked = list(modules)
    if not path.exists():
        raise UsageError(f"there is no submission at {path}")
    try:
        return take(str(path), lambda: _read(path, asked), asked, stubs)
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


def take(
    name: str,
    read: Callable[[], Mapping[str, bytes]],
    modules: Iterable[str],
    stubs: Mapping[str, bytes] | None = None,
) -> Submission:
    """A submission from whatever gives its files; a refusal is a problem of each module."""
    asked = list(modules)
    try:
        return from_files(name, read(), asked, stubs)
    except SubmissionRefused as refusal:
        return Submission(name, {}, {}, dict.fromkeys(asked, refusal.message))


def from_files(
    name: str,
    files: Mapping[str, bytes],
    modules: Iterable[str],
    stubs: Mapping[str, bytes] | None = None,
) -> Submission:
    """A submission from its files: drop what is not the student's, find the modules.

    A notebook gives its place to its Python; those that are no module are left out.
    """
    folder, kept = _rooted(_students_own(files))
    own = {file: data for file, data in kept.items() if not is_notebook(file)}
    asked = list(modules)
    found: dict[str, str] = {}
    problems: dict[str, str] = {}
    cells: dict[str, Cells] = {}
    notes: list[str] = []
    for module in asked:
        try:
            choice = _choose(module, kept, alone=len(asked) == 1, stub=(stubs or {}).get(module))
            path = choice.path
            if is_notebook(path):
                converted = notebook.convert(path, kept[path], module)
                path = str(PurePosixPath(path).with_name(f"{module}.py"))
                for untouched in choice.untouched:
                    del own[untouched]
                own[path], cells[path] = converted.source, converted.cells
                notes += converted.notes
            found[module] = path
            notes += choice.notes
        except SubmissionRefused as refusal:
            problems[module] = refusal.message
    return Submission(name, own, found, problems, cells, tuple(notes), folder)


def _read(path: Path, modules: list[str]) -> dict[str, bytes]:
    if path.is_dir():
        return gather(str(path), pieces_of(path), modules)
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
    # A single file may have any name (`alice.py`) where only one module is asked for.
    if is_notebook(path.name):
        name = f"{modules[0]}{notebook.SUFFIX}" if not wanted(path.name) else path.name
        return {name: piece.read(notebook.MAX_BYTES + 1)}
    if path.suffix.lower() != ".py":
        raise _not_gradable(path.name)
    if piece.size > MAX_SOURCE_BYTES:
        raise SubmissionRefused(f"{path.name} is larger than {MAX_SOURCE_BYTES >> 20} MiB.")
    name = f"{modules[0]}.py" if len(modules) == 1 else path.name
    return {name: piece.read(MAX_SOURCE_BYTES)}


def gather(folder: str, pieces: Iterable[Piece], modules: Sequence[str]) -> dict[str, bytes]:
    """The files of a submission that is a folder: all Python files, of the others what is small.

    Notebooks are large and many, so of one that can't be a module only the name is kept.
    """
    files: dict[str, bytes] = {}
    room = {True: MAX_SOURCE_BYTES, False: MAX_OTHER_BYTES}
    for_notebooks = MAX_NOTEBOOK_BYTES
    found = list(pieces)
    candidates = _candidates([piece.name for piece in found], modules)
    for piece in found:
        if is_notebook(piece.name):
            # One byte more than is allowed is enough to know that it is too large.
            size = min(piece.size, notebook.MAX_BYTES + 1) if piece.name in candidates else 0
            for_notebooks -= size
            if for_notebooks < 0:
                raise SubmissionRefused(
                    f"{folder} holds more than {MAX_NOTEBOOK_BYTES >> 20} MiB of notebooks. Keep "
                    "the one that counts, and clear the outputs of its cells."
                )
            files[piece.name] = _contents(piece, size)
            continue
        source = piece.name.endswith(".py")
        if piece.size > room[source]:
            if source:
                limit = f"{MAX_SOURCE_BYTES >> 20} MiB"
                raise SubmissionRefused(
                    f"{folder} holds more than {limit} of Python files. Leave out environments."
                )
            continue
        room[source] -= piece.size
        if source:
            files[piece.name] = _contents(piece, room[source] + piece.size)
            continue
        with suppress(OSError):
            files[piece.name] = piece.read(room[source] + piece.size)
    return files


def _contents(piece: Piece, most: int) -> bytes:
    try:
        return piece.read(most) if most else b""
    except OSError as error:
        raise SubmissionRefused(f"{piece.name} can't be read: {error.strerror}.") from None


def _candidates(names: Iterable[str], modules: Sequence[str]) -> list[str]:
    """The notebooks that can be a module: those called like one, else the only one."""
    found = [name for name in names if is_notebook(name)]
    called = [name for name in found if PurePosixPath(name).stem in modules]
    return called or (found if len(found) == 1 == len(modules) else [])


def pieces_of(folder: Path, called: str = "") -> Iterator[Piece]:
    """What a folder holds of a submission; `SubmissionRefused` if that does not end."""
    for name, entry in _walk(folder, called or str(folder)):
        size = entry.stat(follow_symlinks=False).st_size
        yield Piece(name, size, functools.partial(read_regular, entry.path))


def _not_gradable(name: str) -> SubmissionRefused:
    kinds = ", ".join((".py", notebook.SUFFIX, *SUFFIXES))
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


def _rooted(files: dict[str, bytes], around: str = "") -> tuple[str, dict[str, bytes]]:
    """What holds nothing but one folder means that folder; which one that is, and its files."""
    tops = {name.split("/", 1)[0] for name in files}
    if len(tops) != 1 or any("/" not in name for name in files) or "src" in tops:
        return around, files
    inner = {name.split("/", 1)[1]: data for name, data in files.items()}
    return _rooted(inner, f"{around}{tops.pop()}/")


@dataclass(frozen=True, slots=True)
class _Choice:
    """The file that is a module, and why it is that one."""

    path: str
    untouched: tuple[str, ...] = ()  # stubs that nobody has filled in
    notes: tuple[str, ...] = ()


def _choose(module: str, files: Mapping[str, bytes], *, alone: bool, stub: bytes | None) -> _Choice:
    """Find a module. A notebook counts where there is no file of Python, or only the stub."""
    untouched = tuple(
        name
        for name in files
        if stub is not None
        and PurePosixPath(name).name == f"{module}.py"
        and decoded(files[name]) == decoded(stub)
    )
    if untouched and any(map(is_notebook, files)):
        with suppress(SubmissionRefused):
            path = _find(module, [name for name in files if name not in untouched], alone=alone)
            if is_notebook(path):
                first = quoted(untouched[0], MAX_NAME)
                return _Choice(
                    path,
                    untouched,
                    (f"{first} is as it was given out: {quoted(path, MAX_NAME)} is graded.",),
                )
    path = _find(module, list(files), alone=alone)
    kind = PurePosixPath(path).suffix
    rivals = [
        name
        for name in sorted(files)
        if PurePosixPath(name).name in (f"{module}.py", f"{module}{notebook.SUFFIX}")
        and PurePosixPath(name).suffix != kind
    ]
    notes = [
        f"{quoted(path, MAX_NAME)} is graded, not {quoted(rival, MAX_NAME)}: hand in only the one "
        "that you mean."
        for rival in rivals[:1]
    ]
    if len(files) > 1 and PurePosixPath(path).stem != module:
        notes.append(f"There is no {module}.py: {quoted(path, MAX_NAME)} is graded as that.")
    return _Choice(path, notes=tuple(notes))


def _find(module: str, names: Sequence[str], *, alone: bool) -> str:
    file, book = f"{module}.py", f"{module}{notebook.SUFFIX}"
    for likely in (file, book, f"src/{file}", f"src/{book}"):
        if likely in names:
            return likely
    for kind in (file, book):
        candidates = sorted(name for name in names if PurePosixPath(name).name == kind)
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise SubmissionRefused(
                f"There are {len(candidates)} files named {kind} ({', '.join(candidates[:3])}): "
                "keep one, or put the right one at the top of the folder."
            )
    if not names:
        raise SubmissionRefused(f"There is no {file}: nothing was handed in.")
    books = [name for name in names if is_notebook(name)]
    if alone and len(books) == 1:
        return books[0]
    others = [*(name for name in names if name.endswith(".py")), *books][:3]
    seen = f"; it holds {', '.join(others)}" if others else ""
    counts = f" A notebook counts if it is called {book}." if books else ""
    packed = sorted(name for name in names if is_archive(PurePosixPath(name)))
    if packed and not others:
        seen = f"; it holds {packed[0]}, which is not looked into"
        counts = " Hand in what is in that."
    raise SubmissionRefused(f"There is no {file} in the submission{seen}.{counts}")
