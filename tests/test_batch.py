"""A whole class: graded, stopped, killed, resumed, changed; always the same grades in the end."""

from __future__ import annotations

import csv
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grader.batch.seed import settle_seed
from grader.batch.store import Store
from tests import classes
from tests.classes import hand_in, results, run, verdict
from tests.notebooks import book, words

KINDS = {
    "right": classes.RIGHT,
    "wrong": classes.WRONG,
    "hung": classes.HUNG,
    "crashing": classes.CRASHING,
    "hostile": classes.HOSTILE,
    "broken": classes.BROKEN,
    "raising": classes.RAISING,
}
SCORES = {
    "right": 100,
    "wrong": 40,
    "hung": 60,
    "crashing": 40,
    "hostile": 60,
    "broken": 0,
    "raising": 60,
}
# Grades sources alone, one after the other, as `python -m grader tiny --seed 7` would.
ALONE = """
import json, sys
from grader.course import read_outline
from grader.station import Station
from grader.submission import from_files
outline = read_outline("tiny")
kinds = json.load(sys.stdin)
for kind in kinds:
    with Station(outline) as station:
        files = {"tiny.py": kinds[kind].encode()}
        submission = from_files("alone", files, outline.modules)
        kinds[kind] = station.grade(submission, seed=7, isolation="strict").to_dict()
json.dump(kinds, sys.stdout)
"""


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return classes.make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def alone(course: Path) -> dict[str, Any]:
    """What grading alone gives for each kind of submission."""
    numbered = {kind: f"# number 0000\n{source}" for kind, source in KINDS.items()}
    done = subprocess.run(
        [sys.executable, "-c", ALONE],
        cwd=course,
        env=classes.environment(),
        input=json.dumps(numbered),
        capture_output=True,
        text=True,
        check=True,
    )
    return {kind: verdict(report) for kind, report in json.loads(done.stdout).items()}


@pytest.fixture
def own_course(tmp_path: Path) -> Path:
    """A course that a test may change."""
    return classes.make_course(tmp_path / "course")


def graded(out: Path) -> int:
    """How many reports are in the store, seen from outside."""
    file = out / "results.sqlite"
    if not file.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=5.0) as data:
            found = data.execute("SELECT count(*) FROM reports").fetchone()
    except sqlite3.OperationalError:  # it is just being made
        return 0
    return int(found[0])


def wait_until(done: Any, seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.02)


