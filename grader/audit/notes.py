"""What an audit has found so far, a line for each mutant, so that it can be resumed.

A line belongs to a mutant, the versions of the questions that have to do with it, and those parts
of the audit that it comes from: as long as these stay the same, so does what became of the mutant.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any


class Notes:
    """A file of lines; without one nothing is remembered."""

    def __init__(self, path: Path | None) -> None:
        self._known: dict[str, dict[str, Any]] = {}
        self._file = None
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    entry = json.loads(line)
                    if isinstance(entry["found"], dict):
                        self._known[entry["key"]] = entry["found"]
                except (ValueError, KeyError, TypeError):
                    continue  # it was being written when somebody pulled the plug
        self._file = path.open("a", encoding="utf-8")
        self._file.write("\n")  # whatever was not finished is a line by itself

    def get(self, key: str) -> dict[str, Any] | None:
        """What was found before."""
        return self._known.get(key)

    def keep(self, key: str, found: Mapping[str, Any]) -> None:
        """Write it down at once."""
        if self._file is not None:
            self._file.write(json.dumps({"key": key, "found": dict(found)}) + "\n")
            self._file.flush()

    def __enter__(self) -> Notes:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def key_of(parts: Iterable[str]) -> str:
    """A short name for all that something depends on."""
    hashed = hashlib.blake2b(digest_size=12)
    for part in parts:
        hashed.update(f"{len(part)}:{part}".encode())
    return hashed.hexdigest()


def version_of(*modules: str) -> str:
    """A digest of some of the audit's own modules."""
    folder = Path(__file__).parent
    return key_of((folder / f"{name}.py").read_text(encoding="utf-8") for name in modules)
