"""Every reporter on a report full of hostile strings: text stays text."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from grader.model import (
    CheckResult,
    Counterexample,
    Diagnosis,
    Formula,
    Frame,
    Isolation,
    Report,
    Source,
    Span,
    Status,
)
from grader.reporters import html, junit, page, pair, similarity, terminal
from grader.reporters import json as json_reporter
from grader.similarity import Comparison, Pair, Place, Region

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
    assert "http:" not in text
    assert "https:" not in text
    assert "default-src 'none'" in text
    assert all(value.startswith("#") for name, value in page.attributes if name == "href" and value)


def test_the_page_tells_the_score_and_opens_the_first_failure(report: Report) -> None:
    text = html.render(report, TEMPLATES)
    assert "<title>hw0: 2.5 of 12.5</title>" in text
    assert text.count("<details") == 5
    assert text.count(" open>") == 1


def test_after_a_deduction_the_final_score_comes_first_and_the_other_one_stays() -> None:
    passed = (make(Status.PASSED, 0),)
    report = Report("hw0", "ann", 7, Isolation("strict"), passed)
    most = f"{report.max_score:g}"
    text = html.render(report, TEMPLATES, final=html.Final(2.0 / 3.0, "7 reached, 10 % off"))
    assert f"<title>hw0: 0.67 of {most}</title>" in text
    assert f"<strong>0.67</strong> of {most} points" in text
    assert "7 reached, 10 % off" in text
    assert 'class="score part"' in text
    assert "Everything passed." in text
    assert f"{most} / {most}" in text
    assert 'class="score good"' in html.render(report, TEMPLATES)


def test_junit_is_well_formed_and_counts(report: Report) -> None:
    root = ET.fromstring(junit.render(report))
    (suite,) = root
    assert root.get("tests") == suite.get("tests") == "5"
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("1", "2", "1")
    tags = [[child.tag for child in case] for case in suite]
    assert tags == [
        ["properties", "system-out"],
        ["properties", "failure", "system-out"],
        ["properties", "error", "system-out"],
        ["properties", "error", "system-out"],
        ["properties", "skipped", "system-out"],
    ]
    assert EVIL in (suite[1][1].get("message") or "")


def test_junit_survives_characters_that_xml_cannot_hold() -> None:
    check = make(Status.FAILED, 0, "\x00\x0b\ud800\uffff")
    report = Report("hw0", "s", 0, Isolation("none"), (check,))
    assert ET.fromstring(junit.render(report)).get("failures") == "1"


def test_json_has_the_published_form(report: Report) -> None:
    data = json.loads(json_reporter.render(report))
    assert Report.from_dict(data) == report
    assert list(data) == [
        *("schema", "assignment", "title", "submission", "score", "max_score", "seed"),
        *("isolation", "notes", "formulas", "sources", "broken", "checks"),
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
    assert max(map(len, text.splitlines())) <= min(width, 80)
    flat = "".join(text.replace("│", "").split())
    assert "[bold]rich[/bold]" in flat
    assert "Score:2.5of12.5" in flat
    assert "Message<script>" in flat
    assert "\x1b" not in text


def test_only_the_first_failure_is_explained_in_the_terminal(report: Report) -> None:
    flat = "".join(_printed(report, 100).replace("│", "").split())
    assert flat.count("Message<script>") == 1
    assert "Fixthisfirst:q" in flat
    assert "4of5checksfailed" in flat


def test_nothing_of_a_hidden_check_but_title_and_points_reaches_a_student(report: Report) -> None:
    secret = "known to the hidden check alone"
    hidden = replace(
        make(Status.ERROR, 1, secret), title="A hidden title", visibility="hidden", seconds=0.123
    )
    mine = replace(make(Status.FAILED, 0, "visible"), trace=())
    sources = (Source("simple_ml.py", 1, f"x = 1  # {secret}\ny = 2\nz = 3"),)
    seen = replace(report, checks=(mine, hidden), sources=sources).for_student()
    page, data = html.render(seen, TEMPLATES), json_reporter.render(seen)
    for text in (page, data, junit.render(seen), _printed(seen)):
        assert "visible" in text
        assert secret not in text
        assert "0.123" not in text
    assert "A hidden title" in page
    assert json.loads(data)["checks"][1]["status"] == "failed"  # and not that it crashed
    assert seen.score == replace(report, checks=(mine, hidden)).score


def _printed(report: Report, width: int = 80) -> str:
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=width))
    return out.getvalue()


def test_wrong_entries_are_marked(report: Report) -> None:
    example = Counterexample("x = 1", "[1.0, 2.0]", "[1.0, 9.0]", "f(x)", ((6, 9),), ((6, 9),))
    marked = replace(report, checks=(replace(report.checks[1], counterexample=example),))
    page = html.render(marked, TEMPLATES)
    assert "[1.0, <mark>2.0</mark>]" in page
    assert "[1.0, <mark>9.0</mark>]" in page
    assert "got: [1.0, 9.0]" in _printed(marked)


@pytest.mark.parametrize("marks", [((-3, 2),), ((5, 99),), ((4, 2),), ((0, 3), (1, 4))])
def test_marks_that_do_not_fit_are_left_out(report: Report, marks: tuple[Span, ...]) -> None:
    example = Counterexample("x", "<b>12", "<i>12", "f(x)", marks, marks)
    check = replace(report.checks[1], counterexample=example)
    page = Page(html.render(replace(report, checks=(check,)), TEMPLATES))
    assert "<b>12" in page.text
    assert "<i>12" in page.text
    assert not {"b", "i"} & set(page.tags)


def test_the_line_that_raised_is_highlighted_in_the_code_around_it(report: Report) -> None:
    text = 'def q(x):\n    s = """<script>\n    two lines"""\n    return x / 0\n\n\n# end'
    check = replace(report.checks[1], trace=(Frame("a.py", 13, "q", "return x / 0"),))
    source = Source("a.py", 10, text, "q")
    page = html.render(replace(report, checks=(check,), sources=(source,)), TEMPLATES)
    hot = [part for part in page.split('<span class="line')[1:] if part.startswith(" hot")]
    assert len(hot) == 2  # at the failure, and in the whole function
    assert all('<span class="number">13</span>' in part and "return" in part for part in hot)
    assert "script" not in Page(page).tags
    assert page.count('<span class="number">') == 7 + 7
    assert "Your code: a.py, line 10" in page


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n\n\n", "\n  x = 1\n\n", "'''unfinished\n\n", "\x0c\nx\x0b\u2028y\n"),
        *("'%" + "0" * 50_000, "(" * 5000, "\\\n" * 50, "f'{" * 500, '"' * 4001),
    ],
)
def test_a_listing_keeps_the_numbers_of_its_lines(text: str) -> None:
    lines = page.listing(Source("a.py", 5, text))
    assert [line.number for line in lines] == list(range(5, 6 + text.count("\n")))


def test_a_formula_is_mathml_and_nothing_else(report: Report) -> None:
    formulas = (r"\frac{1}{n} \sum_i x_i", r"\text{<script>alert(1)</script>}", r"\frac{")
    text = html.render(replace(report, formulas=(Formula("q", formulas),)), TEMPLATES)
    page = Page(text)
    assert "<mfrac>" in text
    assert "script" not in page.tags
    assert r"\frac{" in page.text  # what can't be read is shown as it is
    for evil in (r"\href{javascript:alert(1)}{x}", r"\style{color:red}{z}", r"\class{a}{b}"):
        page = Page(html.render(replace(report, formulas=(Formula("q", (evil,)),)), TEMPLATES))
        assert not [value for _, value in page.attributes if value and "javascript" in value]


def test_only_a_live_page_has_a_script(report: Report) -> None:
    live = html.Live("hw0.html.live.js")
    text = html.render(report, TEMPLATES, live=live)
    assert Page(text).tags.count("script") == 1
    assert f"script-src 'nonce-{live.version}'" in text
    assert live.version in live.signal
    assert html.Live("a").version != live.version


def test_a_file_that_cannot_be_imported_is_what_to_fix_first(report: Report) -> None:
    frame = Frame("simple_ml.py", 27, "<module>", "def broken(:")
    broken = [
        replace(
            make(Status.ERROR, 0),
            question=name,
            message="It could not be imported.",
            trace=(frame,),
        )
        for name in ("add", "loss")
    ]
    told = replace(report, checks=tuple(broken), broken=("add", "loss"))
    assert "Fix this first: simple_ml.py" in _printed(told)
    assert "<module>" not in _printed(told)
    assert '">simple_ml.py</a>' in html.render(told, TEMPLATES)
    # Two questions may well fail with the same words, and the file be in order.
    assert "Fix this first: add" in _printed(replace(report, checks=tuple(broken)))


def test_the_name_of_a_file_begins_no_line(report: Report) -> None:
    frame = Frame(f"::error::{'x' * 80}/simple_ml.py", 1, "<module>", "")
    broken = replace(make(Status.ERROR, 0), trace=(frame,))
    told = _printed(replace(report, checks=(broken,), broken=(broken.question,)))
    assert "Fix this first: ::error" in told
    assert not [line for line in told.splitlines() if line.lstrip().startswith("::")]


def test_what_was_printed_is_shown_in_short(report: Report) -> None:
    output = "".join(f"line {number}\n" for number in range(5000))
    failed = replace(report.checks[1], output=output)
    passed = replace(report.checks[0], output=output)
    page = html.render(replace(report, checks=(failed, passed)), TEMPLATES)
    assert "line 39\n… 4950 lines left out …\nline 4990\n" in page
    assert "line 4\n… 4993 lines left out …\nline 4998\n" in page
    long = replace(failed, output="x" * 100_000)
    assert len(html.render(replace(report, checks=(long,)), TEMPLATES)) < 40_000


def test_words_between_backticks_are_code(report: Report) -> None:
    said = replace(report.checks[1], message="Use `X @ w`, not `<b>`. A ` alone stays.")
    page = html.render(replace(report, checks=(said,)), TEMPLATES)
    assert "Use <code>X @ w</code>, not <code>&lt;b&gt;</code>. A ` alone stays." in page


def test_a_long_example_does_not_push_the_advice_off_the_screen(report: Report) -> None:
    rows = "\n".join(f"row {number}" for number in range(60))
    example = Counterexample(rows, rows, rows, "f(x)", ((0, 3), (500, 503)), ((0, 3),))
    text = _printed(replace(report, checks=(replace(report.checks[1], counterexample=example),)))
    assert text.count("row 11") == 3
    assert "row 12" not in text


def test_lines_that_go_to_a_file_end_where_their_text_ends(report: Report) -> None:
    assert all(line == line.rstrip() for line in _printed(report).splitlines())


def test_a_pair_shows_hostile_text_as_text_and_leads_nowhere_else() -> None:
    found = Pair(EVIL, "b", 0.7958, 2, 1, (Region(Place("a.py", 2, 3), Place("c.py", 1, 9)),))
    left = pair.SideText(f"{EVIL}\u202e", {"a.py": f"x = 1\r\n# {EVIL}\r\ny\rz".encode()})
    right = pair.SideText("b", {"c.py": b"\xff\n" + b"0" * 9000, "d.txt": b"not shown"})
    for back in ("javascript:alert(1)", "//elsewhere.org/x", "https://a.org", "pairs.html"):
        text = pair.render(found, left, right, TEMPLATES, assignment=EVIL, back=back)
        made = Page(text)
        assert not {"script", "link", "img", "iframe"} & set(made.tags)
        links = {value for name, value in made.attributes if name == "href"}
        assert links == {"#left-1", "#right-1"} | ({back} if back == "pairs.html" else set())
        assert f"# {EVIL}" in made.text
        assert f"{EVIL}\ufffd and b" in made.text
        assert "\u202e" not in text
        assert "not shown" not in text
        assert "0" * 161 not in text
        assert "default-src 'none'" in text
    assert [value for name, value in made.attributes if name == "id"] == [
        *("left", "left-1", "right", "right-1")
    ]
    assert "0.79" in made.text, "what is below a limit must not be rounded up to it"
    lines = text.split('<span class="number">')[1:]
    assert [line.split("<")[0] for line in lines] == ["1", "2", "3", "4", "1", "2"]


def test_a_pair_without_sources_is_a_page_too() -> None:
    found = Pair("a", "b", 1.0, 0, 0, (), identical=True)
    sides = pair.SideText("a", {}), pair.SideText("b", {"a.py": b""})
    text = pair.render(found, *sides, TEMPLATES)
    assert text.count("There is no source to show.") == 2


def test_a_long_submission_is_cut_in_the_page_of_a_pair() -> None:
    found = Pair("a", "b", 0.5, 0, 0, (Region(Place("b.py", 9, 9), Place("a.py", 5000, 5001)),))
    long = b"x = 1\n" * 6000
    sides = pair.SideText("a", {"a.py": long, "b.py": long}), pair.SideText("b", {"a.py": long})
    text = pair.render(found, *sides, TEMPLATES)
    assert text.count('<span class="line">') == 2 * pair.MAX_LINES
    assert text.count("without its last 3000 lines") == 2


def test_the_list_of_pairs_is_sorted_into_what_to_look_at_and_what_not() -> None:
    pairs = tuple(Pair(EVIL, f"s{n}", n / 10, 3, 4) for n in (9, 6, 3))
    best = {"s9": 1.0, "s6": 0.6, "s3": 0.3, EVIL: 0.9}
    links = {(EVIL, "s9"): "pairs/1.html", (EVIL, "s6"): "javascript:alert(1)"}
    made = similarity.render(
        Comparison(pairs, best, (f"short {EVIL}",)), TEMPLATES, assignment="hw0", links=links
    )
    seen = Page(made)
    assert [value for name, value in seen.attributes if name == "href"] == ["pairs/1.html"]
    assert "script" not in seen.tags
    assert f"short {EVIL}" in seen.text
    assert f"{EVIL} and s3" in seen.text
    assert seen.tags.count("rect") == 4
    label = dict(seen.attributes)["aria-label"]
    assert label == "Best scores: 1 submission below 0.5, 1 submission from 0.5 to 0.8, " + (
        "2 submissions 0.8 or more"
    )
    assert "never a grade" in seen.text
    assert "next to nothing was added to the stub: 1 submission" in seen.text
    assert "could be read" not in seen.text
    called = similarity.render(
        Comparison(pairs, best, ("s1", "s2")),
        TEMPLATES,
        names={"s9": "Zoë", "s2": f"Paul {EVIL}", EVIL: "Ann"},
        unread={"s2"},
    )
    seen = Page(called)
    assert "script" not in seen.tags
    assert "Ann and Zoë" in seen.text
    assert "Ann and s6" in seen.text
    assert "1 too short for it, 1 without any code that could be read" in seen.text
    assert "next to nothing was added to the stub: 1 submission" in seen.text
    assert "there is no code in them that could be read: 1 submission" in seen.text
    assert f"Paul {EVIL}" in seen.text
    nobody = similarity.render(Comparison((), {}, ()), TEMPLATES)
    assert "No pair reaches 0.5" in nobody
