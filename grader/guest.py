"""The submission inside the worker: its modules, the calls of their functions, what those make.

Everything here runs where the student's code runs, so nothing here can be relied upon: what it says
about a call is as much the student's as what the call returned.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.machinery
import importlib.util
import os
import random
import sys
import traceback
import types
import warnings
from collections.abc import Callable
from typing import Any

from . import wire
from .lookout import Lookout
from .surroundings import Surroundings

MAX_FRAMES = 20
MAX_TEXT = 4_000
MAX_WARNINGS = 10
MAX_FUNCTIONS = 200

_NOTHING = object()

# What the host explains in words of its own.
_TOLD_APART = (
    *(NotImplementedError, SystemExit, MemoryError, SyntaxError, ImportError, PermissionError),
    *(FileNotFoundError, EOFError, RecursionError),
)


class Guest:
    """One submission, in what is around it: a folder for itself, one for files that it is given."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.root, self.scratch = surroundings.folders
        self.files = 0
        self.warnings: list[str] = []
        self._note_warnings(warnings.showwarning)
        self.modules: dict[str, types.ModuleType] = {}
        self.codes: dict[str, types.CodeType] = {}
        self.kept: dict[int, object] = {}
        self.loading = False
        self.surroundings = surroundings
        surroundings.enter()
        self.lookout = Lookout(self.root, self.scratch)

    def load(self, request: dict[str, Any]) -> dict[str, object]:
        """Import one module of the submission, and say which of its functions use which."""
        if not self._load(request):
            return {"verb": "worn"}
        return {"verb": "loaded", "uses": _uses(self.modules[request["module"]])}

    def _load(self, request: dict[str, Any]) -> bool:
        """Import a module, after forgetting everything if that is asked for and can be done."""
        if request["anew"] and not self._renew():
            return False
        self.loading = True
        name, path = request["module"], os.path.join(self.root, request["path"])
        for folder in (self.root, os.path.dirname(path)):
            if folder not in sys.path:
                sys.path.insert(0, folder)
        self._fix_randomness()
        builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]  # as without -S
        loader = importlib.machinery.SourceFileLoader(name, path)
        spec = importlib.util.spec_from_file_location(name, path, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        if path not in self.codes:
            self.codes[path] = loader.source_to_code(loader.get_data(path), path)
        exec(self.codes[path], vars(module))
        self.modules[name] = module
        self.loading = False
        return True

    def _renew(self) -> bool:
        """Forget everything but the text of the submission; whether that could be done."""
        with self.surroundings.silence():
            self.modules.clear()
            self.kept.clear()
            self.warnings.clear()
            self.files = 0
            return self.surroundings.restore()

    def call(self, request: dict[str, Any]) -> dict[str, object]:
        """Call a function of a module, or make an object of a class; load the module first."""
        return self._call_of_module(request, lambda function: self._call(function, request))

    def call_all(self, request: dict[str, Any]) -> dict[str, object]:
        """Call a function of a module once for each case; the first exception ends it.

        A case is unpacked when its turn comes and its reply packed at once: nothing lives longer
        than it would if the case had been sent by itself.
        """

        def calls(function: Any) -> dict[str, object]:
            return {"verb": "returned", "replies": [one(function, it) for it in request["cases"]]}

        def one(function: Any, packed: bytes) -> bytes:
            given = {"args": wire.from_bytes(packed), "kwargs": {}, "keep": False}
            return wire.to_bytes(self._call(function, given), wire.REPLY)

        return self._call_of_module(request, calls)

    def _call_of_module(
        self, request: dict[str, Any], call: Callable[[Any], dict[str, object]]
    ) -> dict[str, object]:
        if request["load"] is not None and not self._load(request["load"]):
            return {"verb": "worn"}
        module = self.modules[request["module"]]
        function = getattr(module, request["function"], None)
        if callable(function):
            return call(function)
        return {"verb": "missing", "names": sorted(_callables(module))[:1000]}

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
        """Change an attribute of a kept object.

        An array is filled if it can be, so that whoever else holds it sees the change: parameters
        may be views of one long vector, and an attribute may be a property that can't be set.
        """
        owner, name, value = request["object"], request["name"], request["value"]
        array = getattr(owner, name, None)
        filled = _fill(array, value)
        try:
            setattr(owner, name, array if filled else value)
        except AttributeError:
            if not filled:
                raise
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
            "loading": self.loading,
            "blank": len(frames) == 1 and _is_blank(error),
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


def _is_blank(error: BaseException) -> bool:
    """Whether it comes from a function that knows only NotImplementedError and its arguments.

    Whatever happened before, such a function will do the same again.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not isinstance(error, NotImplementedError):
        return False
    code = trace.tb_frame.f_code
    inner = any(isinstance(it, types.CodeType) for it in code.co_consts)
    return set(code.co_names) <= {"NotImplementedError"} and not code.co_freevars and not inner


def _fill(array: Any, value: Any) -> bool:
    """Put the values into an array that has room for just them."""
    numpy = sys.modules["numpy"]
    if type(array) is not numpy.ndarray or type(value) is not numpy.ndarray:
        return False
    if array.shape != value.shape or array.dtype.kind != "f" or not array.flags.writeable:
        return False
    array[...] = value
    return True


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
