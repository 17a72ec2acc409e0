"""The audit: processes for mutants, what tells them apart, what is remembered, what comes of it."""

from __future__ import annotations

import dataclasses
import faulthandler
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grader.assignment import Assignment, load_assignment
from grader.audit import run, squad
from grader.audit import trial as trials
from grader.audit.allowed import Allowed
from grader.audit.mutant import Mutant
from grader.audit.notes import Notes
from grader.audit.result import Audit, Example, Rate, Trial
from grader.audit.run import Plan, audit
from grader.audit.separate import distance, separate
from grader.audit.trial import Judge, broken
from grader.course import read_outline
from grader.errors import AssignmentError, InfrastructureError
from grader.model import Question
from grader.student import Call
from tests.classes import make_course
from tests.test_cli import grader

OUTLINE = read_outline("hw0")


# --- processes -----------------------------------------------------------------------------------


def answers(tasks: list[Any], work: Any, seconds: float = 20.0) -> dict[Any, squad.Answer[Any]]:
    return {it.task: it for it in squad.each(tasks, work, jobs=2, seconds=seconds)}


def test_each_piece_of_work_has_a_process_of_its_own() -> None:
    found = answers([1, 2, 3], lambda task: [task, os.getpid()])
    assert [found[task].value[0] for task in (1, 2, 3)] == [1, 2, 3]
    assert len({found[task].value[1] for task in (1, 2, 3)} | {os.getpid()}) == 4


def test_work_that_hangs_crashes_or_raises_stops_nobody_else() -> None:
    def work(task: str) -> str:
        if task == "hangs":
            time.sleep(60)
        if task == "crashes":
            faulthandler.disable()
            os.abort()
        if task == "takes memory":
            np.ones(2 * squad.MEMORY_BYTES, dtype=np.uint8)
        if task == "raises":
            raise SystemExit(0)
        return task

    begin = time.monotonic()
    bad = ["hangs", "crashes", "takes memory", "raises"]
    found = answers([*bad, "works"], work, seconds=5.0)
    assert time.monotonic() - begin < 50
    assert {task: found[task].value for task in found} == {**dict.fromkeys(bad), "works": "works"}
    assert [task for task in found if found[task].late] == ["hangs"]
    # What the work itself raised is told apart from what became of its process.
    problems = {task: it.problem for task, it in found.items() if it.problem}
    assert problems.keys() == {"takes memory", "raises"}
    assert "SystemExit" in problems["raises"]


def test_a_long_answer_comes_whole() -> None:
    assert answers([1], lambda task: "x" * 1_000_000)[1].value == "x" * 1_000_000


def test_whoever_stops_listening_leaves_no_process_behind() -> None:
    pids: list[int] = []
    start = squad._start

    def noted(*args: Any) -> Any:
        descriptor, child = start(*args)
        pids.append(child.pid)
        return descriptor, child

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(squad, "_start", noted)
        for _ in squad.each([0, 60, 60], time.sleep, jobs=2, seconds=90):
            break
    assert len(pids) >= 2
    for pid in pids:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


# --- what tells a mutant from the reference ------------------------------------------------------

QUESTIONS = {"f": Question("f", "m", "f", 100.0, "reference.test:f")}


def told_apart(right: Any, wrong: Any, *args: Any) -> Any:
    calls = [Call("f", args, {})]
    rng = np.random.default_rng(0)
    return separate(QUESTIONS, {"f": right}, {"f": wrong}, calls, rng)


def test_an_input_is_found_where_two_functions_differ() -> None:
    found = told_apart(np.sum, np.mean, np.array([1.0, 2.0, 3.0]))
    assert found.call is not None
    assert found.expected["value"] != found.got["value"]


def test_ties_and_zeros_are_tried() -> None:
    found = told_apart(lambda x: (x > 0).sum(), lambda x: (x >= 0).sum(), np.array([1.0, -2.0]))
    assert found.call is not None
    assert 0.0 in found.call.args[0]


@pytest.mark.parametrize(
    ("right", "wrong", "args"),
    [
        (lambda y, a: y * a, lambda y, a: a / y, (np.array([1.0, -1.0, 1.0]), 3.0)),
        (lambda K: K[0], lambda K: K[:, 0], (np.array([[2.0, 1.0], [1.0, 3.0]]),)),
        (np.sqrt, lambda a: np.sqrt(np.abs(a)), (np.array([2.0, 0.5]),)),
        (lambda c: max(c, -1.0), lambda c: c, (2.0,)),
    ],
    ids=["labels", "symmetric", "not negative", "positive number"],
)
def test_what_is_tried_is_of_the_kind_that_the_checks_pass(
    right: Any, wrong: Any, args: tuple[Any, ...]
) -> None:
    found = told_apart(right, wrong, *args)
    assert found.call is None, found.call
    assert found.tried > 100


