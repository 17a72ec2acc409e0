"""The student's own lines in the report: found by text, whatever the text is."""

from __future__ import annotations

import pytest

from grader.excerpt import AROUND, MAX_LINES, MAX_WIDTH, excerpts
from grader.model import CheckResult, Frame, Question, Source, Status
from grader.submission import Submission, from_files

F = Question("f", "m", "f", 10.0, "reference.x:f")


def submission(text: str, **others: str) -> Submission:
    files = {"m.py": text.encode()} | {f"{name}.py": it.encode() for name, it in others.items()}
    return from_files("s", files, ["m"])


def result(*trace: Frame, status: Status = Status.FAILED) -> CheckResult:
    return CheckResult("f.a", "f", "t", "value", "visible", status, 0.0, 1.0, trace=trace)


def shown(text: str, *trace: Frame, **others: str) -> list[Source]:
    return list(excerpts(submission(text, **others), [F], [result(*trace)]))


@pytest.mark.parametrize(
    ("before", "own", "after"),
    [
        ("import numpy\n\n", "def f(x):\n    return x", "\n\n\ndef g(x):\n    return 1\n"),
        ("x = 1\n", "@decorator\n@another(1)\ndef f(\n    x,\n):\n    return x", "\n\nx = 2\n"),
        ("", "class f:\n    a = 1\n\n    def g(self):\n        return 2", "\n\n# the end\n"),
        ("", "f = lambda x: x", "\ng = 2\n"),
        ("", "async def f(x):\n    return x", "\n"),
        ("def f():\n    old\n\n", "def f(x):\n# a comment at the margin\n    return x", "\n"),
        ("", "def f(x): return x", "\nprint(f(1))\n"),
        ("def fa():\n    pass\n\n", "def f(x):\r\n    return x", ""),
    ],
)
def test_the_code_of_a_question_is_found(before: str, own: str, after: str) -> None:
    (source,) = shown(before + own + after)
    assert source.text == own.replace("\r\n", "\n")
    assert source.line == before.count("\n") + 1
    assert (source.file, source.question) == ("m.py", "f")
    assert source.last_line == source.line + own.count("\n")


def test_code_in_another_file_is_found() -> None:
    (source,) = shown("from other import f\n", other="x = 1\n\ndef f(x):\n    return x\n")
    assert (source.file, source.line) == ("other.py", 3)


@pytest.mark.parametrize(
    "text", ["", "from os import f", "x = [f == 1]", "    def f(): pass", "f==1"]
)
def test_where_there_is_none_nothing_is_shown(text: str) -> None:
    assert shown(text) == []


def test_nothing_is_shown_of_what_passed() -> None:
    passed = result(status=Status.PASSED)
    assert excerpts(submission("def f(x):\n    return x\n"), [F], [passed]) == ()


def test_a_line_that_raised_is_shown_with_those_around_it() -> None:
    lines = [f"x{index} = {index}" for index in range(30)]
    (source,) = shown("\n".join(lines), Frame("m.py", 20, "<module>", "x19 = 19"))
    assert source.text.split("\n") == lines[19 - AROUND : 20 + AROUND]
    assert source.holds(Frame("m.py", 20, "f", ""))
    assert not source.holds(Frame("m.py", 20 + AROUND + 1, "f", ""))
    assert not source.holds(Frame("other.py", 20, "f", ""))
    assert not source.holds(Frame("m.py", 20, "f", "", cell=1))


def test_a_line_that_raised_inside_the_code_of_the_question_is_shown_once() -> None:
    frame = Frame("m.py", 2, "f", "return x")
    assert len(shown("def f(x):\n    return x / 0\n", frame, frame)) == 1


@pytest.mark.parametrize("line", [0, -4, 3, 10**7])
def test_a_line_that_does_not_exist_is_not_shown(line: int) -> None:
    assert shown("x = 1\ny = 2", Frame("m.py", line, "f", "")) == []
    assert shown("x = 1", Frame("../../etc/passwd", 1, "f", "")) == []


def test_what_is_shown_is_short_and_harmless() -> None:
    body = "\n".join(f"    {'y' * 500}{index}" for index in range(1000))
    (source,) = shown(f"def f(x):\n\treturn '\x1b[31m\u202e'\n{body}\n")
    lines = source.text.split("\n")
    assert len(lines) == MAX_LINES
    assert max(map(len, lines)) <= MAX_WIDTH
    assert "\x1b" not in source.text
    assert "\u202e" not in source.text
    assert "\t" not in source.text
