"""What code tries that no homework needs is told to the staff, and costs nothing by itself."""

from __future__ import annotations

import pytest

from grader import alarms
from tests.support import GradeSource, explain

QUIETLY = """

def add(x, y):
    try:
        {}
    except BaseException:
        pass
    return x + y
"""

CHANNELS = """

import os, stat

def channels():
    return [int(it) for it in range(3, 40) if is_socket(it)]

def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False
"""


@pytest.mark.parametrize(
    ("attempt", "word"),
    [
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "network"),
        ("import urllib.request as u; u.urlopen('http://127.0.0.1:9/')", "network"),
        ("import subprocess; subprocess.run(['true'])", "another process"),
        ("import os; os.system('true')", "another process"),
        ("import os; os.fork()", "another process"),
        ("import os; os.kill(os.getppid(), 9)", "signal"),
        ("import ctypes; ctypes.CDLL(None)", "machine code"),
        ("open('/etc/passwd').read()", "files of the machine"),
        ("import pathlib; pathlib.Path('/proc/1/environ').read_bytes()", "files of the machine"),
        ("import os; os.listdir('/')", "files of the machine"),
        ("open('/somewhere/assignments/hw0/hidden.py')", "files of the machine"),
        ("import grader", "import the grader"),
        ("from reference.softmax_loss import softmax_loss", "import the grader"),
    ],
)
def test_what_is_tried_quietly_is_noted_and_nothing_is_taken_off(
    grade_source: GradeSource, base: str, attempt: str, word: str
) -> None:
    report = grade_source(base + QUIETLY.format(attempt), questions=("add", "softmax_loss"))
    assert report.score == report.max_score, explain(report)
    for check in report.checks:
        assert (word in check.alarm) == (check.question == "add"), check
    assert not any(check.alarm for check in report.for_student().checks)


@pytest.mark.parametrize(
    "honest",
    [
        "import tempfile; tempfile.NamedTemporaryFile().write(b'x')",
        "open('/home/me/data/train.npz')",
        "np.load('data.npz')",
        "import scipy.optimize, scipy.linalg, multiprocessing, pathlib, platform, uuid",
        "import datetime, zoneinfo; datetime.datetime.now(zoneinfo.ZoneInfo('Europe/Rome'))",
        "import time; time.localtime(); import os; os.listdir('.'); os.cpu_count()",
        "import logging; logging.basicConfig(filename='log.txt'); logging.warning('x')",
        "import random; random.SystemRandom().random()",
        "open(__file__).read()",
    ],
)
def test_honest_code_raises_no_alarm(grade_source: GradeSource, base: str, honest: str) -> None:
    report = grade_source(base + QUIETLY.format(honest), questions=("add",))
    assert report.score == report.max_score
    assert not any(check.alarm for check in report.checks), report.checks[0].alarm


def test_talking_to_the_grader_is_noted(grade_source: GradeSource, base: str) -> None:
    source = base + CHANNELS + QUIETLY.format("[os.write(it, b'x' * 800) for it in channels()]")
    report = grade_source(source, questions=("add",))
    assert "connection" in report.checks[0].alarm


def test_an_attempt_on_import_is_noted_even_if_the_import_fails(
    grade_source: GradeSource, base: str
) -> None:
    report = grade_source("import socket\nsocket.create_connection(('127.0.0.1', 9))\n" + base)
    assert report.score == 0.0
    assert all("network" in check.alarm for check in report.checks)


def test_only_known_kinds_count() -> None:
    assert alarms.words(["<script>", "network", "forged"]) == "It tried to use the network."
    assert alarms.words([]) == ""
