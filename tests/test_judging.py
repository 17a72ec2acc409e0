"""Judging the judge: correct submissions get everything, wrong ones lose where they err.

For every homework `tests/submissions/hwN` holds a correct submission `base`, others in different
styles under `correct/`, single functions that are right in another way under `right/` and single
wrong ones under `wrong/`, each to be put at the end of the base. A submission is a folder, or a
file where there is one module.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from grader import sandbox
from grader.assignment import Assignment, load_assignment, reference_submission
from grader.course import read_outline
from grader.kit import Kit
from grader.model import Report
from grader.runner import ReferenceSession
from grader.seeds import seed_of_check
from grader.station import Station
from grader.student import Student
from grader.submission import from_files, read_submission
from tests.support import ROOT, explain, header, lost

SUBMISSIONS = ROOT / "tests" / "submissions"
HOMEWORKS = sorted(path.name for path in SUBMISSIONS.iterdir())
BASES = {name: next((SUBMISSIONS / name).glob("base*")) for name in HOMEWORKS}
CORRECT = [
    path
    for name in HOMEWORKS
    for path in [BASES[name], *sorted((SUBMISSIONS / name / "correct").iterdir())]
    if path.name != "__pycache__"
]
RIGHT = [path for name in HOMEWORKS for path in sorted((SUBMISSIONS / name / "right").glob("*.py"))]
WRONG = [path for name in HOMEWORKS for path in sorted((SUBMISSIONS / name / "wrong").glob("*.py"))]

# More than any correct submission calls a function that it is given, and quicker to wait for.
MAX_ASKS = 10_000

Launch = Callable[[str], Station]


@functools.cache
def assignment(name: str) -> Assignment:
    return load_assignment(read_outline(name))


@pytest.fixture(scope="module")
def launch() -> Iterator[Launch]:
    """A place for grading one homework at a time: the submissions come one after the other."""
    running: dict[str, Station] = {}

    def station(name: str) -> Station:
        if name not in running:
            for other in [*running]:
                running.pop(other).close()
            running[name] = Station(assignment(name).outline, assignment(name))
        return running[name]

    yield station
    for other in running.values():
        other.close()


def homework(path: Path) -> str:
    return path.relative_to(SUBMISSIONS).parts[0]


def label(path: Path) -> str:
    return f"{homework(path)}-{path.stem}"


def sources(path: Path) -> dict[str, str]:
    if path.is_dir():
        return {file.name: file.read_text() for file in sorted(path.glob("*.py"))}
    return {f"{assignment(homework(path)).outline.modules[0]}.py": path.read_text()}


def by_homework(values: Sequence[Any], homework: Callable[[Any], str]) -> list[Any]:
    """Parameters for tests of which one process takes a hundred that are about a homework.

    What the reference and the known mistakes make of its inputs is then worked out once for them.
    """
    seen: Counter[str] = Counter()
    marked = []
    for value in values:
        name = homework(value)
        group = pytest.mark.xdist_group(f"{name} {seen[name] // 100}")
        marked.append(pytest.param(value, marks=group))
        seen[name] += 1
    return marked


def grade_files(
    name: str,
    files: dict[str, str],
    station: Station,
    seed: int = 0,
    questions: tuple[str, ...] = (),
) -> Report:
    data = {file: text.encode() for file, text in files.items()}
    submission = from_files("test", data, assignment(name).outline.modules)
    return station.grade(submission, seed=seed, isolation="none", questions=questions)


def with_function(path: Path) -> dict[str, str]:
    """The correct submission with one function or class replaced."""
    modules = assignment(homework(path)).outline.modules
    module = path.name.split(".")[0] if len(modules) > 1 else modules[0]
    return put_at_the_end(homework(path), module, path.read_text())


def put_at_the_end(name: str, module: str, text: str) -> dict[str, str]:
    """The correct submission of a homework, with more text in one of its modules."""
    base = sources(BASES[name])
    return {**base, f"{module}.py": f"{base[f'{module}.py']}\n\n{text}"}


def alarming(report: Report) -> set[str]:
    """What the staff would be told to look at: nothing, where nobody means any harm."""
    return {check.alarm for check in report.checks} - {""}


@functools.cache
def touched(name: str, question: str) -> tuple[str, ...]:
    """The questions in which a mistake in this one could show: those whose code can reach it.

    A check fails in a fresh process only, so the verdict of any other can't be another one.
    """
    it = assignment(name).questions
    parts: dict[tuple[str, str], set[str]] = {}
    for file, text in sources(BASES[name]).items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inner = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                parts[file.removesuffix(".py"), node.name] = inner
    reached = {(it[question].module, it[question].function)}
    while True:
        more = {
            part
            for part, inner in parts.items()
            if any(part[0] == module and used in inner for module, used in reached)
        }
        more |= {
            (other.module, other.function)
            for other in it.values()
            if any((it[used].module, it[used].function) in reached for used in other.built_on)
        }
        if more <= reached:
            break
        reached |= more
    return tuple(q for q, other in it.items() if (other.module, other.function) in reached)


@pytest.mark.parametrize("name", HOMEWORKS)
def test_there_are_enough_submissions_to_judge_by(name: str) -> None:
    assert sum(homework(path) == name for path in CORRECT) >= 7
    wrong = [path for path in WRONG if homework(path) == name]
    assert len(wrong) >= 50
    assert {header(path, "question") for path in wrong} == set(assignment(name).questions)


@pytest.mark.parametrize("name", HOMEWORKS)
def test_every_misconception_has_a_submission_that_makes_it(name: str) -> None:
    made = {header(path, "names") for path in WRONG if homework(path) == name}
    assert {item.id for item in assignment(name).misconceptions} <= made


@pytest.mark.parametrize("name", by_homework(HOMEWORKS, str))
def test_the_reference_gets_everything_with_any_seed(name: str, launch: Launch) -> None:
    for seed in (0, 1, 99):
        submission = reference_submission(assignment(name).outline)
        report = launch(name).grade(submission, seed=seed, isolation="none")
        assert report.score == report.max_score == 100.0, explain(report)


@pytest.mark.parametrize("name", HOMEWORKS)
def test_no_seed_gives_inputs_on_which_the_reference_fails(name: str) -> None:
    it = assignment(name)
    session = ReferenceSession(it.truths)
    for seed in range(20):
        for check, _ in it.checks:
            # A certificate takes long to make; the tests of each homework look at many more.
            if check.kind not in ("property", "accuracy") and (check.kind != "kkt" or seed < 5):
                kit = Kit(it.truths, seed_of_check(seed, check.id))
                check.function(Student(it.questions, session), kit)


@pytest.mark.parametrize("path", by_homework(CORRECT, homework), ids=label)
def test_a_correct_submission_gets_everything(path: Path, launch: Launch) -> None:
    for seed in (0, 7):
        report = grade_files(homework(path), sources(path), launch(homework(path)), seed)
        assert report.score == 100.0, explain(report)
        assert not alarming(report)


@pytest.mark.parametrize("path", by_homework(RIGHT, homework), ids=label)
def test_a_function_that_is_right_in_another_way_loses_nothing(path: Path, launch: Launch) -> None:
    name, question = homework(path), header(path, "question")
    assert question is not None
    for seed in (0, 7):
        chosen = touched(name, question)
        report = grade_files(name, with_function(path), launch(name), seed, chosen)
        assert report.score == report.max_score > 0.0, explain(report)
        assert not alarming(report)


@pytest.mark.parametrize("path", by_homework(WRONG, homework), ids=label)
def test_a_wrong_submission_loses_points_in_its_own_question_and_is_told_why(
    path: Path, launch: Launch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "MAX_ASKS", MAX_ASKS)
    name, question = homework(path), header(path, "question")
    assert question is not None
    chosen = touched(name, question)
    report = grade_files(name, with_function(path), launch(name), questions=chosen)
    assert question in lost(report)
    assert not alarming(report)
    others = set(lost(report)) - {question}
    may_follow = {name.strip() for name in (header(path, "follows") or "").split(",")}
    assert others <= may_follow, explain(report)
    failed = [check for check in report.checks if not check.passed]
    assert all(check.message for check in failed)
    assert all(check.counterexample or check.kind == "accuracy" for check in failed if check.trace)
    for check in failed:
        if check.question != question:
            assert f"follows from {question}" in check.message
    mine = [check for check in failed if check.question == question]
    for check in mine:
        # What is merely seen has no place beside the mistake itself.
        seen = {item.id.startswith("structure.") for item in check.diagnosis}
        assert len(seen) <= 1, check.diagnosis
    named = {
        item.id
        for check in mine
        for item in check.diagnosis
        if not item.id.startswith("structure.")
    }
    # Naming a second mistake that was not made would send the student the wrong way.
    known = {header(path, "names"), header(path, "also")} - {None}
    named -= {f"{question}.argument-changed"} - known
    if known:
        assert named == known, explain(report)
    if header(path, "nameless"):
        assert not named, named


@pytest.mark.parametrize("name", by_homework(HOMEWORKS, str))
def test_the_untouched_stub_gets_nothing_and_is_told_so_kindly(name: str, launch: Launch) -> None:
    it = assignment(name)
    stub = read_submission(it.outline.folder, it.outline.modules)
    report = launch(name).grade(stub, seed=0, isolation="none")
    assert report.score == 0.0
    assert all("not implemented yet" in check.message for check in report.checks), explain(report)
    assert not alarming(report)
