"""What is decided when the upload is built, and read again for each submission."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from grader.errors import InfrastructureError
from grader.model import Level
from grader.reporters.gradescope import Shown

FILE = "gradescope.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """How one assignment is graded on Gradescope."""

    assignment: str
    seed: int
    points: float
    hidden: Shown
    isolation: Level
    timeout_seconds: int
    leaderboard: bool

    def to_json(self) -> str:
        """The text of the file."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """The inverse of `to_json`."""
        try:
            data: dict[str, Any] = json.loads(text)
            return cls(**{field.name: data[field.name] for field in fields(cls)})
        except (ValueError, TypeError, KeyError) as error:
            raise InfrastructureError(f"{FILE} can't be read: {error!r}") from None
