"""What travels between the grader and the student's process: values, and nothing else.

A frame is a fixed header, a JSON tree, and the raw bytes of the arrays that the tree mentions:

    magic (4) | length of the tree (4) | length of the buffers (8) | tree | buffers

The tree holds `null`, booleans, numbers and strings as they are, and everything else as an object
with one key that says what it is:

    {"l": [...]}  list      {"a": [dtype, shape, order]}  array, its bytes next in the buffers
    {"t": [...]}  tuple     {"n": dtype}                  NumPy scalar, likewise
    {"d": [[k, v], ...]}    {"b": length}                 bytes, likewise
    {"o": type name}        something that is not a value and stays where it is
    {"h": [number, type]}   the same, kept in the worker under that number

and, from the grader to the worker only:

    {"f": [name, length]}   a file to be laid into the worker's scratch folder
    {"m": [number, name]}   an attribute of what is kept under that number: a method to be called
    {"c": number}           a function of the grader's, which the worker calls by sending a message
    {"g": [state, inc]}     a random generator in that state

There is no pickle in either direction and nothing here runs code that came over the wire. The
reader trusts nothing: every length, shape, dtype and depth is checked against `Limits` before
memory is taken for it, and whatever does not fit is a `WireError`.

This module imports nothing of ours, because the student's process loads it too.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

MAGIC = b"MLG1"
HEADER = struct.Struct("!4sIQ")
LARGE = 1 << 14  # an array of so many bytes can be sent from where it lies
DTYPES = frozenset(
    f"{kind}{bits}"
    for kind, sizes in {"int": "8 16 32 64", "uint": "8 16 32 64", "float": "16 32 64"}.items()
    for bits in sizes.split()
) | {"bool", "complex64", "complex128"}

# Asking a dtype for its name, or NumPy for a dtype by name, takes longer than a lookup.
_DTYPES = {name: np.dtype(name) for name in DTYPES}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}

_KEYS = (type(None), bool, int, float, str)
_LEAVES = frozenset(_KEYS)
_PLAIN = frozenset({type(None), bool, float})  # sent as they are
_SMALL = 1 << 63
_VALUES = (bool, int, float, str, bytes, bytearray, list, tuple, dict, np.generic, np.ndarray)

Tree: TypeAlias = Any
Buffer: TypeAlias = "bytes | memoryview"
StandIn: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one frame may hold."""

    tree_bytes: int = 4 << 20
    buffer_bytes: int = 256 << 20
    depth: int = 16
    items: int = 100_000
    dict_items: int = 1_000
    dimensions: int = 32
    ours: bool = True  # whether there may be things that only the grader sends


LIMITS = Limits()
# What comes from the student's process is smaller: no answer of a check is large.
REPLY = Limits(tree_bytes=1 << 20, buffer_bytes=32 << 20, ours=False)
# Values alone: what two packings have in common is then what two values have in common.
VALUES = Limits(ours=False)


class WireError(Exception):
    """The bytes are not a frame, or the frame is not within the limits."""


class Unsendable(WireError):
    """A value on this side is too large or too deep to be sent; the text says which."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """Stands for an object that is not a value: only the name of its type is known."""

    type_name: str


@dataclass(frozen=True, slots=True)
class Kept(Opaque):
    """An object that is not a value and that the worker keeps, to be used by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a kept object, such as a method to be called."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Callback:
    """A function that stays with the grader; the worker calls it by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class File:
    """A file that the worker writes into its scratch folder; the student's code gets its path."""

    name: str
    data: bytes
    description: str = ""  # for people; it does not travel


def exception_name(kind: type[BaseException]) -> str:
    """What an exception is called: `ValueError`, and `struct.error` rather than `error`."""
    return f"{kind.__module__}.error" if kind.__name__ == "error" else kind.__name__


# --- values to trees ---------------------------------------------------------------------------


def is_value(value: object) -> bool:
    """Whether it is sent as what it is; its parts may still not be."""
    return value is None or issubclass(type(value), _VALUES)


def pack(
    value: object, limits: Limits = LIMITS, stand_in: StandIn | None = None
) -> tuple[Tree, list[Buffer]]:
    """Turn a value into a tree and the buffers that it mentions, in order.

    `stand_in` gives what is sent in the place of something that is not a value.
    """
    packer = _Packer(limits, stand_in, copying=True)
    tree = packer.pack(value, 0)
    return tree, packer.buffers


