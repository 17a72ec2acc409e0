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
module; `call` a function of it, or a class; objects that come of it are kept here under numbers,
and the grader can `call_method`, `get` and `set` an attribute. A function among the arguments stays
with the grader: the student's code gets a stand-in that sends a message and waits for the answer.
It holds nothing worth stealing: no expected value, no check, no reference. Whatever it sends
is data to be judged, so it does not matter that the student's code could send it as well.

It is told neither the seed of the checks nor which check it works for.

With -P -s -S neither the current folder nor site-packages is on the path. The libraries that the
assignment allows are found by `Libraries`, everything else is not found.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import os
import random
import socket
import sys
import threading
import traceback
import types
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

MAX_FRAMES = 20
MAX_TEXT = 4_000
MAX_WARNINGS = 10
MAX_FUNCTIONS = 200

_NOTHING = object()

# What the host explains in words of its own.
_TOLD_APART = (
    *(NotImplementedError, SystemExit, MemoryError, SyntaxError, ImportError, PermissionError),
)

if TYPE_CHECKING:
    from grader import wire
    from grader.jail import jail, kernel, limits


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
    for module in ("wire", "jail.jail", "jail.kernel", "jail.limits"):
        globals()[module.rpartition(".")[2]] = _ours(module)
    walls = jail.Jail(jail.Plan(**setup["plan"]))
    if mode == "zygote":
        _Zygote(_open_socket(descriptor, setup), walls).run()
    else:
        os.dup2(2, 1)  # the host reads one log: the worker's standard error
        walls.build(forking=False)
        _serve(_open_socket(descriptor, setup), walls, limits.Budget(**setup["budget"]))


