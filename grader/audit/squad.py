"""Work that may hang, crash or fill the memory: each piece in a forked process of its own.

A child starts with all that this process has in memory, answers with one JSON text, and is gone.
One that does not answer in time is killed. For code of the course's own only: there are no walls.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

MEMORY_BYTES = 2 << 30  # what a child may take besides what it starts with
_CHUNK = 1 << 16
_LONG = 500

Task = TypeVar("Task")


@dataclass(frozen=True, slots=True)
class Answer(Generic[Task]):
    """What came of one piece of work; without a value it died, or was killed for its time.

    `problem` is what the work itself raised.
    """

    task: Task
    value: Any
    late: bool = False
    problem: str = ""


@dataclass(slots=True)
class _Child(Generic[Task]):
    task: Task
    pid: int
    deadline: float
    said: bytearray


def each(
    tasks: Iterable[Task], work: Callable[[Task], Any], *, jobs: int, seconds: float
) -> Iterator[Answer[Task]]:
    """What `work` gives for each of the tasks, in the order in which they are finished."""
    gc.collect()
    gc.freeze()  # so that children do not copy the pages of everything when they collect
    running: dict[int, _Child[Task]] = {}
    pending = iter(tasks)
    try:
        while True:
            while len(running) < jobs and (task := next(pending, None)) is not None:
                descriptor, child = _start(task, work, seconds)
                running[descriptor] = child
            if not running:
                return
            for descriptor in _ready(running):
                yield _finish(running, descriptor)
            now = time.monotonic()
            for descriptor in [it for it, child in running.items() if child.deadline < now]:
                yield _finish(running, descriptor, late=True)
    finally:
        for descriptor in list(running):
            _finish(running, descriptor, late=True)
        gc.unfreeze()


def _start(task: Task, work: Callable[[Task], Any], seconds: float) -> tuple[int, _Child[Task]]:
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        _answer(theirs, task, work, seconds)
    os.close(theirs)
    return ours, _Child(task, pid, time.monotonic() + seconds, bytearray())


def _answer(descriptor: int, task: Task, work: Callable[[Task], Any], seconds: float) -> None:
    """The life of a child."""
    status = 70
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is interrupted ends its children
        null = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(null, stream)
        limit = _mapped_bytes() + MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        # Should nobody be left to end it; a child begins with the time of none.
        longest = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
        with os.fdopen(descriptor, "wb") as pipe:
            pipe.write(_outcome(task, work))
        status = 0
    finally:
        os._exit(status)


def _outcome(task: Task, work: Callable[[Task], Any]) -> bytes:
    try:
        return json.dumps({"value": work(task)}).encode()
    except BaseException as error:
        return json.dumps({"value": None, "problem": repr(error)[:_LONG]}).encode()


def _mapped_bytes() -> int:
    with open("/proc/self/statm") as sizes:
        return int(sizes.read().split()[0]) * resource.getpagesize()


def _ready(running: dict[int, _Child[Task]]) -> list[int]:
    """Those that have said all that they have to say."""
    first = min(child.deadline for child in running.values())
    wait = max(0.0, first - time.monotonic())
    readable, _, _ = select.select(list(running), [], [], wait + 0.01)
    ended = []
    for descriptor in readable:
        chunk = os.read(descriptor, _CHUNK)
        running[descriptor].said += chunk
        if not chunk:
            ended.append(descriptor)
    return ended


def _finish(
    running: dict[int, _Child[Task]], descriptor: int, *, late: bool = False
) -> Answer[Task]:
    child = running.pop(descriptor)
    os.close(descriptor)
    if late:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    _, status = os.waitpid(child.pid, 0)
    if late or status != 0:
        return Answer(child.task, None, late)
    return Answer(child.task, **json.loads(bytes(child.said)))
