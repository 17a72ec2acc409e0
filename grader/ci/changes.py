"""What a pull request touches: which homeworks, and which files that are the course's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from grader.course import Outline
from grader.submission import COURSE_FILES
from grader.text import quoted

# What judges, and what decides how it is run, by its place from the top of a course's repository.
_COURSE = re.compile(
    r"(grader|reference|templates|\.github|\.ci)/.*"
    r"|action\.ya?ml|pyproject\.toml|\.gitlab-ci\.yml|\.pre-commit-hooks\.yaml",
    re.DOTALL,
)
SHOWN = 5
MAX_NAME = 100


def homeworks_of(changed: Iterable[str], outlines: Sequence[Outline]) -> list[Outline]:
    """The homeworks to which changed files belong, by their folder or by their name."""
    paths = [PurePosixPath(name) for name in changed]
    return [outline for outline in outlines if any(_belongs(path, outline) for path in paths)]


def _belongs(path: PurePosixPath, outline: Outline) -> bool:
    parts = path.parts
    if "assignments" in parts:
        return parts[parts.index("assignments") + 1 :][:1] == (outline.name,)
    return path.suffix in (".py", ".ipynb") and path.stem in outline.modules


def not_the_students(changed: Iterable[str], outlines: Sequence[Outline]) -> list[str]:
    """Those of the files that are the course's: to change them changes no grade."""
    folders = {f"assignments/{outline.name}/": outline for outline in outlines}
    found = []
    for name in changed:
        home = next((it for it in folders if name.startswith(it)), None)
        if _COURSE.fullmatch(name) or (home and _is_courses(name, home, folders[home])):
            found.append(name)
    return found


def _is_courses(name: str, home: str, outline: Outline) -> bool:
    inside = name.removeprefix(home)
    if inside in {f"{module}.py" for module in outline.modules}:
        return False
    # Not Path.is_file, which fails for a name that is too long below this folder.
    return bool(COURSE_FILES.fullmatch(inside)) or os.path.isfile(outline.folder / inside)


def told(files: Sequence[str], instead: str) -> str:
    """What whoever changed such files is told; `instead` says where the real ones are from."""
    shown = ", ".join(quoted(name, MAX_NAME) for name in files[:SHOWN])
    more = f" and {len(files) - SHOWN} more" if len(files) > SHOWN else ""
    return (
        f"This pull request also changes {shown}{more}. That changes nothing about this grade: the "
        f"grader, the reference and the checks are not taken from the pull request{instead}."
    )
