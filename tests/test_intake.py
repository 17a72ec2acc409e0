"""A class as platforms give it out and as people put it together, in folders and in archives.

What one student did must never touch another.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import pickle
import random
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from grader import archive, submission
from grader.batch import rewind
from grader.batch.handin import Handin
from grader.batch.intake import ClassFolder, open_class
from grader.batch.layouts import gradescope
from grader.batch.packed import open_packed
from grader.batch.rewind import Rewindable
from grader.batch.roster import Roster, read_roster
from grader.errors import UsageError
from grader.submission import Submission
from tests.notebooks import book

MODULE = "simple_ml"
SOURCE = b"def add(x, y):\n    return x + y\n"
ZONE = timezone(timedelta(hours=2))

Files = Mapping[str, bytes]


def laid_out(folder: Path, files: Files) -> Path:
    for name, data in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def zipped(path: Path, files: Files) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo("x")
            entry.filename, entry.compress_type = name, zipfile.ZIP_DEFLATED
            packed.writestr(entry, data)
    return path


def tarred(path: Path, files: Files) -> Path:
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as packed:
        for name, data in files.items():
            entry = tarfile.TarInfo(name.rstrip("/"))
            if name.endswith("/"):
                entry.type = tarfile.DIRTYPE
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    return path


def within(files: Files, folder: str = "hw0-submissions") -> dict[str, bytes]:
    return {f"{folder}/{name}": data for name, data in files.items()}


WAYS: dict[str, Callable[[Path, Files], Path]] = {
    "folder": lambda here, files: laid_out(here / "class", files),
    "zip": lambda here, files: zipped(here / "class.zip", files),
    "zip of a folder": lambda here, files: zipped(here / "class.zip", within(files)),
    "tar.gz": lambda here, files: tarred(here / "class.tar.gz", within(files)),
    "tar": lambda here, files: tarred(here / "class.tar", files),
}
HOW = pytest.mark.parametrize("how", WAYS)
ARCHIVES = pytest.mark.parametrize("how", [way for way in WAYS if way != "folder"])


def same(*names: str) -> dict[str, bytes]:
    """Files each of which tells its own name."""
    return {name: name.encode() for name in names}


def submissions(found: ClassFolder) -> dict[tuple[str, int], Submission]:
    return {(handin.student, handin.attempt): found.read(handin) for handin in found.handins}


def opened(path: Path, roster: Roster | None = None, *modules: str) -> ClassFolder:
    return open_class(path, modules or (MODULE,), roster, zone=ZONE)


def assert_sound(found: ClassFolder) -> None:
    """What holds for every class, whatever is in it."""
    keys = [(handin.student, handin.attempt) for handin in found.handins]
    assert keys == sorted(set(keys))
    for student in {student for student, _ in keys}:
        attempts = [attempt for key, attempt in keys if key == student]
        assert attempts == list(range(1, len(attempts) + 1))
        assert student
        assert student.isprintable()
        assert len(student) <= 200
    for line in found.remarks:
        assert line.isprintable()
        assert len(line.splitlines()) == 1
        assert line.endswith(".")
    for work in submissions(found).values():
        for problem in work.problems.values():
            assert problem.isprintable(), problem
            assert problem.endswith(".")
        work.name.encode()
    assert pickle.loads(pickle.dumps(found.handins)) == found.handins  # noqa: S301 - our own


@pytest.fixture(autouse=True)
def nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    yield
    assert list(here.iterdir()) == []


def summary(found: ClassFolder) -> dict[tuple[str, int], str]:
    """Of each hand-in what its module says, or what is wrong with it."""
    assert_sound(found)
    return {
        key: work.problems[MODULE]
        if MODULE in work.problems
        else work.files[work.modules[MODULE]].decode()
        for key, work in submissions(found).items()
    }


# Plain folders and files


@HOW
def test_each_folder_and_each_file_is_a_student(tmp_path: Path, how: str) -> None:
    files = same(
        *("alice/simple_ml.py", "bob.py", "Dora D./src/simple_ml.py", "Dora D./notes.txt"),
        *("erik/hw/simple_ml.py", "erik/README"),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "folders"
        assert found.remarks == ()
        assert found.missing == ()
        assert summary(found) == {
            ("Dora D.", 1): "Dora D./src/simple_ml.py",
            ("alice", 1): "alice/simple_ml.py",
            ("bob", 1): "bob.py",
            ("erik", 1): "erik/hw/simple_ml.py",
        }
        assert found.handins[1].name == ""
        assert found.handins[1].submitted is None
        assert found.read(found.handins[0]).files.keys() == {"src/simple_ml.py", "notes.txt"}


@HOW
def test_a_folder_of_files(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"hw0/simple_ml.py": b"bob's"}).read_bytes()
    other = tarred(tmp_path / "c.tar.gz", {"simple_ml.py": b"carol's"}).read_bytes()
    files = {
        "alice.py": b"alice's",
        "bob.zip": inner,
        "carol.tar.gz": other,
        "dora.v2.tgz": other,
        "erik.ipynb": book("erik = 1"),
        "gus.rar": b"Rar!",
        "frida.zip": b"PK nothing",
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "files"
        works = summary(found)
    assert works["alice", 1] == "alice's"
    assert works["bob", 1] == "bob's"
    assert works["carol", 1] == works["dora.v2", 1] == "carol's"
    assert works["erik", 1] == "erik = 1\n"
    assert works["gus", 1] == (
        "gus.rar can't be graded: hand in a folder or .py, .ipynb, .zip, .tar.gz, .tgz, .tar."
    )
    assert works["frida", 1].startswith("frida.zip is not a readable archive")


@HOW
def test_what_nobody_handed_in_is_left_aside(tmp_path: Path, how: str) -> None:
    files = same(
        *("alice.py", "bob.py", "README.md", "grades.csv", "handout.pdf", "README.py"),
        *(".hidden/simple_ml.py", ".DS_Store", "__MACOSX/alice.py", "Thumbs.db", "desktop.ini"),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        assert [handin.student for handin in found.handins] == ["alice", "bob"]
        assert [line.split(" ")[0] for line in found.remarks] == [
            *("README.md", "README.py", "grades.csv", "handout.pdf"),
        ]
        assert_sound(found)


@HOW
@pytest.mark.parametrize(
    ("names", "times"),
    [
        (["attempt 1", "attempt 2", "attempt 10"], [None] * 3),
        (["Attempt-1", "attempt_2", "attempt3"], [None] * 3),
        (["submission 2", "submission 4"], [None] * 2),
        (["1", "2", "11"], [None] * 3),
        (["2023-09-30", "2023-10-01"], [None] * 2),
        (
            ["2023-09-30T10-00-00", "2023-10-01T09:30:00Z", "2023-10-01_12-30"],
            [
                datetime(2023, 9, 30, 10, tzinfo=ZONE),
                datetime(2023, 10, 1, 9, 30, tzinfo=UTC),
                datetime(2023, 10, 1, 12, 30, tzinfo=ZONE),
            ],
        ),
    ],
)
def test_folders_of_attempts_are_told_by_their_names(
    tmp_path: Path, how: str, names: list[str], times: list[datetime | None]
) -> None:
    files = same("bob/simple_ml.py", *(f"alice/{name}/simple_ml.py" for name in reversed(names)))
    with opened(WAYS[how](tmp_path, files)) as found:
        alice = [handin for handin in found.handins if handin.student == "alice"]
        assert [handin.submitted for handin in alice] == times
        works = summary(found)
        assert [works["alice", number] for number in range(1, len(names) + 1)] == [
            f"alice/{name}/simple_ml.py" for name in names
        ]
        assert found.remarks == ()


@HOW
@pytest.mark.parametrize(
    "names",
    [
        ["src/simple_ml.py", "tests/test.py"],
        ["attempt 1/simple_ml.py", "notes.txt"],
        ["attempt 1/simple_ml.py", "final/x.py"],
        ["attempt 1/simple_ml.py", "attempt_1/x.py"],
        ["week1/simple_ml.py", "week2/x.py"],
        ["1/simple_ml.py", "2023-10-04/x.py"],
        ["v1/simple_ml.py"],
        ["attempt 1/simple_ml.py"],
    ],
)
def test_other_folders_are_parts_of_one_attempt(tmp_path: Path, how: str, names: list[str]) -> None:
    files = same("bob/simple_ml.py", *(f"alice/{name}" for name in names))
    with opened(WAYS[how](tmp_path, files)) as found:
        assert summary(found)["alice", 1] == f"alice/{names[0]}"
        assert len(found.handins) == 2


@HOW
def test_numbered_exercises_are_no_attempts(tmp_path: Path, how: str) -> None:
    files = same("alice/1/perceptron.py", "alice/2/logistic.py", "bob/1/a.py", "bob/2/logistic.py")
    with opened(WAYS[how](tmp_path, files), None, "perceptron", "logistic") as found:
        works = submissions(found)
        assert works["alice", 1].modules == {
            "perceptron": "1/perceptron.py",
            "logistic": "2/logistic.py",
        }
        assert ("alice", 2) not in works


@HOW
def test_files_of_attempts_are_told_by_their_names(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"simple_ml.py": b"zipped"}).read_bytes()
    files = {
        **same("alice_attempt_2.py", "alice.py", "bob-attempt3.py", "bob attempt 2/simple_ml.py"),
        "bob_Attempt_10.zip": inner,
        **same("reattempt1.py"),
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert summary(found) == {
            ("alice", 1): "alice.py",
            ("alice", 2): "alice_attempt_2.py",
            ("bob", 1): "bob attempt 2/simple_ml.py",
            ("bob", 2): "bob-attempt3.py",
            ("bob", 3): "zipped",
            ("reattempt1", 1): "reattempt1.py",
        }
        assert found.remarks == ()


@HOW
@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (["alice.py", "alice/simple_ml.py"], "alice, alice.py"),
        (["alice.py", "alice_attempt_1.py"], "alice.py, alice_attempt_1.py"),
        (["alice-attempt 2.py", "alice_attempt_2.py"], "alice-attempt 2.py, alice_attempt_2.py"),
        (["alice.py", "alice/1/simple_ml.py", "alice/2/simple_ml.py"], "alice.py, alice"),
    ],
)
def test_two_things_of_one_name_are_attempts_and_doubtful(
    tmp_path: Path, how: str, names: list[str], shown: str
) -> None:
    with opened(WAYS[how](tmp_path, same("bob.py", *names))) as found:
        assert found.remarks == (
            f"{shown} are all of alice: they count as attempts in this order.",
        )
        assert len(found.handins) == 1 + len(names)
        assert_sound(found)


@HOW
def test_what_is_wrong_with_one_is_said_to_that_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(submission, "MAX_SOURCE_BYTES", 1 << 20)
    files = {
        **same(
            "good/simple_ml.py", "wrong/simpleml.py", "two/a/simple_ml.py", "two/b/simple_ml.py"
        ),
        "empty/": b"",
        "large/simple_ml.py": b"#" * ((1 << 20) + 1),
        "huge.py": b"#" * ((1 << 20) + 1),
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        works = summary(found)
    assert works.pop(("good", 1)) == "good/simple_ml.py"
    assert {student: problem for (student, _), problem in works.items()} == {
        "wrong": "There is no simple_ml.py in the submission; it holds simpleml.py.",
        "two": "There are 2 files named simple_ml.py (a/simple_ml.py, b/simple_ml.py): "
        "keep one, or put the right one at the top of the folder.",
        "empty": "There is no simple_ml.py: nothing was handed in.",
        "large": "large holds more than 1 MiB of Python files. Leave out environments.",
        "huge": "huge.py is larger than 1 MiB.",
    }


@HOW
def test_an_archive_in_an_archive_is_told(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"simple_ml.py": b""})
    outer = zipped(tmp_path / "a.zip", {"hw/inner.zip": inner.read_bytes()})
    with opened(WAYS[how](tmp_path, {"alice/hw0.zip": outer.read_bytes()})) as found:
        works = summary(found)
    assert works[("alice", 1)] == (
        "There is no simple_ml.py in the submission; it holds inner.zip, which is not looked into. "
        "Hand in what is in that."
    )


@HOW
def test_an_archive_in_a_folder_is_taken_apart(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"hw/simple_ml.py": b"zipped", "x": os.urandom(5 << 20)})
    files = {
        "alice/hw0.zip": inner.read_bytes(),
        "alice/report.pdf": b"",
        "bob/one.zip": inner.read_bytes(),
        "bob/two.zip": inner.read_bytes(),
        "carol/old.zip": inner.read_bytes(),
        "carol/simple_ml.py": b"plain",
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert summary(found) == {
            ("alice", 1): "zipped",
            ("bob", 1): "There are 2 archives (one.zip, two.zip): keep one.",
            ("carol", 1): "plain",
        }


# Canvas


@HOW
def test_a_download_of_canvas(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"hw0/simple_ml.py": b"zipped"}).read_bytes()
    files = {
        **same(
            *("doejane_12345_900_simple_ml.py", "müllerjörg_LATE_12346_901_simple_ml-1.py"),
            *("o_neil_12347_902_simple_ml-2.py", "o_neil_12347_990_simple_ml.py"),
            *("loosejim_12348_903_my homework_1_2_3.py", "anon_k3Xq9_904_simple_ml.py"),
            *("LATE_anon_z_905_simple_ml.py", "roejohn_12349_text.html"),
            *("roejane_12350_link.html", "roejane_12350_906_simple_ml.py", "roejane_12350_9_a.pdf"),
            *("paper_12352_910_thoughts.pdf", "grades.csv"),
        ),
        "ziploc_12351_907_hw0-3.zip": inner,
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "canvas"
        assert summary(found) == {
            ("12345", 1): "doejane_12345_900_simple_ml.py",
            ("12346", 1): "müllerjörg_LATE_12346_901_simple_ml-1.py",
            ("12347", 1): "o_neil_12347_902_simple_ml-2.py",
            ("12347", 2): "o_neil_12347_990_simple_ml.py",
            ("12348", 1): "loosejim_12348_903_my homework_1_2_3.py",
            ("12349", 1): "Only text or a link was handed in, no file: "
            "upload the Python file itself.",
            ("12350", 1): "roejane_12350_906_simple_ml.py",
            ("12351", 1): "zipped",
            ("12352", 1): "thoughts.pdf can't be graded: "
            "hand in a folder or .py, .ipynb, .zip, .tar.gz, .tgz, .tar.",
            ("anon_k3Xq9", 1): "anon_k3Xq9_904_simple_ml.py",
            ("anon_z", 1): "LATE_anon_z_905_simple_ml.py",
        }
        late = {handin.student for handin in found.handins if handin.marked_late}
        assert late == {"12346", "anon_z"}
        assert {handin.name for handin in found.handins if handin.student == "12347"} == {"o_neil"}
        assert found.remarks == (
            "grades.csv is left aside: it is not called as Canvas calls submissions.",
            "roejane_12350_link.html is left aside: "
            "it is text or a link beside the files of that student.",
        )


@HOW
def test_files_of_one_user_belong_together(tmp_path: Path, how: str) -> None:
    files = same(
        *("doejane_1_10_perceptron.py", "doejane_1_11_logistic-1.py"),
        *("doejane_1_12_perceptron-1.py", "doejane_1_13_helper-2.py"),
        *("roejohn_2_14_perceptron.py", "roejohn_2_15_notes.txt"),
    )
    with opened(WAYS[how](tmp_path, files), None, "perceptron", "logistic") as found:
        works = submissions(found)
    assert sorted(works) == [("1", 1), ("1", 2), ("2", 1)]
    assert works["1", 1].files == {
        "perceptron.py": b"doejane_1_10_perceptron.py",
        "logistic.py": b"doejane_1_11_logistic-1.py",
        "helper-2.py": b"doejane_1_13_helper-2.py",
    }
    assert works["1", 2].files == {
        "perceptron.py": b"doejane_1_12_perceptron-1.py",
        "logistic.py": b"doejane_1_11_logistic-1.py",
        "helper-2.py": b"doejane_1_13_helper-2.py",
    }
    assert works["2", 1].modules == {"perceptron": "perceptron.py"}
    assert "no logistic.py" in works["2", 1].problems["logistic"]
    assert set(works["2", 1].files) == {"perceptron.py", "notes.txt"}


def test_the_name_of_a_file_makes_nobody_somebody_else(tmp_path: Path) -> None:
    files = same("eve_66_1_bob_77_2_simple_ml.py", "bob_77_3_simple_ml.py")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert summary(found) == {
            ("66", 1): "eve_66_1_bob_77_2_simple_ml.py",
            ("77", 1): "bob_77_3_simple_ml.py",
        }


def test_a_download_of_one_student_is_recognised_beside_other_things(tmp_path: Path) -> None:
    files = same("doejane_12345_9_simple_ml.py", "grades.csv", "README.md")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert found.layout == "canvas"
        assert [handin.student for handin in found.handins] == ["12345"]


def test_a_few_files_with_numbers_make_no_download(tmp_path: Path) -> None:
    files = same("hw_2023_10_alice.py", "bob.py", "carol/simple_ml.py")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert found.layout == "folders"


def test_unpacked_archives_of_canvas_are_taken_as_folders(tmp_path: Path) -> None:
    files = same("doejane_1_10_hw0/simple_ml.py", "roejohn_2_11_simple_ml.py")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert found.layout == "canvas"
        assert summary(found)["1", 1] == "doejane_1_10_hw0/simple_ml.py"


# Notebooks


def python(text: str) -> bytes:
    """A notebook; `summary` shows the Python in it."""
    return book(text)


@HOW
@pytest.mark.parametrize(
    ("files", "shown"),
    [
        ({"alice/simple_ml.ipynb": "a"}, {("alice", 1): "a"}),
        ({"alice/src/simple_ml.ipynb": "a", "alice/hw/x.txt": ""}, {("alice", 1): "a"}),
        ({"alice/deep/er/My Work.ipynb": "a"}, {("alice", 1): "a"}),
        ({"alice.ipynb": "a", "carol.IPYNB": "c"}, {("alice", 1): "a", ("carol", 1): "c"}),
        (
            {"alice_attempt_1.ipynb": "a", "alice_attempt_2.py": "b"},
            {("alice", 1): "a", ("alice", 2): "b"},
        ),
        (
            {"alice/1/simple_ml.py": "a", "alice/2/simple_ml.ipynb": "b"},
            {("alice", 1): "a", ("alice", 2): "b"},
        ),
    ],
)
def test_a_student_may_hand_in_a_notebook(
    tmp_path: Path, how: str, files: dict[str, str], shown: dict[tuple[str, int], str]
) -> None:
    made = {
        name: text.encode() if name.endswith((".py", ".txt")) else python(text)
        for name, text in {"bob.py": "bob", **files}.items()
    }
    with opened(WAYS[how](tmp_path, made)) as found:
        works = {key: text.rstrip("\n") for key, text in summary(found).items()}
    assert works == {**shown, ("bob", 1): "bob"}


@HOW
def test_notebooks_in_a_download_of_canvas(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"hw0/simple_ml.ipynb": python("zipped")}).read_bytes()
    files = {
        "doejane_1_901_simple_ml.ipynb": python("first"),
        "doejane_1_902_simple_ml-1.ipynb": python("second"),
        "roejohn_2_903_Homework 0.ipynb": python("any name"),
        "roejohn_2_904_data.zip": b"PK not needed",
        "poejack_3_905_hw0.zip": inner,
        "noeanna_4_906_helper.py": b"helper",
        "noeanna_4_907_simple_ml.ipynb": python("beside a helper"),
        "foeeric_5_908_mine.py": b"the file of Python",
        "foeeric_5_909_mine.ipynb": python("of no account"),
        "toetina_6_910_a.ipynb": python("a"),
        "toetina_6_911_b.ipynb": python("b"),
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "canvas"
        works = summary(found)
        anna = found.read(found.handins[4])
    assert works == {
        ("1", 1): "first\n",
        ("1", 2): "second\n",
        ("2", 1): "any name\n",
        ("3", 1): "zipped\n",
        ("4", 1): "beside a helper\n",
        ("5", 1): "the file of Python",
        ("6", 1): "There is no simple_ml.py in the submission; it holds a.ipynb, b.ipynb. "
        "A notebook counts if it is called simple_ml.ipynb.",
    }
    assert set(anna.files) == {"simple_ml.py", "helper.py"}
    assert anna.locate("simple_ml.py", 1) == ("simple_ml.ipynb", 1, 1)


@HOW
def test_notebooks_of_an_assignment_with_two_modules(tmp_path: Path, how: str) -> None:
    files = {
        "alice/1/perceptron.ipynb": python("p"),
        "alice/2/logistic.ipynb": python("l"),
        "bob/perceptron.ipynb": python("p"),
        "bob/logistic.py": b"l",
        "carol/hw1.ipynb": python("both"),
    }
    with opened(WAYS[how](tmp_path, files), None, "perceptron", "logistic") as found:
        works = submissions(found)
    assert works["alice", 1].modules == {
        "perceptron": "1/perceptron.py",
        "logistic": "2/logistic.py",
    }
    assert works["bob", 1].files == {"perceptron.py": b"p\n", "logistic.py": b"l"}
    assert works["carol", 1].problems["logistic"] == (
        "There is no logistic.py in the submission; it holds hw1.ipynb. "
        "A notebook counts if it is called logistic.ipynb."
    )


def test_a_class_of_one_student_with_a_notebook_is_no_class(tmp_path: Path) -> None:
    laid_out(tmp_path / "class", {"simple_ml.ipynb": python("a"), "notes.txt": b""})
    with pytest.raises(UsageError, match=r"one submission, since it holds simple_ml\.ipynb"):
        opened(tmp_path / "class")


@HOW
def test_a_notebook_counts_beside_the_stub_that_nobody_filled_in(tmp_path: Path, how: str) -> None:
    files = {
        "alice/simple_ml.py": b"stub\r\n",
        "alice/simple_ml.ipynb": python("a"),
        "bob/simple_ml.py": b"filled in",
        "bob/simple_ml.ipynb": python("b"),
    }
    path = WAYS[how](tmp_path, files)
    with open_class(path, [MODULE], zone=ZONE, stubs={MODULE: b"stub\n"}) as found:
        assert summary(found) == {("alice", 1): "a\n", ("bob", 1): "filled in"}


# Moodle


@HOW
def test_a_download_of_moodle(tmp_path: Path, how: str) -> None:
    inner = zipped(tmp_path / "b.zip", {"hw0/simple_ml.py": b"zipped"}).read_bytes()
    files = {
        **same(
            "Jane Doe_101_assignsubmission_file_/simple_ml.py",
            "Zoë O'Neil-Smith_x_102_assignsubmission_file/done/simple_ml.py",
            "Zoë O'Neil-Smith_x_102_assignsubmission_file/done/notes.txt",
            "Zoë O'Neil-Smith_x_102_assignsubmission_onlinetext/onlinetext.html",
            "李 明_103_assignsubmission_onlinetext_/onlinetext.html",
            "Al Bo_104_assignsubmission_file_/homework.py",
            "Flat One_105_assignsubmission_file_simple_ml.py",
            "Flat One_105_assignsubmission_file_helper.py",
            "Eve_107_assignsubmission_file_/report.pdf",
            "index.html",
        ),
        "Nora_108_assignsubmission_file_/simple_ml.ipynb": book("nora = 1"),
        "Zip Per_106_assignsubmission_file_/hw.zip": inner,
    }
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "moodle"
        assert summary(found) == {
            ("101", 1): "Jane Doe_101_assignsubmission_file_/simple_ml.py",
            ("102", 1): "Zoë O'Neil-Smith_x_102_assignsubmission_file/done/simple_ml.py",
            ("103", 1): "Only text was handed in, no file: upload the Python file itself.",
            ("104", 1): "Al Bo_104_assignsubmission_file_/homework.py",
            ("105", 1): "Flat One_105_assignsubmission_file_simple_ml.py",
            ("106", 1): "zipped",
            ("107", 1): "report.pdf can't be graded: "
            "hand in a folder or .py, .ipynb, .zip, .tar.gz, .tgz, .tar.",
            ("108", 1): "nora = 1\n",
        }
        assert [handin.name for handin in found.handins] == [
            *("Jane Doe", "Zoë O'Neil-Smith_x", "李 明", "Al Bo", "Flat One", "Zip Per", "Eve"),
            "Nora",
        ]
        assert found.remarks == (
            "index.html is left aside: it is not called as Moodle calls submissions.",
            "Zoë O'Neil-Smith_x_102_assignsubmission_onlinetext is left aside: "
            "it is text beside the files of that participant.",
        )
        (flat,) = (handin for handin in found.handins if handin.student == "105")
        assert set(found.read(flat).files) == {"simple_ml.py", "helper.py"}


def test_who_names_another_participant_in_a_file_stays_who_they_are(tmp_path: Path) -> None:
    name = "Eve_66_assignsubmission_file_Bob_77_assignsubmission_file_simple_ml.py"
    files = same(name, "Bob_77_assignsubmission_file_simple_ml.py")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert summary(found)["66", 1] == name
        assert summary(found)["77", 1] == "Bob_77_assignsubmission_file_simple_ml.py"
        assert "names two participants" in found.remarks[0]


# Gradescope

METADATA = """\
---
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: '007'
    :email: jane@uni.edu
  :created_at: 2023-10-04 23:55:00.123456789 -07:00
  :score: 12.5
  :status: processed
  :history:
  - :id: 9
    :created_at: 2023-10-01 08:00:00.000000000 Z
    :score: 0.0
