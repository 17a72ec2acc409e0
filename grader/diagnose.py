"""Naming the mistake: which known-wrong code behaves exactly as the submission did?

The calls that the checks of a question made are the evidence. For a failed check a misconception
is named if

- it explains all calls of that check (the same values, or the same exception), and of every check
  that ended in an exception on the same line: that is one mistake, whatever the inputs were;
- it differs from the truth in at least one of those calls;
- it is not contradicted elsewhere: where it would have failed another check of the question, that
  check must have failed in just that way.

So a mistake that shows only on some inputs can be named beside another one, but no mistake is
named that the submission demonstrably does not make.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.errors import Raised
from grader.kit import compare, local, tolerance
from grader.kit.declare import Misconception, Undecided
from grader.model import CheckResult, Diagnosis, Question
from grader.student import Call, Outcome
from grader.wire import exception_name

MAX_CALLS = 12
MAX_SIZE = 20_000
MAX_NAMED = 3


def diagnose(
    question: Question,
    results: Sequence[CheckResult],
    calls: Mapping[str, Sequence[Call]],
    truth: Callable[..., Any],
    misconceptions: Iterable[Misconception],
) -> dict[str, tuple[Diagnosis, ...]]:
    """The mistakes behind the failed checks of one question, by the id of the check."""
    failed = [result for result in results if not result.passed and result.id in calls]
    if not failed:
        return {}
    evidence = {id: _evidence(question, calls[id], truth) for id in calls}
    suspects = [
        _Suspect(item, evidence) for item in misconceptions if item.question == question.name
    ]
    named = {}
    for result in failed:
        one_mistake = [result.id, *(other.id for other in failed if _same_crash(result, other))]
        guilty = [suspect.item for suspect in suspects if suspect.did(one_mistake)]
        named[result.id] = tuple(
            Diagnosis(item.id, item.title, item.hint) for item in guilty[:MAX_NAMED]
        )
    return named


def _same_crash(one: CheckResult, other: CheckResult) -> bool:
    return bool(one.trace) and one.trace == other.trace


def _evidence(
    question: Question, calls: Sequence[Call], truth: Callable[..., Any]
) -> list[_Judged]:
    """The calls to look at: small ones if there are any, the last one in any case."""
    mine = [call for call in calls if call.question == question.name]
    small = [call for call in mine if _size(call) <= MAX_SIZE] or mine[:1]
    chosen = small[: MAX_CALLS - 1] + small[MAX_CALLS - 1 :][-1:]
    return [_Judged(call, question, truth) for call in chosen]


def _size(call: Call) -> int:
    return sum(int(np.size(argument)) for argument in call.args)


class _Suspect:
    """One misconception, confronted with the evidence."""

    def __init__(self, item: Misconception, evidence: Mapping[str, list[_Judged]]) -> None:
        self.item = item
        self._evidence = evidence
        self._confront = functools.cache(self._confront_with)

    def did(self, checks: Sequence[str]) -> bool:
        """Whether these checks failed by this mistake, and no other check speaks against it."""
        here = [self._confront(id) for id in checks]
        explains = all(matches for matches, _ in here) and any(differs for _, differs in here)
        return explains and not any(
            differs and not matches for matches, differs in map(self._confront, self._evidence)
        )

    def _confront_with(self, check: str) -> tuple[bool, bool]:
        """Whether the wrong code did all that was seen in a check; whether it errs there."""
        matches, differs = True, False
        for case in self._evidence[check]:
            try:
                functions = _alternatives(self.item.function, case.call)
                results = [_attempt(function, case.call) for function in functions]
            except Undecided:
                continue
            matching = [result for result in results if case.matches_student(result)]
            matches &= bool(matching)
            differs |= not any(case.is_right(result) for result in matching or results)
        return matches, differs


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
        self._places = [names.index(name) for name in question.in_place]

        def outputs(*args: Any) -> list[Any]:
            return self._outputs(local.run(truth, args, call.kwargs))

        self._expected = outputs(*call.args)
        self._tolerances = tolerance.derive(outputs, call.args, self._expected)

    def matches_student(self, result: Outcome | str) -> bool:
        """Whether the student's call ended as this one did."""
        if isinstance(result, str):
            return isinstance(self.call.fault, Raised) and self.call.fault.type_name == result
        if self.call.outcome is None:
            return False
        return self._equal(self._outputs(result), self._outputs(self.call.outcome))

    def is_right(self, result: Outcome | str) -> bool:
        """Whether that is what the reference gives."""
        return not isinstance(result, str) and self._equal(self._expected, self._outputs(result))

    def _equal(self, left: list[Any], right: list[Any]) -> bool:
        if len(left) != len(right) or len(left) != len(self._tolerances):
            return False
        return all(
            compare.equal(one, other, slack)
            for one, other, slack in zip(left, right, self._tolerances, strict=True)
        )

    def _outputs(self, outcome: Outcome) -> list[Any]:
        if self._places:
            return [outcome.args[place] for place in self._places]
        return list(outcome.value) if isinstance(outcome.value, tuple | list) else [outcome.value]
