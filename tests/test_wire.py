"""The wire: values arrive as they were sent, and no bytes whatever do more than be refused."""

from __future__ import annotations

import contextlib
import enum
import json
import math
import socket
import struct
import threading
import time
import tracemalloc
from collections import OrderedDict, namedtuple
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader import wire
from grader.channel import Channel
from grader.wire import DTYPES, HEADER, MAGIC, File, Limits, Opaque, Unsendable, WireError

Array = np.ndarray[Any, Any]

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
KEYS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT
ARRAYS = st.sampled_from(sorted(DTYPES)).flatmap(
    lambda name: hnp.arrays(np.dtype(name), hnp.array_shapes(min_dims=0, min_side=0, max_side=4))
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**4096) + 1, 2**4096 - 1)
    | st.floats()
    | TEXT
    | st.binary()
    | st.builds(Opaque, TEXT)
    | st.builds(File, TEXT, st.binary())
    | ARRAYS
    | ARRAYS.filter(lambda array: array.ndim == 1 and array.size > 0).map(lambda array: array[0])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=12,
)


def sent(value: object) -> Any:
    """What arrives when a value is packed, written as JSON, read and unpacked."""
    tree, buffers = wire.pack(value)
    return wire.unpack(json.loads(json.dumps(tree)), b"".join(buffers))


def assert_same(one: Any, other: Any) -> None:
    """Of the same types, with the same contents, bit by bit."""
    assert type(one) is type(other)
    match one:
        case np.ndarray() | np.generic():
            assert one.dtype == other.dtype
            assert one.shape == other.shape
            assert one.tobytes() == other.tobytes()
        case list() | tuple():
            assert len(one) == len(other)
            for left, right in zip(one, other, strict=True):
                assert_same(left, right)
        case dict():
            assert_same(list(one.items()), list(other.items()))
        case float():
            assert struct.pack("d", one) == struct.pack("d", other) or math.isnan(one)
            assert math.isnan(one) == math.isnan(other)
        case _:
            assert one == other


def frame(tree: object, buffers: bytes = b"") -> bytes:
    text = tree if isinstance(tree, bytes) else json.dumps(tree).encode()
    return HEADER.pack(MAGIC, len(text), len(buffers)) + text + buffers


def received(payload: bytes, limits: Limits = wire.LIMITS) -> dict[str, object]:
    """What `receive` makes of these bytes when the other side closes behind them."""
    ours, theirs = socket.socketpair()

    def feed() -> None:
        with theirs, contextlib.suppress(OSError):  # the reader may give up before the end
            theirs.sendall(payload)

    thread = threading.Thread(target=feed)
    thread.start()
    try:
        return Channel(ours).receive(time.monotonic() + 20.0, limits)
    finally:
        ours.close()
        thread.join()


# --- what is sent arrives ----------------------------------------------------------------------


@given(VALUES)
def test_every_value_arrives_as_it_was_sent(value: object) -> None:
    arrived = sent(value)
    # The only value that changes on the way: `np.bool_` is sent as the boolean that it is.
    if isinstance(value, np.bool_):
        assert arrived is bool(value)
    elif not _holds_numpy_bool(value):
        assert_same(value, arrived)


def _holds_numpy_bool(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_numpy_bool, value))
    if isinstance(value, dict):
        return any(map(_holds_numpy_bool, value.values()))
    return isinstance(value, np.bool_)


@given(st.dictionaries(TEXT, VALUES.filter(lambda value: not _holds_numpy_bool(value)), max_size=4))
@settings(max_examples=50)
def test_messages_cross_a_socket_one_after_the_other(message: dict[str, object]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        for part in (message, {"next": 1}):
            thread = threading.Thread(target=Channel(theirs).send, args=(part,))
            thread.start()
            assert_same(Channel(ours).receive(time.monotonic() + 20.0), part)
            thread.join()


@pytest.mark.parametrize("name", sorted(DTYPES))
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (7,), (2, 3, 4)])
def test_an_array_of_every_dtype_and_shape_arrives_writable(
    name: str, shape: tuple[int, ...]
) -> None:
    array = np.arange(math.prod(shape)).reshape(shape).astype(name)
    arrived = sent(array)
    assert_same(array, arrived)
    assert arrived.flags.writeable
    assert arrived.flags.aligned


