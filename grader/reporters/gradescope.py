"""The report as the `results.json` that Gradescope shows to students and staff.

The platform renders the outputs as HTML and sanitises it. The markup is made here, of the few
elements that every sanitiser lets through; all text in it is escaped, whoever wrote it.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, Literal, get_args

from grader.model import (
    NOTE_FOR_STAFF,
    NOTE_FOR_STUDENTS,
    CheckResult,
    Report,
    Span,
    Table,
)
from grader.text import plural, printable

Shown = Literal["visible", "after_due_date", "after_published", "hidden"]  # to students, and when
SHOWN: tuple[Shown, ...] = get_args(Shown)

_UNIT = 10_000  # points are told to four decimals
_TEXT = 4_000  # so much of one text is shown
_OUTPUT = 40_000  # and so much of one check: at 100,000 the platform cuts, through any tag
_FRAMES = 3

_HIDDEN_NOTES: dict[Shown, str] = {
    "visible": "Of checks that are tagged hidden only the title and the points are shown.",
    "after_due_date": "More checks count than are shown now: those appear after the due date.",
    "after_published": "More checks count than are shown now: those appear with the grades.",
    "hidden": "More checks count than are shown here.",
}
_NOT_A_GRADE = (
    "This is not a grade. Hand in again later, or ask the course staff: what happened stands in "
    "the output of the autograder, which they can see."
)


def render(
    report: Report,
    *,
    points: float,
    hidden: Shown,
    seconds: float,
    leaderboard: bool = False,
) -> str:
    """The results of a graded submission, out of so many points.

    `hidden` is when students see the hidden checks. If they ever do, it is what a student's report
    has of them; if never, all that is known, for the staff.
    """
    student = report.for_student()
    checks = [
        full if hidden == "hidden" and full.visibility == "hidden" else told
        for full, told in zip(report.checks, student.checks, strict=True)
    ]
    shares = _shares([check.max_points for check in checks], points)
    earned = [_earned(check, share) for check, share in zip(checks, shares, strict=True)]
    numbers = _numbers(checks)
    now = [check.visibility == "visible" or hidden == "visible" for check in checks]
    results: dict[str, Any] = {
        "score": sum(earned) / _UNIT,
        "execution_time": round(seconds, 2),
        "output": _summary(student, checks, now, numbers, hidden),
        "output_format": "html",
        "test_output_format": "html",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {"assignment": report.assignment, "isolation": report.isolation.level},
        "tests": [
            _test(check, number, score, share, hidden)
            for check, number, score, share in zip(checks, numbers, earned, shares, strict=True)
        ],
    }
    if leaderboard:
        # Everybody sees it at once: it may not tell what hidden checks have found.
        open_points = sum(score for score, shown in zip(earned, now, strict=True) if shown)
        name = "Points" if all(now) else "Points in the visible checks"
        results["leaderboard"] = [{"name": name, "value": open_points / _UNIT, "order": "desc"}]
    return _text_of(results)


def not_graded(happened: str) -> str:
    """What to hand over where there is no verdict; `happened` is a sentence for the student.

    Without a score and without tests, which is against the platform's format, and meant: so the
    platform can't take it for a grade, and shows to the staff that this submission has none. A
    score of 0, or a test without a score, would be counted like an answer that is all wrong.
    """
    return _text_of(
        {
            "output": f"{happened} {_NOT_A_GRADE}",
            "output_format": "text",
            "visibility": "visible",
            "stdout_visibility": "hidden",
        }
    )


def for_staff(report: Report) -> str:
    """What only the staff should read: isolation, alarms, and why hidden checks failed."""
    isolation = report.isolation
    lines = [
        f"{report.assignment}: {report.score:g} of {report.max_score:g} points",
        f"isolation: {isolation.level} ({', '.join(isolation.mechanisms)})",
    ]
    if isolation.missing:
        lines.append(f"not to be had here: {', '.join(isolation.missing)}")
    lines += [note for note in report.notes if note != NOTE_FOR_STAFF]
    for check in report.checks:
        if check.alarm:
            lines.append(f"ALARM in {check.id}: {check.alarm}")
    for check in report.checks:
        if check.visibility == "hidden" and not check.passed:
            lines += ["", f"hidden check {check.id}: {check.status.value}", *_plain(check)]
    text = printable("\n".join(lines))
    return f"{text if len(text) <= _OUTPUT else text[:_OUTPUT] + ' …'}\n"


def _text_of(results: dict[str, Any]) -> str:
    return json.dumps(results, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _shares(weights: Sequence[float], points: float) -> list[int]:
    """What each check is worth, in units; rounded so that all together are exactly the points."""
    whole, total = sum(weights), round(points * _UNIT)
    if not whole:
        return [0] * len(weights)
    ends = [round(total * reached / whole) for reached in accumulate(weights)]
    return [end - start for start, end in pairwise([0, *ends])]


def _earned(check: CheckResult, share: int) -> int:
    return round(share * check.points / check.max_points) if check.max_points else 0


def _numbers(checks: Sequence[CheckResult]) -> list[str]:
    """`2.3` is the third check of the second question."""
    questions: dict[str, int] = {}
    numbers = []
    for check in checks:
        questions[check.question] = questions.get(check.question, 0) + 1
        place = list(questions).index(check.question) + 1
        numbers.append(f"{place}.{questions[check.question]}")
    return numbers


def _test(check: CheckResult, number: str, score: int, share: int, hidden: Shown) -> dict[str, Any]:
    is_hidden = check.visibility == "hidden"
    return {
        "number": number,
        "name": printable(f"{check.question}: {check.title}"),
        "name_format": "text",
        "score": score / _UNIT,
        "max_score": share / _UNIT,
        "status": "passed" if check.passed else "failed",
        "output": "" if check.passed else _joined(_explanation(check)),
        "output_format": "html",
        "tags": [check.question, *(["hidden"] if is_hidden else [])],
        "visibility": hidden if is_hidden else "visible",
    }


def _summary(
    student: Report,
    checks: Sequence[CheckResult],
    now: Sequence[bool],
    numbers: Sequence[str],
    hidden: Shown,
) -> str:
    """What is said above the checks; of those alone that are shown at once."""
    seen = tuple(check for check, shown in zip(checks, now, strict=True) if shown)
    passed = sum(check.passed for check in seen)
    parts = [f"<p>{passed} of {plural(len(seen), 'check')} passed.</p>"]
    open_report = replace(student, checks=seen)
    first = open_report.first_failure
    if first is not None:
        number = next(n for n, check in zip(numbers, checks, strict=True) if check is first)
        where = f"{first.question}, check {number}"
        if open_report.is_broken:
            where = first.trace[0].file if first.trace else "what was handed in"
        what = first.diagnosis[0].title if first.diagnosis else first.message
        parts.append(f"<p><strong>Fix this first: {_escaped(where)}.</strong> {_escaped(what)}</p>")
    notes = [note for note in student.notes if note != NOTE_FOR_STUDENTS]
    if any(check.visibility == "hidden" for check in checks):
        notes.append(_HIDDEN_NOTES[hidden])
    return "".join([*parts, *(f"<p>{_escaped(note)}</p>" for note in notes)])


def _joined(parts: Iterable[str]) -> str:
    """So many of the parts as there is room for; each is whole markup by itself."""
    taken: list[str] = []
    room = _OUTPUT
    for part in parts:
        room -= len(part)
        if room < 0:
            return "".join([*taken, "<p>… The rest is left out.</p>"])
        taken.append(part)
    return "".join(taken)


def _explanation(check: CheckResult) -> Iterator[str]:
    if check.message:
        yield f"<p>{_escaped(check.message)}</p>"
    for item in check.diagnosis:
        yield f"<p><strong>{_escaped(item.title)}.</strong> {_escaped(item.hint)}</p>"
    example = check.counterexample
    if example is not None:
        yield _block(f"{example.call}{_joint(example.call)}with", example.args)
        if example.expected:
            yield _block("expected", example.expected, example.expected_marks)
            yield _block("got", example.got, example.got_marks)
    for exhibit in check.exhibits:
        if isinstance(exhibit, Table):
            yield _block(exhibit.title, _grid(exhibit))
        else:
            yield f"<p>{_escaped(exhibit.title)}: {_escaped(exhibit.description)}</p>"
    for frame in check.trace[-_FRAMES:]:
        inside = "" if frame.function == "<module>" else f", in {frame.function}"
        yield _block(f"{frame.file}, line {frame.line}{inside}", frame.source)
    if check.output:
        yield _block("printed during this check", check.output)


def _plain(check: CheckResult) -> Iterator[str]:
    """The same for the output of the autograder, which is no HTML."""
    yield check.title
    yield check.message
    for item in check.diagnosis:
        yield f"{item.title}. {item.hint}"
    example = check.counterexample
    if example is not None:
        yield f"{example.call}{_joint(example.call)}with"
        yield _cut(example.args)
        if example.expected:
            yield f"expected: {_cut(example.expected)}"
            yield f"got: {_cut(example.got)}"
    for frame in check.trace[-_FRAMES:]:
        yield f"{frame.file}, line {frame.line}: {frame.source}"


def _joint(call: str) -> str:
    return "\n" if "\n" in call else " "


def _grid(table: Table) -> str:
    rows = [table.columns, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _block(label: str, text: str, marks: Sequence[Span] = ()) -> str:
    return f"<p>{_escaped(label)}:</p><pre>{_marked(text, marks)}</pre>"


def _marked(text: str, marks: Sequence[Span]) -> str:
    parts, end = [], 0
    shown = _cut(text)
    for start, stop in marks:
        if end <= start < stop <= min(len(text), _TEXT):
            parts += [_escaped(text[end:start]), "<strong>", _escaped(text[start:stop])]
            parts.append("</strong>")
            end = stop
    return "".join([*parts, _escaped(shown[end:])])


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[:_TEXT]} …"


def _escaped(text: str) -> str:
    return html.escape(printable(_cut(text)))