def children(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Running:
    """A batch under way, in a process of its own."""

    def __init__(self, course: Path, *words: object) -> None:
        self.process = subprocess.Popen(
            classes.command("batch", *words),
            cwd=course,
            env=classes.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # What runs in the background of a shell ignores Ctrl-C, and would hand that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def foreman(self) -> int:
        wait_until(lambda: children(self.process.pid))
        return children(self.process.pid)[0]

    def checkers(self) -> list[int]:
        wait_until(lambda: children(self.foreman()))
        return children(self.foreman())

    def end(self, status: int) -> str:
        printed, said = self.process.communicate(timeout=600)
        assert self.process.returncode == status, printed + said
        assert "Traceback" not in said
        return said


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    """A submission of each kind."""
    return hand_in(tmp_path / "class", dict(KINDS))


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Of each kind that is not waited for: enough where it matters what is graded when."""
    return hand_in(tmp_path / "class", {name: KINDS[name] for name in KINDS if name != "hung"})


# --- grading -----------------------------------------------------------------------------------


def test_everybody_gets_what_grading_alone_gives(
    course: Path, alone: dict[str, Any], tmp_path: Path
) -> None:
    numbered = {kind: f"# number 0000\n{source}" for kind, source in KINDS.items()}
    folder, out = hand_in(tmp_path / "class", numbered), tmp_path / "out"
    done = run(course, "batch", "tiny", folder, "--out", out, "--seed", 7)
    assert {kind: line["final"] for kind, line in results(out).items()} == SCORES
    for kind, line in results(out).items():
        assert verdict(line["report"]) == alone[kind], kind
    assert "7 of 7 submissions graded, 1 of 7 new ones with full marks" in done.stdout
    assert f"Open {out / 'index.html'}" in done.stdout
    pages = {path.stem for path in (out / "students").glob("*.html")}
    assert pages == set(KINDS)


def test_notebooks_are_graded_among_the_others_and_compared_with_them(
    course: Path, tmp_path: Path
) -> None:
    folder, out = hand_in(tmp_path / "class", {"right": classes.RIGHT}), tmp_path / "out"
    stub = (course / "assignments" / "tiny" / "tiny.py").read_text()
    hand_in(folder, {"beside the stub": stub})
    copied = book(words("Mine"), "%pwd\n", classes.RIGHT)
    (folder / "beside the stub" / "tiny.ipynb").write_bytes(copied)
    (folder / "raising.ipynb").write_bytes(book("x = 1", words("-"), classes.RAISING))
    (folder / "damaged.ipynb").write_bytes(b"{")
    done = run(course, "batch", "tiny", folder, "--out", out)
    lines = results(out)
    assert {student: line["final"] for student, line in lines.items()} == {
        "right": 100,
        "beside the stub": 100,
        "raising": 60,
        "damaged": 0,
    }
    assert lines["right"]["report"]["notes"] != lines["beside the stub"]["report"]["notes"]
    page = (out / "students" / "raising.html").read_text()
    assert "raising.ipynb, cell 3, line 13" in page
    assert "damaged.ipynb can" in (out / "students" / "damaged.html").read_text()
    assert "beside the stub" in (out / "similarity.html").read_text()
    assert "1 problem" in done.stdout + done.stderr
    again = run(course, "batch", "tiny", folder, "--out", out)
    assert "4 unchanged" in again.stdout


def test_the_second_time_nothing_is_graded_and_nothing_changes(
    course: Path, everything: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", everything, "--out", out)
    before = {path: path.read_bytes() for path in out.rglob("*.html")}
    lines = (out / "results.jsonl").read_text()
    done = run(course, "batch", "tiny", everything, "--out", out)
    assert "7 of 7 submissions graded, 7 unchanged." in done.stdout
    assert (out / "results.jsonl").read_text() == lines  # the very same seconds: nothing ran
    assert {path: path.read_bytes() for path in out.rglob("*.html")} == before


def test_only_what_was_handed_in_anew_is_graded(course: Path, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    hand_in(mixed, {"wrong": classes.RIGHT + "\n# at last\n", "late": classes.WRONG})
    done = run(course, "batch", "tiny", mixed, "--out", out)
    # The newcomer has copied what was graded before.
    assert "7 of 7 submissions graded, 6 unchanged, 1 of 1" in done.stdout
    assert results(out)["wrong"]["final"] == 100
    assert results(out)["late"]["final"] == 40


def test_who_has_left_is_gone_and_comes_back_without_grading(
    course: Path, mixed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    (mixed / "wrong").rename(tmp_path / "aside")
    run(course, "batch", "tiny", mixed, "--out", out)
    assert "wrong" not in results(out)
    assert not (out / "students" / "wrong.html").exists()
    (tmp_path / "aside").rename(mixed / "wrong")
    done = run(course, "batch", "tiny", mixed, "--out", out)
    assert "6 unchanged" in done.stdout
    assert (out / "students" / "wrong.html").exists()


def test_a_seed_is_drawn_once_and_kept(course: Path, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out, "--only", "right")
    seed = results(out)["right"]["report"]["seed"]
    assert seed > 0
    assert "6 unchanged" not in run(course, "batch", "tiny", mixed, "--out", out).stdout
    assert {line["report"]["seed"] for line in results(out).values()} == {seed}
    # Also where it is asked for by name: what was stopped would begin anew.
    words = ("batch", "tiny", mixed, "--out", out, "--no-similarity")
    assert "6 unchanged" in run(course, *words, "--seed", "fresh").stdout
    done = run(course, *words, "--seed", 5)
    assert "unchanged" not in done.stdout
    assert results(out)["right"]["report"]["seed"] == 5
    # The students' pages do not tell it.
    assert str(seed) not in (out / "students" / "wrong.html").read_text()


def test_a_seed_that_was_named_stays_until_another_one_is_asked_for(
    course: Path, mixed: Path, tmp_path: Path
) -> None:
    words = ("batch", "tiny", mixed, "--out", tmp_path / "out", "--no-similarity")
    run(course, *words, "--seed", 5)
    done = run(course, *words)
    assert "6 unchanged" in done.stdout
    assert "The seed is still 5" in done.stdout + done.stderr
    assert "unchanged" not in run(course, *words, "--seed", "fresh").stdout
    done = run(course, *words, "--seed", "fresh")
    assert "6 unchanged" in done.stdout
    assert "still" not in done.stdout + done.stderr


def test_a_seed_that_is_blank_is_none(tmp_path: Path) -> None:
    with Store(tmp_path / "out") as store:
        seed, said = settle_seed(store.meta, None, " ")
        assert seed > 0
        assert not said
        assert settle_seed(store.meta, None, None) == (seed, [])
        assert settle_seed(store.meta, None, "7") == (7, [])
        assert settle_seed(store.meta, None, "\n")[0] == 7


def test_only_and_regrade(course: Path, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    before = results(out)
    done = run(course, "batch", "tiny", mixed, "--out", out, "--regrade", "--only", "wrong")
    assert "1 of 1 submission" in done.stdout
    after = results(out)
    assert seconds(after["wrong"]) != seconds(before["wrong"])
    assert {k: seconds(v) for k, v in after.items() if k != "wrong"} == {
        k: seconds(v) for k, v in before.items() if k != "wrong"
    }
    run(course, "batch", "tiny", mixed, "--out", out, "--only", "right", "--regrade")
    said = run(course, "batch", "tiny", mixed, "--out", out, "--only", "wrogn", status=2).stderr
    assert "did you mean wrong?" in said


def test_nobody_keeps_a_grade_that_was_made_with_something_else(
    course: Path, mixed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out, "--seed", 1)
    done = run(course, "batch", "tiny", mixed, "--out", out, "--seed", 2, "--only", "right")
    lines = results(out)
    assert lines["right"]["status"] == "graded"
    assert lines["wrong"]["status"] == "not graded"
    assert "another seed" in lines["wrong"]["remark"]
    assert "have no grade in the tables" in done.stderr
    said = run(course, "export", out, "grades").stderr
    assert "5 of 6 students have no grade in the tables" in said
    assert "`batch` grades them" in said
    assert "wrong,wrong,,,," in (out / "canvas.csv").read_text().splitlines()
    done = run(course, "batch", "tiny", mixed, "--out", out, "--seed", 2)
    assert "1 unchanged" in done.stdout
    assert {line["status"] for line in results(out).values()} == {"graded"}


def test_what_was_replaced_meanwhile_is_not_graded_by_what_it_was(
    course: Path, mixed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    hand_in(mixed, {"right": classes.WRONG + "# another one"})
    run(course, "batch", "tiny", mixed, "--out", out, "--only", "wrong")
    assert results(out)["right"]["status"] == "not graded"
    assert results(out)["raising"]["status"] == "graded"


def test_grading_again_goes_on_where_it_was_stopped(
    course: Path, many: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", many, "--out", out)
    before = {name: seconds(line) for name, line in results(out).items()}
    running = Running(course, "tiny", many, "--out", out, "--regrade")
    wait_until(lambda: again(out) >= 5)
    running.process.send_signal(signal.SIGINT)
    running.end(130)
    kept = again(out)
    assert 5 <= kept < 60
    done = run(course, "batch", "tiny", many, "--out", out, "--regrade")
    assert f"{kept} unchanged" in done.stdout
    after = {name: seconds(line) for name, line in results(out).items()}
    assert sum(before[name] == after[name] for name in before) == 0
    done = run(course, "batch", "tiny", many, "--out", out, "--regrade", "--only", "s001")
    assert "1 of 1 submission graded, 1 of 1 new ones" in done.stdout


def again(out: Path) -> int:
    """How many reports of the present round of grading again are in the store."""
    with sqlite3.connect(f"file:{out / 'results.sqlite'}?mode=ro", uri=True, timeout=5.0) as data:
        found = data.execute(
            "SELECT count(*) FROM reports WHERE round != '' AND round = "
            "(SELECT value FROM meta WHERE name = 'round')"
        ).fetchone()
    return int(found[0])


def seconds(line: dict[str, Any]) -> dict[str, float]:
    return {check["id"]: check["seconds"] for check in line["report"]["checks"]}


# --- a course that changes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "touched"),
    [
        ("hidden.py", "kit.rng.normal(size=3))]", "np.ones(3))]", {"add"}),
        ("checks.py", "(2, 3)", "(2, 3, 4)", {"softmax_loss"}),
        ("cases.py", "[(1, 2),", "[(1, 5),", {"add"}),
        ("cases.py", "import numpy as np", "# a comment", set()),
        ("misconceptions.py", "not averaged", "not the mean of it", {"softmax_loss"}),
        ("../../reference/addition.py", "return x + y", "return y + x", {"add"}),
        ("../../grader/kit/compare.py", '"""', '"""\n', {"add", "softmax_loss"}),
        ("../../grader/reporters/html.py", "import re", "import re  # again", set()),
    ],
)
def test_a_changed_check_grades_again_exactly_what_it_touches(
    own_course: Path, tmp_path: Path, file: str, old: str, new: str, touched: set[str]
) -> None:
    two = {"right": classes.RIGHT, "wrong": classes.WRONG}
    folder, out = hand_in(tmp_path / "class", two), tmp_path / "out"
    run(own_course, "batch", "tiny", folder, "--out", out)
    before = results(out)
    path = own_course / "assignments" / "tiny" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    run(own_course, "batch", "tiny", folder, "--out", out)
    after = results(out)
    for student, failed in (
        ("right", set[str]()),
        ("wrong", {"softmax_loss"} if touched else set()),
    ):
        new_ones = {
            check.split(".")[0]
            for check, took in seconds(after[student]).items()
            if took != seconds(before[student])[check]
        }
        assert new_ones == touched | failed, student
    # Put together it is what grading everything gives.
    run(own_course, "batch", "tiny", folder, "--out", out, "--regrade")
    for student, line in results(out).items():
        assert verdict(line["report"]) == verdict(after[student]["report"])


def test_a_course_that_fails_its_own_reference_grades_nobody(
    own_course: Path, mixed: Path, tmp_path: Path
) -> None:
    checks = own_course / "assignments" / "tiny" / "checks.py"
    checks.write_text(
        checks.read_text().replace(
            "kit.matches(student.add, cases.pairs(kit.rng))",
            "raise kit.wrong(student.add, (1, 2), 'never right', 3, 3)",
        )
    )
    said = run(own_course, "batch", "tiny", mixed, "--out", tmp_path / "out", status=2).stderr
    assert "fails its own reference" in said


# --- stopped, killed, full ----------------------------------------------------------------------


@pytest.fixture
def many(tmp_path: Path) -> Path:
    sources = {f"s{i:03}": f"# number {i:04}\n{classes.RIGHT}" for i in range(60)}
    return hand_in(tmp_path / "many", sources)


def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(
    course: Path, many: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", many, "--out", out)
    wait_until(lambda: graded(out) >= 5)
    started = [running.foreman(), *running.checkers()]
    running.process.send_signal(signal.SIGINT)
    said = running.end(130)
    assert "interrupted; " in said
    assert "goes on" in said
    kept = graded(out)
    assert 5 <= kept < 60
    wait_until(lambda: not any(map(is_alive, started)), 10.0)
    done = run(course, "batch", "tiny", many, "--out", out)
    assert f"{kept} unchanged" in done.stdout
    assert len(results(out)) == 60


def test_export_before_the_end_says_so(course: Path, many: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", many, "--out", out)
    wait_until(lambda: graded(out) >= 2)
    running.process.kill()
    running.process.communicate()
    run(course, "export", out)
    lines = results(out)
    assert len(lines) == 60
    assert Counter(line["status"] for line in lines.values())["not graded"] > 0
    assert "submissions without a grade: not reached yet" in (out / "index.html").read_text()


def test_a_full_disk_ends_with_one_line_and_nothing_is_lost(
    course: Path, many: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000,) * 2); "
    limited += "from grader.cli import run; sys.exit(run(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", limited, "batch", "tiny", str(many), "--out", str(out)],
        cwd=course,
        env=classes.environment(),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 3, done.stdout + done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert "can't be written" in last
    assert "run the same command again" in last
    assert "Traceback" not in done.stderr
    kept = graded(out)
    done_again = run(course, "batch", "tiny", many, "--out", out)
    assert f"{kept} unchanged" in done_again.stdout
    assert len(results(out)) == 60


def test_two_commands_do_not_work_in_one_folder(
    course: Path, many: Path, mixed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    running = Running(course, "tiny", many, "--out", out)
    wait_until(lambda: graded(out) >= 1)
    said = run(course, "batch", "tiny", mixed, "--out", out, status=2).stderr
    assert "another command is at work" in said
    running.process.send_signal(signal.SIGTERM)
    running.end(130)


def test_five_hundred_with_processes_killed_and_one_resume(
    course: Path, alone: dict[str, Any], tmp_path: Path
) -> None:
    """Whoever is killed, every submission has one final report, equal to grading it alone."""
    chance = random.Random(3)
    shares = {"right": 66, "wrong": 12, "raising": 8, "crashing": 5, "hostile": 4, "broken": 3}
    kinds = [*chance.choices(list(shares), list(shares.values()), k=494), *["hung"] * 6]
    chance.shuffle(kinds)
    students = {f"s{i:03}": kind for i, kind in enumerate(kinds)}
    sources = {
        name: f"# number {int(name[1:]):04}\n{KINDS[kind]}" for name, kind in students.items()
    }
    folder, out = hand_in(tmp_path / "class", sources), tmp_path / "out"

    words = ("tiny", folder, "--out", out, "--seed", 7, "--no-similarity")
    running = Running(course, *words)
    wait_until(lambda: graded(out) >= chance.randrange(20, 120))
    os.kill(chance.choice(running.checkers()), signal.SIGKILL)
    wait_until(lambda: graded(out) >= chance.randrange(150, 220))
    foreman = running.foreman()
    orphans = running.checkers()
    os.kill(foreman, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, orphans)), 10.0)
    wait_until(lambda: graded(out) >= chance.randrange(260, 400))
    foreman = running.foreman()
    running.process.kill()
    running.process.communicate()
    wait_until(lambda: not is_alive(foreman), 10.0)

    kept = graded(out)
    assert kept >= 260
    done = run(course, "batch", *words)
    assert f"{kept} unchanged" in done.stdout
    assert "NOT GRADED" not in done.stdout
    lines = results(out)
    assert lines.keys() == students.keys()
    for name, line in lines.items():
        text = json.dumps(verdict(line["report"]))
        same = json.loads(re.sub(r"# number \d{4}", "# number 0000", text))
        assert same == alone[students[name]], (name, students[name])
        assert line["final"] == SCORES[students[name]]


def test_export_reads_what_nobody_may_write(course: Path, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    other = tmp_path / "other"
    other.mkdir()
    # A copy without the files beside it, as from an archive.
    (other / "results.sqlite").write_bytes((out / "results.sqlite").read_bytes())
    (other / "results.sqlite").chmod(0o400)
    other.chmod(0o500)
    try:
        printed = run(course, "export", other, "grades", "--stdout").stdout
    finally:
        other.chmod(0o700)
    assert printed.splitlines() == (out / "grades.csv").read_text().splitlines()


def test_a_damaged_report_is_made_anew(course: Path, mixed: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(course, "batch", "tiny", mixed, "--out", out)
    with sqlite3.connect(out / "results.sqlite") as data:
        longest = "(SELECT max(seconds) FROM reports)"
        data.execute(f"UPDATE reports SET report = x'00ff' WHERE seconds = {longest}")
    run(course, "export", out, "grades")
    done = run(course, "batch", "tiny", mixed, "--out", out)
    assert "NOT GRADED" not in done.stdout
    lines = results(out)
    assert {kind: line["final"] for kind, line in lines.items()} == {it: SCORES[it] for it in lines}
    assert len(lines) == 6


def test_nobody_has_to_watch(course: Path, mixed: Path, tmp_path: Path) -> None:
    """Standard output and error that were closed meanwhile."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        classes.command("batch", "tiny", mixed, "--out", tmp_path / "out"),
        cwd=course,
        env=classes.environment(),
        stdout=writing,
        stderr=writing,
        timeout=300,
    )
    os.close(writing)
    assert done.returncode == 0
    assert len(results(tmp_path / "out")) == 6


# --- what is handed over -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small_class(course: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Canvas download, graded with the gradebook as roster."""
    folder = tmp_path_factory.mktemp("canvas")
    for name in ("doejane_101_9001_tiny.py", "roejohn_LATE_102_9002_tiny-1.py"):
        source = classes.RIGHT if "jane" in name else classes.WRONG
        (folder / "class" / name).parent.mkdir(exist_ok=True)
        (folder / "class" / name).write_text(source)
    (folder / "gradebook.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Tiny (77),Final Score\n"
        "    Points Possible,,,,,20,(read only)\n"
        '"Doe, Jane",101,u101,jane,A,,\n"Roe, John",102,u102,john,B,,\n'
        '"Poe, Ann",103,u103,ann,B,,\n'
    )
    out = folder / "out"
    words = ("--roster", folder / "gradebook.csv", "--column", "Tiny")
    run(course, "batch", "tiny", folder / "class", "--out", out, *words)
    return out


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_canvas_gets_its_own_columns_back(small_class: Path) -> None:
    found = rows(small_class / "canvas.csv")
    assert list(found[0]) == [
        *("Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Tiny (77)"),
    ]
    assert found[0]["Student"].strip() == "Points Possible"
    assert found[0]["Tiny (77)"] == "20"
    assert [(row["ID"], row["Tiny (77)"]) for row in found[1:]] == [
        *(("101", "20"), ("102", "8"), ("103", ""))
    ]


def test_everybody_on_the_roster_is_in_the_grades(small_class: Path) -> None:
    found = {row["student"]: row for row in rows(small_class / "grades.csv")}
    assert found["101"]["name"] == "Doe, Jane"
    assert found["103"]["status"] == "missing"
    assert found["103"]["final"] == ""
    assert found["102"]["final"] == "40"
    page = (small_class / "index.html").read_text()
    assert "1 handed in nothing" in page
    assert "The loss is summed over the batch" in page


def test_what_a_platforms_table_does_not_fit_is_said_and_shown(
    course: Path, tmp_path: Path
) -> None:
    """The test student is in no sum, strangers are in no import, and nobody knows the points."""
    sources = {"doejane_101": classes.RIGHT, "roejohn_102": classes.WRONG}
    sources |= {"studenttest_999": classes.RIGHT, "poeann_103": classes.BROKEN}
    (tmp_path / "class").mkdir()
    for name, source in sources.items():
        (tmp_path / "class" / f"{name}_9001_tiny.py").write_text(source)
    roster = tmp_path / "gradebook.csv"
    roster.write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,tiny (77)\n    Points Possible,,,,,\n"
        '"Doe, Jane",101,u101,jane,A,\n"Student, Test",999,,5b0c2e,A,3\n'
    )
    words = ("tiny", tmp_path / "class", "--out", tmp_path / "out", "--roster", roster)
    done = run(course, "batch", *words)
    said = [
        "so canvas.csv has points out of 100",
        "2 students who handed in (102, 103) can't be in canvas.csv",
        "Student, Test (999) is Canvas's test student: graded, but left out",
    ]
    page = (tmp_path / "out" / "index.html").read_text()
    for line in said:
        assert line in done.stderr
        assert line in page.replace("&#39;", "'")
    assert "mean 46.7" in page
    assert rows(tmp_path / "out" / "canvas.csv")[-1]["tiny (77)"] == "100"
    (tmp_path / "class" / "studenttest_999_9001_tiny.py").unlink()
    done = run(course, "batch", *words)
    assert "test student" not in done.stderr
    assert "999" not in results(tmp_path / "out")
    assert "handed in nothing" not in (tmp_path / "out" / "index.html").read_text()
    assert rows(tmp_path / "out" / "canvas.csv")[-1]["tiny (77)"] == "3"


