"""When a verdict that was kept is still good: what changes the versions of which questions."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader import version
from grader.assignment import Assignment, load_assignment
from grader.course import assignment_names, read_outline
from grader.version import question_versions
from tests.support import ROOT

HOMEWORKS = assignment_names()
IGNORED = shutil.ignore_patterns("__pycache__")


class Course:
    """A copy of one homework and of the reference, of which only the text is changed.

    What is loaded is the original: the versions follow from the text.
    """

    def __init__(self, name: str, folder: Path) -> None:
        outline = read_outline(name)
        self.folder, self.reference = folder / name, folder / "reference"
        shutil.copytree(outline.folder, self.folder, ignore=IGNORED)
        shutil.copytree(ROOT / "reference", self.reference, ignore=IGNORED)
        loaded = load_assignment(outline)
        self.assignment: Assignment = replace(loaded, outline=replace(outline, folder=self.folder))
        self.first = self.versions()

    def versions(self, seed: int = 0) -> dict[str, str]:
        return question_versions(self.assignment, seed)

    def say(self, question: str, **entries: Any) -> None:
        """Another entry of a question in `assignment.toml`."""
        outline = self.assignment.outline
        other = replace(outline.questions[question], **entries)
        questions = {**outline.questions, question: other}
        self.assignment = replace(self.assignment, outline=replace(outline, questions=questions))

    def touched(self, path: Path, change: Callable[[str], str]) -> set[str]:
        """The questions that another text of a file touches; the file is as before afterwards."""
        before = path.read_text(encoding="utf-8")
        after = change(before)
        assert after != before
        path.write_text(after, encoding="utf-8")
        try:
            return self.changed()
        finally:
            path.write_text(before, encoding="utf-8")

    def changed(self) -> set[str]:
        now = self.versions()
        return {name for name in now if now[name] != self.first[name]}

    def reference_of(self, question: str) -> tuple[Path, str]:
        module, _, name = self.assignment.questions[question].reference.partition(":")
        return self.reference / f"{module.removeprefix('reference.')}.py", name


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Course]:
    monkeypatch.setattr(version, "reference_folder", lambda: tmp_path / "reference")
    return lambda name: Course(name, tmp_path)


def with_another_body(name: str) -> Callable[[str], str]:
    """The function or class of that name does something more."""

    def change(source: str) -> str:
        tree = ast.parse(source)
        (found,) = [node for node in tree.body if getattr(node, "name", "") == name]
        assert isinstance(found, ast.FunctionDef | ast.ClassDef)
        found.body.append(ast.parse("mended = 17").body[0])
        return ast.unparse(tree)

    return change


def with_comments(source: str) -> str:
    return f"# Mended.\n\n\n{source}\n\n# Here, too.\n".replace("\n\n\ndef ", "\n\n\n# Why.\ndef ")


@pytest.mark.parametrize("name", HOMEWORKS)
def test_another_process_finds_the_same_versions(name: str) -> None:
    code = (
        "from grader.assignment import load_assignment\n"
        "from grader.course import read_outline\n"
        "from grader.version import question_versions\n"
        f"print(question_versions(load_assignment(read_outline({name!r})), 5))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    here = question_versions(load_assignment(read_outline(name)), 5)
    assert said == [f"{here}\n"] * 2
    assert len(set(here.values())) == len(here)


@pytest.mark.parametrize("name", HOMEWORKS)
def test_another_reference_touches_its_question(copy: Callable[[str], Course], name: str) -> None:
    course = copy(name)
    for question in course.assignment.questions:
        path, function = course.reference_of(question)
        assert question in course.touched(path, with_another_body(function))


@pytest.mark.parametrize("name", HOMEWORKS)
def test_a_comment_or_an_empty_line_touches_nothing(
    copy: Callable[[str], Course], name: str
) -> None:
    course = copy(name)
    for path in (*course.folder.glob("*.py"), *course.reference.glob("*.py")):
        path.write_text(with_comments(path.read_text(encoding="utf-8")), encoding="utf-8")
    assert not course.changed()


@pytest.mark.parametrize("name", HOMEWORKS)
def test_a_mended_check_touches_its_question_and_no_other(
    copy: Callable[[str], Course], name: str
) -> None:
    course = copy(name)
    of_each: dict[str, tuple[str, str]] = {}  # one of each question and file is enough
    for check, _ in course.assignment.checks:
        file = check.function.__module__.rpartition(".")[2]
        of_each[f"{check.question} {file}"] = check.question, check.function.__name__
    for key, (question, function) in of_each.items():
        path = course.folder / f"{key.split()[1]}.py"
        assert course.touched(path, with_another_body(function)) == {question}, function


def test_in_hw0_each_check_touches_its_question_and_no_other(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw0")
    for check, _ in course.assignment.checks:
        path = course.folder / f"{check.function.__module__.rpartition('.')[2]}.py"
        touched = course.touched(path, with_another_body(check.function.__name__))
        assert touched == {check.question}, check.id


def test_in_hw0_the_reference_of_a_function_that_nobody_else_uses(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw0")
    assert course.touched(*_mended(course, "add")) == {"add"}
    assert course.touched(*_mended(course, "parse_mnist")) >= {"parse_mnist"}


def _mended(course: Course, question: str) -> tuple[Path, Callable[[str], str]]:
    path, function = course.reference_of(question)
    return path, with_another_body(function)


def test_a_program_depends_on_the_references_that_it_asks_for(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw2")
    course.say("Model", built_on=())  # its programs are what tells
    course.first = course.versions()
    touched = course.touched(*_mended(course, "ReLU"))
    assert {"ReLU", "Model"} <= touched
    assert not touched & {"cross_entropy", "cross_entropy_grad", "Dense"}


def test_a_question_depends_on_what_it_is_built_on(copy: Callable[[str], Course]) -> None:
    course = copy("hw0")
    course.say("softmax_loss", built_on=("add",))
    course.first = course.versions()
    assert course.touched(*_mended(course, "add")) == {"add", "softmax_loss"}


def test_what_a_question_asks_of_another_is_judged_as_the_other_says(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw2")
    course.say("Model", built_on=())
    course.first = course.versions()
    course.say("ReLU", in_place=("X",))
    assert {"ReLU", "Model"} <= course.changed() < set(course.first)


@pytest.mark.parametrize("file", ["data/new.csv", "data/deep/new", "table.txt", "data/old.py"])
def test_the_name_and_the_bytes_of_every_file_count(
    copy: Callable[[str], Course], file: str
) -> None:
    course = copy("hw0")
    everything = set(course.first)
    path = course.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"1")
    assert course.changed() == everything
    course.first = course.versions()
    path.write_bytes(b"2")
    assert course.changed() == everything
    course.first = course.versions()
    path.rename(path.with_name("renamed" + path.suffix))
    assert course.changed() == everything


def test_what_is_written_beside_the_assignment_does_not_count(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw0")
    (course.folder / "README.md").write_text("Other words.")
    (course.folder / "simple_ml.py").write_text("def add(x, y):\n    return x + y\n")
    (course.folder / "__pycache__").mkdir()
    (course.folder / "__pycache__" / "cases.pyc").write_bytes(b"1")
    assert not course.changed()


def test_a_file_of_the_reference_counts(copy: Callable[[str], Course]) -> None:
    course = copy("hw0")
    (course.reference / "table.csv").write_text("1")
    assert course.changed() == set(course.first)


def test_the_seed_and_what_is_said_of_the_assignment_count(copy: Callable[[str], Course]) -> None:
    course = copy("hw0")
    assert not set(course.versions(1).values()) & set(course.first.values())
    outline = course.assignment.outline
    for other in (
        replace(outline, limits=replace(outline.limits, cpu_seconds=99)),
        replace(outline, libraries=("numpy",)),
        replace(outline, preload=()),
        replace(outline, modules=("simple_ml", "more")),
    ):
        course.assignment = replace(course.assignment, outline=other)
        assert course.changed() == set(course.first)
    course.assignment = replace(course.assignment, outline=replace(outline, title="Another"))
    assert not course.changed()


@pytest.mark.parametrize(
    ("homework", "library", "counts"),
    [
        ("hw0", "numpy", True),
        ("hw0", "scipy", True),
        ("hw0", "hypothesis", True),
        ("hw0", "cvxopt", False),
        ("hw4", "cvxopt", True),
        ("hw0", "click", False),
    ],
)
def test_the_libraries_count_that_take_part(
    copy: Callable[[str], Course],
    monkeypatch: pytest.MonkeyPatch,
    homework: str,
    library: str,
    counts: bool,
) -> None:
    course = copy(homework)
    real = importlib.metadata.version
    monkeypatch.setattr(version, "_installed", version._installed.__wrapped__)
    monkeypatch.setattr(
        importlib.metadata, "version", lambda name: "0.0" if name == library else real(name)
    )
    assert course.changed() == (set(course.first) if counts else set())


def test_a_library_is_found_by_the_name_that_it_is_imported_by() -> None:
    assert version._installed("sklearn").startswith("scikit-learn ")
    assert version._installed("no_such_library") == ""


def test_python_counts(copy: Callable[[str], Course], monkeypatch: pytest.MonkeyPatch) -> None:
    course = copy("hw0")

    class Version:
        major, minor = 3, 99

    monkeypatch.setattr(sys, "version_info", Version)
    assert course.changed() == set(course.first)


def test_a_check_that_a_function_made_stands_for_its_whole_module(
    copy: Callable[[str], Course],
) -> None:
    course = copy("hw0")
    # The mistakes that the two epochs share are made by a function, from more than their names.
    made = {"softmax_regression_epoch", "nn_epoch"}
    path = course.folder / "misconceptions.py"
    assert course.touched(path, lambda source: f"{source}\n\ndef unused():\n    pass\n") == made
