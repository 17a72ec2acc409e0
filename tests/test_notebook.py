"""Notebooks as submissions: what of them is graded, and where it is said to stand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader import notebook
from grader.errors import SubmissionRefused
from grader.notebook import Converted, convert
from tests.notebooks import book, code, words

MODULE = "simple_ml"
ADD = "def add(x, y):\n    return x + y\n"


def converted(*cells: object, **others: object) -> Converted:
    return convert("work.ipynb", book(*cells, **others))


def source(*cells: object, **others: object) -> str:
    return converted(*cells, **others).source.decode()


def refusal(data: bytes) -> str:
    with pytest.raises(SubmissionRefused) as caught:
        convert("work.ipynb", data)
    said = caught.value.message
    assert len(said.splitlines()) == 1
    assert said.isprintable()
    assert "work.ipynb" in said
    assert len(said) < 600
    return said


# The Python of a notebook


def test_code_cells_come_one_after_another_and_text_is_left_out() -> None:
    raw = {"cell_type": "raw", "metadata": {}, "source": "raw"}
    assert source(words("# Title"), "x = 1", raw, "y = 2\n", "z = 3") == "x = 1\ny = 2\nz = 3\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_python_counts_them(end: str) -> None:
    found = converted(code(f"x = 1{end}\fy = 2{end}"), code(f"a = '\x0b\x1c\u2028'{end}b = 2"))
    assert found.source.decode().count("\n") == 4
    assert [found.cells.place(line) for line in range(1, 5)] == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_a_source_is_a_string_or_a_list_of_strings() -> None:
    whole = {"cell_type": "code", "metadata": {}, "source": "x = 1\ny = 2"}
    parts = {"cell_type": "code", "metadata": {}, "source": ["x = ", "1\n", "y = 2"]}
    assert source(whole) == source(parts) == "x = 1\ny = 2\n"


def test_an_unclosed_bracket_in_one_cell_does_not_hide_the_commands_of_the_next() -> None:
    assert source("x = (1,", "!ls", "y = '''", "%pwd") == "x = (1,\n# !ls\ny = '''\n# %pwd\n"


def test_places_are_told_by_cell_and_line() -> None:
    found = converted("", words("text"), "a = 1\n\nb = 2\n\n", "%%bash\nls", "c = 3")
    assert found.source == b"a = 1\n\nb = 2\n\nc = 3\n"
    places = [found.cells.place(line) for line in range(-1, 9)]
    assert places == [(0, 0)] * 2 + [(3, 1), (3, 2), (3, 3), (3, 4)] + [(5, 1)] * 4
    assert found.cells.spans() == {3: range(1, 5), 5: range(5, 6)}


def test_imports_from_the_future_move_to_the_top_and_are_told_where_they_were() -> None:
    found = converted("import math", "x = 1\nfrom __future__ import annotations\ny = 2")
    lines = found.source.decode().splitlines()
    assert lines[:2] == ["from __future__ import annotations", "import math"]
    assert lines[3].startswith("#")
    assert [found.cells.place(line) for line in (1, 2, 3, 4, 5)] == [
        *((2, 2), (1, 1), (2, 1), (2, 2), (2, 3))
    ]
    assert found.cells.spans() == {1: range(2, 3), 2: range(3, 6)}
    compile(found.source, "x", "exec")


@pytest.mark.parametrize("line", ["# -*- coding: latin-1 -*-", "%x coding: latin-1", "#coding=x"])
def test_no_line_says_that_the_text_is_in_another_encoding(line: str) -> None:
    for cells in ([line, "x = 'é'"], ["# Jane", line, "x = 'é'"]):
        space: dict[str, Any] = {}
        exec(compile(source(*cells).encode(), "x", "exec"), space)
        assert space["x"] == "é"
    assert "coding" in source('"""', line)


def test_half_a_surrogate_pair_is_no_trouble() -> None:
    found = convert("work.ipynb", book("x = '?'").replace(b"?", b"\\ud800"))
    assert set(found.source.decode()) == {*"x = ''\n", "\ufffd"}


# What is left out


