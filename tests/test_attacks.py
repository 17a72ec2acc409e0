"""Hostile submissions, each with what it tries and what must happen, at every level there is.

An attack is a file in `tests/attacks` with a function `attack` that returns evidence if it has
succeeded. It is appended to a correct submission and called in the middle of a graded call, as

    # tries: what it is after
    # stopped: the lowest level at which it must fail: namespaces, strict, or always
    # then: what becomes of the check: `graded` if it passes as if nothing had happened, else a
            pattern of the message
    # unconfined: succeeds    if it works without walls, so that the test is known to test something
    # needs: what a machine may refuse to everybody, walls or not: it can't be tried there without

After each: the next question and the next submission are graded as ever, and nothing is left.
"""

from __future__ import annotations

import dataclasses
import functools
import io
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console

from grader import jail
from grader.assignment import Assignment
from grader.course import course_folder
from grader.launch import ForkLauncher
from grader.model import Isolation, Limits, Report
from grader.reporters import html, json, junit, terminal
from grader.runner import grade
from grader.sandbox import Launcher
from grader.submission import from_files
from tests.support import ROOT, WALLS, header

ATTACKS = sorted((ROOT / "tests" / "attacks").glob("*.py"))
Process = tuple[int, int, int, str, str]  # number, parent, session, command line and folder
SECRET = "SECRET-0c81f5"
SEED = 987_654_321

PRETEND = (sys.executable, str(ROOT / "tests" / "pretend.py"))

# Each machine that can be had here: what the launcher is started through.
MACHINES = {
    "as it is": (),
    "a container": ("container",),
    "an ordinary user": ("user",),
    "an ordinary user in a container": ("user", "container"),
}


# What an attack may need of the machine, each tried in a process without walls.
NEEDS = {
    "user namespaces": "sys.exit(libc.unshare(0x10000000) != 0)",
    "another personality": "sys.exit(libc.personality(0x0040000) < 0)",
    "reading the memory of a parent": """
child = os.fork()
if child == 0:
    word = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
    os._exit(libc.process_vm_readv(os.getppid(), vector, 1, vector, 1, 0) != 8)
sys.exit(os.waitpid(child, 0)[1] != 0)
""",
    "the entry of 32 bits": """
import mmap, platform
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(bytes.fromhex("b814000000cd80c3"))
place = ctypes.addressof(ctypes.c_char.from_buffer(code))
function = ctypes.CFUNCTYPE(ctypes.c_int)(place)
sys.exit(platform.machine() != "x86_64" or function() != os.getpid())
""",
}

# Somebody outside who wants to hear from a submission: holds a lock, answers one lock by another,
# and wakes whoever waits on a word of a file. Asked by a line, it says how often it has heard.
ACCOMPLICE = """
import ctypes, fcntl, os, platform, select, struct, sys

place, word, library = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
LOCK = struct.Struct("hhqqi4x")
null = os.open("/dev/null", os.O_RDWR)

def lock(command, kind, start):
    return LOCK.unpack(fcntl.fcntl(null, command, LOCK.pack(kind, 0, start, 1, 0)))[0]

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
file = os.open(library, os.O_RDONLY)
start = libc.mmap(None, ctypes.c_size_t(os.fstat(file).st_size), 1, 2, file, ctypes.c_long(0))
waited_for = ctypes.c_uint32.from_address(start + word)
futex = {"x86_64": 202, "aarch64": 98}[platform.machine()]
heard = 0
lock(fcntl.F_SETLK, fcntl.F_WRLCK, place)
while True:
    locked = lock(fcntl.F_GETLK, fcntl.F_WRLCK, place + 1) != fcntl.F_UNLCK
    lock(fcntl.F_SETLK, fcntl.F_WRLCK if locked else fcntl.F_UNLCK, place + 2)
    woken = libc.syscall(futex, ctypes.byref(waited_for), 1, 1, None, None, 0)
    heard += locked + (woken > 0)
    if select.select([0], [], [], 0.01)[0]:
        if not os.read(0, 1):
            break
        print(heard, flush=True)
        heard = 0
"""


class Bait(NamedTuple):
    """What an attack may find, and what shows that it did."""

    names: dict[str, object]
    target: Path
    secret: Path
    victim: subprocess.Popen[bytes]
    accomplice: subprocess.Popen[bytes]
    contacts: list[object]

    def heard(self) -> int:
        """How often the accomplice has heard from a submission since it was asked last."""
        assert self.accomplice.stdin is not None and self.accomplice.stdout is not None
        self.accomplice.stdin.write(b"?")
        self.accomplice.stdin.flush()
        return int(self.accomplice.stdout.readline())


