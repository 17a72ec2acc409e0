"""The host of the student's processes: starts them, talks to them, ends them.

The life of a worker, for one check or for several of the same question (see turns.py):

    launcher.start(limits)   a process is forked (or spawned), confines itself, says "ready";
                             until here every failure is ours: InfrastructureError
    worker.request(...)      the submission is let in; from here every failure is the student's
    worker.leave(), resume() a check has ended, another one begins
    worker.close()           the whole process group is killed and reaped, its log handed over

A function among the arguments of a request stays here. While the request is under way the worker
may ask for its value; nothing else of ours can be reached from there.

Deadlines are kept here, outside, and only the time that the worker takes is counted: the channel is
a socket with a time-out, and a worker that does not answer is killed, whatever its code catches or
ignores. The log (standard output and error) is
drained by a thread all the time, so a flood can't block the worker, and only the beginning of what
a check printed is kept.

How a process comes to be is the business of a `Launcher`: see launch.py.
"""

from __future__ import annotations

import contextlib
import re
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from grader import jail, wire
from grader.alarms import KERNEL
from grader.channel import Channel
from grader.errors import (
    AssignmentError,
    Died,
    GraderError,
    InfrastructureError,
    OutOfTime,
    ProtocolBreach,
    StudentFault,
    TooWeak,
    wrote_to_us,
)
from grader.model import LEVELS, Isolation, Level, Limits
from grader.stage import Stage
from grader.text import plural, printable

LOG_BYTES = 64 << 10
_CHUNK_BYTES = 1 << 16
_CHUNKS = 16  # more than can be on its way
START_SECONDS = 60.0
END_SECONDS = 2.0
LOOK_SECONDS = 0.25
QUICK_SECONDS = 0.2  # nearly every call is answered by then
# How often the functions that are given by one check may be called, and with how much in all:
# whoever answers may well keep what it is asked.
MAX_ASKS = 50_000
MAX_ASKED_BYTES = 256 << 20
# A worker can be left until it has taken a third of its processor time, and a check that comes
# behind another has a third of the time of waiting, which is twice as long: together that is no
# more than the limit of the process, and what is lost if it is in vain is not much.
SHARE = 1 / 3

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_CRASHES_OF_WINDOWS = (0xC0000005, 0xC00000FD)  # access violation, stack overflow


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended: as `os.waitstatus_to_exitcode` says, None where nobody knows."""

    code: int | None
    cpu_seconds: float = 0.0


class Process(Protocol):
    """A running worker as the launcher sees it."""

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within that time."""

    def spread(self) -> None:
        """Let it compute on any core, wherever it was started."""

    def written(self) -> int | None:
        """How many bytes it has written to disks so far; None where nobody may know."""

    def end(self) -> Ending:
        """Kill the process, unless it has ended, and whatever it has started."""


class Launcher(Protocol):
    """Starts workers."""

    stage: Stage

    def start(self, limits: Limits) -> Worker:
        """A confined worker, before any student code is in it."""

    def close(self) -> None:
        """End everything that was started."""


