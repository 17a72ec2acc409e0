"""Repositories of a classroom, cloned side by side: `<assignment>-<user name>/`.

Nothing is asked of git: a repository can name commands to be run, and these are strangers'.
"""

from __future__ import annotations

from collections import Counter

from grader.batch.handin import Place
from grader.batch.layouts.scene import Draft, Found, Scene


def classroom(scene: Scene) -> Found | None:
    """A class of folders most of which are repositories whose names begin in the same way."""
    repositories = [folder for folder in scene.folders if _is_repository(scene, folder)]
    if not repositories or 2 * len(repositories) < len(scene.folders):
        return None
    slug = _slug(repositories, scene)
    if not slug or any(not name.startswith(slug) or name == slug for name in repositories):
        return None
    found = Found("classroom")
    for entry in scene.entries:
        if entry.kind == "folder" and entry.name.startswith(slug) and entry.name != slug:
            student = entry.name.removeprefix(slug)
            found.drafts.append(Draft(student, Place(folder=entry.name), entry.name))
        else:
            found.leave_aside(entry.name, f"it is not a folder {slug}…")
    return found


def _is_repository(scene: Scene, folder: str) -> bool:
    try:
        return any(entry.name == ".git" for entry in scene.tree.entries(folder))
    except OSError:
        return False


def _slug(names: list[str], scene: Scene) -> str:
    """What precedes the user names: as the roster has it, or as much as all have in common."""
    if scene.roster is not None:
        votes = Counter(
            name[: place + 1]
            for name in names
            for place, character in enumerate(name)
            if character == "-" and scene.roster.by_key(name[place + 1 :])
        )
        if votes:
            return max(sorted(votes), key=lambda slug: votes[slug])
    first, last = min(names), max(names)
    same = 0
    while same < len(first) and first[same] == last[same]:
        same += 1
    return first[: first.rfind("-", 0, same) + 1]
