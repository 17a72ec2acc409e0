"""The kit that a check is given: ways to judge a function, and what it needs to make its inputs.

Every method either returns, and the check goes on, or raises a `WrongAnswer` that says what was
wrong on which input. Inputs go from small to large, so the first failure is the one to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from grader.errors import AssignmentError, Raised, StudentFault, WrongAnswer
from grader.kit import compare, differentiate, local, show, tolerance
from grader.kit.answers import answer, in_place
from grader.kit.difference import Difference
from grader.kit.program import Steps, parameters
from grader.kit.program import text as steps_as_text
from grader.kit.search import search
from grader.model import Counterexample, Diagnosis, Exhibit, Question
from grader.student import Function, Outcome, Program, Student
from grader.wire import weigh

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Truth = Callable[..., Any]
Case = tuple[Any, ...]
Drawn = TypeVar("Drawn")
Exhibits = Callable[[], Sequence[Exhibit]]

EXAMPLES = 40
DRAWS = 100
TOGETHER_BYTES = 1 << 16  # larger cases gain nothing by sharing a message, and might not fit


def _is_row(value: Any, length: int) -> bool:
    return isinstance(value, np.ndarray) and value.shape == (length,) and value.dtype.kind in "fiu"


def _made(exhibits: Exhibits) -> tuple[Exhibit, ...]:
    try:
        return tuple(exhibits())
    except StudentFault:
        return ()


class Kit:
    """What one check works with.

    A `brief` one is for those who only ask whether the check passes: the first failure ends it, and
    nothing is gathered or shrunk to explain it. So many inputs of a property as `together` says are
    sent at once.
    """

    def __init__(
        self, truths: Mapping[str, Truth], seed: int, *, brief: bool = False, together: int = 1
    ) -> None:
        self._truths = truths
        self._brief = brief
        self._together = together
        self.seed = seed
        self.rng = np.random.default_rng(seed)

    def matches(
        self,
        function: Function,
        cases: Iterable[Sequence[Any]],
        *,
        unchanged: bool = False,
        otherwise: Sequence[Function] = (),
        evidence: Iterable[Sequence[Any]] = (),
    ) -> None:
        """The function does what the reference does, on each of the cases.

        For a function that works in place the arguments named so are compared afterwards,
        otherwise the value. With `unchanged` all other arguments must be left as they were.
        What one of `otherwise` gives is right as well: that is how the student's other functions
        would do it, which may be wrong without this one being so.
        The calls after a failure, those of `evidence` included, only help to name the mistake.
        """
        remaining = iter(cases)
        for args in remaining:
            try:
                self.agrees(function, args, unchanged=unchanged, sharp=True)
            except (WrongAnswer, Raised):
                if any(self._does_as(function, other, args) for other in otherwise):
                    continue
                if not self._brief:
                    self._gather(function, [*remaining, *evidence])
                raise

    def each(self, cases: Iterable[Drawn], judge: Callable[[Drawn], None]) -> None:
        """Judge case after case; those after a failure only help to name the mistake."""
        remaining = iter(cases)
        for case in remaining:
            try:
                judge(case)
            except (WrongAnswer, Raised):
                for other in () if self._brief else remaining:
                    try:
                        judge(other)
                    except (WrongAnswer, Raised):
                        continue
                    except StudentFault:  # the worker is gone; what was found stands
                        break
                raise

    def _does_as(self, function: Function, other: Function, args: Sequence[Any]) -> bool:
        """Whether two programs of the student's come to the same."""
        _, tolerances = self._expect(function, args, sharp=False)
        try:
            one, two = function.call(*args).value, other.call(*args).value
        except Exception:  # what the student's functions return need not fit together at all
            return False
        return all(map(compare.equal, one.values(), two.values(), tolerances))

    def draw(
        self, function: Function, make: Callable[..., Case], *args: Any, **kwargs: Any
    ) -> Case:
        """A case from `make(rng, …)`, drawn again while a mistake could hide in its tolerance."""
        for _ in range(DRAWS):
            case = make(self.rng, *args, **kwargs)
            try:
                self._expect(function, case, sharp=True)
            except AssignmentError as error:
                coarse = error
            else:
                return case
        raise coarse

    def steps(self, student: Student, question: str, program: Program) -> Function:
        """What a program makes of the submission, to be judged like one of its functions."""
        return Steps(student, question, program)

    def _gather(self, function: Function, cases: Iterable[Sequence[Any]]) -> None:
        for args in cases:
            try:
                function.call(*args)
            except Raised:
                continue
            except StudentFault:  # the worker is gone; what the check has found stands
                return

    def agrees(
        self,
        function: Function,
        args: Sequence[Any],
        *,
        unchanged: bool = False,
        sharp: bool = False,
    ) -> None:
        """One case of `matches`; `sharp` refuses inputs on which a mistake could hide."""
        right = self._expect(function, args, sharp=sharp)
        self._judge(function, args, right, function.call(*args), unchanged=unchanged)

    def _judge(
        self,
        function: Function,
        args: Sequence[Any],
        right: tuple[dict[str, Any], list[float]],
        outcome: Outcome,
        *,
        unchanged: bool,
    ) -> None:
        names = self.names(function.question, function.program)
        expected, tolerances = right
        if unchanged:
            for name, before, after in zip(names, args, outcome.args, strict=False):
                if name not in function.question.in_place and not compare.same(before, after):
                    raise self._changed(function, args, name, before, after)
        got = self._got(function, args, outcome, expected)
        for (name, actual), value, slack in zip(
            got.items(), expected.values(), tolerances, strict=True
        ):
            self._compare(function, args, name, value, actual, slack)

    def unchanged(self, function: Function, cases: Iterable[Sequence[Any]]) -> None:
        """The function is right on the cases, and leaves alone what it is not meant to change."""
        self.matches(function, cases, unchanged=True)

    def gradient(
        self,
        function: Function,
        args: Sequence[Any],
        loss: Callable[..., float],
        *,
        of: Sequence[str],
        step: float,
    ) -> None:
        """One call moves each named argument by −step times the numerical gradient of the loss.

        `loss` takes the same arguments as the function; nothing but its values is used, so the
        formula of the gradient is judged independently of the one in the reference.
        """
        names = self.names(function.question)
        outcome = function.call(*args)
        for name in of:
            index = names.index(name)
            before = np.asarray(args[index], dtype=np.float64)

            def loss_at(point: Array, index: int = index) -> float:
                return float(loss(*args[:index], point, *args[index + 1 :]))

            slope, error = differentiate.gradient(loss_at, before)
            expected = before - step * slope
            slack = step * float(error.max()) + tolerance.rounding(*args, step * slope)
            tolerance.ensure_sharp(slack, float(np.abs(step * slope).max()), name)
            self._compare(function, args, name, expected, outcome.args[index], slack)

    def derivative(
        self,
        function: Function,
        args: Sequence[Any],
        loss: Callable[..., float],
        *,
        of: str | Mapping[str, str],
    ) -> None:
        """The value is the numerical gradient of a loss in the argument of that name.

        For a program: each of the results that `of` names is the gradient in the argument that it
        names for it. `loss` takes the same arguments, and nothing but its values is used.
        """
        names = self.names(function.question, function.program)
        slopes: dict[str, Array] = {}
        slacks: list[float] = []
        for result, name in (of if isinstance(of, Mapping) else {"The result": of}).items():
            index = names.index(name)

            def loss_at(moved: Array, index: int = index) -> float:
                return float(loss(*args[:index], moved, *args[index + 1 :]))

            point = np.asarray(args[index], dtype=np.float64)
            slope, error = differentiate.gradient(loss_at, point)
            slack = float(error.max()) + tolerance.rounding(*args, slope)
            tolerance.ensure_sharp(slack, float(np.abs(slope).max()), function.question.name)
            slopes[result] = slope
            slacks.append(slack)
        got = self._got(function, args, function.call(*args), slopes)
        for (result, slope), slack in zip(slopes.items(), slacks, strict=True):
            self._compare(function, args, result, slope, got[result], slack)

    def accuracy(
        self,
        share: float,
        *,
        at_least: float,
        what: str,
        exhibits: Exhibits = tuple,
    ) -> None:
        """A trained model is right often enough; the margin is wide, luck plays no part."""
        if not share >= at_least:
            raise WrongAnswer(
                f"{what} is right on {share:.1%} of the test rows; at least {at_least:.0%} is "
                "expected of a correct solution.",
                exhibits=_made(exhibits),
            )

    def property(
        self,
        holds: Callable[[Any], None],
        given: SearchStrategy[Any],
        *,
        examples: int = EXAMPLES,
    ) -> None:
        """`holds` raises for no value that `given` can draw; the smallest one found is shown."""
        search(holds, given, seed=self.seed, examples=examples, shrink=not self._brief)

    def agrees_on_any(
        self,
        function: Function,
        given: SearchStrategy[tuple[Any, ...]],
        make: Callable[..., Case] | None = None,
        *,
        unchanged: bool = False,
        examples: int = EXAMPLES,
    ) -> None:
        """The function does what the reference does on every case that can be drawn.

        With `make` a seed is drawn, with sizes and the like behind it: `make(rng, …)` is the case.
        Each case is drawn by itself and holds nobody's answer, so they can be sent together.
        """
        waiting: list[Case] = []

        def settle() -> None:
            for args, outcome in zip(waiting, function.call_all(waiting), strict=True):
                right = self._expect(function, args, sharp=False)
                self._judge(function, args, right, outcome, unchanged=unchanged)
            waiting.clear()

        def holds(drawn: tuple[Any, ...]) -> None:
            case = drawn if make is None else make(np.random.default_rng(drawn[0]), *drawn[1:])
            if self._together == 1:
                self.agrees(function, case, unchanged=unchanged)
                return
            if waiting and weigh([*waiting, case]) > TOGETHER_BYTES:
                settle()
            waiting.append(case)
            if len(waiting) == self._together:
                settle()

        self.property(holds, given, examples=examples)
        if waiting:
            settle()

    def has_dtype(
        self, function: Function, args: Sequence[Any], name: str, got: Any, wanted: str
    ) -> None:
        """A part of the result is an array of that dtype."""
        if not isinstance(got, np.ndarray):
            said = f"{name} should be an array, but is {compare.describe(got)}: "
            raise self.wrong(function, args, f"{said}np.array({name}, np.{wanted})", wanted, got)
        if got.dtype.name != wanted:
            said = f"{name} has dtype {got.dtype}, but {wanted} is asked for: "
            raise self.wrong(
                function, args, f"{said}add .astype(np.{wanted})", wanted, got.dtype.name
            )

    def wrong(
        self,
        function: Function,
        args: Sequence[Any],
        message: str,
        expected: Any,
        got: Any,
        *,
        slack: float | None = None,
        exhibits: Exhibits = tuple,
    ) -> WrongAnswer:
        """A wrong answer with the call that shows it.

        With the tolerance, `slack`, it is marked where the two differ. What `exhibits` makes is
        shown besides, unless the student's code fails in the making.
        """
        sentence = message if message.endswith((".", "?")) else f"{message}."
        if self._brief:
            return WrongAnswer(sentence)
        # What a check expects can be said in words; what came back then stands beside them as such.
        words = isinstance(expected, str)
        shown = (
            expected if words else show.value(expected),
            got if words and isinstance(got, str) else show.value(got),
        )
        example = self.example(function.question, args, *shown, program=function.program)
        if slack is None:
            return WrongAnswer(sentence, counterexample=example, exhibits=_made(exhibits))
        difference = Difference(expected, got, slack)
        marks = difference.marks(*shown)
        return WrongAnswer(
            sentence,
            counterexample=replace(example, expected_marks=marks[0], got_marks=marks[1]),
            exhibits=(*difference.exhibits(), *_made(exhibits)),
        )

    def example(
        self,
        question: Question,
        args: Sequence[Any],
        expected: str = "",
        got: str = "",
        *,
        program: Program | None = None,
    ) -> Counterexample:
        """A call as text, or the steps of a program."""
        names = self.names(question, program)
        call = f"{question.function}({', '.join(names[: len(args)])})"
        return Counterexample(
            call=call if program is None else steps_as_text(program),
            args=show.arguments(names, args),
            expected=expected,
            got=got,
        )

    def _changed(
        self, function: Function, args: Sequence[Any], name: str, before: Any, after: Any
    ) -> WrongAnswer:
        question = function.question
        said = f"{question.function} changed its argument {name}, which belongs to the caller."
        example = self.example(
            *(question, args),
            f"{name} as before: {show.value(before)}",
            f"after the call: {show.value(after)}",
            program=function.program,
        )
        wrong = WrongAnswer(said, counterexample=example)
        hint = f"Work on a new array: `{name} = {name} - …` makes one, `{name} -= …` does not."
        wrong.diagnosis = (
            Diagnosis(f"{question.name}.argument-changed", f"{name} is changed in place", hint),
        )
        return wrong

    def names(self, question: Question, program: Program | None = None) -> tuple[str, ...]:
        """The names of the parameters, as the reference calls them."""
        if program is not None:
            return parameters(program)
        return local.parameters(self._truths[question.name])

    def _expect(
        self, function: Function, args: Sequence[Any], *, sharp: bool
    ) -> tuple[dict[str, Any], list[float]]:
        """What the reference makes of the arguments: all that is compared, with its tolerances."""
        question = function.question
        right = answer(self._truths, question, function.program, args)
        if sharp:
            self._ensure_sharp(question, args, right.values, right.tolerances)
        return right.values, right.tolerances

    def _got(
        self, function: Function, args: Sequence[Any], outcome: Outcome, expected: dict[str, Any]
    ) -> dict[str, Any]:
        """The same things as they came back from the student, by what to call them."""
        question, value = function.question, outcome.value
        if question.in_place:
            return in_place(question, self._truths, outcome)
        if function.program is not None:
            return dict(value)
        right = tuple(expected.values())
        if value is None:
            said = f"{question.function} returned None: is a `return` missing, or is it not "
            shown = right[0] if len(right) == 1 else right
            raise self.wrong(function, args, f"{said}implemented yet?", shown, value)
        if len(expected) == 1:
            return dict.fromkeys(expected, value)
        if _is_row(value, len(expected)) and not any(map(np.ndim, right)):
            value = value.tolist()  # numbers that came as one array unpack as well
        if not isinstance(value, tuple | list) or len(value) != len(expected):
            said = (
                f"{question.function} should return {len(expected)} values "
                f"({', '.join(question.returns)}), but returned {compare.describe(value)}"
            )
            raise self.wrong(function, args, said, right, value)
        return dict(zip(question.returns, value, strict=True))

    def _compare(
        self,
        function: Function,
        args: Sequence[Any],
        name: str,
        expected: Any,
        got: Any,
        slack: float,
    ) -> None:
        difference = compare.difference(name, expected, got, slack)
        if difference is None:
            return
        question = function.question
        if question.in_place:
            before = args[self.names(question).index(name)]
            if compare.same(before, got):
                difference = (
                    f"{name} is the same as before. {question.function} has to change it in place, "
                    f"as {name} -= … does. Or is it not implemented yet?"
                )
            difference = f"After the call {difference}"
        raise self.wrong(function, args, difference, expected, got, slack=slack)

    def _ensure_sharp(
        self,
        question: Question,
        args: Sequence[Any],
        expected: Mapping[str, Any],
        tolerances: Sequence[float],
    ) -> None:
        names = self.names(question) if question.in_place else ()
        for (name, right), slack in zip(expected.items(), tolerances, strict=True):
            size = np.asarray(right, dtype=np.float64)
            if question.in_place:
                size = size - np.asarray(args[names.index(name)])
            if size.size:
                tolerance.ensure_sharp(slack, float(np.abs(size).max()), question.name)
