"""The folders of a launcher: one submission at a time, nothing stays, nothing tells the date."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import stage as stage_module
from grader.errors import InfrastructureError
from grader.stage import Stage


@pytest.fixture
def stage() -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()
    assert not stage.folder.exists()


def test_a_submission_is_laid_out_and_taken_away(stage: Stage) -> None:
    stage.lay({"a.py": b"1", "deep/er/b.py": b"2"})
    assert (stage.submission / "deep" / "er" / "b.py").read_bytes() == b"2"
    laid = [stage.submission, *stage.submission.rglob("*")]
    assert {path.stat().st_mtime for path in laid} == {946_684_800.0}
    assert {path.stat().st_atime for path in stage.submission.rglob("*.py")} == {4_102_444_800.0}
    stage.clear()
    assert list(stage.submission.iterdir()) == []
    stage.lay({"c.py": b"3"})
    assert [path.name for path in stage.submission.iterdir()] == ["c.py"]


def test_a_full_disk_is_our_failure_and_names_what_to_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    said = r"can't be made in \S+ \(No space left on device\): set TMPDIR to a folder with room"
    for place, name in ((tempfile, "mkdtemp"), (Path, "touch"), (Path, "write_bytes")):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, full)
            with pytest.raises(InfrastructureError, match=said):
                Stage().lay({"a.py": b"1"})
        if name == "touch":
            assert list(tmp_path.iterdir()) == []


def test_there_is_one_submission_at_a_time(stage: Stage) -> None:
    stage.lay({"a.py": b"1"})
    with pytest.raises(InfrastructureError, match="one submission at a time"):
        stage.lay({"a.py": b"1"})


def test_the_folders_stay_the_same_because_the_walls_are_built_around_them(stage: Stage) -> None:
    def folders() -> list[tuple[int, int]]:
        found = [path.stat() for path in (stage.submission, stage.outer, stage.scratch)]
        return [(status.st_ino, stat.S_IMODE(status.st_mode)) for status in found]

    before = folders()
    for _ in range(2):
        stage.lay({"a.py": b"1"})
        (stage.scratch / "left").mkdir()
        (stage.scratch / "left" / "behind").write_text("x")
        stage.sweep()
        stage.clear()
        assert folders() == before


def test_a_scratch_folder_that_was_replaced_is_made_anew(stage: Stage) -> None:
    stage.scratch.rmdir()
    stage.scratch.symlink_to("/")
    stage.sweep()
    assert stage.scratch.is_dir()
    assert not stage.scratch.is_symlink()
    stage.scratch.rmdir()
    stage.sweep()
    assert stage.scratch.is_dir()


def test_what_is_too_much_is_seen_whatever_its_form(stage: Stage) -> None:
    assert not stage.overfull(1 << 20, None)
    (stage.scratch / "large").write_bytes(bytes(2 << 20))
    assert stage.overfull(1 << 20, None)
    assert not stage.overfull(8 << 20, None)
    (stage.scratch / "large").unlink()
    assert not stage.overfull(1 << 20, None)
    deep = stage.scratch
    for _ in range(70):
        deep = deep / "d"
        deep.mkdir()
    assert stage.overfull(8 << 20, None)


def test_names_too_long_to_be_looked_at_are_too_much(stage: Stage) -> None:
    here = os.open(stage.scratch, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("x" * 250, dir_fd=here)
        inner = os.open("x" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    assert stage.overfull(1 << 30, None)
    stage.sweep()
    assert not stage.overfull(1 << 30, None)


def test_what_was_written_counts_even_if_it_is_gone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not stage.overfull(1 << 20, 4 << 20)
    assert stage.overfull(1 << 20, (4 << 20) + 1)
    room = {"free": 1 << 40}
    monkeypatch.setattr(stage, "_free", lambda: room["free"])
    stage.begin()
    assert not stage.overfull(1 << 20, None)
    room["free"] -= 65 << 20
    assert stage.overfull(1 << 20, None)


def test_folders_of_graders_that_were_killed_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    alive = Stage()
    for name in ("grader-killed", "grader-recent", "other"):
        (tmp_path / name / "submission").mkdir(parents=True)
    (tmp_path / "grader-link").symlink_to(tmp_path / "other")
    long_ago = time.time() - 3600
    for name in ("grader-killed", "other", alive.folder.name):
        os.utime(tmp_path / name, (long_ago, long_ago))
    Stage().close()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"grader-recent", "grader-link", "other", alive.folder.name}
    alive.close()


def test_so_many_files_that_they_are_too_much_are_seen(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stage_module, "MAX_SCRATCH_ENTRIES", 10)
    for index in range(11):
        (stage.scratch / str(index)).touch()
    assert stage.overfull(1 << 30, None)


def test_workers_of_root_get_a_user_that_nobody_else_has(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    ids = {stage_module._own_uid() for _ in range(20)}
    assert len(ids) > 10
    assert all(uid is not None and uid > 1000 for uid in ids)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert stage_module._own_uid() is None
