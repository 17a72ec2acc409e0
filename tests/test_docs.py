"""The documents are true: their commands run, and they name what there is."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grader.course import assignment_names, read_outline
from tests.support import HW0, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """Every grader command of the README, in code blocks and in tables."""
    blocks = re.findall(r"^python -m grader .+$", README, re.MULTILINE)
    return [*dict.fromkeys([*blocks, *re.findall(r"`(python -m grader [^`]+)`", README)])]


def test_the_readme_shows_commands() -> None:
    assert len(commands()) >= 6


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_runs_as_it_is_written(command: str, tmp_path: Path) -> None:
    """In a copy of what a student has: the reports must not land in the checkout."""
    words = shlex.split(command.replace("PATH", str(HW0 / "base.py")))
    if "SUBMISSIONS" in words:
        shutil.copytree(HW0 / "correct", tmp_path / "SUBMISSIONS")
        for path in sorted((tmp_path / "SUBMISSIONS").iterdir())[2:]:
            path.unlink()
    for folder in ("assignments", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    done = (run_until_it_watches if "--watch" in words else run)(words[1:], tmp_path)
    # The stub of the working copy gets nothing; everything else in the README passes.
    stub = "hw0" in words and not {"--submission", "batch", "gradescope", "audit"} & {*words}
    assert done.returncode == (1 if stub else 0), done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=300
    )


def run_until_it_watches(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """A command that ends when it is told to, with Ctrl-C."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, *words], cwd=folder, **pipes) as process:  # type: ignore[call-overload]
        assert process.stdout is not None
        printed = []
        for line in process.stdout:
            printed.append(line)
            if line.startswith("Watching"):
                process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    return subprocess.CompletedProcess(words, process.returncode, "".join(printed), said)


def test_nobody_is_told_to_get_the_project_from_an_index() -> None:
    """It is on none: what it needs besides is installed from a checkout."""
    own = re.search(r'^name = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert own is not None
    told = [*(ROOT / "docs").glob("*.md"), *(ROOT / "grader").rglob("*.py"), ROOT / "README.md"]
    for path in told:
        assert not re.search(rf"pip install\b.*{own[1]}", path.read_text("utf-8")), path


@pytest.mark.parametrize("name", assignment_names())
def test_a_handout_names_every_question_and_its_points(name: str) -> None:
    outline = read_outline(name)
    handout = (outline.folder / "README.md").read_text(encoding="utf-8")
    for question in outline.questions.values():
        assert f"| `{question.name}` | {question.points:g} |" in handout
        assert re.search(rf"^## `{re.escape(question.name)}\(", handout, re.MULTILINE)


@pytest.mark.parametrize("name", assignment_names())
def test_a_stub_holds_every_question(name: str) -> None:
    outline = read_outline(name)
    for question in outline.questions.values():
        stub = (outline.folder / f"{question.module}.py").read_text(encoding="utf-8")
        assert re.search(rf"^(def|class) {question.function}\b", stub, re.MULTILINE)


def test_every_file_that_a_document_links_to_exists() -> None:
    for document in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
