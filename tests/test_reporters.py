"""Every reporter on a report full of hostile strings: text stays text."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from grader.model import (
    CheckResult,
    Counterexample,
    Diagnosis,
    Frame,
    Isolation,
    Report,
    Status,
)
from grader.reporters import html, junit, terminal
from grader.reporters import json as json_reporter

TEMPLATES = Path(__file__).parents[1] / "templates"
EVIL = '<script>alert(1)</script> & "quotes" ]]> {{ 7 * 7 }} {% raw %} [bold]rich[/bold] ::error::'


def make(status: Status, index: int, text: str = EVIL) -> CheckResult:
    passed = status is Status.PASSED
    return CheckResult(
        id=f"q.{index}",
        question="q",
        title=f"Title {text}",
        kind="value",
        visibility="hidden" if index % 2 else "visible",
        status=status,
        points=2.5 if passed else 0.0,
        max_points=2.5,
        seconds=0.25,
        message="" if passed else f"Message {text}",
        diagnosis=() if passed else (Diagnosis("q.x", f"Diagnosis {text}", f"Hint {text}"),),
        counterexample=None if passed else Counterexample(text, text, text, f"f({text})"),
        trace=() if passed else (Frame("simple_ml.py", 3, text, text),),
        output=f"Output {text}\n",
    )


@pytest.fixture
def report() -> Report:
    return Report(
        assignment="hw0",
        title="A title",
        submission=f"/home/{EVIL}",
        seed=7,
        isolation=Isolation("limited", ("separate process",), ("namespaces",)),
        checks=tuple(make(status, index) for index, status in enumerate(Status)),
        notes=(f"Note {EVIL}",),
    )


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_shows_hostile_text_as_text(report: Report) -> None:
    page = Page(html.render(report, TEMPLATES))
    assert "script" not in page.tags
    for word in ("Title", "Message", "Diagnosis", "Hint", "Output", "Note"):
        assert f"{word} {EVIL}" in page.text
    assert "49" not in page.text  # {{ 7 * 7 }} was not evaluated


def test_the_page_needs_nothing_from_anywhere(report: Report) -> None:
    text = html.render(report, TEMPLATES)
    page = Page(text)
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not [value for name, value in page.attributes if name in ("src", "srcset", "onclick")]
    assert "url(" not in text
    assert "http" not in text.replace(EVIL, "")
    assert all(value.startswith("#") for name, value in page.attributes if name == "href" and value)


def test_the_page_tells_the_score_and_opens_the_first_failure(report: Report) -> None:
    text = html.render(report, TEMPLATES)
    assert "<title>hw0: 2.5 of 12.5</title>" in text
    assert text.count("<details") == 5
    assert text.count(" open>") == 1


def test_junit_is_well_formed_and_counts(report: Report) -> None:
    root = ET.fromstring(junit.render(report))
    (suite,) = root
    assert root.get("tests") == suite.get("tests") == "5"
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("1", "2", "1")
    tags = [[child.tag for child in case] for case in suite]
    assert tags == [
        ["system-out"],
        ["failure", "system-out"],
        ["error", "system-out"],
        ["error", "system-out"],
        ["skipped", "system-out"],
    ]
    assert EVIL in (suite[1][0].get("message") or "")


def test_junit_survives_characters_that_xml_cannot_hold() -> None:
    check = make(Status.FAILED, 0, "\x00\x0b\ud800\uffff")
    report = Report("hw0", "s", 0, Isolation("none"), (check,))
    assert ET.fromstring(junit.render(report)).get("failures") == "1"


def test_json_has_the_published_form(report: Report) -> None:
    data = json.loads(json_reporter.render(report))
    assert Report.from_dict(data) == report
    assert list(data) == [
        *("schema", "assignment", "title", "submission", "score", "max_score", "seed"),
        *("isolation", "notes", "checks"),
    ]
    assert set(data["isolation"]) == {"level", "mechanisms", "missing"}
    assert {
        *("id", "question", "title", "kind", "visibility", "status", "points", "max_points"),
        *("seconds", "message", "diagnosis", "counterexample"),
    } <= set(data["checks"][0])
    assert data["checks"][1]["status"] == "failed"


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_terminal_shows_hostile_text_as_text_in_any_width(report: Report, width: int) -> None:
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=width))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= min(width, 100)
    flat = "".join(text.replace("│", "").split())
    assert "[bold]rich[/bold]" in flat
    assert "Score:2.5of12.5" in flat
    assert "Message<script>" in flat
    assert "\x1b" not in text


def test_only_the_first_failure_of_a_question_is_explained_in_the_terminal(report: Report) -> None:
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=100))
    flat = "".join(out.getvalue().replace("│", "").split())
    assert flat.count("Message<script>") == 1
