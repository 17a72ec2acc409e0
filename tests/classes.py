"""A course of its own for the tests of whole classes, and classes to grade with it.

Its only homework is tiny: two questions, four checks, short limits. It is a copy of this project's
grader with another course beside it, so that tests can change its checks and kill its processes.
"""

from __future__ import annotations

import atexit
import compileall
import functools
import json
import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support import ROOT

TOML = """
title = "A tiny homework"
modules = ["tiny"]
libraries = ["numpy"]
preload = ["numpy", "numpy.random"]

[limits]
cpu_seconds = 1
wall_seconds = 2.0
memory_bytes = 268435456

[[question]]
name = "add"
points = 40
reference = "reference.addition:add"

[[question]]
name = "softmax_loss"
points = 60
reference = "reference.softmax_loss:softmax_loss"
"""
CASES = """
import numpy as np

def pairs(rng):
    return [(1, 2), (rng.normal(), rng.normal())]

def batch(rng, n):
    return rng.normal(size=(n, 4)), rng.integers(0, 4, size=n)
"""
CHECKS = '''
from grader.kit import check

from . import cases

@check("add.numbers", points=20)
def numbers(student, kit):
    """Numbers are added."""
    kit.matches(student.add, cases.pairs(kit.rng))

@check("softmax_loss.small", points=40)
def small(student, kit):
    """The loss of a few rows."""
    loss = student.softmax_loss
    kit.matches(loss, [kit.draw(loss, cases.batch, n) for n in (2, 3)])
'''
HIDDEN = '''
import numpy as np

from grader.kit import check

from . import cases

@check("add.arrays", points=20)
def arrays(student, kit):
    """Arrays are added."""
    kit.matches(student.add, [(kit.rng.normal(size=3), kit.rng.normal(size=3))])

@check("softmax_loss.larger", points=20)
def larger(student, kit):
    """The loss of more rows."""
    loss = student.softmax_loss
    kit.matches(loss, [kit.draw(loss, cases.batch, 20)])
'''
MISTAKES = '''
from grader.kit import misconception
from reference.softmax_loss import softmax_loss

@misconception("softmax_loss.sum")
def sum_of_losses(Z, y):
    """The loss is summed over the batch, not averaged

    Divide by the number of rows.
    """
    return len(y) * softmax_loss(Z, y)
'''
RIGHT = """
import numpy as np

def add(x, y):
    return x + y

def softmax_loss(Z, y):
    Z = Z - Z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(y)), y])
"""
WRONG = RIGHT.replace("np.mean", "np.sum")
HUNG = RIGHT + "\n\ndef add(x, y):\n    while True:\n        pass\n"
CRASHING = RIGHT + "\n\ndef softmax_loss(Z, y):\n    import os\n    os._exit(3)\n"
RAISING = RIGHT + "\n\ndef add(x, y):\n    return x[17]\n"
HOSTILE = RIGHT + (
    "\n\ndef add(x, y):\n    import os, signal\n"
    "    os.kill(os.getppid(), signal.SIGKILL)\n    open('/etc/passwd').read()\n"
)
BROKEN = "def add(x, y:\n    return x + y\n"


@functools.cache
def _compiled() -> Path:
    """This project's grader with the bytecode of all its modules.

    It goes by the text of each source, not by its time: a test that changes one is never fooled.
    """
    folder = Path(tempfile.mkdtemp(prefix="course-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in ("grader", "reference", "templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    by_text = py_compile.PycInvalidationMode.CHECKED_HASH
    assert compileall.compile_dir(folder, quiet=1, invalidation_mode=by_text)
    return folder


def make_course(folder: Path) -> Path:
    """A copy of the grader with the tiny course."""
    shutil.copytree(_compiled(), folder, dirs_exist_ok=True)
    tiny = folder / "assignments" / "tiny"
    tiny.mkdir(parents=True)
    files = {
        "assignment.toml": TOML,
        "cases.py": CASES,
        "checks.py": CHECKS,
        "hidden.py": HIDDEN,
        "misconceptions.py": MISTAKES,
        "tiny.py": "def add(x, y):\n    raise NotImplementedError\n\n\n"
        "def softmax_loss(Z, y):\n    raise NotImplementedError\n",
    }
    for name, text in files.items():
        (tiny / name).write_text(text)
    return folder


def environment() -> dict[str, str]:
    """Without anything that would lead to the other grader or its settings."""
    kept = {name: value for name, value in os.environ.items() if name != "GRADER_SEED"}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1"}


def command(*words: object) -> list[str]:
    """A command of the grader in the current folder, which holds the course."""
    return [sys.executable, "-m", "grader", *map(str, words)]


def run(course: Path, *words: object, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command of the course's grader and expect that status."""
    done = subprocess.run(
        command(*words),
        cwd=course,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == status, f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


def hand_in(folder: Path, sources: dict[str, str]) -> Path:
    """A class as a folder of folders."""
    for student, source in sources.items():
        (folder / student).mkdir(parents=True, exist_ok=True)
        (folder / student / "tiny.py").write_text(source)
    return folder


def results(out: Path) -> dict[str, dict[str, Any]]:
    """The lines of `results.jsonl` by student; each has one."""
    lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines]
    found = {line["student"]: line for line in read}
    assert len(found) == len(read)
    return found


def verdict(report: dict[str, Any]) -> dict[str, Any]:
    """A report without what may differ from one run to the next."""
    plain: dict[str, Any] = json.loads(json.dumps(report))
    plain["submission"] = ""
    for check in plain["checks"]:
        check["seconds"] = 0.0
    return plain
