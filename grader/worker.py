"""The student's side: a process that imports the submission and answers calls to it.

Started as a script, never imported by the grader, in one of two ways:

    python -P -s -S worker.py zygote FD   import the libraries once, fork a worker on request
    python -P -s -S worker.py single FD   be one worker (where there is no fork)

What to do comes as JSON on standard input. A zygote then reads one JSON packet per request from a
SOCK_SEQPACKET socket: `spawn` comes with two file descriptors, the worker's channel and its log,
and is answered with a descriptor of the process; `reap` ends that worker and all that it started.
There is one worker at a time. The zygote stays single-threaded and holds no state of any
submission, so each fork starts clean.

A worker confines itself (see jail/jail.py), says `ready`, and then knows a few verbs: `load` a
module, and forget everything before that if it is for another check than what came before; `call` a
function of one, or a class, and load that first where need be, or `call_all`: once for each of
several cases, as if each had come by itself; objects that come of it are kept
here under numbers, and the grader can `call_method`, `get` and `set` an attribute. A function among
the arguments stays with the grader: the student's code gets a stand-in that sends a message and
waits for the answer.
It holds nothing worth stealing: no expected value, no check, no reference. Whatever it sends
is data to be judged, so it does not matter that the student's code could send it as well.

It is told neither the seed of the checks nor which check it works for.

With -P -s -S neither the current folder nor site-packages is on the path. The libraries that the
assignment allows are found by `Libraries`, everything else is not found.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import socket
import sys
import threading
import traceback
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader import channel, guest, surroundings, wire
    from grader.jail import jail, kernel, limits

_OURS = (
    *("wire", "channel", "surroundings", "guest"),
    *("jail.jail", "jail.kernel", "jail.limits"),
)


class Libraries(importlib.abc.MetaPathFinder):
    """Finds the allowed libraries where they live; nothing else of site-packages is found."""

    def __init__(self, folders: dict[str, str]) -> None:
        self.folders = folders

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Look only where an allowed library lives; its submodules then find themselves."""
        folder = self.folders.get(fullname)
        if folder is None:
            return None
        # Without listing the folder, of which a worker may see nothing else.
        package = os.path.join(folder, fullname)
        start = os.path.join(package, "__init__.py")
        return importlib.util.spec_from_file_location(
            fullname, start, submodule_search_locations=[package]
        )


def main(arguments: list[str]) -> None:
    """Run as a zygote or as a single worker, on the socket whose descriptor is given."""
    mode, descriptor = arguments
    setup = json.loads(sys.stdin.buffer.read())
    sys.argv[:] = sys.orig_argv[:] = [""]
    sys.meta_path.append(Libraries(setup["plan"]["libraries"]))
    for name in setup["preload"]:
        importlib.import_module(name)
    for module in _OURS:
        globals()[module.rpartition(".")[2]] = _ours(module)
    plan = jail.Plan(**setup["plan"])
    os.environ["TMPDIR"] = plan.scratch
    _prepare_streams()
    walls = jail.Jail(plan)
    around = surroundings.Surroundings((plan.submission, plan.scratch))
    if mode == "zygote":
        _Zygote(_open_socket(descriptor, setup), walls, around).run()
    else:
        os.dup2(2, 1)  # the host reads one log: the worker's standard error
        walls.build(forking=False)
        _serve(_open_socket(descriptor, setup), walls, around, limits.Budget(**setup["budget"]))


def _prepare_streams() -> None:
    _empty_input()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        # Line by line, so that both streams mix in order and a crash loses nothing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True)


