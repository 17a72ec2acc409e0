"""What is told while a class is graded: lines in a log, a bar in a terminal, or nothing."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from grader.batch.handin import Handin
from grader.batch.progress import LINE_SECONDS, Counts, Lines, Silent
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
    ours, theirs = pty.openpty()
    words = ["batch", "tiny", folder, "--out", tmp_path / "out", *(["--quiet"] if quiet else [])]
    done = subprocess.run(
        classes.command(*words),
        cwd=course,
        env={**classes.environment(), "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        timeout=300,
    )
    os.close(theirs)
    shown = _everything(ours)
    assert done.returncode == 0, shown
    if quiet:
        assert shown == ""
        assert done.stdout == b""
        return
    assert "7/7" in shown
    assert re.search(r"\d\.\d/s", shown)
    assert "1 problem" in shown
    assert "empty: There is no tiny.py: nothing was handed in." in shown


def _everything(terminal: int) -> str:
    data = b""
    try:
        while chunk := os.read(terminal, 1 << 16):
            data += chunk
    except OSError:  # Linux says so at the end
        pass
    os.close(terminal)
    return data.decode()
