"""The page in a real browser: Debian's Chromium, driven by Playwright.

Screenshots at two widths, light and dark, are left in `reports/screenshots` for who wants to look.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.course import read_outline
from grader.model import Report
from grader.reporters import audit, html, pair, similarity
from grader.similarity import Stub, compare, fingerprint
from grader.station import Station
from grader.submission import from_files
from tests.classroom import disguise, encoded, honest, stub
from tests.support import ROOT
from tests.test_audit import SUMS
from tests.test_judging import BASES, SUBMISSIONS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
pytestmark = [
    pytest.mark.skipif(
        CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium on this machine"
    ),
    pytest.mark.xdist_group("browser"),
]

SHOTS = ROOT / "reports" / "screenshots"
WIDTHS = {"phone": 390, "desktop": 1200}
# What axe finds depends on the width or on the colours: each width and each scheme once is enough.
LOOKED_AT_BY_AXE = {("phone", "dark"), ("desktop", "light")}
EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script></pre></details>'
MISTAKES = {
    "hw0": ["softmax_loss__sum-not-mean", "parse_mnist__fixed-size", "nn_epoch__swapped-gradients"],
    "hw4": ["svm.solve_qp__no-equality", "smo.smo__loose", "svm.rbf_kernel__half"],
    "hw5": ["kmeans__one-round", "spectral_embedding__largest", "kmeans_plus_plus__uniform"],
}

NAMES = [*MISTAKES, "pair", "pairs", "audit"]


def graded(name: str, mistakes: list[str], more: str = "") -> Report:
    """A report on the base of a homework with some mistakes put at the end of it."""
    outline = read_outline(name)
    base = BASES[name]
    sources = base.glob("*.py") if base.is_dir() else [base]
    one = outline.modules[0]
    files = {path.stem if base.is_dir() else one: path.read_text() for path in sources}
    for mistake in mistakes:
        question = outline.questions[mistake.split("__")[0]]
        wrong = (SUBMISSIONS / name / "wrong" / f"{mistake}.py").read_text()
        files[question.module] += f"\n\n{wrong}"
    files[one] += more
    content = {f"{module}.py": text.encode() for module, text in files.items()}
    submission = from_files("a/submission.zip", content, outline.modules)
    with Station(outline) as station:
        return station.grade(submission, seed=0, isolation="none")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of some wrong submissions; that of hw0 is hostile besides."""
    folder = tmp_path_factory.mktemp("pages")
    hostile = f"\n\ndef add(x, y):\n    print({EVIL!r})\n    raise ValueError({EVIL!r})\n"
    made = {}
    for name, mistakes in MISTAKES.items():
        report = graded(name, mistakes, hostile if name == "hw0" else "")
        made[name] = folder / f"{name}.html"
        made[name].write_text(html.render(report, ROOT / "templates"), encoding="utf-8")
    checks = audit.render(SUMS, ROOT / "templates")
    for name, text in {**alike(), "audit": checks}.items():
        made[name] = folder / f"{name}.html"
        made[name].write_text(text, encoding="utf-8")
    return made


def alike() -> dict[str, str]:
    """The pages about a class with a copy in it, whose names and sources are hostile."""
    evil = f"\n\n# {EVIL}\ndef f():\n    return {EVIL!r} + '{'long ' * 60}'\n"
    texts = {f"s{seed}": honest(seed) for seed in range(30)}
    texts[f"copy {EVIL}"] = disguise(honest(0), 0) + evil
    texts["s0"] += evil
    texts |= {"same": texts["s1"], "stub": stub("hw0")["simple_ml.py"]}
    files = {name: {"simple_ml.py": text.encode()} for name, text in texts.items()}
    prints = {name: fingerprint(held) for name, held in files.items()}
    found = compare(prints, Stub.of(encoded(stub("hw0"))))
    copied = next(it for it in found.pairs if it.left.startswith("copy"))
    left, right = (pair.SideText(name, files[name]) for name in (copied.left, copied.right))
    links = {(copied.left, copied.right): "pair.html"}
    templates = ROOT / "templates"
    return {
        "pair": pair.render(copied, left, right, templates, assignment="hw0", back="pairs.html"),
        "pairs": similarity.render(found, templates, assignment="hw0", links=links),
    }


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # CI runs as root, where Chromium's own sandbox can't be; the pages are ours.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page with all that it asked for and complained about."""

    def __init__(self, browser: Browser, path: Path, *, width: int, scheme: Any = "light") -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True
        )
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(f"dialog {dialog.message}"))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def __enter__(self) -> Page:
        return self.page

    def __exit__(self, *_: object) -> None:
        self.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_sound(
    browser: Browser, pages: dict[str, Path], name: str, width: str, scheme: str
) -> None:
    """Nothing is asked of anywhere or complained about, nothing sticks out, and axe is content."""
    from axe_playwright_python.sync_playwright import Axe

    opened = Opened(browser, pages[name], width=WIDTHS[width], scheme=scheme)
    with opened as page:
        page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= WIDTHS[width], "the page is wider than the screen"
        if (width, scheme) in LOOKED_AT_BY_AXE:
            found = Axe().run(page).response["violations"]
            bad = [
                (it["id"], it["impact"], [node["html"][:200] for node in it["nodes"][:3]])
                for it in found
            ]
            assert not bad
        assert opened.said == []
        assert opened.asked == [pages[name].as_uri()]
        page.reload()
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}-{width}-{scheme}.png", full_page=True)


