"""Naming the mistake: which known-wrong code behaves exactly as the submission did?

The calls that a failed check made are the evidence. A misconception is named only if it explains
all of them (the same values, or the same exception) and differs from the truth in at least one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grader.errors import Raised
from grader.kit import compare, local, tolerance
from grader.kit.declare import Misconception
from grader.model import Diagnosis, Question
from grader.student import Call, Outcome

MAX_CALLS = 12
MAX_NAMED = 3


def diagnose(
    question: Question,
    calls: Sequence[Call],
    truth: Callable[..., Any],
    misconceptions: Iterable[Misconception],
) -> tuple[Diagnosis, ...]:
    """The misconceptions that explain every one of the calls."""
    evidence = [call for call in calls if call.question == question.name]
    evidence = evidence[: MAX_CALLS - 1] + evidence[MAX_CALLS - 1 :][-1:]
    if not evidence:
        return ()
    names = local.parameters(truth)
    places = [names.index(name) for name in question.in_place]
    truths = [_Judged(call, truth, places) for call in evidence]
    named = [
        Diagnosis(item.id, item.title, item.hint)
        for item in misconceptions
        if item.question == question.name and _explains(item.function, truths)
    ]
    return tuple(named[:MAX_NAMED])


def _explains(wrong: Callable[..., Any], judged: Sequence[_Judged]) -> bool:
    differs = 0
    for case in judged:
        result = _attempt(wrong, case.call)
        if not case.matches_student(result):
            return False
        differs += not case.is_right(result)
    return differs > 0


class _Judged:
    """One call of the evidence with the right answer and its tolerance."""

    def __init__(self, call: Call, truth: Callable[..., Any], places: Sequence[int]) -> None:
        self.call = call
        self.places = places

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
            _same_type(one, other)
            and compare.difference("", _plain(one), other, slack) is None
            for one, other, slack in zip(left, right, self.tolerances, strict=True)
        )

    def _outputs(self, outcome: Outcome) -> list[Any]:
        if self.places:
            return [outcome.args[place] for place in self.places]
        return list(outcome.value) if isinstance(outcome.value, tuple | list) else [outcome.value]


def _attempt(function: Callable[..., Any], call: Call) -> Outcome | str:
    try:
        return local.run(function, call.args, call.kwargs)
    except Exception as error:  # some known mistakes consist in crashing
        return type(error).__name__


def _plain(value: Any) -> Any:
    array = compare.numeric(value)
    return value if array is None or array.ndim == 0 else array


def _same_type(one: Any, other: Any) -> bool:
    """Compares the kind of numbers only: a wrong dtype is a mistake of its own in some questions."""
    left, right = compare.numeric(one), compare.numeric(other)
    if left is None or right is None:
        return left is right and type(one) is type(other)
    return True
