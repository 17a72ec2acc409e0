"""Moodle's "Download all submissions": a folder or some files for each participant.

    Jane Doe_123456_assignsubmission_file_/simple_ml.py
    Jane Doe_123456_assignsubmission_file/simple_ml.py        newer versions
    Jane Doe_123456_assignsubmission_file_simple_ml.py        without folders
    Jane Doe_123456_assignsubmission_onlinetext_/…            typed into a text box

The number is the participant's, as in the grading worksheet. Nothing tells when something was
submitted, but that worksheet does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from grader.batch.handin import Place
from grader.batch.layouts.scene import Draft, Found, Scene, inside
from grader.batch.line import one_line

# The shortest name that fits: a student chooses the name of the file, but not what precedes it.
_ENTRY = re.compile(
    r"(?P<name>.+?)_(?P<id>[0-9]+)_assignsubmission_(?P<kind>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
_MARK = re.compile(r"_[0-9]+_assignsubmission_[a-z]")


@dataclass(slots=True)
class _Participant:
    name: str
    folders: list[str] = field(default_factory=list)
    files: list[tuple[str, str]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)


def moodle(scene: Scene) -> Found | None:
    """A class in which something is called as Moodle calls submissions."""
    found = Found("moodle")
    participants: dict[str, _Participant] = {}
    strange: list[str] = []
    for entry in scene.entries:
        fit = _ENTRY.fullmatch(entry.name)
        if fit is None or (entry.kind == "file" and not fit["file"]):
            strange.append(entry.name)
            continue
        if len(_MARK.findall(entry.name)) > 1:
            found.remarks.append(
                f"{one_line(entry.name)} names two participants: "
                f"it is taken for one of {fit['id']}, the first."
            )
        who = participants.setdefault(fit["id"], _Participant(fit["name"]))
        if fit["kind"] != "file":
            who.typed.append(entry.name)
        elif entry.kind == "folder":
            who.folders.append(entry.name)
        else:
            who.files.append((entry.name, fit["file"]))
    if not participants:
        return None
    for name in strange:
        found.leave_aside(name, "it is not called as Moodle calls submissions")
    for number in sorted(participants):
        _add(number, participants[number], scene, found)
    return found


def _add(number: str, who: _Participant, scene: Scene, found: Found) -> None:
    places = [_folder(folder, scene) for folder in who.folders]
    if who.files:
        places.append(Place(files=tuple(who.files)))
    if places:
        for name in who.typed:
            found.leave_aside(name, "it is text beside the files of that participant")
    else:
        said = "Only text was handed in, no file: upload the Python file itself."
        places = [Place(problem=said)]
    sources = [*who.folders, *(path for path, _ in who.files[:1]), *who.typed]
    for order, (place, source) in enumerate(zip(places, sources, strict=False), start=1):
        found.drafts.append(Draft(number, place, source, name=who.name, order=(order, source)))


def _folder(folder: str, scene: Scene) -> Place:
    """Moodle made the folder: one file in it is a file that was handed in alone."""
    held = inside(scene, folder)
    if [entry.kind for entry in held] == ["file"]:
        return Place(files=((f"{folder}/{held[0].name}", held[0].name),))
    return Place(folder=folder)
