"""Millions of bytes that no honest worker sends, into all of the trusted side that reads them.

A frame goes the whole way: bytes → wire → session → value → comparison → text of a report. Whatever
it holds, the only exceptions are the protocol's and the student's, and no memory is taken beyond
the limits.
"""

from __future__ import annotations

import json
import random
import time
import tracemalloc
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from grader import wire
from grader.channel import Channel
from grader.errors import ProtocolBreach, StudentFault
from grader.kit import compare, show
from grader.model import Limits, Question
from grader.sandbox import Worker, Workspace
from grader.session import RemoteSession
from grader.submission import from_files
from grader.wire import HEADER, MAGIC, WireError

QUESTION = Question("f", "m", "f", 0.0, "", in_place=("x",))
ARGS = (np.zeros((2, 3)), 1.5, [1, 2])
REPLIES: list[dict[str, object]] = [
    {"id": 1, "verb": "loaded", "uses": {"f": ["g"]}},
    {
        "id": 1,
        "verb": "returned",
        "value": np.ones((2, 3)),
        "changed": {0: np.ones((2, 3))},
        "warnings": [],
    },
    {
        "id": 1,
        "verb": "returned",
        "value": (1, [2.5, None, {"k": b"bytes"}]),
        "changed": {},
        "warnings": ["W"],
    },
    {
        "id": 1,
        "verb": "returned",
        "value": np.float32(np.nan),
        "changed": {2: [1, 3]},
        "warnings": [],
    },
    {
        "id": 1,
        "verb": "returned",
        "replies": [{"verb": "returned", "value": 1.5, "changed": {2: [1, 3]}, "warnings": []}],
    },
    {
        "id": 1,
        "verb": "returned",
        "value": "text \u202e",
        "changed": {1: float("inf")},
        "warnings": [],
    },
    {"id": 1, "verb": "unsendable", "reason": "an array of 900 MiB"},
    {"id": 1, "verb": "missing", "names": ["f", "g"]},
    {
        "id": 1,
        "verb": "raised",
        "type": "ValueError",
        "text": "wrong",
        "kinds": ["MemoryError"],
        "frames": [["m.py", 3, "f"], ["m.py", 9, "g"]],
        "loading": False,
    },
]
ATOMS: list[Any] = [
    *(None, True, 0, -1, 1, 7, 2**31, 2**63, -(2**63), 10**400, 0.0, -0.5, 1e308),
    *("", "f", "C", "F", "float64", "object", "returned", "raised", "\ud800", "\x00", "x" * 999),
    *([], {}, [[]], {"l": []}, {"t": [1]}, {"d": [[1, 2]]}, {"o": "type"}, {"f": ["../x", 0]}),
    *({"n": "float64"}, {"b": 8}, {"b": -8}, {"a": ["float64", [2], "C"]}),
    *({"a": ["int8", [2**40, 0], "C"]}, {"a": ["bool", [-1], "F"]}, {"a": ["uint8", [], "C"]}),
]


class Bytes:
    """A socket that gives these bytes, in pieces, and then ends."""

    def __init__(self, data: bytes, rng: random.Random) -> None:
        self.data, self.rng, self.place = data, rng, 0

    def gettimeout(self) -> float | None:
        return None

    def settimeout(self, seconds: float | None) -> None:
        assert seconds is None or seconds > 0

    def recv_into(self, view: memoryview) -> int:
        count = min(len(view), self.rng.randint(1, 4096), len(self.data) - self.place)
        view[:count] = self.data[self.place : self.place + count]
        self.place += count
        return count


class Scripted:
    """A worker that answers every request with one frame."""

    def __init__(self, data: bytes, rng: random.Random) -> None:
        self.channel, self.isolation = Bytes(data, rng), None

    def request(self, message: dict[str, object], deadline: float) -> dict[str, object]:
        try:
            channel = cast(Any, self.channel)
            reply = Channel(channel).receive(time.monotonic() + 60, wire.REPLY)
        except (EOFError, WireError):
            raise ProtocolBreach("not a frame") from None
        if type(reply.get("verb")) is not str:  # as `Worker` does
            raise ProtocolBreach("no verb")
        reply.pop("id", None)
        return reply