def test_arguments_that_only_one_of_them_changes_are_noticed() -> None:
    def spoils(x: Any) -> float:
        x *= 2.0
        return float(x.sum() / 2.0)

    found = told_apart(lambda x: float(x.sum()), spoils, np.array([1.0, 2.0]))
    assert found.call is not None
    assert "argument 1 afterwards" in found.got


def test_rounding_is_no_difference_and_what_was_tried_is_counted() -> None:
    found = told_apart(lambda x: x.sum(), lambda x: x.sum() * (1 + 1e-12), np.array([1.0, 2.0]))
    assert found.call is None
    assert found.tried > 100
    assert 0.0 < found.largest < 1e-11


def test_what_the_reference_refuses_does_not_count() -> None:
    def picky(x: Any) -> Any:
        if x.sum() != 3.0:
            raise ValueError
        return x

    found = told_apart(picky, lambda x: x, np.array([1.0, 2.0]))
    assert found.call is None
    assert found.tried >= 1


@pytest.mark.parametrize(
    ("right", "got", "apart"),
    [
        (2.0, 2.5, 0.25),
        ([1.0, 2.0], (1.0, 2.0), 0.0),
        ([1.0], [1.0, 2.0], np.inf),
        (np.zeros(2), np.zeros((2, 1)), np.inf),
        (np.zeros(2), np.array([0.0, np.nan]), np.inf),
        (np.array([1]), np.array([1.0]), np.inf),
        ({"a": 1.0}, {"b": 1.0}, np.inf),
        (None, 0.0, np.inf),
        ("one", "two", np.inf),
    ],
)
def test_distances(right: Any, got: Any, apart: float) -> None:
    assert distance(right, got) == apart


# --- what an assignment allows, and what is remembered -------------------------------------------


def mutant(line: str = "return np.where(x > 0, 1, -1)", removed: str = "return x") -> Mutant:
    diff = f"-    {removed}" + (f"\n+    {line}" if line else "")
    return Mutant("m.f:x:1", "reference.m", "f", 1, "x", "", diff)


def test_what_is_right_all_the_same_has_a_reason(tmp_path: Path) -> None:
    (tmp_path / "audit.toml").write_text(
        '[[right]]\nin = "m.f"\nwhy = "Ties are free."\n'
        'lines = ["return  np.where(x > 0, 1, -1)", "- y = 1", "gone"]\n'
    )
    allowed = Allowed(tmp_path)
    assert allowed.why(mutant()) == "Ties are free."
    assert allowed.why(mutant("pass", removed="y = 1")) == "Ties are free."
    assert allowed.why(mutant("return 3")) == ""
    assert allowed.why(dataclasses.replace(mutant(), definition="g")) == ""
    assert allowed.unused() == ["m.f: gone"]


def test_a_line_that_could_come_from_several_names_the_one_it_stands_for(tmp_path: Path) -> None:
    (tmp_path / "audit.toml").write_text(
        '[[right]]\nin = "m.f"\nwhy = "Free."\nlines = ["a = 0 => a = 1", "m.f:x:7"]\n'
    )
    allowed = Allowed(tmp_path)
    assert allowed.why(mutant("a = 1", removed="a = 0")) == "Free."
    assert allowed.why(mutant("a = 1", removed="a += 1")) == ""
    assert allowed.why(dataclasses.replace(mutant("b"), id="m.f:x:7")) == "Free."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[right]]\nin = 'm.f'\nlines = []", "an entry has 'in', 'why' and 'lines'"),
        ("[[right]]\nin = 'm.f'\nwhy = ' '\nlines = []", "an entry has 'in', 'why' and 'lines'"),
        ("[[wrong]]\nin = 'm.f'", "unknown key 'wrong'"),
        ("[[right", "audit.toml"),
    ],
)
def test_a_list_that_can_not_be_read_is_the_assignments_fault(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "audit.toml").write_text(text)
    with pytest.raises(AssignmentError, match=said):
        Allowed(tmp_path)


