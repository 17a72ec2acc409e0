"""Starting workers: forked from a warm zygote, or spawned as fresh interpreters.

`ForkLauncher` keeps a zygote (see worker.py) that has imported the numeric libraries already, and
is used on Linux. `SpawnLauncher` starts a fresh interpreter for every worker: slower, and there on
every platform. The verdicts are the same.

Both hand over a `Worker` that has confined itself and in which no student code has run yet. Which
walls it has is decided on its own side, by trying them: see jail/jail.py.
"""

from __future__ import annotations

import contextlib
import errno
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

from grader import cores
from grader.errors import AssignmentError, InfrastructureError
from grader.jail import kernel
from grader.model import Limits
from grader.sandbox import START_SECONDS, Ending, Launcher, Log, Worker
from grader.stage import Stage

WORKER = Path(__file__).with_name("worker.py")
ANSWER_SECONDS = 10.0  # a zygote that takes longer has been tampered with, and is replaced


def open_launcher(libraries: Iterable[str], preload: Iterable[str]) -> Launcher:
    """The best launcher that this machine has."""
    if sys.platform == "linux" and _has_pidfd():
        return ForkLauncher(libraries, preload)
    return SpawnLauncher(libraries, preload)


def _has_pidfd() -> bool:
    try:
        os.close(kernel.open_process(os.getpid()))
    except OSError:  # before Linux 5.3
        return False
    return True


# --- forking from a warm zygote ----------------------------------------------------------------


class ForkLauncher:
    """Forks workers from a process that has imported the libraries already.

    `without` names mechanisms to do without, and `wrapper` is a command that the zygote is started
    through: both are for trying out what happens on machines that have less.
    """

    def __init__(
        self,
        libraries: Iterable[str],
        preload: Iterable[str],
        *,
        without: Iterable[str] = (),
        wrapper: Iterable[str] = (),
    ) -> None:
        folders = _folders(libraries)
        self.stage = Stage()
        self._setup = _setup(self.stage, folders, preload, without)
        self._wrapper = list(wrapper)
        self._zygote: subprocess.Popen[bytes] | None = None
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._can_let_go: bool | None = None
        try:
            self._begin()
        except BaseException:
            self.stage.close()
            raise

    def start(self, limits: Limits) -> Worker:
        """Fork and confine; a zygote that is gone is replaced once."""
        try:
            return self._fork(limits)
        except (OSError, EOFError):
            self._stop()
            self._begin()
        try:
            return self._fork(limits)
        except (OSError, EOFError) as error:
            said = self._last_words() or repr(error)
            raise InfrastructureError(f"no worker could be started: {said}") from None

    def close(self) -> None:
        """End the zygote; its workers die with it."""
        self._stop()
        self._complaints.close()
        self.stage.close()

    def ask(
        self, message: dict[str, Any], descriptors: Iterable[int] = ()
    ) -> tuple[dict[str, Any], list[int]]:
        """One request to the zygote; returns its answer and the descriptors that come with it."""
        socket.send_fds(self._control, [json.dumps(message).encode()], list(descriptors))
        return self._answer()

    def lose(self) -> None:
        """Give up a zygote that does not answer: a late answer must not be taken for the next."""
        self._stop()

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
                [*self._wrapper, *_command("zygote", str(theirs.fileno()))],
                pass_fds=[theirs.fileno()],
                env=_environment(),
                stdin=subprocess.PIPE,
                stderr=self._complaints,
                start_new_session=True,
            )
        _hand_over(self._zygote, self._setup)

    def _answer(self) -> tuple[dict[str, Any], list[int]]:
        data, descriptors, _, _ = socket.recv_fds(self._control, 1 << 16, 1)
        if not data:
            raise EOFError("it ended")
        answer: dict[str, Any] = json.loads(data)
        return answer, descriptors

    def _fork(self, limits: Limits) -> Worker:
        if not self._ready:
            self._answer()
            self._ready = True
            self._control.settimeout(ANSWER_SECONDS)
        channel, theirs = socket.socketpair()
        log, their_log = socket.socketpair()
        with theirs, their_log:
            # A worker that could not be let go later has all cores from the beginning.
            own = cores.settle()
            where = own if self._can_let_go is not False else cores.all_of_mine()
            order = {"spawn": _budget(limits), "cores": where}
            _, descriptors = self.ask(order, [theirs.fileno(), their_log.fileno()])
        if not descriptors:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        process = _Forked(self, descriptors[0])
        worker = Worker(channel, _socket_log(log), process, self.stage, limits)
        if self._can_let_go is None:  # in a container root may not always
            self._can_let_go = process.put(own)
        return worker


