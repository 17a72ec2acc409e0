"""Notebooks that are handed in: which of the files counts, and a grade that speaks of cells."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader import notebook, submission
from grader.assignment import Assignment
from grader.batch.job import Job, content_of
from grader.course import read_outline, stubs, working_copy
from grader.errors import UsageError
from grader.excerpt import excerpts
from grader.model import CheckResult, Frame, Isolation, Report, Source, Status
from grader.runner import grade
from grader.sandbox import Launcher
from grader.submission import Submission, fingerprint, from_files, read_submission
from tests.notebooks import book, code, words
from tests.support import HW0
from tests.test_cli import grader
from tests.test_submission import laid_out, only_problem, zipped

MODULE = "simple_ml"
ADD = "def add(x, y):\n    return x + y\n"
BASE = (HW0 / "base.py").read_text()
PARTS = BASE.split("\n\n\n")  # the imports, then a function each
STUB = b"def add(x, y):\n    raise NotImplementedError\n"


def taken(tmp_path: Path, how: str, files: Mapping[str, bytes]) -> Submission:
    if how == "zip":
        return read_submission(zipped(tmp_path / "alice.zip", files), [MODULE], {MODULE: STUB})
    return read_submission(laid_out(tmp_path / "alice", files), [MODULE], {MODULE: STUB})


HOW = pytest.mark.parametrize("how", ["folder", "zip"])


# Which file counts


@HOW
@pytest.mark.parametrize(
    ("names", "graded", "place"),
    [
        (["simple_ml.ipynb"], "simple_ml.ipynb", "simple_ml.py"),
        (["src/simple_ml.ipynb", "b.txt"], "src/simple_ml.ipynb", "src/simple_ml.py"),
        (["a/b/simple_ml.ipynb", "c.txt"], "a/b/simple_ml.ipynb", "a/b/simple_ml.py"),
        (["simple_ml.ipynb", "old/simple_ml.ipynb"], "simple_ml.ipynb", "simple_ml.py"),
        (["simple_ml.ipynb", "old/simple_ml.py"], "simple_ml.ipynb", "simple_ml.py"),
        (["simple_ml.py", "simple_ml.ipynb"], "simple_ml.py", "simple_ml.py"),
        (["src/simple_ml.py", "src/simple_ml.ipynb"], "src/simple_ml.py", "src/simple_ml.py"),
        (["a/simple_ml.py", "b/simple_ml.ipynb"], "a/simple_ml.py", "a/simple_ml.py"),
        (["simple_ml.py", "explore.ipynb"], "simple_ml.py", "simple_ml.py"),
        (["Home work.ipynb", "util.py"], "Home work.ipynb", "simple_ml.py"),
        (["nb/My.IPYNB", "x.txt"], "nb/My.IPYNB", "nb/simple_ml.py"),
        (["simple_ml.ipynb", "explore.ipynb"], "simple_ml.ipynb", "simple_ml.py"),
        (["simple_ml.ipynb", ".ipynb_checkpoints/simple_ml-checkpoint.ipynb"], None, None),
    ],
)
def test_a_notebook_is_found_like_a_file_of_python(
    tmp_path: Path, how: str, names: list[str], graded: str | None, place: str | None
) -> None:
    graded, place = graded or "simple_ml.ipynb", place or "simple_ml.py"
    files = {
        name: book(f"x = {name!r}") if notebook.is_notebook(name) else f"x = {name!r}\n".encode()
        for name in names
    }
    found = taken(tmp_path, how, files)
    assert found.problems == {}
    assert found.modules == {MODULE: place}
    assert found.files[place] == f"x = {graded!r}\n".encode()
    assert not any(map(notebook.is_notebook, found.files))
    assert found.locate(place, 1) == (graded, int(notebook.is_notebook(graded)), 1)


@pytest.mark.parametrize(
    ("names", "note"),
    [
        (
            ["simple_ml.py", "simple_ml.ipynb"],
            "simple_ml.py is graded, not simple_ml.ipynb: hand in only the one that you mean.",
        ),
        (
            ["simple_ml.ipynb", "old/simple_ml.py"],
            "simple_ml.ipynb is graded, not old/simple_ml.py: hand in only the one that you mean.",
        ),
        (["work.ipynb", "util.py"], "There is no simple_ml.py: work.ipynb is graded as that."),
        (["simple_ml.py", "work.ipynb"], None),
        (["work.ipynb"], None),
    ],
)
def test_what_was_chosen_is_said_where_it_could_have_been_another(
    tmp_path: Path, names: list[str], note: str | None
) -> None:
    files = {name: book(ADD) if name.endswith("b") else ADD.encode() for name in names}
    notes = taken(tmp_path, "folder", files).notes
    assert [it for it in notes if "counted from the top" not in it] == ([note] if note else [])


@HOW
@pytest.mark.parametrize("name", ["simple_ml.ipynb", "sub/simple_ml.ipynb", "hw0.ipynb"])
def test_the_stub_as_it_was_given_out_makes_way_for_the_notebook(
    tmp_path: Path, how: str, name: str
) -> None:
    stub = STUB.replace(b"\n", b"\r\n")
    found = taken(tmp_path, how, {"simple_ml.py": stub, name: book(ADD)})
    place = str(Path(name).with_name("simple_ml.py"))
    assert found.files == {place: ADD.encode()}
    assert f"simple_ml.py is as it was given out: {name} is graded." in found.notes


def test_the_stub_counts_where_no_notebook_can(tmp_path: Path) -> None:
    files = {"simple_ml.py": STUB, "a.ipynb": book(ADD), "b.ipynb": book(ADD)}
    assert taken(tmp_path, "folder", files).files == {"simple_ml.py": STUB}


def test_what_lies_in_the_assignment_itself_is_the_students_work() -> None:
    outline = read_outline("hw0")
    assert stubs(outline, outline.folder) == {}
    assert stubs(outline, outline.folder / "simple_ml.ipynb") == {}
    given = stubs(outline, Path("/somewhere/else"))
    assert given == {MODULE: (outline.folder / "simple_ml.py").read_bytes()}


def test_a_working_copy_may_be_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outline = replace(read_outline("hw0"), folder=tmp_path / "nowhere")
    with pytest.raises(UsageError):
        working_copy(outline)
    laid_out(tmp_path, {"simple_ml.ipynb": b""})
    assert working_copy(outline) == tmp_path


@HOW
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a/simple_ml.ipynb", "b/simple_ml.ipynb"], "There are 2 files named simple_ml.ipynb"),
        (
            ["a.ipynb", "b.ipynb", "c.py"],
            "it holds c.py, a.ipynb, b.ipynb. A notebook counts if it is called simple_ml.ipynb.",
        ),
    ],
)
def test_of_several_notebooks_none_is_guessed(
    tmp_path: Path, how: str, names: list[str], said: str
) -> None:
    assert said in only_problem(taken(tmp_path, how, dict.fromkeys(names, book(ADD))))


@HOW
def test_a_notebook_that_is_refused_is_a_problem_of_its_module_alone(
    tmp_path: Path, how: str
) -> None:
    files = {"simple_ml.ipynb": b"{}", "trees.py": b"x = 1"}
    path = (zipped if how == "zip" else laid_out)(tmp_path / "a.zip", files)
    found = read_submission(path, [MODULE, "trees"])
    assert found.modules == {"trees": "trees.py"}
    assert "simple_ml.ipynb is JSON, but not a notebook" in found.problems[MODULE]


@pytest.mark.parametrize("name", ["work.ipynb", "My Work (2).IPYNB", ".hidden.ipynb"])
def test_a_single_notebook_may_have_any_name(tmp_path: Path, name: str) -> None:
    laid_out(tmp_path, {name: book(ADD)})
    found = read_submission(tmp_path / name, [MODULE])
    assert found.files == {"simple_ml.py": ADD.encode()}


def test_a_single_notebook_is_one_of_two_modules_by_its_name(tmp_path: Path) -> None:
    laid_out(tmp_path, {"trees.ipynb": book(ADD), "other.ipynb": book(ADD)})
    found = read_submission(tmp_path / "trees.ipynb", [MODULE, "trees"])
    assert found.modules == {"trees": "trees.py"}
    assert "called simple_ml.ipynb" in found.problems[MODULE]
    assert read_submission(tmp_path / "other.ipynb", [MODULE, "trees"]).modules == {}


def test_a_large_notebook_harms_nobody_who_does_not_hand_it_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook, "MAX_BYTES", 1000)
    monkeypatch.setattr(submission, "MAX_NOTEBOOK_BYTES", 2000)
    large = book(ADD, code("#" * 2000))
    folder = laid_out(tmp_path / "a", {"simple_ml.py": b"x = 1", "simple_ml.ipynb": large})
    laid_out(folder, {f"{number}.ipynb": large for number in range(9)})
    assert read_submission(folder, [MODULE]).files == {"simple_ml.py": b"x = 1"}
    (folder / "simple_ml.py").unlink()
    assert "simple_ml.ipynb is larger" in only_problem(read_submission(folder, [MODULE]))
    alone = read_submission(folder / "simple_ml.ipynb", [MODULE])
    assert "simple_ml.ipynb is larger" in only_problem(alone)
    laid_out(folder, {"b/simple_ml.ipynb": large, "c/simple_ml.ipynb": large})
    assert "MiB of notebooks" in only_problem(read_submission(folder, [MODULE]))


def test_a_save_of_a_notebook_is_seen(tmp_path: Path) -> None:
    laid_out(tmp_path, {"simple_ml.ipynb": book(ADD)})
    before = fingerprint(tmp_path)
    laid_out(tmp_path, {".ipynb_checkpoints/simple_ml-checkpoint.ipynb": book(ADD)})
    assert fingerprint(tmp_path) == before
    laid_out(tmp_path, {"simple_ml.ipynb": book(ADD, "x = 1")})
    assert fingerprint(tmp_path) != before


# What is said of lines


def of_cells(*cells: object) -> Submission:
    return from_files("alice", {"work.ipynb": book(*cells)}, [MODULE])


def test_a_place_is_told_in_words() -> None:
    assert Frame("a.py", 3, "f", "x").where == "a.py, line 3"
    assert Frame("a.ipynb", 3, "f", "x", 2).where == "a.ipynb, cell 2, line 3"
    assert Source("a.py", 3, "x").where == "a.py, line 3"
    assert Source("a.ipynb", 3, "x", cell=2).where == "a.ipynb, cell 2, line 3"


def test_a_report_from_before_there_were_cells_can_be_read() -> None:
    frame, source = Frame("a.py", 3, "f", "x"), Source("a.py", 1, "x\ny\nz")
    check = CheckResult(
        *("f.x", "f", "t", "value", "visible", Status.ERROR, 0.0, 1.0), trace=(frame,)
    )
    report = Report("hw0", "s", 0, Isolation("none"), (check,), sources=(source,))
    plain = report.to_dict()
    assert plain["sources"][0].pop("cell") == plain["checks"][0]["trace"][0].pop("cell") == 0
    assert Report.from_dict(json.loads(json.dumps(plain))) == report


def test_what_python_prints_about_a_line_names_the_cell() -> None:
    found = of_cells("a = 1\nb = 2", words("-"), "c = 3")
    said = found.retold(
        'simple_ml.py:3: RuntimeWarning\n  File "simple_ml.py", line 2, in f\n'
        'other/simple_ml.py:3: x\nmy_simple_ml.py:3 simple_ml.py:x File "simple_ml.py", line x'
    )
    assert said == (
        'work.ipynb, cell 3, line 1: RuntimeWarning\n  File "work.ipynb", cell 1, line 2, in f\n'
        'other/simple_ml.py:3: x\nmy_simple_ml.py:3 simple_ml.py:x File "simple_ml.py", line x'
    )


def test_lines_around_a_failure_end_with_their_cell(hw0: Assignment) -> None:
    found = of_cells("a = 1\nb = 2", "def add(x, y):\n\n    return x / y", "    # not this\nc = 3")
    frame = Frame("work.ipynb", 1, "<module>", "a = 1", 1)
    check = CheckResult(
        *("add.x", "add", "t", "value", "visible", Status.ERROR, 0.0, 1.0), trace=(frame,)
    )
    shown = excerpts(found, [hw0.questions["add"]], [check])
    assert shown == (
        Source("work.ipynb", 1, "def add(x, y):\n\n    return x / y", "add", 2),
        Source("work.ipynb", 1, "a = 1\nb = 2", "", 1),
    )
    for odd in (Frame("work.ipynb", 9, "f", "", 1), Frame("work.ipynb", 1, "f", "", 9)):
        assert excerpts(found, [], [replace(check, trace=(odd,))]) == ()


def test_of_a_function_that_is_defined_twice_the_last_cell_is_shown(hw0: Assignment) -> None:
    found = of_cells("def add(x, y):\n    return 1", "def add(x, y):\n    return 2")
    check = CheckResult(*("add.x", "add", "t", "value", "visible", Status.FAILED, 0.0, 1.0))
    (source,) = excerpts(found, [hw0.questions["add"]], [check])
    assert (source.cell, source.line) == (2, 1)


# What a class keeps


def test_a_notebook_travels_with_its_cells_and_notes() -> None:
    job = Job("content", of_cells("%pwd\nx = 1", "from __future__ import annotations\ny = 2"))
    assert Job.from_dict(json.loads(json.dumps(job.to_dict()))) == job
    assert job.submission.notes


def test_the_same_python_from_elsewhere_is_another_content() -> None:
    """Otherwise somebody would read about the cells of another one's notebook."""
    python = from_files("a", {"simple_ml.py": b"x = 1\ny = 2\n"}, [MODULE])
    books = [of_cells("x = 1\ny = 2"), of_cells("x = 1", "y = 2"), of_cells("x = 1", "!", "y = 2")]
    assert {it.files["simple_ml.py"] for it in books[:2]} == {python.files["simple_ml.py"]}
    assert len({content_of(it) for it in (python, *books)}) == 4
    assert content_of(of_cells("x = 1", "y = 2")) == content_of(books[1])