def _empty_input() -> None:
    """Standard input ends at once; opened anew, because what is shared can be used to tell."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115


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
    def __init__(self, control: socket.socket, walls: jail.Jail) -> None:
        self.control = control
        self.walls = walls
        self.worker = 0

    def run(self) -> None:
        self.walls.build(forking=True)
        gc.collect()
        gc.freeze()
        self._send({"ready": True})
        while True:
            request, descriptors = self._receive()
            if "spawn" in request:
                self._spawn(limits.Budget(**request["spawn"]), descriptors)
            elif "reap" in request:
                status, cpu = self.walls.end(self.worker)
                self._send({"status": status, "cpu": cpu})
            else:
                os._exit(0)

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
            _serve(socket.socket(fileno=channel_fd), self.walls, budget)
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


def _serve(channel: socket.socket, walls: jail.Jail, budget: limits.Budget) -> None:
    os.chdir(walls.plan.scratch)
    os.environ["TMPDIR"] = walls.plan.scratch
    _empty_input()
    for stream in (sys.stdout, sys.stderr):
        # Line by line, so that both streams mix in order and a crash loses nothing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True)
    walls.enter(budget, channel.fileno())
    wire.send(channel, {"verb": "ready", "mechanisms": walls.holds, "missing": walls.missing})
    desk = _Desk(channel, _Worker(walls.plan.submission, walls.plan.scratch))
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

    def __init__(self, channel: socket.socket, worker: _Worker) -> None:
        self.channel = channel
        self.worker = worker
        self.verbs: dict[str, Callable[[dict[str, Any]], dict[str, object]]] = {
            "load": worker.load,
            "call": worker.call,
            "call_method": worker.call_method,
            "get": worker.get,
            "set": worker.set,
        }
        self.talking = threading.RLock()
        self.given: set[int] = set()  # the functions of the grader's that came with one message
        self.live: set[int] = set()  # … and those that may be called now

    def receive(self) -> dict[str, Any]:
        """The next message, with everything that it stands for put in its place."""
        self.given = set()
        return wire.receive(self.channel, stand_in=self._meant)

    def answer(self, request: dict[str, Any]) -> None:
        """Do what is asked and send what came of it."""
        given, id = self.given, request["id"]
        self.live |= given
        try:
            reply = self.verbs[request["verb"]](request)
        except BaseException as error:
            reply = _describe(self.worker, error)
        _flush()
        reply["id"] = id
        with self.talking:  # not before another thread that has asked for something is answered
            self.live -= given
            try:
                wire.send(self.channel, reply, limits=wire.REPLY)
            except wire.Unsendable as error:
                self._refuse(id, str(error))
            except Exception as error:  # the value does not even bear being looked at
                self._refuse(id, wire.exception_name(type(error)))

    def _refuse(self, id: int, reason: str) -> None:
        wire.send(self.channel, {"id": id, "verb": "unsendable", "reason": reason[:200]})

    def _meant(self, marker: Any) -> Any:
        if type(marker) is wire.Kept:
            return self.worker.kept.get(marker.number)
        if type(marker) is wire.Attribute:
            owner = self.worker.kept.get(marker.number)
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
                wire.send(self.channel, asked, limits=wire.REPLY)
            except wire.Unsendable as error:
                raise ValueError(f"a function was called with {error}") from None
            while (answer := self.receive())["verb"] not in ("answer", "failed"):
                self.answer(answer)
        if answer["verb"] == "failed":
            raise ValueError(answer["reason"])
        return answer["value"]


def _describe(worker: _Worker, error: BaseException) -> dict[str, object]:
    try:
        return worker.describe(error)
    except BaseException:  # an exception that does not even bear being looked at
        return {"verb": "raised", "type": "Exception", "text": "", "kinds": [], "frames": []}


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


class _Worker:
    def __init__(self, root: str, scratch: str) -> None:
        self.root = root
        self.scratch = scratch
        self.files = 0
        self.warnings: list[str] = []
        self._note_warnings(warnings.showwarning)
        self.modules: dict[str, types.ModuleType] = {}
        self.kept: dict[int, object] = {}

    def load(self, request: dict[str, Any]) -> dict[str, object]:
        """Import one module of the submission."""
        name, path = request["module"], os.path.join(self.root, request["path"])
        for folder in (self.root, os.path.dirname(path)):
            if folder not in sys.path:
                sys.path.insert(0, folder)
        self._fix_randomness()
        builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]  # as without -S
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"cannot import {request['path']}")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        self.modules[name] = module
        names = sorted(_callables(module))[:1000]
        return {"verb": "loaded", "names": names, "uses": _uses(module)}

    def call(self, request: dict[str, Any]) -> dict[str, object]:
        """Call a function of a loaded module, or make an object of a class."""
        function = getattr(self.modules[request["module"]], request["function"], None)
        return self._call(function, request)

    def call_method(self, request: dict[str, Any]) -> dict[str, object]:
        """Call a method of a kept object."""
        return self._call(getattr(request["object"], request["name"], None), request)

    def get(self, request: dict[str, Any]) -> dict[str, object]:
        """Read an attribute of a kept object; of a method it is only said that it is one."""
        value = getattr(request["object"], request["name"], _NOTHING)
        if value is _NOTHING:
            return {"verb": "missing"}
        if callable(value):
            return {"verb": "callable"}
        return {"verb": "returned", "value": self._sendable(value)}

    def set(self, request: dict[str, Any]) -> dict[str, object]:
        """Change an attribute of a kept object; an array that is read-only there is filled."""
        owner, name = request["object"], request["name"]
        try:
            setattr(owner, name, request["value"])
        except AttributeError:
            getattr(owner, name)[...] = request["value"]
        return {"verb": "done"}

    def _call(self, function: Any, request: dict[str, Any]) -> dict[str, object]:
        """Call something; arguments that it changed go back with the result."""
        if not callable(function):
            return {"verb": "missing"}
        before = [wire.pack(argument, wire.VALUES) for argument in request["args"]]
        arguments = [self._localise(argument) for argument in request["args"]]
        self.warnings.clear()
        value = function(*arguments, **request["kwargs"])
        changed = {}
        for index, (argument, original) in enumerate(zip(arguments, before, strict=True)):
            if type(request["args"][index]) is wire.File:
                continue
            if wire.pack(argument, wire.VALUES) != original:
                changed[index] = argument
        return {
            "verb": "returned",
            "value": self._sendable(value, keep=request["keep"]),
            "changed": changed,
            "warnings": self.warnings[:MAX_WARNINGS],
        }

    def _sendable(self, value: object, *, keep: bool = False) -> object:
        """A value as it is; what is not one stays here under a number."""
        if wire.is_value(value) and not keep:
            return value
        number = len(self.kept) + 1
        self.kept[number] = value
        return wire.Kept(wire.type_name(value), number)

    def describe(self, error: BaseException) -> dict[str, object]:
        """An exception as values: its type, its text, and the student's own lines."""
        frames = [
            [self._relative(frame.filename), frame.lineno or 0, frame.name]
            for frame in traceback.extract_tb(error.__traceback__)
            if self._is_students(frame.filename)
        ]
        if isinstance(error, SyntaxError) and error.filename and self._is_students(error.filename):
            line = error.lineno if isinstance(error.lineno, int) else 0
            frames.append([self._relative(error.filename), line, "<module>"])
        if len(frames) > MAX_FRAMES:
            frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
        try:
            text = str(error.msg if isinstance(error, SyntaxError) else error)[:MAX_TEXT]
        except BaseException:
            text = ""
        kinds = [base.__name__ for base in _TOLD_APART if isinstance(error, base)]
        return {
            "verb": "raised",
            "type": wire.exception_name(type(error))[:200],
            "text": text,
            "kinds": kinds,
            "frames": frames,
        }

    def _localise(self, argument: Any) -> Any:
        if type(argument) is not wire.File:
            return argument
        # A relative name: the worker sits in its scratch folder, and no message shows where. A new
        # one for each file: code that remembers results by name is not wrong.
        self.files += 1
        name = os.path.join(str(self.files), os.path.basename(argument.name))
        path = os.path.join(self.scratch, name)
        os.makedirs(os.path.dirname(path))
        with open(path, "wb") as file:
            file.write(argument.data)
        return name

    def _fix_randomness(self) -> None:
        # The same submission must get the same verdict: even unseeded generators repeat here.
        # The seed of the checks has no part in it: it is not for the student's code to know.
        random.seed(0)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(0)
            with contextlib.suppress(Exception):
                numpy.random.bit_generator.randbits = random.Random(0).getrandbits

    def _note_warnings(self, show: Callable[..., None]) -> None:
        """Warnings are printed as ever, and their kinds noted besides."""

        def noted(message: Any, category: type[Warning], *others: Any, **named: Any) -> None:
            self.warnings.append(category.__name__[:100])
            show(message, category, *others, **named)

        warnings.showwarning = noted

    def _is_students(self, filename: str) -> bool:
        return os.path.abspath(filename).startswith(self.root + os.sep)

    def _relative(self, filename: str) -> str:
        return os.path.relpath(filename, self.root).replace(os.sep, "/")


def _uses(module: types.ModuleType) -> dict[str, list[str]]:
    """Which functions and classes of the module each of them uses, directly or by way of others.

    Read off the names in their code: good enough for pointing at where a mistake may come from.
    """
    own = {
        name: set[str]().union(*map(_names_in, _code_of(value)))
        for name, value in list(vars(module).items())[:MAX_FUNCTIONS]
        if issubclass(type(value), type | types.FunctionType)
        and value.__module__ == module.__name__
    }
    found = {}
    for name in own:
        reached, pending = set[str](), [name]
        while pending:
            fresh = own[pending.pop()] & own.keys() - reached
            reached |= fresh
            pending += fresh
        found[name] = sorted(reached - {name})
    return found


def _code_of(value: Any) -> list[types.CodeType]:
    """The code of a function, or of the methods of a class with those of its bases."""
    if issubclass(type(value), type):
        methods = [item for base in value.__mro__[:10] for item in vars(base).values()]
    else:
        methods = [value]
    return [item.__code__ for item in methods if type(item) is types.FunctionType]


def _names_in(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names_in(constant)
    return names


def _callables(module: types.ModuleType) -> list[str]:
    return [
        name for name, value in vars(module).items() if callable(value) and not name.startswith("_")
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