class _Forked:
    """A worker that the zygote forked: not our child, so the zygote reaps it.

    It may live in another process namespace. The descriptor names it in ours, whatever its number.
    """

    def __init__(self, launcher: ForkLauncher, pidfd: int) -> None:
        self._launcher = launcher
        self._pidfd: int | None = pidfd

    def wait(self, seconds: float) -> bool:
        if self._pidfd is None:
            return True
        ended = select.poll()
        ended.register(self._pidfd, select.POLLIN)
        return bool(ended.poll(1000 * seconds))

    def spread(self) -> None:
        self.put(cores.all_of_mine())

    def put(self, places: list[int]) -> bool:
        """Let it use those cores; whether that could be done."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return cores.put(self._pid(), places)
        return False

    def written(self) -> int | None:
        with contextlib.suppress(OSError, ValueError, IndexError):
            told = Path(f"/proc/{self._pid()}/io").read_text()
            return int(told.split("\nwrite_bytes:")[1].split()[0])
        return None

    def _pid(self) -> int:
        described = Path(f"/proc/self/fdinfo/{self._pidfd}").read_text()
        pid = int(described.split("\nPid:")[1].split()[0])
        if pid <= 0:
            raise ProcessLookupError("it has ended")
        return pid

    def end(self) -> Ending:
        if self._pidfd is None:  # interrupted the first time
            return Ending(None)
        descriptor, self._pidfd = self._pidfd, None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kernel.kill_process(descriptor)
        os.close(descriptor)
        try:
            answer, _ = self._launcher.ask({"reap": True})
        except (OSError, EOFError):  # the student's code took the zygote with it
            self._launcher.lose()
            return Ending(None)
        except BaseException:  # interrupted: a late answer must not be taken for the next one's
            self._launcher.lose()
            raise
        return Ending(os.waitstatus_to_exitcode(answer["status"]), answer["cpu"])


def _socket_log(log: socket.socket) -> Log:
    log.setblocking(False)
    readable = select.poll()
    readable.register(log, select.POLLIN)

    def stop() -> None:
        with contextlib.suppress(OSError):
            log.shutdown(socket.SHUT_RDWR)
        log.close()

    return Log(log.recv, stop, readable.poll)


# --- spawning ----------------------------------------------------------------------------------


class SpawnLauncher:
    """Starts a fresh interpreter for every worker: slower, and there on every platform."""

    def __init__(
        self, libraries: Iterable[str], preload: Iterable[str], *, without: Iterable[str] = ()
    ) -> None:
        folders = _folders(libraries)
        self.stage = Stage()
        self._setup = _setup(self.stage, folders, preload, without)

    def start(self, limits: Limits) -> Worker:
        """Spawn and confine."""
        setup = {**self._setup, "budget": _budget(limits)}
        channel, theirs = socket.socketpair()
        with theirs:
            if sys.platform == "win32":
                process, log = _spawn_windows(theirs, setup)
            else:
                process, log = _spawn_posix(theirs, setup)
        return Worker(channel, log, _Spawned(process), self.stage, limits)

    def close(self) -> None:
        """Nothing outlives its worker here but the folders."""
        self.stage.close()


def _spawn_posix(
    theirs: socket.socket, setup: Mapping[str, object]
) -> tuple[subprocess.Popen[bytes], Log]:
    log, their_log = socket.socketpair()
    with their_log:
        process = subprocess.Popen(
            _command("single", str(theirs.fileno())),
            pass_fds=[theirs.fileno()],
            env=_environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=their_log.fileno(),
            start_new_session=True,
        )
    _hand_over(process, setup)
    return process, _socket_log(log)


def _spawn_windows(
    theirs: socket.socket, setup: Mapping[str, object]
) -> tuple[subprocess.Popen[bytes], Log]:
    # No descriptor can be inherited by number: the socket is shared with the process by its id.
    process = subprocess.Popen(
        _command("single", "share"),
        env=_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    shared: bytes = theirs.share(process.pid)  # type: ignore[attr-defined]
    _hand_over(process, {**setup, "share": shared.hex()})
    descriptor = process.stderr.fileno()
    return process, Log(lambda size: os.read(descriptor, size), lambda: None)


class _Spawned:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def spread(self) -> None:
        """It was on all of them from the beginning."""

    def written(self) -> int | None:
        return None

    def wait(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> Ending:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.returncode is None:
            self._process.kill()
        return Ending(self._process.wait())


# --- what both need ----------------------------------------------------------------------------


def _setup(
    stage: Stage, folders: Mapping[str, str], preload: Iterable[str], without: Iterable[str]
) -> dict[str, object]:
    plan = {
        "submission": str(stage.submission),
        "scratch": str(stage.scratch),
        "outer": str(stage.outer),
        "root": str(stage.root),
        "secret": _secret(),
        "bait": str(stage.bait),
        "libraries": dict(folders),
        "uid": stage.uid,
        "without": list(without),
    }
    return {"plan": plan, "preload": list(preload)}


def _secret() -> str:
    """A file of ours that is surely there: a worker proves that it can't read it."""
    return str(WORKER)