@pytest.mark.parametrize(
    "cell",
    [
        code("import matplotlib", "skip-grading"),
        code("import matplotlib", "hard", "Skip-Grading "),
        code("# skip-grading\nimport matplotlib"),
        code("\n  #skip-grading\nimport matplotlib"),
    ],
)
def test_a_cell_that_is_to_be_skipped_is(cell: dict[str, Any]) -> None:
    found = converted("x = 1", cell, "y = 2")
    assert found.source == b"x = 1\ny = 2\n"
    assert found.notes[1:] == ("Left out of work.ipynb, as skip-grading asks: cell 2.",)


@pytest.mark.parametrize(
    "metadata",
    [{"tags": ["other"]}, {"tags": "skip-grading"}, {"tags": [1, None, ["skip-grading"]]}, []],
)
def test_other_tags_skip_nothing(metadata: object) -> None:
    assert source({**code("x = 1  # skip-grading"), "metadata": metadata}).startswith("x = 1")


def test_what_is_no_python_is_told_with_its_place() -> None:
    found = converted(
        words(""),
        "%matplotlib inline\nimport numpy as np\n\n!pip install " + "x" * 100,
        "%%bash\nls",
        *["x?\ny = 1"] * 12,
        code("let x = 1", vscode={"languageId": "javascript"}),
    )
    counted, left_out = found.notes
    assert counted == "The cells of work.ipynb are counted from the top, those with text as well."
    assert left_out == (
        "Left out of work.ipynb, as it is not Python: cell 2, line 1 (%matplotlib inline), cell 2, "
        f"line 4 (!pip install {'x' * 26}…), cell 3 (%%bash), and 13 more."
    )


def test_notes_can_do_nothing_but_be_read() -> None:
    data = book("x = 1\n!a ::error::b\x1b[31m ##[error] \u202e", "%%::error file=a::\nx")
    found = convert("::error::a\nb.ipynb", data)
    for note in found.notes:
        assert note.isprintable()
        assert "::" not in note
        assert "##[" not in note


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ([], "work.ipynb holds no Python."),
        (["", "\n\n", "# only words", words("text")], "work.ipynb holds no Python."),
        (
            [code(ADD, "skip-grading"), "!ls"],
            "work.ipynb holds no Python besides the 2 parts left out. Left out of work.ipynb, as "
            "skip-grading asks: cell 1. Left out of work.ipynb, as it is not Python: cell 2, line "
            "1 (!ls).",
        ),
    ],
)
def test_a_notebook_without_python_says_so(cells: Sequence[object], said: str) -> None:
    assert refusal(book(*cells)) == said


# What is no notebook

NESTED = b'{"nbformat": 4, "cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it is empty"),
        (b"  \n", "it is empty"),
        (b"def add(x, y): pass", "not JSON, from line 1 on"),
        (b'{"cells": [\n', "not JSON, from line 2 on"),
        (book(ADD)[:-50], "not JSON"),
        (book(ADD).decode().encode("utf-16"), "it is not UTF-8"),
        (b'{"x": "\xff"}', "it is not UTF-8"),
        (NESTED, "nested too deeply"),
        (b'{"nbformat": ' + b"4" * 5000 + b"}", "a number that is too long"),
        (b"null", "not a notebook"),
        (b"NaN", "not a notebook"),
        (b"[]", "not a notebook"),
        (b"{}", "not a notebook"),
        (b'{"nbformat": "4", "cells": []}', "not a notebook"),
        (b'{"nbformat": 4.0, "cells": []}', "not a notebook"),
        (b'{"nbformat": NaN, "cells": []}', "not a notebook"),
        (b'{"nbformat": true, "cells": []}', "too old"),
        (b'{"nbformat": 3, "worksheets": [{"cells": []}]}', "too old"),
        (b'{"nbformat": 5, "cells": []}', "too new"),
        (b'{"nbformat": 4}', "without cells"),
        (b'{"nbformat": 4, "cells": {}}', "without cells"),
        (book(ADD, 7), "cell 2 is none"),
        (book(ADD, {}), "cell 2 is none"),
        (book(ADD, {"cell_type": ["code"], "source": ""}), "cell 2 is none"),
        (book(code(7)), "cell 1 is none"),
        (book(code(None)), "cell 1 is none"),
        (book(code(["x = 1", 2])), "cell 1 is none"),
        (book(code({"a": "b"})), "cell 1 is none"),
        (book(ADD, metadata={"language_info": {"name": "R"}}), "another language: R."),
        (book(ADD, metadata={"kernelspec": {"language": "julia"}}), "another language: julia."),
        (book(ADD, metadata={"kernelspec": {"language": "\x1b::x" * 99}}), "another language"),
        (book(*["x = 1"] * 10_001), "more than 10,000 cells"),
    ],
    ids=range(32),
)
def test_what_is_no_notebook_to_grade_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    assert said in refusal(data)