class OneWorker:
    """A workspace in which that worker is started."""

    def __init__(self, worker: Scripted) -> None:
        self.worker = worker

    def start(self, limits: Limits) -> Worker:
        return cast(Worker, self.worker)

    def clean(self, text: str) -> str:
        return text


def session(frame: bytes, rng: random.Random) -> RemoteSession:
    submission = from_files("test", {"m.py": b"def f(x): pass\n"}, ["m"])
    workspace = cast(Workspace, OneWorker(Scripted(frame, rng)))
    return RemoteSession(workspace, submission, Limits(), ("numpy",))


def judge(frame: bytes, rng: random.Random) -> str:
    """Let the trusted side make of a frame what it will; returns what it made."""
    asked = session(frame, rng)
    if rng.random() < 0.8:
        asked._loaded.add("m")
    try:
        if rng.random() < 0.7:
            outcome = asked.call(QUESTION, ARGS, {})
        else:
            (outcome,) = asked.call_all(QUESTION, [ARGS])
    except StudentFault as fault:
        fault.message.encode("utf-8", "replace")
        return "fault"
    for value in (outcome.value, *outcome.args):
        show.value(value)
        show.line(value)
        compare.describe(value)
        for expected in (1.0, np.ones((2, 3)), np.arange(3)):
            compare.difference("value", expected, value, 1e-6)
            compare.equal(expected, value, 1e-6)
    return "value"


def honest(rng: random.Random) -> tuple[Any, bytes]:
    tree, buffers = wire.pack(rng.choice(REPLIES))
    return json.loads(json.dumps(tree)), b"".join(buffers)


def framed(tree: Any, buffers: bytes) -> bytes:
    text = json.dumps(tree).encode("utf-8", "replace")
    return HEADER.pack(MAGIC, len(text), len(buffers)) + text + buffers


def damaged(rng: random.Random) -> bytes:
    """A frame with some of its bytes changed, left out, doubled or added."""
    data = bytearray(framed(*honest(rng)))
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0:
                data[place : place + 1] = bytes([rng.randrange(256)])
            case 1:
                del data[place : place + rng.randint(1, 9)]
            case 2:
                data[place:place] = rng.randbytes(rng.randint(1, 9))
            case 3:
                data[place:place] = data[place : place + rng.randint(1, 40)]
            case 4:
                data[4:16] = rng.randbytes(12)
        if not data:
            return b""
    return bytes(data)


def twisted(rng: random.Random) -> bytes:
    """A well-formed frame with parts of its tree replaced by others."""
    tree, buffers = honest(rng)
    answers = [pair for pair in tree["d"] if pair[0] in ("value", "changed", "replies")]
    for _ in range(rng.randint(1, 3)):
        # Mostly in what was answered: a frame without its verb is not looked at any further.
        within = answers if answers and rng.random() < 0.9 else tree["d"]
        places = [place for pair in within for place in _places(pair) if place != (pair, 0)]
        holder, key = rng.choice(places)
        other = rng.choice(ATOMS) if rng.random() < 0.7 else rng.choice(places)[0]
        holder[key] = json.loads(json.dumps(other))
    if rng.random() < 0.1:
        buffers = rng.randbytes(rng.choice([0, 1, 8, 48, 49, 4096]))
    return framed(tree, buffers)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield tree, key
        if isinstance(value, dict | list):
            yield from _places(value)


def noise(rng: random.Random) -> bytes:
    """Random bytes, mostly behind an honest header."""
    tree, buffers = rng.randbytes(rng.randint(0, 400)), rng.randbytes(rng.randint(0, 400))
    header = HEADER.pack(MAGIC, len(tree), len(buffers))
    return (header if rng.random() < 0.8 else rng.randbytes(16)) + tree + buffers


