"""Writing files that are either there or not, never half."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from grader.errors import InfrastructureError


def write(path: Path, text: str) -> None:
    """Put a file in the place of the old one at once, so that nobody sees a part of it."""
    with growing(path) as file:
        file.write(text)


@contextmanager
def growing(path: Path) -> Iterator[IO[str]]:
    """A file to write to, which takes the place of the old one when it is complete."""
    fresh = path.with_name(f".{path.name[:60]}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            # Line endings as they are: a CSV file has its own.
            with open(fresh, "w", encoding="utf-8", errors="replace", newline="") as file:
                yield file
            os.replace(fresh, path)
        finally:
            fresh.unlink(missing_ok=True)
    except OSError as error:
        raise InfrastructureError(
            f"cannot write {path} ({error.strerror}); no grade is lost: make room and run "
            "`python -m grader export` with that folder"
        ) from None
