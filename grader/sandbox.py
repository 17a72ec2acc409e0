"""The host of the student's processes: starts them, talks to them, ends them.

The life of a worker, one per check:

    launcher.start(task)     a process is forked (or spawned), confines itself, says "ready";
                             until here every failure is ours: InfrastructureError
    worker.request(...)      the submission is let in; from here every failure is the student's
    worker.close()           the whole process group is killed and reaped, its log handed over

Deadlines are kept here, outside: the channel is a socket with a time-out, and a worker that does
not answer is killed, whatever its code catches or ignores. The log (standard output and error) is
drained by a thread all the time, so a flood can't block the worker, and only its beginning is kept.

`ForkLauncher` keeps a warm zygote (see worker.py) and is used on Linux; `SpawnLauncher` starts a
fresh interpreter per worker and works everywhere. The verdicts are the same.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from grader import confine, wire
from grader.errors import (
    AssignmentError,
    Died,
    InfrastructureError,
    OutOfTime,
    ProtocolBreach,
    StudentFault,
)
from grader.model import Isolation, Limits
from grader.text import plural

WORKER = Path(__file__).with_name("worker.py")
LOG_BYTES = 64 << 10
START_SECONDS = 60.0
END_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended: as `os.waitstatus_to_exitcode` says, None where nobody knows."""

    code: int | None
    cpu_seconds: float = 0.0


