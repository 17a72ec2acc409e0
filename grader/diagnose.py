"""Naming the mistake: which known-wrong code behaves exactly as the submission did?

The calls that the checks of a question made are the evidence. For a failed check a misconception
is named if

- it explains all calls of that check (the same values, or the same exception), and of every check
  that ended in an exception on the same line: that is one mistake, whatever the inputs were;
- it differs from the truth in at least one of those calls, and shares more than a single wrong
  number with the submission, in this check or in others of the question;
- it is not contradicted: where it would have failed another check of the question, that check must
  have failed in just that way. Only checks of single calls on ordinary inputs can contradict: a
  long training multiplies rounding errors, and on extreme inputs a second mistake is common;
- if all that it shares with the submission is an exception or nan, then every other failed check
  has an explanation, too. Many mistakes end in nan.

So a mistake that shows only on some inputs can be named beside another one, but no mistake is
named that the submission demonstrably does not make.

Where no mistake can be named, `structure` is asked what is to be seen in the wrong answers. It is
asked about values only: where a check has passed with another answer than the reference's, there
are several right ones, and how far one is from the reference's says nothing.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader import structure
from grader.errors import Raised
from grader.kit import compare, local
from grader.kit.answers import answer
from grader.kit.declare import Misconception, Undecided
from grader.kit.memo import Memo, fingerprint
from grader.kit.program import parameters
from grader.model import CheckResult, Diagnosis, Question, Status
from grader.student import Call, Outcome
from grader.wire import exception_name

MAX_CALLS = 12
MAX_SIZE = 20_000
MAX_NAMED = 3
ENOUGH = 2  # wrong numbers: one by itself can be shared by chance
_MEMO = Memo()
_EXTREME = ("accuracy", "robustness")
# What these checks ask for is not one value, but any that is good enough.
_FREE = ("accuracy", "kkt")


def diagnose(
    question: Question,
    results: Sequence[CheckResult],
    calls: Mapping[str, Sequence[Call]],
    truths: Mapping[str, Callable[..., Any]],
    misconceptions: Iterable[Misconception],
) -> dict[str, tuple[Diagnosis, ...]]:
    """The mistakes behind the failed checks of one question, by the id of the check."""
    failed = [result for result in results if not result.passed and result.id in calls]
    if not failed:
        return {}
    evidence = {id: _evidence(question, calls[id], truths) for id in calls}
    ordinary = {result.id for result in results if result.kind not in _EXTREME}
    suspects = [
        _Suspect(item, evidence, ordinary)
        for item in misconceptions
        if item.question == question.name
    ]
    guilty = {}
    for result in failed:
        one_mistake = [result.id, *(other.id for other in failed if _same_crash(result, other))]
        guilty[result.id] = [suspect for suspect in suspects if suspect.did(one_mistake)]
    unexplained = {id for id, found in guilty.items() if not found} & ordinary
    named = {
        id: tuple(
            Diagnosis(suspect.item.id, suspect.item.title, suspect.item.hint)
            for suspect in found
            if not unexplained or suspect.is_sure(id)
        )[:MAX_NAMED]
        for id, found in guilty.items()
    }
    nameless = [result for result in failed if not named[result.id] and not result.diagnosis]
    return {**named, **_structures(nameless, results, evidence)}


def _structures(
    nameless: Sequence[CheckResult],
    results: Sequence[CheckResult],
    evidence: Mapping[str, list[_Judged]],
) -> dict[str, tuple[Diagnosis, ...]]:
    """What is to be seen in the checks whose mistake has no name."""
    nameless = [result for result in nameless if result.kind not in _FREE]
    nameless = [result for result in nameless if result.status in (Status.FAILED, Status.ERROR)]
    if not nameless:
        return {}
    seen = {
        result.id: [
            (case.call.program, case.observed) for case in evidence[result.id] if case.has_ended
        ]
        for result in results
        if result.id in evidence and result.kind not in _FREE
    }
    passed = {result.id for result in results if result.passed and _is_ordinary(result)}
    free = {
        program
        for id, calls in seen.items()
        for program, call in calls
        if id in passed and not call.is_right
    }
    known = {
        id: [call for program, call in calls if program not in free] for id, calls in seen.items()
    }
    found = {}
    for result in nameless:
        # What a student may read says nothing about calls of a hidden check, not even how many.
        others = [
            call
            for other in results
            if other.id in known and other.id != result.id and _is_ordinary(other)
            if result.visibility == "hidden" or other.visibility == "visible"
            for call in known[other.id]
        ]
        mine = known[result.id]
        wrong = [call for call in mine if not call.is_right]
        right = [call for call in (*mine, *others) if call.is_right]
        if wrong:
            found[result.id] = structure.explain(
                wrong,
                [call for call in others if not call.is_right],
                right if _is_ordinary(result) else (),
            )
    return found


def _is_ordinary(result: CheckResult) -> bool:
    return result.kind not in _EXTREME


def _same_crash(one: CheckResult, other: CheckResult) -> bool:
    return bool(one.trace) and one.trace == other.trace


def _evidence(
    question: Question, calls: Sequence[Call], truths: Mapping[str, Callable[..., Any]]
) -> list[_Judged]:
    """The calls to look at: small ones if there are any, the last one in any case."""
    mine = [call for call in calls if call.question == question.name]
    small = [call for call in mine if _size(call) <= MAX_SIZE] or mine[:1]
    chosen = small[: MAX_CALLS - 1] + small[MAX_CALLS - 1 :][-1:]
    judged = [_Judged(call, question, truths) for call in chosen]
    return [case for case in judged if case.is_comparable]


def _size(call: Call) -> int:
    return sum(argument.size if isinstance(argument, np.ndarray) else 1 for argument in call.args)


class _Suspect:
    """One misconception, confronted with the evidence."""

    def __init__(
        self, item: Misconception, evidence: Mapping[str, list[_Judged]], ordinary: set[str]
    ) -> None:
        self.item = item
        self._evidence = evidence
        self._ordinary = ordinary
        self._fits = functools.cache(self._fits_all)
        self._confront = functools.cache(self._confront_with)

    def did(self, checks: Sequence[str]) -> bool:
        """Whether these checks failed by this mistake, and no other check speaks against it."""
        if not all(map(self._fits, checks)) or not any(self._confront(id).differs for id in checks):
            return False
        elsewhere = (self._confront(id) for id in self._evidence if id in self._ordinary)
        if any(seen.differs and not seen.matches for seen in elsewhere):
            return False
        known = {*checks, *(id for id in self._evidence if id in self._ordinary)}
        return sum(map(self._weight, known)) >= ENOUGH

    def _weight(self, check: str) -> int:
        seen = self._confront(check)
        return seen.shared if seen.matches else 0

    def is_sure(self, check: str) -> bool:
        """Whether it shares wrong numbers with the submission, not just a failure."""
        return self._confront(check).shares_numbers

    def _fits_all(self, check: str) -> bool:
        """Whether it explains all calls of a check.

        Of nearly all mistakes the first call tells that it does not: the others are left alone.
        """
        return all(
            results is None or any(map(case.matches_student, results))
            for case in self._evidence[check]
            for results in [case.attempts(self.item)]
        )

    def _confront_with(self, check: str) -> _Seen:
        matches, differs, numbers, shared = True, False, False, 0
        for case in self._evidence[check]:
            results = case.attempts(self.item)
            if results is None:
                continue
            matching = [result for result in results if case.matches_student(result)]
            wrong = not any(case.is_right(result) for result in matching or results)
            matches &= bool(matching)
            differs |= wrong
            numbers |= wrong and any(case.is_finite(result) for result in matching)
            shared += max(map(case.wrong_in, matching), default=0) if wrong else 0
        return _Seen(matches, differs, numbers, shared)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a misconception and the submission have to do with each other in one check."""

    matches: bool  # the wrong code did all that the submission did
    differs: bool  # the wrong code errs here
    shares_numbers: bool  # … with finite numbers, and the submission gave the same ones
    shared: int  # so many wrong numbers have they in common


