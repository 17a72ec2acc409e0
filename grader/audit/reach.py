"""How far a change goes: the questions whose reference uses it, and the checks that can notice it.

Read off the sources (footprint.py), so rather too much than too little. A check that can't notice
a change is not run on it: it would do exactly what it does with the reference.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from grader.assignment import Assignment
from grader.audit import field, general
from grader.audit.mutant import Mutant, Original, mutants_of
from grader.errors import AssignmentError
from grader.kit.declare import CheckSpec
from grader.version import defined, footprints, place_of, reference_folder


class Reach:
    """Which definitions of the reference each question of an assignment uses."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        sources = footprints(assignment)
        self._uses = {
            name: frozenset(sources.places([place_of(question)]))
            for name, question in assignment.questions.items()
        }
        self._asks = {
            check.id: sources.of([defined(check.function)]).may_ask_for
            for check, _ in assignment.checks
        }

    def definitions(self) -> dict[str, list[str]]:
        """The definitions that are used at all, by module."""
        found: dict[str, set[str]] = {}
        for module, name in frozenset().union(*self._uses.values()):
            if module.startswith("reference."):
                found.setdefault(module, set()).add(name)
        return {module: sorted(found[module]) for module in sorted(found)}

    def touched(self, module: str, definition: str) -> tuple[str, ...]:
        """The questions whose reference is changed with that definition."""
        return tuple(name for name, used in self._uses.items() if (module, definition) in used)

    def home(self, module: str, definition: str) -> tuple[str, ...]:
        """Where a change of that definition has to be noticed.

        In the question that it is the answer to; what is only a helper, in any that uses it.
        """
        questions = self._assignment.questions.items()
        own = [name for name, question in questions if place_of(question) == (module, definition)]
        return tuple(own) or self.touched(module, definition)

    def checks(self, touched: tuple[str, ...]) -> list[CheckSpec]:
        """The checks that have to do with one of these questions."""
        functions = {self._assignment.questions[name].function for name in touched}
        return [
            check
            for check, _ in self._assignment.checks
            if check.question in touched or any(map(self._asks[check.id], functions))
        ]

    def mutants(self) -> Iterator[Mutant]:
        """All mutants of what the questions use."""
        for module, names in self.definitions().items():
            original = source_of(module)
            _refuse_late_imports(original)
            changes = [*field.changes(original), *general.changes(original)]
            yield from mutants_of(original, changes, names)


def _refuse_late_imports(original: Original) -> None:
    """What a function imports only when it is called would be imported unbroken."""
    for _, definition in original.definitions():
        for node in ast.walk(definition):
            if not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            names = [it.name for it in node.names]
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            if any(name.split(".")[0] == "reference" for name in names):
                raise AssignmentError(
                    f"{original.module}, line {node.lineno}: import {names[0]} at the top of the "
                    "file; what a function imports from the reference can't be audited"
                )


def source_of(module: str) -> Original:
    """A module of the reference."""
    path = reference_folder().joinpath(*module.split(".")[1:]).with_suffix(".py")
    return Original(module, path.read_text(encoding="utf-8"))
