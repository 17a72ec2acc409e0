"""The script for Classroom 50, run as its runner runs it, with a wheel of this course."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.support import HW0, ROOT
from tests.test_autograding import ENVIRONMENT, read_by_classroom50

RECIPE = ROOT / "docs/ci/autograder.py"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the runner unpacks: the script and the wheel; third-party packages are lent."""
    folder = tmp_path_factory.mktemp("bundle")
    wheel = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*wheel, "-w", str(folder), str(ROOT)], check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    assert made.stat().st_size < 10 << 20, "more is not fetched"
    install = "# From a folder of our own"
    text = RECIPE.read_text()
    assert install in text
    lend = 'next(home.glob("environment/lib/python*/site-packages")) / "lent.pth"'
    text = text.replace(
        "subprocess.run([python,",
        f"({lend}).write_text({sysconfig.get_path('purelib')!r})\nsubprocess.run([python,",
    )
    (folder / "autograder.py").write_text(text)
    return folder


def graded(bundle: Path, checkout: Path, **more: str) -> subprocess.CompletedProcess[str]:
    temp = checkout.parent / "temp"
    temp.mkdir(exist_ok=True)
    github = {name: str(temp / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    environment = {
        **{name: it for name, it in os.environ.items() if name in ("PATH", "HOME", "LANG")},
        "PIP_NO_DEPS": "1",
        "PIP_NO_INDEX": "1",
        "GITHUB_ACTIONS": "true",
        **github,
        **ENVIRONMENT,
        "RUNNER_TEMP": str(temp),
        **more,
    }
    return subprocess.run(
        [sys.executable, str(bundle / "autograder.py")],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
    )


def test_a_submission_is_graded_as_the_runner_would(bundle: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    wrong = HW0 / "wrong/softmax_loss__sum-not-mean.py"
    (checkout / "simple_ml.py").write_text((HW0 / "base.py").read_text() + wrong.read_text())
    for name in ("json", "grader", "click", "pip"):
        (checkout / f"{name}.py").write_text("raise SystemExit('PWNED')\n")
    elsewhere = tmp_path / "elsewhere"
    (checkout / "result.json").symlink_to(elsewhere)
    done = graded(bundle, checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    result = read_by_classroom50((checkout / "result.json").read_text(), ENVIRONMENT)
    assert (result["score"], result["max-score"]) == (80, 100)
    assert not elsewhere.exists()
    lost = [test for test in result["tests"] if not test["passed"]]
    assert {test["test-name"].split(":")[0] for test in lost} == {"softmax_loss"}
    assert "PWNED" not in json.dumps(result) + done.stdout


def test_what_could_not_be_graded_is_an_error_of_the_runner(bundle: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (checkout / "simple_ml.py").write_text((HW0 / "base.py").read_text())
    done = graded(bundle, checkout, SUBMISSION_TAG="")
    assert done.returncode == 2
    assert "there is no SUBMISSION_TAG in the environment" in done.stderr
    assert not (checkout / "result.json").exists()
