"""The built wheel, installed somewhere else, grades: templates and assignments travel with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support import HW0, ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "-w", str(folder), str(ROOT)], check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment that has the wheel and not this checkout.

    The third-party packages are lent by the environment of the tests, as a plain folder: its .pth
    files, and with them the checkout, are not followed.
    """
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(subprocess.check_output([python, "-c", ask], text=True).strip())
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return python


def test_the_wheel_holds_the_course_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "grader/_course/templates/report.html.j2" in names
    assert "grader/_course/assignments/hw0/checks.py" in names
    assert "grader/_course/assignments/hw0/data/digits-images-idx3-ubyte.gz" in names
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {
        *("grader", "reference")
    }
    assert not [name for name in names if "__pycache__" in name]


def test_an_installed_grader_grades(python: Path, tmp_path: Path) -> None:
    submission = str(HW0 / "base.py")
    done = subprocess.run(
        [python, "-m", "grader", "hw0", "--submission", submission],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert json.loads((tmp_path / "reports/hw0.json").read_text())["score"] == 100.0
    where = [
        str(python),
        "-c",
        "import grader, reference; print(grader.__file__, reference.__file__)",
    ]
    assert str(ROOT) not in subprocess.check_output(where, cwd=tmp_path, text=True)


def test_an_installed_grader_finds_work_in_the_current_folder(python: Path, tmp_path: Path) -> None:
    done = subprocess.run([python, "-m", "grader", "hw0"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 2
    assert b"there is no working copy of hw0 here" in done.stderr
    (tmp_path / "simple_ml.py").write_bytes((HW0 / "base.py").read_bytes())
    done = subprocess.run([python, "-m", "grader", "hw0"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_an_installed_grader_builds_the_same_upload_for_gradescope(
    python: Path, tmp_path: Path
) -> None:
    """The wheel brings the scripts, and knows from its metadata what has to be installed."""
    uploads = []
    for which in (str(python), sys.executable):
        command = [which, "-m", "grader", "gradescope", "hw0", "--out", "a.zip", "--seed", "5"]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        uploads.append((tmp_path / "a.zip").read_bytes())
    assert uploads[0] == uploads[1]
