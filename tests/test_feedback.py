"""What a student is told: each of these wrong submissions, and the sentence its report must have.

`tests/feedback/hwN-QUESTION__what-is-wrong.py` holds one wrong function, to be put at the end of
the correct submission of its homework. Its header says what the mistake is (`mistake`), what must
be said about it, in the message, in the title or in the hint of a diagnosis (`says`), and which
relations between wrong and right may be told (`seen`): none beside a mistake that has a name.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

from grader.model import Report
from grader.reporters.html import render
from tests.support import ROOT, explain, header
from tests.test_judging import (
    HOMEWORKS,
    Launch,
    assignment,
    by_homework,
    grade_files,
    launch,
    put_at_the_end,
)

__all__ = ["launch"]  # the fixture

FEEDBACK = sorted((ROOT / "tests" / "feedback").glob("*.py"))
TEMPLATES = ROOT / "templates"


def homework(path: Path) -> str:
    return path.name.partition("-")[0]


def wanted(path: Path, key: str) -> str:
    found = header(path, key)
    assert found, f"{path.name} has no {key}"
    return found


def graded(path: Path, launch: Launch) -> Report:
    name, question = homework(path), wanted(path, "question")
    module = assignment(name).questions[question].module
    files = put_at_the_end(name, module, path.read_text())
    return grade_files(name, files, launch(name), questions=(question,))


def said(report: Report) -> list[str]:
    """All that a report says about what went wrong, from its JSON form."""
    checks = json.loads(json.dumps(report.to_dict()))["checks"]
    return [
        text
        for check in checks
        for text in (
            check["message"],
            *(item[part] for item in check["diagnosis"] for part in ("title", "hint")),
        )
    ]


def test_there_is_feedback_of_each_kind_for_each_homework() -> None:
    assert {homework(path) for path in FEEDBACK} == set(HOMEWORKS)
    assert len(FEEDBACK) >= 36
    assert all(wanted(path, "mistake") for path in FEEDBACK)
    unlisted = [path for path in FEEDBACK if header(path, "seen")]
    assert 2 * len(FEEDBACK) <= 3 * len(unlisted) + 3
    assert len(FEEDBACK) - len(unlisted) >= 12


@pytest.mark.parametrize("path", by_homework(FEEDBACK, homework), ids=lambda path: path.stem)
def test_the_report_says_what_it_must(path: Path, launch: Launch) -> None:
    report = graded(path, launch)
    says = wanted(path, "says")
    assert any(says in text for text in said(report)), (says, said(report), explain(report))
    # What stands between backticks is code on the page.
    page = html.unescape(re.sub("</?code>", "`", render(report, TEMPLATES)))
    assert says in page
    structural = {
        item.id.removeprefix("structure.")
        for check in report.checks
        for item in check.diagnosis
        if item.id.startswith("structure.")
    }
    # Nothing else may be claimed to have been seen.
    assert structural == set((header(path, "seen") or "").split()), structural
