"""The right answer to a call, with the tolerance of each of its parts: worked out once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.kit import local, tolerance
from grader.kit.memo import Memo, fingerprint, read_only
from grader.model import Question
from grader.student import Outcome, Program

Truths = Mapping[str, Callable[..., Any]]

_MEMO = Memo()


class Answer:
    """What the reference makes of some arguments: all that is compared, by what to call it."""

    def __init__(self, outputs: Callable[..., dict[str, Any]], args: Sequence[Any]) -> None:
        self._outputs = outputs
        self.args = tuple(args)
        self.values: dict[str, Any] = read_only(outputs(*args))

    @functools.cached_property
    def tolerances(self) -> list[float]:
        """How far each value may be off."""
        return tolerance.derive(
            lambda *moved: list(self._outputs(*moved).values()), self.args, [*self.values.values()]
        )


def answer(
    truths: Truths,
    question: Question,
    program: Program | None,
    args: Sequence[Any],
    kwargs: Mapping[str, Any] | None = None,
) -> Answer:
    """The right answer to a call of a question, or to a program that a check makes of it."""
    truth = local.bind(program, truths, question.name)

    def outputs(*args: Any) -> dict[str, Any]:
        return _outputs(question, truths, local.run(truth, args, kwargs))

    # A program may use whatever the reference has; a question by itself is one function.
    bound = truths[question.name] if program is None else (program, *truths.values())
    return _MEMO.recall(
        (question, bound),
        fingerprint((tuple(args), dict(kwargs or {}))),
        lambda: Answer(outputs, args),
        lambda made: (made.args, made.values),
    )


def _outputs(question: Question, truths: Truths, outcome: Outcome) -> dict[str, Any]:
    if question.in_place:
        return in_place(question, truths, outcome)
    if isinstance(outcome.value, dict):
        return outcome.value
    if isinstance(outcome.value, tuple):
        return dict(zip(question.returns, outcome.value, strict=True))
    return {"The result": outcome.value}


def in_place(question: Question, truths: Truths, outcome: Outcome) -> dict[str, Any]:
    """The arguments that a function changes, as they are after the call."""
    names = local.parameters(truths[question.name])
    return {name: outcome.args[names.index(name)] for name in question.in_place}