class _Packer:
    """Refuses what the reader at the other end would refuse, but says so in words."""

    def __init__(self, limits: Limits, stand_in: StandIn | None, *, copying: bool) -> None:
        self.copying = copying  # or may large arrays stay where they are, to be sent at once?
        self.buffers: list[Buffer] = []
        self.limits = limits
        self.stand_in = stand_in
        self.items = 0
        self.bytes = 0

    def pack(self, value: Any, depth: int) -> Tree:
        self.items += 1
        if depth > self.limits.depth or self.items > self.limits.items:
            raise Unsendable("the value is nested too deeply or has too many parts")
        # By the type itself, which an object can't lie about.
        kind = type(value)
        # What nearly everything is comes first: all this is done several times for each call.
        if kind in _PLAIN or (kind is str and value.isascii()):
            return value
        if kind is np.ndarray:
            return self._array(value, kind)
        if kind is int and -_SMALL < value < _SMALL:
            return value
        if kind is list:
            return {"l": [self.pack(item, depth + 1) for item in value]}
        if kind is tuple:
            return {"t": [self.pack(item, depth + 1) for item in value]}
        if kind is dict:
            return {"d": self._pairs(value.copy(), depth)}
        # Subclasses are sent as what they are underneath: whatever they override stays behind.
        if issubclass(kind, bool | np.bool_):
            return bool(value)
        if issubclass(kind, str):
            return str.__str__(value).encode("utf-8", "replace").decode("utf-8")
        if issubclass(kind, bytes | bytearray):
            return {"b": self._buffer(b"".join([value]))}
        if any(base.__name__ == "MaskedArray" for base in kind.__mro__):
            return {"o": "MaskedArray"}  # what is masked is not an answer
        if issubclass(kind, np.generic | np.ndarray):
            return self._array(np.asarray(value), kind)
        if issubclass(kind, int):
            plain = int.__index__(value)
            if plain.bit_length() > 4096:
                raise Unsendable("an integer of more than 4096 bits")
            return plain
        if issubclass(kind, float):
            return float.__float__(value)
        if issubclass(kind, list):
            return {"l": [self.pack(item, depth + 1) for item in list.__iter__(value)]}
        if issubclass(kind, tuple):
            return {"t": [self.pack(item, depth + 1) for item in tuple.__iter__(value)]}
        if issubclass(kind, dict):
            return {"d": self._pairs(dict(dict.items(value)), depth)}
        if kind is Kept:
            return {"h": [value.number, value.type_name[:200]]}
        if kind is Opaque:
            return {"o": value.type_name[:200]}
        return self._of_ours(value, depth) if self.limits.ours else {"o": type_name(value)}

    def _of_ours(self, value: Any, depth: int) -> Tree:
        kind = type(value)
        if kind is File:
            return {"f": [value.name, self._buffer(value.data)]}
        if kind is Attribute:
            return {"m": [value.number, value.name]}
        if kind is Callback:
            return {"c": value.number}
        if kind is np.random.Generator:
            state = value.bit_generator.state
            if state["bit_generator"] != "PCG64":
                raise Unsendable("a random generator that default_rng does not make")
            return {"g": [state["state"]["state"], state["state"]["inc"]]}
        other = value if self.stand_in is None else self.stand_in(value)
        return {"o": type_name(value)} if other is value else self.pack(other, depth + 1)

    def _pairs(self, value: dict[object, object], depth: int) -> list[Tree]:
        if len(value) > self.limits.dict_items:
            raise Unsendable(f"a dict of more than {self.limits.dict_items} entries")
        pairs: list[Tree] = []
        for key, item in value.items():
            if type(key) is str and key.isascii():  # as nearly all are
                self.items += 1
                pairs.append([key, self.pack(item, depth + 1)])
                continue
            plain = key.item() if isinstance(key, np.generic) else key
            if type(plain) not in _KEYS:
                raise Unsendable(f"a dict with a key of type {type_name(key)}")
            pairs.append([self.pack(plain, depth + 1), self.pack(item, depth + 1)])
        return pairs

    def _array(self, array: np.ndarray[Any, Any], kind: type) -> Tree:
        if array.nbytes > self.limits.buffer_bytes:
            raise Unsendable(f"an array of {array.nbytes >> 20} MiB, shape {array.shape}")
        # If it holds anything, no side of it is longer than that.
        if array.ndim > self.limits.dimensions or (
            not array.nbytes and any(size > self.limits.buffer_bytes for size in array.shape)
        ):
            raise Unsendable(f"an array of shape {array.shape}")
        name = _NAMES.get(array.dtype) or array.dtype.name
        if name not in DTYPES:
            if array.dtype.kind not in "fc":
                return {"o": f"array of dtype {name}" if array.ndim else kind.__qualname__}
            # Extended precision becomes double: the judge works in double anyway.
            array = array.astype(np.float64 if array.dtype.kind == "f" else np.complex128)
            name = array.dtype.name
        elif not array.dtype.isnative:
            array = array.astype(array.dtype.newbyteorder("="))
        flags = array.flags
        order: Literal["C", "F"] = "F" if flags.f_contiguous and not flags.c_contiguous else "C"
        if self.copying or array.nbytes < LARGE or not (flags.c_contiguous or flags.f_contiguous):
            self._buffer(array.tobytes(order))
        else:
            self._buffer(array.reshape(-1, order=order).view(np.uint8).data)
        if issubclass(kind, np.generic):
            return {"n": name}
        return {"a": [name, list(array.shape), order]}

    def _buffer(self, data: Buffer) -> int:
        self.bytes += len(data)
        if self.bytes > self.limits.buffer_bytes:
            raise Unsendable(f"the value is larger than {self.limits.buffer_bytes >> 20} MiB")
        self.buffers.append(data)
        return len(data)