def _hand_over(process: subprocess.Popen[bytes], setup: Mapping[str, object]) -> None:
    """Tell a new process what to do, where neither arguments nor environment show it later."""
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):  # it has ended already; whoever asks it will notice
        process.stdin.write(json.dumps(setup).encode())
        process.stdin.close()


def _folders(libraries: Iterable[str]) -> dict[str, str]:
    """Where each library lies."""
    found = {}
    for library in libraries:
        spec = importlib.util.find_spec(library)
        if spec is None or spec.origin is None:
            raise InfrastructureError(
                f"the library {library!r} of this assignment is not installed: "
                f"pip install {library}"
            )
        origin = Path(spec.origin)
        if origin.name != "__init__.py":
            raise AssignmentError(f"the library {library!r} is not a package, but a single file")
        found[library] = str(origin.parent.parent)
    return found


def _budget(limits: Limits) -> dict[str, int]:
    return {
        "cpu_seconds": limits.cpu_seconds,
        "memory_bytes": limits.memory_bytes,
        "file_bytes": limits.file_bytes,
    }


def _command(mode: str, descriptor: str) -> list[str]:
    flags = ["-P", "-s", "-S"]
    executable = sys.executable
    if sys.platform == "win32":
        # In a virtual environment that is a redirector; sockets are shared with the real process.
        executable = getattr(sys, "_base_executable", executable)
    return [executable, *flags, str(WORKER), mode, descriptor]


def _environment() -> dict[str, str]:
    """Nothing of the user's: no token, no key, no home; and one BLAS thread per worker."""
    environment = {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "MKL_NUM_THREADS": "1",
        "VECLIB_MAXIMUM_THREADS": "1",
        # Arrays of a few megabytes are made again and again: keep their pages instead of giving
        # them back to the kernel each time.
        "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
        "MALLOC_TRIM_THRESHOLD_": str(64 << 20),
    }
    for name in ("SYSTEMROOT", "LD_LIBRARY_PATH"):  # without them the interpreter may not start
        if name in os.environ:
            environment[name] = os.environ[name]
    return environment
