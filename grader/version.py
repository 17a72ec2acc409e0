"""Which verdicts are still what they would be today.

A verdict follows from the submission, the checks of its question with all that they call, the
reference, the files that the assignment brings, the seed, the grader, Python and the libraries.
Each question has a version: a digest of all of that but the submission. While it stays the same, a
verdict that was kept needs no grading again. When a check is mended, the versions of the questions
that it touches change, and as far as can be told from the sources those of no others (footprint.py
says what can't be told).
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from grader.assignment import Assignment, module_names, package_name
from grader.footprint import Footprints, Place
from grader.model import Question

# What shows or hands over verdicts, and has no part in reaching them.
_BESIDES = (
    *("batch", "similarity", "reporters", "cli.py", "delivery.py", "doctor.py", "watch.py"),
    *("audit", "late.py", "tally.py", "footprint.py", "statements.py", "version.py"),
    *("__init__.py", "__main__.py", "_course"),
)


# What the kit judges with, whatever the assignment lets a submission import.
_ALWAYS = ("numpy", "hypothesis")
# What says nothing that a check could read.
_NO_DATA = ("README.md", "assignment.toml", "audit.toml")


def question_versions(assignment: Assignment, seed: int) -> dict[str, str]:
    """The version of each question, by its name."""
    outline, reference, sources = assignment.outline, reference_folder(), footprints(assignment)
    common = [
        *(str(seed), _grader(), str(outline.limits), str(outline.modules), str(outline.libraries)),
        *(str(outline.preload), str(outline.preload_if_mentioned)),
        *_surroundings(outline.libraries),
        *(_digest(_files(folder)) for folder in (outline.folder, reference)),
    ]
    versions = {}
    for name, question in outline.questions.items():
        checks = [(check, seen) for check, seen in assignment.checks if check.question == name]
        wrong = [item for item in assignment.misconceptions if item.question == name]
        judging = [defined(it.function) for it, _ in checks]
        places = [*judging, *(defined(it.function) for it in wrong)]
        asks = sources.of(judging).may_ask_for
        used = [
            other
            for other in outline.questions.values()
            if other is question or other.name in question.built_on or asks(other.function)
        ]
        declared = [
            *((it.id, it.title, it.kind, it.points, it.cpu_seconds, seen) for it, seen in checks),
            *((it.id, it.title, it.hint) for it in wrong),
            *((it.name, it.module, it.reference, it.in_place, it.returns) for it in used),
        ]
        text = sources.of([*places, *map(place_of, used)]).text
        parts = [*common, repr(question), *map(repr, declared), text]
        versions[name] = _digest(part.encode() for part in parts)
    return versions


def footprints(assignment: Assignment) -> Footprints:
    """The sources of an assignment and of the reference."""
    outline = assignment.outline
    package = package_name(outline)
    loaded = [f"{package}.{name}" for name in module_names(outline)]
    loaded += [place_of(question)[0] for question in outline.questions.values()]
    return Footprints({package: outline.folder, "reference": reference_folder()}, loaded)


def place_of(question: Question) -> Place:
    """Where the reference of a question is written."""
    module, _, name = question.reference.partition(":")
    return module, name


def defined(function: Callable[..., Any]) -> Place:
    """Where a function is written; one that another function made stands for its whole module."""
    return function.__module__, getattr(function, "__qualname__", "")


def reference_folder() -> Path:
    """Where the reference lies."""
    spec = importlib.util.find_spec("reference")
    assert spec is not None and spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0])


def _surroundings(libraries: Iterable[str]) -> list[str]:
    """The versions of Python and of the libraries, without importing them."""
    names = sorted({*_ALWAYS, *libraries})
    found = [f"python {sys.version_info.major}.{sys.version_info.minor}"]
    return [*found, *(f"{name} {_installed(name)}" for name in names)]


@functools.cache
def _installed(library: str) -> str:
    try:
        return importlib.metadata.version(library)
    except importlib.metadata.PackageNotFoundError:  # `sklearn` is in `scikit-learn`
        known = importlib.metadata.packages_distributions().get(library, [])
        return " ".join(f"{name} {importlib.metadata.version(name)}" for name in sorted(set(known)))


def _files(folder: Path) -> Iterator[bytes]:
    """The files that are no code, with their names; below `data/` nothing is code."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        code = path.suffix == ".py" and name.parts[0] != "data"
        if not (code or "__pycache__" in name.parts or str(name) in _NO_DATA) and path.is_file():
            yield from (name.as_posix().encode(), path.read_bytes())


@functools.cache
def _grader() -> str:
    """A digest of all that takes part in judging."""
    package = Path(__file__).parent
    files = [
        path
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] not in _BESIDES
    ]
    named = ((path.relative_to(package).as_posix().encode(), path.read_bytes()) for path in files)
    return _digest(part for pair in named for part in pair)


def _digest(parts: Iterable[bytes]) -> str:
    hashed = hashlib.blake2b(digest_size=12)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.hexdigest()