def test_notes_outlive_a_plug_that_is_pulled(tmp_path: Path) -> None:
    path = tmp_path / "deeper" / "notes.jsonl"
    with Notes(path) as notes:
        notes.keep("a", {"verdicts": {}})
    with path.open("a") as file:
        file.write('{"key": "b", "fou')
    with Notes(path) as notes:
        assert notes.get("a") == {"verdicts": {}}
        assert notes.get("b") is None
        notes.keep("c", {"tried": 3})
    with path.open("a") as file:
        file.write('{"key": "d", "found": 3}\n[]\n')
    with Notes(path) as notes:
        assert notes.get("c") == {"tried": 3}
        assert notes.get("d") is None


# --- the whole of it -----------------------------------------------------------------------------


def silent(done: int, total: int, survived: int) -> None:
    pass


def audited(**settings: Any) -> Audit:
    return audit(Plan(**{"outline": OUTLINE, "seed": 0, "jobs": 2, **settings}), silent)


def with_checks(monkeypatch: pytest.MonkeyPatch, hw0: Assignment, *ids: str) -> None:
    """As if hw0 had these checks only."""
    checks = tuple(it for it in hw0.checks if it[0].id in ids)
    assert len(checks) == len(ids)
    weaker = dataclasses.replace(hw0, checks=checks)
    monkeypatch.setattr(run, "load_assignment", lambda outline: weaker)


def test_the_checks_of_a_question_catch_every_mutant_of_it() -> None:
    found = audited(questions=("softmax_loss",))
    assert found.rate.percent == 100.0
    assert found.rate.counted >= 15
    assert not found.blames()
    assert any(count.alone for count in found.by_check())


def test_a_weak_check_lets_mutants_through_and_each_comes_with_an_input(
    monkeypatch: pytest.MonkeyPatch, hw0: Assignment
) -> None:
    with_checks(monkeypatch, hw0, "softmax_loss.small-batches")
    found = audited(questions=("softmax_loss",))
    assert 50.0 < found.rate.percent < 90.0
    survivors = found.in_state("survived")
    assert survivors
    for trial in survivors:
        assert trial.verdicts == {"softmax_loss.small-batches": "passed"}
        assert trial.example is not None
        assert trial.example.expected != trial.example.got
        assert "softmax_loss(Z, y)" in trial.example.call
    (listing,) = found.listings()
    assert {line.verdict for line in listing.lines} >= {"partly graded", ""}


def test_brief_or_not_the_same_get_through(
    monkeypatch: pytest.MonkeyPatch, hw0: Assignment
) -> None:
    with_checks(monkeypatch, hw0, "softmax_loss.small-batches", "softmax_loss.large-logits")
    states = [
        {it.id: it.state for it in audited(questions=("softmax_loss",), brief=brief).trials}
        for brief in (True, False)
    ]
    assert states[0] == states[1]


def test_a_sample_is_drawn_by_the_seed() -> None:
    def ids(seed: int) -> list[str]:
        return [it.id for it in audited(questions=("add",), sample=2, seed=seed).trials]

    assert len(ids(0)) == 2
    assert ids(0) == ids(0)
    assert audited(questions=("add",), sample=2).left_out == 2
    assert any(ids(seed) != ids(0) for seed in range(1, 6))


def test_what_is_known_is_not_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes.jsonl"
    first = audited(questions=("add",), notes=notes)
    lines = notes.read_text().splitlines()
    notes.write_text("\n".join(lines[:6]))  # as if it had been interrupted
    judged: list[str] = []

    def each(tasks: Any, work: Any, **limits: Any) -> Any:
        for task in tasks:
            judged.append(task.id)
            yield squad.Answer(task, work(task))

    monkeypatch.setattr(squad, "each", each)
    again = audited(questions=("add",), notes=notes)
    assert again.trials == first.trials
    assert 0 < len(judged) < len(first.trials)
    judged.clear()
    audited(questions=("add",), notes=notes)
    assert judged == []
    audited(questions=("add",), notes=notes, seed=1)  # other inputs: nothing is known
    assert len(judged) == len(first.trials)