# From a notebook to a report

RIGHT = [
    words("# Homework 0\n\nby *Jane*"),
    "%matplotlib inline\n!pip install numpy\n" + PARTS[0],
    code("import matplotlib.pyplot as plt\nplt.show()", "skip-grading"),
    words("## My functions"),
    *("%%time\n" + part if index == 1 else part for index, part in enumerate(PARTS[1:])),
    "if add(1, 2) == 3:\n    %timeit add(1, 2)\nadd?",
]


def graded(
    cells: list[object], hw0: Assignment, launcher: Launcher, *questions: str, name: str = "work"
) -> Report:
    found = from_files("alice", {f"{name}.ipynb": book(*cells)}, [MODULE])
    return grade(hw0, found, launcher, questions=questions)


def test_a_correct_notebook_gets_everything(tmp_path: Path) -> None:
    laid_out(tmp_path, {"work.ipynb": book(*RIGHT)})
    done = grader("hw0", "--submission", "work.ipynb", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = " ".join(done.stdout.split())
    assert "Score: 100 of 100" in said
    assert "Left out of work.ipynb, as skip-grading asks: cell 3." in said
    assert "cell 2, line 1 (%matplotlib inline), cell 2, line 2 (!pip install numpy)" in said
    assert json.loads((tmp_path / "reports/hw0.json").read_text())["score"] == 100.0


def test_a_wrong_notebook_is_told_cell_and_line_everywhere(tmp_path: Path) -> None:
    wrong = "x = 1\n\ndef add(x, y):\n    print(1 / (x - x + 1))\n    return [x, y][len([x, y])]"
    laid_out(tmp_path, {"My work.ipynb": book(*RIGHT, words("again"), wrong)})
    files = ("--html", "a.html", "--json", "a.json", "--junit", "a.xml", "--question", "add")
    done = grader("hw0", "--submission", "My work.ipynb", *files, cwd=tmp_path)
    assert done.returncode == 1
    cell = len(RIGHT) + 2
    place = f"My work.ipynb, cell {cell}, line 5"
    said = " ".join(done.stdout.replace("│", " ").split())
    assert f"({place})" in said
    assert f"{place}, in add: return [x, y][len([x, y])]" in said
    page = (tmp_path / "a.html").read_text()
    assert f'<span class="place">{place}, in add</span>' in page
    assert f"Your code: My work.ipynb, cell {cell}, line 3" in page
    assert '<span class="line hot"><span class="number">5</span>' in page
    assert f"{place} in add: return" in (tmp_path / "a.xml").read_text()
    report = json.loads((tmp_path / "a.json").read_text())
    frame = report["checks"][0]["trace"][-1]
    assert (frame["file"], frame["cell"], frame["line"]) == ("My work.ipynb", cell, 5)
    assert [(it["cell"], it["line"]) for it in report["sources"]] == [(cell, 3)]
    for text in (said, page, (tmp_path / "a.xml").read_text(), json.dumps(report)):
        assert "simple_ml.py" not in text


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("\nimport matplotlib.pyplot as plt", "(cell 2, line 2): No module named 'matplotlib'."),
        ("from IPython.display import display", "(cell 2, line 1): No module named 'IPython'."),
        ("x = 1\ndisplay(x)", "(cell 2, line 2): NameError: name 'display' is not defined."),
        ("get_ipython()", "(cell 2, line 1): NameError: name 'get_ipython' is not defined."),
        ("def f():\n    return 1 / 0\n\nf()", "(cell 2, line 4): ZeroDivisionError: division by"),
        ("open('mnist.gz')", "closed to it. All code cells of a notebook run"),
    ],
)
def test_what_a_notebook_does_besides_is_told_how_to_leave_out(
    hw0: Assignment, launcher: Launcher, cell: str, said: str
) -> None:
    report = graded([ADD, cell], hw0, launcher, "add")
    check = report.checks[0]
    assert f"work.ipynb could not be imported {said}" in check.message or said in check.message
    assert check.message.endswith("or the first line # skip-grading: then it is left out.")
    assert "simple_ml.py" not in check.message
    assert check.trace[-1].cell == 2
    assert report.score == 0
    skipped = graded([ADD, f"# skip-grading\n{cell}"], hw0, launcher, "add")
    assert skipped.score == skipped.max_score


