"""Gradescope's export: a folder for each submission, and a file that says whose it is.

    submission_metadata.yml
    submission_98765432/simple_ml.py

The metadata is YAML as Ruby writes it. All of it is taken as text: nothing in it becomes an object,
and a student number keeps its zeros.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from grader.batch.handin import Place
from grader.batch.layouts.scene import Draft, Found, Scene
from grader.batch.line import one_line
from grader.batch.when import parse_time
from grader.errors import SubmissionRefused

METADATA = "submission_metadata.yml"
MAX_METADATA = 64 << 20
MAX_DEPTH = 100
_NOTHING = frozenset(["", "~", "null", "nil"])
_NUMBER = re.compile(r"submission_([0-9]{1,20})")


def gradescope(scene: Scene) -> Found | None:
    """A class with Gradescope's file of metadata."""
    if METADATA not in scene.files:
        return None
    found = Found("gradescope")
    entries = _metadata(scene, found)
    if not scene.folders:
        return None
    for name in scene.files:
        if name != METADATA and name not in entries:
            found.leave_aside(name, "it is in no folder of a submission")
    for folder in scene.folders:
        entry = entries.get(folder)
        drafts = _drafts(folder, entry, scene) if isinstance(entry, Mapping) else []
        if not drafts:
            if entries:
                found.remarks.append(
                    f"{one_line(folder)} is not in {METADATA}: its name stands for the student."
                )
            drafts = [Draft(folder, Place(folder=folder), folder, order=_order(folder))]
        found.drafts += drafts
    for name in sorted(set(map(str, entries)) - set(scene.folders)):
        found.remarks.append(f"{one_line(name)} is in {METADATA}, but there is no such folder.")
    return found


def _metadata(scene: Scene, found: Found) -> Mapping[str, Any]:
    """What the file says; nothing, with a remark, if it can't be read."""
    import yaml  # here: only such a class needs it

    try:
        piece = scene.tree.piece(METADATA)
        if piece.size > MAX_METADATA:
            raise ValueError(f"it is larger than {MAX_METADATA >> 20} MiB")
        # This loader makes strings, lists and mappings of strings, whatever a tag asks for.
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        data = piece.read(MAX_METADATA)
        _refuse_depth(yaml.parse(data, Loader=loader))
        entries = yaml.load(data, Loader=loader)
        if not isinstance(entries, Mapping):
            raise ValueError("it holds no list of submissions")
    except (SubmissionRefused, OSError, ValueError, yaml.YAMLError) as error:
        said = one_line(str(error).split("\n", 1)[0])
        found.remarks.append(
            f"{METADATA} can't be read ({said}): the names of the folders stand for the students."
        )
        return {}
    return entries


def _refuse_depth(events: Iterable[Any]) -> None:
    """The library that makes values of what it has parsed does not survive any depth of nesting."""
    depth = 0
    for event in events:
        depth += {"SequenceStart": 1, "MappingStart": 1, "SequenceEnd": -1, "MappingEnd": -1}.get(
            type(event).__name__.removesuffix("Event"), 0
        )
        if depth > MAX_DEPTH:
            raise ValueError("it is nested too deeply")


def _drafts(folder: str, entry: Mapping[str, Any], scene: Scene) -> list[Draft]:
    """The same hand-in for each of those who submitted it together."""
    submitted = _time(entry.get(":created_at"), scene)
    drafts = []
    submitters = entry.get(":submitters")
    for submitter in submitters if isinstance(submitters, list) else []:
        if not isinstance(submitter, Mapping):
            continue
        name, sid, email = (_text(submitter.get(key)) for key in (":name", ":sid", ":email"))
        drafts.append(
            Draft(
                student=sid or email or name or folder,
                place=Place(folder=folder),
                source=folder,
                name=name,
                email=email,
                others=(sid, email),
                order=_order(folder),
                submitted=submitted,
            )
        )
    return drafts


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) and value.lower() not in _NOTHING else ""


def _time(value: Any, scene: Scene) -> datetime | None:
    if isinstance(value, Mapping):  # a time of Ruby's own making, with its zone beside it
        return parse_time(f"{_text(value.get('utc')).removesuffix('Z')}Z")
    return parse_time(_text(value), scene.zone)


def _order(folder: str) -> tuple[int, str]:
    fit = _NUMBER.fullmatch(folder)
    return int(fit[1]) if fit else 0, folder
