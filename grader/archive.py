"""Reading a `.zip` or `.tar.gz` that a stranger packed.

Nothing is ever extracted by the archive libraries: members are read one by one into memory, with
every byte counted while it is inflated. An archive that tries anything (names that climb out or
are absolute, links, devices, more than a homework can be) is refused as a whole, with one line.
"""

from __future__ import annotations

import functools
import gzip
import io
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import PurePath, PurePosixPath
from typing import IO, TypeAlias

from grader.errors import SubmissionRefused
from grader.text import printable

MAX_ENTRIES = 20_000
MAX_BYTES = 64 << 20
MAX_PACKED_BYTES = 64 << 20
MAX_NAME = 200
MAX_HEADER = 4 << 10
MAX_DIRECTORY = 8 << 20
SUFFIXES = (".zip", ".tar.gz", ".tgz", ".tar")

_CHUNK = 1 << 16
_EXTENDED = (
    *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
)
_DRIVE = re.compile(r"^[A-Za-z]:")
_Member: TypeAlias = tuple[str, Callable[[], bytes]]


def is_archive(path: PurePath) -> bool:
    """Whether the name says that it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def read_archive(
    path: PurePath,
    wanted: Callable[[str], bool] = lambda name: True,
    file: IO[bytes] | None = None,
) -> dict[str, bytes]:
    """The wanted files of an archive by their names; `SubmissionRefused` if it is not harmless.

    What is not wanted (a packed virtual environment, say) is not read, but must be harmless too.
    `file` holds the archive where that is not at the path itself, but inside another archive, say.
    """
    meter = _Meter(printable(path.name)[:MAX_NAME].replace("\n", " "))
    with open(path, "rb") if file is None else nullcontext(file) as stream:
        if stream.seek(0, io.SEEK_END) > MAX_PACKED_BYTES:
            raise meter.refuse(
                f"is larger than {MAX_PACKED_BYTES >> 20} MiB: leave out data and environments"
            )
        return _read_members(_members(path, stream, meter), wanted, meter)


def _members(path: PurePath, stream: IO[bytes], meter: _Meter) -> Iterator[_Member]:
    if path.name.lower().endswith(".zip"):
        _check_directory(stream, meter)
        stream.seek(0)
        return _zip_members(stream, meter)
    stream.seek(0)
    return _tar_members(stream, meter, plain=path.suffix.lower() == ".tar")


def _read_members(
    members: Iterator[_Member], wanted: Callable[[str], bool], meter: _Meter
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    try:
        for name, read in members:
            if name in files:
                raise meter.refuse(f"has two entries named {name!r}")
            if wanted(name):
                files[name] = read()
    except SubmissionRefused:
        raise
    except Exception as error:  # whatever a damaged archive makes the parsers raise
        said = printable(str(error))[:100].replace("\n", " ")
        raise meter.refuse(f"is not a readable archive ({type(error).__name__}: {said})") from None
    for name in files:
        if any(str(folder) in files for folder in PurePosixPath(name).parents):
            raise meter.refuse(f"has an entry inside a file: {name!r}")
    return files


def _zip_members(stream: IO[bytes], meter: _Meter) -> Iterator[_Member]:
    with zipfile.ZipFile(stream) as archive:
        for entry in archive.infolist():
            name = meter.admit(zip_name(entry), folder=entry.is_dir())
            if entry.is_dir():
                continue
            if not is_plain(entry):
                raise meter.refuse(
                    f"holds a link or device: {name!r}; pack plain files and folders only"
                )
            if obstacle := zip_obstacle(entry):
                raise meter.refuse(obstacle)
            yield name, functools.partial(_read_zipped, archive, entry, meter)


def zip_name(entry: zipfile.ZipInfo) -> str:
    """The name of an entry, also where the packer wrote UTF-8 without saying so."""
    if entry.flag_bits & 0x800 or entry.filename.isascii():
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def is_plain(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry is a file, not a link or a device."""
    mode = entry.external_attr >> 16
    return not mode or stat.S_IFMT(mode) in (0, stat.S_IFREG)


def zip_obstacle(entry: zipfile.ZipInfo) -> str:
    """Why the contents of an entry can't be read; nothing if they can."""
    if entry.flag_bits & 0x1:
        return "is encrypted; pack it without a password"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The others are inflated by the library in one go, however large they are.
        return "is packed in an unusual way; use an ordinary .zip"
    return ""