def test_a_cell_that_does_not_end_is_told_how_to_leave_out(
    impatient: Assignment, launcher: Launcher
) -> None:
    report = graded([ADD, "while True:\n    pass"], impatient, launcher, "add")
    assert report.checks[0].status is Status.TIMEOUT
    assert report.checks[0].message.endswith("# skip-grading: then it is left out.")


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["x = (1,\n     2]"], "(cell 2, line 2): SyntaxError: closing parenthesis ']' does"),
        (["x = (1,\n     2]"], "opening parenthesis '(' in cell 2, line 1"),
        (["x = '''a", "b"], "(cell 2, line 1): SyntaxError: unterminated triple-quoted string"),
        (["x = '''a", "b"], "(detected in cell 3, line 1)"),
        (["if x:\ny = 1"], "(cell 2, line 2): IndentationError: expected an indented block"),
        (["if x:\ny = 1"], "after 'if' statement in cell 2, line 1"),
        (["x = 1\nif x:"], "(cell 2, line 2): IndentationError"),
        (["", "f(1"], "(cell 3, line 1): SyntaxError: '(' was never closed"),
    ],
)
def test_a_mistake_in_the_source_is_told_by_cell_and_line(
    hw0: Assignment, launcher: Launcher, cells: list[object], said: str
) -> None:
    message = graded([ADD, *cells], hw0, launcher, "add").checks[0].message
    assert said in message
    assert "skip-grading" not in message


