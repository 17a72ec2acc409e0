"""Names that several test modules share."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from grader import jail
from grader.model import Report

ROOT = Path(__file__).parents[1]
HW0 = ROOT / "tests" / "submissions" / "hw0"

# What a launcher is told to do without where the student's code is to run as on a poor machine.
WALLS = (jail.FILES, jail.SYSTEM_CALLS, jail.NAMESPACES, jail.UNPRIVILEGED)

GradeSource = Callable[..., Report]


def lost(report: Report) -> dict[str, float]:
    return {
        question.name: question.max_points - question.points
        for question in report.questions
        if question.points < question.max_points
    }


def explain(report: Report) -> str:
    return "\n".join(f"{check.id}: {check.message}" for check in report.checks if not check.passed)


def header(path: Path, key: str) -> str | None:
    found = re.search(rf"^# {key}: (.+)$", path.read_text(), re.MULTILINE)
    return found.group(1).strip() if found else None
