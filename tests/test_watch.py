"""Grading again on each save."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.course import read_outline
from grader.errors import UsageError
from grader.station import Station
from grader.submission import fingerprint, read_submission
from grader.watch import Watch
from tests.support import HW0, ROOT


class Files:
    """What is seen at each look, and how long was slept in between."""

    def __init__(self, *seen: object) -> None:
        self.seen = list(seen)
        self.slept = 0.0

    def look(self) -> object:
        now = self.seen.pop(0)
        if isinstance(now, Exception):
            raise now
        return now

    def watch(self) -> Watch:
        return Watch(self.look, self.sleep)

    def sleep(self, seconds: float) -> None:
        self.slept += seconds


def test_the_first_look_counts_as_a_change() -> None:
    files = Files("a", "a")
    files.watch().wait()
    assert files.seen == []


def test_it_waits_until_the_files_have_settled() -> None:
    files = Files("a", "a", "a", "a", "half", "b", "b", "b")
    watch = files.watch()
    watch.wait()
    watch.wait()
    assert files.seen == []
    assert files.slept > 0.0


def test_a_file_that_is_being_replaced_is_waited_for() -> None:
    files = Files("a", "a", OSError(), UsageError("there is no submission"), "a", "b", "b")
    watch = files.watch()
    watch.wait()
    watch.wait()
    assert files.seen == []


def test_a_change_while_grading_ends_it_at_once() -> None:
    saved = threading.Event()
    watch = Watch(saved.is_set)
    watch.wait()
    assert watch.unless_changed(lambda: 5) == 5
    threading.Timer(0.3, saved.set).start()
    begin = time.monotonic()
    assert watch.unless_changed(lambda: time.sleep(60)) is None
    assert time.monotonic() - begin < 30


def test_ctrl_c_while_grading_is_not_a_change() -> None:
    watch = Watch(lambda: "a")
    watch.wait()
    with pytest.raises(KeyboardInterrupt):
        watch.unless_changed(lambda: signal.raise_signal(signal.SIGINT))


def test_a_fingerprint_changes_with_the_sources_and_not_with_the_reports(tmp_path: Path) -> None:
    (tmp_path / "simple_ml.py").write_text("x = 1")
    before = fingerprint(tmp_path)
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "hw0.json").write_text("{}")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "simple_ml.pyc").write_text("")
    assert fingerprint(tmp_path) == before
    (tmp_path / "simple_ml.py").write_text("x = 12")
    assert fingerprint(tmp_path) != before
    assert fingerprint(tmp_path / "simple_ml.py") != ()


def test_a_folder_that_is_refused_can_be_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.submission.MAX_VISITED", 1)
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("x = 1")
    assert len(fingerprint(tmp_path)) == 1


def test_a_station_grades_one_after_the_other(tmp_path: Path) -> None:
    outline = read_outline("hw0")
    plain = tmp_path / "plain.py"
    plain.write_text("def add(x, y):\n    return x + y\n")
    scipy = tmp_path / "scipy.py"
    scipy.write_text(
        "import scipy.special\n\ndef add(x, y):\n    return scipy.special.xlogy(0, x)\n"
    )
    with Station(outline) as station:
        reports = [
            station.grade(
                read_submission(path, outline.modules),
                seed=0,
                isolation="none",
                questions=["add"],
            )
            for path in (plain, scipy, plain)
        ]
    assert [report.score for report in reports] == [5.0, 0.0, 5.0]
    assert reports[0] != reports[1]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    shutil.copy(HW0 / "base.py", tmp_path / "simple_ml.py")
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "hw0", "--submission", ".", "--watch"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def test_watching_grades_each_save_and_leaves_a_page_that_stands_for_itself(
    tmp_path: Path, watched: subprocess.Popen[str]
) -> None:
    page, live = tmp_path / "reports/hw0.html", tmp_path / "reports/hw0.html.live.js"
    eventually(live.exists)
    first = live.read_text()
    assert "<title>hw0: 100 of 100" in page.read_text()
    source = tmp_path / "simple_ml.py"
    source.write_text(source.read_text() + "\n\ndef add(x, y):\n    return x - y\n")
    eventually(lambda: live.read_text() not in ("", first))
    text = page.read_text()
    assert "<title>hw0: 95 of 100" in text
    assert live.read_text().split('"')[1] in text
    watched.send_signal(signal.SIGINT)
    printed, _ = watched.communicate(timeout=30)
    assert watched.returncode == 1  # as the last report says
    assert printed.count("Watching .: the next save is graded at once") == 2
    assert not live.exists()
    assert "<script" not in page.read_text()
    assert "<title>hw0: 95 of 100" in page.read_text()


def test_a_save_ends_the_grading_of_code_that_hangs(
    tmp_path: Path, watched: subprocess.Popen[str]
) -> None:
    live = tmp_path / "reports/hw0.html.live.js"
    eventually(live.exists)
    first = live.read_text()
    source = tmp_path / "simple_ml.py"
    right = source.read_text()
    source.write_text(right + "\n\ndef add(x, y):\n    open('begun', 'w')\n    while True: pass\n")
    time.sleep(2.0)  # it hangs by now; a check would be waited for ten seconds
    source.write_text(right + "\n\ndef add(x, y):\n    return x - y\n")
    eventually(lambda: live.read_text() not in ("", first))
    assert "<title>hw0: 95 of 100" in (tmp_path / "reports/hw0.html").read_text()
    watched.send_signal(signal.SIGINT)
    printed, _ = watched.communicate(timeout=30)
    assert printed.count("Watching .") == 2  # there was no report on what hung
    assert "did not finish" not in printed


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--submission", "reference"], "the reference does not change"),
        (["--submission", ".", "--json", "-"], "give them a file, not -"),
    ],
)
def test_what_cannot_be_watched(tmp_path: Path, options: list[str], said: str) -> None:
    command = [sys.executable, "-m", "grader", "hw0", *options, "--watch"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert said in done.stderr


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)
