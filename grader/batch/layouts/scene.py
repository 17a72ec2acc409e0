"""What a recogniser of layouts looks at, and what it finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from pathlib import Path

from grader.archive import SUFFIXES
from grader.batch.handin import Place
from grader.batch.line import one_line
from grader.batch.roster import Roster
from grader.batch.tree import Entry, Tree

# What systems leave behind in folders: nobody handed it in, and nobody misses it.
_CLUTTER = frozenset(["__macosx", "__pycache__", "thumbs.db", "desktop.ini"])


SOURCES = (".py", ".ipynb")
# What a student hands in, though some of it can't be graded: they are told. The rest is not theirs.
_OTHERS = (".rar", ".7z", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
_KINDS = (*SOURCES, *SUFFIXES, *_OTHERS)


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand-in as a layout shows it, before students are counted together and attempts numbered.

    `source` is what it is called in the class folder; `others` are further keys under which a
    roster may know the student. Among the attempts of a student the lower `order` is earlier.
    """

    student: str
    place: Place
    source: str
    name: str = ""
    email: str = ""
    others: tuple[str, ...] = ()
    order: tuple[int, str] = (0, "")
    submitted: datetime | None = None
    marked_late: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """The folder of a class, and what else is known about the class."""

    path: Path  # of the class, for messages
    tree: Tree
    entries: tuple[Entry, ...]  # without clutter and links
    modules: tuple[str, ...]
    roster: Roster | None
    zone: tzinfo

    @property
    def folders(self) -> list[str]:
        """The names of the folders."""
        return [entry.name for entry in self.entries if entry.kind == "folder"]

    @property
    def files(self) -> list[str]:
        """The names of the files."""
        return [entry.name for entry in self.entries if entry.kind == "file"]


@dataclass(slots=True)
class Found:
    """The hand-ins of a class, with a line for each thing that is doubtful."""

    layout: str
    drafts: list[Draft] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def leave_aside(self, name: str, why: str) -> None:
        """Remark that something is not graded."""
        self.remarks.append(f"{one_line(name)} is left aside: {why}.")


def is_clutter(name: str) -> bool:
    """Whether a name is of no interest to anybody."""
    return name.startswith(".") or name.lower() in _CLUTTER


def without_suffix(name: str) -> str:
    """The name of a student's file without its suffix; nothing if it is none."""
    for suffix in _KINDS:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return ""


def is_work(name: str) -> bool:
    """Whether a file can be what a student handed in, by its name."""
    return bool(without_suffix(name))


def inside(scene: Scene, folder: str) -> list[Entry]:
    """What lies directly in a student's folder, without clutter; nothing if it can't be read."""
    try:
        return [entry for entry in scene.tree.entries(folder) if not is_clutter(entry.name)]
    except OSError:
        return []


def module_files(modules: Sequence[str]) -> frozenset[str]:
    """The names that the files of an assignment have."""
    return frozenset(f"{module}{suffix}" for module in modules for suffix in SOURCES)
