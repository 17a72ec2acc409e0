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
from pathlib import Path, PurePosixPath
from typing import IO

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


def is_archive(path: Path) -> bool:
    """Whether the name says that it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def read_archive(path: Path, wanted: Callable[[str], bool] = lambda name: True) -> dict[str, bytes]:
    """The wanted files of an archive by their names; `SubmissionRefused` if it is not harmless.

    What is not wanted (a packed virtual environment, say) is not read, but must be harmless too.
    """
    meter = _Meter(printable(path.name)[:MAX_NAME].replace("\n", " "))
    if path.stat().st_size > MAX_PACKED_BYTES:
        raise meter.refuse(
            f"is larger than {MAX_PACKED_BYTES >> 20} MiB: leave out data and environments"
        )
    members = _zip_members if path.name.lower().endswith(".zip") else _tar_members
    files: dict[str, bytes] = {}
    try:
        for name, read in members(path, meter):
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


def _zip_members(path: Path, meter: _Meter) -> Iterator[tuple[str, Callable[[], bytes]]]:
    _check_directory(path, meter)
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            name = meter.admit(entry.filename, folder=entry.is_dir())
            mode = entry.external_attr >> 16
            if entry.is_dir():
                continue
            if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise meter.refuse(
                    f"holds a link or device: {name!r}; pack plain files and folders only"
                )
            if entry.flag_bits & 0x1:
                raise meter.refuse("is encrypted; pack it without a password")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # The others are inflated by the library in one go, however large they are.
                raise meter.refuse("is packed in an unusual way; use an ordinary .zip")
            yield name, functools.partial(_read_zipped, archive, entry, meter)


class _ShortHeaders(tarfile.TarInfo):
    """Refuses extended headers that are longer than any honest one.

    The library takes time quadratic in their length. They are recognised here, where the library
    hands a header to whoever understands its type.
    """

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _EXTENDED and self.size > MAX_HEADER:
            raise tarfile.ReadError("an extended header that is too long")
        member: tarfile.TarInfo = super()._proc_member(archive)  # type: ignore[misc]
        return member


def _check_directory(path: Path, meter: _Meter) -> None:
    """Refuse a table of contents that is too large before the library reads all of it."""
    with open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - (1 << 16) - 22))
        end = file.read()
    place = end.rfind(b"PK\x05\x06")
    if place >= 0 and int.from_bytes(end[place + 12 : place + 16], "little") > MAX_DIRECTORY:
        raise meter.refuse(f"has more than {MAX_ENTRIES} entries")


def _read_zipped(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, meter: _Meter) -> bytes:
    return meter.read(archive.open(entry))


def _tar_members(path: Path, meter: _Meter) -> Iterator[tuple[str, Callable[[], bytes]]]:
    plain = path.suffix.lower() == ".tar"
    with open(path, "rb") if plain else gzip.open(path, "rb") as stream:
        # Headers count too: the stream itself ends when it has given more than the limit.
        limited = _Limited(stream, meter)
        with tarfile.open(fileobj=limited, mode="r|", tarinfo=_ShortHeaders) as archive:
            for entry in archive:
                name = meter.admit(entry.name, folder=entry.isdir())
                if entry.isdir():
                    continue
                if not entry.isreg():
                    raise meter.refuse(
                        f"holds a link or device: {name!r}; pack plain files and folders only"
                    )
                file = archive.extractfile(entry)
                assert file is not None
                yield name, functools.partial(meter.read, file)
        while limited.read():  # to the end: only there gzip checks that nothing was damaged
            pass


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
        if slashed.startswith("/") or _DRIVE.match(slashed):
            raise self.refuse(f"holds an absolute name: {shown}")
        if ".." in parts:
            raise self.refuse(
                f"holds a name that leads out of the archive: {shown}; pack the folder itself again"
            )
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

    def __init__(self, stream: io.BufferedIOBase, meter: _Meter) -> None:
        self.stream = stream
        self.meter = meter
        self.left = 2 * MAX_BYTES

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(_CHUNK if size < 0 else size)
        self.left -= len(data)
        if self.left < 0:
            raise self.meter.refuse_size()
        return data
