"""Names that several test modules share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from grader.model import Report

ROOT = Path(__file__).parents[1]
HW0 = ROOT / "tests" / "submissions" / "hw0"

GradeSource = Callable[..., Report]
