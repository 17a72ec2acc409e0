"""The report as JUnit XML, for the test views of CI systems."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from grader.model import CheckResult, Frame, Report, Status

# What XML 1.0 can't hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> str:
    """The report as a JUnit XML document: one test suite per question."""
    root = ET.Element("testsuites", _counts(report.checks), name=report.assignment)
    for question in report.questions:
        suite = ET.SubElement(root, "testsuite", _counts(question.checks), name=question.name)
        for check in question.checks:
            _case(suite, report.assignment, check)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: ET.Element, assignment: str, check: CheckResult) -> None:
    case = ET.SubElement(
        suite,
        "testcase",
        classname=f"{assignment}.{check.question}",
        name=_legal(f"{check.title} ({check.points:g}/{check.max_points:g})"),
        time=f"{check.seconds:.3f}",
    )
    if check.status is Status.SKIPPED:
        ET.SubElement(case, "skipped", message=_legal(check.message))
    elif not check.passed:
        tag = "failure" if check.status is Status.FAILED else "error"
        problem = ET.SubElement(case, tag, type=check.status.value, message=_legal(check.message))
        problem.text = _legal(_details(check))
    if check.output:
        ET.SubElement(case, "system-out").text = _legal(check.output)


def _details(check: CheckResult) -> str:
    parts = [f"{item.title}. {item.hint}" for item in check.diagnosis]
    example = check.counterexample
    if example is not None:
        parts.append(f"{example.call} with\n{example.args}")
        if example.expected:
            parts.append(f"expected: {example.expected}\ngot: {example.got}")
    parts += [f"{_place(frame)} in {frame.function}: {frame.source}" for frame in check.trace]
    return "\n\n".join(parts)


def _place(frame: Frame) -> str:
    """In the form in which tools find a line of a file; none finds a cell of a notebook."""
    return frame.where if frame.cell else f"{frame.file}:{frame.line}"


def _counts(checks: tuple[CheckResult, ...]) -> dict[str, str]:
    def count(*statuses: Status) -> str:
        return str(sum(check.status in statuses for check in checks))

    return {
        "tests": str(len(checks)),
        "failures": count(Status.FAILED),
        "errors": count(Status.ERROR, Status.TIMEOUT),
        "skipped": count(Status.SKIPPED),
        "time": f"{sum(check.seconds for check in checks):.3f}",
    }


def _legal(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
