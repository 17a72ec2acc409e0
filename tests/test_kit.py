"""The vocabulary of checks: comparing, tolerances, gradients, searching, showing, declaring."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.errors import (
    AssignmentError,
    Died,
    NotImplementedYet,
    OutOfTime,
    Raised,
    StudentFault,
    WrongAnswer,
)
from grader.kit import (
    Kit,
    Undecided,
    check,
    compare,
    differentiate,
    judge,
    misconception,
    show,
    tolerance,
)
from grader.kit.declare import checks_in, misconceptions_in
from grader.kit.search import search
from grader.model import Question
from grader.student import Calls, Function, Outcome
from grader.wire import File, Opaque

Array = np.ndarray[Any, Any]
NAN = float("nan")
INF = float("inf")


# --- compare -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1.5, 1.5),
        (1.5, np.float32(1.5)),
        (2.0, 2),
        (1.5, np.array([[1.5]])),
        (1.5, [1.5]),
        (1.5, 1.5 + 1e-7),
        (INF, INF),
        (np.array([1.0, -INF]), np.array([1.0, -INF])),
        (np.array([1.0, 2.0]), [1, 2]),
        (np.array([1.0, 2.0]), (1.0, np.float32(2.0))),
        (np.array([1, 2], dtype=np.uint8), np.array([1.0, 2.0])),
        (np.eye(2), [[1, 0], [0, 1]]),
        (np.eye(2), np.asfortranarray(np.eye(2, dtype=np.float32))),
        (np.zeros((0, 3)), np.zeros((0, 3))),
        (np.array(2.0), 2.0),
    ],
    ids=repr,
)
def test_a_right_answer_of_any_type_differs_in_nothing(expected: Any, got: Any) -> None:
    assert compare.difference("x", expected, got, 1e-6) is None


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        (1.5, 1.6, "x is 1.6, expected 1.5"),
        (1.0, 1.0001, "x is 1.0001, expected 1"),
        (1.0, 1.000001234, "x is 1.00000123, expected 1"),
        (1.5, NAN, "x is nan, expected 1.5"),
        (INF, -INF, "x is -inf, expected inf"),
        (1e300, INF, "x is inf, expected 1e+300"),
        (1.5, None, "x should be a single number, but is None"),
        (1.0, True, "x should be a single number, but is a bool: True"),
        (1.5, "1.5", "x should be a single number, but is a str: '1.5'"),
        (1.5, [1.5, 1.5], "x should be a single number, but is a list of 2 values"),
        (1.5, np.zeros(0), "x should be a single number, but is an array of shape (0,)"),
        (1.5, Opaque("Tensor"), "x should be a single number, but is an object of type Tensor"),
        (1.5, 1.5 + 0j, "x should be a single number, but is a complex"),
        (np.ones(2), np.ones(3), "x has shape (3,), expected (2,)"),
        (np.ones(2), np.ones((2, 1)), "x has shape (2, 1), expected (2,)"),
        (np.ones(2), 1.0, "x has shape (), expected (2,)"),
        (np.ones(2), None, "x should be an array of shape (2,), but is None"),
        (np.ones(2), [1.0, None], "x should be an array of shape (2,), but is a list of 2 values"),
        (np.ones((2, 2)), [[1, 1], [1]], "x should be an array of shape (2, 2), but is a list"),
        (np.ones(2), np.array([True, True]), "but its dtype is bool"),
        (np.ones(2), np.ones(2, complex), "but its dtype is complex128"),
        (np.ones(2), [True, True], "x should be an array"),
        (
            np.array([[1.0, 2.0], [3.0, 4.0]]),
            np.array([[1.0, 2.5], [9.0, 4.0]]),
            "x is wrong in 2 of its 4 entries: x[1, 0] is 9, expected 3",
        ),
        (np.zeros(3), np.array([5.0, NAN, 0.0]), "x[1] is nan, expected 0"),
        (np.zeros(2), np.array([-INF, 5.0]), "x[0] is -inf, expected 0"),
        (np.zeros(1), np.ones(1), "x[0] is 1, expected 0"),
    ],
)
def test_a_wrong_answer_is_described_by_its_worst_fault(expected: Any, got: Any, said: str) -> None:
    sentence = compare.difference("x", expected, got, 1e-6)
    assert sentence is not None
    assert said in sentence


def test_an_entry_of_something_without_a_name_is_called_an_entry() -> None:
    sentence = compare.difference("The result", np.zeros(2), np.array([0.0, 1.0]), 0.1)
    assert sentence == "The result is wrong in 1 of its 2 entries: entry [1] is 1, expected 0"


def test_a_foreign_type_name_cannot_act() -> None:
    sentence = compare.difference("x", 1.0, Opaque("\x1b[31m\u202e"), 0.1)
    assert sentence is not None
    assert sentence.isprintable()


FLOATS = hnp.arrays(np.float64, st.just((3,)), elements=st.floats(-100, 100))


@given(FLOATS, FLOATS, st.floats(0, 10))
def test_no_difference_means_that_every_entry_is_within_the_tolerance(
    expected: Array, got: Array, slack: float
) -> None:
    near = all(abs(a - b) <= slack for a, b in zip(expected, got, strict=True))
    assert (compare.difference("x", expected, got, slack) is None) == near
    assert compare.equal(expected, got, slack) == near


@pytest.mark.parametrize(
    ("value", "array"),
    [
        (3, np.array(3)),
        (2.5, np.array(2.5)),
        ([1, 2.5], np.array([1.0, 2.5])),
        ([[1, 2], (3, 4)], np.array([[1, 2], [3, 4]])),
        ([np.ones(2), [0, 0]], np.array([[1.0, 1.0], [0.0, 0.0]])),
        (np.uint8(3), np.array(3)),
    ],
    ids=repr,
)
def test_numbers_and_nested_lists_of_them_are_numeric(value: Any, array: Array) -> None:
    found = compare.numeric(value)
    assert found is not None
    np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        np.True_,
        "1",
        ["1", "2"],
        b"1",
        1j,
        [1j],
        [True, False],
        [1, None],
        [[1, 2], [3]],
        [1, [2]],
        {"a": 1},
        2**70,
        [10**400],
        Opaque("Tensor"),
        [Opaque("Tensor")],
        File("x", b""),
        np.array([True]),
        np.array([1j]),
    ],
    ids=repr,
)
def test_what_is_not_made_of_real_numbers_is_not_numeric(value: Any) -> None:
    assert compare.numeric(value) is None


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        (1.0, np.array([[1.0]]), True),
        (np.array([NAN, 1.0]), np.array([NAN, 1.0]), True),
        (np.array([NAN, 1.0]), np.array([1.0, NAN]), False),
        (INF, INF, True),
        (INF, -INF, False),
        (np.ones(2), np.ones(3), False),
        (np.ones(2), np.ones((2, 1)), False),
        (1.0, 2.0, False),
        (1.0, None, False),
        (None, None, True),
        (None, "None", False),
        ("a", "b", False),
        (Opaque("A"), Opaque("A"), True),
        (Opaque("A"), Opaque("B"), False),
        ([1, 2], np.array([1.0, 2.0]), True),
    ],
    ids=repr,
)
def test_two_answers_are_equal_if_they_are_the_same_answer(
    one: Any, other: Any, equal: bool
) -> None:
    assert compare.equal(one, other, 1e-6) == equal
    assert compare.equal(other, one, 1e-6) == equal


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        (np.ones(2), np.ones(2), True),
        (np.array([NAN]), np.array([NAN]), True),
        (np.ones(2), np.array([1.0, 1.0 + 1e-15]), False),
        (np.ones(2), np.ones(2, dtype=np.float32), False),
        (np.ones(2), np.ones((2, 1)), False),
        (np.array([1, 2]), np.array([1, 2]), True),
        (np.ones(2), None, False),
        (0.1, 0.1, True),
        (1, 1.0, False),
        (True, 1, False),
        ("a", "a", True),
        ([1, 2], [1, 2], True),
        ([1, 2], [2, 1], False),
    ],
    ids=repr,
)
def test_an_argument_is_the_same_only_if_nothing_of_it_has_changed(
    before: Any, after: Any, same: bool
) -> None:
    assert compare.same(before, after) is same


# --- tolerance -----------------------------------------------------------------------------------


def logsumexp(Z: Array) -> list[Any]:
    top = Z.max(axis=1, keepdims=True)
    return [np.log(np.exp(Z - top).sum(axis=1)) + top[:, 0]]


def softmax(Z: Array) -> list[Any]:
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    return [E / E.sum(axis=1, keepdims=True)]


def softmax_unshifted(Z: Array) -> list[Any]:
    return [np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True)]


def dot(a: Array, b: Array) -> list[Any]:
    return [a @ b]


def dot_one_by_one(a: Array, b: Array) -> list[Any]:
    total = a.dtype.type(0)
    for x, y in zip(a, b, strict=True):
        total += x * y
    return [total]


def chain(A: Array, B: Array, C: Array) -> list[Any]:
    return [np.maximum(A @ B, 0) @ C]


def chain_backwards(A: Array, B: Array, C: Array) -> list[Any]:
    return [((A @ B) * (A @ B > 0)) @ C]


def gradient_of_squares(X: Array, y: Array, w: Array) -> list[Any]:
    return [X.T @ (X @ w - y) / len(y)]


def gradient_row_by_row(X: Array, y: Array, w: Array) -> list[Any]:
    total = np.zeros_like(w)
    for row, right in zip(X, y, strict=True):
        total += row * (row @ w - right)
    return [total / w.dtype.type(len(y))]


Numeric = Callable[..., list[Any]]


def made(*shapes: tuple[int, ...]) -> Callable[[np.random.Generator], list[Array]]:
    return lambda rng: [rng.standard_normal(shape) for shape in shapes]


RECOMPUTED: dict[str, tuple[Numeric, Numeric, Callable[[np.random.Generator], list[Array]]]] = {
    "logsumexp": (logsumexp, logsumexp, lambda rng: [10 * rng.standard_normal((20, 10))]),
    "softmax": (softmax, softmax_unshifted, made((20, 10))),
    "dot product": (dot, dot, made((10_000,), (10_000,))),
    "dot product in a loop": (dot, dot_one_by_one, made((10_000,), (10_000,))),
    "chain": (chain, chain_backwards, made((30, 50), (50, 40), (40, 10))),
    "gradient": (gradient_of_squares, gradient_row_by_row, made((200, 20), (200,), (20,))),
}


@pytest.mark.parametrize(("right", "other", "make"), RECOMPUTED.values(), ids=RECOMPUTED)
def test_an_answer_in_single_precision_and_another_order_is_within_the_tolerance(
    right: Numeric, other: Numeric, make: Callable[[np.random.Generator], list[Array]]
) -> None:
    for seed in range(10):
        args = make(np.random.default_rng(seed))
        expected = right(*args)
        (slack,) = tolerance.derive(right, args, expected)
        single = other(*(argument.astype(np.float32) for argument in args))
        assert compare.difference("x", expected[0], single[0], slack) is None


@pytest.mark.parametrize(("right", "other", "make"), RECOMPUTED.values(), ids=RECOMPUTED)
def test_a_mistake_is_never_within_a_sharp_tolerance(
    right: Numeric, other: Numeric, make: Callable[[np.random.Generator], list[Array]]
) -> None:
    for seed in range(10):
        args = make(np.random.default_rng(seed))
        expected = right(*args)
        (slack,) = tolerance.derive(right, args, expected)
        size = float(np.abs(expected[0]).max())
        tolerance.ensure_sharp(slack, size, "x")
        value = other(*args)[0]
        n = len(args[0])
        for wrong in (2 * value, value / 2, -value, value * n, value / n, value * 0, value + size):
            assert compare.difference("x", expected[0], wrong, slack) is not None


def test_each_output_has_a_tolerance_of_its_own() -> None:
    def both(x: Array) -> list[Any]:
        return [x, 1e6 * x]

    small, large = tolerance.derive(both, [np.ones(3)], both(np.ones(3)))
    assert 1e-6 < small < 1e-4
    assert 1e5 < large / small < 1e7


def test_the_tolerance_grows_with_the_conditioning_of_the_problem() -> None:
    def cancelling(x: Array) -> list[Any]:
        return [(x[0] - x[1]) * 1e3]

    (slack,) = tolerance.derive(cancelling, [np.array([1.0, 1.0])], [0.0])
    assert slack > 1e3 * tolerance.SINGLE


def test_arguments_that_are_not_real_arrays_are_left_alone() -> None:
    given_args: list[Any] = [np.array([1, 2]), 3, "text", None, np.array([True])]

    def function(*args: Any) -> list[Any]:
        assert all(one is other for one, other in zip(args, given_args, strict=True))
        return [1.0]

    (slack,) = tolerance.derive(function, given_args, [1.0])
    assert 0 < slack < 1e-4


def test_answers_and_arguments_that_are_not_finite_do_not_make_the_tolerance_endless() -> None:
    argument = np.array([1.0, INF, NAN])
    with np.errstate(invalid="ignore"):
        (slack,) = tolerance.derive(lambda x: [x], [argument], [argument])
    assert 0 < slack < 1e-4


def test_a_case_in_which_a_mistake_could_hide_is_the_authors_error() -> None:
    tolerance.ensure_sharp(0.02, 1.0, "softmax_loss")
    for slack, size in [(0.021, 1.0), (1e-9, 0.0), (INF, 1.0)]:
        with pytest.raises(AssignmentError, match=r"softmax_loss.*too coarse"):
            tolerance.ensure_sharp(slack, size, "softmax_loss")


def test_a_long_sum_that_cancels_is_too_coarse_a_case() -> None:
    values = np.tile([1e4, -1e4], 500) + 1e-3
    (slack,) = tolerance.derive(lambda x: [x.sum()], [values], [values.sum()])
    with pytest.raises(AssignmentError):
        tolerance.ensure_sharp(slack, float(values.sum()), "sum")


# --- differentiate -------------------------------------------------------------------------------


SMOOTH: dict[str, tuple[Callable[[Array], float], Callable[[Array], Array]]] = {
    "constant": (lambda x: 3.0, np.zeros_like),
    "linear": (lambda x: float(7.0 * x.sum()), lambda x: np.full_like(x, 7.0)),
    "squares": (lambda x: float((x**2).sum()), lambda x: 2 * x),
    "cubes": (lambda x: float((x**3).sum()), lambda x: 3 * x**2),
    "logsumexp": (
        lambda x: float(np.log(np.exp(x - x.max()).sum()) + x.max()),
        lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(),
    ),
    "sine": (lambda x: float(np.sin(3 * x).sum()), lambda x: 3 * np.cos(3 * x)),
    "oscillating": (lambda x: float(np.sin(50 * x).sum()), lambda x: 50 * np.cos(50 * x)),
    "exponential": (lambda x: float(np.exp(x).sum()), np.exp),
    "logistic": (lambda x: float(np.log1p(np.exp(-x)).sum()), lambda x: -1 / (1 + np.exp(x))),
    "norm": (lambda x: float(np.sqrt(1 + (x**2).sum())), lambda x: x / np.sqrt(1 + (x**2).sum())),
    "offset": (lambda x: float(1e6 + (x**2).sum()), lambda x: 2 * x),
}


@pytest.mark.parametrize(("function", "slope"), SMOOTH.values(), ids=SMOOTH)
@given(hnp.arrays(np.float64, hnp.array_shapes(min_dims=0, max_dims=2), elements=st.floats(-3, 3)))
@settings(max_examples=40)
def test_the_numerical_gradient_is_right_within_the_error_that_it_states(
    function: Callable[[Array], float], slope: Callable[[Array], Array], at: Array
) -> None:
    before = at.copy()
    found, error = differentiate.gradient(function, at)
    right = slope(at)
    assert found.shape == error.shape == at.shape
    assert (np.abs(found - right) <= error + 1e-10).all()
    # … and the stated error is small enough to tell a mistake.
    assert (error <= 2e-3 * max(1.0, float(np.abs(right).max()))).all()
    np.testing.assert_array_equal(at, before)


def test_the_gradient_at_integers_and_large_points_is_right() -> None:
    found, error = differentiate.gradient(lambda x: float((x**2).sum()), np.array([1000, -2000]))
    assert (np.abs(found - [2000.0, -4000.0]) <= error).all()
    assert (error < 1e-3).all()


# --- search --------------------------------------------------------------------------------------


INTEGERS = st.integers(0, 10_000)


def wrong_from(limit: int) -> Callable[[int], None]:
    def holds(drawn: int) -> None:
        if drawn >= limit:
            raise WrongAnswer(f"wrong for {drawn}")

    return holds


def outcome(
    holds: Callable[[Any], None],
    strategy: st.SearchStrategy[Any] = INTEGERS,
    *,
    seed: int = 0,
    examples: int = 60,
) -> StudentFault:
    with pytest.raises(StudentFault) as caught:
        search(holds, strategy, seed=seed, examples=examples)
    return caught.value


def test_a_property_that_holds_is_tried_as_often_as_asked() -> None:
    tried: list[int] = []
    search(tried.append, st.integers(), seed=0, examples=25)
    assert len(tried) == 25


@pytest.mark.parametrize("seed", range(5))
def test_the_smallest_counterexample_is_the_one_that_is_raised(seed: int) -> None:
    assert outcome(wrong_from(37), seed=seed).message == "wrong for 37"

    def unsorted(drawn: list[int]) -> None:
        if drawn != sorted(drawn):
            raise WrongAnswer(f"wrong for {drawn}")

    assert outcome(unsorted, st.lists(st.integers(0, 9)), seed=seed).message == "wrong for [1, 0]"


def test_the_search_is_a_function_of_the_seed() -> None:
    def run(seed: int) -> list[float]:
        tried: list[float] = []

        def holds(drawn: float) -> None:
            tried.append(drawn)
            if drawn > 1000.5:
                raise WrongAnswer("too large")

        outcome(holds, st.floats(0, 1e6), seed=seed)
        return tried

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_an_exception_of_the_student_is_shrunk_like_a_wrong_answer() -> None:
    def holds(drawn: int) -> None:
        if drawn >= 12:
            raise Raised(f"add raised ValueError for {drawn}", "ValueError")

    assert outcome(holds).message == "add raised ValueError for 12"


@pytest.mark.parametrize("kind", [Died, OutOfTime])
def test_a_worker_that_is_gone_ends_the_search_at_once(kind: type[StudentFault]) -> None:
    fault = kind("gone")
    tried: list[int] = []

    def holds(drawn: int) -> None:
        tried.append(drawn)
        if len(tried) == 3:
            raise fault

    assert outcome(holds) is fault
    assert len(tried) == 3


def test_what_is_not_implemented_is_not_tried_again() -> None:
    tried: list[int] = []

    def holds(drawn: int) -> None:
        tried.append(drawn)
        raise NotImplementedYet("add is not implemented yet.")

    assert isinstance(outcome(holds), NotImplementedYet)
    assert len(tried) == 1


def test_a_failure_found_before_a_death_is_what_is_reported() -> None:
    failures: list[int] = []

    def holds(drawn: int) -> None:
        if drawn >= 37:
            if len(failures) >= 2:
                raise Died("gone")
            failures.append(drawn)
            raise WrongAnswer(f"wrong for {drawn}")

    fault = outcome(holds)
    assert isinstance(fault, WrongAnswer)
    assert fault.message == f"wrong for {failures[-1]}"


def test_a_property_that_fails_only_once_is_reported_and_does_not_crash() -> None:
    failed: list[int] = []

    def holds(drawn: int) -> None:
        if drawn >= 37 and not failed:
            failed.append(drawn)
            raise WrongAnswer(f"wrong for {drawn}")

    assert outcome(holds).message == f"wrong for {failed[0]}"


def test_a_property_that_fails_in_different_ways_reports_one_of_them() -> None:
    def holds(drawn: int) -> None:
        if drawn >= 500:
            raise Raised("crash", "ValueError")
        if drawn >= 20:
            raise WrongAnswer(f"wrong for {drawn}")

    assert outcome(holds, seed=3).message in ("crash", "wrong for 20")


def test_a_mistake_of_the_check_itself_is_not_taken_for_the_students() -> None:
    def holds(drawn: int) -> None:
        raise KeyError("a bug in checks.py")

    with pytest.raises(KeyError):
        search(holds, st.integers(), seed=0, examples=10)


# --- show ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (1.0, "1.0"),
        (0.1 + 0.2, "0.3"),
        (1e-12, "1e-12"),
        (123456789.0, "1.234568e+08"),
        (-INF, "-inf"),
        (NAN, "nan"),
        (3, "3"),
        (np.float32(0.5), "0.5"),
        (np.uint8(7), "7"),
        (True, "True"),
        (None, "None"),
        ("a\n\x1b", r"'a\n\x1b'"),
        ([1, 2.0], "[1, 2.0]"),
        ((1, [2.5, None]), "(1, [2.5, None])"),
        (list(range(12)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]"),
        (np.array([1.0, 2.5]), "array([1. , 2.5])"),
        (np.array([1, 2], dtype=np.uint8), "array([1, 2], dtype=uint8)"),
        (np.zeros((0, 3), np.float32), "array([], shape=(0, 3), dtype=float32)"),
        (Opaque("Tensor"), "<Tensor>"),
        (Opaque("\x1b[31m"), "<␛[31m>"),
        (File("train.gz", b"abc"), "'train.gz'  (3 bytes)"),
        (File("train.gz", b"abc", "two images"), "'train.gz'  (two images)"),
    ],
    ids=repr,
)
def test_a_value_is_shown_as_a_person_would_write_it(item: Any, text: str) -> None:
    assert show.value(item) == text


@pytest.mark.parametrize(
    "item",
    [
        np.zeros((1000, 1000)),
        np.random.default_rng(0).standard_normal((50, 60, 70)),
        np.arange(49),
        "x" * 10**6,
        b"x" * 10**6,
        2**4000,
        list(range(10**5)),
        dict.fromkeys(range(1000), "x" * 100),
    ],
    ids=lambda item: type(item).__name__,
)
def test_a_large_value_is_shown_in_few_words(item: Any) -> None:
    assert len(show.value(item)) <= 2_100


def test_a_large_array_is_shown_by_its_shape_and_its_corners() -> None:
    text = show.value(np.arange(10_000.0).reshape(100, 100))
    assert text.startswith("array of shape (100, 100), dtype float64:\n")
    assert "9999" in text


def test_a_small_array_can_be_pasted() -> None:
    array = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    pasted = eval(show.value(array), {"array": np.array, "float32": np.float32})
    np.testing.assert_allclose(pasted, array, atol=1e-6)


def test_showing_leaves_the_print_options_alone() -> None:
    before = np.get_printoptions()
    show.value(np.arange(3.0))
    show.value(np.zeros(1000))
    assert np.get_printoptions() == before


def test_arguments_are_shown_one_below_the_other_and_indented() -> None:
    text = show.arguments(["Z", "y"], [np.eye(2), np.array([0, 1]), 0.5])
    assert text.splitlines() == [
        "Z = array([[1., 0.],",
        "           [0., 1.]])",
        "y = array([0, 1])",
        "argument 3 = 0.5",
    ]


def test_many_large_arguments_are_cut() -> None:
    assert len(show.arguments(["x"] * 50, [np.zeros((9, 9, 9))] * 50)) <= 2_100


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_two_different_numbers_are_shown_differently(one: float, other: float) -> None:
    left, right = show.differing(one, other)
    assert float(left) == pytest.approx(one, rel=1e-5, abs=0)
    assert float(right) == pytest.approx(other, rel=1e-5, abs=0)
    if one != other:
        assert left != right


def test_numbers_that_differ_early_are_shown_with_few_digits() -> None:
    assert show.differing(1 / 3, 2 / 3) == ("0.333333", "0.666667")
    assert show.differing(1 / 3, 1 / 3 + 1e-8) == ("0.333333333", "0.333333343")
    assert len(set(show.differing(1.0, float(np.nextafter(1.0, 2.0))))) == 2


# --- declare -------------------------------------------------------------------------------------


def module(name: str, **contents: Any) -> types.ModuleType:
    made = types.ModuleType(name)
    for key, value in contents.items():
        if isinstance(value, types.FunctionType):
            value.__module__ = name
        setattr(made, key, value)
    return made


def declared(id: str, docstring: str | None = "A title.") -> Callable[..., None]:
    def function() -> None: ...

    function.__doc__ = docstring
    return check(id, points=1)(function)


def test_a_check_is_noted_with_the_first_line_of_its_docstring() -> None:
    @check("logistic.loss.small", points=2.5, kind="gradient", cpu_seconds=3)
    def small() -> None:
        """The loss of a few rows.

        More for the reader of the source.
        """

    (spec,) = checks_in(module("checks", small=small))
    assert (spec.id, spec.question, spec.title) == (
        "logistic.loss.small",
        "logistic.loss",
        "The loss of a few rows",
    )
    assert (spec.points, spec.kind, spec.cpu_seconds) == (2.5, "gradient", 3)
    assert spec.function is small


@pytest.mark.parametrize("docstring", [None, ""])
def test_a_check_without_a_title_is_the_authors_error(docstring: str | None) -> None:
    with pytest.raises(AssignmentError, match=r"add\.small.*docstring"):
        declared("add.small", docstring)


def test_a_kind_that_does_not_exist_is_the_authors_error() -> None:
    def function() -> None:
        """A title."""

    with pytest.raises(AssignmentError, match=r"add\.small.*'speed'"):
        check("add.small", points=1, kind="speed")(function)  # type: ignore[arg-type]


def test_checks_keep_the_order_in_which_they_are_written() -> None:
    names = ["zebra", "apple", "mango", "banana"]
    checks = {name: declared(f"add.{name}") for name in names}
    assert [spec.id for spec in checks_in(module("checks", **checks))] == [
        f"add.{name}" for name in names
    ]


def test_a_check_that_a_module_imports_is_not_its_own() -> None:
    visible = module("checks", first=declared("add.first"))
    hidden = module("hidden", second=declared("add.second"), helper=len, number=3)
    hidden.first = visible.first  # type: ignore[attr-defined]
    assert [spec.id for spec in checks_in(hidden)] == ["add.second"]
    assert [spec.id for spec in checks_in(visible)] == ["add.first"]


def test_a_misconception_has_a_title_and_a_hint() -> None:
    @misconception("softmax_loss.sum")
    def summed(x: float) -> float:
        """The sum is taken instead of the mean.

        Divide by the number
        of rows.
        """
        return x

    home = module("misconceptions", summed=summed, own=declared("add.small"))
    (known,) = misconceptions_in(home)
    assert (known.id, known.question) == ("softmax_loss.sum", "softmax_loss")
    assert known.title == "The sum is taken instead of the mean"
    assert known.hint == "Divide by the number of rows."
    assert known.function(2.0) == 2.0
    assert [spec.id for spec in checks_in(home)] == ["add.small"]


@pytest.mark.parametrize("docstring", [None, "Only a title.", "Only a title.\n\n   \n"])
def test_a_misconception_without_a_hint_is_the_authors_error(docstring: str | None) -> None:
    def function() -> None: ...

    function.__doc__ = docstring
    with pytest.raises(AssignmentError, match=r"add\.twice.*docstring"):
        misconception("add.twice")(function)


def test_undecided_is_no_fault_of_anyone() -> None:
    assert not issubclass(Undecided, StudentFault | AssignmentError)


# --- values that a hostile submission may return -----------------------------------------------


@pytest.mark.parametrize(
    "item",
    [
        np.zeros((2,) * 21, dtype=bool),
        {"a": np.zeros((2,) * 21, dtype=bool)},
        [[[["x" * 300] * 10] * 10] * 10] * 10,
        File("x" * 100_000, b""),
        "x" * 10**6,
        {str(index): "x" * 1000 for index in range(1000)},
    ],
    ids=["cube", "cube in a dict", "nested lists", "long name", "long text", "large dict"],
)
def test_no_value_makes_a_long_text_or_takes_long(item: Any) -> None:
    assert len(show.value(item)) < 2_100
    assert len(show.line(item)) <= 80
    assert "\n" not in compare.describe(item)
    assert len(compare.describe(item)) < 400


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1.0, None), (2.0, None)),
        ([np.ones(2), np.ones(3)], [np.zeros(2), np.ones(3)]),
        (np.array([True]), np.array([False])),
        (np.array([1j]), np.array([2j])),
        ("x" * 100 + "a", "x" * 100 + "b"),
        ({"a": 1.0}, {"a": 2.0}),
        (Opaque("A"), Opaque("B")),
    ],
)
def test_answers_that_differ_anywhere_are_not_equal(one: Any, other: Any) -> None:
    assert not compare.equal(one, other, 0.1)
    assert compare.equal(one, one, 0.1)
    assert compare.same(one, one)
    assert not compare.same(one, other)


def test_a_nan_that_stays_a_nan_is_the_same() -> None:
    assert compare.same(float("nan"), float("nan"))
    assert compare.same([np.array([np.nan])], [np.array([np.nan])])


def test_what_is_drawn_does_not_depend_on_the_modules_that_are_loaded() -> None:
    """A checkout and an installed wheel must grade with the same inputs."""
    code = """
