"""Canvas's "Download Submissions": all files of all students in one folder.

    doejane_12345_987654_simple_ml.py         last and first name, user, attachment, file
    roejohn_LATE_12346_987655_simple_ml-1.py  submitted late, and not for the first time
    anon_k3Xq9_987656_simple_ml.py            graded anonymously
    doejane_12345_text.html                   typed into a text box, or the address of a page

Nothing tells when something was submitted, but attachments are numbered in the order of time.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.archive import SUFFIXES, is_archive
from grader.batch.handin import Place
from grader.batch.layouts.scene import Draft, Found, Scene, is_work, module_files

# The shortest name that fits: a student chooses the name of the file, but not what precedes it.
_FILE = re.compile(
    r"(?P<name>[^_].*?)(?P<late>_LATE)?_(?P<user>[0-9]{1,20})_(?P<attachment>[0-9]{1,20})_(?P<file>.+)",
    re.DOTALL,
)
_ANONYMOUS = re.compile(
    r"(?P<late>LATE_)?(?P<user>anon_?[A-Za-z0-9]+)(?P<late_too>_LATE)?"
    r"_(?P<attachment>[0-9]{1,20})_(?P<file>.+)",
    re.DOTALL,
)
_TYPED = re.compile(r"(?P<name>[^_].*?)(?P<late>_LATE)?_(?P<user>[0-9]{1,20})_(text|link)\.html")
_ANONYMOUS_TYPED = re.compile(r"(?P<late>LATE_)?(?P<user>anon_?[A-Za-z0-9]+)_(text|link)\.html")
_AGAIN = re.compile(r"(?P<stem>.+)-\d+(?P<suffix>\.[^.].*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Upload:
    user: str
    name: str
    late: bool
    attachment: int
    file: str  # as the student called it; nothing if it was typed, not uploaded
    path: str
    folder: bool


def canvas(scene: Scene) -> Found | None:
    """A class whose files are called as Canvas calls them, most of them at least."""
    uploads = {entry.name: _upload(entry.name, entry.kind == "folder") for entry in scene.entries}
    by_user: defaultdict[str, list[_Upload]] = defaultdict(list)
    for upload in uploads.values():
        if upload is not None:
            by_user[upload.user].append(upload)
    strange = [name for name, upload in uploads.items() if upload is None]
    rivals = [name for name in strange if name in scene.folders or is_work(name)]
    if not by_user or len(rivals) >= len(uploads) - len(strange):
        return None
    found = Found("canvas")
    for name in strange:
        found.leave_aside(name, "it is not called as Canvas calls submissions")
    for user in sorted(by_user):
        _sort_out(by_user[user], scene, found)
    return found


def _upload(path: str, folder: bool) -> _Upload | None:
    fit = _ANONYMOUS.fullmatch(path) or _FILE.fullmatch(path)
    if fit is None:
        fit = _ANONYMOUS_TYPED.fullmatch(path) or _TYPED.fullmatch(path)
        if fit is None or folder:
            return None
    groups = fit.groupdict()
    late = bool(groups.get("late") or groups.get("late_too"))
    number, file = int(groups.get("attachment") or 0), groups.get("file") or ""
    return _Upload(groups["user"], groups.get("name") or "", late, number, file, path, folder)


def _sort_out(uploads: list[_Upload], scene: Scene, found: Found) -> None:
    """The attempts of one user: a file that came again, under a higher number, begins another."""
    uploads.sort(key=lambda upload: (upload.attachment, upload.path))
    versions: defaultdict[str, list[_Upload]] = defaultdict(list)
    for upload in uploads:
        if upload.file:
            versions[_original(upload.file, scene.modules)].append(upload)
    typed = [upload for upload in uploads if not upload.file]
    if not versions:
        said = "Only text or a link was handed in, no file: upload the Python file itself."
        found.drafts.append(_draft(typed, Place(problem=said)))
        return
    for upload in typed:
        found.leave_aside(upload.path, "it is text or a link beside the files of that student")
    for attempt in range(max(map(len, versions.values()))):
        # Who uploads one of two files again means the other one as it was.
        latest = [(many[min(attempt, len(many) - 1)], name) for name, many in versions.items()]
        found.drafts.append(_draft([upload for upload, _ in latest], _place(latest), attempt))


def _draft(uploads: list[_Upload], place: Place, attempt: int = 0) -> Draft:
    first = uploads[0]
    return Draft(
        student=first.user,
        place=place,
        source=first.path,
        name=first.name,
        order=(attempt + 1, ""),
        marked_late=any(upload.late for upload in uploads),
    )


def _place(latest: list[tuple[_Upload, str]]) -> Place:
    folders = [upload.path for upload, _ in latest if upload.folder]
    if folders:  # somebody has unpacked what was uploaded
        return Place(folder=folders[0]) if len(latest) == 1 else Place(problem=_mixed(latest))
    return Place(files=tuple((upload.path, name) for upload, name in latest))


def _mixed(latest: list[tuple[_Upload, str]]) -> str:
    names = ", ".join(sorted(name for _, name in latest)[:3])
    return f"There are folders beside other files ({names}): keep one folder or the files."


def _original(file: str, modules: tuple[str, ...]) -> str:
    """The name before Canvas numbered it, where it is clear that it did."""
    again = _AGAIN.fullmatch(file)
    if again is None:
        return file
    name = again["stem"] + again["suffix"]
    archive = is_archive(PurePosixPath(file)) and again["suffix"].lower() in SUFFIXES
    return name if archive or name in module_files(modules) else file
