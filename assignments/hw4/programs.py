"""What the checks of hw4 do with a submission: steps that are judged, and shown, as one call.

Each is a function of the submission, `hw4`, and of what it is given; it returns what is compared.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import WrongAnswer, compare

Array = np.ndarray[Any, Any]
Results = dict[str, Any]


def slopes(hw4: Any, X: Array, y: Array, w: Array, b: float, C: float) -> Results:
    """The two parts of the subgradient."""
    pair = hw4.svm.hinge_subgradient(X, y, w, b, C)
    gw, gb = parts(pair, 2, "hinge_subgradient", "gw, gb")
    return {"gw": gw, "gb": number(gb)}


# --- smo ---------------------------------------------------------------------------------------


def first_steps(hw4: Any, K: Array, y: Array, C: float, max_iter: int) -> Results:
    """So many steps, and what they make of α."""
    result = hw4.smo.smo(K, y, C, 1e-6, max_iter)
    alpha, _, _ = parts(result, 3, "smo", "alpha, b, n_iter")
    return {"alpha": alpha}


def multipliers(hw4: Any, K: Array, y: Array, C: float, tol: float) -> Results:
    """The solution alone."""
    result = hw4.smo.smo(K, y, C, tol, 5_000)
    alpha, _, _ = parts(result, 3, "smo", "alpha, b, n_iter")
    return {"alpha": alpha}


def threshold(hw4: Any, K: Array, y: Array, C: float) -> Results:
    """The bias alone."""
    result = hw4.smo.smo(K, y, C, 1e-6, 10_000)
    _, b, _ = parts(result, 3, "smo", "alpha, b, n_iter")
    return {"b": number(b)}


# --- OneVsAll ----------------------------------------------------------------------------------


def machines(hw4: Any, X: Array, y: Array, rows: Array, C: float, gamma: float) -> Results:
    """Which machines say yes to which rows."""
    machine = hw4.svm.OneVsAll(C, gamma)
    machine.fit(X, y)
    scores = machine.decision_function(rows)
    return {"decision_function(rows) > 0": positive(scores)}


def scores(hw4: Any, X: Array, y: Array, rows: Array, C: float, gamma: float) -> Results:
    """What the machines say, in numbers."""
    machine = hw4.svm.OneVsAll(C, gamma)
    machine.fit(X, y)
    return {"decision_function(rows)": machine.decision_function(rows)}


def scores_by_default(hw4: Any, X: Array, y: Array, rows: Array) -> Results:
    """The same without C and γ."""
    machine = hw4.svm.OneVsAll()
    machine.fit(X, y)
    return {"decision_function(rows)": machine.decision_function(rows)}


def scores_beside_another(
    hw4: Any, X: Array, y: Array, rows: Array, C: float, gamma: float
) -> Results:
    """The same while there is another one, with another C and γ."""
    machine = hw4.svm.OneVsAll(C, gamma)
    other = hw4.svm.OneVsAll(20.0 * C, 0.2 * gamma)
    machine.fit(X, y)
    other.fit(-X, y)
    return {"decision_function(rows)": machine.decision_function(rows)}


def machines_by_default(hw4: Any, X: Array, y: Array, rows: Array) -> Results:
    """The same without C and γ."""
    machine = hw4.svm.OneVsAll()
    machine.fit(X, y)
    scores = machine.decision_function(rows)
    return {"decision_function(rows) > 0": positive(scores)}


def machines_again(hw4: Any, X: Array, y: Array, rows: Array, C: float, gamma: float) -> Results:
    """The same after it was trained on something else."""
    machine = hw4.svm.OneVsAll(C, gamma)
    machine.fit(-2.0 * X[::2], 1 - y[::2])
    machine.fit(X, y)
    scores = machine.decision_function(rows)
    return {"decision_function(rows) > 0": positive(scores)}


def predictions(hw4: Any, X: Array, y: Array, rows: Array, C: float, gamma: float) -> Results:
    """The labels."""
    machine = hw4.svm.OneVsAll(C, gamma)
    machine.fit(X, y)
    return {"predict(rows)": machine.predict(rows)}


def positive(scores: Any) -> Any:
    """1 where the score is above 0 and 0 where it is not; anything else as it is."""
    array = compare.numeric(scores)
    if array is None or array.ndim != 2 or not np.isfinite(array).all():
        return scores
    return (array > 0).astype(np.int64)


# --- what came back ----------------------------------------------------------------------------


def parts(value: Any, count: int, function: str, names: str) -> tuple[Any, ...]:
    """The parts of what should be so many values."""
    if isinstance(value, tuple | list) and len(value) == count:
        return tuple(value)
    raise WrongAnswer(
        f"{function} should return {count} values ({names}), but returned "
        f"{compare.describe(value)}."
    )


def number(value: Any) -> Any:
    """An array of one entry is the number that it holds."""
    array = compare.numeric(value)
    return value if array is None or array.size != 1 else float(array.reshape(-1)[0])
