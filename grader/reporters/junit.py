"""The report as JUnit XML, which CI systems show beside a change.

There is no standard, only readers. What GitLab makes of it decides some things here:

- It knows a test by its suite, class and name, compares those of a change with those of the target
  branch, and drops the second of two that agree. So names are unique, and do not hold the points.
- Of a failure it shows the text alone, so that begins with the message.
- It takes `file` for a path in the repository, and `[[ATTACHMENT|…]]` in an output for a link.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from grader.model import CheckResult, Frame, QuestionResult, Report, Status
from grader.text import plural, printable

Named = Callable[[str], str]

# What XML 1.0 can't hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 20_000


def render(report: Report, *more: Report, named: Mapping[str, Named] | None = None) -> str:
    """One or several reports as a JUnit XML document: a test suite for each question.

    `named` says for each assignment what a file of its submission is called in the repository.
    """
    reports = (report, *more)
    checks = [check for it in reports for check in it.checks]
    name = " ".join(it.assignment for it in reports)
    root = ET.Element("testsuites", _counts(checks), name=name)
    for it in reports:
        for question in it.questions:
            _suite(root, it, question, (named or {}).get(it.assignment, str))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(root: ET.Element, report: Report, question: QuestionResult, named: Named) -> None:
    place = _line(f"{report.assignment}.{question.name}")
    suite = ET.SubElement(root, "testsuite", _counts(question.checks), name=place)
    titles = Counter(_line(check.title) for check in question.checks)
    for check in question.checks:
        title = _line(check.title)
        name = title if titles[title] == 1 else f"{title} [{_line(check.id)}]"
        case = ET.SubElement(suite, "testcase", classname=place, name=name)
        case.set("time", f"{check.seconds:.3f}")
        file = _file(report, question, check)
        if file:
            case.set("file", _line(named(file)))
        _verdict(case, check)


def _file(report: Report, question: QuestionResult, check: CheckResult) -> str:
    """The student's file to look at: where it failed, or else where the answer stands."""
    if check.passed or check.visibility == "hidden":
        return ""
    if check.trace:
        return check.trace[-1].file
    return question.source.file if question.source else ""


def _verdict(case: ET.Element, check: CheckResult) -> None:
    properties = ET.SubElement(case, "properties")
    for name, value in (("points", check.points), ("max_points", check.max_points)):
        ET.SubElement(properties, "property", name=name, value=f"{value:g}")
    if not check.passed:
        # The type is a word of ours: readers written in Ruby turn some types into objects.
        tag = {Status.FAILED: "failure", Status.SKIPPED: "skipped"}.get(check.status, "error")
        problem = ET.SubElement(case, tag, message=_line(check.message))
        if tag != "skipped":
            problem.set("type", check.status.value)
        problem.text = _text("\n\n".join(_details(check)))
    if check.output:
        ET.SubElement(case, "system-out").text = _text(check.output)


def _details(check: CheckResult) -> list[str]:
    parts = [check.message, *(f"{item.title}. {item.hint}" for item in check.diagnosis)]
    example = check.counterexample
    if example is not None:
        parts.append(f"{example.call} with\n{example.args}")
        if example.expected:
            parts.append(f"expected: {example.expected}\ngot: {example.got}")
    parts += [f"{_place(frame)} in {frame.function}: {frame.source}" for frame in check.trace]
    parts.append(f"Lost: {plural(check.max_points - check.points, 'point')}.")
    return [part for part in parts if part]


def _place(frame: Frame) -> str:
    """In the form in which tools find a line of a file; none finds a cell of a notebook."""
    return frame.where if frame.cell else f"{frame.file}:{frame.line}"


def _counts(checks: Sequence[CheckResult]) -> dict[str, str]:
    def count(*statuses: Status) -> str:
        return str(sum(check.status in statuses for check in checks))

    return {
        "tests": str(len(checks)),
        "failures": count(Status.FAILED),
        "errors": count(Status.ERROR, Status.TIMEOUT),
        "skipped": count(Status.SKIPPED),
        "time": f"{sum(check.seconds for check in checks):.3f}",
    }


def _line(text: str) -> str:
    return " ".join(_text(text).split())


def _text(text: str) -> str:
    """Foreign text that XML can hold, that has an end, and that is no link."""
    short = text if len(text) <= _LONGEST else text[:_LONGEST] + "\n… the rest is left out"
    return _FORBIDDEN.sub("\ufffd", printable(short)).replace("[[ATTACHMENT", "[ [ATTACHMENT")
