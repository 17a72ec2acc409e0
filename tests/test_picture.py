"""Pictures: drawings made of finite numbers, whatever they are asked to draw."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.kit import picture
from grader.model import CheckResult, Isolation, Picture, Report, Status, Table
from grader.reporters import html
from tests.support import ROOT

Array = np.ndarray[Any, Any]
RNG = np.random.default_rng(0)
POINTS = RNG.normal(size=(30, 2))
GROUPS = np.arange(30) % 3


def numbers(svg: str) -> list[float]:
    return [float(text) for text in re.findall(r'(?<=[\s"MLHVhv])-?\d+\.?\d*', svg)]


def page(drawn: Picture) -> str:
    check = CheckResult(
        *("a.b", "a", "t", "value", "visible", Status.FAILED, 0.0, 1.0), exhibits=(drawn,)
    )
    report = Report("hw", "x", 0, Isolation("none"), (check,))
    return html.render(report, ROOT / "templates")


def test_points_are_drawn_by_group_with_rings_and_crosses() -> None:
    ringed, wrong = GROUPS == 0, np.arange(30) < 2
    drawn = picture.plane("P", POINTS, GROUPS, ringed=ringed, wrong=wrong)
    assert [drawn.svg.count(f'class="g{group}"') for group in range(4)] == [10, 10, 10, 0]
    assert drawn.svg.count('class="ring"') == 10
    assert drawn.svg.count('class="wrong"') == 2
    assert drawn.svg in page(drawn)


def test_a_level_line_lies_where_the_function_has_that_value() -> None:
    square = np.array([[-1.0, -1.0], [1.0, 1.0]])
    drawn = picture.plane("P", square, np.zeros(2), height=lambda at: at[:, 0] - 0.5, levels=(0.0,))
    (path,) = re.findall(r'class="boundary" d="([^"]+)"', drawn.svg)
    across = {float(x) for x in re.findall(r"[ML]([\d.]+)", path)}
    # From −1 to 1, with a margin of a twentieth on both sides: 0.5 is this share of the way.
    share = (0.5 + 1.1) / 2.2
    expected = picture.EDGE + share * (picture.WIDTH - 2 * picture.EDGE)
    assert max(abs(x - expected) for x in across) < 0.2
    nothing = picture.plane("P", square, np.zeros(2), height=lambda at: at[:, 0] + 9.0)
    assert "boundary" not in nothing.svg


def test_a_matrix_is_shaded_and_averaged_where_it_is_large() -> None:
    small = picture.matrix("M", np.array([[0.0, 1.0], [0.5, 0.0]]))
    assert re.findall(r'fill-opacity="([\d.]+)"', small.svg) == ["0.5", "1"]
    large = picture.matrix("M", RNG.uniform(size=(300, 200)))
    assert len(large.svg) < 30_000
    assert large.svg in page(large)
    assert picture.matrix("M", np.ones((3, 3))).svg.count("<path") == 0


def test_numbers_in_a_row_are_split_where_the_gap_is() -> None:
    drawn = picture.steps("S", np.array([0.0, 0.1, 2.0, 2.1]), gap=2)
    assert drawn.svg.count('class="g0"') == drawn.svg.count('class="g1"') == 2
    assert drawn.svg.count('class="level"') == 1


ODD: dict[str, Array] = {
    "nan": np.array([[np.nan, 1.0], [2.0, 3.0]]),
    "infinite": np.array([[np.inf, 1.0], [2.0, -np.inf]]),
    "one point": np.array([[3.0, 3.0]]),
    "nothing": np.zeros((0, 2)),
    "huge": np.array([[1e300, -1e300], [0.0, 0.0]]),
    "very many": RNG.normal(size=(5000, 2)),
    "integers": np.array([[1, 2], [3, 4]]),
}


@pytest.mark.parametrize("name", ODD)
def test_whatever_is_drawn_is_made_of_finite_numbers(name: str) -> None:
    points = ODD[name]
    with np.errstate(all="ignore"):
        for drawn in (
            picture.plane("P", points, np.zeros(len(points)), height=lambda at: at[:, 0] / 0.0),
            picture.matrix("M", points),
            picture.steps("S", points),
        ):
            assert "nan" not in drawn.svg
            assert "inf" not in drawn.svg
            assert all(-2000.0 < number < 2000.0 for number in numbers(drawn.svg))
            assert len(drawn.svg) < 100_000
            assert drawn.svg in page(drawn)


HOSTILE = [
    "<script>alert(1)</script>",
    '<svg viewBox="0 0 1 1" aria-hidden="true"><script>alert(1)</script></svg>',
    '<svg viewBox="0 0 1 1" aria-hidden="true"><path onload="alert(1)" d="M0 0"/></svg>',
    '<svg viewBox="0 0 1 1" aria-hidden="true" onload="x"></svg>',
    '<svg viewBox="0 0 1 1" aria-hidden="true"><circle class="url(http://x)" r="1"/></svg>',
    '<svg viewBox="0 0 1 1" aria-hidden="true"></svg><img src=x>',
]


@pytest.mark.parametrize("svg", HOSTILE)
def test_what_is_not_a_drawing_of_ours_stays_text(svg: str) -> None:
    text = page(Picture("T <b>", svg, 'D "><script>'))
    assert svg not in text
    assert "<script>" not in text
    assert "T &lt;b&gt;" in text


def test_a_table_is_text_on_the_page() -> None:
    table = Table("C", ("condition", "found"), (("0 ≤ α", "<b>1</b>"),))
    check = CheckResult(
        *("a.b", "a", "t", "kkt", "visible", Status.FAILED, 0.0, 1.0), exhibits=(table,)
    )
    report = Report("hw", "x", 0, Isolation("none"), (check,))
    assert Report.from_dict(report.to_dict()) == report
    text = html.render(report, Path(ROOT / "templates"))
    assert '<th scope="col">condition</th>' in text
    assert "<td>&lt;b&gt;1&lt;/b&gt;</td>" in text


def test_curves_are_a_full_line_and_a_dashed_one() -> None:
    drawn = picture.curves("C", np.array([3.0, 2.0, 2.5]), np.array([3.0, 1.0, 0.5, 0.4]))
    (yours,) = re.findall(r'class="curve" d="([^"]+)"', drawn.svg)
    (expected,) = re.findall(r'class="target" d="([^"]+)"', drawn.svg)
    assert (yours.count("L"), expected.count("L")) == (2, 3)
    heights = [float(place.split()[1]) for place in yours[1:].split("L")]
    assert heights[0] < heights[2] < heights[1]  # up is up
    assert "logarithmic" not in drawn.description
    assert drawn.svg in page(drawn)
    ended = picture.curves("C", np.array([3.0, 2.0, np.nan]), np.ones(3))
    assert "not a number from step 2 on" in ended.description


def test_curves_over_orders_of_magnitude_are_drawn_by_their_logarithms() -> None:
    drawn = picture.curves("C", 10.0 ** -np.arange(5.0), np.ones(5), description="Loss.")
    assert drawn.description.startswith("Loss. ")
    assert "logarithmic" in drawn.description
    (yours,) = re.findall(r'class="curve" d="([^"]+)"', drawn.svg)
    heights = [float(place.split()[1]) for place in yours[1:].split("L")]
    assert np.allclose(np.diff(heights), np.diff(heights)[0], atol=0.2)


@pytest.mark.parametrize(
    "values", [[], [np.nan], [np.inf, -np.inf], [1e308, -1e308], [0.0, -1.0, 1e9], [5.0]]
)
def test_any_course_can_be_drawn(values: list[float]) -> None:
    for pair in ((values, [1.0, 2.0]), ([1.0, 2.0], values), (values, values)):
        drawn = picture.curves("C", np.array(pair[0]), np.array(pair[1]))
        assert all(np.isfinite(numbers(drawn.svg)))
        assert drawn.svg in page(drawn)


def test_regions_lie_where_the_classifier_decides() -> None:
    square = np.array([[-1.0, -1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]])
    drawn = picture.regions(
        "R", square, np.array([3, 7, 7, 3]), lambda at: np.where(at[:, 0] < 0, 3, 7)
    )
    shades = re.findall(r'class="g(\d)" fill-opacity="0.2" d="([^"]+)"', drawn.svg)
    assert [group for group, _ in shades] == ["0", "1"]
    left, right = ([float(x) for x in re.findall(r"[MH]([\d.]+)", path)] for _, path in shades)
    middle = picture.WIDTH / 2
    assert max(left) <= middle + 4 and min(right) >= middle - 4
    assert drawn.svg in page(drawn)
    nowhere = picture.regions("R", square, np.zeros(4), lambda at: np.full(len(at), np.nan))
    assert "fill-opacity" not in nowhere.svg