def _settled(value: Any) -> Any:
    array = compare.numeric(value)
    return value if array is None else array


def _filled(call: Call, function: Callable[..., Any], names: Sequence[str]) -> tuple[Any, ...]:
    """The arguments of a call, and what those are that were left out."""
    known = inspect.signature(function).parameters
    left_out = names[len(call.args) :]
    return (*call.args, *(call.kwargs.get(name, known[name].default) for name in left_out))


def _alternatives(wrong: Callable[..., Any], call: Call) -> list[Callable[..., Any]]:
    if not inspect.isgeneratorfunction(wrong):
        return [wrong]
    return list(wrong(*call.args, **call.kwargs))


class _Judged:
    """One call of the evidence with the right answer and its tolerance."""

    def __init__(
        self, call: Call, question: Question, truths: Mapping[str, Callable[..., Any]]
    ) -> None:
        self.call = call
        self._arguments = fingerprint((call.args, dict(call.kwargs)))
        self._question = question
        self._truths = truths
        names = local.parameters(truths[question.name]) if question.in_place else ()
        self._places = [names.index(name) for name in question.in_place]
        right = answer(truths, question, call.program, call.args, call.kwargs)
        # Once, and not for every suspect: a nest of lists takes long to look at.
        got = [] if call.outcome is None else self._outputs(call.outcome)
        self._got = [_settled(value) for value in got]
        self._expected = list(right.values.values())
        # Not so where the check has called a class by itself, or a function that returns an object.
        self.is_comparable = all(compare.numeric(value) is not None for value in self._expected)
        self._tolerances = right.tolerances if self.is_comparable else []

    @property
    def has_ended(self) -> bool:
        """Whether the student's code came to an end, with a value or with an exception."""
        return self.call.outcome is not None or isinstance(self.call.fault, Raised)

    @functools.cached_property
    def observed(self) -> structure.Observation:
        """The same call as plain values, each result with its name."""
        call, question = self.call, self._question
        truth = self._truths[question.name]
        names = local.parameters(truth) if call.program is None else parameters(call.program)
        outputs: tuple[structure.Output, ...] = ()
        if call.outcome is not None:
            got = self._got
            if not question.in_place and len(self._expected) == 1 and call.program is None:
                got = [_settled(call.outcome.value)]  # a list is a value here, and not several
            labels = self._labels(call.outcome)
            if len(labels) == len(got) == len(self._expected):
                before = [call.args[place] for place in self._places] or [None] * len(got)
                right = [
                    _settled(value) if isinstance(value, list | tuple) else value
                    for value in self._expected
                ]
                outputs = tuple(map(structure.Output, labels, right, got, self._tolerances, before))
        after = () if call.outcome is None else call.outcome.args
        args = _filled(call, call.program or truth, names)
        return structure.Observation(
            question.function, names, args, outputs, after, question.in_place
        )

    def _labels(self, outcome: Outcome) -> tuple[str, ...]:
        if self._places:
            return self._question.in_place
        if self.call.program is not None:
            return tuple(outcome.value) if isinstance(outcome.value, dict) else ()
        return self._question.returns if len(self._expected) > 1 else ("",)

    def attempts(self, item: Misconception) -> list[Outcome | str] | None:
        """What this call would have come to with each form of a mistake; None if it can't say."""
        call = self.call

        def attempt_all() -> list[Outcome | str] | None:
            try:
                return [self._attempt(wrong) for wrong in _alternatives(item.function, call)]
            except Undecided:
                return None

        return _MEMO.recall(
            (item.function, call.program, *self._truths.values()),
            self._arguments,
            attempt_all,
            lambda made: [it if isinstance(it, str) else (it.value, it.args) for it in made or ()],
        )

    def _attempt(self, wrong: Callable[..., Any]) -> Outcome | str:
        truths = {**self._truths, self.call.question: wrong}
        function = local.bind(self.call.program, truths, self.call.question)
        try:
            return local.run(function, self.call.args, self.call.kwargs)
        except Undecided:
            raise
        except Exception as error:  # some known mistakes consist in crashing
            return exception_name(type(error))

    def matches_student(self, result: Outcome | str) -> bool:
        """Whether the student's call ended as this one did."""
        if isinstance(result, str):
            return isinstance(self.call.fault, Raised) and self.call.fault.type_name == result
        if self.call.outcome is None:
            return False
        return self._equal(self._outputs(result), self._got)

    def is_right(self, result: Outcome | str) -> bool:
        """Whether that is what the reference gives."""
        return not isinstance(result, str) and self._equal(self._expected, self._outputs(result))

    def wrong_in(self, result: Outcome | str) -> int:
        """In how many numbers that is wrong; what is wrong as a whole, or no number, is enough."""
        if isinstance(result, str) or not self.is_finite(result):
            return ENOUGH
        outputs = self._outputs(result)
        if len(outputs) != len(self._expected):
            return ENOUGH
        wrong = [
            compare.wrong_entries(_settled(right), _settled(got), slack)
            for right, got, slack in zip(self._expected, outputs, self._tolerances, strict=True)
        ]
        return sum(ENOUGH if it is None else int(it.sum()) for it in wrong)

    def is_finite(self, result: Outcome | str) -> bool:
        """Whether that is made of ordinary numbers."""
        if isinstance(result, str):
            return False
        arrays = [compare.numeric(value) for value in self._outputs(result)]
        return all(array is not None and np.isfinite(array).all() for array in arrays)

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
        if isinstance(outcome.value, dict):
            return list(outcome.value.values())
        return list(outcome.value) if isinstance(outcome.value, tuple | list) else [outcome.value]