def test_a_function_that_a_notebook_lacks_is_missed_in_the_notebook(
    hw0: Assignment, launcher: Launcher
) -> None:
    report = graded(["def ad(x, y):\n    return x"], hw0, launcher, "add", name="My work")
    assert report.checks[0].message == "My work.ipynb has no function add. Did you mean ad?"


def test_warnings_in_what_was_printed_name_the_cell(hw0: Assignment, launcher: Launcher) -> None:
    cell = "import warnings\ndef add(x, y):\n    warnings.warn('hm')\n    return x + y"
    report = graded(["x = 1", cell], hw0, launcher, "add")
    assert report.score == report.max_score
    assert "work.ipynb, cell 2, line 3: UserWarning: hm" in report.checks[0].output


def test_a_hostile_notebook_costs_its_points_and_nothing_else(tmp_path: Path) -> None:
    deep = b'{"nbformat": 4, "cells": ' + b"[" * 100_000
    laid_out(tmp_path, {"evil.ipynb": deep})
    done = grader("hw0", "--submission", "evil.ipynb", "--question", "add", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "evil.ipynb can't be read as a notebook: it is nested too deeply." in " ".join(
        done.stdout.replace("│", " ").split()
    )


def test_nothing_of_a_notebook_runs_where_it_is_read(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    laid_out(tmp_path, {"work.ipynb": book(f"open({str(mark)!r}, 'w')\n!touch {mark}\n" + ADD)})
    # The first time the reader's own modules may have to be loaded.
    script = (
        "import sys; from pathlib import Path\n"
        "from grader.submission import read_submission\n"
        "read = lambda: read_submission(Path('work.ipynb'), ['simple_ml']).modules\n"
        "read()\n"
        "events = ('exec', 'compile', 'import')\n"
        "sys.addaudithook(lambda name, args: name in events and sys.exit(9))\n"
        "print(read())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(HW0.parents[2])},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "{'simple_ml': 'simple_ml.py'}\n", done.stderr
    assert not mark.exists()


def test_no_line_of_the_report_is_a_command_to_a_ci_system(tmp_path: Path) -> None:
    name = "::error title=a b c d e f g h i j k l m n o p q r s t u v w x y z::.ipynb"
    laid_out(tmp_path, {name: book("import nothing_like_this\n!::error::x " + ":: " * 40)})
    done = grader("hw0", "--submission", name, "--question", "add", cwd=tmp_path, COLUMNS="30")
    assert done.returncode == 1
    assert not [line for line in done.stdout.splitlines() if line.lstrip().startswith("::")]
