"""Reading a `.zip` or `.tar.gz` that a stranger packed.

Nothing is ever extracted by the archive libraries: members are read one by one into memory, with
every byte counted while it is inflated. An archive that tries anything (names that climb out or
are absolute, links, devices, more than a homework can be) is refused as a whole, with one line.
"""

from __future__ import annotations

import gzip
import io
import re
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from grader.errors import SubmissionRefused

MAX_FILES = 2_000
MAX_BYTES = 64 << 20
SUFFIXES = (".zip", ".tar.gz", ".tgz", ".tar")

_CHUNK = 1 << 16
_DRIVE = re.compile(r"^[A-Za-z]:")


def is_archive(path: Path) -> bool:
    """Whether the name says that it is an archive."""
    return path.name.lower().endswith(SUFFIXES)


def read_archive(path: Path) -> dict[str, bytes]:
    """The regular files of an archive by their names; `SubmissionRefused` if it is not harmless."""
    if path.stat().st_size > MAX_BYTES:
        raise SubmissionRefused(f"{path.name} is larger than {MAX_BYTES >> 20} MiB.")
    members = _zip_members if path.name.lower().endswith(".zip") else _tar_members
    files: dict[str, bytes] = {}
    try:
        for name, data in members(path):
            if name in files:
                raise SubmissionRefused(f"{path.name} has two entries named {name!r}.")
            files[name] = data
    except SubmissionRefused:
        raise
    except Exception as error:  # whatever a damaged archive makes the parsers raise
        raise SubmissionRefused(
            f"{path.name} is not a readable archive ({type(error).__name__}: {str(error)[:100]})."
        ) from None
    return files


def _zip_members(path: Path) -> Iterator[tuple[str, bytes]]:
    meter = _Meter(path.name)
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            name = meter.admit(entry.filename)
            mode = entry.external_attr >> 16
            if entry.is_dir():
                continue
            if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
                raise SubmissionRefused(f"{path.name} holds a link or device: {name!r}.")
            if entry.flag_bits & 0x1:
                raise SubmissionRefused(f"{path.name} is encrypted; pack it without a password.")
            with archive.open(entry) as file:
                yield name, meter.read(file)


def _tar_members(path: Path) -> Iterator[tuple[str, bytes]]:
    meter = _Meter(path.name)
    plain = path.suffix.lower() == ".tar"
    with open(path, "rb") if plain else gzip.open(path, "rb") as stream:
        # Headers count too: the stream itself ends when it has given more than the limit.
        limited = _Limited(stream, 2 * MAX_BYTES, path.name)
        with tarfile.open(fileobj=limited, mode="r|") as archive:
            for entry in archive:
                name = meter.admit(entry.name)
                if entry.isdir():
                    continue
                if not entry.isreg():
                    raise SubmissionRefused(f"{path.name} holds a link or device: {name!r}.")
                file = archive.extractfile(entry)
                assert file is not None
                yield name, meter.read(file)


class _Meter:
    """Counts the entries and bytes of one archive, and refuses names that lead elsewhere."""

    def __init__(self, archive: str) -> None:
        self.archive = archive
        self.files = 0
        self.bytes = 0

    def admit(self, name: str) -> str:
        self.files += 1
        if self.files > MAX_FILES:
            raise SubmissionRefused(f"{self.archive} has more than {MAX_FILES} entries.")
        slashed = name.replace("\\", "/")
        if slashed.startswith("/") or _DRIVE.match(slashed):
            raise SubmissionRefused(f"{self.archive} holds an absolute name: {name!r}.")
        parts = PurePosixPath(slashed).parts
        if ".." in parts:
            raise SubmissionRefused(f"{self.archive} holds a name that climbs out: {name!r}.")
        if any(not character.isprintable() for character in slashed):
            raise SubmissionRefused(f"{self.archive} holds an unprintable name: {name!r}.")
        return "/".join(parts)

    def read(self, file: IO[bytes]) -> bytes:
        data = bytearray()
        while chunk := file.read(_CHUNK):
            self.bytes += len(chunk)
            if self.bytes > MAX_BYTES:
                raise SubmissionRefused(
                    f"{self.archive} unpacks to more than {MAX_BYTES >> 20} MiB."
                )
            data += chunk
        return bytes(data)


class _Limited(io.RawIOBase):
    """A stream that refuses to give more than so many bytes."""

    def __init__(self, stream: io.BufferedIOBase, limit: int, archive: str) -> None:
        self.stream = stream
        self.left = limit
        self.archive = archive

    def read(self, size: int = -1) -> bytes:
        data = self.stream.read(_CHUNK if size < 0 else size)
        self.left -= len(data)
        if self.left < 0:
            raise SubmissionRefused(f"{self.archive} unpacks to more than {MAX_BYTES >> 20} MiB.")
        return data
