"""The grader in a real terminal: colours and a line of progress, there only and if wanted."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import HW0, ROOT

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|9[0-7])(?:;\d+)*m")


def in_a_terminal(folder: Path, **environment: str) -> str:
    ours, theirs = pty.openpty()
    wanted = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONPATH": str(ROOT)}
    wanted = {name: value for name, value in wanted.items() if name not in ("NO_COLOR", "CI")}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "hw0", "--submission", str(HW0 / "base.py")],
        cwd=folder,
        env=wanted | environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    printed = b""
    while True:
        try:
            printed += os.read(ours, 1 << 16)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return printed.decode()


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_there_are_colours_in_a_terminal_unless_they_are_unwanted(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    printed = in_a_terminal(tmp_path, **environment)
    assert "Score: 100 of 100" in printed
    assert bool(COLOUR.search(printed)) != bool(environment)
    assert "of 36: " in printed  # which check is running