submission_12:
  :submitters:
  - :name: Al Bo
    :sid:
    :email: al@uni.edu
  - :name: "Zoë O'Neil"
    :sid: '2e5'
    :email: zoe@uni.edu
  :created_at: '2023-10-04T23:55:00Z'
submission_10:
  :submitters:
  - :name: Jane Doe
    :sid: '007'
    :email: jane@uni.edu
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: &1 2023-10-05 08:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/Los_Angeles
    time: 2023-10-05 01:00:00.000000000 Z
submission_99:
  :submitters:
  - :name: Gone
    :sid: '9'
"""


def export(metadata: bytes | str = METADATA, *more: str) -> dict[str, bytes]:
    text = metadata if isinstance(metadata, bytes) else metadata.encode()
    names = ("submission_10", "submission_11", "submission_12", *more)
    return {
        "submission_metadata.yml": text,
        **same(*(f"{name}/simple_ml.py" for name in names)),
    }


@HOW
def test_an_export_of_gradescope(tmp_path: Path, how: str) -> None:
    files = {**export(METADATA, "submission_13"), "notes.txt": b""}
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "gradescope"
        assert summary(found) == {
            ("007", 1): "submission_11/simple_ml.py",
            ("007", 2): "submission_10/simple_ml.py",
            ("2e5", 1): "submission_12/simple_ml.py",
            ("al@uni.edu", 1): "submission_12/simple_ml.py",
            ("submission_13", 1): "submission_13/simple_ml.py",
        }
        jane, again, zoe, al, _ = found.handins
        assert (jane.name, jane.email) == ("Jane Doe", "jane@uni.edu")
        assert jane.submitted == datetime(2023, 10, 5, 6, 55, 0, 123456, UTC)
        assert again.submitted == datetime(2023, 10, 5, 8, tzinfo=UTC)
        assert al.submitted == zoe.submitted == datetime(2023, 10, 4, 23, 55, tzinfo=UTC)
        assert al.place == zoe.place
        assert found.remarks == (
            "notes.txt is left aside: it is in no folder of a submission.",
            "submission_13 is not in submission_metadata.yml: its name stands for the student.",
            "submission_99 is in submission_metadata.yml, but there is no such folder.",
        )


@pytest.mark.parametrize(
    "metadata",
    [
        b"submission_10: {",
        b"\xff\xfe\xfa",
        b"just words",
        b"- a\n- b\n",
        b"",
        b"[" * 200_000,
        b"a: " + b"{a: " * 100_000,
        b"!!python/object/apply:os.system ['touch /tmp/never']",
    ],
    ids=["cut off", "no text", "words", "list", "empty", "deep", "deep map", "object"],
)
def test_metadata_that_can_not_be_read_costs_the_names_only(
    tmp_path: Path, metadata: bytes
) -> None:
    with opened(laid_out(tmp_path / "class", export(metadata))) as found:
        assert found.layout == "gradescope"
        assert [handin.student for handin in found.handins] == [
            *("submission_10", "submission_11", "submission_12"),
        ]
        (remark,) = found.remarks
        assert remark.startswith("submission_metadata.yml can't be read (")
        assert_sound(found)


def test_metadata_without_end_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gradescope, "MAX_METADATA", 100)
    with opened(laid_out(tmp_path / "class", export())) as found:
        assert "larger than" in found.remarks[0]


@pytest.mark.parametrize(
    "metadata",
    [
        "submission_10: 7\n",
        "submission_10:\n  :submitters: 7\n",
        "submission_10:\n  :submitters: [7, [a], {x: y}]\n",
        "submission_10:\n  :submitters:\n  - :name: [a]\n    :sid: {b: c}\n",
        "submission_10:\n  :created_at: [1]\n  :submitters: []\n",
    ],
)
def test_metadata_of_another_shape_names_nobody(tmp_path: Path, metadata: str) -> None:
    with opened(laid_out(tmp_path / "class", export(metadata))) as found:
        assert len(found.handins) == 3
        assert found.handins[0].student == "submission_10"
        assert_sound(found)


def test_who_is_named_twice_has_handed_in_once(tmp_path: Path) -> None:
    one = "  - :name: Jane Doe\n    :sid: '1'\n"
    with opened(
        laid_out(tmp_path / "class", export(f"submission_10:\n  :submitters:\n{one}{one}"))
    ) as it:
        assert [handin.attempt for handin in it.handins if handin.student == "1"] == [1]


# Repositories


@HOW
def test_repositories_of_a_classroom(tmp_path: Path, how: str) -> None:
    files = same(
        *("hw-0-alice/simple_ml.py", "hw-0-alice/.git/config", "hw-0-bob-x/simple_ml.py"),
        *("hw-0-bob-x/.git/HEAD", "hw-0-carol/README.md", "other/simple_ml.py", "list.csv"),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        assert found.layout == "classroom"
        assert summary(found) == {
            ("alice", 1): "hw-0-alice/simple_ml.py",
            ("bob-x", 1): "hw-0-bob-x/simple_ml.py",
            ("carol", 1): "There is no simple_ml.py in the submission.",
        }
        assert found.remarks == (
            "list.csv is left aside: it is not a folder hw-0-….",
            "other is left aside: it is not a folder hw-0-….",
        )
        assert not any(".git" in name for it in submissions(found).values() for name in it.files)


def test_a_roster_decides_where_user_names_begin(tmp_path: Path) -> None:
    files = same(*(f"hw0-{name}/{file}" for name in ("x-al", "x-bo") for file in (".git/a", "b")))
    folder = laid_out(tmp_path / "class", files)
    with opened(folder) as found:
        assert [handin.student for handin in found.handins] == ["al", "bo"]
    roster = listed(tmp_path, "id,github\n1,X-al\n")
    with opened(folder, roster) as found:
        assert [handin.student for handin in found.handins] == ["1", "x-bo"]
        assert found.remarks == ("x-bo (hw0-x-bo) is not on the roster; graded all the same.",)


def test_one_student_with_a_repository_makes_no_classroom(tmp_path: Path) -> None:
    files = same("my-alice/.git/config", "my-alice/simple_ml.py", "my-bob/a.py", "carol/a.py")
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert found.layout == "folders"
        assert [handin.student for handin in found.handins] == ["carol", "my-alice", "my-bob"]


# Rosters


def listed(tmp_path: Path, text: str) -> Roster:
    path = tmp_path / "roster.csv"
    path.write_text(text, encoding="utf-8")
    return read_roster(path)


def test_a_roster_gives_keys_and_names_and_tells_who_is_missing(tmp_path: Path) -> None:
    roster = listed(
        tmp_path, "id,login,name,email\n1,al,Al Bo,al@x\n2,jane,Jane Doe,jane@x\n3,zo,Zo,zo@x\n"
    )
    files = same("al/simple_ml.py", "jane@x.py", "Doe Jane.py", "stranger.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert [(it.student, it.attempt, it.name, it.email) for it in found.handins] == [
            ("1", 1, "Al Bo", "al@x"),
            ("2", 1, "Jane Doe", "jane@x"),
            ("Doe Jane", 1, "", ""),
            ("stranger", 1, "", ""),
        ]
        assert [person.key for person in found.missing] == ["3"]
        assert found.remarks == (
            "Doe Jane (Doe Jane.py) is not on the roster; graded all the same.",
            "stranger (stranger.py) is not on the roster; graded all the same.",
        )


def test_a_name_is_enough_where_nobody_else_has_the_key(tmp_path: Path) -> None:
    roster = listed(tmp_path, "id,name\n1,Jane Doe\n2,Al Bo\n")
    files = same("Doe, Jane/simple_ml.py", "AL BO.py", "Bo, Al.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert [(handin.student, handin.attempt) for handin in found.handins] == [
            *(("1", 1), ("2", 1), ("2", 2)),
        ]
        assert found.remarks == (
            "AL BO.py, Bo, Al.py are all of 2: they count as attempts in this order.",
        )


def test_who_takes_anothers_name_does_not_become_them(tmp_path: Path) -> None:
    metadata = (
        "submission_10:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '1'\n"
        "submission_11:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '666'\n"
    )
    roster = listed(tmp_path, "sid,name\n1,Jane Doe\n2,Eve\n")
    with opened(laid_out(tmp_path / "class", export(metadata)), roster) as found:
        assert {handin.student for handin in found.handins} == {"1", "666", "submission_12"}
        assert "666 (submission_11) is not on the roster; graded all the same." in found.remarks
        assert [person.key for person in found.missing] == ["2"]


def test_a_roster_that_nobody_is_on_is_an_error_of_the_call(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "class", same("al/simple_ml.py", "bo/simple_ml.py"))
    with pytest.raises(UsageError) as caught:
        opened(folder, listed(tmp_path, "id,name\n1,Jane Doe\n2,Cy Du\n3,Ed Fu\n"))
    said = str(caught.value)
    assert "nobody of 2 who handed in (such as al) is among the 3 on the roster (such as 1)" in said
    assert "exported in English" in said
    assert "--roster" in said
    assert len(said.splitlines()) == 1
    with opened(folder, listed(tmp_path, "id\nbo\n3\n")) as found:  # one is enough
        assert [handin.student for handin in found.handins] == ["al", "bo"]


def test_a_name_that_several_have_is_told_as_such(tmp_path: Path) -> None:
    people = "".join(f"{n},John Doe\n" for n in range(1, 8))
    folder = laid_out(tmp_path / "class", same("Doe John.py", "Al Bo.py"))
    with opened(folder, listed(tmp_path, "id,name\n1,John Doe\n2,John Doe\n3,Al Bo\n")) as found:
        assert [handin.student for handin in found.handins] == ["3", "Doe John"]
        assert found.remarks == (
            "Doe John (Doe John.py) fits 2 on the roster (1, 2) and is taken for none of them; "
            "graded all the same.",
        )
    (tmp_path / "class" / "Al Bo.py").unlink()
    with opened(folder, listed(tmp_path, f"id,name\n{people}")) as found:
        assert "fits 7 on the roster (1, 2, 3, 4, 5 …)" in found.remarks[0]


def test_the_test_student_of_canvas_is_not_missed_and_can_hand_in(tmp_path: Path) -> None:
    roster = listed(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 0 (77)\n    Points Possible,,,,,100\n"
        '"Doe, Jane",12345,s1,jane,A,\n"Student, Test",999,,5b0c2e,A,\n',
    )
    files = same("doejane_12345_9_simple_ml.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert found.missing == ()
    files = same("studenttest_999_10_simple_ml.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert [handin.student for handin in found.handins] == ["12345", "999"]
        assert found.remarks == ()


def test_a_worksheet_in_another_language_finds_its_participants(tmp_path: Path) -> None:
    roster = listed(
        tmp_path,
        "ID;Vollständiger Name;E-Mail-Adresse;Status;Bewertung;Bestbewertung\n"
        "Teilnehmer/in200001;Jane Doe;j@x;Abgegeben;;100,00\n"
        "Teilnehmer/in200002;Al Bo;a@x;Keine Abgabe;;100,00\n",
    )
    files = same("Jane Doe_200001_assignsubmission_file_/simple_ml.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert [handin.student for handin in found.handins] == ["200001"]
        assert [person.key for person in found.missing] == ["200002"]
        assert found.remarks == ()


def test_a_gradebook_of_canvas_knows_its_own_download(tmp_path: Path) -> None:
    roster = listed(
        tmp_path,
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 0 (77)\n    Points Possible,,,,,100\n"
        '"Doe, Jane",12345,s1,jane,A,\n"Müller, Jörg",12346,s2,joerg,A,\n',
    )
    with opened(laid_out(tmp_path / "class", same("doejane_12345_9_simple_ml.py")), roster) as it:
        assert [(handin.student, handin.name) for handin in it.handins] == [("12345", "Doe, Jane")]
        assert [person.key for person in it.missing] == ["12346"]


def test_a_worksheet_of_moodle_tells_when_it_was_submitted(tmp_path: Path) -> None:
    roster = listed(
        tmp_path,
        "Identifier,Full name,Email address,Status,Grade,Last modified (submission)\n"
        'Participant 101,Jane Doe,j@x,Submitted,,"Wednesday, 4 October 2023, 11:55 PM"\n'
        "Participant 102,Al Bo,a@x,No submission,,-\n",
    )
    files = same("Jane Doe_101_assignsubmission_file_/simple_ml.py")
    with opened(laid_out(tmp_path / "class", files), roster) as found:
        assert found.handins[0].submitted == datetime(2023, 10, 4, 23, 55, tzinfo=ZONE)
        assert found.handins[0].email == "j@x"
        assert [person.key for person in found.missing] == ["102"]


# What is no class


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "holds nothing that looks like submissions"),
        (same("README.md", "grades.csv"), "holds nothing that looks like submissions"),
        (same("submission_metadata.yml"), "holds nothing that looks like submissions"),
        (same("simple_ml.py", "helper.py", "README.md"), "looks like one submission"),
        (same("src/simple_ml.py", "README.md"), "looks like one submission"),
        (
            same("simple_ml.py", "checks.py", "cases.py", "assignment.toml", "data/digits.npz"),
            "looks like one submission",
        ),
    ],
)
def test_what_holds_no_class_is_an_error_of_the_call(
    tmp_path: Path, files: Files, said: str
) -> None:
    for way in ("folder", "zip"):
        with pytest.raises(UsageError, match=said) as caught:
            opened(WAYS[way](tmp_path, {"./": b"", **files}))
        assert "class" in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1


def test_a_path_that_is_no_class_is_an_error_of_the_call(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_bytes(SOURCE)
    (tmp_path / "broken.zip").write_bytes(b"PK nothing")
    (tmp_path / "broken.tar.gz").write_bytes(b"nothing")
    (tmp_path / "empty.tar").write_bytes(b"")
    whole = tarred(tmp_path / "whole.tar.gz", same(*(f"{n}/simple_ml.py" for n in range(99))))
    (tmp_path / "cut.tar.gz").write_bytes(whole.read_bytes()[:-20])
    plain = tarred(tmp_path / "plain.tar", same(*(f"{n}/simple_ml.py" for n in range(99))))
    (tmp_path / "cut.tar").write_bytes(plain.read_bytes()[: 512 * 20])
    damaged = bytearray(plain.read_bytes())
    damaged[512 * 20 : 512 * 20 + 100] = b"x" * 100
    (tmp_path / "damaged.tar").write_bytes(damaged)
    rotten = bytearray(whole.read_bytes())
    rotten[-8] ^= 0xFF  # the checksum
    (tmp_path / "rotten.tar.gz").write_bytes(rotten)
    for name, said in {
        "rotten.tar.gz": "is not a readable archive",
        "nowhere": "there are no submissions at",
        "one.py": "is no class: name a folder or one of .zip",
        "broken.zip": "is not a readable archive",
        "broken.tar.gz": "is not a readable archive",
        "empty.tar": "is not a readable archive",
        "cut.tar.gz": "is not a readable archive",
        "cut.tar": "is not a readable archive",
        "damaged.tar": "is not a readable archive",
    }.items():
        with pytest.raises(UsageError) as caught:
            opened(tmp_path / name)
        assert said in str(caught.value)
        assert name in str(caught.value)


def test_an_archive_of_one_students_folder_is_a_class_of_one(tmp_path: Path) -> None:
    for files in (same("alice/simple_ml.py", "alice/helper.py"), same("alice/src/simple_ml.py")):
        with opened(zipped(tmp_path / "class.zip", files)) as found:
            assert [handin.student for handin in found.handins] == ["alice"]


def test_the_homework_itself_beside_the_students_is_left_aside(tmp_path: Path) -> None:
    with opened(laid_out(tmp_path / "class", same("alice/simple_ml.py", "simple_ml.py"))) as found:
        assert [handin.student for handin in found.handins] == ["alice"]
        assert "simple_ml.py is left aside: it is called after the homework" in found.remarks[0]


def test_a_class_that_is_closed_reads_nothing(tmp_path: Path) -> None:
    found = opened(zipped(tmp_path / "class.zip", same("alice.py", "bob.py")))
    found.close()
    with pytest.raises(ValueError, match="closed"):
        found.read(found.handins[0])


# What is hostile

GOOD = "good/simple_ml.py"


def only_good(found: ClassFolder) -> dict[str, str]:
    """The problems of all others: the good student has none."""
    works = {student: text for (student, _), text in summary(found).items()}
    assert works.pop("good") == GOOD
    return works


@ARCHIVES
def test_names_that_lead_elsewhere_concern_nobody_else(tmp_path: Path, how: str) -> None:
    files = same(
        *(GOOD, "evil/simple_ml.py", "evil/../good/simple_ml.py", "evil/../../x.py"),
        *("other/simple_ml.py", "other/./././a.py"),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        works = only_good(found)
        assert works["other"] == "other/simple_ml.py"
        assert works["evil"].startswith("evil holds a name that leads out of the archive")


def test_names_above_the_class_are_left_aside(tmp_path: Path) -> None:
    names = ["../up.py", "/etc/abs.py", "C:\\drive.py", "..", "a\\..\\..\\b.py", "x" * 2000]
    with opened(zipped(tmp_path / "class.zip", same(GOOD, *names))) as found:
        works = only_good(found)
        assert list(works) == ["a"]
        assert "leads out" in works["a"]
        assert len(found.remarks) == 5
        assert all("no file can be called so" in line for line in found.remarks)


@HOW
def test_names_with_breaks_and_controls_are_shown_harmlessly(tmp_path: Path, how: str) -> None:
    files = same(
        *(GOOD, "a\nb/simple_ml.py", "a\nc\x1b[31m.py", "\u202eevil.zip", "li\nst.csv"),
        *("d/simple_ml.py", "d/x\ny.py"),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        works = only_good(found)
        assert works["a␊b"] == "a\nb/simple_ml.py"
        assert works["a␊c␛[31m"] == "a\nc\x1b[31m.py"
        assert "not a readable archive" in works["\ufffdevil"]
        assert works["d"] == "d/simple_ml.py"
        assert found.remarks[0].startswith("li␊st.csv is left aside")


@HOW
def test_names_of_loose_files_are_made_harmless(tmp_path: Path, how: str) -> None:
    files = same(
        *("a_1_2_simple_ml.py", "a_1_3_x\ny.txt", "a_1_4_..", "a_1_5_.hid", "b_2_6_\n.pdf"),
        "c_3_7_simple_ml.py",
        "c_3_8_" + "x" * 210 + ".csv",
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        works = submissions(found)
        assert_sound(found)
        assert set(works["1", 1].files) == {"simple_ml.py", "x␊y.txt"}
        assert works["2", 1].problems[MODULE].startswith("␊.pdf can't be graded")
        assert all(len(name.encode()) <= 200 for name in works["3", 1].files)


def test_long_keys_and_keys_that_look_alike_stay_apart(tmp_path: Path) -> None:
    files = same(
        "a\x01.py", "a\u2401.py", "x" * 230 + "1.py", "x" * 230 + "2.py", "Bob.py", "bob.py"
    )
    with opened(laid_out(tmp_path / "class", files)) as found:
        assert_sound(found)
        assert len({handin.student for handin in found.handins}) == 6
        assert {"a␁", "a␁~2"} <= {handin.student for handin in found.handins}
        assert "Bob and bob differ in case only: they are taken for two students." in found.remarks


def test_links_on_the_disk_are_not_followed(tmp_path: Path) -> None:
    secret = laid_out(tmp_path / "secret", {"simple_ml.py": b"secret"})
    folder = laid_out(tmp_path / "class", same(GOOD, "evil/notes.txt"))
    (folder / "evil" / "simple_ml.py").symlink_to("/etc/passwd")
    (folder / "evil" / "more").symlink_to(secret, target_is_directory=True)
    (folder / "linked").symlink_to(secret, target_is_directory=True)
    (folder / "file.py").symlink_to("/etc/passwd")
    (folder / "dangling").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.py")
    with opened(folder) as found:
        works = only_good(found)
        assert works == {"evil": "There is no simple_ml.py in the submission."}
        assert [line.split(" ")[0] for line in found.remarks] == [
            *("dangling", "file.py", "linked", "pipe.py"),
        ]
        assert not any(b"root:" in it or b"secret" in it for it in everything(found))


def everything(found: ClassFolder) -> list[bytes]:
    return [data for work in submissions(found).values() for data in work.files.values()]


def test_a_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "class", same(GOOD, "evil.py", "gone.py", "flat_1_2.py"))
    with opened(folder) as found:
        (folder / "evil.py").unlink()
        (folder / "evil.py").symlink_to("/etc/passwd")
        (folder / "gone.py").unlink()
        works = only_good(found)
        assert works["evil"] == "evil.py can't be read: it is not a file."
        assert works["gone"] == "gone.py can't be read: No such file or directory."


def test_links_in_archives_are_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "class.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for name, kind, target in (
            ("evil/simple_ml.py", tarfile.SYMTYPE, "/etc/passwd"),
            ("hard/simple_ml.py", tarfile.LNKTYPE, "good/simple_ml.py"),
            ("device/simple_ml.py", tarfile.CHRTYPE, ""),
            ("linked", tarfile.SYMTYPE, "/etc"),
        ):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, target
            packed.addfile(entry)
        entry = tarfile.TarInfo(GOOD)
        entry.size = len(GOOD)
        packed.addfile(entry, io.BytesIO(GOOD.encode()))
    with opened(path) as found:
        works = only_good(found)
        assert set(works.values()) == {"There is no simple_ml.py: nothing was handed in."}
        assert found.remarks == ("linked is left aside: it is a link, and links are not followed.",)
    path = zipped(tmp_path / "class.zip", same(GOOD))
    with zipfile.ZipFile(path, "a") as file:
        link = zipfile.ZipInfo("evil/simple_ml.py")
        link.external_attr = 0o120777 << 16
        file.writestr(link, "/etc/passwd")
    with opened(path) as found:
        assert only_good(found) == {"evil": "There is no simple_ml.py: nothing was handed in."}


@HOW
def test_bombs_harm_those_who_packed_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(archive, "MAX_BYTES", 4 << 20)
    monkeypatch.setattr(submission, "MAX_SOURCE_BYTES", 1 << 20)
    bomb = zipped(tmp_path / "bomb.zip", {"a.bin": bytes(30 << 20)}).read_bytes()
    files = {
        GOOD: GOOD.encode(),
        "evil.zip": bomb,
        "folder/bomb.zip": bomb,
        "evil2/../bomb.zip" if how != "folder" else "evil2/x.txt": b"",
        "thick/simple_ml.py": bytes(20 << 20),
        "data/simple_ml.py": SOURCE,
        "data/train.bin": bytes(20 << 20),
    }
    path = WAYS[how](tmp_path, files)
    tracemalloc.start()
    try:
        with opened(path) as found:
            works = only_good(found)
            peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12 << 20
    assert works["evil"] == "evil.zip unpacks to more than 4 MiB."
    assert works["folder"] == "bomb.zip unpacks to more than 4 MiB."
    assert works["thick"] == "thick holds more than 1 MiB of Python files. Leave out environments."
    assert works["data"] == SOURCE.decode()


@HOW
def test_a_student_with_too_many_files_is_refused_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(submission, "MAX_VISITED", 200)
    monkeypatch.setattr("grader.batch.packed.MAX_VISITED", 200)
    files = same(
        *(GOOD, *(f"many/{n}.txt" for n in range(201)), "some/simple_ml.py"),
        *(f"some/.git/{n}" for n in range(300)),
    )
    with opened(WAYS[how](tmp_path, files)) as found:
        works = only_good(found)
        assert works["some"] == "some/simple_ml.py"
        assert works["many"] == (
            "many holds more than 200 files: hand in the folder of this homework only."
        )


@pytest.mark.parametrize("how", ["zip", "tar.gz"])
def test_a_student_of_twenty_thousand_files_is_one_student(tmp_path: Path, how: str) -> None:
    files = same(GOOD, "many/simple_ml.py", *(f"many/d{n % 7}/{n}.txt" for n in range(20_000)))
    with opened(WAYS[how](tmp_path, files)) as found:
        assert only_good(found) == {"many": "many/simple_ml.py"}


@HOW
def test_what_lies_absurdly_deep_is_not_looked_at(tmp_path: Path, how: str) -> None:
    deep = "/".join(["d"] * 150)
    files = same(GOOD, "evil/simple_ml.py", f"evil/{deep}/simple_ml.py")
    with opened(WAYS[how](tmp_path, files)) as found:
        assert only_good(found) == {"evil": "evil/simple_ml.py"}
        assert all(len(work.files) == 1 for work in submissions(found).values())


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_archive_that_has_something_twice_has_it_not(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as packed:
        names = [GOOD, "evil/simple_ml.py", "evil/simple_ml.py", "flat.py", "flat.py"]
        for name in [*names, "clash", "clash/simple_ml.py", "in/a", "in/a/simple_ml.py"]:
            packed.writestr(name, name)
    with opened(path) as found:
        assert only_good(found) == {
            "evil": "evil has two entries named 'simple_ml.py'.",
            "flat": "The archive has 2 entries named 'flat.py'.",
            "clash": "clash has two entries named 'clash'.",
            "in": "in has an entry inside a file: 'a/simple_ml.py'.",
        }


def test_entries_that_can_not_be_read_harm_only_theirs(tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "class.zip", same(GOOD, "locked/simple_ml.py", "broken/simple_ml.py", "x/a.txt")
    )
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as packed:
        starts = {entry.filename: entry.header_offset for entry in packed.infolist()}
    body = starts["broken/simple_ml.py"] + 30 + len("broken/simple_ml.py")
    data[body : body + 8] = b"\xff" * 8
    central = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 1)
    data[central + 8] |= 1
    data[starts["locked/simple_ml.py"] + 6] |= 1
    path.write_bytes(data)
    with opened(path) as found:
        works = only_good(found)
        assert works["locked"] == (
            "simple_ml.py can't be read: it is encrypted; pack it without a password."
        )
        assert works["broken"].startswith("simple_ml.py can't be read: it is damaged (")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_inflate_without_a_limit_are_refused(tmp_path: Path, method: int) -> None:
    path = zipped(tmp_path / "class.zip", same(GOOD))
    with zipfile.ZipFile(path, "a", method) as packed:
        packed.writestr("evil/simple_ml.py", bytes(1 << 20))
        packed.writestr("flat.py", bytes(1 << 20))
    with opened(path) as found:
        works = only_good(found)
        assert "it is packed in an unusual way" in works["evil"]
        assert "it is packed in an unusual way" in works["flat"]


def test_names_in_old_encodings_are_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "class.zip", same(GOOD, "xxxxxx/simple_ml.py", "yyyyyy/simple_ml.py"))
    data = path.read_bytes()
    data = data.replace(b"xxxxxx", "Jürgä".encode("cp437") + b"x").replace(
        b"yyyyyy", "Zoëé".encode()
    )
    path.write_bytes(data)
    with opened(path) as found:
        assert {handin.student for handin in found.handins} == {"good", "Jürgäx", "Zoëé"}


def test_a_folder_that_may_not_be_read_is_a_problem_of_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = laid_out(tmp_path / "class", same(GOOD, "locked/simple_ml.py", "file.py"))
    closed = {str(folder / "locked"), str(folder / "file.py")}

    def guarded(call: Callable[..., Any]) -> Callable[..., Any]:
        # Permissions would not do: root may read everything.
        def attempt(path: Any, *args: Any, **named: Any) -> Any:
            if isinstance(path, str | Path) and str(path) in closed:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return call(path, *args, **named)

        return attempt

    for name in ("open", "scandir", "listdir"):
        monkeypatch.setattr(os, name, guarded(getattr(os, name)))
    with opened(folder) as found:
        works = only_good(found)
    assert "no simple_ml.py" in works["locked"]
    assert works["file"] == "What was handed in can't be read: Permission denied."


def test_names_that_are_no_text_are_kept_and_shown(tmp_path: Path) -> None:
    folder = laid_out(tmp_path / "class", same(GOOD))
    os.mkdir(os.fsencode(folder) + b"/J\xfcrgen")
    Path(os.fsdecode(os.fsencode(folder) + b"/J\xfcrgen/simple_ml.py")).write_bytes(SOURCE)
    with opened(folder) as found:
        assert only_good(found) == {"J\ufffdrgen": SOURCE.decode()}


def test_a_class_of_many_thousand_entries_is_taken(
    tmp_path: Path,
) -> None:
    count = 10_000
    path = zipped(
        tmp_path / "class.zip", same(*(f"{n}/{m}.py" for n in range(count) for m in "abc"))
    )
    with opened(path) as found:
        assert len(found.handins) == count
        last = max(found.handins, key=lambda handin: int(handin.student))
        assert set(found.read(last).files) == {"a.py", "b.py", "c.py"}


def test_the_same_class_is_the_same_in_every_way(tmp_path: Path) -> None:
    names = [
        f"s{n}/{file}" for n in range(30) for file in ("simple_ml.py", "x/y.txt", ".h", "z.csv")
    ]
    seen = []
    for how, way in WAYS.items():
        (tmp_path / how).mkdir()
        with opened(way(tmp_path / how, same(*names))) as found:
            files = [dict(work.files) for work in submissions(found).values()]
            seen.append((found.layout, found.handins, found.remarks, files))
    assert all(it == seen[0] for it in seen)


# Going back in a gzipped stream


@pytest.mark.parametrize("most", [2, 256])
def test_a_gzipped_stream_is_read_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(rewind, "_STEP", 5_000)
    monkeypatch.setattr(rewind, "_MOST_MARKS", most)
    chance = random.Random(7)
    whole = b"".join(b"%d " % chance.randrange(9999) for _ in range(40_000))
    half = len(whole) // 2
    packed = gzip.compress(whole[:half]) + gzip.compress(whole[half:]) + bytes(100)
    (tmp_path / "x.gz").write_bytes(packed)
    with Rewindable(open(tmp_path / "x.gz", "rb")) as stream:
        for _ in range(300):
            place, size = chance.randrange(len(whole) + 50), chance.randrange(9_000)
            stream.seek(place)
            got = b""
            while len(got) < size and (more := stream.read(size - len(got))):
                got += more
            assert got == whole[place : place + size]
            assert stream.tell() == place + len(got)
        with pytest.raises(io.UnsupportedOperation):
            stream.seek(0, io.SEEK_END)


def test_students_of_a_tar_are_read_in_any_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewind, "_STEP", 10_000)
    files = {f"s{n:03}/simple_ml.py": os.urandom(3_000).hex().encode() for n in range(100)}
    with opened(tarred(tmp_path / "class.tar.gz", files)) as found:
        for handin in [*found.handins[::-1], *found.handins[::3]]:
            work = found.read(handin)
            assert work.files["simple_ml.py"] == files[f"{handin.student}/simple_ml.py"]


def test_a_tree_names_what_it_holds(tmp_path: Path) -> None:
    tree = open_packed(zipped(tmp_path / "class.zip", same("a/b/c.py", "a/d.py", "e.py", "f/")))
    assert [(it.name, it.kind) for it in tree.entries()] == [
        *(("a", "folder"), ("e.py", "file"), ("f", "folder")),
    ]
    assert [(it.name, it.kind) for it in tree.entries("a")] == [("b", "folder"), ("d.py", "file")]
    assert [it.name for it in tree.entries("a/b")] == ["c.py"]
    assert tree.entries("nowhere") == []
    tree.close()


def test_a_handin_is_a_plain_value() -> None:
    assert Handin("alice") == Handin("alice", attempt=1)
    assert len({Handin("alice"), Handin("alice"), Handin("bob")}) == 2