class Worker:
    """One confined process and the channel to it."""

    def __init__(
        self, channel: socket.socket, log: Log, process: Process, stage: Stage, limits: Limits
    ) -> None:
        self._channel = Channel(channel)
        self._log = log
        self._process = process
        self._stage = stage
        self._limits = limits
        self.remaining = self._given = limits.wall_seconds
        self._spent = 0.0  # by the checks before this one
        self._ids = 0
        self._numbers = 0
        self._functions: dict[int, Callable[..., object]] = {}
        self._asks = 0
        self._asked_bytes = 0
        # Whether it was asked for something and not listened to until the answer came.
        self._owes_answer = False
        self._asked_at = time.monotonic()
        self._is_spread = False
        self._next_look = self._asked_at + LOOK_SECONDS
        self._stage.begin()
        self._ending: Ending | None = None
        self.isolation, self.reasons = _isolation(self._first_word())

    def request(
        self, message: dict[str, object], stand_in: wire.StandIn = lambda value: value
    ) -> dict[str, object]:
        """Send a message and wait for its answer; raises a `StudentFault` if none comes.

        `stand_in` gives what is sent in the place of something that is not a value; a function that
        it leaves as it is can be called by the worker until the answer has come.
        """
        self._ids += 1
        id, given = self._ids, set[int]()

        def sent(value: object) -> object:
            other = stand_in(value)
            if other is not value or not callable(value):
                return other
            number = self._numbers = self._numbers + 1
            given.add(number)
            self._functions[number] = value
            return wire.Callback(number)

        owed, self._owes_answer = self._owes_answer, True
        self._asked_at = time.monotonic()
        try:
            reply = self._exchange({**message, "id": id}, sent)
            while reply.get("verb") == "ask":
                reply = self._exchange(self._asked(reply), sent)
        finally:
            for number in given:
                del self._functions[number]
        if type(reply.get("id")) is not int or reply.pop("id") != id:
            raise self._breach()
        self._owes_answer = owed
        return reply

    def _exchange(self, message: dict[str, object], stand_in: wire.StandIn) -> dict[str, object]:
        """Send one message and receive the next one."""
        begin = time.monotonic()
        deadline = begin + self.remaining
        try:
            self._channel.send(message, deadline, stand_in=stand_in)
            reply = self._channel.receive(deadline, wire.REPLY, self._watch)
        except TimeoutError:
            self._end()
            raise self._out_of_time() from None
        except (EOFError, ConnectionError):
            raise self._death() from None
        except wire.Unsendable as error:
            raise AssignmentError(f"an argument of a check can't be sent: {error}") from None
        except wire.WireError:
            raise self._breach() from None
        finally:
            self.remaining -= time.monotonic() - begin
        if type(reply.get("verb")) is not str:
            raise self._breach()
        return reply

    def _asked(self, message: dict[str, object]) -> dict[str, object]:
        """What a function of ours gives, or why it gives nothing."""
        self._asks += 1
        self._asked_bytes += wire.weigh(message.values())
        if self._asks > MAX_ASKS or self._asked_bytes > MAX_ASKED_BYTES:
            self._end()
            many = f"more than {MAX_ASKS:,} times"
            if self._asks <= MAX_ASKS:
                many = f"with more than {MAX_ASKED_BYTES >> 20} MiB of arguments in all"
            raise OutOfTime(
                f"Your code called a function that is one of its arguments {many}. Look for a loop "
                "that never ends."
            )
        match message:
            case {"number": int() as number, "args": list() as args, "kwargs": dict() as kwargs}:
                function = self._functions.get(number)
            case _:
                raise self._breach()
        if function is None:
            return {"verb": "failed", "reason": "this function can't be called any more"}
        try:
            value = function(*args, **{str(name): item for name, item in kwargs.items()})
        except GraderError:
            raise
        except Exception as error:  # it was called with something that it is not made for
            said = str(error).replace(f"{getattr(function, '__name__', '')}()", "it")
            reason = f"the function that was passed could not be called like this: {said}"
            return {"verb": "failed", "reason": reason[:500]}
        return {"verb": "answer", "value": value}

    def _breach(self) -> StudentFault:
        self._end()
        return wrote_to_us()

    def leave(self) -> str | None:
        """End a check; returns what was printed, None if there can't be another one."""
        self._spent += self._given - self.remaining
        tired = self._spent > SHARE * self._limits.cpu_seconds
        ended = self._ending is not None
        if tired or ended or self._owes_answer or not self._log.divisible:
            return None
        return self._log.cut()

    def resume(self, limits: Limits) -> None:
        """Begin another check, with limits of its own."""
        self.remaining = self._given = SHARE * min(self._limits.wall_seconds, limits.wall_seconds)
        self._asks = self._asked_bytes = 0

    def close(self) -> str:
        """End the process group; returns what was printed."""
        self._end()
        self._channel.close()
        text = self._log.close()
        self._stage.sweep()
        return text

    def crowded(self) -> bool:
        """Whether it has written more than a few small files to the machine's disk."""
        return not self._has_own_disk() and self._stage.overfull(1 << 20, None)

    def _has_own_disk(self) -> bool:
        # Then whatever happens to the machine's disk is not the worker's doing.
        return jail.NAMESPACES in self.isolation.mechanisms

    def _watch(self) -> None:
        """While it computes, see to it that it has room to, and that it leaves some to others."""
        now = time.monotonic()
        if now - self._asked_at > QUICK_SECONDS and not self._is_spread:
            self._is_spread = True
            self._process.spread()
        self._watch_scratch(now)

    def _watch_scratch(self, now: float) -> None:
        """Keep an eye on the disk, where no file system of its own limits what is written."""
        if now < self._next_look or self._has_own_disk():
            return
        self._next_look = now + LOOK_SECONDS
        if self._stage.overfull(self._limits.file_bytes, self._process.written()):
            self._end()
            limit = self._limits.file_bytes >> 20
            raise Died(f"Your code was stopped: it wrote more than {limit} MiB to its folder.")

    def _first_word(self) -> Mapping[str, object]:
        try:
            ready = self._channel.receive(time.monotonic() + START_SECONDS)
        except (EOFError, ConnectionError, TimeoutError, wire.WireError):
            self._end()
            said = self._log.close().strip().splitlines()
            self._stage.sweep()
            reason = f": {said[-1]}" if said else ""
            raise InfrastructureError(f"a worker could not be confined{reason}") from None
        return ready

    def _end(self) -> Ending:
        if self._ending is None:
            self._ending = self._process.end()
        return self._ending

    def _death(self) -> StudentFault:
        by_itself = self._process.wait(END_SECONDS)
        ending = self._end()
        if by_itself:
            return self._explain(ending)
        return ProtocolBreach(
            "Your code closed the connection to the grader. Leave alone the file descriptors that "
            "it did not open (os.close, os.closerange)."
        )

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
        if -code == _signal("SIGSYS"):
            died = Died(
                "Your code was stopped: it called the operating system in a way that ordinary "
                "Python code does not (SIGSYS). ctypes and machine code are the usual causes."
            )
            died.alarm = KERNEL
            return died
        if -code == _signal("SIGKILL"):
            return Died(
                "The operating system stopped your code (SIGKILL), usually because it took too "
                "much memory."
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
    """Standard output and error of a worker, drained all the time and kept up to a cap.

    `read` gives what has come. Where it would wait for that there is no telling what is still on
    its way; with a `wait` of its own before, it must not, and the log can be cut between checks.
    """

    def __init__(
        self,
        read: Callable[[int], bytes],
        stop: Callable[[], None],
        wait: Callable[[], object] | None = None,
    ) -> None:
        self._read = read
        self._stop = stop
        self._wait = wait or (lambda: None)
        self.divisible = wait is not None
        self._kept = bytearray()
        self._taking = threading.Lock()
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        taken: int | None = 0
        while taken is not None:
            self._wait()
            with self._taking:
                taken = self._take()

    def _take(self) -> int | None:
        """Take some of what has come; how much that was, None at the end."""
        try:
            chunk = self._read(_CHUNK_BYTES)
        except BlockingIOError:  # whoever was faster has it
            return 0
        except OSError:
            return None
        # A little more than is shown, so that the cut can come after the clean-up.
        self._kept += chunk[: max(0, LOG_BYTES + 4096 - len(self._kept))]
        return len(chunk) or None

    def cut(self) -> str:
        """What has come so far; from here on it is another log.

        A worker that has answered has printed before: that has come, whether or not it was read.
        """
        with self._taking:
            for _ in range(_CHUNKS):
                if not self._take():
                    break
            kept, self._kept = self._kept, bytearray()
        return kept.decode("utf-8", "replace")

    def close(self) -> str:
        """Wait for the end of the log; a process that still holds it open is not waited for."""
        self._thread.join(END_SECONDS)
        self._stop()
        self._thread.join(END_SECONDS)
        return self._kept.decode("utf-8", "replace")


class Workspace:
    """A submission laid out on the stage of a launcher, and workers that are started on it."""

    def __init__(
        self, launcher: Launcher, files: Mapping[str, bytes], at_least: Level = "none"
    ) -> None:
        self._launcher = launcher
        self._at_least = at_least
        launcher.stage.lay(files)

    def start(self, limits: Limits) -> Worker:
        """A fresh worker on this submission; `TooWeak` if its walls are not what is demanded."""
        worker = self._launcher.start(limits)
        level, demanded = worker.isolation.level, self._at_least
        if LEVELS.index(level) < LEVELS.index(demanded):
            worker.close()
            lacking = ", ".join(jail.lacking(worker.isolation.mechanisms, demanded))
            raise TooWeak(
                f"isolation {demanded} is demanded, and this machine gives {level} (it lacks: "
                f"{lacking}): `python -m grader doctor` says why; --isolation {level} would do "
                "with that"
            )
        return worker

    def clean(self, text: str) -> str:
        """Text of the student's process as it can be shown.

        Neither our folders nor memory addresses, so that the same submission gives the same
        report; and nothing that a terminal or a page would take for more than text.
        """
        places = re.escape(str(self._launcher.stage.folder))
        inside = r"([/\\]submission\b[/\\]?|[/\\]outer[/\\]scratch\b[/\\]?)?"
        text = re.sub(places + inside, "", text)
        return _ADDRESS.sub("0x…", printable(text))

    def close(self) -> None:
        """Take the submission off the stage."""
        self._launcher.stage.clear()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _signal(name: str) -> int:
    # Windows lacks most of them; no process ends by signal 0.
    return int(getattr(signal, name, 0))


def _isolation(ready: Mapping[str, object]) -> tuple[Isolation, dict[str, str]]:
    """What stands around a worker, and why the rest does not."""
    match ready:
        case {"mechanisms": list() as held, "missing": dict() as missing}:
            holds = tuple(name for name in jail.MECHANISMS if name in held)
            reasons = {name: str(missing[name]) for name in jail.MECHANISMS if name in missing}
            return Isolation(jail.level_of(holds), holds, tuple(reasons)), reasons
    raise InfrastructureError("a worker did not say how it is confined")