def test_a_roster_of_another_class_grades_nobody(course: Path, mixed: Path, tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name\n1,Ann\n2,Bob\n")
    words = ("tiny", mixed, "--out", tmp_path / "out", "--roster", tmp_path / "roster.csv")
    said = run(course, "batch", *words, status=2).stderr
    assert "is it the roster of this class?" in said
    assert len(said.strip().splitlines()) == 1


def test_of_whom_nothing_could_be_taken_has_a_status_of_their_own(
    course: Path, tmp_path: Path
) -> None:
    folder = hand_in(tmp_path / "class", {"right": classes.RIGHT, "nothing right": classes.BROKEN})
    (folder / "damaged.zip").write_bytes(b"PK\3\4 and no more")
    (folder / "misnamed").mkdir()
    (folder / "misnamed" / "solution.py").write_text(classes.RIGHT)
    (folder / "twice" / "a").mkdir(parents=True)
    (folder / "twice" / "b").mkdir()
    for inner in ("a", "b"):
        (folder / "twice" / inner / "tiny.py").write_text(classes.RIGHT)
    out = tmp_path / "out"
    run(course, "batch", "tiny", folder, "--out", out)
    found = {row["student"]: (row["status"], row["final"]) for row in rows(out / "grades.csv")}
    assert found == {
        "right": ("graded", "100"),
        "nothing right": ("graded", "0"),  # all of it was taken
        "damaged": ("problem", "0"),
        "misnamed": ("problem", "0"),
        "twice": ("problem", "0"),
    }
    assert results(out)["damaged"]["status"] == "problem"
    page = (out / "index.html").read_text()
    assert '5 graded (<a href="#problems">3 problems</a>)' in page
    assert page.count('<strong>0</strong> <span class="tag">problem</span>') == 3


def test_a_students_page_tells_nothing_hidden(small_class: Path, course: Path) -> None:
    page = (small_class / "students" / "102.html").read_text()
    assert "Roe, John (102)" in page
    assert "This check is hidden" in page
    run(course, "export", small_class, "pages", "--audience", "staff")
    assert "This check is hidden" not in (small_class / "students" / "102.html").read_text()
    run(course, "export", small_class, "pages")
    assert "This check is hidden" in (small_class / "students" / "102.html").read_text()


def test_who_is_late_reads_the_final_score_first_and_how_it_came_about(
    own_course: Path, tmp_path: Path
) -> None:
    toml = own_course / "assignments" / "tiny" / "assignment.toml"
    late = "[late]\ndue = 2026-10-04T23:59:00Z\npercent_per_day = 12.5\n\n[limits]"
    toml.write_text(toml.read_text().replace("[limits]", late))
    kinds = {"ann": classes.RIGHT, "bob": classes.WRONG, "cyd": classes.RIGHT}
    folder, out = hand_in(tmp_path / "class", kinds), tmp_path / "out"
    (tmp_path / "times.csv").write_text(
        "id,submitted\nann,2026-10-05 12:00\nbob,2026-10-06 12:00\ncyd,2026-10-04 12:00\n"
    )
    run(own_course, "batch", "tiny", folder, "--out", out, "--times", tmp_path / "times.csv")
    ann, bob, cyd = ((out / "students" / f"{name}.html").read_text() for name in kinds)
    assert "<title>tiny: 87.5 of 100</title>" in ann
    assert "<strong>87.5</strong> of 100 points" in ann
    assert "100 reached, 12.5 % off for being 1 day late" in ann
    assert "<strong>30</strong> of 100 points" in bob
    assert "40 reached, 25 % off for being 2 days late" in bob
    assert "reached, " not in cyd
    assert "<title>tiny: 100 of 100</title>" in cyd
    lines = results(out)
    assert (lines["bob"]["raw"], lines["bob"]["final"]) == (40, 30)
    assert lines["bob"]["remark"] == "2 days late: 25 % taken off."
    # Who is told something else by the policy gets another page.
    toml.write_text(toml.read_text().replace("12.5", "20"))
    run(own_course, "export", out, "pages")
    assert "<strong>80</strong> of 100" in (out / "students" / "ann.html").read_text()


def test_people_have_their_names_on_the_pages_for_the_staff(course: Path, tmp_path: Path) -> None:
    kinds = {"1001": classes.WRONG, "1002": classes.WRONG, "1003": classes.CRASHING}
    folder, out = hand_in(tmp_path / "class", kinds), tmp_path / "out"
    (folder / "1004.zip").write_bytes(b"PK, but no more")
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "id,name\n1001,Zoë Müller\n1002,Ann Roe\n1003,Ann Roe\n1004,Paul Poe\n", encoding="utf-8"
    )
    run(course, "batch", "tiny", folder, "--out", out, "--roster", roster)
    page = (out / "index.html").read_text()
    for name in ("Zoë Müller", "Ann Roe (1002)", "Ann Roe (1003)", "Paul Poe"):
        assert f">{name}</a>" in page
    alike = (out / "similarity.html").read_text()
    few, unread = (alike[alike.index(words) :] for words in ("next to nothing", "could be read:"))
    assert "<li>Zoë Müller</li><li>Ann Roe (1002)</li><li>Ann Roe (1003)</li>" in few
    assert "could be read: 1 submission" in unread
    assert "<li>Paul Poe</li>" in unread
    assert alike.count("Paul Poe") == 1


