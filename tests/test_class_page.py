"""The page of a class: the sums in it, and the page itself in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.model import CheckResult, Diagnosis, Frame, Isolation, Report, Status
from grader.reporters import classroom
from grader.tally import Row, Tally
from tests.support import ROOT
from tests.test_browser import SHOTS, WIDTHS, Opened, browser, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["browser", "pytestmark"]  # a fixture and a mark for this module, too

EVIL = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>'
SUM = Diagnosis("loss.sum", "The loss is summed, not averaged", "Divide.")


def report(*statuses: Status, mistakes: tuple[Diagnosis, ...] = (), alarm: str = "") -> Report:
    """Two questions with two checks each."""
    names = [("loss.small", "visible"), ("loss.large", "hidden")]
    names += [("step.one", "visible"), ("step.many", "hidden")]
    checks = [
        CheckResult(
            *(id, id.split(".")[0], f"The check {id}", "value", visibility, status),  # type: ignore[arg-type]
            *(25.0 if status is Status.PASSED else 0.0, 25.0),
            message="" if status is Status.PASSED else f"{EVIL} went wrong",
            diagnosis=mistakes if status is Status.FAILED else (),
            trace=(Frame("a.py", 3, "f", "x"),) if status is Status.ERROR and not alarm else (),
            alarm=alarm if status is not Status.PASSED else "",
        )
        for (id, visibility), status in zip(names, statuses, strict=True)
    ]
    return Report("hw9", "s", 0, Isolation("strict"), tuple(checks))


PASS, FAIL, ERROR, TIME = Status.PASSED, Status.FAILED, Status.ERROR, Status.TIMEOUT
CLASS = {
    "ann": report(PASS, PASS, PASS, PASS),
    "bob": report(FAIL, FAIL, PASS, PASS, mistakes=(SUM,)),
    "cyd": report(FAIL, PASS, PASS, PASS, mistakes=(SUM,)),
    "dan": report(PASS, PASS, TIME, Status.SKIPPED),
    "eve": report(ERROR, PASS, PASS, PASS, alarm="It wrote to the grader's connection."),
    "fay": report(PASS, PASS, ERROR, ERROR),
}


def tallied() -> Tally:
    tally = Tally()
    for number, (student, it) in enumerate(CLASS.items()):
        tally.add(student, it, score=it.percent, seconds=float(number))
    return tally


def test_the_sums_are_right() -> None:
    tally = tallied()
    assert tally.graded == 6
    assert tally.full_marks == 1
    assert tally.bars == [0, 0, 0, 0, 0, 3, 0, 2, 0, 1]
    assert tally.mean == pytest.approx((100 + 50 + 75 + 50 + 75 + 50) / 6)
    assert tally.median == 62.5
    assert (tally.questions["loss"].full, tally.questions["loss"].nothing) == (3, 1)
    assert tally.questions["step"].points == 200.0
    assert tally.checks["step.one"].passed == 4
    assert tally.checks["step.one"].outcomes == {"passed": 4, "timeout": 1, "error": 1}
    assert [(it.question, it.title, it.students) for it in tally.mistakes] == [
        ("loss", SUM.title, ["bob", "cyd"])
    ]
    assert tally.slowest[0] == ("fay", 5.0)
    assert [(it.student, it.check) for it in tally.crashes] == [
        *(("dan", "step.one"), ("eve", "loss.small"))
    ]
    assert [it.student for it in tally.alarms] == ["eve"]


def test_of_an_empty_class_there_is_a_page_too() -> None:
    page = classroom.render(
        classroom.Summary("hw9", "Nothing", ("loss",), Tally(), ()), ROOT / "templates"
    )
    assert "0 students" in page


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        Row(
            *(student, f"Name of {student}", f"students/{student}.html", "graded"),
            *(it.score, it.score, 0, 1),
            tuple(question.points for question in it.questions),
            "",
        )
        for student, it in CLASS.items()
    ]
    rows.append(Row(EVIL, EVIL, "", "missing", None, None, 0, 0, (None, None), EVIL))
    rows.append(Row("zoe", "Zoë Müller-Łoś", "", "graded", 100.0, 100.0, 0, 1, (50.0, 50.0), ""))
    rows.append(Row("gus", "Gus Late", "", "graded", 100.0, 80.0, 2, 3, (50.0, 50.0), "late"))
    rows.append(Row("hal", "Hal", "", "problem", 0.0, 0.0, 0, 1, (0.0, 0.0), "It can't be read."))
    summary = classroom.Summary(
        *("hw9", f"A class {EVIL}", ("loss", "step"), tallied(), tuple(rows)),
        problems=((EVIL, EVIL),),
        remarks=(EVIL,),
        files=(("grades.csv", "all grades"),),
    )
    path = tmp_path_factory.mktemp("class") / "index.html"
    path.write_text(classroom.render(summary, ROOT / "templates"), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_sound(browser: Browser, page: Path, width: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    opened = Opened(browser, page, width=WIDTHS[width], scheme=scheme)
    with opened as tab:
        tab.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        assert tab.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width]
        found = Axe().run(tab).response["violations"]
        assert not [(it["id"], [node["html"][:200] for node in it["nodes"][:3]]) for it in found]
        assert opened.said == []
        assert opened.asked == [page.as_uri()]
        assert tab.locator("img, iframe, link").count() == 0
        SHOTS.mkdir(parents=True, exist_ok=True)
        tab.screenshot(path=SHOTS / f"class-{width}-{scheme}.png", full_page=True)


def test_the_table_sorts_by_every_column(browser: Browser, page: Path) -> None:
    with Opened(browser, page, width=1200) as tab:
        names = (
            "[...document.querySelectorAll('#students tbody tr')].map(it => it.cells[0].innerText)"
        )
        score = tab.locator("#students th button", has_text="final")
        score.click()
        assert tab.evaluate(names)[:4] == ["hal", "bob", "dan", "fay"]
        assert tab.evaluate(names)[-1] == EVIL  # no number: at the end
        score.focus()
        tab.keyboard.press("Enter")
        assert tab.evaluate(names)[0] == "ann"
        assert tab.evaluate(names)[-1] == EVIL
        assert tab.locator("th[aria-sort=descending]").count() == 1
        tab.locator("#students th button", has_text="student").click()
        assert tab.evaluate(names)[1:4] == ["ann", "bob", "cyd"]


def test_the_table_can_be_searched(browser: Browser, page: Path) -> None:
    from playwright.sync_api import expect

    with Opened(browser, page, width=390) as tab:
        tab.locator("#search").fill("name OF cyd")
        expect(tab.locator("#count")).to_have_text("1 of 10")
        assert tab.locator("#students tbody tr:visible").count() == 1
        tab.locator("#search").fill("")
        expect(tab.locator("#students tbody tr:visible")).to_have_count(10)


@pytest.mark.parametrize("words", ["muller", "MÜLLER", "zoe los", "Mu\u0308ller"])
def test_who_searches_need_not_type_accents(browser: Browser, page: Path, words: str) -> None:
    from playwright.sync_api import expect

    with Opened(browser, page, width=1200) as tab:
        tab.locator("#search").fill(words)
        expect(tab.locator("#count")).to_have_text("1 of 10")
        assert "Zoë" in tab.inner_text("#students tbody tr:visible")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("step", ["dan", "fay", "hal"]),
        ("loss", ["bob", "cyd", "eve", "hal"]),
        ("name eve LOSS", ["eve"]),
    ],
)
def test_a_question_finds_those_who_lost_points_in_it(
    browser: Browser, page: Path, words: str, found: list[str]
) -> None:
    from playwright.sync_api import expect

    with Opened(browser, page, width=1200) as tab:
        tab.locator("#search").fill(words)
        expect(tab.locator("#count")).to_have_text(f"{len(found)} of 10")
        names = tab.locator("#students tbody tr:visible td:first-child").all_inner_texts()
        assert names == found


def test_the_table_sorts_without_a_mouse(browser: Browser, page: Path) -> None:
    with Opened(browser, page, width=1200) as tab:
        tab.locator("#search").focus()
        heads = tab.locator("#students thead th")
        for _ in range(2):  # the table, which scrolls, and the first head
            tab.keyboard.press("Tab")
        for key, said in (("Enter", "ascending"), ("Space", "descending")):
            tab.keyboard.press(key)
            assert heads.nth(0).get_attribute("aria-sort") == said
        tab.keyboard.press("Tab")
        tab.keyboard.press("Space")
        assert [it.get_attribute("aria-sort") for it in heads.all()[:3]] == [
            *(None, "ascending", None)
        ]


def test_people_have_their_names_wherever_they_are_mentioned(browser: Browser, page: Path) -> None:
    with Opened(browser, page, width=1200) as tab:
        tab.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        assert tab.locator(".people li").all_inner_texts() == ["Name of bob", "Name of cyd"]
        assert tab.locator("#alarms tbody td:first-child").all_inner_texts() == ["Name of eve"]
        crashed = tab.locator("#crashes tbody td:first-child").all_inner_texts()
        assert crashed == ["Name of dan", "Name of eve"]
        assert tab.locator("#slowest tbody td").first.inner_text() == "Name of fay"
        assert tab.locator("#slowest tbody a").first.get_attribute("href") == "students/fay.html"


@pytest.mark.parametrize("width", [1300, 1920])
def test_nothing_of_the_table_is_cut_off_on_a_wide_screen(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    questions = ("add", "parse_mnist", "softmax_loss", "softmax_regression_epoch", "nn_epoch")
    long = "There are two files that could be simple_ml.py: a/simple_ml.py and b/simple_ml.py. " * 2
    name = "Maximiliana-Alexandra von und zu Hohenstein-Oberbergen"
    row = Row("10012345", name, "", "graded", 95.5, 85.95, 2, 1, (19.5,) * 5, f"{long}2 days late.")
    path = tmp_path / "index.html"
    summary = classroom.Summary("hw0", "A class", questions, tallied(), (row,))
    path.write_text(classroom.render(summary, ROOT / "templates"), encoding="utf-8")
    with Opened(browser, path, width=width) as tab:
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.evaluate(
            "(it => it.scrollWidth <= it.clientWidth)(document.querySelector('#class .scroll'))"
        )
        edges = "it => it.map(e => e.getBoundingClientRect().left)"
        assert len(set(tab.locator("header, main > :not(#class)").evaluate_all(edges))) == 1
        if width == 1920:
            used = tab.locator("#students").bounding_box()
            assert used is not None
            assert used["width"] > 1300


def test_no_other_script_can_run(browser: Browser, page: Path) -> None:
    opened = Opened(browser, page, width=1200)
    with opened as tab:
        tab.evaluate(
            "document.body.append(Object.assign(document.createElement('script'),"
            " {textContent: 'window.hacked = 1'}))"
        )
        assert tab.evaluate("window.hacked") is None
        assert any("Content Security Policy" in line for line in opened.said)
