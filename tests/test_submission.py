"""Finding the modules of an assignment in whatever was handed in."""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from grader import submission
from grader.cleanup import remove_tree
from grader.course import assignment_names, read_outline
from grader.errors import SubmissionRefused, UsageError
from grader.submission import Submission, from_files, read_submission

MODULE = "simple_ml"
SOURCE = b"def add(x, y):\n    return x + y\n"
COURSE = ["assignment.toml", "checks.py", "hidden.py", "misconceptions.py", "cases.py"]
COURSE += ["programs.py", "make_data.py", "misconceptions_adam.py"]


def laid_out(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def zipped(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def handed_in(tmp_path: Path, how: str, files: Mapping[str, bytes]) -> Submission:
    """The same files as a folder or as an archive."""
    if how == "folder":
        return read_submission(laid_out(tmp_path / "alice", files), [MODULE])
    return read_submission(zipped(tmp_path / "alice.zip", files), [MODULE])


def only_problem(found: Submission, modules: Iterable[str] = (MODULE,)) -> str:
    """The problem of the module, which is also what asking for its path says."""
    assert found.modules == {}
    assert set(found.problems) == set(modules)
    with pytest.raises(SubmissionRefused) as caught:
        found.path_of(MODULE)
    assert caught.value.message == found.problems[MODULE]
    assert len(caught.value.message.splitlines()) == 1
    return caught.value.message


HOW = pytest.mark.parametrize("how", ["folder", "zip"])


@HOW
@pytest.mark.parametrize(
    ("names", "place"),
    [
        (["simple_ml.py"], "simple_ml.py"),
        (["src/simple_ml.py"], "src/simple_ml.py"),
        (["README.md", "work/week1/simple_ml.py"], "work/week1/simple_ml.py"),
        (["simple_ml.py", "src/simple_ml.py", "old/simple_ml.py"], "simple_ml.py"),
        (["src/simple_ml.py", "old/simple_ml.py"], "src/simple_ml.py"),
        (["a/other.py", "a/b/my_simple_ml.py", "a/b/simple_ml.py", "c"], "a/b/simple_ml.py"),
    ],
)
def test_the_module_is_found_where_it_is(
    tmp_path: Path, how: str, names: list[str], place: str
) -> None:
    files = {name: name.encode() for name in names}
    found = handed_in(tmp_path, how, files)
    assert found.path_of(MODULE) == place
    assert found.files[place] == place.encode()
    assert found.problems == {}
    assert set(found.files) == set(names)


@HOW
def test_two_candidates_are_named_and_none_is_guessed(tmp_path: Path, how: str) -> None:
    files = {"new/simple_ml.py": SOURCE, "old/simple_ml.py": SOURCE}
    problem = only_problem(handed_in(tmp_path, how, files))
    assert "2 files named simple_ml.py" in problem
    assert "new/simple_ml.py" in problem
    assert "old/simple_ml.py" in problem


@HOW
def test_a_missing_module_is_a_problem_that_says_what_is_there(tmp_path: Path, how: str) -> None:
    problem = only_problem(handed_in(tmp_path, how, {"simpleml.py": SOURCE, "data.txt": b""}))
    assert "no simple_ml.py" in problem
    assert "simpleml.py" in problem


def test_an_empty_folder_is_a_submission_without_the_module(tmp_path: Path) -> None:
    assert "no simple_ml.py" in only_problem(read_submission(tmp_path, [MODULE]))


def test_a_missing_module_costs_only_itself(tmp_path: Path) -> None:
    found = read_submission(laid_out(tmp_path, {"simple_ml.py": SOURCE}), [MODULE, "trees"])
    assert found.path_of(MODULE) == "simple_ml.py"
    with pytest.raises(SubmissionRefused, match=r"no trees\.py"):
        found.path_of("trees")
    with pytest.raises(SubmissionRefused, match=r"no other\.py"):
        found.path_of("other")


@pytest.mark.parametrize("name", ["simple_ml.py", "alice.py", "Alice (2).PY"])
def test_a_single_file_may_have_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(SOURCE)
    (tmp_path / "secret.py").write_bytes(b"")
    found = read_submission(path, [MODULE])
    assert found.path_of(MODULE) == "simple_ml.py"
    assert found.files == {"simple_ml.py": SOURCE}


def test_a_single_file_keeps_its_name_where_two_modules_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "trees.py").write_bytes(SOURCE)
    found = read_submission(tmp_path / "trees.py", [MODULE, "trees"])
    assert found.modules == {"trees": "trees.py"}
    assert "no simple_ml.py" in found.problems[MODULE]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    secret = laid_out(tmp_path / "secret", {"simple_ml.py": b"secret", "other.py": b"secret"})
    folder = laid_out(tmp_path / "alice", {"notes.txt": b""})
    (folder / "simple_ml.py").symlink_to(secret / "simple_ml.py")
    (folder / "more").symlink_to(secret, target_is_directory=True)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    found = read_submission(folder, [MODULE])
    assert set(found.files) == {"notes.txt"}
    assert "no simple_ml.py" in only_problem(found)


def test_a_fifo_in_the_folder_is_not_waited_for(tmp_path: Path) -> None:
    laid_out(tmp_path, {"simple_ml.py": SOURCE})
    os.mkfifo(tmp_path / "pipe.py")
    assert set(read_submission(tmp_path, [MODULE]).files) == {"simple_ml.py"}


@HOW
@pytest.mark.parametrize(
    "clutter",
    [
        ".git/simple_ml.py",
        ".ipynb_checkpoints/simple_ml.py",
        "__pycache__/simple_ml.py",
        "a/__pycache__/simple_ml.cpython-311.pyc",
        "venv/lib/simple_ml.py",
        "__MACOSX/simple_ml.py",
        "__MACOSX/handed-in/._simple_ml.py",
        "work/.simple_ml.py.swp",
        "reports/hw0.html",
    ],
)
def test_clutter_is_no_part_of_a_submission(tmp_path: Path, how: str, clutter: str) -> None:
    found = handed_in(tmp_path, how, {"work/simple_ml.py": SOURCE, "x.txt": b"", clutter: b"x"})
    assert found.path_of(MODULE) == "work/simple_ml.py"
    assert set(found.files) == {"work/simple_ml.py", "x.txt"}


@HOW
@pytest.mark.parametrize("folder", ["", "hw0/"])
def test_files_of_the_course_are_no_part_of_a_submission(
    tmp_path: Path, how: str, folder: str
) -> None:
    """Who grades inside the assignment's folder must not hand the hidden checks to the student."""
    files = {f"{folder}{name}": b"secret" for name in COURSE}
    own = {f"{folder}simple_ml.py": SOURCE, "lib/checks.py": b"mine", "notes.txt": b""}
    found = handed_in(tmp_path, how, {**files, **own})
    assert found.files == own


@HOW
def test_a_students_own_checks_are_kept(tmp_path: Path, how: str) -> None:
    own = {"simple_ml.py": SOURCE, **dict.fromkeys(COURSE[1:], b"mine")}
    assert handed_in(tmp_path, how, own).files == own


def test_a_large_data_file_is_left_out_and_the_module_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "MAX_OTHER_BYTES", 1000)
    files = {
        "simple_ml.py": SOURCE + b"#" * 2000,
        "data/train.gz": bytes(1001),
        "data/small.gz": bytes(1000),
    }
    found = read_submission(laid_out(tmp_path, files), [MODULE])
    assert set(found.files) == {"simple_ml.py", "data/small.gz"}


