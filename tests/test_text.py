"""Words for people: close names, plurals, and foreign text that can do nothing but be read."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.text import called, nearest, plural, printable

# Any code point, halves of surrogate pairs included.
ANYTHING = st.text(st.characters() | st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Zp"]))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("softmax_los", "softmax_loss"),
        ("SoftmaxLoss", "softmax_loss"),
        ("ADD", "add"),
        ("nn_epcoh", "nn_epoch"),
        ("Parse_Mnist", "parse_MNIST"),
        ("quicksort", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_the_one_that_was_probably_meant(word: str, meant: str | None) -> None:
    assert nearest(word, ["add", "softmax_loss", "nn_epoch", "parse_MNIST"]) == meant


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert nearest("add", iter(())) is None


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 points"), (1, "1 point"), (1.0, "1 point"), (2, "2 points"), (2.5, "2.5 points")],
)
def test_a_count_goes_with_its_noun(count: float, text: str) -> None:
    assert plural(count, "point") == text


def test_an_irregular_plural_is_given() -> None:
    assert plural(1, "entry", "entries") == "1 entry"
    assert plural(3, "entry", "entries") == "3 entries"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain text, 100 % ~!\\",
        "two\nlines\twith a tab",
        "log Σ exp Z − Z_y ≤ 1e−5 × ‖W‖²",
        "✓ ✗ … “quoted”",
        "ünïcödé, 漢字, עברית, العربية",
        "🎓🙂",
        "e\u0301",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]0;title\x07", "␛]0;title␇"),
        ("a\x00b", "a␀b"),
        ("12%\r100%", "12%␍100%"),
        ("one\r\ntwo", "one\ntwo"),
        ("\x7f\x08", "␡␈"),
        ("\x9b31m", "\ufffd31m"),  # the 8-bit form of the escape sequence
        ("\u202egnp.exe", "\ufffdgnp.exe"),
        ("\u2066\u2067\u2069\u200f", "\ufffd" * 4),
        ("a\u2028b\u2029c", "a\ufffdb\ufffdc"),
        ("\ud800\udfff", "\ufffd\ufffd"),
        ("\ufeff", "\ufffd"),
    ],
    ids=ascii,
)
def test_what_would_act_is_shown_instead(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(ANYTHING)
def test_printable_text_holds_nothing_that_acts(text: str) -> None:
    shown = printable(text)
    assert all(
        character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for character in shown
    )
    shown.encode("utf-8")
    assert shown.splitlines() == shown.removesuffix("\n").split("\n") or not shown


@given(ANYTHING)
def test_making_text_printable_twice_changes_nothing_more(text: str) -> None:
    assert printable(printable(text)) == printable(text)


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"])))
def test_ascii_is_left_alone(text: str) -> None:
    assert printable(text) == text


def test_people_are_called_by_their_names_and_by_keys_where_those_could_be_another_one() -> None:
    people = [
        ("1001", "Jürgen Müller", "Jürgen Müller"),
        ("1002", "Anna Roe", "Anna Roe (1002)"),
        ("1003", "anna  róe", "anna  róe (1003)"),
        ("1004", "", "1004"),
        ("1005", " ", "1005"),
        ("1006", "1004", "1004 (1006)"),
        ("1007", "Li\u202eWei", "Li\ufffdWei"),
        ("ann", "Ann", "Ann"),
        ("bob", "bob", "bob"),
    ]
    names = {key: name for key, name, _ in people}
    assert called(names) == {key: shown for key, _, shown in people}