def test_export_makes_any_file_again(small_class: Path, course: Path) -> None:
    before = (small_class / "grades.csv").read_bytes()
    (small_class / "grades.csv").unlink()
    done = run(course, "export", small_class, "grades")
    assert done.stdout.strip() == f"Written: {small_class / 'grades.csv'}"
    assert (small_class / "grades.csv").read_bytes() == before
    printed = subprocess.run(
        classes.command("export", small_class, "grades", "--stdout"),
        cwd=course,
        env=classes.environment(),
        capture_output=True,
        check=True,
    )
    assert printed.stdout == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("batch", "tiny", "nowhere", "--out", "o"), "no submissions at nowhere"),
        (("batch", "tinny", ".", "--out", "o"), "did you mean tiny?"),
        (("batch", "tiny", "."), "Missing option '--out'"),
        (("batch", "tiny", "assignments", "--out", "o", "--due", "tomorrow"), "--due takes a date"),
        (("batch", "tiny", "assignments", "--out", "README"), "cannot write to README"),
        (("batch", "tiny", "assignments", "--out", "assignments/o"), "lies inside assignments"),
        (("export", "nowhere"), "holds no results.sqlite"),
        (("export", ".", "grades", "class", "--stdout"), "--stdout takes one of"),
        (("batch", "tiny", "assignments", "--out", "o", "--roster", "no.csv"), "no.csv"),
        (
            ("batch", "tiny", "assignments", "--out", "o", "--cluster", "tcp://127.0.0.1:9"),
            "no scheduler answers at tcp://127.0.0.1:9",
        ),
    ],
)
def test_usage_errors_are_one_line(own_course: Path, words: tuple[str, ...], said: str) -> None:
    (own_course / "README").write_text("a file")
    stderr = run(own_course, *words, status=2).stderr
    assert said in stderr
    assert len(stderr.strip().splitlines()) == 1


def test_what_was_alike_in_another_round_is_not_shown_in_this_one(
    course: Path, tmp_path: Path
) -> None:
    folder = hand_in(tmp_path / "class", {"ann": classes.RIGHT, "bob": classes.WRONG})
    out = tmp_path / "out"
    run(course, "batch", "tiny", folder, "--out", out)
    assert "similarity.html" in (out / "index.html").read_text()
    run(course, "batch", "tiny", folder, "--out", out, "--no-similarity")
    assert not (out / "similarity.html").exists()
    assert "similarity.html" not in (out / "index.html").read_text()