@pytest.mark.parametrize(
    ("limit", "value", "said"),
    [("MAX_SOURCE_BYTES", 100, "of Python files"), ("MAX_VISITED", 3, "more than 3 files")],
)
def test_a_folder_that_holds_too_much_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, said: str
) -> None:
    laid_out(tmp_path, {"simple_ml.py": SOURCE, **{f"{i}.py": bytes(40) for i in range(3)}})
    assert read_submission(tmp_path, [MODULE]).problems == {}
    monkeypatch.setattr(submission, limit, value)
    assert said in only_problem(read_submission(tmp_path, [MODULE]))


def test_other_files_are_taken_as_long_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "MAX_OTHER_BYTES", 100)
    files = {"a.csv": bytes(60), "b.csv": bytes(60), "c.csv": bytes(40), "simple_ml.py": SOURCE}
    found = read_submission(laid_out(tmp_path, files), [MODULE])
    assert set(found.files) == {"a.csv", "c.csv", "simple_ml.py"}


def test_a_single_file_that_is_too_large_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "MAX_SOURCE_BYTES", 10)
    (tmp_path / "alice.py").write_bytes(SOURCE)
    assert "alice.py is larger" in only_problem(read_submission(tmp_path / "alice.py", [MODULE]))


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (["alice/simple_ml.py", "alice/util.py"], "simple_ml.py"),
        (["a/b/c/simple_ml.py", "a/b/README"], "c/simple_ml.py"),
        (["src/simple_ml.py", "src/util.py"], "src/simple_ml.py"),
        (["alice/src/simple_ml.py", "alice/src/util.py"], "src/simple_ml.py"),
        (["alice/simple_ml.py", "__MACOSX/alice/._simple_ml.py", ".DS_Store"], "simple_ml.py"),
    ],
)
def test_an_archive_of_one_folder_means_that_folder(
    tmp_path: Path, names: list[str], place: str
) -> None:
    found = read_submission(zipped(tmp_path / "a.zip", dict.fromkeys(names, SOURCE)), [MODULE])
    assert found.path_of(MODULE) == place
    assert found.files[place] == SOURCE