class ShortHeaders(tarfile.TarInfo):
    """Refuses extended headers that are longer than any honest one.

    The library takes time quadratic in their length. They are recognised here, where the library
    hands a header to whoever understands its type.
    """

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _EXTENDED and self.size > MAX_HEADER:
            raise tarfile.ReadError("an extended header that is too long")
        member: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return member


def _check_directory(file: IO[bytes], meter: _Meter) -> None:
    """Refuse a table of contents that is too large before the library reads all of it."""
    file.seek(max(0, file.seek(0, io.SEEK_END) - (1 << 16) - 22))
    end = file.read()
    place = end.rfind(b"PK\x05\x06")
    if place >= 0 and int.from_bytes(end[place + 12 : place + 16], "little") > MAX_DIRECTORY:
        raise meter.refuse(f"has more than {MAX_ENTRIES} entries")


def _read_zipped(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, meter: _Meter) -> bytes:
    return meter.read(archive.open(entry))


def _tar_members(file: IO[bytes], meter: _Meter, *, plain: bool) -> Iterator[_Member]:
    with nullcontext(file) if plain else gzip.open(file, "rb") as stream:
        # Headers count too: the stream itself ends when it has given more than the limit.
        limited = _Limited(stream, meter)
        with tarfile.open(fileobj=limited, mode="r|", tarinfo=ShortHeaders) as archive:
            for entry in archive:
                name = meter.admit(entry.name, folder=entry.isdir())
                if entry.isdir():
                    continue
                if not entry.isreg():
                    raise meter.refuse(
                        f"holds a link or device: {name!r}; pack plain files and folders only"
                    )
                body = archive.extractfile(entry)
                assert body is not None
                yield name, functools.partial(meter.read, body)
        while limited.read():  # to the end: only there gzip checks that nothing was damaged
            pass


def leads_astray(name: str) -> str:
    """Why a name inside an archive is none of a file inside it; nothing if it can be one."""
    shown = repr(name[:MAX_NAME])
    slashed = name.replace("\\", "/")
    if slashed.startswith("/") or _DRIVE.match(slashed):
        return f"holds an absolute name: {shown}"
    if ".." in slashed.split("/"):
        return f"holds a name that leads out of the archive: {shown}; pack the folder itself again"
    return ""


class _Meter:
    """Counts the entries and bytes of one archive, and refuses names that lead elsewhere."""

    def __init__(self, archive: str) -> None:
        self.archive = archive
        self.entries = 0
        self.bytes = 0

    def refuse(self, reason: str) -> SubmissionRefused:
        return SubmissionRefused(f"{self.archive} {reason}.")

    def refuse_size(self) -> SubmissionRefused:
        return self.refuse(f"unpacks to more than {MAX_BYTES >> 20} MiB")

    def admit(self, name: str, *, folder: bool) -> str:
        self.entries += 1
        if self.entries > MAX_ENTRIES:
            raise self.refuse(f"has more than {MAX_ENTRIES} entries")
        shown = repr(name[:MAX_NAME])
        slashed = name.replace("\\", "/")
        parts = PurePosixPath(slashed).parts
        if astray := leads_astray(name):
            raise self.refuse(astray)
        if any(not character.isprintable() for character in slashed):
            raise self.refuse(f"holds an unprintable name: {shown}")
        if len(slashed.encode()) > MAX_NAME or (not parts and not folder):
            raise self.refuse(f"holds a name that no file can have: {shown}")
        return "/".join(parts)

    def read(self, file: IO[bytes]) -> bytes:
        data = bytearray()
        with file:
            while chunk := file.read(_CHUNK):
                self.bytes += len(chunk)
                if self.bytes > MAX_BYTES:
                    raise self.refuse_size()
                data += chunk
        return bytes(data)


class _Limited(io.RawIOBase):
    """A stream that refuses to give much more than the files of an archive may hold."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, meter: _Meter) -> None:
        self.stream = stream
        self.meter = meter
        self.left = 2 * MAX_BYTES

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(_CHUNK if size < 0 else size)
        self.left -= len(data)
        if self.left < 0:
            raise self.meter.refuse_size()
        return data
