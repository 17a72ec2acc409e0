"""The formula of each question: each of them converts to MathML that a page can hold as it is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import pytest
from latex2mathml.converter import convert

from grader import course
from grader.course import assignment_names, read_outline
from grader.errors import AssignmentError

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
ELEMENTS = frozenset(
    {"math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub"}
    | {"msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle"}
    | {"mpadded", "mphantom", "menclose"}
)
# Of MathML Core, and none that can load, link or run anything. `mathvariant` is not among them:
# browsers ignore it, so a blackboard 1 would come out as a plain one.
ATTRIBUTES = frozenset({"display", "stretchy", "fence", "form", "accent", "width"})

# Questions that have no formula, with the reason. At present all have one.
WITHOUT: dict[str, str] = {}

QUESTIONS = {
    f"{name} {question.name}": question.formula
    for name in assignment_names()
    for question in read_outline(name).questions.values()
}
WIDTH = 45  # symbols: what a phone shows of a line


def objections(mathml: str) -> Iterator[str]:
    """What a page should not be given."""
    for element in ElementTree.fromstring(mathml).iter():
        name = element.tag.removeprefix(NAMESPACE)
        if name == element.tag or name not in ELEMENTS:
            yield f"element {element.tag}"
        yield from (
            f"attribute {key} of {name}" for key in sorted(set(element.keys()) - ATTRIBUTES)
        )
        if "\\" in (element.text or ""):
            yield f"LaTeX that was not understood: {element.text}"
        if (element.tail or "").strip():
            yield f"text outside of a symbol: {element.tail}"


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_formula_becomes_plain_mathml(question: str) -> None:
    for line in QUESTIONS[question]:
        assert list(objections(convert(line, display="block"))) == [], line


@pytest.mark.parametrize("question", QUESTIONS)
def test_its_lines_fit_on_a_phone(question: str) -> None:
    for line in QUESTIONS[question]:
        assert len("".join(ElementTree.fromstring(convert(line)).itertext())) <= WIDTH, line


@pytest.mark.parametrize(
    ("latex", "objection"),
    [
        (r"\mathbb{1}", "attribute mathvariant of mn"),
        (r"\unheard x", r"LaTeX that was not understood: \unheard"),
        (r"\href{https://example.org}{x}", "attribute href of mrow"),
    ],
)
def test_what_does_not_convert_well_is_noticed(latex: str, objection: str) -> None:
    assert objection in list(objections(convert(latex)))


def test_every_question_has_a_formula_or_a_reason() -> None:
    assert {question for question, lines in QUESTIONS.items() if not lines} == set(WITHOUT)


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The `assignment.toml` of a course of its own, with one question; text is added at its end."""
    folder = tmp_path / "assignments" / "hw9"
    folder.mkdir(parents=True)
    (tmp_path / "templates").mkdir()
    monkeypatch.setattr(course, "course_folder", lambda: tmp_path)
    file = folder / "assignment.toml"
    file.write_text(
        'title = "T"\nmodules = ["m"]\nlibraries = []\npreload = []\n'
        '[[question]]\nname = "f"\npoints = 100\nreference = "reference.addition:add"\n'
    )
    return file


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ()),
        (r"formula = '\frac{1}{n}'", (r"\frac{1}{n}",)),
        (r"formula = ['a = b', 'b = c']", ("a = b", "b = c")),
    ],
)
def test_a_formula_is_a_line_or_several(made: Path, text: str, lines: tuple[str, ...]) -> None:
    made.write_text(made.read_text() + text)
    assert read_outline("hw9").questions["f"].formula == lines


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("formulae = 'x'", "question 'f': unknown key 'formulae'; did you mean formula?"),
        ("in_palce = ['x']", "question 'f': unknown key 'in_palce'; did you mean in_place?"),
        ("zzz = 1", "question 'f': unknown key 'zzz'; known are name, points, reference, in_place"),
        ("formula = 3", "question 'f': 'formula' is a string or an array of strings"),
        ("formula = ['x', 3]", "question 'f': 'formula' is a string or an array of strings"),
        ("formula = ['x', ' ']", "question 'f': a line of 'formula' is empty"),
        ("formula = ''", "question 'f': a line of 'formula' is empty"),
        ("[[question]]\nname = 'g'\npoints = 1", "question 'g': 'reference' is missing"),
        ("[[question]]\npoints = 1", "a question without a name: 'name' is missing"),
    ],
)
def test_a_mistake_in_a_question_is_named(made: Path, text: str, complaint: str) -> None:
    made.write_text(made.read_text() + text)
    with pytest.raises(AssignmentError, match=re.escape(f"{made}: {complaint}")):
        read_outline("hw9")