def type_name(value: object) -> str:
    """What the type of an object is called."""
    return str(type(value).__qualname__)[:200]


def weigh(values: Iterable[Any]) -> int:
    """About how many bytes of memory values take."""
    total, pending = 0, list(values)
    while pending:
        item = pending.pop()
        total += 256  # an object by itself, and the time that looking at it takes
        if isinstance(item, dict):
            pending += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple):
            pending += item
        elif isinstance(item, str | bytes):
            total += len(item)
        elif isinstance(item, np.ndarray | np.generic):
            total += item.nbytes
    return total


# --- trees to values ---------------------------------------------------------------------------


def unpack(
    tree: Tree, buffers: Buffer, limits: Limits = LIMITS, stand_in: StandIn | None = None
) -> object:
    """Turn a tree and its buffers back into a value; all bytes must be used.

    `stand_in` gives what `Kept`, `Attribute` and `Callback` stand for on this side.
    """
    reader = _Unpacker(memoryview(buffers), limits, stand_in or (lambda value: value))
    value = reader.unpack(tree, 0)
    if reader.position != len(reader.buffers):
        raise WireError("bytes left over behind the last array")
    return value


class _Unpacker:
    def __init__(self, buffers: memoryview, limits: Limits, stand_in: StandIn) -> None:
        self.buffers = buffers
        self.limits = limits
        self.stand_in = stand_in
        self.position = 0
        self.items = 0

    def unpack(self, tree: Tree, depth: int) -> object:
        self.items += 1
        if depth > self.limits.depth or self.items > self.limits.items:
            raise WireError("nested too deeply or too many parts")
        kind = type(tree)
        if kind in _LEAVES:
            return tree
        if kind is not dict or len(tree) != 1:
            raise WireError("a part of the tree is neither a value nor tagged")
        ((tag, body),) = tree.items()
        # What nearly everything is comes first, and by comparisons that cost next to nothing.
        if type(body) is list:
            if tag == "d":
                return self._dict(body, depth)
            if tag == "a":
                return self._array(body)
            if tag == "l":
                return [self.unpack(item, depth + 1) for item in body]
            if tag == "t":
                return tuple([self.unpack(item, depth + 1) for item in body])
        match tag, body:
            case "n", str():
                return self._take(_dtype(body).itemsize, _dtype(body))[0]
            case "b", int():
                return bytes(self._bytes(body))
            case "o", str():
                return Opaque(body[:200])
            case "h", [int() as number, str() as name]:
                return self.stand_in(Kept(name[:200], number))
        if self.limits.ours:
            return self._of_ours(tag, body)
        raise WireError(f"an unknown tag {str(tag)[:20]!r}")

    def _of_ours(self, tag: str, body: Tree) -> object:
        match tag, body:
            case "f", [str() as name, int() as length]:
                return File(name, bytes(self._bytes(length)))
            case "m", [int() as number, str() as name]:
                return self.stand_in(Attribute(number, name))
            case "c", int():
                return self.stand_in(Callback(body))
            case "g", [int() as state, int() as inc]:
                generator = np.random.Generator(np.random.PCG64(0))
                inner = {"state": state, "inc": inc}
                fresh = {"bit_generator": "PCG64", "state": inner, "has_uint32": 0, "uinteger": 0}
                generator.bit_generator.state = fresh
                return generator
        raise WireError(f"an unknown tag {str(tag)[:20]!r}")

    def _dict(self, body: list[Tree], depth: int) -> dict[object, object]:
        # Integers chosen to collide make a large dict quadratic: the cap keeps that harmless.
        if len(body) > self.limits.dict_items:
            raise WireError("a dict with too many entries")
        result: dict[object, object] = {}
        for pair in body:
            if not isinstance(pair, list) or len(pair) != 2:
                raise WireError("a dict entry that is not a pair")
            key, item = pair
            if type(key) is str:
                self.items += 1
            else:
                key = self.unpack(key, depth + 1)
                if not isinstance(key, _KEYS):
                    raise WireError("a dict key that is not a plain value")
            result[key] = self.unpack(item, depth + 1)
        return result

    def _array(self, body: list[Tree]) -> np.ndarray[Any, Any]:
        match body:
            case [str() as name, list() as shape, "C" | "F" as order]:
                dtype = _dtype(name)
            case _:
                raise WireError("an array without dtype, shape and order")
        if len(shape) > self.limits.dimensions:
            raise WireError("too many dimensions")
        room = 1
        for size in shape:
            # Also in an empty array: a shape such as (2**40, 0) would make loops over rows endless.
            if type(size) is not int:
                raise WireError("a dimension that is not an integer")
            if not 0 <= size <= self.limits.buffer_bytes:
                raise WireError("a dimension out of range")
            room *= size or 1
        if room > self.limits.buffer_bytes:
            raise WireError("an array that is too large")
        flat = self._take(math.prod(shape) * dtype.itemsize, dtype)
        return flat.reshape(shape, order=order)

    def _take(self, length: int, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
        # A copy: writable, aligned, and it does not keep the whole frame alive.
        return np.frombuffer(self._bytes(length), dtype=dtype).copy()

    def _bytes(self, length: int) -> memoryview:
        end = self.position + length
        if length < 0 or end > len(self.buffers):
            raise WireError("an array that is longer than the bytes sent")
        part = self.buffers[self.position : end]
        self.position = end
        return part


def _dtype(name: str) -> np.dtype[Any]:
    if name not in _DTYPES:
        raise WireError(f"a dtype that is not allowed: {name[:40]!r}")
    return _DTYPES[name]


_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)  # a tree is none


