"""What was worked out once is not worked out again, and never mistaken for something else."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from grader.kit.answers import answer
from grader.kit.memo import Memo, drawn_once, fingerprint, read_only
from grader.model import Question
from grader.wire import File


def asked(memo: Memo, *calls: tuple[Any, ...], function: str = "f") -> int:
    """How many of the calls had to be worked out."""
    worked: list[object] = []
    for args in calls:
        values = fingerprint(args)
        memo.recall(function, values, functools.partial(worked.append, args), lambda made: ())
    return len(worked)


@pytest.mark.parametrize(
    "args",
    [
        (1, 2.5, "x", b"y", None, True, np.float32(3)),
        (np.arange(3.0), [np.ones((2, 2))], {"a": (1, [2])}),
        (File("x.gz", b"data"), np.array([np.nan])),
        (),
    ],
)
def test_the_same_arguments_are_worked_out_once(args: tuple[Any, ...]) -> None:
    copy = tuple(part.copy() if isinstance(part, np.ndarray) else part for part in args)
    assert asked(Memo(), args, copy, args) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 1.0),
        (1, True),
        (1.0, np.float64(1.0)),
        (np.zeros(2), np.zeros(2, np.float32)),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(2), -np.zeros(2)),
        ([1, 2], (1, 2)),
        ([1, [2]], [[1], 2]),
        ({"a": 1}, {"b": 1}),
        ("1", 1),
        (b"x", "x"),
        (File("a", b"x"), File("b", b"x")),
        (File("a", b"x"), File("a", b"y")),
        (np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)),
    ],
)
def test_arguments_that_differ_are_told_apart(one: Any, other: Any) -> None:
    assert asked(Memo(), (one,), (other,)) == 2


def test_memory_order_makes_no_difference() -> None:
    array = np.arange(6.0).reshape(2, 3)
    assert asked(Memo(), (array,), (np.asfortranarray(array),), (array[:, ::-1][:, ::-1],)) == 1


@pytest.mark.parametrize("opaque", [len, object(), np.array([object()]), np.random.default_rng(0)])
def test_what_has_no_value_is_not_remembered(opaque: Any) -> None:
    assert asked(Memo(), (opaque,), (opaque,)) == 2
    assert asked(Memo(), ([1, {"a": opaque}],), ([1, {"a": opaque}],)) == 2


def test_functions_are_told_apart() -> None:
    memo = Memo()
    assert asked(memo, (1,), function="f") == asked(memo, (1,), function="g") == 1


def test_an_exception_is_not_remembered() -> None:
    memo = Memo()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            memo.recall("f", b"1", lambda: 1 // 0, lambda made: made)
    assert memo.recall("f", b"1", lambda: 5, lambda made: made) == 5


def test_what_was_not_asked_for_the_longest_is_forgotten() -> None:
    memo = Memo(max_bytes=100_000)

    def ask(number: int) -> bool:
        fresh = []

        def make() -> Any:
            fresh.append(1)
            return np.zeros(5_000)

        memo.recall("f", bytes([number]), make, lambda made: made)
        return bool(fresh)

    assert [ask(1), ask(2), ask(1), ask(3), ask(1), ask(2)] == [
        True,
        True,
        False,
        True,
        False,
        True,
    ]
    huge = np.zeros(50_000)
    memo.recall("g", b"", lambda: huge, lambda made: made)
    assert ask(1)  # what is larger than all the room is not kept, and nothing else is left
    assert not ask(1)


def test_an_answer_is_shared_and_can_not_be_changed() -> None:
    question = Question("f", "m", "f", 1.0, "reference.x:f")
    calls = []

    def f(x: Any) -> Any:
        calls.append(x)
        return x * 2.0

    first = answer({"f": f}, question, None, (np.ones(3),))
    assert first.tolerances == answer({"f": f}, question, None, (np.ones(3),)).tolerances
    made = len(calls)
    assert answer({"f": f}, question, None, (np.ones(3),)) is first
    assert len(calls) == made
    with pytest.raises(ValueError, match="read-only"):
        first.values["The result"][0] = 9.0


def test_everything_inside_is_made_read_only() -> None:
    inner = np.zeros(2)
    assert read_only({"a": [1, (inner, "x")]})["a"][1][0] is inner
    assert not inner.flags.writeable


def test_a_case_is_drawn_once_from_the_same_generator() -> None:
    drawn: list[object] = []

    @drawn_once
    def case(rng: np.random.Generator, n: int, of: Any = None, *, scale: float = 1.0) -> Any:
        drawn.append((n, of, scale))
        return scale * rng.normal(size=n), n

    one, other = np.random.default_rng(0), np.random.default_rng(0)
    (first, _), (second, _) = case(one, 3), case(other, 3)
    assert len(drawn) == 1
    assert np.array_equal(first, second)
    assert one.random() == other.random()  # they go on from the same place
    first[:] = 0.0
    assert np.array_equal(case(np.random.default_rng(0), 3)[0], second)
    assert len(drawn) == 1
    for rng, args, kwargs in (
        (one, (3,), {}),
        (np.random.default_rng(0), (4,), {}),
        (np.random.default_rng(0), (3, len), {}),
        (np.random.default_rng(0), (3, max), {}),
        (np.random.default_rng(0), (3,), {"scale": 2.0}),
        (np.random.default_rng(0), (3,), {"of": 2.0}),
    ):
        before = len(drawn)
        case(rng, *args, **kwargs)  # type: ignore[arg-type]
        assert len(drawn) == before + 1