@pytest.fixture(scope="module")
def bait(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bait]:
    # Not below pytest's own folder, which is closed to other users: the walls are to be tested.
    # And the socket where its name is short enough for one.
    with (
        tempfile.TemporaryDirectory(prefix="bait-") as name,
        tempfile.TemporaryDirectory(prefix="bait-", dir="/tmp") as short,
    ):
        folder = Path(name)
        folder.chmod(0o755)
        Path(short).chmod(0o755)
        target, secret = folder / "target", folder / "secret"
        target.mkdir(mode=0o777)
        target.chmod(0o777)
        secret.write_text(SECRET)
        secret.chmod(0o644)
        Path(f"{secret}.link").symlink_to(SECRET)
        victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        contacts: list[object] = []
        # Of this run alone: others may be under way on the same machine.
        unique = f"grader-attack-{secrets.token_hex(8)}"
        place = secrets.randbelow(1 << 60)
        word = 4 * secrets.randbelow(os.path.getsize(os.__file__) // 4)
        accomplice = subprocess.Popen(
            [sys.executable, "-c", ACCOMPLICE, str(place), str(word), os.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        servers = [
            socket.create_server(("127.0.0.1", 0)),
            _unix_server(f"{short}/socket"),
            _unix_server(f"\0{unique}"),
        ]
        for server in servers:
            threading.Thread(target=_accept, args=(server, contacts), daemon=True).start()
        names = {
            "PROJECT": str(ROOT),
            "SECRET_FILE": str(secret),
            "TARGET": str(target),
            "VICTIM": victim.pid,
            "PORT": servers[0].getsockname()[1],
            "SOCKET": f"{short}/socket",
            "NAME": unique,
            "KEY": 1 + secrets.randbelow(0x7FFFFFFF),
            "LIBRARY": os.__file__,
            "PLACE": place,
            "WORD": word,
            "SEED": SEED,
        }
        yield Bait(names, target, secret, victim, accomplice, contacts)
        for server in servers:
            server.close()
        for process in (victim, accomplice):
            process.kill()
            process.communicate()


def _unix_server(address: str) -> socket.socket:
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()
    if not address.startswith("\0"):
        Path(address).chmod(0o777)
    return server


def _accept(server: socket.socket, contacts: list[object]) -> None:
    while True:
        try:
            connection, address = server.accept()
        except OSError:
            return
        contacts.append(address)
        connection.close()


@pytest.fixture(scope="module")
def launchers(hw0: Assignment) -> Iterator[dict[str, ForkLauncher]]:
    """A launcher on each machine that can be had, started while the environment holds a secret."""
    os.environ["GITHUB_TOKEN"] = SECRET
    libraries, preload = hw0.outline.libraries, hw0.outline.preload
    made = {
        name: ForkLauncher(libraries, preload, wrapper=(*PRETEND, *modes, "--") if modes else ())
        for name, modes in MACHINES.items()
        if "user" not in modes or can_pretend_to_be_a_user()
    }
    powerless = (*PRETEND, "powerless", "--")
    made["no walls"] = ForkLauncher(libraries, preload, without=WALLS, wrapper=powerless)
    for launcher in made.values():
        launcher.start(Limits()).close()
    yield made
    del os.environ["GITHUB_TOKEN"]
    for launcher in made.values():
        launcher.close()


@functools.cache
def can_pretend_to_be_a_user() -> bool:
    """Whether this is one, or root who may make user namespaces."""
    command = [*PRETEND, "user", "--", sys.executable, "-c", ""]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 or done.stderr.startswith("can't pretend"), done.stderr
    return done.returncode == 0


def of_machine(name: str, launchers: dict[str, ForkLauncher]) -> ForkLauncher:
    if name not in launchers:
        pytest.skip(f"there is no {name!r} here: this machine refuses user namespaces to root")
    return launchers[name]


@functools.cache
def gives(need: str) -> bool:
    """Whether this machine gives it to anybody, tried in a process without walls."""
    code = f"import ctypes, os, sys\nlibc = ctypes.CDLL(None)\n{NEEDS[need]}"
    command = [*PRETEND, "powerless", "--", sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def two_checks(hw0: Assignment) -> Assignment:
    """One check of the attacked function, and one of another: enough to see what happens."""
    limits = Limits(cpu_seconds=1, wall_seconds=3.0, memory_bytes=256 << 20, file_bytes=16 << 20)
    chosen = [pair for pair in hw0.checks if pair[0].id in ("softmax_loss.small-batches",)]
    other = [pair for pair in hw0.checks if pair[0].id == "add.numbers"]
    return dataclasses.replace(
        hw0,
        outline=dataclasses.replace(hw0.outline, limits=limits),
        checks=(*chosen, *chosen, *other),
    )


def run(path: Path, bait: Bait, base: str, assignment: Assignment, launcher: Launcher) -> Report:
    constants = "".join(f"{name} = {value!r}\n" for name, value in bait.names.items())
    source = (
        f"{base}\n\n{constants}\n{path.read_text()}\n\n_right = softmax_loss\n"
        "def softmax_loss(Z, y):\n"
        "    try:\n"
        "        evidence = attack()\n"
        "    except (OSError, ImportError) as error:\n"
        "        evidence = None\n"
        "        if 'space' in str(error) or 'large' in str(error): raise\n"
        "    if evidence: print('BROKEN', evidence)\n"
        "    return _right(Z, y)\n"
    )
    submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
    return grade(assignment, submission, launcher, seed=SEED)


def stops(isolation: Isolation, level: str) -> bool:
    """Whether an attack that is stopped at that level is stopped here."""
    return {
        "always": True,
        "strict": isolation.level == "strict",
        "namespaces": jail.NAMESPACES in isolation.mechanisms,
    }[level]


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 60
    assert sum(bool(header(path, "unconfined")) for path in ATTACKS) >= 30


# Without walls, at the level limited, only what is stopped always can be expected to be.
PAIRS = [
    pytest.param(path, machine, id=f"{path.stem}-{machine}")
    for path in ATTACKS
    for machine in [*MACHINES, "no walls"]
    if machine != "no walls" or header(path, "stopped") == "always"
]


@pytest.mark.parametrize(("path", "machine"), PAIRS)
def test_an_attack_is_stopped_and_leaves_nothing(
    path: Path,
    machine: str,
    launchers: dict[str, ForkLauncher],
    bait: Bait,
    base: str,
    two_checks: Assignment,
) -> None:
    launcher = of_machine(machine, launchers)
    running = list(processes())
    before, lost = leftovers(launcher, bait, running), orphans(launcher, running)
    assignment = two_checks
    if "did not finish" in (header(path, "then") or ""):  # once is enough to wait for
        assignment = dataclasses.replace(two_checks, checks=two_checks.checks[1:])
    report = run(path, bait, base, assignment, launcher)
    # Without the student's own source, in which anything may stand.
    text = json.render(dataclasses.replace(report, sources=()))
    attacked = [check for check in report.checks if check.question == "softmax_loss"]

    assert report.checks[-1].passed, report.checks[-1].message
    if stops(report.isolation, header(path, "stopped") or ""):
        assert "BROKEN" not in text, [check.output for check in attacked]
        assert_unharmed(bait)
    for check in attacked:
        assert re.search(header(path, "then") or "", "graded" if check.passed else check.message), (
            check.message or "graded"
        )
    running = list(processes())
    assert leftovers(launcher, bait, running) == before
    # Other tests kill graders: for a moment what they had started is nobody's, too.
    deadline = time.monotonic() + 20.0
    while (new := orphans(launcher, running) - lost) and time.monotonic() < deadline:
        time.sleep(0.1)
        running = list(processes())
    assert not new
    assert_only_text(report)
    correct = from_files("test", {"simple_ml.py": base.encode()}, ["simple_ml"])
    assert grade(two_checks, correct, launcher).passed


@pytest.mark.parametrize(
    "path", [path for path in ATTACKS if header(path, "unconfined")], ids=lambda path: path.stem
)
def test_the_attack_works_where_nothing_stops_it(
    path: Path,
    launchers: dict[str, ForkLauncher],
    bait: Bait,
    base: str,
    two_checks: Assignment,
) -> None:
    """An attack that fails for another reason would prove nothing about the walls."""
    need = header(path, "needs")
    if need and not gives(need):
        pytest.skip(f"this machine refuses {need} to everybody")
    report = run(path, bait, base, two_checks, launchers["no walls"])
    # Whoever becomes another program can't say so any more.
    worked = "BROKEN" in report.checks[0].output or (bait.target / "executed").exists()
    assert worked, report.checks[0]
    for file in bait.target.iterdir():
        file.unlink()
    bait.secret.write_text(SECRET)
    bait.secret.chmod(0o644)
    bait.contacts.clear()
    bait.heard()


def assert_unharmed(bait: Bait) -> None:
    assert list(bait.target.iterdir()) == []
    assert bait.secret.read_text() == SECRET
    assert bait.secret.stat().st_mode & 0o777 == 0o644
    assert bait.secret.stat().st_mtime > 1e9
    assert bait.victim.poll() is None
    assert bait.contacts == []
    assert bait.heard() == 0


def leftovers(launcher: ForkLauncher, bait: Bait, running: list[Process]) -> dict[str, object]:
    """What an attack could leave behind: processes, files, shared memory."""
    unique, key = str(bait.names["NAME"]), str(bait.names["KEY"])
    return {
        "processes": len(processes_of(launcher, running)),
        "scratch": list(launcher.stage.outer.rglob("*")),
        "submission": list(launcher.stage.submission.iterdir()),
        "notes": [
            name
            for folder in ("/dev/shm", "/dev/mqueue", "/tmp", "/var/tmp")
            if os.path.isdir(folder)
            for name in os.listdir(folder)
            if unique in name
        ],
        "System V": [
            line
            for kind in ("shm", "msg", "sem")
            for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()
            if line.split()[0] == key
        ],
    }


def processes_of(launcher: ForkLauncher, running: list[Process]) -> set[int]:
    """The zygote with all that came of it."""
    assert launcher._zygote is not None
    found = {launcher._zygote.pid}
    parents = {pid: parent for pid, parent, _, _, _ in running}
    found |= {pid for pid, _, session, _, _ in running if session == launcher._zygote.pid}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def orphans(launcher: ForkLauncher, running: list[Process]) -> set[int]:
    """Workers without a parent that no other launcher has lost."""
    return {
        pid
        for pid, parent, _, line, folder in running
        if parent == 1
        and "worker.py" in line
        and ("/grader-" not in folder or str(launcher.stage.folder) in folder)
    }


def processes() -> Iterator[Process]:
    """All that can be looked at: number, parent, session, command line and folder."""
    for pid in map(int, filter(str.isdecimal, os.listdir("/proc"))):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            line = Path(f"/proc/{pid}/cmdline").read_text()
            folder = os.readlink(f"/proc/{pid}/cwd")
        except OSError:  # it has ended, or is not ours to look at
            continue
        yield pid, int(stat[1]), int(stat[3]), line, folder


TELLTALE = """
import fcntl, os

_right = softmax_loss

def softmax_loss(Z, y):
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    print(os.getpid(), flags, os.stat(__file__).st_atime, os.listdir(), input_ends())
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    open(__file__).read()
    os.posix_fadvise(os.open(__file__, os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED)
    return _right(Z, y)

def input_ends():
    try:
        input()
    except EOFError:
        return True
"""


@pytest.mark.parametrize("machine", ["as it is", "an ordinary user"])
def test_a_worker_can_not_tell_whether_others_were_before_it(
    machine: str, launchers: dict[str, ForkLauncher], base: str, two_checks: Assignment
) -> None:
    """With namespaces: elsewhere the process ids of the whole machine go on."""
    submission = from_files("test", {"simple_ml.py": (base + TELLTALE).encode()}, ["simple_ml"])
    launcher = of_machine(machine, launchers)
    reports = [grade(two_checks, submission, launcher, sharing=False) for _ in range(2)]
    first = {check.output.splitlines()[0] for report in reports for check in report.checks[:2]}
    assert len(first) == 1 or jail.NAMESPACES not in reports[0].isolation.mechanisms, first
    assert "[] True" in first.pop()


# --- nothing from a student reaches a report as more than text ----------------------------------


class _Page(HTMLParser):
    """Collects what would act in a page: scripts, handlers, and elements that load something."""

    def __init__(self) -> None:
        super().__init__()
        self.acting: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "img", "iframe", "svg", "object", "link"):
            self.acting.append(tag)
        self.acting += [name for name, _ in attrs if name.startswith("on")]


def assert_only_text(report: Report) -> None:
    page = _Page()
    page.feed(html.render(report, course_folder() / "templates"))
    assert page.acting == []

    cases = ET.fromstring(junit.render(report)).iter("testcase")
    assert len(list(cases)) == len(report.checks)

    for width in (30, 40, 57, 80, 100):
        lines = io.StringIO()
        terminal.show(report, Console(file=lines, width=width))
        for line in lines.getvalue().splitlines():
            assert not line.lstrip().startswith("::"), line
            assert not re.search(r"##\w*\[", line), line
            assert line.isprintable(), line


# --- and what is not an attack works as ever ----------------------------------------------------

TOUR = """
import collections, concurrent.futures, contextlib, copy, csv, ctypes, dataclasses, datetime
import decimal
import enum, fractions, functools, glob, gzip, hashlib, heapq, inspect, io, itertools, json, logging
import math, operator, os, pathlib, pickle, platform, pprint, queue, random, re, shutil, sqlite3
import statistics, string, struct, tempfile, textwrap, threading, time, traceback, types, typing
import unittest, uuid, warnings, weakref, zipfile, zlib
import numpy.fft, numpy.linalg, numpy.polynomial, numpy.random, numpy.testing
import scipy.cluster.vq, scipy.fft, scipy.integrate, scipy.interpolate, scipy.linalg, scipy.ndimage
import scipy.optimize, scipy.signal, scipy.sparse, scipy.sparse.linalg, scipy.spatial, scipy.special
import scipy.stats


def tour():
    A = np.random.default_rng(0).normal(size=(60, 60))
    assert np.allclose(scipy.linalg.inv(A) @ A, np.eye(60))
    assert np.allclose(np.linalg.svd(A)[1], scipy.linalg.svdvals(A))
    assert abs(scipy.optimize.minimize(lambda x: (x[0] - 3) ** 2, [0.0]).x[0] - 3) < 1e-3
    assert scipy.sparse.linalg.spsolve(scipy.sparse.eye(4).tocsc() * 2, np.ones(4)).sum() == 2
    assert abs(scipy.stats.norm.cdf(0) - 0.5) < 1e-12 and abs(scipy.special.gamma(5) - 24) < 1e-9
    assert np.allclose(scipy.fft.ifft(scipy.fft.fft(A[0])), A[0])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(lambda i: int((A @ A).shape[0]) + i, range(8))) == 508
    assert np.allclose(scipy.fft.fft(A, workers=2), np.fft.fft(A))
    assert scipy.spatial.KDTree(A).query(A, workers=2)[0].max() == 0
    assert join_a_native_thread()
    np.save("array", A)
    assert np.array_equal(np.load("array.npy"), A)
    assert np.array_equal(np.memmap("map", "f8", "w+", shape=(8, 8)) + 1, np.ones((8, 8)))
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as file:
        path = pathlib.Path(folder, "x.txt")
        path.write_text("x")
        assert path.resolve().exists() and path.read_text() == "x"
        shutil.copyfile(path, path.with_name("y.txt"))
        shutil.copy2(path, path.with_name("z.txt"))
        assert sorted(os.listdir(folder)) == ["x.txt", "y.txt", "z.txt"]
        file.write(b"z")
    with gzip.open("z.gz", "wb") as file:
        file.write(b"z" * 999)
    assert gzip.open("z.gz").read() == b"z" * 999
    connection = sqlite3.connect("base.db")
    connection.execute("create table if not exists t (x)")
    connection.commit()
    assert connection.execute("select 1 + 1").fetchone() == (2,)
    assert open(__file__).read(6) and os.listdir(os.path.dirname(__file__))
    assert time.time() > 0 and datetime.datetime.now().year > 2000 and os.urandom(4)
    assert time.perf_counter() >= 0 and uuid.uuid4() and os.cpu_count() >= 1 and platform.machine()
    time.sleep(0.01)
    logging.getLogger().warning("seen")
    return True


def join_a_native_thread():  # as a library in C does
    done, thread = [], ctypes.c_ulong()
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _: done.append(time.sleep(0.05)))
    libc = ctypes.CDLL(None)
    assert libc.pthread_create(ctypes.byref(thread), None, function, None) == 0
    assert libc.pthread_join(thread, None) == 0
    return done


_right = softmax_loss

def softmax_loss(Z, y):
    assert tour()
    return _right(Z, y)
"""


@pytest.mark.parametrize("machine", [*MACHINES, "no walls"])
def test_ordinary_code_works_behind_every_wall(
    machine: str, launchers: dict[str, ForkLauncher], base: str, hw0: Assignment
) -> None:
    checks = tuple(pair for pair in hw0.checks if pair[0].id == "softmax_loss.small-batches")
    submission = from_files("test", {"simple_ml.py": (base + TOUR).encode()}, ["simple_ml"])
    launcher = of_machine(machine, launchers)
    report = grade(dataclasses.replace(hw0, checks=checks), submission, launcher)
    assert report.passed, report.checks[0]
    assert "seen" in report.checks[0].output
