"""The calls of a check, carried to the confined worker and back.

Turns what the worker says into an `Outcome` or a `StudentFault` with a sentence that the student
can act on. Everything that the worker says is taken apart here with suspicion: a reply that does
not have the expected form is a breach of the protocol, not a crash of ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import numpy as np

from grader import alarms, wire
from grader.errors import (
    GraderError,
    InfrastructureError,
    NotImplementedYet,
    OutOfTime,
    Raised,
    StudentFault,
    WrongAnswer,
    wrote_to_us,
)
from grader.model import Frame, Limits, Question
from grader.sandbox import Worker, Workspace
from grader.student import Method, Outcome, Remote, kept_of, name_of
from grader.submission import Submission
from grader.text import nearest, printable

MAX_FRAMES = 20
MAX_TEXT = 2_000
MAX_LINE = 10**7
_OTHER_LINE = re.compile(r"\b(?:on|at) line ([0-9]{1,8})\b")

_CLOSED = (
    ". While it is graded, code can read its own folder and write to the current one; other files, "
    "the network, other processes and programs are closed to it."
)


_ENDLESS = ". It calls itself again and again: is there a case in which it does not?"
_ON_IMPORT = (
    ". Code outside of functions runs when the file is imported: put what is for trying out under "
    'if __name__ == "__main__":'
)
_IN_CELLS = (
    " All code cells of a notebook run when it is graded. Give what only plots or tries something "
    "out a cell of its own, and that cell the tag skip-grading or the first line # skip-grading: "
    "then it is left out."
)
_NOBODY = ". While code is graded nobody answers input(): remove it."


class RemoteSession:
    """One worker, started for one check; another one may have it afterwards, renewed."""

    def __init__(
        self,
        workspace: Workspace,
        submission: Submission,
        limits: Limits,
        libraries: tuple[str, ...],
    ) -> None:
        self._workspace = workspace
        self._submission = submission
        self._limits = limits
        self._libraries = libraries
        self._output: str | None = None
        self._loaded: set[str] = set()
        self.uses: dict[str, frozenset[str]] = {}  # module.function: what else of it that calls
        self._worker: Worker = workspace.start(limits)
        self._anew = False
        self._tried: dict[str, None] = {}  # in their order
        self.isolation = self._worker.isolation
        self.fresh = True  # until a check has had it and another one gets it

    def load(self, module: str) -> None:
        """Import a module of the submission, and ask what its functions use."""
        try:
            reply = self._request({"verb": "load", **self._order(module)})
        except OutOfTime as fault:
            raise OutOfTime(fault.message + self._about_cells(module)) from None
        self._note_load(module, reply)
        match reply:
            case {"verb": "loaded", "uses": dict() as uses}:
                for name, used in uses.items():
                    called = {f"{module}.{other}" for other in _words(used)}
                    self.uses[f"{module}.{name}"] = frozenset(called)
            case _:
                raise _breach()

    def _order(self, module: str) -> dict[str, object]:
        """What the worker has to know to load a module."""
        return {"module": module, "path": self._submission.path_of(module), "anew": self._anew}

    def _note_load(self, module: str, reply: Mapping[str, object]) -> None:
        """A module was to be loaded, by itself or together with the first call of it."""
        if reply.get("loading") is True:
            raise self._load_fault(module, reply)
        self._anew = False
        self._loaded.add(module)

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        """Call the function of a question; with `keep` even a value stays with the worker."""
        given = {"args": list(args), "kwargs": dict(kwargs), "keep": keep}
        reply = self._have_called("call", question, given)
        outcome = self._outcome(question.function, args, reply)
        if outcome is None:
            raise self._missing(question, reply)
        return outcome

    def call_all(self, question: Question, cases: Sequence[tuple[Any, ...]]) -> list[Outcome]:
        """Call the function of a question for each case; all of them go in one message.

        Each is packed by itself, so that it is there only while its call lasts. A case that holds
        a function can't be packed so: it asks back.
        """
        if any(callable(argument) for args in cases for argument in args):
            return [self.call(question, args, {}) for args in cases]
        given = {"cases": [wire.to_bytes(list(args)) for args in cases]}
        reply = self._have_called("call_all", question, given)
        match reply:
            case {"verb": "returned", "replies": list() as replies} if len(replies) == len(cases):
                return [
                    self._one_of_all(question, args, one)
                    for args, one in zip(cases, replies, strict=True)
                ]
            case {"verb": "missing"}:
                raise self._missing(question, reply)
        raise self._fault(question.function, reply)

    def _one_of_all(self, question: Question, args: tuple[Any, ...], packed: object) -> Outcome:
        outcome = None
        with suppress(wire.WireError):
            reply = wire.from_bytes(packed, wire.REPLY) if isinstance(packed, bytes) else None
            if isinstance(reply, dict):
                outcome = self._outcome(question.function, args, reply)
        if outcome is None:
            raise _breach()
        return outcome

    def _have_called(
        self, verb: str, question: Question, given: Mapping[str, object]
    ) -> dict[str, object]:
        """Have a function of a module called, and the module loaded before if it was not yet."""
        module = question.module
        order = None if module in self._loaded else self._order(module)
        where = {"verb": verb, "module": module, "function": question.function, "load": order}
        reply = self._request({**where, **given})
        if order is not None:
            self._note_load(module, reply)
        return reply

    def call_method(
        self, owner: Remote, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> Outcome:
        """Call a method of an object that the worker keeps."""
        where = {"verb": "call_method", "object": owner, "name": name}
        reply = self._request({**where, "args": list(args), "kwargs": dict(kwargs), "keep": False})
        outcome = self._outcome(f"{name_of(owner)}.{name}", args, reply)
        if outcome is None:
            raise NotImplementedYet(f"{name_of(owner)} has no method {name}.")
        return outcome

    def read(self, owner: Remote, name: str) -> Any:
        """An attribute of an object that the worker keeps; a `Method` if it can be called."""
        reply = self._request({"verb": "get", "object": owner, "name": name})
        match reply:
            case {"verb": "returned", "value": value}:
                return value
            case {"verb": "callable"}:
                return Method(owner, name)
            case {"verb": "missing"}:
                raise WrongAnswer(f"The {name_of(owner)} object has no attribute {name}.")
        raise self._fault(f"{name_of(owner)}.{name}", reply)

    def write(self, owner: Remote, name: str, value: Any) -> None:
        """Set an attribute of an object that the worker keeps."""
        reply = self._request({"verb": "set", "object": owner, "name": name, "value": value})
        if reply["verb"] != "done":
            raise self._fault(f"Setting {name_of(owner)}.{name}", reply)

    def _outcome(
        self, called: str, args: tuple[Any, ...], reply: Mapping[str, object]
    ) -> Outcome | None:
        """What came of a call; None if there is nothing to call."""
        match reply:
            case {
                "verb": "returned",
                "value": value,
                "changed": dict() as changed,
                "warnings": list() as warnings,
            }:
                return Outcome(value, _after(called, args, changed), tuple(_words(warnings)))
            case {"verb": "missing"}:
                return None
        raise self._fault(called, reply)

    def _fault(self, called: str, reply: Mapping[str, object]) -> StudentFault:
        match reply:
            case {"verb": "raised"}:
                return self._call_fault(called, reply)
            case {"verb": "unsendable", "reason": str() as reason}:
                return WrongAnswer(f"{called} returned something that can't be judged: {reason}.")
        return _breach()

    def alarm(self, fault: StudentFault | None) -> str:
        """What the student's code has tried that no homework needs, up to that fault."""
        notes = [*self._tried, *([] if fault is None else [fault.alarm])]
        return self._workspace.clean(alarms.words(notes))

    @property
    def remaining(self) -> float:
        """How many seconds of waiting for the student's code are left."""
        return self._worker.remaining

    def crowded(self) -> bool:
        """Whether the student's code has written more than a few small files to the disk."""
        return self._worker.crowded()

    def leave(self) -> str | None:
        """End a check; returns what was printed, None if the worker has to be ended, too."""
        printed = None if self._output is not None else self._worker.leave()
        if printed is None:
            return None
        self.fresh, self._anew, self._loaded = False, True, set()
        self._tried.clear()
        return self._cleaned(printed)

    def resume(self, limits: Limits) -> None:
        """Begin another check in the same worker, which then forgets the one before.

        It is the student's process, so whether it really does is not known.
        """
        self._worker.resume(limits)

    def close(self) -> str:
        """End the worker; returns what the student's code printed."""
        if self._output is None:
            self._output = self._cleaned(self._worker.close())
        return self._output

    def _cleaned(self, printed: str) -> str:
        return self._submission.retold(self._workspace.clean(printed))

    def _request(self, message: dict[str, object]) -> dict[str, object]:
        try:
            reply = self._worker.request(message, _stand_in)
            for note in _words(reply.pop("tried", None)):
                if len(self._tried) < alarms.MOST:
                    self._tried[note] = None
            return reply
        except GraderError:
            raise
        except Exception as error:  # ours: nothing that the student's code sends can raise it
            raise InfrastructureError(f"a worker was lost: {error!r}") from error

    def _missing(self, question: Question, reply: Mapping[str, object]) -> StudentFault:
        path = self._known_as(question.module)
        hint = nearest(question.function, _words(reply.get("names")))
        meant = f" Did you mean {hint}?" if hint else ""
        kind = "class" if question.function[:1].isupper() else "function"
        return NotImplementedYet(f"{path} has no {kind} {question.function}.{meant}")

    def _may_import(self) -> str:
        *others, last = self._libraries or ("nothing else",)
        allowed = f"{', '.join(others)} and {last}" if others else last
        return f" Besides the standard library it may import {allowed}."

    def _known_as(self, module: str) -> str:
        """The name of the file that was handed in for a module."""
        return self._submission.locate(self._submission.path_of(module), 1)[0]

    def _about_cells(self, module: str) -> str:
        """What to say besides, if a notebook can't be run from its top to its end."""
        return _IN_CELLS if self._submission.path_of(module) in self._submission.notebooks else ""

    def _load_fault(self, module: str, reply: Mapping[str, object]) -> StudentFault:
        type_name, text, kinds, trace = self._exception(reply)
        file, about = self._known_as(module), self._about_cells(module)
        if "SyntaxError" in kinds:
            text, about = self._in_cells(module, text), ""
        where = f"{file} could not be imported"
        if trace:
            # What is at fault is the last line outside of functions, in whichever file that is.
            place = next((it for it in reversed(trace) if it.function == "<module>"), trace[0])
            where += f" ({place.where.removeprefix(f'{file}, ')})"
        if "SystemExit" in kinds:
            said = f"{where}: it calls sys.exit() while it is imported. Remove that call."
        elif "ImportError" in kinds:
            said = f"{where}: {text}.{self._may_import()}{about}"
        else:
            said = f"{where}: {type_name}: {text}" if text else f"{where}: {type_name}"
            said += _advice(kinds)
            if about:
                said += about if said.endswith((".", "?", "!")) else f".{about}"
            elif trace and trace[-1].function != "<module>":
                said += _ON_IMPORT
        return Raised(said, type_name, trace=trace)

    def _in_cells(self, module: str, text: str) -> str:
        """What Python says of a mistake in the source, where it names another line as well."""
        path = self._submission.path_of(module)
        if path not in self._submission.notebooks:
            return text

        def told(match: re.Match[str]) -> str:
            _, cell, line = self._submission.locate(path, int(match[1]))
            return f"in cell {cell}, line {line}"

        return _OTHER_LINE.sub(told, text)

    def _call_fault(self, name: str, reply: Mapping[str, object]) -> StudentFault:
        type_name, text, kinds, trace = self._exception(reply)
        if "NotImplementedError" in kinds:
            fault = NotImplementedYet(f"{name} is not implemented yet.")
            fault.blank = reply.get("blank") is True
            return fault
        if "SystemExit" in kinds:
            said = f"{name} called sys.exit() instead of returning. Remove that call."
        elif "MemoryError" in kinds:
            limit = self._limits.memory_bytes >> 20
            said = (
                f"{name} needed more memory than the limit of {limit} MiB ({type_name}: {text}). "
                "Look for an array that is much larger than the data, such as (n, n) from (n, 1) "
                "and (n,)."
            )
        else:
            where = f" ({trace[-1].where})" if trace else ""
            said = f"{name} raised {type_name}{': ' if text else ''}{text}{where}"
            said += f".{self._may_import()}" if "ImportError" in kinds else ""
            said += _advice(kinds)
        return Raised(said, type_name, trace=trace)

    def _exception(
        self, reply: Mapping[str, object]
    ) -> tuple[str, str, list[str], tuple[Frame, ...]]:
        match reply:
            case {
                "type": str() as type_name,
                "text": str() as text,
                "kinds": list() as kinds,
                "frames": list() as frames,
            }:
                # A function that calls itself a thousand times is one line to look at.
                trace = tuple(frame for frame, _ in groupby(map(self._frame, frames[:MAX_FRAMES])))
                named = [kind for kind in kinds[:10] if isinstance(kind, str)]
                return type_name[:100], text[:MAX_TEXT].strip(), named, trace
        raise _breach()

    def _frame(self, frame: object) -> Frame:
        match frame:
            case [str() as file, int() as line, str() as function]:
                shown = min(max(0, int(line)), MAX_LINE)
                source = printable(self._submission.line(file, shown))
                known, cell, shown = self._submission.locate(file, shown)
                return Frame(printable(known[:200]), shown, printable(function[:200]), source, cell)
        raise _breach()


