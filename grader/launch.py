"""Starting workers: forked from a warm zygote, or spawned as fresh interpreters.

`ForkLauncher` keeps a zygote (see worker.py) that has imported the numeric libraries already, and
is used on Linux. `SpawnLauncher` starts a fresh interpreter for every worker: slower, and there on
every platform. The verdicts are the same.

Both hand over a `Worker` that has confined itself and in which no student code has run yet.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from grader.errors import InfrastructureError
from grader.model import Limits
from grader.sandbox import START_SECONDS, Ending, Launcher, Log, Worker

WORKER = Path(__file__).with_name("worker.py")
ANSWER_SECONDS = 10.0  # a zygote that takes longer has been tampered with, and is replaced


def open_launcher(libraries: Iterable[str], preload: Iterable[str]) -> Launcher:
    """The best launcher that this machine has."""
    if sys.platform == "linux":
        return ForkLauncher(libraries, preload)
    return SpawnLauncher(libraries, preload)


# --- forking from a warm zygote ----------------------------------------------------------------


class ForkLauncher:
    """Forks workers from a process that has imported the libraries already."""

    def __init__(self, libraries: Iterable[str], preload: Iterable[str]) -> None:
        self._setup = _setup(libraries, preload)
        self._zygote: subprocess.Popen[bytes] | None = None
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._begin()

    def start(self, root: Path, scratch: Path, limits: Limits, seed: int) -> Worker:
        """Fork and confine; a zygote that is gone is replaced once."""
        task = _task(root, scratch, limits, seed)
        try:
            return self._fork(task, scratch, limits)
        except (OSError, EOFError):
            self._stop()
            self._begin()
        try:
            return self._fork(task, scratch, limits)
        except (OSError, EOFError) as error:
            said = self._last_words() or repr(error)
            raise InfrastructureError(f"no worker could be started: {said}") from None

    def close(self) -> None:
        """End the zygote; its workers die with it."""
        self._stop()
        self._complaints.close()

    def ask(self, message: dict[str, Any], descriptors: Iterable[int] = ()) -> dict[str, Any]:
        """One request to the zygote."""
        socket.send_fds(self._control, [json.dumps(message).encode()], list(descriptors))
        return self._answer()

    def _stop(self) -> None:
        self._control.close()
        if self._zygote is not None:
            self._zygote.kill()
            self._zygote.wait()
            self._zygote = None

    def _last_words(self) -> str:
        """What the zygote complained about, if it did not even start."""
        self._complaints.seek(0)
        lines = self._complaints.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def _begin(self) -> None:
        # Does not wait: the zygote imports NumPy while this process imports its own libraries.
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(START_SECONDS)
        self._ready = False
        with theirs:
            self._zygote = subprocess.Popen(
                _command("zygote", str(theirs.fileno()), self._setup),
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stderr=self._complaints,
                start_new_session=True,
            )

    def _answer(self) -> dict[str, Any]:
        data = self._control.recv(1 << 16)
        if not data:
            raise EOFError("it ended")
        answer: dict[str, Any] = json.loads(data)
        return answer

    def _fork(self, task: dict[str, object], scratch: Path, limits: Limits) -> Worker:
        if not self._ready:
            self._answer()
            self._ready = True
            self._control.settimeout(ANSWER_SECONDS)
        channel, theirs = socket.socketpair()
        log, their_log = socket.socketpair()
        with theirs, their_log:
            answer = self.ask({"spawn": task}, [theirs.fileno(), their_log.fileno()])
        process = _Forked(self, answer["pid"])
        return Worker(channel, _socket_log(log), process, scratch, limits)


class _Forked:
    """A worker that the zygote forked: not our child, so the zygote reaps it."""

    def __init__(self, launcher: ForkLauncher, pid: int) -> None:
        self._launcher = launcher
        self._pid = pid
        self._pidfd: int | None = None
        with contextlib.suppress(OSError):  # already gone, together with its zygote
            self._pidfd = os.pidfd_open(pid)

    def kill(self) -> None:
        # The pid can't have been reused: the zygote keeps it until `reap`.
        for end in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(self._pid, signal.SIGKILL)

    def wait(self, seconds: float) -> bool:
        if self._pidfd is None:
            return True
        return bool(select.select([self._pidfd], [], [], seconds)[0])

    def reap(self) -> Ending:
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None
        try:
            answer = self._launcher.ask({"reap": self._pid})
        except (OSError, EOFError):  # the student's code took the zygote with it
            return Ending(None)
        return Ending(os.waitstatus_to_exitcode(answer["status"]), answer["cpu"])


def _socket_log(log: socket.socket) -> Log:
    def stop() -> None:
        with contextlib.suppress(OSError):
            log.shutdown(socket.SHUT_RDWR)
        log.close()

    return Log(log.recv, stop)


# --- spawning ----------------------------------------------------------------------------------


class SpawnLauncher:
    """Starts a fresh interpreter for every worker: slower, and there on every platform."""

    def __init__(self, libraries: Iterable[str], preload: Iterable[str]) -> None:
        self._setup = _setup(libraries, preload)

    def start(self, root: Path, scratch: Path, limits: Limits, seed: int) -> Worker:
        """Spawn and confine."""
        setup = {**self._setup, "task": _task(root, scratch, limits, seed)}
        channel, theirs = socket.socketpair()
        with theirs:
            if sys.platform == "win32":
                process, log = _spawn_windows(theirs, setup)
            else:
                process, log = _spawn_posix(theirs, setup)
        return Worker(channel, log, _Spawned(process), scratch, limits)

    def close(self) -> None:
        """Nothing outlives its worker here."""


def _spawn_posix(
    theirs: socket.socket, setup: Mapping[str, object]
) -> tuple[subprocess.Popen[bytes], Log]:
    log, their_log = socket.socketpair()
    with their_log:
        process = subprocess.Popen(
            _command("single", str(theirs.fileno()), setup),
            pass_fds=[theirs.fileno()],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=their_log.fileno(),
            start_new_session=True,
        )
    return process, _socket_log(log)


def _spawn_windows(
    theirs: socket.socket, setup: Mapping[str, object]
) -> tuple[subprocess.Popen[bytes], Log]:
    # No descriptor can be inherited by number: the socket is shared with the process by its id.
    process = subprocess.Popen(
        _command("single", "share", setup),
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stderr is not None
    shared: bytes = theirs.share(process.pid)  # type: ignore[attr-defined]
    process.stdin.write(len(shared).to_bytes(4, "big") + shared)
    process.stdin.flush()
    descriptor = process.stderr.fileno()
    return process, Log(lambda size: os.read(descriptor, size), lambda: None)


class _Spawned:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def kill(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.returncode is None:
            self._process.kill()

    def wait(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def reap(self) -> Ending:
        return Ending(self._process.wait())


# --- what both need ----------------------------------------------------------------------------


def _setup(libraries: Iterable[str], preload: Iterable[str]) -> dict[str, object]:
    return {"libraries": {name: _folder_of(name) for name in libraries}, "preload": list(preload)}


def _folder_of(library: str) -> str:
    spec = importlib.util.find_spec(library)
    if spec is None or spec.origin is None:
        raise InfrastructureError(
            f"the library {library!r} of this assignment is not installed: pip install {library}"
        )
    origin = Path(spec.origin)
    return str(origin.parent.parent if origin.name == "__init__.py" else origin.parent)


def _task(root: Path, scratch: Path, limits: Limits, seed: int) -> dict[str, object]:
    return {
        "root": str(root),
        "scratch": str(scratch),
        "seed": seed,
        "cpu_seconds": limits.cpu_seconds,
        "memory_bytes": limits.memory_bytes,
        "file_bytes": limits.file_bytes,
    }


def _command(mode: str, descriptor: str, setup: Mapping[str, object]) -> list[str]:
    flags = ["-P", "-s", "-S"]
    executable = sys.executable
    if sys.platform == "win32":
        # In a virtual environment that is a redirector; sockets are shared with the real process.
        executable = getattr(sys, "_base_executable", executable)
    return [executable, *flags, str(WORKER), mode, descriptor, json.dumps(setup)]


def _environment() -> dict[str, str]:
    """Nothing of the user's: no token, no key, no home; and one BLAS thread per worker."""
    environment = {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "VECLIB_MAXIMUM_THREADS": "1",
    }
    for name in ("SYSTEMROOT", "LD_LIBRARY_PATH"):  # without them the interpreter may not start
        if name in os.environ:
            environment[name] = os.environ[name]
    return environment