def test_the_order_of_an_array_in_memory_is_kept() -> None:
    rows = np.arange(6.0).reshape(2, 3)
    assert sent(rows).flags.c_contiguous
    columns = sent(np.asfortranarray(rows))
    assert columns.flags.f_contiguous
    assert not columns.flags.c_contiguous
    np.testing.assert_array_equal(columns, rows)


@pytest.mark.parametrize(
    "view",
    [
        np.arange(24.0).reshape(4, 6)[:, ::2],
        np.arange(24.0).reshape(4, 6)[::-1],
        np.arange(24.0).reshape(2, 3, 4).transpose(1, 0, 2),
        np.broadcast_to(np.arange(3.0), (4, 3)),
    ],
)
def test_a_view_arrives_as_what_it_shows(view: Array) -> None:
    np.testing.assert_array_equal(sent(view), view)


@pytest.mark.parametrize("name", ["int16", "uint64", "float32", "complex128"])
@pytest.mark.parametrize("order", ["<", ">"])
def test_foreign_byte_order_becomes_native_without_changing_a_number(name: str, order: str) -> None:
    array = np.array([1, 2, 250], dtype=f"{order}{np.dtype(name).str[1:]}")
    arrived = sent(array)
    assert arrived.dtype.isnative
    assert arrived.dtype == np.dtype(name)
    np.testing.assert_array_equal(arrived, array)


def test_extended_precision_becomes_double() -> None:
    assert_same(sent(np.array([1.5, np.nan], dtype=np.longdouble)), np.array([1.5, np.nan]))
    assert_same(sent(np.array([1.5 + 2j], dtype=np.clongdouble)), np.array([1.5 + 2j]))
    assert_same(sent(np.longdouble(2.5)), np.float64(2.5))


@pytest.mark.parametrize("text", ["Σ ✓ 🎓", "\x00\x1b[31m", "\u202e", "line\nline", ""])
def test_text_arrives_unchanged(text: str) -> None:
    assert sent(text) == text


def test_half_a_surrogate_pair_is_replaced() -> None:
    assert sent("a\ud800b") == "a?b"


# --- what is not a plain value is sent as what it is underneath ----------------------------------


