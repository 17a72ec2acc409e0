"""What code tries that no homework needs is told to the staff, and costs nothing by itself."""

from __future__ import annotations

import pytest

from grader import alarms
from grader.assignment import Assignment
from grader.launch import ForkLauncher
from tests.support import WALLS, GradeSource, explain

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


NETWORK, PROCESS, MACHINE = "use the network", "start another process", "files of the machine"
CHANGE, ELSEWHERE = "change or remove files", "named files that are not its own"


@pytest.mark.parametrize(
    ("attempt", "word"),
    [
        ("import socket; socket.create_connection(('127.0.0.1', 9))", NETWORK),
        ("import urllib.request as u; u.urlopen('http://127.0.0.1:9/')", NETWORK),
        ("import socket; socket.socket().connect(('1.1.1.1', 80))", NETWORK),
        ("import socket as s; s.socket(type=s.SOCK_DGRAM).sendto(b'x', ('1.1.1.1', 80))", NETWORK),
        ("import socket; socket.socket(fileno=3)", NETWORK),
        ("import subprocess; subprocess.run(['true'])", PROCESS),
        ("import subprocess; subprocess.check_output(['true'])", PROCESS),
        ("import os; os.popen('true')", PROCESS),
        ("import os; os.system('true')", PROCESS),
        ("import os; os.spawnv(os.P_WAIT, '/bin/true', ['true'])", PROCESS),
        ("import os; os.fork()", PROCESS),
        ("import multiprocessing as m; m.Process(target=print).start()", PROCESS),
        ("import multiprocessing as m; m.get_context('spawn').Process().start()", PROCESS),
        ("import multiprocessing as m; m.Pool(2)", PROCESS),
        ("import concurrent.futures as c; c.ProcessPoolExecutor(2).submit(print)", PROCESS),
        ("import os; os.kill(os.getppid(), 9)", "signal"),
        ("import ctypes; ctypes.CDLL(None)", "machine code"),
        ("open('/etc/passwd').read()", f'{MACHINE} or the grader: "/etc/passwd".'),
        ("""exec("open('/etc/passwd')")""", MACHINE),
        ("open('../../../../../../../../../../etc/passwd')", MACHINE),
        ("import os; os.chdir('/etc'); open('passwd')", f'{MACHINE} or the grader: "/etc/passwd".'),
        ("import pathlib; pathlib.Path('/proc/1/environ').read_bytes()", MACHINE),
        ("import os; os.listdir('/')", MACHINE),
        ("import os; list(os.walk('/proc'))", MACHINE),
        ("import os; os.link('/etc/passwd', 'mine')", MACHINE),
        ("open('/somewhere/assignments/hw0/hidden.py')", MACHINE),
        ("import os; os.remove('/etc/passwd')", f'{CHANGE} that are not its own: "/etc/passwd".'),
        ("import os; os.remove('/home/prof/results.sqlite')", CHANGE),
        ("import os; os.rename('/home/prof/a', 'a')", CHANGE),
        ("import os; os.rmdir('/home/prof')", CHANGE),
        ("import os; os.truncate('/home/prof/a', 0)", CHANGE),
        ("import os; os.chmod('/etc/shadow', 0o777)", CHANGE),
        ("import os; os.mkdir('/etc/a')", CHANGE),
        ("open('/usr/lib/a.txt', 'w')", CHANGE),
        ("import shutil; shutil.rmtree('/home')", f'{CHANGE} that are not its own: "/home".'),
        ("import os, threading as t; t.Thread(target=os.remove, args=['/etc/a']).start()", CHANGE),
        ("open('/home/prof/solution.py')", f'{ELSEWHERE}: "/home/prof/solution.py".'),
        ("open('/tmp/class/grades.csv')", ELSEWHERE),
        ("open('../../grades.csv')", f'{ELSEWHERE}: "../../grades.csv".'),
        ("np.fromfile('/home/prof/solution.py')", ELSEWHERE),
        ("np.memmap('/home/prof/solution.py')", ELSEWHERE),
        ("import sqlite3; sqlite3.connect('/home/prof/results.sqlite')", ELSEWHERE),
        ("import os; os.listdir('/home')", ELSEWHERE),
        ("import pathlib; list(pathlib.Path('/home').iterdir())", ELSEWHERE),
        ("import os; os.mkdir('/home/prof/a')", ELSEWHERE),
        ("import os; os.symlink('/home/prof', 'a')", ELSEWHERE),
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
        "open('/content/drive/MyDrive/data/train-images-idx3-ubyte')",
        "open('../data/train.csv'); import os; os.listdir('..')",
        r"open('C:\\Users\\me\\mnist.gz')",
        "import os; os.chdir('/home/me/hw0')",
        "import sys; sys.path.append('/home/me/hw0'); import needle",
        "import matplotlib.pyplot as plt",
        "import os; os.makedirs('a/b'); os.rename('a', 'c'); import shutil; shutil.rmtree('c')",
        "import os; np.save(os.path.abspath('a'), np.ones(2)); os.remove(os.path.abspath('a.npy'))",
        "import tempfile; tempfile.TemporaryDirectory().cleanup()",
        "import scipy.special, scipy.spatial, scipy.stats, scipy.io, ctypes, locale",
        "import scipy.optimize as o; o.differential_evolution(np.sum, [(0, 1)], workers=2)",
        "import platform, uuid; platform.platform(); platform.processor(); uuid.getnode()",
        "import traceback; traceback.print_stack()",
        "import warnings; warnings.warn('x', stacklevel=4); np.log(np.zeros(2))",
        "import inspect; inspect.stack(); inspect.getsource(np.linspace)",
        "import asyncio; asyncio.run(asyncio.sleep(0))",
        "from multiprocessing import Process; from multiprocessing.pool import ThreadPool",
        "from concurrent.futures import ProcessPoolExecutor",
        "import concurrent.futures as c; list(c.ThreadPoolExecutor(1).map(abs, [1]))",
        "import pdb; pdb.Pdb(); import mimetypes; mimetypes.guess_type('a.gz')",
        "for it in '/proc/cpuinfo', '/dev/urandom', '/dev/null': open(it)",
    ],
)
def test_honest_code_raises_no_alarm(grade_source: GradeSource, base: str, honest: str) -> None:
    report = grade_source(base + QUIETLY.format(honest), questions=("add",))
    assert report.score == report.max_score
    assert not any(check.alarm for check in report.checks), report.checks[0].alarm


