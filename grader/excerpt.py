"""The student's own lines for a report: the function of a question, and where an exception arose.

Found by looking at the text. The source is never parsed here: Python's parser can be brought down
by a file that is made for it, and for showing some lines a glance at the margin will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.model import CheckResult, Frame, Question, Source
from grader.submission import Submission
from grader.text import printable

MAX_LINES = 120
MAX_WIDTH = 160
AROUND = 4
_HEAD = re.compile(r"(async\s+def|def|class)\b|@")
_CLOSING = re.compile(r"[)\]}]")


def excerpts(
    submission: Submission, questions: Iterable[Question], results: Sequence[CheckResult]
) -> tuple[Source, ...]:
    """What to show beside the failures: each failed question's code, and the lines that raised."""
    failed = [result for result in results if not result.passed]
    names = {result.question for result in failed}
    found = [
        source
        for question in questions
        if question.name in names and (source := _definition(submission, question)) is not None
    ]
    for result in failed:
        for frame in result.trace:
            if not any(source.holds(frame) for source in found):
                found += _around(submission, frame)
    return tuple(found)


def _definition(submission: Submission, question: Question) -> Source | None:
    """The last thing of that name at the margin of the module, or of another file of theirs."""
    module = submission.modules.get(question.module)
    if module is None:
        return None
    name = re.escape(question.function)
    head = re.compile(rf"(async\s+def|def|class)\s+{name}\b|{name}\s*(:[^=]*)?=[^=]")
    others = sorted(file for file in submission.files if file.endswith(".py") and file != module)
    for file in (module, *others):
        for shown, cell, lines in reversed(list(submission.listings(file))):
            starts = [index for index, line in enumerate(lines) if head.match(line)]
            if starts:
                start, end = _block(lines, starts[-1])
                return _source(shown, cell, lines, start, end, question.name)
    return None


def _block(lines: Sequence[str], start: int) -> tuple[int, int]:
    """From the decorators above a head to the last line that is indented below it."""
    end = start + 1
    for index in range(start + 1, len(lines)):
        line = lines[index]
        at_margin = line[:1] not in (" ", "\t", "#", "") and not _CLOSING.match(line)
        if at_margin:
            break
        if line.strip() and not line.startswith("#"):
            end = index + 1
    while start > 0 and lines[start - 1].startswith("@"):
        start -= 1
    return start, end


def _around(submission: Submission, frame: Frame) -> list[Source]:
    lines = submission.listing(frame.file, frame.cell)
    if not 1 <= frame.line <= len(lines):
        return []
    end = min(len(lines), frame.line + AROUND)
    start = max(0, frame.line - 1 - AROUND)
    # From something at the margin on, so that it can be told what is code and what is a string.
    for index in range(frame.line - 1, max(-1, end - MAX_LINES), -1):
        if _HEAD.match(lines[index]):
            start = min(start, index)
            break
    return [_source(frame.file, frame.cell, lines, start, end)]


def _source(
    file: str, cell: int, lines: Sequence[str], start: int, end: int, question: str = ""
) -> Source:
    shown = [line[:MAX_WIDTH] for line in lines[start : min(end, start + MAX_LINES)]]
    text = printable("\n".join(shown)).expandtabs(4)
    return Source(printable(file), start + 1, text, question, cell)