class Liar:
    """Overrides everything that a careless sender might call."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __reduce__(self) -> Any:
        raise AssertionError("nobody may pickle")

    def __array__(self, *args: Any, **kwargs: Any) -> Array:
        return np.full(3, 99.0)

    def __float__(self) -> float:
        return 99.0

    def __int__(self) -> int:
        return 99

    def __index__(self) -> int:
        return 99

    def __str__(self) -> str:
        return "99"

    def __repr__(self) -> str:
        return "99"

    def __iter__(self) -> Iterator[Any]:
        return iter([99])


class LyingFloat(Liar, float):
    pass


class LyingInt(Liar, int):
    pass


class LyingText(Liar, str):
    def encode(self, *args: Any, **kwargs: Any) -> bytes:
        return b"99"


class LyingList(Liar, list[Any]):  # type: ignore[misc]
    pass


class LyingTuple(Liar, tuple[Any, ...]):
    pass


class LyingDict(Liar, dict[Any, Any]):  # type: ignore[misc]
    def items(self) -> Any:
        return [(99, 99)]


class LyingArray(Liar, np.ndarray[Any, Any]):  # type: ignore[misc]
    def tobytes(self, *args: Any, **kwargs: Any) -> bytes:
        return b"99"


class Colour(enum.IntEnum):
    RED = 3


Pair = namedtuple("Pair", "left right")


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (LyingFloat(1.5), 1.5),
        (LyingInt(7), 7),
        (LyingText("seven"), "seven"),
        (LyingList([1, 2]), [1, 2]),
        (LyingTuple((1, 2)), (1, 2)),
        (LyingDict({"a": 1}), {"a": 1}),
        (np.arange(3.0).view(LyingArray), np.arange(3.0)),
        (np.array([[1.0, 2.0]]).view(np.matrix), np.array([[1.0, 2.0]])),
        (Colour.RED, 3),
        (Pair(1, 2.0), (1, 2.0)),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (bytearray(b"abc"), b"abc"),
        (True, True),
        (np.True_, True),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_subclass_is_sent_as_what_it_is_underneath(value: object, plain: object) -> None:
    assert_same(sent(value), plain)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Liar(), "Liar"),
        (object, "type"),
        (len, "builtin_function_or_method"),
        ({1, 2}, "set"),
        (1j, "complex"),
        (np.datetime64("2024-01-01"), "datetime64"),
        (np.array([1, "a", None], dtype=object), "array of dtype object"),
        (np.array(["ab"]), "array of dtype str64"),
        (np.array(["2024-01-01"], dtype="datetime64[D]"), "array of dtype datetime64[D]"),
        (np.zeros(2, dtype=[("a", "f8")]), "array of dtype void64"),
    ],
    ids=str,
)
def test_what_is_no_value_stays_behind_and_only_its_name_travels(value: object, name: str) -> None:
    assert sent([value, 1]) == [Opaque(name), 1]


def test_the_name_of_a_type_is_cut() -> None:
    assert len(sent(type("x" * 10_000, (), {})()).type_name) == 200


# --- what can't be sent is said to be so ---------------------------------------------------------


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def cyclic(kind: str) -> object:
    if kind == "list":
        value: list[Any] = []
        value.append(value)
        return value
    table: dict[str, Any] = {}
    table["self"] = (table,)
    return table


@pytest.mark.parametrize(
    "value",
    [
        nested(wire.LIMITS.depth + 1),
        nested(500),
        cyclic("list"),
        cyclic("dict"),
        [0] * wire.LIMITS.items,
        dict.fromkeys(range(wire.LIMITS.dict_items + 1)),
        2**4096,
        -(2**4096),
        np.broadcast_to(np.float64(0.0), (1 << 20, 1 << 20)),
    ],
    ids=[
        "deep",
        "very deep",
        "cyclic list",
        "cyclic dict",
        "items",
        "dict",
        "int",
        "-int",
        "array",
    ],
)
def test_a_value_beyond_the_limits_is_unsendable(value: object) -> None:
    with pytest.raises(Unsendable):
        wire.pack(value)


def test_arrays_that_are_too_large_only_together_are_unsendable() -> None:
    limits = Limits(buffer_bytes=1000)
    wire.pack([bytes(500), np.zeros(500, dtype=np.uint8)], limits)
    with pytest.raises(Unsendable):
        wire.pack([bytes(500), np.zeros(501, dtype=np.uint8)], limits)


def test_a_text_that_is_too_long_for_a_frame_is_unsendable() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(Unsendable):
        Channel(ours).send({"text": "x" * (wire.LIMITS.tree_bytes + 1)})


def test_what_lies_just_within_the_limits_arrives() -> None:
    for value in (
        nested(wire.LIMITS.depth),
        [0] * (wire.LIMITS.items - 1),
        dict.fromkeys(range(wire.LIMITS.dict_items)),
        2**4096 - 1,
    ):
        assert sent(value) == value


# --- the reader trusts nothing -------------------------------------------------------------------


BAD_TREES: dict[str, tuple[object, bytes]] = {
    "unknown tag": ({"x": 1}, b""),
    "no tag": ({}, b""),
    "two tags": ({"l": [], "t": []}, b""),
    "bare list": ([1, 2], b""),
    "list of the wrong type": ({"l": {"0": 1}}, b""),
    "dict of the wrong type": ({"d": {"a": 1}}, b""),
    "dict entry of one": ({"d": [["a"]]}, b""),
    "dict entry of three": ({"d": [["a", 1, 2]]}, b""),
    "dict entry is text": ({"d": ["ab"]}, b""),
    "dict key is a list": ({"d": [[{"l": []}, 1]]}, b""),
    "dict key is a dict": ({"d": [[{"d": []}, 1]]}, b""),
    "dict key is an array": ({"d": [[{"a": ["int8", [1], "C"]}, 1]]}, b"x"),
    "dict key is a tuple that holds a list": ({"d": [[{"t": [{"l": []}]}, 1]]}, b""),
    "array without a shape": ({"a": ["int8"]}, b""),
    "array of the wrong order": ({"a": ["int8", [1], "K"]}, b"x"),
    "shape that is a number": ({"a": ["int8", 1, "C"]}, b"x"),
    "dimension that is a float": ({"a": ["int8", [1.0], "C"]}, b"x"),
    "dimension that is a boolean": ({"a": ["int8", [True], "C"]}, b"x"),
    "dimension that is text": ({"a": ["int8", ["1"], "C"]}, b"x"),
    "negative dimension": ({"a": ["int8", [-1], "C"]}, b"x"),
    "two negative dimensions": ({"a": ["int8", [-1, -1], "C"]}, b"x"),
    "endless empty array": ({"a": ["int8", [2**40, 0], "C"]}, b""),
    "endless empty array by a product": ({"a": ["int8", [2**20, 2**20, 0], "C"]}, b""),
    "product beyond 64 bits": ({"a": ["int8", [2**22] * 3, "C"]}, b""),
    "too many dimensions": ({"a": ["int8", [1] * 33, "C"]}, b"x"),
    "too few bytes": ({"a": ["float64", [2], "C"]}, bytes(15)),
    "bytes left over": ({"a": ["float64", [2], "C"]}, bytes(17)),
    "bytes without a mention": ({"l": []}, b"x"),
    "bytes counted twice": ({"l": [{"b": 3}, {"b": 3}]}, b"abc"),
    "negative length of bytes": ({"l": [{"b": 3}, {"b": -3}, {"b": 3}]}, b"abc"),
    "length of bytes that is a float": ({"b": 3.0}, b"abc"),
    "scalar without bytes": ({"n": "float64"}, bytes(7)),
    "file of negative length": ({"f": ["x", -1]}, b""),
    "file without a name": ({"f": [None, 0]}, b""),
    "type name that is no text": ({"o": 3}, b""),
    **{
        f"{tag} of dtype {name!r}": ({tag: body}, bytes(16))
        for name in ["object", "O", "<U5", "datetime64", "V8", "float128", ">f8", "i8,i8", "", "f8"]
        for tag, body in [("a", [name, [1], "C"]), ("n", name)]
    },
}


@pytest.mark.parametrize(("tree", "buffers"), BAD_TREES.values(), ids=BAD_TREES)
def test_a_tree_that_no_honest_sender_writes_is_refused(tree: object, buffers: bytes) -> None:
    with pytest.raises(WireError):
        wire.unpack(tree, buffers)
    with pytest.raises(WireError):
        received(frame({"d": [["value", tree]]}, buffers))


def test_depth_items_and_dict_entries_are_limited_for_the_reader_too() -> None:
    deep: object = 0
    for _ in range(wire.LIMITS.depth + 1):
        deep = {"l": [deep]}
    many = {"l": [0] * wire.LIMITS.items}
    wide = {"d": [[key, 0] for key in range(wire.LIMITS.dict_items + 1)]}
    for tree in (deep, many, wide):
        with pytest.raises(WireError):
            wire.unpack(tree, b"")


BAD_FRAMES = {
    "wrong magic": b"HTTP" + frame({"d": []})[4:],
    "other version": b"MLG2" + frame({"d": []})[4:],
    "not JSON": frame(b"{'d': []}"),
    "nothing": frame(b""),
    "cut JSON": frame(b'{"d": ['),
    "JSON and more": frame(b'{"d": []} {}'),
    "not text": frame(b"\xff\xfe\xfd"),
    "nested JSON": frame(b"[" * 100_000 + b"]" * 100_000),
    "nested objects": frame(b'{"l":[' * 100_000),
    "integer of 5000 digits": frame(b'{"d": [["x", ' + b"9" * 5000 + b"]]}"),
    "not a dict": frame({"l": []}),
    "a number": frame(3),
    "key that is no text": frame({"d": [[1, 2]]}),
}


@pytest.mark.parametrize("payload", BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_a_frame_that_is_no_message_is_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        received(payload)


@pytest.mark.parametrize(
    ("tree_length", "buffer_length"),
    [(2**32 - 1, 0), (0, 2**64 - 1), (wire.LIMITS.tree_bytes + 1, 0), (2, 2**40)],
)
def test_a_huge_length_is_refused_before_memory_is_taken(
    tree_length: int, buffer_length: int
) -> None:
    header = HEADER.pack(MAGIC, tree_length, buffer_length)
    tracemalloc.start()
    try:
        with pytest.raises(WireError, match="too large"):
            received(header)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_a_huge_array_in_a_small_frame_is_refused_before_memory_is_taken() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(WireError):
            wire.unpack({"a": ["float64", [1 << 24], "C"]}, bytes(8))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("length", [0, 3, HEADER.size, HEADER.size + 5])
def test_a_peer_that_leaves_in_the_middle_is_an_end_of_file(length: int) -> None:
    whole = frame({"d": [["x", {"b": 4}]]}, b"abcd")
    with pytest.raises(EOFError):
        received(whole[:length])


@pytest.mark.parametrize("length", [0, 3, HEADER.size + 5, -1])
def test_a_peer_that_stops_in_the_middle_is_late(length: int) -> None:
    whole = frame({"d": [["x", {"b": 4}]]}, b"abcd")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(whole[:length])
        with pytest.raises(TimeoutError):
            Channel(ours).receive(time.monotonic() + 0.05)


def test_a_peer_that_trickles_does_not_push_the_deadline_ahead() -> None:
    ours, theirs = socket.socketpair()
    stop = threading.Event()

    def trickle() -> None:
        with contextlib.suppress(OSError):
            while not stop.wait(0.01):
                theirs.sendall(b" ")

    thread = threading.Thread(target=trickle)
    with ours, theirs:
        theirs.sendall(HEADER.pack(MAGIC, 1 << 20, 0))
        thread.start()
        with pytest.raises(TimeoutError):
            Channel(ours).receive(time.monotonic() + 0.1)
        stop.set()
        thread.join()


def test_a_peer_that_does_not_read_makes_sending_late() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, pytest.raises(TimeoutError):
        Channel(ours).send({"data": bytes(16 << 20)}, time.monotonic() + 0.05)


def test_a_deadline_in_the_past_is_late_at_once() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(frame({"d": []}))
        with pytest.raises(TimeoutError):
            Channel(ours).receive(time.monotonic() - 1.0)


def chunked(connection: socket.socket, payload: bytes, sizes: list[int]) -> threading.Thread:
    """Send in pieces of these sizes, with time between them."""

    def feed() -> None:
        rest = payload
        for size in sizes:
            connection.sendall(rest[:size])
            rest = rest[size:]
            time.sleep(0.005)
        connection.sendall(rest)

    thread = threading.Thread(target=feed)
    thread.start()
    return thread


@pytest.mark.parametrize("sizes", [[], [3], [16], [20], [16, 30], [100, 1], [1] * 40])
def test_messages_arrive_whole_however_they_are_cut(sizes: list[int]) -> None:
    rng = np.random.default_rng(0)
    # Smaller and larger than what is read in one go, and just at its end.
    parts: list[Array] = [rng.random(n) for n in (1, 8_000, 0, 20_000, 8_150, 3, 9_000)]
    frames = [
        frame({"d": [["x", {"a": ["float64", [len(it)], "C"]}]]}, it.tobytes()) for it in parts
    ]
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    with ours, theirs:
        thread = chunked(theirs, b"".join(frames), sizes)
        for part in parts:
            message = channel.receive(time.monotonic() + 20.0)
            np.testing.assert_array_equal(cast(Array, message["x"]), part)
        thread.join()


def test_a_frame_that_fits_just_or_just_not_arrives() -> None:
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    empty = len(frame({"d": [["x", {"b": 10_000}]]}))
    with ours, theirs:
        for length in range((1 << 16) - empty - 2, (1 << 16) - empty + 3):
            payload = frame({"d": [["x", {"b": length}]]}, bytes(length)) + frame({"d": []})
            thread = chunked(theirs, payload, [])
            assert channel.receive(time.monotonic() + 20.0) == {"x": bytes(length)}
            assert channel.receive(time.monotonic() + 20.0) == {}
            thread.join()


def test_what_was_received_is_no_part_of_what_is_received_next() -> None:
    ours, theirs = socket.socketpair()
    sender, channel = Channel(theirs), Channel(ours)
    with ours, theirs:
        sender.send({"x": np.arange(5), "b": b"first"})
        first = channel.receive(time.monotonic() + 20.0)
        sender.send({"x": np.zeros(5), "b": b"other"})
        channel.receive(time.monotonic() + 20.0)
    assert cast(Array, first["x"]).tolist() == [0, 1, 2, 3, 4]
    assert first["b"] == b"first"


@pytest.mark.parametrize("shape", [(3000,), (100, 30), (0, 5000), (1, 5000), (20, 10, 15)])
@pytest.mark.parametrize("name", ["uint8", "float16", "float64", "complex128", "bool"])
def test_large_arrays_are_sent_from_where_they_lie(name: str, shape: tuple[int, ...]) -> None:
    base = np.arange(math.prod(shape)).reshape(shape).astype(name)
    base.setflags(write=False)
    for array in (base, base.T, base[::-1], base[..., ::2], np.asfortranarray(base)):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            thread = threading.Thread(target=Channel(theirs).send, args=({"x": array, "y": 1},))
            thread.start()
            message = Channel(ours).receive(time.monotonic() + 20.0)
            thread.join()
        assert_same(np.ascontiguousarray(array), np.ascontiguousarray(cast(Array, message["x"])))
        assert cast(Array, message["x"]).flags.f_contiguous == array.flags.f_contiguous or (
            not array.flags.c_contiguous
        )
        assert message["y"] == 1


# --- fuzzing -------------------------------------------------------------------------------------


def assert_harmless(payload: bytes) -> None:
    try:
        message = received(payload)
    except (WireError, EOFError):
        return
    assert isinstance(message, dict)
    assert all(isinstance(key, str) for key in message)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(list("ltdanbfo")), inner, min_size=1, max_size=1)
        | st.tuples(
            st.sampled_from(sorted(DTYPES)),
            st.lists(st.integers(-1, 3), max_size=3),
            st.sampled_from("CF"),
        ).map(lambda body: {"a": list(body)})
    ),
    max_leaves=12,
)


@given(st.binary(max_size=200))
@settings(max_examples=100)
def test_random_bytes_are_harmless(payload: bytes) -> None:
    assert_harmless(payload)
    assert_harmless(
        HEADER.pack(MAGIC, len(payload) // 2, len(payload) - len(payload) // 2) + payload
    )


@given(JSON, st.binary(max_size=64))
@settings(max_examples=300)
def test_random_trees_are_harmless(tree: object, buffers: bytes) -> None:
    assert_harmless(frame({"d": [["value", tree]]}, buffers))
    assert_harmless(frame(tree, buffers))


MUTATIONS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "cut", "insert", "repeat"]),
        st.integers(0, 10_000),
        st.binary(min_size=1, max_size=4),
    ),
    min_size=1,
    max_size=4,
)


def mutated(payload: bytes, mutations: list[tuple[str, int, bytes]]) -> bytes:
    for kind, place, data in mutations:
        at = place % max(1, len(payload))
        match kind:
            case "flip":
                payload = payload[:at] + data + payload[at + len(data) :]
            case "cut":
                payload = payload[:at] + payload[at + len(data) :]
            case "insert":
                payload = payload[:at] + data + payload[at:]
            case _:
                payload = payload[:at] + payload[at : at + 16] + payload[at:]
    return payload


@given(st.dictionaries(TEXT, VALUES, max_size=3), MUTATIONS, st.booleans())
@settings(max_examples=300)
def test_a_damaged_frame_is_harmless(
    message: dict[str, object], mutations: list[tuple[str, int, bytes]], keep_header: bool
) -> None:
    tree, buffers = wire.pack(message)
    payload = frame(tree, b"".join(buffers))
    if keep_header:  # damage behind the header reaches the parser of the tree
        text = mutated(json.dumps(tree).encode(), mutations)
        payload = frame(text, b"".join(buffers))
    else:
        payload = mutated(payload, mutations)
    assert_harmless(payload)


@pytest.mark.parametrize("claim", [int, float, str, bytes, list, dict, np.ndarray, np.float64])
def test_an_object_can_not_lie_about_its_type(claim: type) -> None:
    pretender = type("Pretender", (), {"__class__": property(lambda self: claim)})()
    assert isinstance(pretender, claim)
    assert wire.pack(pretender) == ({"o": "Pretender"}, [])


class _LyingBytes(bytes):
    def __len__(self) -> int:
        return 10**9

    def __bytes__(self) -> bytes:
        return b"lie"


def test_bytes_are_sent_as_they_are_whatever_they_say() -> None:
    assert wire.pack(_LyingBytes(b"abc")) == ({"b": 3}, [b"abc"])


@pytest.mark.parametrize(
    "value",
    [
        {(1, 2): 3},
        {b"key": 1},
        np.empty((2**40, 0)),
        np.broadcast_to(np.longdouble(1), (60_000_000,)),
    ],
    ids=["tuple key", "bytes key", "long and empty", "extended precision"],
)
def test_what_the_other_side_would_refuse_is_not_sent(value: object) -> None:
    with pytest.raises(wire.Unsendable):
        wire.pack(value)


def test_more_dimensions_than_the_other_side_takes_are_not_sent() -> None:
    limits = Limits(dimensions=3)
    wire.pack(np.zeros((1,) * 3), limits)
    with pytest.raises(wire.Unsendable):
        wire.pack(np.zeros((1,) * 4), limits)


def test_numpy_scalars_are_plain_keys_and_numpy_strings_plain_strings() -> None:
    tree, buffers = wire.pack({np.int64(1): np.str_("a")})
    assert wire.unpack(tree, b"".join(buffers)) == {1: "a"}
