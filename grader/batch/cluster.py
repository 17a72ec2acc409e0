"""Grading on the workers of an existing Dask scheduler.

Submissions travel as bytes and reports come back as plain values. Each worker process keeps a
foreman and checkers of its own, as a pool on one machine does. Handing out the work, noticing lost
workers and giving their submissions to others is Dask's business, not ours.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import logging
import queue
import re
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from typing import Any

import click

from grader.batch.crew import Crew
from grader.batch.job import Job, Outcome, Setup
from grader.errors import InfrastructureError, UsageError
from grader.text import plural

AHEAD = 2  # jobs for each thread of the cluster
START_SECONDS = 30.0
ANSWER_SECONDS = 5.0
SILENCE_SECONDS = 60.0
LOOK_SECONDS = 1.0  # how often we look who is there
NOTICE_SECONDS = 5.0
PATIENCE_SECONDS = 300.0
CLOSE_SECONDS = 10.0
_ADDRESS = re.compile(r"((tcp|tls|ucx|ws|wss)://)?(\[[0-9a-fA-F:.%]+\]|[\w.-]+):(\d{1,5})/?")
_TALKATIVE = ("distributed", "tornado", "asyncio")


class Cluster:
    """The workers behind a scheduler's address; it waits so many seconds for the first of them."""

    def __init__(self, setup: Setup, address: str, *, patience: float = PATIENCE_SECONDS) -> None:
        _check(address)
        try:
            from distributed import Client
        except ImportError:
            raise UsageError(
                "--cluster needs Dask: pip install -e '.[cluster]', in the checkout"
            ) from None
        _hush()
        self._setup = setup.to_dict()
        self._address = address
        self._workers = _Presence(address, patience)
        self._threads = 0
        self._look_at = 0.0
        self._answered = time.monotonic()
        self._client = Client.__new__(Client)  # to be had even if it can't be set up
        try:
            self._client.__init__(address, timeout=START_SECONDS, set_as_default=False)
        except Exception as error:  # a host without a name, a scheme without its library, no key
            # Dask closes what is left of it when it is collected, and complains a minute later.
            self._client.close = lambda: None
            raise UsageError(f"no scheduler answers at {address}: {_line(error)}") from None

    def run(self, jobs: Iterable[Job]) -> Iterator[Outcome]:
        """The outcomes as they come; jobs are sent as there is room for them."""
        # Other classes may be graded by the same cluster, even the same submissions.
        remaining, run = iter(jobs), uuid.uuid4().hex
        sent: dict[str, tuple[Job, Any]] = {}  # a future that nobody holds is given up
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        while True:
            # Even without a worker there is something to do: some clusters grow when there is.
            room = AHEAD * max(1, self._look())
            while len(sent) < room and (job := next(remaining, None)) is not None:
                future = self._send(job, f"grade-{run}-{job.content}", done)
                sent[future.key] = job, future
            if not sent:
                return
            try:
                future = done.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                continue
            outcome = self._outcome(sent[future.key][0], future)
            if outcome is None:  # it went with its worker, and Dask is about to make it again
                time.sleep(LOOK_SECONDS)
                with self._asking():
                    future.add_done_callback(done.put)
                continue
            del sent[future.key]
            future.release()
            yield outcome

    def close(self) -> None:
        """Let go of the cluster; what was not finished is forgotten there."""
        with contextlib.suppress(Exception):  # with a scheduler that is gone this may take too long
            self._client.close(timeout=CLOSE_SECONDS)

    def _send(self, job: Job, key: str, done: queue.SimpleQueue[Any]) -> Any:
        with self._asking():
            future = self._client.submit(grade, self._setup, job.to_dict(), key=key, pure=False)
            future.add_done_callback(done.put)
        return future

    def _look(self) -> int:
        """How many threads the cluster has, as of a moment ago."""
        now = time.monotonic()
        if now >= self._look_at:
            with self._asking():
                try:
                    threads = self._client.nthreads(callback_timeout=ANSWER_SECONDS)
                except TimeoutError:  # it has much to do
                    if now > self._answered + SILENCE_SECONDS:
                        raise
                    return self._threads
            self._answered = now
            self._threads = sum(threads.values())
            self._workers.note(bool(threads), now)
            self._look_at = now + LOOK_SECONDS
        return self._threads

    def _outcome(self, job: Job, future: Any) -> Outcome | None:
        with self._asking():
            if future.status == "error":
                # Given up by Dask, after it had lost several workers with it.
                return Outcome(job, problem=f"the cluster gave up: {_line(future.exception())}")
            if future.status == "cancelled":
                raise CancelledError("the work was cancelled there")
            if future.status != "finished":
                return None
            try:
                answer = future.result(timeout=ANSWER_SECONDS)
            except TimeoutError:
                return None
        if "refused" in answer:
            raise UsageError(str(answer["refused"]))
        return Outcome.of_answer(job, answer)

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """Around all that needs the scheduler. If that is lost, Dask cancels everything."""
        again = "what is finished is kept: run the same command again when"
        try:
            if self._client.status != "running":
                raise CancelledError
            yield
        except (Exception, asyncio.CancelledError) as error:
            if self._client.status != "running" or isinstance(error, OSError):
                said = f"the scheduler at {self._address} is gone; {again} it is back"
            else:
                said = f"the cluster at {self._address} failed ({_line(error)}); {again} it works"
            raise InfrastructureError(said) from None


