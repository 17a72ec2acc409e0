"""What in a cell is Python, found without parsing it."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.magics import plain
from tests.support import ROOT


def python(cell: str) -> str:
    return "\n".join(plain(cell.split("\n")).lines)


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("%matplotlib inline", "# %matplotlib inline"),
        ("!pip install numpy", "# !pip install numpy"),
        ("!!ls", "# !!ls"),
        ("?print", "# ?print"),
        ("np.dot?", "# np.dot?"),
        ("np.dot??  ", "# np.dot??  "),
        ("%timeit f(x)", "# %timeit f(x)"),
        ("%time", "# %time"),
        ("%time !ls", "# %time !ls"),
        ("    !ls", "    pass  # !ls"),
        ("\t%run x.py", "\tpass  # %run x.py"),
        ("files = !ls", "# files = !ls"),
        ("files=!ls", "# files=!ls"),
        ("a, b = !ls", "# a, b = !ls"),
        ("x[0] = %pwd", "# x[0] = %pwd"),
        ("t: object = %timeit -o f()", "# t: object = %timeit -o f()"),
        ("%time W = train(X)", "W = train(X)"),
        ("  %time W = train(X)", "  W = train(X)"),
        ("%%time?", "# %%time?"),
    ],
)
def test_a_command_is_dropped_and_leaves_its_line(line: str, left: str) -> None:
    """Below another line, so that a margin is the margin of a block."""
    assert python(f"if x:\n{line}\ny = 1") == f"if x:\n{left}\ny = 1"


@pytest.mark.parametrize(
    "cell",
    [
        "x = (10\n% 3)",
        "x = [\n    10\n    % 3,\n]",
        "x = {\n'a': 10\n%3}",
        "x = 10 \\\n% 3",
        "x = '''\n%matplotlib inline\n!ls\nwhat?\n'''",
        'x = """\n%matplotlib inline\n"""',
        'x = r"""\\"""\n',
        "x = 'a\\\n%b'",
        "x %= 3\nx = x % 3\nx != 3\nx = y != z\nx = y == z",
        "x = '= !ls'",
        "f(a='= %x')",
        "s = 'what?'",
        "# what?",
        "x = 1  # really?",
        "# %matplotlib inline",
        "x = '#'  ; y = (\n% 3)",
        "x = '\\''; y = (1\n% 3)",
        "x = '\\\\'; y = (1\n% 3)",
        "s = f'{x!r}' f'{y = !r}'",
        "print('%s' % x, '!')",
        "def f():\n    return '''\n    %time\n    '''",
        'x = "it\'s"\ny = (2\n% 3)',
        "'''it's \\''' still\n!ls'''",
        "x = ''''a'\n!ls''' ''",
    ],
)
def test_python_stays_as_it_is(cell: str) -> None:
    found = plain(cell.split("\n"))
    assert found.lines == cell.split("\n")
    assert found.dropped == []


@pytest.mark.parametrize(
    "before",
    ["x = 'open", 'x = "open', "x = (1)", "x = '''a''' + \"\"\"b\"\"\"", "x = 'a\\\\'", "}", "\f"],
)
def test_a_command_after_a_finished_line_is_found(before: str) -> None:
    assert plain([before, "!ls"]).dropped == [1]


def test_all_lines_of_a_continued_command_are_dropped() -> None:
    cell = "if x:\n    !pip install \\\n      numpy \\\n   scipy\n    y = 1"
    assert python(cell) == (
        "if x:\n    pass  # !pip install \\\n#       numpy \\\n#    scipy\n    y = 1"
    )
    assert python("%run \\") == "# %run \\"


@pytest.mark.parametrize("magic", ["%%time", "%%timeit -n 1", "%%capture out", "%%prun"])
def test_a_magic_around_python_leaves_the_python(magic: str) -> None:
    assert python(f"\n{magic}\nx = 1\n!ls\ny = 2") == f"\n# {magic}\nx = 1\n# !ls\ny = 2"


def test_several_magics_around_python() -> None:
    assert python("%%time\n%%capture\n\nx = 1") == "# %%time\n# %%capture\n\nx = 1"
    assert plain(["%%time", "%%bash", "ls"]).foreign == "%%bash"
    assert python("%%time\n    x = 1\n    y = 2") == "# %%time\nx = 1\ny = 2"


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile a.py", "%%html", "%%timed", "%%!", "%%"])
def test_a_magic_around_something_else_leaves_nothing(magic: str) -> None:
    found = plain(["", magic, "x = 1"])
    assert (found.lines, found.foreign) == ([], magic)


def test_only_the_first_line_can_be_a_magic_of_the_cell() -> None:
    assert python("x = 1\n%%bash\ny = 2") == "x = 1\n# %%bash\ny = 2"


def test_however_many_magics_there_are_it_does_not_go_on_for_ever() -> None:
    # If each were to go through the rest of the cell, these would take an hour.
    found = plain([*["%%time"] * 500_000, "x = 1"])
    assert len(found.dropped) == 500_000
    assert found.lines[-1] == "x = 1"


def test_a_cell_may_be_indented_as_a_whole() -> None:
    assert python("\n    x = 1\n    if x:\n        y = 2") == "\nx = 1\nif x:\n    y = 2"
    assert python("\tx = 1\n\ty = 2") == "x = 1\ny = 2"
    assert plain(["  %%bash", "  ls"]).foreign == "%%bash"


def test_imports_from_the_future_are_kept_apart() -> None:
    found = plain(
        ["import a", "from __future__ import (", "    annotations,", ")", "x = '''", *["y"] * 2]
    )
    assert found.futures == [(1, ["from __future__ import (", "    annotations,", ")"])]
    assert found.lines[0] == "import a"
    assert all(line.startswith("#") for line in found.lines[1:4])
    assert plain(["x = '''", "from __future__ import annotations", "'''"]).futures == []


def test_no_line_of_a_file_of_python_is_taken_for_a_command() -> None:
    ours = [path for room in ("grader", "reference") for path in (ROOT / room).rglob("*.py")]
    for path in (*ours, *Path(numpy.__file__).parent.glob("*/*.py")):
        found = plain(path.read_text(encoding="utf-8").split("\n"))
        assert (found.dropped, found.foreign) == ([], ""), path


SIGNS = st.text(st.sampled_from("'\"\\()[]{}#%!?= \t\fa1:,"), max_size=30)


@given(st.lists(SIGNS, max_size=8))
def test_no_text_is_too_odd_and_every_line_keeps_its_place(cell: list[str]) -> None:
    found = plain(cell)
    assert found.foreign or len(found.lines) == len(cell)
    assert all(0 <= index < len(cell) for index in found.dropped)


def test_a_cell_that_writes_the_module_is_the_module() -> None:
    heads = ("%%writefile simple_ml.py", "%%file -a 'src/simple_ml.py'", "%%file ./simple_ml.py")
    for head in heads:
        found = plain([head, "def add(x, y):", "    return x + y"], "simple_ml")
        assert found.lines[1:] == ["def add(x, y):", "    return x + y"]
        assert found.dropped == [0]
    for head in ("%%writefile other.py", "%%writefile", "%%bash simple_ml.py"):
        assert plain([head, "x = 1"], "simple_ml").foreign == head
    assert plain(["%%writefile simple_ml.py", "x = 1"]).foreign