def test_hostile_strings_stay_text(browser: Browser, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["hw0"], width=1200)
    with opened as page:
        page.evaluate("document.querySelectorAll('details').forEach(it => it.open = true)")
        assert EVIL in page.inner_text("#add\\.numbers .message")
        assert EVIL in page.inner_text("#add\\.numbers .output")
        assert page.locator("img, script, iframe, object, link").count() == 0
        assert opened.said == []


def test_passing_checks_are_folded_and_unfold_by_mouse_and_keyboard(
    browser: Browser, pages: dict[str, Path]
) -> None:
    with Opened(browser, pages["hw0"], width=1200) as page:
        assert page.locator("details.passed[open]").count() == 0
        assert page.locator("details.check[open]").count() == 4  # the first failure of each
        check = page.locator("details.passed").first
        check.locator("summary").click()
        assert check.locator(".quiet").is_visible()
        check.locator("summary").focus()
        page.keyboard.press("Enter")
        assert not check.locator(".quiet").is_visible()


def test_what_to_fix_first_is_a_click_away(browser: Browser, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["hw0"], width=390) as page:
        page.locator(".first a").click()
        assert page.locator("#add\\.numbers .message").is_visible()
        assert page.locator("#add\\.numbers").bounding_box()["y"] < 100  # type: ignore[index]


def test_dark_is_dark_and_light_is_light(browser: Browser, pages: dict[str, Path]) -> None:
    shade = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    with Opened(browser, pages["hw0"], width=1200, scheme="dark") as page:
        assert max(page.evaluate(shade)) < 64
    with Opened(browser, pages["hw0"], width=1200) as page:
        assert min(page.evaluate(shade)) > 192


def test_on_paper_failures_are_unfolded_and_the_paper_is_white(
    browser: Browser, pages: dict[str, Path]
) -> None:
    with Opened(browser, pages["hw0"], width=1200, scheme="dark") as page:
        page.emulate_media(media="print", color_scheme="dark")
        assert (
            min(
                page.evaluate(
                    "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
                )
            )
            > 192
        )
        folded = page.locator("details.error:not([open])").first
        assert folded.locator(".message").is_visible()
        assert page.locator("nav").is_hidden()
        assert len(page.pdf()) > 10_000


def test_the_source_with_the_failing_line_is_there(
    browser: Browser, pages: dict[str, Path]
) -> None:
    with Opened(browser, pages["hw0"], width=1200) as page:
        hot = page.locator("#parse_mnist\\.image-size .hot")
        assert hot.count() == 1
        assert "reshape" in hot.inner_text()
        assert hot.locator("[class^=py-]").count() > 0


def test_formulas_are_drawn_without_a_script(browser: Browser, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["hw0"], width=1200) as page:
        fraction = page.locator("#softmax_loss mfrac").first.bounding_box()
        assert fraction is not None
        assert fraction["height"] > 15  # one above the other


def test_the_page_of_hw0_is_small(pages: dict[str, Path]) -> None:
    assert pages["hw0"].stat().st_size < 300_000


@pytest.mark.parametrize("name", ["pair", "pairs"])
def test_hostile_submissions_that_are_alike_stay_text(
    browser: Browser, pages: dict[str, Path], name: str
) -> None:
    opened = Opened(browser, pages[name], width=1200)
    with opened as page:
        assert EVIL in page.inner_text("main")
        assert page.locator("img, script, iframe, object, link").count() == 0
        assert opened.said == []


def test_a_piece_leads_to_its_partner(browser: Browser, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["pair"], width=1200) as page:
        one, other = page.locator(".side").all()
        assert one.bounding_box()["y"] == other.bounding_box()["y"]  # type: ignore[index]
        last = page.locator(".side").first.locator(".jump").last
        number = last.inner_text()
        last.click()
        page.wait_for_timeout(700)  # it scrolls smoothly
        partner, back = page.locator(f"#right-{number}"), page.locator(f"#left-{number}")
        for piece in (partner, back):
            place = piece.bounding_box()
            assert place is not None
            assert -20 < place["y"] < 900, "it can't be seen"
        colours = [
            it.evaluate("e => getComputedStyle(e).backgroundColor") for it in (partner, back)
        ]
        assert colours[0] == colours[1]
        page.keyboard.press("Tab")  # from the target on
        assert page.evaluate("document.activeElement.tagName") in ("A", "PRE")


def test_on_a_phone_one_stands_above_the_other(browser: Browser, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["pair"], width=390) as page:
        boxes = [it.bounding_box() for it in page.locator(".side").all()]
        assert all(boxes)
        assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]  # type: ignore[index]
        page.locator("#right-1 .jump").click()
        page.wait_for_timeout(200)
        assert -20 < page.locator("#left-1").bounding_box()["y"] < 500  # type: ignore[index]


def test_the_list_leads_to_a_pair_and_back(browser: Browser, pages: dict[str, Path]) -> None:
    with Opened(browser, pages["pairs"], width=1200) as page:
        assert page.locator(".pairs tr.strong").count() >= 1
        assert "identical" in page.inner_text(".pairs")
        assert page.locator(".histogram rect").count() >= 2
        page.locator(".pairs a").click()
        assert page.locator(".piece").count() >= 2
        page.locator(".kicker a").click()
        assert page.locator(".histogram").count() == 1