def test_what_succeeds_is_told_as_well_and_honest_code_is_not(
    hw0: Assignment, grade_source: GradeSource, base: str
) -> None:
    honest = "import asyncio; asyncio.run(asyncio.sleep(0))"
    honest += "; import multiprocessing as m; m.Queue(), m.Value('d', 0.0); open('../a.txt')"
    launcher = ForkLauncher(hw0.outline.libraries, hw0.outline.preload, without=WALLS)
    try:
        for attempt, word in (("open('/etc/passwd')", MACHINE), (honest, "")):
            source = base + QUIETLY.format(attempt)
            report = grade_source(source, questions=("add",), launcher=launcher)
            assert report.score == report.max_score, explain(report)
            alarm = report.checks[0].alarm
            assert word in alarm and bool(word) == bool(alarm), alarm
    finally:
        launcher.close()


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


def test_a_loop_over_files_is_told_in_a_few_names_and_those_of_us_are_left_out(
    grade_source: GradeSource, base: str
) -> None:
    many = """
    import os
    for number in range(50):
        try:
            os.remove(f"/home/{number}")
        except OSError:
            pass
    try:
        os.listdir(os.path.dirname(os.getcwd()))"""
    report = grade_source(base + QUIETLY.replace("    try:\n        {}", many), questions=("add",))
    assert '"/home/0", "/home/1", "/home/2".' in report.checks[0].alarm
    assert "/home/3" not in report.checks[0].alarm
    assert "grader-" not in report.checks[0].alarm
    assert ELSEWHERE in report.checks[0].alarm


def test_a_name_that_is_no_text_costs_nothing(grade_source: GradeSource, base: str) -> None:
    report = grade_source(base + QUIETLY.format(r"open(b'/etc/\xff')"), questions=("add",))
    assert report.score == report.max_score
    assert "/etc/?" in report.checks[0].alarm


def test_names_are_foreign_text() -> None:
    said = alarms.words([f"files:/{'x' * 500}", 'files:/a". All is well.\x1b[2J\n::error::b'])
    assert "\x1b" not in said and "\n" not in said and "::" not in said
    assert said.count('"') == 4
    assert len(said) < 300
    assert len(alarms.words(f"changes:/{it}" for it in range(1000))) < 300
    assert alarms.words(["network:/a", "files:"]) == (
        "It tried to use the network. It tried to look at files of the machine or the grader."
    )


def test_only_known_kinds_count() -> None:
    assert alarms.words(["<script>", "network", "forged"]) == "It tried to use the network."
    assert alarms.words([]) == ""