# --- frames ------------------------------------------------------------------------------------


def to_bytes(value: object, limits: Limits = LIMITS) -> bytes:
    """A value as a frame of its own, to be sent inside of another one."""
    return b"".join(framed(value, limits))


def from_bytes(data: bytes, limits: Limits = LIMITS) -> object:
    """The value in such a frame."""
    if len(data) < HEADER.size:
        raise WireError("not a frame")
    tree_length, length = lengths(data, limits)
    if length != len(data):
        raise WireError("a frame of another length than it says")
    return unframed(memoryview(data), tree_length, limits, None)


def framed(value: object, limits: Limits = LIMITS, stand_in: StandIn | None = None) -> list[Buffer]:
    """The parts of a frame, in order; large arrays where they lie, to be sent at once."""
    packer = _Packer(limits, stand_in, copying=False)
    text = _ENCODER.encode(packer.pack(value, 0)).encode()
    if len(text) > limits.tree_bytes:
        raise Unsendable(f"the value is larger than {limits.tree_bytes >> 20} MiB as text")
    return [HEADER.pack(MAGIC, len(text), packer.bytes) + text, *packer.buffers]


def lengths(head: Buffer, limits: Limits) -> tuple[int, int]:
    """How long the tree of a frame is, and all of it."""
    magic, tree_length, buffer_length = HEADER.unpack_from(head)
    if magic != MAGIC:
        raise WireError("not a frame")
    if tree_length > limits.tree_bytes or buffer_length > limits.buffer_bytes:
        raise WireError("a frame that is too large")
    return tree_length, HEADER.size + tree_length + buffer_length


def unframed(
    frame: memoryview, tree_length: int, limits: Limits, stand_in: StandIn | None
) -> object:
    """The value in a frame that is all there."""
    behind = HEADER.size + tree_length
    try:
        tree = json.loads(str(frame[HEADER.size : behind], "utf-8"))
    except (ValueError, RecursionError) as error:
        raise WireError(f"a frame that is not JSON: {str(error)[:80]}") from None
    return unpack(tree, frame[behind:], limits, stand_in)
