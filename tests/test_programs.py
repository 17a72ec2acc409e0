"""Programs: steps with a class of the submission, judged, shown and diagnosed as one call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from grader.diagnose import diagnose
from grader.errors import AssignmentError, WrongAnswer
from grader.kit import Kit, misconception, program
from grader.kit.declare import misconceptions_in
from grader.model import CheckResult, Question, Status
from grader.runner import ReferenceSession
from grader.student import Student

Array = np.ndarray[Any, Any]


class Scale:
    """Multiplies by a factor."""

    def __init__(self, factor: float) -> None:
        self.factor = factor

    def forward(self, X: Array) -> Array:
        self.X = X
        return self.factor * X

    def backward(self, upstream: Array) -> Array:
        self.slope = float(np.sum(self.X * upstream))
        return self.factor * upstream


class Forgetful(Scale):
    """The factor is forgotten on the way back."""

    def backward(self, upstream: Array) -> Array:
        super().backward(upstream)
        return upstream


class Greedy(Scale):
    """What goes forward is changed in place."""

    def forward(self, X: Array) -> Array:
        self.X = X.copy()
        X *= self.factor
        return X


def twice(value: Array) -> Array:
    return 2.0 * value


QUESTIONS = {
    "Scale": Question("Scale", "m", "Scale", 50.0, ""),
    "twice": Question("twice", "m", "twice", 50.0, "", built_on=("Scale",)),
}
TRUTHS: dict[str, Any] = {"Scale": Scale, "twice": twice}
CASE = np.array([[1.0, -2.0]]), 3.0, np.array([[0.5, 4.0]])


def steps(m: Any, X: Array, factor: float, upstream: Array) -> dict[str, Any]:
    """Forward and back."""
    layer = m.Scale(factor)
    out = layer.forward(X)
    return {"forward(X)": out, "backward(upstream)": layer.backward(upstream), "s": layer.slope}


def through(X: Array, factor: float, upstream: Array) -> float:
    return float(np.sum(upstream * factor * X))


def pair(**replaced: Any) -> tuple[Student, Kit]:
    """A student who has handed in the right thing, but for what is replaced."""
    return Student(QUESTIONS, ReferenceSession({**TRUTHS, **replaced})), Kit(TRUTHS, 0)


def test_the_same_steps_are_right_with_the_right_class_and_wrong_with_another() -> None:
    student, kit = pair()
    kit.matches(kit.steps(student, "Scale", steps), [CASE], unchanged=True)
    student, kit = pair(Scale=Forgetful)
    with pytest.raises(
        WrongAnswer, match=r"^backward\(upstream\) is wrong in 2 of its 2"
    ) as caught:
        kit.matches(kit.steps(student, "Scale", steps), [CASE])
    example = caught.value.counterexample
    assert example is not None
    assert example.call.splitlines() == [
        *("layer = m.Scale(factor)", "out = layer.forward(X)"),
        *("out", "layer.backward(upstream)", "layer.slope"),
    ]
    assert "factor = 3.0" in example.args


def test_arguments_that_a_method_changes_are_seen() -> None:
    student, kit = pair(Scale=Greedy)
    kit.matches(kit.steps(student, "Scale", steps), [CASE])
    with pytest.raises(WrongAnswer, match="changed its argument X"):
        kit.unchanged(kit.steps(student, "Scale", steps), [CASE])
    assert np.array_equal(CASE[0], [[1.0, -2.0]])


def test_each_result_is_the_gradient_in_the_argument_that_is_named_for_it() -> None:
    student, kit = pair()
    of = {"backward(upstream)": "X"}
    kit.derivative(kit.steps(student, "Scale", steps), CASE, through, of=of)
    student, kit = pair(Scale=Forgetful)
    with pytest.raises(WrongAnswer, match=r"backward\(upstream\) is wrong"):
        kit.derivative(kit.steps(student, "Scale", steps), CASE, through, of=of)


def test_what_the_students_own_parts_come_to_is_right_as_well() -> None:
    def built(m: Any, value: Array) -> dict[str, Any]:
        return {"value": m.twice(value)}

    def parts(m: Any, value: Array) -> dict[str, Any]:
        return {"value": m.Scale(2.0).backward(value)}

    class Broken(Scale):
        def backward(self, upstream: Array) -> Array:
            return 5.0 * upstream

    class Crashing(Scale):
        def backward(self, upstream: Array) -> Array:
            raise ValueError

    value = np.array([1.0, 2.0])
    for Wrong, accepted in ((Broken, True), (Crashing, False)):
        student, kit = pair(Scale=Wrong, twice=lambda value: 5.0 * value)
        it, other = kit.steps(student, "twice", built), kit.steps(student, "twice", parts)
        if accepted:
            kit.matches(it, [(value,)], otherwise=[other])
        else:
            with pytest.raises(WrongAnswer):
                kit.matches(it, [(value,)], otherwise=[other])
    student, kit = pair(Scale=Broken, twice=lambda value: 3.0 * value)
    it, other = kit.steps(student, "twice", built), kit.steps(student, "twice", parts)
    with pytest.raises(WrongAnswer):
        kit.matches(it, [(value,)], otherwise=[other])


def test_a_case_in_which_a_mistake_could_hide_is_refused_for_a_program_too() -> None:
    student, kit = pair()
    with pytest.raises(AssignmentError, match="too coarse"):
        kit.matches(kit.steps(student, "Scale", steps), [(CASE[0], 3.0, np.zeros((1, 2)))])


def test_a_mistake_in_a_class_is_named() -> None:
    import types

    module = types.ModuleType("wrong")
    module.__dict__["Forgetful"] = misconception("Scale.forgetful")(
        type(
            "Forgetful", (Forgetful,), {"__doc__": "It forgets.\n\nDo not.", "__module__": "wrong"}
        )
    )
    module.__dict__["Derived"] = type("Derived", (module.Forgetful,), {"__module__": "wrong"})
    known = misconceptions_in(module)
    assert [item.id for item in known] == ["Scale.forgetful"]

    student, kit = pair(Scale=Forgetful)
    with pytest.raises(WrongAnswer):
        kit.matches(kit.steps(student, "Scale", steps), [CASE])
    failed = CheckResult("Scale.steps", "Scale", "", "value", "visible", Status.FAILED, 0.0, 1.0)
    calls = {"Scale.steps": student.calls}
    found = diagnose(QUESTIONS["Scale"], [failed], calls, TRUTHS, known)
    assert [item.id for item in found["Scale.steps"]] == ["Scale.forgetful"]

    student, kit = pair(Scale=Greedy)
    with pytest.raises(WrongAnswer):
        kit.unchanged(kit.steps(student, "Scale", steps), [CASE])
    calls = {"Scale.steps": student.calls}
    assert diagnose(QUESTIONS["Scale"], [failed], calls, TRUTHS, known) == {"Scale.steps": ()}


def test_an_object_alone_is_no_evidence() -> None:
    student, _ = pair()
    student.Scale(3.0)
    failed = CheckResult("Scale.steps", "Scale", "", "value", "visible", Status.FAILED, 0.0, 1.0)
    calls = {"Scale.steps": student.calls}
    assert diagnose(QUESTIONS["Scale"], [failed], calls, TRUTHS, ()) == {"Scale.steps": ()}


def test_steps_are_shown_as_a_student_could_type_them() -> None:
    def helped(m: Any, n: int) -> dict[str, Any]:
        """Not shown."""
        for index in range(n):
            m.Scale(index)
        return {"result.x": twice(m.twice(n)), "y": m.twice(n)}

    assert program.text(helped).splitlines() == [
        *("for index in range(n):", "    m.Scale(index)", "result.x", "m.twice(n)"),
    ]
    assert program.parameters(helped) == ("n",)
