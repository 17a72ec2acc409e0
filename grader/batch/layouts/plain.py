"""A folder of folders and files, one for each student and called after them.

alice/simple_ml.py                            a folder
bob.py, carol.zip, dora.tar.gz                a file
erik/attempt 1/…, erik/attempt 2/…            several attempts
frida_attempt_1.py, frida_attempt_2.py        the same with files
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path, PurePosixPath

from grader.archive import is_archive
from grader.batch.handin import Place
from grader.batch.layouts.scene import (
    Draft,
    Found,
    Scene,
    inside,
    is_work,
    module_files,
    without_suffix,
)
from grader.batch.tree import Entry
from grader.batch.when import parse_time
from grader.errors import SubmissionRefused, UsageError

_NUMBERED = re.compile(r"(?:attempt|submission)[ _-]?(\d{1,6})|(\d{1,6})", re.IGNORECASE)
_DATED = re.compile(r"\d{4}-\d{2}-\d{2}(?P<time>[T_ ].+)?", re.IGNORECASE)
_CLOCK = re.compile(r"[T_ ](\d{2})[-:.h_]?(\d{2})(?:[-:.m_]?(\d{2}))?(.*)", re.IGNORECASE)
_ATTEMPT = re.compile(r"(?P<student>.+?)[ _-]+attempt[ _-]?(?P<number>\d{1,6})", re.IGNORECASE)


def plain(scene: Scene) -> Found | None:
    """A class in which each folder and each file that can be one is a student."""
    found = Found("folders" if scene.folders else "files")
    own = module_files(scene.modules)
    _refuse_one_submission(own, scene)
    for entry in scene.entries:
        if entry.kind == "folder":
            found.drafts += _folder(entry.name, scene)
        elif entry.name in own:
            found.leave_aside(entry.name, "it is called after the homework, not after a student")
        elif (stem := without_suffix(entry.name)) and not stem.lower().startswith("readme"):
            student, number = _numbered(stem)
            place = Place(files=((entry.name, entry.name),))
            found.drafts.append(Draft(student, place, entry.name, order=(number, entry.name)))
        else:
            found.leave_aside(entry.name, "it is neither a folder nor a file that can be graded")
    return found if found.drafts else None


def are_attempts(scene: Scene, folder: str) -> bool:
    """Whether a folder holds nothing but the attempts of one student."""
    return bool(_attempts(folder, scene))


def _refuse_one_submission(own: frozenset[str], scene: Scene) -> None:
    """Who names the folder of one student, or of the course, should not get a class of files."""
    if any(is_archive(Path(file)) for file in scene.files):
        return
    held = {folder: inside(scene, folder) for folder in scene.folders}
    if any(_may_be_somebodys(held[folder]) for folder in held if folder != "src"):
        return
    deeper = {entry.name for entry in held.get("src", ())}
    if found := sorted(own & {*scene.files, *deeper}):
        raise UsageError(
            f"{scene.path} looks like one submission, since it holds {found[0]} itself: "
            "name the folder that holds the submissions of all"
        )


def _may_be_somebodys(held: Sequence[Entry]) -> bool:
    """Whether a folder can be what a student handed in, rather than data beside the work of one."""
    return not held or any(entry.kind == "folder" or is_work(entry.name) for entry in held)


def _numbered(stem: str) -> tuple[str, int]:
    fit = _ATTEMPT.fullmatch(stem)
    return (fit["student"], int(fit["number"])) if fit else (stem, 0)


def _folder(folder: str, scene: Scene) -> list[Draft]:
    """One attempt, or several where the folder holds nothing but folders that say so."""
    attempts = _attempts(folder, scene)
    if len(attempts) < 2:
        student, number = _numbered(folder)
        return [Draft(student, Place(folder=folder), folder, order=(number, folder))]
    return [
        Draft(
            student=folder,
            place=Place(folder=f"{folder}/{name}"),
            source=f"{folder}/{name}",
            order=(order, name),
            submitted=time,
        )
        for order, (name, time) in enumerate(attempts, start=1)
    ]


def _attempts(folder: str, scene: Scene) -> list[tuple[str, datetime | None]]:
    """The folders of the attempts from the earliest to the latest; none if they are not such."""
    held = inside(scene, folder)
    names = [entry.name for entry in held]
    if any(entry.kind != "folder" for entry in held):
        return []
    numbers = [fit and int(fit[1] or fit[2]) for fit in map(_NUMBERED.fullmatch, names)]
    if all(number is not None for number in numbers) and len(set(numbers)) == len(numbers):
        if all(name.isdigit() for name in names) and _are_parts(folder, names, scene):
            return []
        return [(name, None) for _, name in sorted(zip(numbers, names, strict=True))]
    if all(map(_DATED.fullmatch, names)):
        return [(name, _time(name, scene)) for name in sorted(names)]
    return []


def _are_parts(folder: str, names: list[str], scene: Scene) -> bool:
    """Whether `1/` and `2/` hold different modules, and are exercises rather than attempts."""
    own = module_files(scene.modules)
    held: list[set[str]] = []
    for name in names:
        try:
            pieces = scene.tree.pieces(f"{folder}/{name}".lstrip("/"))
            paths = [PurePosixPath(piece.name) for piece in pieces]
            held.append({path.stem for path in paths if path.name in own})
        except SubmissionRefused:
            return False
    return set().union(*held) != max(held, key=len, default=set())


def _time(name: str, scene: Scene) -> datetime | None:
    """A folder may be called `2023-10-04T23-55-00`: not every disk allows colons."""
    fit = _CLOCK.fullmatch(name[10:])
    if fit is None:
        return None
    return parse_time(f"{name[:10]} {fit[1]}:{fit[2]}:{fit[3] or '00'}{fit[4]}", scene.zone)