class Process(Protocol):
    """A running worker as the launcher sees it."""

    def kill(self) -> None:
        """End the process and its whole group at once."""

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within that time."""

    def reap(self) -> Ending:
        """Collect the ended process."""


class Launcher(Protocol):
    """Starts workers."""

    def start(self, root: Path, scratch: Path, limits: Limits, seed: int) -> Worker:
        """A confined worker, before any student code is in it."""

    def close(self) -> None:
        """End everything that was started."""


class Worker:
    """One confined process and the channel to it."""

    def __init__(
        self, channel: socket.socket, log: Log, process: Process, scratch: Path, limits: Limits
    ) -> None:
        self._channel = channel
        self._log = log
        self._process = process
        self._scratch = scratch
        self._limits = limits
        self._ids = 0
        self._ending: Ending | None = None
        ready = self._first_word()
        self.isolation = _isolation(ready)

    def request(self, message: dict[str, object], deadline: float) -> dict[str, object]:
        """Send a message and wait for its answer; raises a `StudentFault` if none comes."""
        self._ids += 1
        try:
            wire.send(self._channel, {**message, "id": self._ids}, deadline)
            reply = wire.receive(self._channel, deadline)
        except TimeoutError:
            self._end()
            raise self._out_of_time() from None
        except (EOFError, ConnectionError):
            raise self._death() from None
        except wire.Unsendable as error:
            raise AssignmentError(f"an argument of a check can't be sent: {error}") from None
        except wire.WireError as error:
            self._end()
            raise ProtocolBreach(
                f"Your code wrote to the channel that belongs to the grader ({error})."
            ) from None
        if reply.pop("id", None) != self._ids:
            self._end()
            raise ProtocolBreach("Your code wrote answers of its own to the grader's channel.")
        return reply

    def close(self) -> str:
        """End the process group; returns what was printed."""
        self._end()
        self._channel.close()
        text = self._log.close()
        _remove_tree(self._scratch)
        return text

    def _first_word(self) -> Mapping[str, object]:
        try:
            ready = wire.receive(self._channel, time.monotonic() + START_SECONDS)
        except (EOFError, ConnectionError, TimeoutError, wire.WireError):
            self._end()
            said = self._log.close().strip().splitlines()
            _remove_tree(self._scratch)
            reason = f": {said[-1]}" if said else ""
            raise InfrastructureError(f"a worker could not be confined{reason}") from None
        return ready

    def _end(self) -> Ending:
        if self._ending is None:
            self._process.kill()
            self._ending = self._process.reap()
        return self._ending

    def _death(self) -> StudentFault:
        if self._process.wait(END_SECONDS):
            # It ended by itself; reaping first keeps our own kill out of its status.
            self._ending = self._process.reap()
            self._process.kill()
            return self._explain(self._ending)
        self._end()
        return ProtocolBreach("Your code closed the channel that belongs to the grader.")

    def _explain(self, ending: Ending) -> StudentFault:
        code = ending.code
        if code is None:
            return Died("Your code ended the Python process during the call.")
        cpu_spent = ending.cpu_seconds >= self._limits.cpu_seconds
        if code == -signal.SIGXCPU or (code == -signal.SIGKILL and cpu_spent):
            return self._out_of_time()
        if code >= 0:
            return Died(
                f"Your code ended the Python process itself (exit status {code}) instead of "
                "returning. Remove os._exit and the like."
            )
        if -code in (signal.SIGSEGV, getattr(signal, "SIGBUS", None)):
            return Died(
                "Your code crashed the Python interpreter (segmentation fault). Endless recursion "
                "with a raised recursion limit and ctypes are the usual causes."
            )
        with contextlib.suppress(ValueError):
            return Died(f"Your code's process was ended by {signal.Signals(-code).name}.")
        return Died(f"Your code's process was ended by signal {-code}.")

    def _out_of_time(self) -> OutOfTime:
        return OutOfTime(
            f"Your code did not finish within {plural(self._limits.cpu_seconds, 'second')}. "
            "Look for a loop that never ends: a correct solution needs a small fraction of that."
        )


class Log:
    """Standard output and error of a worker, drained all the time and kept up to a cap."""

    def __init__(self, read: Callable[[int], bytes], stop: Callable[[], None]) -> None:
        self._read = read
        self._stop = stop
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        with contextlib.suppress(OSError):
            while chunk := self._read(1 << 16):
                # A little more than is shown, so that the cut can come after the clean-up.
                self._kept += chunk[: max(0, LOG_BYTES + 4096 - len(self._kept))]

    def close(self) -> str:
        """Wait for the end of the log; a process that still holds it open is not waited for."""
        self._thread.join(END_SECONDS)
        self._stop()
        self._thread.join(END_SECONDS)
        return self._kept.decode("utf-8", "replace")


class Workspace:
    """A submission laid out in a temporary folder, and workers that are started on it."""

    def __init__(self, launcher: Launcher, files: Mapping[str, bytes], seed: int) -> None:
        self._launcher = launcher
        self._seed = seed
        self._folder = Path(tempfile.mkdtemp(prefix="grader-")).resolve()
        self.root = self._folder / "submission"
        for name, data in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def start(self, limits: Limits) -> Worker:
        """A fresh worker on this submission."""
        # Always the same name: one worker at a time, and its messages may show where it sits.
        scratch = self._folder / "scratch"
        scratch.mkdir(mode=0o700)
        return self._launcher.start(self.root, scratch, limits, self._seed)

    def clean(self, text: str) -> str:
        """Text of the student's process without the places where we happened to put it."""
        for path in (str(self.root) + os.sep, str(self.root), str(self._folder)):
            text = text.replace(path, "")
        return text

    def close(self) -> None:
        """Remove the folder."""
        _remove_tree(self._folder)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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
    return [sys.executable, *flags, str(WORKER), mode, descriptor, json.dumps(setup)]


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


def _isolation(ready: Mapping[str, object]) -> Isolation:
    said = ready.get("mechanisms")
    held = tuple(said) if isinstance(said, list) else ()
    missing = tuple(name for name in confine.MECHANISMS if name not in held)
    if not missing:
        return Isolation("strict", held)
    return Isolation("limited" if confine.LIMITS in held else "none", held, missing)


def _remove_tree(folder: Path) -> None:
    """Remove a folder in which a student's code may have taken away our permissions."""
    for current, subfolders, _ in os.walk(folder):
        for name in subfolders:
            path = os.path.join(current, name)
            if not os.path.islink(path):
                with contextlib.suppress(OSError):
                    os.chmod(path, stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)