def _empty_input() -> None:
    """Standard input ends at once; each worker opens its own, because what is shared can tell."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)


def _ours(name: str) -> types.ModuleType:
    """A module that lies beside this file, loaded under a name that no student's module has.

    By file: with -P the folder of this script is not on the path, and it must not be.
    """
    package = "_grader"
    if package not in sys.modules:
        parent = types.ModuleType(package)
        parent.__path__ = [os.path.dirname(os.path.abspath(__file__))]
        sys.modules[package] = parent
    return importlib.import_module(f"{package}.{name}")


def _open_socket(descriptor: str, setup: dict[str, Any]) -> socket.socket:
    if descriptor == "share":  # Windows: the socket comes as bytes
        return socket.fromshare(bytes.fromhex(setup["share"]))  # type: ignore[attr-defined,no-any-return]
    return socket.socket(fileno=int(descriptor))


# --- the zygote --------------------------------------------------------------------------------


class _Zygote:
    def __init__(
        self, control: socket.socket, walls: jail.Jail, around: surroundings.Surroundings
    ) -> None:
        self.control = control
        self.walls = walls
        self.around = around
        self.worker = 0

    def run(self) -> None:
        self.walls.build(forking=True)
        gc.collect()
        gc.freeze()
        self._send({"ready": True})
        while True:
            request, descriptors = self._receive()
            if "spawn" in request:
                self._move(request["cores"])
                self._spawn(limits.Budget(**request["spawn"]), descriptors)
            elif "reap" in request:
                status, cpu = self.walls.end(self.worker)
                self._send({"status": status, "cpu": cpu})
            else:
                os._exit(0)

    def _move(self, cores: Sequence[int]) -> None:
        """Go where the grader is; a worker then starts there, as if it were its child."""
        if cores:
            with contextlib.suppress(OSError):
                os.sched_setaffinity(0, cores)

    def _spawn(self, budget: limits.Budget, descriptors: list[int]) -> None:
        self.walls.begin(budget)
        self.worker = os.fork()
        if self.worker:
            for descriptor in descriptors:
                os.close(descriptor)
            process = kernel.open_process(self.worker)
            self._send({"started": True}, [process])
            os.close(process)
            return
        try:
            channel_fd, log_fd = descriptors
            os.dup2(log_fd, 1)
            os.dup2(log_fd, 2)
            _serve(socket.socket(fileno=channel_fd), self.walls, self.around, budget)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(70)

    def _receive(self) -> tuple[dict[str, Any], list[int]]:
        data, descriptors, _, _ = socket.recv_fds(self.control, 1 << 16, 2)
        return (json.loads(data) if data else {}), descriptors

    def _send(self, message: dict[str, Any], descriptors: Sequence[int] = ()) -> None:
        socket.send_fds(self.control, [json.dumps(message).encode()], list(descriptors))


# --- the worker --------------------------------------------------------------------------------


def _serve(
    connection: socket.socket,
    walls: jail.Jail,
    around: surroundings.Surroundings,
    budget: limits.Budget,
) -> None:
    os.chdir(walls.plan.scratch)
    _empty_input()
    walls.enter(budget, connection.fileno())
    desk = _Desk(channel.Channel(connection), guest.Guest(around))
    desk.channel.send({"verb": "ready", "mechanisms": walls.holds, "missing": walls.missing})
    while True:
        try:
            request = desk.receive()
        except EOFError:
            os._exit(0)
        desk.answer(request)


class _Desk:
    """The worker's end of the channel: answers requests, and asks for what only the grader knows.

    A function of the grader's can be called during the call to which it was given, from any thread:
    one at a time, because question and answer must not be mixed with those of another. While one
    waits for its answer, the grader may well send a request: that is answered first.
    """

    def __init__(self, end: channel.Channel, submission: guest.Guest) -> None:
        self.channel = end
        self.submission = submission
        self.verbs: dict[str, Callable[[dict[str, Any]], dict[str, object]]] = {
            "load": submission.load,
            "call": submission.call,
            "call_all": submission.call_all,
            "call_method": submission.call_method,
            "get": submission.get,
            "set": submission.set,
        }
        self.talking = threading.RLock()
        self.given: set[int] = set()  # the functions of the grader's that came with one message
        self.live: set[int] = set()  # … and those that may be called now

    def receive(self) -> dict[str, Any]:
        """The next message, with everything that it stands for put in its place."""
        self.given = set()
        return self.channel.receive(stand_in=self._meant)

    def answer(self, request: dict[str, Any]) -> None:
        """Do what is asked and send what came of it."""
        given, id = self.given, request["id"]
        self.live |= given
        try:
            reply = self.verbs[request["verb"]](request)
        except BaseException as error:
            reply = _describe(self.submission, error)
        _flush()
        reply["id"] = id
        if tried := self.submission.lookout.take():
            reply["tried"] = tried
        with self.talking:  # not before another thread that has asked for something is answered
            self.live -= given
            try:
                self.channel.send(reply, limits=wire.REPLY)
            except wire.Unsendable as error:
                self._refuse(id, str(error))
            except Exception as error:  # the value does not even bear being looked at
                self._refuse(id, wire.exception_name(type(error)))

    def _refuse(self, id: int, reason: str) -> None:
        self.channel.send({"id": id, "verb": "unsendable", "reason": reason[:200]})

    def _meant(self, marker: Any) -> Any:
        if type(marker) is wire.Kept:
            return self.submission.kept.get(marker.number)
        if type(marker) is wire.Attribute:
            owner = self.submission.kept.get(marker.number)
            # Looked up when it is called: that may run the student's code, and this is no place.
            return lambda *args, **kwargs: getattr(owner, marker.name)(*args, **kwargs)
        self.given.add(marker.number)
        return lambda *args, **kwargs: self._ask(marker.number, args, kwargs)

    def _ask(self, number: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        with self.talking:
            if number not in self.live:
                raise RuntimeError(
                    "this function was an argument of a call that has ended: it can't be called "
                    "any more"
                )
            asked = {"verb": "ask", "number": number, "args": list(args), "kwargs": kwargs}
            try:
                self.channel.send(asked, limits=wire.REPLY)
            except wire.Unsendable as error:
                raise ValueError(f"a function was called with {error}") from None
            while (answer := self.receive())["verb"] not in ("answer", "failed"):
                self.answer(answer)
        if answer["verb"] == "failed":
            raise ValueError(answer["reason"])
        return answer["value"]


def _describe(submission: guest.Guest, error: BaseException) -> dict[str, object]:
    try:
        return submission.describe(error)
    except BaseException:  # an exception that does not even bear being looked at
        nothing: dict[str, object] = {"type": "Exception", "text": "", "kinds": [], "frames": []}
        return {"verb": "raised", **nothing, "loading": submission.loading}


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
