"""The host of the student's processes: starts them, talks to them, ends them.

The life of a worker, one per check:

    launcher.start(task)     a process is forked (or spawned), confines itself, says "ready";
                             until here every failure is ours: InfrastructureError
    worker.request(...)      the submission is let in; from here every failure is the student's
    worker.close()           the whole process group is killed and reaped, its log handed over

Deadlines are kept here, outside: the channel is a socket with a time-out, and a worker that does
not answer is killed, whatever its code catches or ignores. The log (standard output and error) is
drained by a thread all the time, so a flood can't block the worker, and only its beginning is kept.

How a process comes to be is the business of a `Launcher`: see launch.py.
"""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader import confine, wire
from grader.cleanup import remove_tree
from grader.errors import (
    AssignmentError,
    Died,
    InfrastructureError,
    OutOfTime,
    ProtocolBreach,
    StudentFault,
)
from grader.model import Isolation, Limits
from grader.text import plural, printable

LOG_BYTES = 64 << 10
START_SECONDS = 60.0
END_SECONDS = 2.0

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_CRASHES_OF_WINDOWS = (0xC0000005, 0xC00000FD)  # access violation, stack overflow


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
            reply = wire.receive(self._channel, deadline, wire.REPLY)
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
        id, verb = reply.pop("id", None), reply.get("verb")
        if type(id) is not int or id != self._ids or type(verb) is not str:
            self._end()
            raise ProtocolBreach("Your code wrote answers of its own to the grader's channel.")
        return reply

    def close(self) -> str:
        """End the process group; returns what was printed."""
        self._end()
        self._channel.close()
        text = self._log.close()
        remove_tree(self._scratch)
        return text

    def _first_word(self) -> Mapping[str, object]:
        try:
            ready = wire.receive(self._channel, time.monotonic() + START_SECONDS)
        except (EOFError, ConnectionError, TimeoutError, wire.WireError):
            self._end()
            said = self._log.close().strip().splitlines()
            remove_tree(self._scratch)
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
        if code == -_signal("SIGXCPU") or (code == -_signal("SIGKILL") and cpu_spent):
            return self._out_of_time()
        if code in _CRASHES_OF_WINDOWS:
            code = -_signal("SIGSEGV")
        if code >= 0:
            return Died(
                f"Your code ended the Python process itself (exit status {code}) instead of "
                "returning. Remove os._exit and the like."
            )
        if -code in (_signal("SIGSEGV"), _signal("SIGBUS")):
            return Died(
                "Your code crashed the Python interpreter (segmentation fault). Endless recursion "
                "with a raised recursion limit and ctypes are the usual causes."
            )
        with contextlib.suppress(ValueError):
            return Died(f"Your code's process was ended by {signal.Signals(-code).name}.")
        return Died(f"Your code's process was ended by signal {-code}.")

    def _out_of_time(self) -> OutOfTime:
        return OutOfTime(
            "Your code did not finish: it was stopped after "
            f"{plural(self._limits.cpu_seconds, 'second')} of computing, or "
            f"{plural(self._limits.wall_seconds, 'second')} of waiting. Look for a loop that never "
            "ends: a correct solution needs a small fraction of that."
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
        try:
            for name, data in files.items():
                path = self.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        except OSError as error:
            self.close()
            raise InfrastructureError(f"cannot lay out the submission: {error}") from None

    def start(self, limits: Limits) -> Worker:
        """A fresh worker on this submission."""
        # A new one, and not to be guessed: a process that got away may be waiting for it.
        scratch = Path(tempfile.mkdtemp(prefix="scratch-", dir=self._folder))
        return self._launcher.start(self.root, scratch, limits, self._seed)

    def clean(self, text: str) -> str:
        """Text of the student's process as it can be shown.

        Neither our folders nor memory addresses, so that the same submission gives the same
        report; and nothing that a terminal or a page would take for more than text.
        """
        places = re.escape(str(self._folder))
        text = re.sub(rf"{places}(/submission\b/?|/scratch-\w+/?)?", "", text)
        return _ADDRESS.sub("0x…", printable(text))

    def close(self) -> None:
        """Remove the folder."""
        remove_tree(self._folder)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _signal(name: str) -> int:
    # Windows lacks most of them; no process ends by signal 0.
    return int(getattr(signal, name, 0))


def _isolation(ready: Mapping[str, object]) -> Isolation:
    said = ready.get("mechanisms")
    held = tuple(said) if isinstance(said, list) else ()
    missing = tuple(name for name in confine.MECHANISMS if name not in held)
    if not missing:
        return Isolation("strict", held)
    return Isolation("limited" if confine.LIMITS in held else "none", held, missing)
