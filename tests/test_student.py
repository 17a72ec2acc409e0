"""The record of a check's calls: what is worth keeping, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from grader.model import Question
from grader.student import MAX_BYTES_KEPT, MAX_CALLS_KEPT, Function, Outcome, Student


class Returns:
    """A session in which every call returns the same."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        return Outcome(self.value, args)


def student(value: Any, *, in_place: tuple[str, ...] = ()) -> Student:
    question = Question("f", "m", "f", 1.0, "", in_place=in_place)
    return Student({"f": question}, Returns(value))


HEAVY = {
    "bytes": bytes(3 << 20),
    "text": "x" * (3 << 20),
    "an array": np.zeros(1 << 19),
    "a nest": [[[0.5]] * 40_000],
    "a dict": {"a": {"b": bytes(3 << 20)}},
    "a pair": (np.zeros(3), bytes(3 << 20)),
}


@pytest.mark.parametrize("name", HEAVY)
def test_a_value_that_is_too_large_is_judged_and_not_kept(name: str) -> None:
    it = student(HEAVY[name])
    for _ in range(20):
        assert it.f(1.0) is HEAVY[name]
    assert all(call.outcome is None for call in it.calls)
    assert len(it.calls) <= MAX_CALLS_KEPT


def test_what_a_function_returns_is_not_kept_where_it_works_in_place() -> None:
    it = student(bytes(100), in_place=("x",))
    it.f(np.ones(3))
    (call,) = it.calls
    assert call.outcome is not None
    assert call.outcome.value is None
    assert np.array_equal(call.outcome.args[0], np.ones(3))


def test_all_calls_together_stay_small() -> None:
    it = student(np.zeros(100_000))
    for index in range(500):
        it.f(index)
    kept = sum(call.outcome.value.nbytes for call in it.calls if call.outcome)
    assert kept <= MAX_BYTES_KEPT
    assert it.calls[0].args == (0,)
    assert it.calls[-1].args == (499,)


def test_large_arguments_are_kept_once_so_that_there_is_something_to_show() -> None:
    it = student(1.0)
    for _ in range(5):
        it.f(np.zeros(1 << 20))
    assert len(it.calls) == 1
    assert isinstance(it.f, Function)
