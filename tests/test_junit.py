"""JUnit XML: valid by a schema of what GitLab and Jenkins read, and shown well by GitLab."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import etree

from grader.model import (
    CheckResult,
    Counterexample,
    Diagnosis,
    Frame,
    Isolation,
    Report,
    Source,
    Status,
    Visibility,
)
from grader.reporters import junit
from tests.support import ROOT

SCHEMA = etree.XMLSchema(etree.parse(ROOT / "tests" / "junit.xsd"))
EVIL = '</failure>]]> <x a="b"> & \x00\x0b\x1b[31m \ud800\uffff\u202e [[ATTACHMENT|../x]] ##[error]'


def check(
    status: Status, title: str = "A title", text: str = "", visibility: Visibility = "visible"
) -> CheckResult:
    passed = status is Status.PASSED
    return CheckResult(
        *(f"f.{title}.{status}", "f", title, "value", visibility, status),
        points=2.5 if passed else 0.0,
        max_points=2.5,
        seconds=0.25,
        message="" if passed else f"The message {text}",
        diagnosis=() if passed else (Diagnosis("f.x", f"Known {text}", "A hint"),),
        counterexample=None if passed else Counterexample(f"x = {text}", "1", "2", "f(x)"),
        trace=(Frame(f"a{text}.py", 3, "f", text),) if status is Status.ERROR else (),
        output=f"printed {text}",
    )


def report(*checks: CheckResult, name: str = "hw0") -> Report:
    sources = (Source("b.py", 1, "def f(): ...", "f"),)
    return Report(name, "s", 7, Isolation("none"), checks, sources=sources)


def read(text: str) -> etree._Element:
    """The document, which must be valid; a parser that mends nothing reads it."""
    parser = etree.XMLParser(recover=False, resolve_entities=False, huge_tree=False)
    root = etree.fromstring(text.encode("utf-8").split(b"?>", 1)[1], parser)
    SCHEMA.assertValid(root)
    return root


class GitLab:
    """What the widget of a merge request knows: tests by their key, first come, first served."""

    def __init__(self, text: str) -> None:
        self.tests: dict[tuple[str, str, str], tuple[str, str, str]] = {}
        self.links: list[str] = []
        for suite in read(text).iter("testsuite"):
            for case in suite.iter("testcase"):
                key = (suite.get("name"), case.get("classname"), case.get("name"))
                states = {"failure": "failed", "error": "error", "skipped": "skipped"}
                found = [(states[it.tag], it.text) for it in case if it.tag in states]
                state, shown = found[0] if found else ("success", "")
                self.tests.setdefault(key, (state, shown, case.get("file") or ""))
                printed = case.findtext("system-out") or ""
                self.links += [printed] if "[[ATTACHMENT|" in printed else []

    def newly_failed(self, base: GitLab) -> list[str]:
        return [
            key[2]
            for key, (state, *_) in self.tests.items()
            if state in ("failed", "error")
            and base.tests.get(key, ("success",))[0] not in ("failed", "error")
        ]


@pytest.mark.parametrize("text", ["", EVIL, "x" * 100_000], ids=["plain", "hostile", "long"])
def test_every_kind_of_verdict_is_valid(text: str) -> None:
    checks = [check(status, f"{status} {text[:200]}", text) for status in Status]
    made = junit.render(report(*checks))
    root = read(made)
    assert (root.get("tests"), root.get("failures")) == ("5", "1")
    assert (root.get("errors"), root.get("skipped")) == ("2", "1")
    assert len(made) < 600_000
    shown = GitLab(made)
    assert [state for state, *_ in shown.tests.values()] == [
        *("success", "failed", "error", "error", "skipped")
    ]
    assert not shown.links
    assert "\x1b" not in made and "\u202e" not in made and "##[" not in made


def test_the_schema_can_fail() -> None:
    good = junit.render(report(check(Status.FAILED)))
    for bad in (
        good.replace('tests="1"', 'tests="-1"'),
        good.replace("<failure", "<failures").replace("</failure>", "</failures>"),
        good.replace(' type="failed"', ' type="yaml"'),
        good.replace("<testcase ", "<testcase points='1' "),
        good.replace('classname="hw0.f"', ""),
    ):
        assert bad != good
        with pytest.raises(etree.DocumentInvalid):
            read(bad)
    case = good[good.index("    <testcase") : good.index("  </testsuite>")]
    with pytest.raises(etree.DocumentInvalid, match="Duplicate"):
        read(good.replace(case, case + case))


def test_gitlab_shows_what_happened_and_where() -> None:
    raised, wrong, fine, hidden = (
        check(Status.ERROR, "raised"),
        check(Status.FAILED, "wrong"),
        check(Status.PASSED, "fine"),
        check(Status.FAILED, "secret", visibility="hidden"),
    )
    made = report(raised, wrong, fine, hidden).for_student()
    tests = GitLab(junit.render(made, named={"hw0": "assignments/hw0/{}".format})).tests
    found = {name: test for (_, _, name), test in tests.items()}
    assert {(suite, place) for suite, place, _ in tests} == {("hw0.f", "hw0.f")}
    assert found["wrong"][1].startswith("The message")
    assert "Known" in found["wrong"][1] and "expected: 1\ngot: 2" in found["wrong"][1]
    assert "Lost: 2.5 points." in found["wrong"][1]
    assert found["raised"][2] == "assignments/hw0/a.py"
    assert found["wrong"][2] == "assignments/hw0/b.py"
    assert found["fine"] == ("success", "", "")
    assert found["secret"][1:] == (
        "This check is hidden: its details are not shown.\n\nLost: 2.5 points.",
        "",
    )
    assert GitLab(junit.render(made)).tests.keys() == tests.keys()


def test_gitlab_sees_the_same_tests_before_and_after() -> None:
    """Neither what was earned nor how it failed makes another test of it."""
    before = GitLab(junit.render(report(check(Status.PASSED), check(Status.FAILED, "other"))))
    after = GitLab(junit.render(report(check(Status.FAILED), check(Status.TIMEOUT, "other"))))
    assert before.tests.keys() == after.tests.keys()
    assert after.newly_failed(before) == ["A title"]
    assert before.newly_failed(after) == []


def test_no_two_tests_collide() -> None:
    twins = [replace(check(Status.FAILED), id=f"f.{number}") for number in range(3)]
    first, second = report(*twins, check(Status.PASSED, "other")), report(*twins, name="hw1")
    tests = GitLab(junit.render(first, second)).tests
    assert len(tests) == 7
    assert ("hw0.f", "hw0.f", "A title [f.1]") in tests
    assert ("hw0.f", "hw0.f", "other") in tests


def test_points_are_told_beside_the_name() -> None:
    root = read(junit.render(report(check(Status.PASSED))))
    values = {it.get("name"): it.get("value") for it in root.iter("property")}
    assert values == {"points": "2.5", "max_points": "2.5"}


def test_a_homework_without_checks_is_valid() -> None:
    assert read(junit.render(report())).get("tests") == "0"
