"""An assignment in full: its outline, its checks, its misconceptions and the reference.

The Python files of an assignment are trusted: they are the course's own. They are loaded under a
private package name, so that two assignments can both have a `checks.py`, and may import each
other relatively (`from .cases import …`).
"""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.course import Outline
from grader.errors import AssignmentError, UsageError
from grader.kit.declare import CheckSpec, Misconception, checks_in, misconceptions_in
from grader.model import NOTE_FOR_STAFF, Question, Visibility
from grader.submission import Submission, from_files
from grader.text import nearest

MAX_ROBUSTNESS_EACH = 3.0
MAX_STYLE_TOTAL = 10.0


@dataclass(frozen=True, slots=True)
class Assignment:
    """Everything needed to judge a submission."""

    outline: Outline
    checks: tuple[tuple[CheckSpec, Visibility], ...]
    misconceptions: tuple[Misconception, ...]
    truths: Mapping[str, Callable[..., Any]]
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name that it is called by on the command line."""
        return self.outline.name

    @property
    def questions(self) -> Mapping[str, Question]:
        """The questions by name, in order."""
        return self.outline.questions

    def select(self, questions: Sequence[str]) -> tuple[tuple[CheckSpec, Visibility], ...]:
        """The checks of the named questions; all of them if none is named."""
        for name in questions:
            if name not in self.questions:
                hint = nearest(name, self.questions)
                known = ", ".join(self.questions)
                meant = f"did you mean {hint}?" if hint else f"there are {known}"
                raise UsageError(f"{self.name} has no question {name!r}; {meant}")
        return tuple(
            (check, visibility)
            for check, visibility in self.checks
            if not questions or check.question in questions
        )


def load_assignment(outline: Outline) -> Assignment:
    """Load and validate; `AssignmentError` if the assignment contradicts itself."""
    package = package_name(outline)
    root = ModuleType(package)
    root.__path__ = [str(outline.folder)]
    sys.modules[package] = root
    for name in [name for name in sys.modules if name.startswith(f"{package}.")]:
        del sys.modules[name]

    visible = checks_in(_load(outline, package, "checks"))
    hidden: list[CheckSpec] = []
    notes: tuple[str, ...] = ()
    if "hidden" in module_names(outline):
        hidden = checks_in(_load(outline, package, "hidden"))
    misconceptions = [
        item
        for name in _wrong(outline)
        for item in misconceptions_in(_load(outline, package, name))
    ]
    _validate(outline, visible, hidden, misconceptions)
    missing = 100.0 - sum(check.points for check in visible + hidden)
    if hidden:
        notes = (NOTE_FOR_STAFF,)
    if missing:
        notes = (f"{missing:g} of 100 points are judged by checks that only the course staff has.",)

    order = list(outline.questions)
    both: list[tuple[CheckSpec, Visibility]] = [(check, "visible") for check in visible]
    both += [(check, "hidden") for check in hidden]
    both.sort(key=lambda pair: order.index(pair[0].question))
    return Assignment(
        outline=outline,
        checks=tuple(both),
        misconceptions=tuple(misconceptions),
        truths={name: _truth(question) for name, question in outline.questions.items()},
        notes=notes,
    )


def package_name(outline: Outline) -> str:
    """The name under which the Python files of an assignment are imported."""
    return f"_assignment_{outline.name}"


def module_names(outline: Outline) -> list[str]:
    """The Python files that are loaded to begin with, in order; they may import others."""
    hidden = ["hidden"] if (outline.folder / "hidden.py").is_file() else []
    return ["checks", *hidden, *_wrong(outline)]


def reference_submission(outline: Outline) -> Submission:
    """The reference as if a student had handed it in: its files, and modules that export them."""
    files: dict[str, bytes] = {}
    exports: dict[str, list[str]] = {module: [] for module in outline.modules}
    spec = importlib.util.find_spec("reference")
    assert spec is not None and spec.submodule_search_locations
    for folder in spec.submodule_search_locations:
        for path in Path(folder).glob("*.py"):
            files[f"reference/{path.name}"] = path.read_bytes()
    for question in outline.questions.values():
        module, _, name = question.reference.partition(":")
        exports[question.module].append(f"from {module} import {name} as {question.function}\n")
    for module, lines in exports.items():
        files[f"{module}.py"] = "".join(lines).encode()
    return from_files("reference", files, outline.modules)


def _wrong(outline: Outline) -> list[str]:
    return sorted(path.stem for path in outline.folder.glob("misconceptions*.py"))


def _load(outline: Outline, package: str, name: str) -> ModuleType:
    path = outline.folder / f"{name}.py"
    if not path.is_file():
        raise AssignmentError(f"{outline.name} has no {name}.py")
    try:
        return importlib.import_module(f"{package}.{name}")
    except Exception as error:
        raise AssignmentError(f"{path}: {type(error).__name__}: {error}") from error


def _truth(question: Question) -> Callable[..., Any]:
    module, _, name = question.reference.partition(":")
    try:
        truth: Callable[..., Any] | None = getattr(importlib.import_module(module), name, None)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise AssignmentError(f"{question.name}: there is no {module}") from None
        said = f"{module} can't be imported: {type(error).__name__}: {error}"
        raise AssignmentError(f"{question.name}: {said}") from error
    if truth is None:
        raise AssignmentError(f"{question.name}: {module} has no {name}")
    return truth


def _validate(
    outline: Outline,
    visible: list[CheckSpec],
    hidden: list[CheckSpec],
    misconceptions: list[Misconception],
) -> None:
    checks = visible + hidden
    if not checks:
        raise AssignmentError(f"{outline.name} has no checks")
    declared = [[check.id for check in checks], [item.id for item in misconceptions]]
    for id in itertools.chain(*declared):
        if id.rpartition(".")[0] not in outline.questions:
            raise AssignmentError(f"{id}: {outline.name} has no such question")
    for ids in declared:
        twice = [id for id, count in Counter(ids).items() if count > 1]
        if twice:
            raise AssignmentError(f"{twice[0]} is declared twice")
    for question in outline.questions.values():
        _validate_points(question, checks, complete=bool(hidden))
    minor = [check for check in checks if check.kind in ("robustness", "style")]
    for check in minor:
        if check.points > MAX_ROBUSTNESS_EACH:
            raise AssignmentError(f"{check.id}: worth more than {MAX_ROBUSTNESS_EACH:g} points")
    if sum(check.points for check in minor) > MAX_STYLE_TOTAL:
        raise AssignmentError(f"robustness and style are worth more than {MAX_STYLE_TOTAL:g}")


def _validate_points(question: Question, checks: list[CheckSpec], *, complete: bool) -> None:
    points = sum(check.points for check in checks if check.question == question.name)
    if points <= 0:
        raise AssignmentError(f"{question.name}: no check gives points")
    # Without the hidden checks some points are missing; with them the sum is exact.
    if points > question.points or (complete and points != question.points):
        raise AssignmentError(
            f"{question.name}: its checks give {points:g} points, "
            f"assignment.toml says {question.points:g}"
        )