def test_notes_that_say_nothing_are_no_notes(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    first = audited(questions=("add",), notes=notes)
    emptied = [
        json.dumps(json.loads(line) | {"found": {}})
        for line in notes.read_text().splitlines()
        if line
    ]
    notes.write_text("\n".join(emptied))
    assert audited(questions=("add",), notes=notes).trials == first.trials


def broken_by(source: str) -> Mutant:
    """A mutant of the loss of which that is left."""
    module = "reference.softmax_loss"
    return Mutant("softmax_loss.f:x:1", module, "softmax_loss", 1, "x", source, "-a\n+b")


def test_what_can_not_be_imported_is_no_mistake_in_other_questions(hw0: Assignment) -> None:
    work = run._Work(hw0, Plan(OUTLINE, seed=0, jobs=1))
    mutant = broken_by("raise ValueError")
    found = work._found(mutant)
    assert {id.rpartition(".")[0] for id in found["verdicts"]} == {"softmax_loss"}
    assert set(found["verdicts"].values()) == {"error"}


def test_what_is_slow_and_right_is_not_caught(
    monkeypatch: pytest.MonkeyPatch, hw0: Assignment
) -> None:
    def slow(x: Any, y: Any) -> Any:
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
        return x + y

    def endless(x: Any, y: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr(trials, "LEAST_SECONDS", 0.1)
    monkeypatch.setattr(trials, "MULTIPLE", 1.0)
    limits = dataclasses.replace(hw0.outline.limits, cpu_seconds=5)
    patient = dataclasses.replace(hw0, outline=dataclasses.replace(hw0.outline, limits=limits))
    judge = Judge(patient, 0)
    mine = [check for check, _ in hw0.checks if check.id == "add.numbers"]
    judge.warm_up(mine)
    verdicts = judge.verdicts({**hw0.truths, "add": slow}, mine, brief=False)
    assert verdicts == {"add.numbers": "passed"}
    verdicts = judge.verdicts({**hw0.truths, "add": endless}, mine, brief=False)
    assert verdicts == {"add.numbers": "timeout"}


def test_a_fault_of_ours_is_not_a_kill(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise ValueError("out of order")

    notes = tmp_path / "notes.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Judge, "verdicts", fails)
        with pytest.raises(InfrastructureError, match="out of order"):
            audited(questions=("add",), notes=notes)
    assert audited(questions=("add",), notes=notes).rate.percent == 100.0


def test_what_ends_its_process_is_graded_like_a_students_work(
    monkeypatch: pytest.MonkeyPatch, hw0: Assignment
) -> None:
    """As if the machine had run out of memory: nothing is caught for that."""
    with_checks(monkeypatch, hw0, "add.numbers", "softmax_loss.small-batches")
    before = {it.id: it.state for it in audited(questions=("softmax_loss",)).trials}
    monkeypatch.setattr(Judge, "verdicts", lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    found = audited(questions=("softmax_loss",), sample=6)
    for it in found.trials:
        assert (it.state == "killed") == (before[it.id] == "killed"), it.id


@pytest.mark.parametrize("name", ["hw0", "hw2", "hw4"])
def test_a_mutant_is_judged_as_a_worker_would(name: str) -> None:
    outline = read_outline(name)
    assignment = load_assignment(outline)
    work = run._Work(assignment, Plan(outline, seed=0, jobs=1))
    all_of_them = list(work.reach.mutants())
    judge = Judge(assignment, 0)
    slow = {check.id for check, _ in assignment.checks if check.kind in ("accuracy", "property")}
    for mutant in all_of_them[:: len(all_of_them) // 5]:
        home = work._home(mutant)
        mine = [it for it, _ in assignment.checks if it.question in home and it.id not in slow]
        judge.warm_up(mine)
        found = judge.verdicts(broken(mutant, assignment), mine, brief=False)
        graded = work._graded(mutant, home)
        passed = {id: graded[id] == "passed" for id in found}
        assert {id: it == "passed" for id, it in found.items()} == passed, mutant.id


def test_a_check_that_fails_on_the_reference_is_the_assignments_fault(hw0: Assignment) -> None:
    check, _ = hw0.checks[0]

    def fails(student: Any, kit: Any) -> None:
        raise kit.wrong(student.add, (1, 2), "it is never right", 3, 4)

    with pytest.raises(AssignmentError, match="fails on the reference itself: it is never right"):
        Judge(hw0, 0).warm_up([dataclasses.replace(check, function=fails)])


def test_a_check_that_never_ends_is_the_assignments_fault_too(
    monkeypatch: pytest.MonkeyPatch, hw0: Assignment
) -> None:
    check, _ = hw0.checks[0]

    def loops(student: Any, kit: Any) -> None:
        while True:
            pass

    monkeypatch.setattr(trials, "WARM_UP_SECONDS", 0.2)
    with pytest.raises(AssignmentError, match=f"{check.id} fails .* did not finish"):
        Judge(hw0, 0).warm_up([dataclasses.replace(check, function=loops)])


# --- the sums ------------------------------------------------------------------------------------


def trial(number: int, state: Any, **settings: Any) -> Trial:
    values = {
        "id": f"m.f:number:{number}",
        "module": "reference.m",
        "definition": "f",
        "line": number,
        "operator": "number" if number % 2 else "axis",
        "diff": "-    a\n+    b",
        "touched": ("f",),
        "home": ("f",),
        "verdicts": {"f.one": "failed", "f.two": "passed"},
        "state": state,
    }
    return Trial(**{**values, **settings})


EVIL = '<img src=x onerror="alert(1)">'
SUMS = Audit(
    assignment="hw9",
    title=EVIL,
    seed=0,
    brief=False,
    questions=("f", "g"),
    checks=(("f.one", "One", 3.0), ("f.two", EVIL, 4.0), ("g.one", "G", 5.0)),
    trials=(
        trial(1, "killed"),
        trial(2, "killed", verdicts={"f.one": "failed", "f.two": "timeout", "g.one": "failed"}),
        trial(3, "survived", verdicts={}, example=Example(EVIL, EVIL, EVIL, "2"), diff=f"+{EVIL}"),
        trial(3, "killed", id="m.f:axis:9"),
        trial(4, "same", verdicts={}, tried=300, largest=1e-9),
        trial(5, "right", verdicts={}, why=f"Because of `{EVIL}`."),
    ),
    sources={"reference.m": f"def f(x):\n    a = 1\n    # {EVIL}\n    return a\n\n\n"},
    unused=("m.f: gone",),
)


def test_rates_leave_out_what_is_the_same_or_right() -> None:
    assert (SUMS.rate.killed, SUMS.rate.counted) == (3, 4)
    assert SUMS.by_question()["f"].percent == 75.0
    assert SUMS.by_question()["g"].percent == 100.0
    assert SUMS.by_operator()["axis"].percent == 100.0


def test_a_check_is_counted_with_what_it_killed_and_what_it_alone_did() -> None:
    counts = {it.id: (it.kills, it.alone) for it in SUMS.by_check()}
    assert counts == {"f.one": (3, 2), "f.two": (1, 0), "g.one": (1, 0)}


def test_a_check_is_needed_if_no_other_of_its_question_catches_a_mutant() -> None:
    follows = trial(8, "killed", verdicts={"f.two": "failed", "g.one": "failed"})
    allowed = trial(9, "right", why="Free.", verdicts={"g.one": "failed"})
    found = dataclasses.replace(SUMS, trials=(follows, allowed))
    assert {it.id: (it.kills, it.alone) for it in found.by_check()} == {
        "f.one": (0, 0),
        "f.two": (1, 1),
        "g.one": (1, 0),
    }


def test_what_is_shared_counts_where_it_was_noticed() -> None:
    both = ("f", "g")
    noticed = trial(8, "killed", home=both, touched=both, verdicts={"f.one": "failed"})
    missed = trial(9, "survived", home=both, touched=both, verdicts={})
    found = dataclasses.replace(SUMS, trials=(noticed, missed))
    assert found.by_question() == {"f": Rate(1, 2), "g": Rate(0, 1)}
    assert found.rate == Rate(1, 2)


def test_only_all_is_everything() -> None:
    assert Rate(9_999, 10_000).told == "99.9 %"
    assert Rate(10_000, 10_000).told == "100.0 %"


def test_points_that_are_lost_where_nothing_was_touched_are_blame() -> None:
    assert [(it.id, names) for it, names in SUMS.blames()] == [("m.f:number:2", ("g",))]
    declared = dataclasses.replace(SUMS, follows={"g": ("f",)})
    assert declared.blames() == []


def test_what_is_right_and_lost_points_is_not_counted_but_told() -> None:
    assert SUMS.unfair() == []
    caught = trial(7, "right", why="Free.", verdicts={"f.one": "failed", "g.one": "failed"})
    found = dataclasses.replace(SUMS, trials=(*SUMS.trials, caught))
    assert found.unfair() == [(caught, ("f.one",))]
    assert found.rate == SUMS.rate


def test_lines_say_whether_they_are_graded() -> None:
    (listing,) = SUMS.listings()
    assert [it.verdict for it in listing.lines] == [
        *("graded", "graded", "partly graded", "free", "free", "")
    ]


def test_it_can_be_read_as_json() -> None:
    data = json.loads(json.dumps(SUMS.to_dict()))
    assert data["rate"] == {"killed": 3, "counted": 4, "percent": 75.0}
    assert data["survived"] == 1
    assert data["trials"][2]["example"]["got"] == "2"
    assert data["blames"] == [{"mutant": "m.f:number:2", "questions": ["g"]}]


# --- the command ---------------------------------------------------------------------------------


def test_the_command_writes_reports_and_ends_by_what_it_found(tmp_path: Path) -> None:
    done = grader("audit", "hw0", "--question", "add", "--lines", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "100.0 % of 4 mutants that could be caught were caught" in done.stdout
    assert "✓" in done.stdout
    assert "return x + y" in done.stdout
    last = done.stdout.strip().splitlines()[-1]
    assert last == "Reports: reports/hw0.audit.html, reports/hw0.audit.json"
    assert (tmp_path / "reports/hw0.audit.html").read_text().startswith("<!doctype html>")
    data = json.loads((tmp_path / "reports/hw0.audit.json").read_text())
    assert data["rate"]["percent"] == 100.0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hw9"], "hw9"),
        (["hw0", "--question", "nothing"], "nothing"),
        (["hw0", "--min-kill", "101"], "from 0 to 100"),
        (["hw0", "--html", "/proc/x"], "/proc/x can't be written"),
        (["hw0", "--json", "reports/hw0.audit.jsonl"], "must be three files"),
        (["hw0", "--json", "./a", "--html", "a"], "must be three files"),
    ],
)
def test_a_wrong_call_is_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = grader("audit", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_report_can_go_to_standard_output(tmp_path: Path) -> None:
    done = grader("audit", "hw0", "--question", "add", "--json", "-", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["chosen"] == ["add"]
    assert "100.0 % of 4 mutants" in done.stderr
    assert not (tmp_path / "-").exists()


def test_a_call_that_comes_to_nothing_leaves_no_files(tmp_path: Path) -> None:
    assert grader("audit", "hw0", "--question", "nothing", cwd=tmp_path).returncode == 2
    assert not list(tmp_path.rglob("*.html")) + list(tmp_path.rglob("*.json"))


def test_too_few_caught_is_status_1(tmp_path: Path) -> None:
    folder = make_course(tmp_path) / "assignments" / "tiny"
    weak = (
        '\n\n@check("softmax_loss.weak", points=60)\ndef weak(student, kit):\n'
        '    """Of equal logits."""\n'
        "    kit.matches(student.softmax_loss, [(np.zeros((1, 2)), np.array([0]))])\n"
    )
    start = "import numpy as np\n\nfrom grader.kit import check\n"
    sums = (
        '\n\n@check("add.sums", points=40)\ndef sums(student, kit):\n    """A sum."""\n'
        "    kit.matches(student.add, [(1.0, 2.0)])\n"
    )
    (folder / "checks.py").write_text(start + sums + weak)
    (folder / "hidden.py").unlink()
    done = grader("audit", "tiny", "--min-kill", "90", "--quiet", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "Got through: softmax_loss.softmax_loss:" in done.stdout
    data = json.loads((tmp_path / "reports/tiny.audit.json").read_text())
    assert data["questions"]["add"]["percent"] == 100.0
    assert data["questions"]["softmax_loss"]["percent"] < 90.0
    assert done.stderr.strip().endswith("is less than the 90 % of --min-kill.")
    again = grader("audit", "tiny", "--min-kill", "1", "--quiet", cwd=tmp_path)
    assert again.returncode == 0
    assert again.stdout == done.stdout


def test_where_nothing_can_be_caught_nothing_is_known(tmp_path: Path) -> None:
    course = make_course(tmp_path)
    (course / "reference" / "addition.py").write_text("from operator import add\n")
    words = ("audit", "tiny", "--question", "add", "--min-kill", "1", "--quiet")
    done = grader(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "No mutant could be caught, so nothing is known: --min-kill fails.\n",
    )


def test_what_a_function_imports_from_the_reference_would_stay_whole(tmp_path: Path) -> None:
    course = make_course(tmp_path)
    (course / "reference" / "plus.py").write_text("def plus(x, y):\n    return x + y\n")
    (course / "reference" / "addition.py").write_text(
        "def add(x, y):\n    from reference.plus import plus\n\n    return plus(x, y)\n"
    )
    done = grader("audit", "tiny", "--quiet", cwd=tmp_path)
    assert done.returncode == 2
    assert "reference.addition, line 2: import reference.plus at the top" in done.stderr
