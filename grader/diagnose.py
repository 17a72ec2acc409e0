"""Naming the mistake: which known-wrong code behaves exactly as the submission did?

The calls that the checks of a question made are the evidence. A misconception is named for a failed
check if it explains all calls of that check (the same values, or the same exception), differs from
the truth in at least one of them, and also explains the calls of the checks that passed: a mistake
that would have failed those is not the one that was made.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from grader.errors import Raised
from grader.kit import compare, local, tolerance
from grader.kit.declare import Misconception, Undecided
from grader.model import Diagnosis, Question
from grader.student import Call, Outcome
from grader.wire import exception_name

MAX_CALLS = 12
MAX_PASSED_CALLS = 3
MAX_PASSED_SIZE = 20_000
MAX_NAMED = 3


def diagnose(
    question: Question,
    failed: Iterable[Sequence[Call]],
    passed: Iterable[Sequence[Call]],
    truth: Callable[..., Any],
    misconceptions: Iterable[Misconception],
) -> tuple[Diagnosis, ...]:
    """The misconceptions that explain the calls of failed checks and contradict no passed one."""
    judged = [
        _Judged(call, question, truth)
        for calls in failed
        for call in [*calls[: MAX_CALLS - 1], *calls[MAX_CALLS - 1 :][-1:]]
        if call.question == question.name
    ]
    named = [
        item
        for item in misconceptions
        if item.question == question.name and _explains(item.function, judged, somewhere=True)
    ]
    if named:
        others = [
            _Judged(call, question, truth)
            for calls in passed
            for call in calls[:MAX_PASSED_CALLS]
            if call.question == question.name and _size(call) <= MAX_PASSED_SIZE
        ]
        named = [item for item in named if _explains(item.function, others, somewhere=False)]
    return tuple(Diagnosis(item.id, item.title, item.hint) for item in named[:MAX_NAMED])


def _explains(wrong: Callable[..., Any], judged: Sequence[_Judged], *, somewhere: bool) -> bool:
    """Whether the wrong code did just this; and, with `somewhere`, differs from the truth in it."""
    differs = 0
    for case in judged:
        try:
            functions = _alternatives(wrong, case.call)
            results = [_attempt(function, case.call) for function in functions]
        except Undecided:
            continue
        matching = [result for result in results if case.matches_student(result)]
        if not matching:
            return False
        differs += not any(case.is_right(result) for result in matching)
    return differs > 0 or not somewhere


def _alternatives(wrong: Callable[..., Any], call: Call) -> list[Callable[..., Any]]:
    if not inspect.isgeneratorfunction(wrong):
        return [wrong]
    return list(wrong(*call.args, **call.kwargs))


def _attempt(function: Callable[..., Any], call: Call) -> Outcome | str:
    try:
        return local.run(function, call.args, call.kwargs)
    except Undecided:
        raise
    except Exception as error:  # some known mistakes consist in crashing
        return exception_name(type(error))


class _Judged:
    """One call of the evidence with the right answer and its tolerance."""

    def __init__(self, call: Call, question: Question, truth: Callable[..., Any]) -> None:
        self.call = call
        names = local.parameters(truth)
        self.places = [names.index(name) for name in question.in_place]

        def outputs(*args: Any) -> list[Any]:
            return self._outputs(local.run(truth, args, call.kwargs))

        self.expected = outputs(*call.args)
        self.tolerances = tolerance.derive(outputs, call.args, self.expected)

    def matches_student(self, result: Outcome | str) -> bool:
        """Whether the student's call ended as this one did."""
        if isinstance(result, str):
            return isinstance(self.call.fault, Raised) and self.call.fault.type_name == result
        if self.call.outcome is None:
            return False
        return self._equal(self._outputs(result), self._outputs(self.call.outcome))

    def is_right(self, result: Outcome | str) -> bool:
        """Whether that is what the reference gives."""
        return not isinstance(result, str) and self._equal(self.expected, self._outputs(result))

    def _equal(self, left: list[Any], right: list[Any]) -> bool:
        if len(left) != len(right) or len(left) != len(self.tolerances):
            return False
        return all(
            compare.equal(one, other, slack)
            for one, other, slack in zip(left, right, self.tolerances, strict=True)
        )

    def _outputs(self, outcome: Outcome) -> list[Any]:
        if self.places:
            return [outcome.args[place] for place in self.places]
        return list(outcome.value) if isinstance(outcome.value, tuple | list) else [outcome.value]


def _size(call: Call) -> int:
    return sum(int(np.size(argument)) for argument in call.args)
