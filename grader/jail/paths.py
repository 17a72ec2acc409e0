"""What a worker may read: the standard library, shared libraries, and what the assignment allows.

The rest of site-packages is not in it. Where site-packages lies inside a folder that is, as in most
Python installations, the folder is given with the names to leave out: a private root covers
those with emptiness, and Landlock, which can't take away, is given all the others one by one.
The names of what is left out can then still be listed, but nothing in it can be opened.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_PACKAGES = ("site-packages", "dist-packages")
# What libraries are where (Debian chooses its linear algebra among alternatives), and time zones.
_SYSTEM = ("/etc/ld.so.cache", "/etc/alternatives", "/usr/share/zoneinfo")


@dataclass(frozen=True, slots=True)
class Readable:
    """A file or folder, without the entries of these names."""

    path: str
    hidden: tuple[str, ...] = ()

    def parts(self) -> Iterator[str]:
        """The same as paths that can be given as a whole."""
        if not self.hidden:
            yield self.path
            return
        for name in _names(self.path):
            if name not in self.hidden:
                yield os.path.join(self.path, name)


def find_readable(libraries: Mapping[str, str]) -> list[Readable]:
    """All that a worker may read besides its own folders; outer folders come before inner ones.

    `libraries` are the allowed ones with the folders in which they lie.
    """
    folders = {*filter(os.path.isdir, _standard_library()), *_shared_libraries()}
    plain = [path for path in _SYSTEM if os.path.exists(path)]
    plain += [
        os.path.join(folder, name)
        for library, folder in libraries.items()
        for name in _names(folder)
        if _belongs(name, library)
    ]
    found = [*map(_folder, folders), *map(Readable, plain)]
    return sorted(found, key=lambda item: item.path.split("/"))


def check_essentials(libraries: Mapping[str, str]) -> None:
    """Raise `OSError` if this process can't import what a submission may import."""
    inside = (os.path.join(folder, name) for name, folder in libraries.items())
    folders = [os.path.dirname(os.__file__), *inside]
    for folder in folders:
        try:
            sources = [name for name in os.listdir(folder) if name.endswith(".py")]
            for source in sources[:1]:
                os.close(os.open(os.path.join(folder, source), os.O_RDONLY))
        except OSError as error:
            raise OSError(f"{folder} would be closed to the worker ({error.strerror})") from None


def _standard_library() -> list[str]:
    # Started with -P -s -S, the path holds nothing else.
    return [os.path.dirname(os.__file__), *(path for path in sys.path if path)]


def _shared_libraries() -> Iterator[str]:
    """The folders of what is loaded already: what is loaded later comes from there, too."""
    folders = set()
    with open("/proc/self/maps") as maps:
        for line in maps:
            path = line.rstrip("\n").partition("/")[2]
            if ".so" in os.path.basename(path):
                folders.add("/" + os.path.dirname(path))
    yield from sorted(folder for folder in folders if not _holds_packages(folder))


def _holds_packages(folder: str) -> bool:
    """Whether this is a place inside a Python installation: those are given by name."""
    return any(name in folder.split("/") for name in (*_PACKAGES, "lib-dynload"))


def _folder(path: str) -> Readable:
    """A folder without the packages in it, and without other Pythons."""
    hidden = [
        name
        for name in _names(path)
        if name in _PACKAGES
        or (name.startswith(("python", "pypy")) and os.path.isdir(os.path.join(path, name)))
    ]
    return Readable(path, tuple(hidden))


def _belongs(name: str, library: str) -> bool:
    return name in (library, f"{library}.libs") or (
        name.startswith(f"{library}-") and name.endswith(".dist-info")
    )


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []
