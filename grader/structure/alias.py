"""One thing in the place of another: arguments changed or given back, results exchanged."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from grader.kit import compare
from grader.model import Diagnosis
from grader.structure.observe import Case, Cases, Observation, Output, tell


def given_back(cases: Cases) -> Diagnosis | None:
    """The answer is one of the arguments."""
    if cases.in_place or not cases.shows():
        return None
    for name in cases[0].call.arrays:
        if all(
            case.array is not None
            and name in case.call.arrays
            and np.array_equal(case.array, case.call.arrays[name])
            for case in cases
        ):
            title = f"{cases.noun} is the argument {name} as it was given{cases.seen}"
            hint = (
                "Usually the wrong variable is returned, or the result is computed and not kept: "
                "most NumPy functions return a new array and leave their arguments alone."
            )
            return tell("given-back", title, hint)
    return None


def exchanged(calls: Sequence[Observation]) -> Diagnosis | None:
    """Two results stand in each other's place."""
    for one, two in itertools.combinations(calls[0].outputs, 2):
        pairs = [
            [output for output in call.outputs if output.name in (one.name, two.name)]
            for call in calls
        ]
        if not all(len(pair) == 2 and _is_exchanged(*pair) for pair in pairs):
            continue
        cases = Cases(Case(call, pair[0]) for call, pair in zip(calls, pairs, strict=True))
        if cases.shows():
            title = f"{one.name} and {two.name} are exchanged{cases.seen}"
            names = ", ".join(output.name for output in calls[0].outputs)
            return tell("exchanged", title, f"They are asked for in this order: {names}.")
    return None


def _is_exchanged(one: Output, two: Output) -> bool:
    return (
        not compare.equal(one.expected, one.got, one.tolerance)
        and compare.equal(one.expected, two.got, one.tolerance)
        and compare.equal(two.expected, one.got, two.tolerance)
    )


def changed(calls: Sequence[Observation]) -> Diagnosis | None:
    """An argument that is not to be changed was changed in every call."""
    calls = [call for call in calls if call.after]
    if not calls:
        return None
    for name in calls[0].arrays:
        if name in calls[0].in_place:
            continue
        if all(_is_changed(call, name) for call in calls):
            title = f"{calls[0].function} changes its argument {name}"
            hint = (
                f"{name} belongs to the caller, who often uses it again. `{name} = {name} - …` "
                f"makes a new array, `{name} -= …` and `{name}[…] = …` do not; {name}.copy() is a "
                "safe start."
            )
            return tell("aliasing", title, hint)
    return None


def _is_changed(call: Observation, name: str) -> bool:
    at = call.names.index(name) if name in call.names else len(call.after)
    return at < min(len(call.after), len(call.args)) and not compare.same(
        call.args[at], call.after[at]
    )
