"""The student's side: a process that imports the submission and answers calls to it.

Started as a script, never imported by the grader, in one of two ways:

    python -P -s -S worker.py zygote FD SETUP   import the libraries once, fork a worker on request
    python -P -s -S worker.py single FD SETUP   be one worker (where there is no fork)

A zygote reads one JSON packet per request from a SOCK_SEQPACKET socket: `spawn` comes with two
file descriptors, the worker's channel and its log, and answers with the pid; `reap` waits for a
worker that the host has killed or seen end. It stays single-threaded and holds no state of any
submission, so each fork starts clean.

A worker confines itself, says `ready`, and then knows two verbs: `load` and `call`. It holds
nothing worth stealing: no expected value, no check, no reference. Whatever it sends is data to be
judged, so it does not matter that the student's code could send it as well.

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
import traceback
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

MAX_FRAMES = 20
MAX_TEXT = 4_000

if TYPE_CHECKING:
    from grader import confine, wire


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
        return importlib.machinery.PathFinder.find_spec(fullname, [folder])


def main(arguments: list[str]) -> None:
    """Run as a zygote or as a single worker, on the socket whose descriptor is given."""
    mode, descriptor, text = arguments
    setup = json.loads(text)
    sys.meta_path.append(Libraries(setup["libraries"]))
    for name in setup["preload"]:
        importlib.import_module(name)
    for name in ("confine", "wire"):
        globals()[name] = _sibling(name)
    channel = _open_socket(descriptor)
    if mode == "zygote":
        _Zygote(channel).run()
    else:
        os.dup2(2, 1)  # the host reads one log: the worker's standard error
        _serve(channel, setup["task"])


def _sibling(name: str) -> types.ModuleType:
    # By file: with -P the folder of this script is not on the path, and it must not be.
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"_grader_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def _open_socket(descriptor: str) -> socket.socket:
    if descriptor == "share":  # Windows: the socket comes as bytes on standard input
        length = int.from_bytes(sys.stdin.buffer.read(4), "big")
        return socket.fromshare(sys.stdin.buffer.read(length))  # type: ignore[attr-defined,no-any-return]
    return socket.socket(fileno=int(descriptor))


# --- the zygote --------------------------------------------------------------------------------


class _Zygote:
    def __init__(self, control: socket.socket) -> None:
        self.control = control

    def run(self) -> None:
        gc.collect()
        gc.freeze()
        self._send({"ready": True})
        while True:
            request, descriptors = self._receive()
            if "spawn" in request:
                self._spawn(request["spawn"], descriptors)
            elif "reap" in request:
                _, status, usage = os.wait4(request["reap"], 0)
                self._send({"status": status, "cpu": usage.ru_utime + usage.ru_stime})
            else:
                os._exit(0)

    def _spawn(self, task: dict[str, Any], descriptors: list[int]) -> None:
        pid = os.fork()
        if pid:
            for descriptor in descriptors:
                os.close(descriptor)
            self._send({"pid": pid})
            return
        try:
            self.control.close()
            channel_fd, log_fd = descriptors
            os.dup2(log_fd, 1)
            os.dup2(log_fd, 2)
            os.close(log_fd)
            _serve(socket.socket(fileno=channel_fd), task)
        finally:
            os._exit(70)

    def _receive(self) -> tuple[dict[str, Any], list[int]]:
        data, descriptors, _, _ = socket.recv_fds(self.control, 1 << 16, 2)
        return (json.loads(data) if data else {}), descriptors

    def _send(self, message: dict[str, Any]) -> None:
        self.control.send(json.dumps(message).encode())


# --- the worker --------------------------------------------------------------------------------


def _serve(channel: socket.socket, task: Any) -> None:
    os.chdir(task["scratch"])
    for stream in (sys.stdout, sys.stderr):
        # Line by line, so that both streams mix in order and a crash loses nothing.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True)
    mechanisms = confine.apply(
        cpu_seconds=task["cpu_seconds"],
        memory_bytes=task["memory_bytes"],
        file_bytes=task["file_bytes"],
    )
    wire.send(channel, {"verb": "ready", "mechanisms": mechanisms})
    worker = _Worker(task["root"], task["scratch"], task["seed"])
    verbs: dict[str, Callable[[dict[str, Any]], dict[str, object]]] = {
        "load": worker.load,
        "call": worker.call,
    }
    while True:
        try:
            request: dict[str, Any] = wire.receive(channel)
        except EOFError:
            os._exit(0)
        try:
            reply = verbs[request["verb"]](request)
        except BaseException as error:
            reply = _describe(worker, error)
        _flush()
        reply["id"] = request["id"]
        try:
            wire.send(channel, reply, limits=wire.REPLY)
        except wire.Unsendable as error:
            _refuse(channel, request["id"], str(error))
        except Exception as error:  # the value does not even bear being looked at
            _refuse(channel, request["id"], wire.exception_name(type(error)))


def _describe(worker: _Worker, error: BaseException) -> dict[str, object]:
    try:
        return worker.describe(error)
    except BaseException:  # an exception that does not even bear being looked at
        return {"verb": "raised", "type": "Exception", "text": "", "kinds": [], "frames": []}


def _refuse(channel: socket.socket, id: int, reason: str) -> None:
    wire.send(channel, {"id": id, "verb": "unsendable", "reason": reason[:200]})


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


class _Worker:
    def __init__(self, root: str, scratch: str, seed: int) -> None:
        self.root = root
        self.scratch = scratch
        self.seed = seed
        self.files = 0
        self.modules: dict[str, types.ModuleType] = {}

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
        return {"verb": "loaded", "names": sorted(_callables(module))[:1000]}

    def call(self, request: dict[str, Any]) -> dict[str, object]:
        """Call a function of a loaded module; arguments that it changed go back with the result."""
        module = self.modules[request["module"]]
        function = getattr(module, request["function"], None)
        if not callable(function):
            return {"verb": "missing"}
        before = [wire.pack(argument) for argument in request["args"]]
        arguments = [self._localise(argument) for argument in request["args"]]
        value = function(*arguments, **request["kwargs"])
        changed = {}
        for index, (argument, original) in enumerate(zip(arguments, before, strict=True)):
            if type(request["args"][index]) is not wire.File and wire.pack(argument) != original:
                changed[index] = argument
        return {"verb": "returned", "value": value, "changed": changed}

    def describe(self, error: BaseException) -> dict[str, object]:
        """An exception as values: its type, its text, and the student's own lines."""
        frames = [
            [self._relative(frame.filename), frame.lineno or 0, frame.name]
            for frame in traceback.extract_tb(error.__traceback__)
            if self._is_students(frame.filename)
        ]
        if isinstance(error, SyntaxError) and error.filename and self._is_students(error.filename):
            frames.append([self._relative(error.filename), error.lineno or 0, "<module>"])
        if len(frames) > MAX_FRAMES:
            frames = frames[: MAX_FRAMES // 2] + frames[-MAX_FRAMES // 2 :]
        try:
            text = str(error.msg if isinstance(error, SyntaxError) else error)[:MAX_TEXT]
        except BaseException:
            text = ""
        kinds = [
            base.__name__
            for base in (NotImplementedError, SystemExit, MemoryError, SyntaxError, ImportError)
            if isinstance(error, base)
        ]
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
        random.seed(self.seed)
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            numpy.random.seed(self.seed)
            with contextlib.suppress(Exception):
                numpy.random.bit_generator.randbits = random.Random(self.seed).getrandbits

    def _is_students(self, filename: str) -> bool:
        return os.path.abspath(filename).startswith(self.root + os.sep)

    def _relative(self, filename: str) -> str:
        return os.path.relpath(filename, self.root).replace(os.sep, "/")


def _callables(module: types.ModuleType) -> list[str]:
    return [
        name for name, value in vars(module).items() if callable(value) and not name.startswith("_")
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