@pytest.mark.parametrize(
    "metadata",
    [
        *({}, [], None, 7, {"language_info": []}, {"language_info": {"name": 3}}),
        {"kernelspec": {"language": "Python"}},
        {"language_info": {"name": "ipython"}, "kernelspec": {"language": "R"}},
    ],
)
def test_a_notebook_that_names_no_language_is_of_python(metadata: object) -> None:
    assert source(ADD, metadata=metadata) == ADD


def test_a_mark_at_the_beginning_of_the_file_is_no_trouble() -> None:
    assert convert("a", b"\xef\xbb\xbf" + book(ADD)).source.decode() == ADD


def test_of_a_key_that_comes_twice_the_last_counts_as_for_jupyter() -> None:
    data = book(ADD).replace(b'"cells":', b'"cells": [7], "cells":')
    assert convert("a", data).source.decode() == ADD


def test_a_notebook_may_have_pictures_but_not_without_end() -> None:
    picture = {"output_type": "display_data", "data": {"image/png": "A" * (20 << 20)}}
    assert source({**code(ADD), "outputs": [picture]}) == ADD
    said = refusal(b" " * (notebook.MAX_BYTES + 1))
    assert said.startswith("work.ipynb is larger than 32 MiB. Clear the outputs")


def test_a_notebook_of_a_billion_cells_is_refused_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = b'{"nbformat": 4, "cells": [' + b"{}," * 5_000_000 + b"{}]}"
    monkeypatch.setattr(json, "loads", None)
    assert "more than 1,000,000 values. Clear the outputs" in refusal(data)


def test_commas_in_texts_are_no_values() -> None:
    assert source(ADD, {**code("x = 1"), "outputs": ['"{,' * 400_000]}) == ADD + "x = 1\n"


def test_more_python_than_a_file_may_hold_is_refused() -> None:
    assert "4 MiB of Python" in refusal(book(*["x = '" + "a" * (1 << 20) + "'"] * 4))


# For all notebooks

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = ("cell_type", "source", "metadata", "outputs")
ODD_CELLS = JSON | st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "markdown"]) | JSON,
        "source": st.text("ab%!?=#\n\r'\"\\", max_size=20) | st.lists(st.text(max_size=4)) | JSON,
        "metadata": JSON | st.fixed_dictionaries({"tags": JSON, "vscode": JSON}),
    },
)
ODD_BOOKS = JSON | st.fixed_dictionaries(
    {"nbformat": st.just(4) | JSON, "cells": st.lists(ODD_CELLS, max_size=4) | JSON},
    optional={"metadata": JSON | st.fixed_dictionaries({"language_info": JSON})},
)


@given(st.binary(max_size=60) | ODD_BOOKS.map(lambda value: json.dumps(value).encode()))
def test_nothing_brings_the_reader_down(data: bytes) -> None:
    try:
        found = convert("work.ipynb", data)
    except SubmissionRefused:
        refusal(data)
        return
    assert found.cells.count == found.source.count(b"\n")
    assert all(note.isprintable() for note in found.notes)


STATEMENTS = st.sampled_from(
    [
        *("x = 1", "", "if x:\n    y = 2", "z = (1 +\n% 3)", "s = '''\n!ls\n%d'''", "# why?"),
        *("x = a \\\n% b", "a = '\\'' # \u2028", "\fb = 2", "\ta", "t = 'open"),
    ]
)


@given(st.lists(st.lists(STATEMENTS, max_size=6), min_size=1))
def test_without_commands_the_text_is_the_cells_and_each_line_is_found(
    parts: list[list[str]],
) -> None:
    texts = ["\n".join(["x = 1", *part]) for part in parts]
    found = converted(*(piece for text in texts for piece in (words("-"), text)))
    whole = [text if text.endswith("\n") else f"{text}\n" for text in texts]
    assert found.source.decode() == "".join(whole)
    lines = found.source.decode().split("\n")
    for number in range(1, len(lines)):
        cell, line = found.cells.place(number)
        assert whole[cell // 2 - 1].split("\n")[line - 1] == lines[number - 1]
        assert found.cells.spans()[cell][line - 1] == number
