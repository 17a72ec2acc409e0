"""Structural diagnosis: each relation is found where it holds, and nowhere else."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.diagnose import diagnose
from grader.kit import tolerance
from grader.model import CheckResult, Diagnosis, Question, Status
from grader.structure import Observation, Output, explain, when
from grader.student import Call, Outcome
from grader.wire import Opaque

Array = np.ndarray[Any, Any]
TOLERANCE = 1e-5

RNG = np.random.default_rng(7)
SHAPES = ((4, 3), (6, 2), (5, 4))


def observed(
    args: dict[str, Any],
    expected: Any,
    got: Any,
    *,
    name: str = "",
    before: Any = None,
    after: dict[str, Any] | None = None,
) -> Observation:
    """A call of `f` with one result; `name` is that of an argument changed in place."""
    return Observation(
        "f",
        tuple(args),
        tuple(args.values()),
        (Output(name, expected, got, TOLERANCE, before),),
        tuple((after or args).values()),
        (name,) if before is not None else (),
    )


def rows(*shapes: tuple[int, int]) -> list[Array]:
    return [RNG.normal(size=shape) for shape in shapes or SHAPES]


def of_matrices(change: Callable[[Array], Any], base: Callable[[Array], Any] | None = None) -> Any:
    """Calls f(X) with an expected matrix, and what a change makes of it."""
    make = base or (lambda X: np.tanh(X))
    return [observed({"X": X}, make(X), change(make(X))) for X in rows()]


def of_numbers(change: Callable[[Array, float], float]) -> list[Observation]:
    """Calls f(X) with an expected number, and what came back in its place."""
    found = []
    for X in rows():
        right = float(np.sum(X * X))
        found.append(observed({"X": X}, right, change(X, right)))
    return found


def the_one(calls: list[Observation], *, right: Any = ()) -> Diagnosis:
    found = explain(calls, (), right)
    assert len(found) == 1, found
    assert found[0].id.startswith("structure.")
    assert found[0].title
    assert re.search("[Uu]sually|[Oo]ften|asked for|^Return", found[0].hint), found[0].hint
    return found[0]


def softmax(Z: Array) -> Array:
    E = np.exp(Z)
    return np.asarray(E / E.sum(axis=1, keepdims=True))


def symmetric(X: Array) -> Array:
    return np.asarray(X.T @ X + 1.0)


WITH_MATRICES: list[tuple[str, str, Callable[[Array], Any]]] = [
    ("sign", "the opposite sign, in all 3 calls", lambda a: -a),
    ("factor", "is twice what is expected", lambda a: 2 * a),
    ("factor", "is half of what is expected", lambda a: a / 2),
    ("factor", "is 3.7 times what is expected", lambda a: 3.7 * a),
    ("factor", "is 255 times what is expected", lambda a: 255 * a),
    ("factor", "is 1.02 times what is expected", lambda a: 1.02 * a),
    ("factor", "times the number of rows of X", lambda a: a * len(a)),
    ("factor", "divided by the number of columns of X", lambda a: a / a.shape[1]),
    ("factor", "and divided by the number of columns of X", lambda a: a * len(a) / a.shape[1]),
    ("factor", "(the number of rows of X minus 1)", lambda a: a * len(a) / (len(a) - 1)),
    ("transposed", "is the transpose of what is expected", lambda a: a.T),
    ("order", "the right rows, but their order is reversed", lambda a: a[::-1]),
    ("order", "the right columns, but their order is reversed", lambda a: a[:, ::-1]),
    ("order", "the right rows, but in another order", lambda a: np.roll(a, 1, axis=0)),
    ("shape", "an extra axis of length 1: (4, 1, 3) where (4, 3)", lambda a: a[:, None]),
    ("shape", "flattened into one dimension: (12,) where (4, 3)", lambda a: a.ravel()),
    ("length", "an extra last row", lambda a: np.vstack([a, a[:1]])),
    ("length", "the first column missing", lambda a: a[:, 1:]),
    ("length", "extra rows at the end", lambda a: np.vstack([a, a])),
    ("reduced", "the mean of the array of shape (4, 3)", lambda a: a.mean()),
    ("function", "exactly the absolute value of", lambda a: np.abs(a)),
    ("function", "exactly the square of", lambda a: a * a),
    ("function", "exactly 1 minus", lambda a: 1 - a),
    ("function", "exactly 1 divided by", lambda a: 1 / a),
    ("function", "exactly the exponential of", lambda a: np.exp(a)),
    ("clipped", "the entries that should be negative are 0", lambda a: np.maximum(a, 0)),
    ("clipped", "the entries that should be positive are 0", lambda a: np.minimum(a, 0)),
    ("rounded", "rounded to 2 decimals", lambda a: np.round(a, 2)),
    ("digits", "as float16 is", lambda a: a.astype(np.float16)),
    ("dtype", "as complex numbers", lambda a: a + 0j),
    ("constant", "Every entry of what f returns is 0", lambda a: np.zeros_like(a)),
    ("constant-term", "exactly 1 more than expected in every entry", lambda a: a + 1.0),
    ("affine", "is 2 times what is expected minus 1", lambda a: 2 * a - 1),
    ("nearly", "nearly right: off by at most 0.2 %", lambda a: a + 0.002 * np.abs(a).max()),
    ("places", "wrong only in the first column", lambda a: np.c_[a[:, :1] + 1, a[:, 1:]]),
    ("places", "wrong only in the last row", lambda a: np.r_[a[:-1], a[-1:] * 5 + 1]),
    ("places", "right only in the first row", lambda a: np.r_[a[:1], a[1:] ** 3 - 1]),
]


def words(value: object) -> str | None:
    """The name of a test by what is said; pytest numbers functions and arrays by itself."""
    return value[:40] if isinstance(value, str) else None


def kind(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(("id", "said", "change"), WITH_MATRICES, ids=words)
def test_a_relation_of_matrices_is_found(
    id: str, said: str, change: Callable[[Array], Any]
) -> None:
    found = the_one(of_matrices(change))
    assert (found.id, said in found.title) == (f"structure.{id}", True), found


@pytest.mark.parametrize(
    ("id", "said", "base", "change"),
    [
        ("normalised", "divided by its sum", softmax, lambda p: p * (2.0 + p[:, :1])),
        ("axis", "The columns of what f returns add up to 1 where the rows should", softmax,
         lambda p: p ** 2 / (p ** 2).sum(axis=0)),
        ("function", "exactly the logarithm of", softmax, np.log),
        ("function", "exactly the square root of", softmax, np.sqrt),
        ("places", "wrong only on the diagonal", symmetric, lambda a: a + np.eye(len(a))),
        ("places", "wrong only above the diagonal", symmetric, np.tril),
        ("whole-numbers", "its type is int64", lambda X: 9 * X, lambda a: a.astype(np.int64)),
        ("whole-numbers", "rounded to whole numbers", lambda X: 9 * X, np.round),
    ],
    ids=words,
)  # fmt: skip
def test_a_relation_of_special_matrices_is_found(
    id: str, said: str, base: Callable[[Array], Array], change: Callable[[Array], Array]
) -> None:
    found = the_one(of_matrices(change, base))
    assert (found.id, said in found.title) == (f"structure.{id}", True), found


@pytest.mark.parametrize(
    ("id", "said", "change"),
    [
        ("sign", "the opposite sign", lambda X, right: -right),
        ("factor", "twice", lambda X, right: 2 * right),
        ("factor", "times the number of rows of X", lambda X, right: right * len(X)),
        ("factor", "divided by the square root of the number of rows",
         lambda X, right: right / np.sqrt(len(X))),
        ("term", "too large by exactly the sum of X", lambda X, right: right + X.sum()),
        ("term", "too small by exactly ½ times the sum of the squares of X",
         lambda X, right: right - 0.5 * (X * X).sum() + 0.0),
        ("function", "exactly the square root of", lambda X, right: right ** 0.5),
    ],
    ids=words,
)  # fmt: skip
def test_a_relation_of_numbers_is_found(
    id: str, said: str, change: Callable[[Array, float], float]
) -> None:
    if "½" in said:  # half of the answer itself: that is told as the factor it is
        id, said = "factor", "half of"
    found = the_one(of_numbers(change))
    assert (found.id, said in found.title) == (f"structure.{id}", True), found


def penalised(missing: float) -> list[Observation]:
    found = []
    for X, lam in zip(rows(), (0.5, 0.1, 2.0), strict=True):
        w = RNG.normal(size=X.shape[1])
        data = X.mean(axis=0)
        args = {"X": X, "w": w, "lam": lam}
        found.append(observed(args, data + 2 * lam * w, data + (2 - missing) * lam * w))
    return found


def test_a_missing_regulariser_is_named_with_its_arguments() -> None:
    found = the_one(penalised(2.0))
    assert found.id == "structure.term"
    assert "too small by exactly 2 times lam times w" in found.title
    assert "too small by exactly lam times w" in the_one(penalised(1.0)).title
    assert "too large by exactly lam times w" in the_one(penalised(-1.0)).title


def test_a_factor_that_follows_an_argument() -> None:
    calls = []
    for X, lr in zip(rows(), (0.5, 0.1, 2.0), strict=True):
        calls.append(observed({"X": X, "lr": lr}, lr * X.sum(axis=0), X.sum(axis=0)))
    found = the_one(calls)
    assert "exactly the expected one divided by lr" in found.title
    assert "factors 2, 10 and 0.5" in found.title
    assert "left out" in found.hint


def moved(factor: float) -> list[Observation]:
    calls = []
    for X in rows():
        theta, step = RNG.normal(size=X.shape[1]), RNG.normal(size=X.shape[1])
        args = {"X": X, "theta": theta}
        calls.append(
            observed(args, theta - step, theta - factor * step, name="theta", before=theta)
        )
    return calls


@pytest.mark.parametrize(
    ("factor", "said"),
    [
        (-1.0, "theta moves just as far as it should, but the opposite way"),
        (2.0, "theta moves twice as far as it should"),
        (10.0, "theta moves 10 times as far as it should"),
        (0.5, "theta moves half as far as it should"),
    ],
)
def test_of_an_argument_that_is_changed_the_change_is_compared(factor: float, said: str) -> None:
    assert said in the_one(moved(factor)).title


def test_a_factor_that_is_a_size_by_chance_is_not_said_to_be_one() -> None:
    calls = [observed({"X": M}, M[0], np.float32(7.0) * M[0]) for M in rows((7, 3), (7, 4))]
    found = the_one(calls)
    assert found.title == "What f returns is 7 times what is expected, in both calls"
    assert "rows" not in found.hint


def steps(
    factor: Callable[[int, int], float], *sizes: tuple[int, int, int], lr: float = 0.5
) -> list[Observation]:
    """Single steps of a parameter: rows, classes and the batch of each, and how far it moves."""
    calls = []
    for n, k, batch in sizes:
        theta, step = RNG.normal(size=(3, k)), RNG.normal(size=(3, k))
        args = {"X": RNG.normal(size=(n, 3)), "theta": theta, "lr": lr, "batch": batch}
        moved = theta - factor(min(n, batch), k) * step
        calls.append(observed(args, theta - step, moved, name="theta", before=theta))
    return calls


def test_one_call_does_not_show_what_a_factor_follows() -> None:
    found = the_one(steps(lambda b, k: 2.0, (4, 2, 4)))
    assert found.title == "theta moves twice as far as it should"
    assert "lr" not in found.hint
    assert "learning rate" not in found.hint


def test_a_step_that_follows_two_sizes() -> None:
    found = the_one(steps(lambda b, k: b / k, (4, 2, 4), (10, 5, 20), (6, 4, 6)))
    assert "times the number of rows of a batch and divided by the number of columns of theta" in (
        found.title
    )
    assert "divided by the number of columns of theta where the number of rows" in found.hint


def test_single_steps_of_other_checks_are_looked_at_as_well() -> None:
    mine, others = steps(lambda b, k: b, (4, 2, 4)), steps(lambda b, k: b, (7, 3, 9), (5, 2, 5))
    longer = steps(lambda b, k: 1.37, (9, 2, 3))
    (found,) = explain(mine, [*others, *longer], ())
    assert "times the number of rows of a batch, in all 3 calls with a single batch" in found.title


@pytest.mark.parametrize(
    ("factor", "said"),
    [(1.1, "look at each number"), (4.0, "summed over the rows"), (0.25, "of a batch twice")],
)
def test_only_causes_that_can_make_such_a_step_are_named(factor: float, said: str) -> None:
    hint = the_one(steps(lambda b, k: factor, (4, 2, 4))).hint
    assert said in hint
    assert ("sum" in hint) == (factor == 4.0)


def test_a_division_by_almost_the_right_number() -> None:
    pixels = [RNG.integers(0, 256, size=shape) / 255.0 for shape in SHAPES]
    calls = [
        dataclasses.replace(observed({"X": X}, X, X), outputs=(Output("X", X, got, 1e-6),))
        for X in pixels
        for got in [X * 255.0 / 254.0]
    ]
    found = the_one(calls)
    assert found.title == "X is 255/254 of what is expected, in all 3 calls"
    assert "254 where 255" in found.hint
    close = of_matrices(lambda a: 1.004 * a)
    assert "255/254" not in the_one(close).title


@pytest.mark.parametrize(
    ("sign", "factor", "said"),
    [
        (1.0, -1.0, "b is subtracted where it should be added"),
        (-1.0, -1.0, "b is added where it should be subtracted"),
        (1.0, 0.0, "b is left out"),
        (0.0, 1.0, "b is added although it does not belong there"),
        (1.0, 0.5, "b is counted by half where all of it is asked for"),
        (0.5, 2.0, "b is counted in full where half of it is asked for"),
    ],
)
def test_words_for_a_term_go_by_its_sign_and_size(sign: float, factor: float, said: str) -> None:
    """The right answer has `sign` times b; what came back has `factor` times that, or all of b."""
    calls = []
    for M in rows():
        b, data = RNG.normal(size=len(M)), M.sum(axis=1)
        came = factor * sign * b if sign else factor * b
        calls.append(observed({"X": M, "b": b}, data + sign * b, data + came))
    found = the_one(calls)
    assert found.id == "structure.term"
    assert said in found.hint


def test_twice_a_penalty_may_be_its_derivative() -> None:
    assert "Usually this term is left out" in the_one(penalised(2.0)).hint


def bias_free(*l2s: float, first: float = 0.3) -> list[Observation]:
    """A gradient whose penalty leaves out the first weight."""
    calls = []
    for l2 in l2s:
        w, data = RNG.normal(size=4), RNG.normal(size=4)
        w[0] = first * (1.0 + l2)
        right = data + 2.0 * l2 * w
        got = right - 2.0 * l2 * w * np.eye(4)[0]
        calls.append(observed({"X": array(5, 4), "w": w, "l2": l2}, right, got))
    return calls


def test_a_penalty_that_leaves_out_the_bias() -> None:
    found = the_one(bias_free(0.5, 2.0, 0.1))
    assert found.title == "Only entry 0 is wrong, and by exactly 2·l2·w[0], in all 3 calls"
    assert found.hint == "Usually the penalty leaves out that entry (the bias)."


def test_one_call_shows_a_penalty_without_the_bias_only_beside_others_that_are_right() -> None:
    wrong, right = bias_free(0.7), bias_free(0.0, 0.0, 0.0)
    assert explain(wrong, (), ()) == ()
    (found,) = explain(wrong, (), right)
    assert found.title == "Only entry 0 is wrong, and by exactly 2·l2·w[0]"
    penalised_rightly = [observed(c.arguments, np.ones(4), np.ones(4)) for c in bias_free(0.4)]
    assert explain(wrong, (), [*right, *penalised_rightly]) == ()


def test_a_change_that_did_not_happen_is_no_relation() -> None:
    assert explain(moved(0.0), (), ()) == ()


def test_an_argument_that_is_given_back() -> None:
    calls = [observed({"X": M, "w": M[0]}, np.tanh(M), M.copy()) for M in rows()]
    assert "is the argument X as it was given" in the_one(calls).title


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (np.sort, "the right entries, but from the smallest to the largest"),
        (lambda a: np.sort(a)[::-1], "the right entries, but from the largest to the smallest"),
        (lambda a: a[::-1], "the right entries, but their order is reversed"),
        (lambda a: np.roll(a, 2), "the right entries, but in another order"),
    ],
)
def test_entries_in_another_order(order: Callable[[Array], Array], said: str) -> None:
    calls = [observed({"X": M}, M[:, 0], order(M[:, 0])) for M in rows((5, 2), (7, 3))]
    assert said in the_one(calls).title


def test_single_signs_that_are_wrong() -> None:
    calls = [observed({"X": M}, M, M * np.sign(M[::-1])) for M in rows()]
    found = the_one(calls)
    assert (found.id, "wrong signs in places" in found.title) == ("structure.sign", True)


def test_a_bias_that_is_missing() -> None:
    calls = [
        observed({"X": M, "w": M[0], "b": b}, M @ M[0] + b, M @ M[0])
        for M, b in zip(rows(), (0.3, -1.2, 0.7), strict=True)
    ]
    assert "too small by exactly b, in all 3 calls" in the_one(calls).title


def test_one_number_for_each_column_where_one_for_each_row_is_asked_for() -> None:
    calls = [observed({"X": X}, X.sum(axis=1), X.sum(axis=0)) for X in rows()]
    found = the_one(calls)
    assert found.id == "structure.axis"
    assert "each row of X is asked for, but there is one for each column" in found.title


def test_a_matrix_where_a_vector_is_asked_for() -> None:
    calls = [observed({"X": X}, X[:, 0], X[:, :1] - X[:, 1]) for X in rows()]
    assert the_one(calls).id == "structure.broadcast"


def test_a_vector_whose_mean_is_the_answer() -> None:
    calls = [observed({"X": X}, float(X[:, 0].mean()), X[:, 0]) for X in rows()]
    found = the_one(calls)
    assert "One value per row is returned; their mean is the right answer" in found.title
    assert found.hint == "Return the mean."
    calls = [observed({"X": X}, float((X * X).sum()), X * X) for X in rows()]
    assert "Many values are returned; their sum is the right answer" in the_one(calls).title


LABELS = np.array([0, 1, 1, 0, 2, 1, 0, 2, 2, 1])


def test_labels_that_begin_at_one() -> None:
    found = the_one([observed({}, LABELS, LABELS + 1)])
    assert "Every entry of what f returns is 1 more than expected" in found.title


@pytest.mark.parametrize(
    ("right", "got", "said"),
    [
        (np.sign(LABELS - 0.5), (LABELS > 0) * 1.0, "0 and 1 where −1 and +1 are asked for"),
        ((LABELS > 0) * 1, np.sign(LABELS - 0.5), "−1 and +1 where 0 and 1 are asked for"),
        ((LABELS > 0) * 1, (LABELS == 0) * 1, "0 where 1 is asked for, and 1 where 0 is"),
        (np.sign(LABELS - 0.5), LABELS > 0, "True and False where +1 and −1 are asked for"),
    ],
)
def test_classes_under_other_names(right: Array, got: Array, said: str) -> None:
    assert said in the_one([observed({}, right, got)]).title


def test_bytes_that_run_over() -> None:
    right = np.array([250, 260, 300, 7, 513, 90, 255, 256, 1000, 40])
    found = the_one([observed({}, right, right.astype(np.uint8))])
    assert found.id == "structure.overflow"


def test_an_argument_that_is_changed() -> None:
    calls = []
    for X in rows():
        args = {"X": X}
        noise = np.asarray(RNG.normal(size=X.shape))
        calls.append(observed(args, X.sum(), float(noise.sum()), after={"X": X - 1.0}))
    found = the_one(calls)
    assert found.id == "structure.aliasing"
    assert found.title == "f changes its argument X"


def test_results_that_stand_in_each_others_place() -> None:
    calls = []
    for X in rows():
        one, two = X.sum(axis=0), X.sum(axis=1)
        outputs = (Output("a", one, two, TOLERANCE), Output("b", two, one, TOLERANCE))
        calls.append(Observation("f", ("X",), (X,), outputs, (X,)))
    assert "a and b are exchanged" in the_one(calls).title


def test_results_are_called_by_their_names_and_two_of_them_at_most_are_told() -> None:
    calls = []
    for X in rows():
        parts = {"dW": X.T @ X, "db": X.sum(axis=0), "dX": X}
        outputs = tuple(Output(name, it, it / 2, TOLERANCE) for name, it in parts.items())
        calls.append(Observation("f", ("X",), (X,), outputs, (X,)))
    titles = [item.title for item in explain(calls, (), ())]
    assert [title.split(",")[0] for title in titles] == [
        "dW is half of what is expected",
        "db is half of what is expected",
    ]


def test_nan_where_the_input_is_large() -> None:
    X = np.array([[1.0, 2.0], [800.0, 1.0], [3.0, -900.0], [0.5, 0.25], [2.0, 2.5]])
    right = X.sum(axis=1)
    got = np.where(np.abs(X).max(axis=1) > 700, np.nan, right)
    found = the_one([observed({"X": X}, right, got)])
    assert found.id == "structure.not-finite"
    assert "has nan exactly where X has absolute values of 800 and more" in found.title
    assert "overflows" in found.hint


def test_nan_where_the_input_is_zero() -> None:
    X = np.array([[1.0, 2.0], [0.0, 0.0], [3.0, -9.0], [0.5, 0.25], [2.0, 2.5]])
    right = X.sum(axis=1)
    found = the_one([observed({"X": X}, right, np.where(X.any(axis=1), right, np.nan))])
    assert "exactly in the rows in which X is 0" in found.title


def test_nan_of_a_loss_is_not_put_down_to_exp_alone() -> None:
    w = np.array([800.0, -3.0, 1.0])
    calls = [observed({"w": c * w}, float(c * 5.0), np.nan) for c in (1.0, 2.0)]
    found = the_one(calls)
    assert "overflows" in found.hint
    assert "logarithm" in found.hint
    assert "Subtract the largest" not in found.hint


def test_infinity_where_a_probability_is_zero_or_one() -> None:
    some, all_ = np.array([0.2, 0.7, 0.9]), np.array([0.4, 0.0, 1.0])
    calls = [observed({"p": p}, float(p.sum()), np.inf) for p in (all_, all_[::-1].copy())]
    (found,) = explain(calls, (), ())
    assert "exactly where p has a 0 or a 1" in found.title
    assert "logarithm of 0" in found.hint
    assert explain([observed({"p": some}, 1.8, np.inf), *calls], (), ()) == ()


def test_a_row_of_two_is_the_last_one_by_chance() -> None:
    def last_row_wrong(*shapes: tuple[int, int]) -> list[Observation]:
        return [
            observed({"X": M}, M, np.r_[M[:-1], M[-1:] * 5.0 + M[-1:] ** 2]) for M in rows(*shapes)
        ]

    assert explain(last_row_wrong((2, 5), (2, 6)), (), ()) == ()
    assert explain(last_row_wrong((3, 5)), (), ()) == ()
    assert "wrong only in the last row" in the_one(last_row_wrong((5, 5))).title
    assert "wrong only in the last row" in the_one(last_row_wrong((3, 5), (4, 2))).title


def test_only_the_first_rows_are_right() -> None:
    calls = []
    for X in rows((9, 2), (7, 3)):
        got = np.r_[X[:4] ** 2, X[4:]]
        calls.append(observed({"X": X, "batch": 4}, X * X, got))
    assert "Only the first batch rows of what f returns are right" in the_one(calls).title


# --- right for some calls only -----------------------------------------------------------------


def call(right: bool, **args: Any) -> Observation:
    answer = float(RNG.normal())
    return observed(args, answer, answer if right else float(RNG.normal()))


def separated(calls: list[Observation]) -> tuple[Diagnosis, ...]:
    wrong = [call for call in calls if not call.is_right]
    return explain(wrong, (), [call for call in calls if call.is_right])


def array(*shape: int) -> Array:
    return RNG.normal(size=shape)


@pytest.mark.parametrize(
    ("said", "holds", "inputs"),
    [
        ("X is square", lambda X: X.shape[0] == X.shape[1],
         [{"X": array(n, d)} for n, d in ((2, 2), (3, 3), (5, 5), (2, 3), (5, 2), (3, 4))]),
        ("X has a single row", lambda X: len(X) == 1,
         [{"X": array(n, d)} for n, d in ((1, 2), (1, 3), (5, 3), (2, 3), (5, 2))]),
        ("there is a single batch", lambda X, batch: batch >= len(X),
         [{"X": array(n, 3), "batch": b} for n, b in ((4, 4), (6, 9), (8, 4), (9, 2), (6, 3))]),
        ("the rows of X fill their batches", lambda X, batch: len(X) % batch == 0,
         [{"X": array(n, 3), "batch": b} for n, b in ((4, 4), (6, 3), (8, 5), (9, 2), (6, 4))]),
        ("X has fewer rows than columns", lambda X: len(X) < X.shape[1],
         [{"X": array(n, d)} for n, d in ((2, 3), (4, 6), (3, 2), (6, 4), (5, 3))]),
        ("lam is 0", lambda X, lam: lam == 0,
         [{"X": array(n, 3), "lam": lam} for n, lam in ((4, 0.0), (6, 0.0), (6, 0.5), (4, 2.0))]),
        ("the number of columns of X is at most 2", lambda X: X.shape[1] <= 2,
         [{"X": array(n, d)} for n, d in ((4, 1), (5, 2), (6, 2), (4, 3), (5, 4), (6, 5))]),
    ],
    ids=words,
)  # fmt: skip
def test_a_property_of_the_input_that_separates_right_from_wrong_is_told(
    said: str, holds: Callable[..., bool], inputs: list[dict[str, Any]]
) -> None:
    (found,) = separated([call(bool(holds(**args)), **args) for args in inputs])
    assert f"f is right exactly if {said}" in found.title


def batched(*sizes: tuple[int, int]) -> list[dict[str, Any]]:
    return [{"X": array(n, 3), "batch": batch} for n, batch in sizes]


def test_right_for_batches_of_one_row() -> None:
    inputs = batched((3, 1), (1, 5), (4, 1), (6, 3), (5, 2), (4, 4))
    (found,) = separated([call(min(len(it["X"]), it["batch"]) == 1, **it) for it in inputs])
    assert found.title == "f is right whenever a batch has a single row, wrong when it has more"
    assert "axis=1" in found.hint
    assert "[np.arange(b), y]" in found.hint
    assert "transpose" not in found.hint


def test_a_number_in_the_code_is_told_only_between_others_and_if_nothing_else_explains() -> None:
    def right_if_ten(*sizes: tuple[int, int]) -> tuple[Diagnosis, ...]:
        return separated([call(it["batch"] == 10, **it) for it in batched(*sizes)])

    tens = ((30, 10), (25, 10), (42, 10))
    (found,) = right_if_ten(*tens, (40, 4), (35, 20), (50, 7))
    assert "f is right exactly if batch is 10" in found.title
    assert right_if_ten(*tens, (40, 4), (35, 5), (50, 7)) == ()
    # Where batch happens to be the number of classes as well, it may be either.
    inputs = batched(*tens, (40, 4), (35, 20), (50, 7))
    same = [{**it, "theta": array(3, 10 if it["batch"] == 10 else 5)} for it in inputs]
    assert separated([call(it["batch"] == 10, **it) for it in same]) == ()


def test_what_only_the_wrong_calls_have_is_told_as_well() -> None:
    kinds = (np.float64, np.float64, np.float32, np.float32)
    calls = [call(kind is np.float64, X=array(3, 2).astype(kind)) for kind in kinds]
    (found,) = separated(calls)
    assert "f is wrong exactly if X holds float32" in found.title
    assert "Of 4 calls 2 came out right." in found.hint


def test_an_array_that_changes_in_place_is_stored_in_another_way() -> None:
    def changed(right: bool, **args: Any) -> Observation:
        got = args["w"] - 1.0 if right else args["w"]
        return observed(args, args["w"] - 1.0, got, name="w", before=args["w"])

    for said, store in (
        ("w is stored column by column (order='F')", np.asfortranarray),
        ("w holds float32", lambda w: w.astype(np.float32)),
    ):
        arrays = [array(n, 3) for n in (2, 4, 5, 3)]
        calls = [changed(True, X=array(3, 2), w=w) for w in arrays[:2]]
        calls += [changed(False, X=array(3, 2), w=store(w)) for w in arrays[2:]]
        only = when.separated(calls[:2], calls[2:])
        assert only is not None
        assert only.title == f"f is wrong exactly if {said}"
        assert "makes a copy" in only.hint


def test_a_default_is_to_blame_where_an_argument_was_left_out() -> None:
    def given(right: bool, n: int, *rest: float) -> Observation:
        X, answer = array(n, 2), float(RNG.normal())
        passed = {"X": X, **dict(zip(("lr", "l2"), rest, strict=False))}
        args = {"X": X, "lr": 0.1, "l2": 0.0, **passed}
        got = answer if right else float(RNG.normal())
        return observed(args, answer, got, after=passed)

    wrong = [given(False, 4, 0.5), given(False, 6, 0.7), given(False, 5)]
    (found,) = separated([*wrong, given(True, 4, 0.5, 0.0), given(True, 6, 0.7, 2.0)])
    assert found.title == "f is wrong exactly if l2 is not given"
    assert "should say l2=0." in found.hint
    # A default that stands in for what is given is another mistake.
    right = [given(True, 4, 0.5), given(True, 6, 0.7)]
    (found,) = separated([*right, given(False, 4, 0.5, 3.0), given(False, 6, 0.7, 2.0)])
    assert found.title == "f is right exactly if l2 is 0"


def test_an_exception_is_as_wrong_as_a_wrong_number() -> None:
    calls = [call(True, X=array(n, n)) for n in (2, 3, 4)]
    raised = [Observation("f", ("X",), (array(n, n + 1),)) for n in (2, 3, 4)]
    (found,) = explain(raised, (), calls)
    assert "X is square" in found.title
    assert "transpose" in found.hint


def test_luck_with_a_seed_separates_nothing() -> None:
    inputs = [(4, 2), (4, 3), (4, 5), (3, 2), (7, 3), (8, 2)]
    plain = [call(n == 4, X=array(n, d)) for n, d in inputs]
    assert "the number of rows of X is 4" in separated(plain)[0].title
    assert separated([call(n == 4, X=array(n, d), seed=1) for n, d in inputs]) == ()


def test_one_call_on_a_side_separates_nothing() -> None:
    assert (
        separated(
            [call(True, X=array(2, 2)), call(False, X=array(2, 3)), call(False, X=array(3, 2))]
        )
        == ()
    )
    assert separated([call(n < 4, X=array(n, n + 1)) for n in (2, 3, 2, 5, 3)]) == ()


# --- nothing is told without evidence ----------------------------------------------------------


def test_a_relation_that_another_check_contradicts_is_not_told() -> None:
    halves, noise = of_matrices(lambda a: a / 2), of_matrices(lambda a: RNG.normal(size=a.shape))
    assert explain(halves, (), ()) != ()
    assert explain(halves, noise, ()) == ()


def test_a_relation_must_hold_in_every_call() -> None:
    calls = [*of_matrices(lambda a: a / 2), *of_matrices(lambda a: a / 2 + 0.01)[:1]]
    assert explain(calls, (), ()) == ()


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (2.0, 4.0),  # a single number
        (np.array([1.0, 1.0, 1.0, 1.0]), np.array([2.0, 2.0, 2.0, 2.0])),  # all equal
        (np.array([0.0, 0.0, 0.0, 3.0]), np.array([0.0, 0.0, 0.0, 6.0])),  # mostly nothing
        (np.zeros((3, 3)), np.ones((3, 3))),
        (np.array([0, 1]), np.array([1, 2])),
        (np.array([0, 1, 0]), np.array([1, 0, 1])),
        (np.eye(2), 2 * np.eye(2)),
    ],
)
def test_trivial_numbers_are_no_evidence(expected: Any, got: Any) -> None:
    assert explain([observed({"X": array(3, 2)}, expected, got)], (), ()) == ()


@pytest.mark.parametrize("near", [2.01, -1.004, 0.497])
def test_a_near_miss_of_a_simple_factor_is_told_as_the_number_it_is(near: float) -> None:
    title = the_one(of_matrices(lambda a: near * a)).title
    assert f"{near} ".replace("-", "").strip() in title


def test_ones_on_the_diagonal_are_no_evidence_that_it_is_right() -> None:
    calls = []
    for n in (3, 4, 5):
        right = np.eye(n) - np.abs(array(n, n)) * (1.0 - np.eye(n))
        calls.append(
            observed({"X": array(n, n)}, right, np.where(right < 0, right - 1.1 * right**2, right))
        )
    assert explain(calls, (), ()) == ()


def test_a_near_miss_of_a_size_is_not_taken_for_it() -> None:
    assert explain(of_matrices(lambda a: a * (len(a) + 0.02)), (), ()) == ()


def test_a_wide_tolerance_shows_nothing() -> None:
    calls = [Observation("f", ("X",), (M,), (Output("", M, M[::-1] + 5.0, 4.0),)) for M in rows()]
    assert explain(calls, (), ()) == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.sampled_from([(), (4,), (3, 5), (4, 4)]))
def test_random_answers_show_nothing(seed: int, count: int, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(seed)
    calls = []
    for _ in range(count):
        args = {"X": rng.normal(size=(4, 5)), "w": rng.normal(size=5), "lr": rng.uniform(), "n": 3}
        expected, got = np.asarray(rng.normal(size=shape)), np.asarray(rng.normal(size=shape))
        calls.append(observed(args, expected, got))
    assert explain(calls, (), ()) == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 9), st.integers(2, 4))
def test_random_labels_show_nothing(seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    right = rng.integers(0, k, size=n)
    got = rng.integers(0, k, size=n)
    found = explain([observed({"X": rng.normal(size=(n, 2))}, right, got)], (), ())
    # With luck all of them are the same, or all are the other ones; then that is what is said.
    lucky = len(set(got)) == 1 or (got == 1 - right).all() or (got == right[::-1]).all()
    assert found == () or (n >= 8 and lucky)


HOSTILE: list[Any] = [
    None,
    Opaque("Tensor"),
    "text",
    b"bytes",
    [],
    [[]],
    [1, [2, 3]],
    {"a": 1},
    np.nan,
    np.inf,
    -np.inf,
    10**400,
    np.array([]),
    np.zeros((0, 3)),
    np.zeros((4, 0)),
    np.array(3.0),
    np.full((4, 3), np.nan),
    np.full((4, 3), 1e308),
    np.full((4, 3), -1e-320),
    np.array([["a", "b"]]),
    np.array([None, 1.0], dtype=object),
    np.zeros((1,) * 20),
    np.ones((4, 3), bool),
    np.ones((4, 3)) * 1j,
    np.full((4, 3), 2**63, dtype=np.uint64),
    np.full((4, 3), np.float16(6e4)),
    True,
    1j,
]


@pytest.mark.parametrize("got", HOSTILE, ids=kind)
@pytest.mark.parametrize("expected", [1.5, np.zeros(3), np.array(2.0), np.zeros((0, 3))])
def test_whatever_came_back_is_no_accident_of_ours(got: Any, expected: Any) -> None:
    args = {"X": array(4, 3), "S": [1, 2], "n": 3, "lr": np.inf, "flag": True, "o": Opaque("it")}
    calls = [observed(args, expected, got), observed(args, array(4, 3), got)]
    for wrong in (calls, calls[:1], calls[1:]):
        with np.errstate(all="raise"):
            assert isinstance(explain([c for c in wrong if not c.is_right], (), ()), tuple)


def test_what_is_large_takes_no_time() -> None:
    big = array(200, 100)
    calls = [
        observed({"X": big, "w": array(100), "lr": 0.1}, big + k, array(200, 100))
        for k in range(12)
    ]
    assert explain(calls, (), ()) == ()


def test_tolerances_of_the_kit_are_sharp_enough_for_a_factor() -> None:
    """The evidence has the tolerances that the kit derives, not those of this file."""

    def mean_of_squares(X: Array) -> list[float]:
        return [float(np.mean(X * X))]

    calls = []
    for M in rows():
        right = mean_of_squares(M)
        (slack,) = tolerance.derive(mean_of_squares, (M,), right)
        output = Output("", right[0], right[0] * len(M), slack)
        calls.append(Observation("f", ("X",), (M,), (output,)))
    assert "times the number of rows of X" in the_one(calls).title


# --- what diagnose asks about ------------------------------------------------------------------

QUESTION = Question("f", "module", "f", 1.0, "reference.module:f")


def truth(X: Array, lam: float = 0.5) -> Array:
    return np.asarray(np.tanh(X) + lam)


def result(id: str, *, passed: bool = False, **settings: Any) -> CheckResult:
    kind, visibility = settings.pop("kind", "value"), settings.pop("visibility", "visible")
    status = Status.PASSED if passed else Status.FAILED
    return CheckResult(id, "f", id, kind, visibility, status, 0.0, 1.0, **settings)


def made(change: Callable[[Array], Any], count: int = 2) -> list[Call]:
    inputs = rows()[:count]
    return [Call("f", (M,), {}, Outcome(change(truth(M)), (M,))) for M in inputs]


def diagnosed(*checks: tuple[CheckResult, list[Call]]) -> dict[str, tuple[Diagnosis, ...]]:
    results, calls = [it for it, _ in checks], {it.id: made for it, made in checks}
    return diagnose(QUESTION, results, calls, {"f": truth}, ())


def test_a_failed_check_without_a_name_is_looked_at() -> None:
    found = diagnosed((result("f.a"), made(lambda a: 2 * a)))
    assert [item.id for item in found["f.a"]] == ["structure.factor"]


def test_arguments_that_were_left_out_are_known_all_the_same() -> None:
    (found,) = diagnosed((result("f.a"), made(lambda a: a - 0.5)))["f.a"]
    assert "exactly 0.5 less than expected in every entry" in found.title
    assert "lam" not in found.title  # it was ½ in every call, so nothing follows it


def test_a_list_is_looked_at_like_an_array() -> None:
    (found,) = diagnosed((result("f.a"), made(lambda a: (2 * a).tolist())))["f.a"]
    assert found.id == "structure.factor"


def test_where_several_answers_are_right_nothing_is_said() -> None:
    wrong = (result("f.a"), made(lambda a: 2 * a))
    assert diagnosed(wrong, (result("f.b", passed=True), made(lambda a: a)))["f.a"]
    assert not diagnosed(wrong, (result("f.b", passed=True), made(lambda a: -a))).get("f.a")


@pytest.mark.parametrize("kind", ["kkt", "accuracy"])
def test_nothing_is_said_where_any_good_answer_will_do(kind: Any) -> None:
    assert not diagnosed((result("f.a", kind=kind), made(lambda a: 2 * a))).get("f.a")


def test_a_check_with_a_diagnosis_of_its_own_is_left_alone() -> None:
    own = (Diagnosis("f.own", "title", "hint"),)
    assert not diagnosed((result("f.a", diagnosis=own), made(lambda a: 2 * a))).get("f.a")


def test_a_check_that_ran_out_of_time_shows_nothing() -> None:
    late = dataclasses.replace(result("f.a"), status=Status.TIMEOUT)
    assert not diagnosed((late, made(lambda a: 2 * a))).get("f.a")


def test_a_visible_check_says_nothing_about_a_hidden_one() -> None:
    seen = (result("f.a"), made(lambda a: 2 * a, 2))
    hidden = (result("f.b", visibility="hidden"), made(lambda a: 2 * a, 3))
    found = diagnosed(seen, hidden)
    assert "in both calls" in found["f.a"][0].title
    assert "in all 5 calls" in found["f.b"][0].title


def test_extreme_inputs_do_not_contradict() -> None:
    halves = (result("f.a"), made(lambda a: a / 2))
    noise = made(lambda a: RNG.normal(size=a.shape))
    assert diagnosed(halves, (result("f.b", kind="robustness"), noise))["f.a"]
    assert not diagnosed(halves, (result("f.b"), noise))["f.a"]


# --- what was told and was not so ----------------------------------------------------------------


def test_an_array_where_a_number_is_asked_for_has_no_wrong_signs() -> None:
    calls = [
        observed({"a": a}, np.asarray(a * a), np.atleast_1d(np.asarray(a * a)))
        for a in (0.5, 1.5, -2.0)
    ]
    found = the_one(calls)
    assert found.title.endswith("as an array: (1,) where () is asked for, in all 3 calls")
    calls = [observed({"X": X}, X[:1, 0], X[0, 0]) for X in rows()]
    found = the_one(calls)
    assert "without the axis of length 1: () where (1,) is asked for" in found.title


def test_of_labels_it_is_no_news_that_their_absolute_values_are_right() -> None:
    calls = []
    for n in (9, 12):
        right = np.where(np.arange(n) % 2, 1.0, -1.0)
        got = right.copy()
        got[[1, 2, 5]] *= -1.0
        calls.append(observed({"X": array(n, 2)}, right, got))
    assert not any(found.id == "structure.sign" for found in explain(calls, (), ()))