class _Presence:
    """Whether there are workers, and what to say if there are none."""

    def __init__(self, address: str, patience: float) -> None:
        self._address = address
        self._patience = patience
        self._came = False
        self._alone_since: float | None = None
        self._told = False

    def note(self, present: bool, now: float) -> None:
        """Note it; raises if there have been none for too long."""
        if present:
            self._came, self._alone_since, self._told = True, None, False
            return
        if self._alone_since is None:
            self._alone_since = now
        alone = now - self._alone_since
        if alone >= self._patience:
            self._give_up()
        if alone >= min(NOTICE_SECONDS, self._patience / 2) and not self._told:
            self._told = True
            click.echo(f"waiting for a worker of the cluster at {self._address}", err=True)

    def _give_up(self) -> None:
        took = f"for {plural(round(self._patience), 'second')}"
        if self._came:
            raise InfrastructureError(
                f"the cluster at {self._address} has had no worker {took}; what is finished is "
                "kept: run the same command again when there are some"
            )
        raise UsageError(
            f"the cluster at {self._address} has had no worker {took}: start some, with "
            f"`dask worker {self._address}`"
        )


def _check(address: str) -> None:
    """Before Dask does, which says less about it and more than one line."""
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match[4]) < 1 << 16:
        raise UsageError(
            f"--cluster takes the address of a Dask scheduler, such as tcp://host:8786, not "
            f"{address!r}"
        )


def _hush() -> None:
    """Keep the libraries from writing about connections to the terminal: we say it in one line."""
    known = [it for it in logging.root.manager.loggerDict if it.split(".")[0] in _TALKATIVE]
    for name in {*_TALKATIVE, *known}:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _line(error: BaseException | None) -> str:
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}"[:300]


# --- on the workers ------------------------------------------------------------------------------

KEPT = 3  # crews that nobody needs at the moment count, those in use are never closed


class _Place:
    """For the crew of one class: made when it is first needed, by whoever is first."""

    def __init__(self) -> None:
        self.users = 0
        self._lock = threading.Lock()
        self._crew: Crew | None = None

    def crew(self, setup: Mapping[str, Any]) -> Crew:
        with self._lock:
            if self._crew is None:
                self._crew = Crew(Setup(**setup))
            return self._crew

    def close(self) -> None:
        crew = self._crew
        if crew is not None:
            crew.close()


_places: dict[str, _Place] = {}  # the one used last is the last
_lock = threading.Lock()


def grade(setup: Mapping[str, Any], message: Mapping[str, Any]) -> dict[str, Any]:
    """Grade one submission, in a worker of the cluster."""
    job = Job.from_dict(message)
    try:
        with _crew(setup) as crew:
            outcome = crew.grade(job)
    except UsageError as error:
        return {"refused": str(error)}
    except InfrastructureError as error:
        return {"problem": str(error)}
    if outcome.report is None:
        return {"problem": outcome.problem}
    return {"report": outcome.report.to_dict(), "seconds": outcome.seconds}


@contextlib.contextmanager
def _crew(setup: Mapping[str, Any]) -> Iterator[Crew]:
    """The checkers of this worker process for a class; those that nobody uses make room."""
    key = json.dumps(setup, sort_keys=True)
    with _lock:
        place = _places[key] = _places.pop(key) if key in _places else _Place()
        place.users += 1
        idle = [it for it in _places if not _places[it].users]
        surplus = [_places.pop(it) for it in idle[: max(0, len(_places) - KEPT)]]
    try:
        for old in surplus:
            old.close()
        yield place.crew(setup)
    finally:
        with _lock:
            place.users -= 1


@atexit.register
def _close() -> None:
    with _lock:
        places = list(_places.values())
        _places.clear()
    for place in places:
        place.close()
