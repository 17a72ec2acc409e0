"""Changes of the reference that are right all the same, with the reason: `audit.toml`.

A contract leaves freedom: what happens at a tie, how often an iteration may run. A mutant that only
uses that freedom is no mistake, and a check that killed it would be one. The assignment lists them:

    [[right]]
    in = "perceptron.predict"
    why = "at exactly 0 either sign is right"
    lines = ["return np.where(X @ w > 0.0, 1.0, -1.0)"]

by the function, and by the lines as the mutant has them. Of a change that only removes lines, the
line is what was removed, with `- ` before it. Where a line could come from several, the one that it
stands for is written before it: `label = 0 => label = 1`; and where even that is not enough, the
line is the id of the mutant.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from grader.audit.mutant import Mutant
from grader.errors import AssignmentError

FILE = "audit.toml"
_KEYS = {"in", "why", "lines"}


class Allowed:
    """The reasons, by function and line."""

    def __init__(self, folder: Path) -> None:
        self._why: dict[tuple[str, str], str] = {}
        self._unused: set[tuple[str, str]] = set()
        path = folder / FILE
        if not path.is_file():
            return
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            for entry in data.pop("right", []):
                self._add(entry)
            if data:
                raise ValueError(f"unknown key {min(data)!r}; known is 'right'")
        except ValueError as error:
            raise AssignmentError(f"{path}: {error}") from None
        self._unused = set(self._why)

    def _add(self, entry: Mapping[str, object]) -> None:
        match entry:
            case {"in": str() as place, "why": str() as why, "lines": list() as lines}:
                if entry.keys() != _KEYS or not why.strip():
                    raise ValueError(f"{place}: an entry has 'in', 'why' and 'lines'")
                for line in lines:
                    self._why[place, _plain(str(line))] = why
            case _:
                raise ValueError("an entry has 'in', 'why' and 'lines'")

    def why(self, mutant: Mutant) -> str:
        """Why it is right, empty if nobody says so."""
        place = f"{mutant.module.rpartition('.')[2]}.{mutant.definition}"
        lines = mutant.diff.splitlines()
        added = [line[1:] for line in lines if line.startswith("+") and line[1:].strip() != "pass"]
        removed = [f"- {line[1:].strip()}" for line in lines if line.startswith("-")]
        listed = [*(added or removed[:1]), mutant.id]
        listed += [f"{old[2:]} => {new}" for old, new in zip(removed, added, strict=False)]
        for line in listed:
            key = place, _plain(line)
            if key in self._why:
                self._unused.discard(key)
                return self._why[key]
        return ""

    def unused(self) -> list[str]:
        """What is listed and no mutant is like: the reference has changed since."""
        return [f"{place}: {line}" for place, line in sorted(self._unused)]


def _plain(line: str) -> str:
    return " ".join(line.split())