def _advice(kinds: Sequence[str]) -> str:
    """What to say of an exception that has to do with where the code runs."""
    if "PermissionError" in kinds or "FileNotFoundError" in kinds:
        return _CLOSED
    if "RecursionError" in kinds:
        return _ENDLESS
    return _NOBODY if "EOFError" in kinds else ""


def _words(names: object) -> list[str]:
    """The names in what should be a list of them."""
    listed = names[:1000] if isinstance(names, list) else []
    return [name[:100] for name in listed if isinstance(name, str)]


def _stand_in(value: object) -> object:
    """What is sent in the place of an object that the worker keeps, or of a method of it."""
    if type(value) is Remote:
        return kept_of(value)
    if type(value) is Method:
        return wire.Attribute(kept_of(value.owner).number, value.name)
    return value


def _after(called: str, args: tuple[Any, ...], changed: Mapping[object, object]) -> tuple[Any, ...]:
    """The arguments after the call; in place an array can change its values and nothing else."""
    after = list(args)
    for index, argument in changed.items():
        if type(index) is not int or not 0 <= index < len(after):
            raise _breach()
        before = args[index]
        if type(argument) is not type(before):
            raise _breach()
        if isinstance(argument, np.ndarray) and not _alike(argument, before):
            raise WrongAnswer(
                f"{called} changed argument {index + 1} from {_form(before)} to "
                f"{_form(argument)}. In place only the values of an array may change."
            )
        after[index] = argument
    return tuple(after)


def _alike(array: Any, other: Any) -> bool:
    return bool(array.shape == other.shape and array.dtype == other.dtype)


def _form(array: Any) -> str:
    return f"shape {array.shape} and dtype {array.dtype}"


def _breach() -> StudentFault:
    return wrote_to_us()
