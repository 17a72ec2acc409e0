"""What is told while a class is graded: lines in a log, a bar in a terminal, or nothing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grader.batch.handin import Handin
from grader.batch.progress import LINE_SECONDS, Counts, Lines, Silent, pace
from grader.model import Isolation, Report
from tests import classes
from tests.classes import hand_in

NOTHING = Report("hw9", "s", 0, Isolation("strict"), ())


def test_lines_come_now_and_then_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    now = 0.0
    counts = Counts(100, Lines(lambda: now))
    for number in range(100):
        now = number * 0.5
        counts.graded(Handin(f"s{number}"), NOTHING)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == int(99 * 0.5 / LINE_SECONDS)
    assert lines[0].startswith("21 of 100 submissions graded, 0 of 21 new ones with full marks, ")
    assert re.search(r"[\d.]+ per second, \d+ s left$", lines[0])


def test_the_pace_is_that_of_what_is_graded_now() -> None:
    now = 0.0
    counts = Counts(24, Silent(), clock=lambda: now)
    now = 3.0
    assert pace(counts) == "0:03"
    for number in range(17):
        counts.unchanged(Handin(f"s{number}"))
    assert pace(counts) == "0:03", "what was kept says nothing about the rest"
    for number in range(3):
        now += 0.5
        counts.graded(Handin(f"n{number}"), NOTHING)
    assert pace(counts) == "0:04, 2.0/s, about 0:02 left"
    counts.failed(Handin("f"), "out of memory")
    assert pace(counts) == "0:04, 2.0/s, about 0:02 left"
    now = 3700.0
    for number in range(3):
        counts.graded(Handin(f"m{number}"), NOTHING)
    assert pace(counts) == "1:01:40, 0.1/min"


def test_while_nothing_is_finished_the_time_does_not_stand_still() -> None:
    now = 0.0
    counts = Counts(24, Silent(), clock=lambda: now)
    for number in range(22):
        now += 0.25
        counts.graded(Handin(f"s{number}"), NOTHING)
    now = 6.0
    assert pace(counts) == "0:06, 3.7/s, about 0:01 left"
    now = 20.0
    assert pace(counts) == "0:20, 1.1/s, about 0:15 left"
    now = 45.5
    assert pace(counts) == "0:45, 29.0/min, about 0:40 left"


def test_nobody_has_to_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        def write(self, text: str) -> None:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stderr", Closed())
    Lines().say("is anybody there?")


def test_what_somebody_has_to_know_is_one_harmless_line(capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counts(3, Lines())
    counts.problem(Handin("m", "\x1b[31mmallory\n::error::"), "There is no\n\nfile " + "x" * 1000)
    counts.failed(Handin("b17", "Bob"), "out of memory")
    counts.unchanged(Handin("carol"))
    first, second = capsys.readouterr().err.splitlines()
    assert "\x1b" not in first
    assert len(first) <= 300
    assert second == "Bob (b17): not graded, by a fault of the grader: out of memory"
    assert counts.words() == ("1 of 3 submissions graded, 1 unchanged, 1 problem, 1 NOT GRADED")


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    counts = Counts(1, Silent())
    counts.problem(Handin("bob"), "something")
    counts.graded(Handin("bob"), NOTHING)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("quiet", [True, False])
def test_a_terminal_shows_a_bar(tmp_path: Path, quiet: bool) -> None:
    course = classes.make_course(tmp_path / "course")
    sources = {f"s{i}": f"# {i}\n{classes.RIGHT}" for i in range(6)}
    folder = hand_in(tmp_path / "class", sources)
    (folder / "empty").mkdir()
    words = ["batch", "tiny", folder, "--out", tmp_path / "out", *(["--quiet"] if quiet else [])]
    done, shown = _in_a_terminal(course, *words)
    assert done.returncode == 0, shown
    if quiet:
        assert shown == ""
        assert done.stdout == b""
        return
    assert "7/7" in shown
    assert re.search(r"\d\.\d/(s|min)", shown)
    assert "1 problem" in shown
    assert "empty: There is no tiny.py: nothing was handed in." in shown


def test_the_bar_goes_on_while_a_submission_hangs(tmp_path: Path) -> None:
    course = classes.make_course(tmp_path / "course")
    toml = course / "assignments" / "tiny" / "assignment.toml"
    toml.write_text(toml.read_text().replace("cpu_seconds = 1\n", "cpu_seconds = 6\n"))
    toml.write_text(toml.read_text().replace("wall_seconds = 2.0", "wall_seconds = 12.0"))
    folder = hand_in(tmp_path / "class", {"a": classes.RIGHT, "b": classes.HUNG})
    words = ("batch", "tiny", folder, "--out", tmp_path / "out", "--jobs", 2)
    done, shown = _in_a_terminal(course, *words)
    assert done.returncode == 0, shown
    plain = re.sub(r"\x1b\[[\d;?]*\w", "", shown)
    meanwhile = re.findall(r"1/2 (\d+:\d\d), [\d.]+/(?:s|min), about (\d+:\d\d) left", plain)
    assert len({took for took, _ in meanwhile}) >= 4
    assert len({left for _, left in meanwhile}) >= 3


def _in_a_terminal(course: Path, *words: object) -> tuple[subprocess.CompletedProcess[bytes], str]:
    """Run a command whose standard error is a terminal; returns what was shown there, too."""
    ours, theirs = pty.openpty()
    with ThreadPoolExecutor(1) as reader:  # a terminal that nobody reads is soon full
        shown = reader.submit(_everything, ours)
        try:
            done = subprocess.run(
                classes.command(*words),
                cwd=course,
                env={**classes.environment(), "TERM": "xterm", "COLUMNS": "100"},
                stdout=subprocess.PIPE,
                stderr=theirs,
                timeout=300,
            )
        finally:
            os.close(theirs)
        return done, shown.result()


def _everything(terminal: int) -> str:
    data = b""
    try:
        while chunk := os.read(terminal, 1 << 16):
            data += chunk
    except OSError:  # Linux says so at the end
        pass
    os.close(terminal)
    return data.decode()
