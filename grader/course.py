"""Where the assignments are, and what their `assignment.toml` says.

Reads text only: no check is loaded and no numeric library imported, so `list` answers at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from grader.errors import AssignmentError, UsageError
from grader.late import LatePolicy
from grader.model import Limits, Question
from grader.text import nearest

TOTAL_POINTS = 100.0
TOP_REQUIRED = ("title", "modules", "libraries", "preload", "question")
TOP_OPTIONAL = ("preload_if_mentioned", "limits", "late")
REQUIRED = ("name", "points", "reference")
OPTIONAL = ("in_place", "returns", "built_on", "formula")
LATE_REQUIRED = ("due", "percent_per_day")
LATE_OPTIONAL = ("grace_minutes", "cap_percent")
MOST_GRACE_MINUTES = 7 * 24 * 60


@dataclass(frozen=True, slots=True)
class Outline:
    """An assignment as its `assignment.toml` describes it."""

    name: str
    title: str
    folder: Path
    modules: tuple[str, ...]
    libraries: tuple[str, ...]
    preload: tuple[str, ...]
    preload_if_mentioned: tuple[str, ...]
    limits: Limits
    questions: Mapping[str, Question]
    late: LatePolicy | None = None


def course_folder() -> Path:
    """The folder that holds `assignments/` and `templates/`: the checkout, or inside the wheel."""
    package = Path(__file__).resolve().parent
    checkout = package.parent
    if (checkout / "assignments").is_dir() and (checkout / "templates").is_dir():
        return checkout
    return package / "_course"


def assignment_names() -> list[str]:
    """All assignments of the course, in order."""
    folder = course_folder() / "assignments"
    return sorted(path.parent.name for path in folder.glob("*/assignment.toml"))


def read_outline(name: str) -> Outline:
    """The outline of one assignment; `UsageError` suggests the nearest name for a wrong one."""
    folder = course_folder() / "assignments" / name
    if name not in assignment_names():
        known = assignment_names()
        hint = nearest(name, known)
        meant = f"; did you mean {hint}?" if hint else f"; there are {', '.join(known)}"
        raise UsageError(f"there is no assignment {name!r}{meant}")
    file = folder / "assignment.toml"
    try:
        return _outline(name, folder, tomllib.loads(file.read_text(encoding="utf-8")))
    except ValueError as error:  # what does not fit, in words; or a line that is not TOML
        raise AssignmentError(f"{file}: {error}") from None
    except (KeyError, TypeError) as error:
        raise AssignmentError(f"{file}: {type(error).__name__}: {error}") from None


def working_copy(outline: Outline) -> Path:
    """The folder in which a student works on this assignment."""
    here = Path.cwd()
    for folder in (here / "assignments" / outline.name, outline.folder, here):
        bundled = course_folder().name == "_course" and folder == outline.folder
        names = [f"{module}{suffix}" for module in outline.modules for suffix in (".py", ".ipynb")]
        if not bundled and any((folder / name).is_file() for name in names):
            return folder
    raise UsageError(
        f"there is no working copy of {outline.name} here: "
        f"name one with --submission PATH, or go to the folder that holds {outline.modules[0]}.py"
    )


def stubs(outline: Outline, submission: Path) -> dict[str, bytes]:
    """What students were given to fill in, by module.

    Nothing where the submission lies in the assignment itself: there the stub is their work.
    """
    if submission.resolve().is_relative_to(outline.folder.resolve()):
        return {}
    return given_out(outline)


def given_out(outline: Outline) -> dict[str, bytes]:
    """The files of the assignment in which students are to work, by module."""
    files = {module: outline.folder / f"{module}.py" for module in outline.modules}
    return {module: file.read_bytes() for module, file in files.items() if file.is_file()}


def _outline(name: str, folder: Path, data: dict[str, Any]) -> Outline:
    _refuse_unknown_keys(data, "at the top", TOP_REQUIRED, TOP_OPTIONAL)
    modules = tuple(data["modules"])
    questions = [_question(entry, modules) for entry in data["question"]]
    total = sum(question.points for question in questions)
    if total != TOTAL_POINTS:
        raise ValueError(f"the points of the questions add up to {total:g}, not {TOTAL_POINTS:g}")
    return Outline(
        name=name,
        title=data["title"],
        folder=folder,
        modules=modules,
        libraries=tuple(data["libraries"]),
        preload=tuple(data["preload"]),
        preload_if_mentioned=tuple(data.get("preload_if_mentioned", ())),
        limits=Limits(**data.get("limits", {})),
        questions={question.name: question for question in questions},
        late=_late(data["late"]) if "late" in data else None,
    )


def _question(entry: dict[str, Any], modules: tuple[str, ...]) -> Question:
    _refuse_unknown_keys(entry, _place(entry), REQUIRED, OPTIONAL)
    module, _, function = entry["name"].rpartition(".")
    return Question(
        name=entry["name"],
        module=module or modules[0],
        function=function,
        points=float(entry["points"]),
        reference=entry["reference"],
        in_place=tuple(entry.get("in_place", ())),
        returns=tuple(entry.get("returns", ())),
        built_on=tuple(entry.get("built_on", ())),
        formula=_lines(entry),
    )


def _late(entry: Any) -> LatePolicy:
    if not isinstance(entry, dict):
        raise ValueError("late: this is a table, [late]")
    _refuse_unknown_keys(entry, "late", LATE_REQUIRED, LATE_OPTIONAL)
    due = entry["due"]
    if not isinstance(due, datetime) or due.tzinfo is None or not 1970 <= due.year < 9000:
        raise ValueError(
            "late: 'due' is a date and a time with an offset, such as 2026-10-04T23:59:00+02:00"
        )
    return LatePolicy(
        due=due,
        percent_per_day=_number(entry, "percent_per_day", 100.0),
        grace_minutes=_number(entry, "grace_minutes", MOST_GRACE_MINUTES, 0.0),
        cap_percent=_number(entry, "cap_percent", 100.0, 100.0),
    )


def _number(entry: dict[str, Any], key: str, most: float, default: float = 0.0) -> float:
    value = entry.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError(f"late: {key!r} is a number from 0 to {most:g}, not {value!r}")
    return float(value)


def _refuse_unknown_keys(
    entry: dict[str, Any], place: str, required: Iterable[str], optional: Iterable[str]
) -> None:
    """A misspelt key would be read as one that is left out, and change how work is judged."""
    known = (*required, *optional)
    for key in entry:
        if key not in known:
            hint = nearest(key, known)
            meant = f"did you mean {hint}?" if hint else f"known are {', '.join(known)}"
            raise ValueError(f"{place}: unknown key {key!r}; {meant}")
    for key in required:
        if key not in entry:
            raise ValueError(f"{place}: {key!r} is missing")


def _lines(entry: dict[str, Any]) -> tuple[str, ...]:
    """The formula, one line as a string or several as an array of strings; LaTeX without `$`."""
    formula = entry.get("formula", [])
    lines = [formula] if isinstance(formula, str) else formula
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise ValueError(f"{_place(entry)}: 'formula' is a string or an array of strings")
    if not all(line.strip() for line in lines):
        raise ValueError(f"{_place(entry)}: a line of 'formula' is empty")
    return tuple(lines)


def _place(entry: dict[str, Any]) -> str:
    return f"question {entry['name']!r}" if "name" in entry else "a question without a name"