def test_a_tar_is_taken_as_well(tmp_path: Path) -> None:
    laid_out(tmp_path / "alice", {"simple_ml.py": SOURCE})
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "alice", "alice")
    found = read_submission(tmp_path / "a.tar.gz", [MODULE])
    assert found.files == {"simple_ml.py": SOURCE}


def test_an_archive_that_is_refused_is_a_problem_of_every_module(tmp_path: Path) -> None:
    path = zipped(tmp_path / "evil.zip", {"simple_ml.py": SOURCE, "../x.py": b""})
    found = read_submission(path, [MODULE, "trees"])
    assert "evil.zip holds a name that leads out" in only_problem(found, [MODULE, "trees"])
    assert found.files == {}


@pytest.mark.parametrize("name", ["report.pdf", "simple_ml", "a.tar.bz2"])
def test_a_file_of_another_kind_is_a_problem_that_says_what_to_hand_in(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_bytes(SOURCE)
    problem = only_problem(read_submission(tmp_path / name, [MODULE]))
    assert name in problem
    assert ".py, .ipynb, .zip" in problem


def test_a_path_without_anything_is_an_error_of_the_call(tmp_path: Path) -> None:
    (tmp_path / "dangling.py").symlink_to(tmp_path / "nowhere.py")
    for name in ("nowhere", "nowhere.zip", "dangling.py"):
        with pytest.raises(UsageError, match=name):
            read_submission(tmp_path / name, [MODULE])


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "def add(x, y):"), (2, "return x + y"), (0, ""), (-1, ""), (3, ""), (10**9, "")],
)
def test_a_line_is_shown_without_its_indent_and_nothing_beyond_the_end(
    number: int, text: str
) -> None:
    assert (
        from_files("alice", {"simple_ml.py": SOURCE}, [MODULE]).line("simple_ml.py", number) == text
    )


def test_a_line_of_any_file_can_be_asked_for() -> None:
    found = from_files(
        "alice",
        {"a.py": b"x = '\xff\xfe'\n", "b.py": b"x" * 10_000, "c.py": b"a\r\nb\r\n", "d.py": b""},
        [MODULE],
    )
    assert found.line("nowhere.py", 1) == ""
    assert found.line("a.py", 1) == "x = '\ufffd\ufffd'"
    assert len(found.line("b.py", 1)) == 200
    assert found.line("c.py", 2) == "b"
    assert found.line("d.py", 1) == ""


def test_a_folder_without_bottom_is_read_as_far_as_names_go(tmp_path: Path) -> None:
    laid_out(tmp_path, {"simple_ml.py": SOURCE})
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        deeper = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    os.close(here)
    assert set(read_submission(tmp_path, [MODULE]).files) == {"simple_ml.py"}
    remove_tree(tmp_path / "d")
    assert not (tmp_path / "d").exists()


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "simple_ml.py")
    assert "can't be graded" in only_problem(read_submission(tmp_path / "simple_ml.py", [MODULE]))


def test_showing_lines_of_a_long_file_does_not_split_it_every_time() -> None:
    found = from_files("test", {"simple_ml.py": b"\n" * (1 << 20) + b"last"}, [MODULE])
    assert {found.line("simple_ml.py", (1 << 20) + 1) for _ in range(200)} == {"last"}


@pytest.mark.parametrize("name", assignment_names())
def test_of_a_working_copy_only_the_students_own_modules_are_taken(name: str) -> None:
    outline = read_outline(name)
    found = read_submission(outline.folder, outline.modules)
    assert {file for file in found.files if file.endswith(".py")} == {
        f"{module}.py" for module in outline.modules
    }
