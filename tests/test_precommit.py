"""The hook: what pre-commit makes of its definition, and what it grades."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from grader import precommit
from grader.cli import run
from grader.course import read_outline
from tests.support import HW0, ROOT

MANIFEST = ROOT / ".pre-commit-hooks.yaml"
WRONG = HW0 / "wrong" / "softmax_loss__sum-not-mean.py"


def pre_commit(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # git's own variables, of a hook in which the tests may run, would lead to another repository.
    environment = {name: it for name, it in os.environ.items() if not name.startswith("GIT_")}
    environment["PRE_COMMIT_HOME"] = str(folder / ".cache")
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_the_definition_is_valid(tmp_path: Path) -> None:
    assert pre_commit("validate-manifest", str(MANIFEST), folder=tmp_path).returncode == 0
    bad = tmp_path / "bad.yaml"
    bad.write_text(MANIFEST.read_text().replace("entry:", "entri:"))
    assert pre_commit("validate-manifest", str(bad), folder=tmp_path).returncode == 1


def test_pre_commit_grades_what_was_changed(tmp_path: Path) -> None:
    """With our definition, but without its installation: the hook is the grader of the tests."""
    (hook,) = yaml.safe_load(MANIFEST.read_text())
    assert (hook["entry"], hook["language"]) == ("grader pre-commit", "python")
    command = f"{sys.executable} -P -m grader pre-commit"
    own = {**hook, "entry": command, "language": "system", "args": ["--min-score", "81"]}
    config = {"repos": [{"repo": "local", "hooks": [own]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    (tmp_path / "homework").mkdir()
    (tmp_path / "homework/simple_ml.py").write_text(
        (HW0 / "base.py").read_text() + WRONG.read_text()
    )
    (tmp_path / "homework/other.py").write_text("")
    (tmp_path / "notes.txt").write_text("simple_ml.py")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True)
    push = ("run", "--hook-stage", "pre-push")
    graded = pre_commit(*push, "--all-files", folder=tmp_path)
    assert graded.returncode == 1, graded.stdout + graded.stderr
    assert "Fix this first: softmax_loss" in graded.stdout
    assert graded.stdout.count("Score: 80 of 100") == 1
    left = {it.name for it in tmp_path.iterdir()}
    assert left == {".pre-commit-config.yaml", "homework", "notes.txt", ".git", ".cache"}
    others = pre_commit(*push, "--files", "notes.txt", "homework/other.py", folder=tmp_path)
    assert (others.returncode, "Score" in others.stdout) == (0, False)
    commit = pre_commit("run", "--hook-stage", "pre-commit", "--all-files", folder=tmp_path)
    assert (commit.returncode, "Score" in commit.stdout) == (0, False)


def test_enough_points_let_it_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "simple_ml.py").write_text((HW0 / "base.py").read_text() + WRONG.read_text())
    monkeypatch.chdir(tmp_path)
    assert run(["pre-commit", "--min-score", "80", "simple_ml.py"]) == 0
    assert "Score: 80 of 100" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("files", "place"),
    [
        (["assignments/hw0/README.md"], "assignments/hw0"),
        (["elsewhere/simple_ml.py", "assignments/hw0/README.md"], "assignments/hw0"),
    ],
)
def test_the_usual_place_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], place: str
) -> None:
    (tmp_path / "assignments/hw0").mkdir(parents=True)
    (tmp_path / "assignments/hw0/simple_ml.py").touch()
    monkeypatch.chdir(tmp_path)
    assert precommit._place(read_outline("hw0"), files).resolve() == (tmp_path / place).resolve()


def test_otherwise_it_is_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outline = read_outline("hw0")
    assert precommit._place(outline, ["a.py", "x/y/simple_ml.py"]) == Path("x/y")
    assert precommit._place(outline, ["simple_ml.py"]) == Path()


def test_nothing_of_a_homework_is_nothing_to_grade(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["pre-commit", "README.md", "grader/text.py"]) == 0
    assert run(["pre-commit"]) == 0
    assert capsys.readouterr().out == ""


def test_a_file_that_is_gone_is_no_crash_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["pre-commit", "gone/simple_ml.py"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
