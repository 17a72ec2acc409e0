"""Grading again exactly what has changed.

A report was made with certain versions of the questions (see version.py). When some of them are
others now, those questions are graded again, and so is every question that was not passed: what is
said about a failure may point at another question. A passed question says nothing about any other,
so it stands, and the two reports put together are what grading everything would give.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.batch.store import Kept
from grader.model import NOTE_OF_PART, CheckResult, Report

EVERYTHING: tuple[str, ...] = ()


def outdated(
    kept: Kept | None, settings: str, versions: Mapping[str, str]
) -> tuple[str, ...] | None:
    """The questions to grade again, `EVERYTHING` if nothing is of use, None if nothing is old."""
    if kept is None or kept.settings != settings or list(kept.versions) != list(versions):
        return EVERYTHING
    changed = {name for name in versions if versions[name] != kept.versions[name]}
    if not changed:
        return None
    failed = {question.name for question in kept.report.questions if not question.passed}
    again = [name for name in versions if name in changed | failed]
    return EVERYTHING if len(again) == len(versions) else tuple(again)


def merged(old: Report, new: Report) -> Report:
    """The old report with everything in it that the new one knows better."""
    graded = {question.name: question for question in new.questions}
    checks: list[CheckResult] = []
    for question in old.questions:
        checks += graded.get(question.name, question).checks
    formulas = {it.question: it for it in (*old.formulas, *new.formulas)}
    order = dict.fromkeys(check.question for check in checks)
    return replace(
        new,
        checks=tuple(checks),
        formulas=tuple(formulas[name] for name in order if name in formulas),
        notes=tuple(note for note in new.notes if not note.startswith(NOTE_OF_PART)),
    )