import sys, types
from hypothesis import strategies as st
from grader.kit.search import search
seen = []
search(seen.append, st.lists(st.integers(-10**6, 10**6)), seed=1, examples=200)
print(hash(str(seen)))
"""
    local = "import pathlib, sys; sys.path.insert(0, '.'); import many_constants\n"
    with tempfile.TemporaryDirectory() as folder:
        constants = ", ".join(str(1000 + 7 * index) for index in range(500))
        Path(folder, "many_constants.py").write_text(f"CONSTANTS = [{constants}]\n")
        outputs = [
            subprocess.check_output(
                [sys.executable, "-c", text],
                cwd=folder,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            for text in (code, local + code)
        ]
    assert outputs[0] == outputs[1]


def test_a_nest_of_lists_is_looked_at_once() -> None:
    assert compare.numeric([[0.5] * 3] * 2) is not None
    assert compare.numeric([[1, 2], [3.5, 4]]).dtype == np.float64  # type: ignore[union-attr]
    for ragged in ([[1], [1, 2]], [[True]], [[1], "1"], [None], [[[]], [[1]]]):
        assert compare.numeric(ragged) is None
    assert compare.numeric([]).shape == (0,)  # type: ignore[union-attr]


def test_each_case_is_judged_and_the_first_failure_told() -> None:
    kit = Kit({}, 0)
    judged = []

    def judge(number: int) -> None:
        judged.append(number)
        if number in (2, 4):
            raise WrongAnswer(f"{number} is wrong")

    kit.each([1, 3], judge)
    with pytest.raises(WrongAnswer, match="2 is wrong"):
        kit.each([1, 2, 3, 4, 5], judge)
    assert judged == [1, 3, 1, 2, 3, 4, 5]


def test_nothing_is_judged_after_the_worker_is_gone() -> None:
    judged = []

    def judge(number: int) -> None:
        judged.append(number)
        raise WrongAnswer("wrong") if number == 1 else Died("gone")

    with pytest.raises(WrongAnswer):
        Kit({}, 0).each([1, 2, 3], judge)
    assert judged == [1, 2]


def test_who_only_asks_whether_it_passes_gets_an_answer_at_the_first_failure() -> None:
    judged: list[int] = []

    def judge(number: int) -> None:
        judged.append(number)
        if number >= 2:
            raise WrongAnswer(f"{number} is wrong")

    brief = Kit({}, 0, brief=True)
    with pytest.raises(WrongAnswer, match="2 is wrong"):
        brief.each([1, 2, 3, 4], judge)
    assert judged == [1, 2]

    def drawn(kit: Kit) -> list[int]:
        judged.clear()
        with pytest.raises(WrongAnswer):
            kit.property(judge, st.integers(0, 10_000))
        return [*judged]

    found, shrunk = drawn(brief), drawn(Kit({}, 0))
    assert [number >= 2 for number in found] == [False] * (len(found) - 1) + [True]
    # Up to there both have looked at the same inputs; the other one then went on to the smallest.
    assert shrunk[: len(found)] == found
    assert shrunk[-1] == 2


class Counting:
    """A session in this process that counts the messages; `wrong_from` rows its answer is wrong."""

    def __init__(self, wrong_from: int = 99) -> None:
        self.messages: list[int] = []
        self.wrong_from = wrong_from

    def _answer(self, args: tuple[Any, ...]) -> Outcome:
        (x,) = args
        return Outcome(float(x.sum()) + (len(x) >= self.wrong_from), args)

    def call(self, question: Question, args: tuple[Any, ...], *_: Any, **__: Any) -> Outcome:
        self.messages.append(1)
        return self._answer(args)

    def call_all(self, question: Question, cases: Any) -> list[Outcome]:
        self.messages.append(len(cases))
        return [self._answer(args) for args in cases]


TOTAL = Question("total", "m", "total", 1.0, "")


def agree_on_any(kit: Kit, session: Counting) -> None:
    def row(rng: np.random.Generator, n: int) -> tuple[Array]:
        return (rng.integers(1, 5, size=n).astype(float),)

    function = Function(TOTAL, session, Calls())
    drawn = st.tuples(st.integers(0, 99), st.integers(1, 30))
    kit.agrees_on_any(function, drawn, row, examples=25)


def total(x: Array) -> float:
    """The reference."""
    return float(np.sum(x))


def test_cases_that_are_sent_together_are_all_judged() -> None:
    one_by_one, together = Counting(), Counting()
    agree_on_any(Kit({"total": total}, 3), one_by_one)
    agree_on_any(Kit({"total": total}, 3, brief=True, together=10), together)
    assert one_by_one.messages == [1] * 25
    assert together.messages == [10, 10, 5]


def test_large_cases_are_not_sent_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "TOGETHER_BYTES", 3_000)
    session = Counting()
    agree_on_any(Kit({"total": total}, 3, brief=True, together=10), session)
    assert sum(session.messages) == 25
    assert 1 < max(session.messages) < 10


@pytest.mark.parametrize("together", [1, 10, 1000])
def test_a_case_that_is_wrong_fails_wherever_it_was_sent(together: int) -> None:
    with pytest.raises(WrongAnswer, match="expected"):
        agree_on_any(Kit({"total": total}, 3, brief=True, together=together), Counting(29))


def test_of_cases_that_can_be_drawn_the_smallest_wrong_one_is_shown() -> None:
    with pytest.raises(WrongAnswer) as caught:
        agree_on_any(Kit({"total": total}, 3), Counting(7))
    assert caught.value.counterexample is not None
    assert caught.value.counterexample.args.count(",") == 6