def strange(rng: random.Random) -> bytes:
    """A frame that is as it should be, with a value that nobody expects."""
    changed = {rng.choice([0, 0, 1, 2, 3, "0", -1]): _value(rng, 0)} if rng.random() < 0.5 else {}
    reply = {"id": 1, "verb": "returned", "value": _value(rng, 0), "changed": changed}
    reply["warnings"] = []
    tree, buffers = wire.pack(reply)
    return framed(tree, b"".join(buffers))


def _value(rng: random.Random, depth: int) -> Any:
    match rng.randrange(8 if depth < 4 else 5):
        case 0:
            shape = [rng.choice([0, 1, 1, 2, 3, 7]) for _ in range(rng.randrange(6))]
            dtype = np.dtype(rng.choice(sorted(wire.DTYPES)))
            count = int(np.prod(shape, dtype=int))
            array = np.frombuffer(rng.randbytes(count * dtype.itemsize), dtype).reshape(shape)
            return np.asfortranarray(array) if rng.random() < 0.3 else array
        case 1:
            return rng.choice(
                [np.nan, -np.inf, 1e308, 5e-324, -0.0, 2**4000, -(10**30), True, None]
            )
        case 2:
            return "".join(chr(rng.randrange(0x11000)) for _ in range(rng.randrange(30)))
        case 3:
            return wire.Opaque("\x1b[31m<b>\u202e" * rng.randrange(3))
        case 4:
            return np.float16(rng.uniform(-65_000, 65_000)) if rng.random() < 0.5 else b"\0\xff"
        case 5:
            return [_value(rng, depth + 1) for _ in range(rng.randrange(5))]
        case 6:
            return tuple(_value(rng, depth + 1) for _ in range(rng.randrange(5)))
        case _:
            return {rng.choice([1, "k", None, 0.5, True]): _value(rng, depth + 1)}


MAKERS = {"damaged": damaged, "twisted": twisted, "noise": noise, "strange": strange}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", MAKERS)
def test_whatever_comes_is_judged_or_refused(name: str, part: int) -> None:
    rng = random.Random(f"{name} {part}")
    made: dict[str, int] = {"fault": 0, "value": 0}
    total = 0
    while total < 500_000:
        frame = MAKERS[name](rng)
        total += len(frame) + 1
        with np.errstate(all="ignore"):
            made[judge(frame, rng)] += 1
    assert made["fault"] > 100
    if name == "strange":
        assert made["value"] > 300  # it gets past the reader often enough to test what is behind


@pytest.mark.parametrize("name", MAKERS)
def test_no_frame_takes_more_memory_than_a_few_of_its_own_size(name: str) -> None:
    rng = random.Random(name)
    tracemalloc.start()
    try:
        for _ in range(1_000):
            frame = MAKERS[name](rng)
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            with np.errstate(all="ignore"):
                judge(frame, rng)
            taken = tracemalloc.get_traced_memory()[1] - before
            announced = sum(HEADER.unpack(frame[:16])[1:]) if len(frame) >= 16 else 0
            # What a header announces within the limits is address space until its bytes arrive.
            room = announced if announced <= wire.REPLY.buffer_bytes else 0
            assert taken < room + 100 * len(frame) + (1 << 20)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 500_000,
        b'{"l":' * 100_000,
        b"[" + b"1," * 400_000 + b"1]",
        b"9" * 900_000,
        b"1e" + b"9" * 900_000,
        b'"' + b"\\ud800" * 100_000 + b'"',
        b'{"d":[' + b",".join(b'["%d",1]' % n for n in range(50_000)) + b"]}",
        b'{"d":[' + b",".join(b"[%d,1]" % (n * (2**61 - 1)) for n in range(20_000)) + b"]}",
        b"{" + b",".join(b'"%d":1' % n for n in range(60_000)) + b"}",
    ],
    ids=["nested", "tagged", "wide", "long", "exponent", "halves", "dict", "colliding", "keys"],
)
def test_the_largest_trees_are_read_and_refused_in_no_time(text: bytes) -> None:
    frame = HEADER.pack(MAGIC, len(text), 0) + text
    begin = time.process_time()
    assert judge(frame, random.Random(0)) == "fault"
    assert time.process_time() - begin < 5.0
