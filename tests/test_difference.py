"""Where an answer differs: marks on the entries, and for large arrays a table and a map."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.kit import show
from grader.kit.difference import Difference
from grader.model import Picture, Table


def marked(expected: Any, got: Any, slack: float = 1e-9) -> tuple[list[str], list[str]]:
    texts = show.value(expected), show.value(got)
    marks = Difference(expected, got, slack).marks(*texts)
    left, right = (
        [text[start:end] for start, end in spans] for text, spans in zip(texts, marks, strict=True)
    )
    return left, right


def test_the_wrong_entries_are_marked_and_no_others() -> None:
    expected = np.array([[1.0, -2.5], [3e-7, np.inf]])
    got = np.array([[1.0, 2.5], [np.nan, np.inf]])
    assert marked(expected, got) == (["-2.5", "0."], ["2.5", "nan"])


@pytest.mark.parametrize(
    "array",
    [
        np.array([1, 2, 3], np.uint8),
        np.array([1.5, -2e20, 3e-20, np.nan, -np.inf, 0.0], np.float32),
        np.arange(96.0).reshape(2, 4, 12) / 7.0,
        np.arange(30).reshape(3, 10) * 1000,
        np.zeros((0, 3)),
        np.array([-0.0, 1e300, -1e-300]),
    ],
)
def test_every_entry_of_a_small_array_is_found_in_its_text(array: Any) -> None:
    text = show.value(array)
    places = show.entries(text, array)
    assert len(places) == array.size
    for (start, end), entry in zip(places, array.reshape(-1), strict=True):
        assert float(text[start:end]) == pytest.approx(
            float(entry), rel=1e-5, abs=1e-6, nan_ok=True
        )


def test_a_number_is_marked_whole() -> None:
    assert marked(2.5, 25.0) == (["2.5"], ["25.0"])
    assert marked(np.float32(2.5), np.array(25.0)) == (["2.5"], ["array(25.)"])


@pytest.mark.parametrize("got", [None, "text", [1.0, [2.0]], np.zeros(3), np.array(["a"]), {}])
def test_what_cannot_be_laid_beside_is_not_marked(got: Any) -> None:
    expected = np.zeros((2, 2))
    difference = Difference(expected, got, 0.0)
    assert difference.marks(show.value(expected), show.value(got)) == ((), ())
    assert difference.exhibits() == ()


def test_of_a_large_array_the_worst_entries_are_named() -> None:
    expected = np.zeros((30, 20))
    got = expected.copy()
    got[3, 17], got[29, 0], got[5, 5] = 4.0, -9.0, np.nan
    table, map = Difference(expected, got, 1e-9).exhibits()
    assert isinstance(table, Table)
    assert [row[0] for row in table.rows] == ["[5, 5]", "[29, 0]", "[3, 17]"]
    assert table.rows[1][1:] == ("0", "-9")
    assert isinstance(map, Picture)
    assert map.description.startswith("3 of the 600 entries of this 30 × 20 array differ.")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (np.s_[2, :], "the whole of 1 row, no entry of the others"),
        (np.s_[:, 3:5], "the whole of 2 columns, no entry of the others"),
        (np.s_[:, :], "All 40 entries of this 5 × 8 array differ"),
        (np.s_[0, 3], "1 of the 40 entries of this 5 × 8 array differ"),
    ],
)
def test_the_map_says_in_words_what_is_to_be_seen(where: Any, said: str) -> None:
    got = np.zeros((5, 8))
    got[where] = 1.0
    (map,) = Difference(np.zeros((5, 8)), got, 1e-9).exhibits()
    assert isinstance(map, Picture)
    assert said in map.description
