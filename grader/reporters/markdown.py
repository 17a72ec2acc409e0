"""The reports as one Markdown text, for the summary of a CI job.

Much of it is a student's text, so nothing of that is read as Markdown: words are escaped character
by character, everything longer stands in a fence that is longer than any in it. However much there
is to say, the text stays below a size: the tables of points come first, then as many of the failed
checks as there is room for.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from grader.model import CheckResult, QuestionResult, Report, Table
from grader.text import plural, printable

LIMIT = 1_000_000
MAX_BLOCK = 6_000
MAX_OUTPUT = 1_500
MAX_MESSAGE = 1_500

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&:@=$^])")
_ENDING = "\n… More is not shown here ({}): the page of the report has all of it.\n"


def render(reports: Sequence[Report], *, limit: int = LIMIT) -> str:
    """All reports as one text of at most `limit` bytes."""
    text = "".join(map(_overview, reports))
    size = len(text.encode()) + len(_ENDING.encode()) + 40
    blocks = [block for report in reports for block in _details(report)]
    shown = []
    for block in blocks:
        size += len(block.encode())
        if size > limit:
            break
        shown.append(block)
    text += "".join(shown)
    if len(shown) < len(blocks):
        text += _ENDING.format(plural(len(blocks) - len(shown), "failed check"))
    encoded = text.encode()
    return text if len(encoded) <= limit else encoded[:limit].decode("utf-8", "ignore")


def words(text: str) -> str:
    """Text of anybody's on one line, in which nothing is taken for Markdown."""
    return _SPECIAL.sub(r"\\\1", " ".join(printable(text).split()))


def fenced(text: str) -> str:
    """Text of anybody's as it is, in a fence that it can't close."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{printable(text).rstrip()}\n{fence}\n"


def _overview(report: Report) -> str:
    lines = [
        f"## {words(report.assignment)}: {words(report.title)}",
        "",
        f"**{report.score:g} of {report.max_score:g} points**",
        "",
        "| | question | points |",
        "|:-:|:--|--:|",
        *map(_row, report.questions),
        "",
        *(f"> {words(note)}\n" for note in report.notes),
    ]
    return "\n".join(lines) + "\n"


def _row(question: QuestionResult) -> str:
    mark = "✅" if question.passed else "❌"
    first = question.first_failure
    said = ""
    if first is not None:
        said = first.diagnosis[0].title if first.diagnosis else first.message
        said = f"<br>{words(_cut(said, 200))}" if said else ""
    points = f"{question.points:g} / {question.max_points:g}"
    return f"| {mark} | **{words(question.name)}**{said} | {points} |"


def _details(report: Report) -> Iterator[str]:
    """A block for each failed check; what failed for the same reason is told once."""
    first = report.first_failure
    told: set[str] = set()
    for check in [first] if first is not None else []:
        told.add(check.message)
        asked = f"**{words(check.title)}** {_points(check)}\n"
        yield f"### Fix this first: {words(check.question)}\n\n{asked}\n{_body(check)}\n"
    for check in report.checks:
        if check.passed or check is first:
            continue
        again = check.message in told
        told.add(check.message)
        title = html.escape(" ".join(printable(f"{check.question}: {check.title}").split()))
        body = "The same as above.\n" if again and not check.counterexample else _body(check)
        head = f"<summary>❌ {title} {_points(check)}</summary>"
        yield f"<details>{head}\n\n{body}\n</details>\n\n"


def _body(check: CheckResult) -> str:
    """What is wrong, as Markdown; each part stands by itself."""
    parts = []
    if check.message:
        parts.append(f"{words(_cut(check.message, MAX_MESSAGE))}\n")
    parts += [f"**{words(it.title)}.** {words(it.hint)}\n" for it in check.diagnosis]
    example = check.counterexample
    if example is not None:
        shown = f"{example.call} with\n{example.args}"
        if example.expected:
            shown += f"\n\nexpected: {example.expected}\ngot:      {example.got}"
        parts.append(fenced(_cut(shown, MAX_BLOCK)))
    for exhibit in check.exhibits:
        if isinstance(exhibit, Table):
            rows = [exhibit.columns, *exhibit.rows]
            parts.append(fenced(_cut("\n".join("  ".join(row) for row in rows), MAX_BLOCK)))
    if check.trace:
        lines = [f"{it.where}: {it.source}" for it in check.trace[-3:]]
        parts.append(fenced(_cut("\n".join(lines), MAX_BLOCK)))
    if check.output:
        parts.append("Printed during this check:\n")
        parts.append(fenced(_cut(check.output, MAX_OUTPUT)))
    return "\n".join(parts)


def _points(check: CheckResult) -> str:
    return f"({check.points:g} / {check.max_points:g})"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} …"
