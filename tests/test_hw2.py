"""hw2: what a wrong part costs the whole, and that no correct classifier has bad luck."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.kit import Kit
from grader.launch import ForkLauncher
from grader.model import Report
from grader.runner import ReferenceSession, grade
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files
from reference.mlp_classifier import MLPClassifier
from tests.support import ROOT, explain, lost

HW2 = ROOT / "tests" / "submissions" / "hw2"
BASE = (HW2 / "base" / "mlp.py").read_text()
PARTS = ("Dense", "Tanh", "ReLU", "Sigmoid", "cross_entropy", "cross_entropy_grad", "Model")

Grade = Callable[..., Report]


@pytest.fixture(scope="module")
def hw2() -> Assignment:
    return load_assignment(read_outline("hw2"))


@pytest.fixture(scope="module")
def grade_source(hw2: Assignment) -> Iterator[Grade]:
    launcher = ForkLauncher(hw2.outline.libraries, hw2.outline.preload)

    def graded(source: str, questions: tuple[str, ...] = PARTS) -> Report:
        submission = from_files("test", {"mlp.py": source.encode()}, ["mlp"])
        return grade(hw2, submission, launcher, questions=questions)

    yield graded
    launcher.close()


@pytest.mark.parametrize(
    ("right", "wrong", "question"),
    [
        ("self.db = upstream.sum(axis=0)", "self.db = upstream.mean(axis=0)", "Dense"),
        ("return X @ self.W + self.b", "return X @ self.W", "Dense"),
        ("upstream * self.sigma * (1", "upstream * (1", "Tanh"),
        ("upstream * self.s * (1 - self.s)", "upstream * self.s", "Sigmoid"),
        ("/ (1 - p + eps)) / len(p)", "/ (1 - p + eps))", "cross_entropy_grad"),
        ("return -np.mean(y * np.log(p", "return -np.sum(y * np.log(p", "cross_entropy"),
    ],
)
def test_a_wrong_part_does_not_make_the_model_wrong(
    grade_source: Grade, right: str, wrong: str, question: str
) -> None:
    assert BASE.count(right) == 1
    report = grade_source(BASE.replace(right, wrong))
    assert set(lost(report)) == {question}, explain(report)


def test_a_model_without_layers_says_where_that_comes_from(grade_source: Grade) -> None:
    source = (
        BASE
        + "\n\nclass Dense:\n    def __init__(self, units):\n        raise NotImplementedError\n"
    )
    report = grade_source(source)
    assert set(lost(report)) == {"Dense", "Model"}
    for check in report.checks:
        if check.question == "Model":
            assert check.message.startswith("Dense is not implemented yet.")
            assert "follows from Dense" in check.message


def test_a_mistake_in_the_model_is_not_excused_by_one_in_a_layer(grade_source: Grade) -> None:
    source = BASE.replace("upstream.sum(axis=0)", "upstream.mean(axis=0)")
    report = grade_source(source.replace("2 * self.rho * layer.W", "self.rho * layer.W"))
    assert set(lost(report)) == {"Dense", "Model"}


# --- no correct solution fails by its luck -------------------------------------------------------


def variant(name: str) -> ModuleType:
    path = HW2 / name / "mlp.py"
    spec = importlib.util.spec_from_file_location(f"hw2_{path.parent.name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "seeds"),
    # How far they spread, one classifier shows; the others, that they spread alike.
    [("base", 50), ("correct/single_precision", 15), ("correct/factories", 15)],
)
def test_every_classifier_learns_with_every_seed(hw2: Assignment, name: str, seeds: int) -> None:
    """Accuracies are far above what is asked for, whatever the seed of data and classifier."""
    made = variant(name).MLPClassifier
    chosen = [check for check, _ in hw2.checks if check.kind == "accuracy"]
    for seed in range(seeds):

        def seeded(*args: Any, seed: int = seed, **kwargs: Any) -> Any:
            return made(*args, **{"seed": seed, **kwargs}) if len(args) < 6 else made(*args)

        session = ReferenceSession({**hw2.truths, "MLPClassifier": seeded})
        for check in chosen:
            kit = Kit(hw2.truths, seed_of_check(seed, check.id))
            with np.errstate(all="ignore"):
                check.function(Student(hw2.questions, session), kit)


class Unscaled(MLPClassifier):
    def _standard(self, X: Any) -> Any:
        return X


class FromLargeWeights(Unscaled):
    factor = 1.0

    def _build(self, inputs: int, classes: int, rng: np.random.Generator) -> list[Any]:
        layers = super()._build(inputs, classes, rng)
        for layer in layers[::2]:
            layer.W = self.factor * rng.normal(size=layer.W.shape)
        return layers


class FromSmallWeights(FromLargeWeights):
    factor = 0.01


class WithMomentum(MLPClassifier):
    def _step(self, X: Any, y: Any) -> None:
        before = [(layer.W.copy(), layer.b.copy()) for layer in self._layers[::2]]
        super()._step(X, y)
        for layer, (W, b) in zip(self._layers[::2], before, strict=True):
            old = getattr(layer, "moved", (0.0, 0.0))
            layer.moved = 0.9 * old[0] + layer.W - W, 0.9 * old[1] + layer.b - b
            layer.W, layer.b = W + layer.moved[0], b + layer.moved[1]


class SummedOverTheBatch(MLPClassifier):
    def _step(self, X: Any, y: Any) -> None:
        mean, self.lr = self.lr, self.lr * len(y)
        super()._step(X, y)
        self.lr = mean


class DrawsEachBatch(MLPClassifier):
    def fit(self, X: Any, y: Any) -> Any:
        self.rows = np.random.default_rng(self.seed), X, y
        return super().fit(X, y)

    def _step(self, X: Any, y: Any) -> None:
        rng, rows, labels = self.rows
        part = rng.integers(len(rows), size=self.batch)
        super()._step(self._standard(rows[part]), labels[part])


class DrawsByEpochs(MLPClassifier):
    def fit(self, X: Any, y: Any) -> Any:
        self.seed: Any = [self.seed, self.epochs]
        return super().fit(X, y)


@pytest.mark.parametrize(
    "made",
    [
        *[Unscaled, FromLargeWeights, FromSmallWeights, WithMomentum, SummedOverTheBatch],
        *[DrawsEachBatch, DrawsByEpochs],
    ],
)
@pytest.mark.parametrize("name", ["passes", "constant-column"])
def test_a_classifier_is_right_whatever_a_step_is_like(
    hw2: Assignment, made: type[Any], name: str
) -> None:
    (check,) = (check for check, _ in hw2.checks if check.id == f"MLPClassifier.{name}")
    session = ReferenceSession({**hw2.truths, "MLPClassifier": made})
    for seed in range(10):
        kit = Kit(hw2.truths, seed_of_check(seed, check.id))
        check.function(Student(hw2.questions, session), kit)


@pytest.mark.parametrize("stops", ["gradient", "step", "either", "both"])
def test_every_way_to_stop_is_right(hw2: Assignment, stops: str) -> None:
    from scipy.optimize import OptimizeResult

    def adam(
        fun: Any,
        x0: Any,
        args: Any = (),
        jac: Any = True,
        lr: float = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        maxiter: int = 1000,
        tol: float = 1e-8,
        callback: Any = None,
        **options: Any,
    ) -> Any:
        x, m, v = np.array(x0, dtype=float), np.zeros(len(x0)), np.zeros(len(x0))
        for t in range(1, maxiter + 1):
            g = jac(x, *args) if callable(jac) else fun(x, *args)[1]
            m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g * g
            step = lr * m / (1 - beta1**t) / (np.sqrt(v / (1 - beta2**t)) + eps)
            x = x - step
            if callback is not None:
                callback(x)
            small = {"gradient": np.linalg.norm(g) < tol, "step": np.linalg.norm(step) < tol}
            if {**small, "either": any(small.values()), "both": all(small.values())}[stops]:
                break
        return OptimizeResult(x=x)

    session = ReferenceSession({**hw2.truths, "adam": adam})
    for seed in range(10):
        for check, _ in hw2.checks:
            if check.question == "adam" and check.id != "adam.minimize":
                kit = Kit(hw2.truths, seed_of_check(seed, check.id))
                check.function(Student(hw2.questions, session), kit)


def test_the_steps_that_are_shown_run_as_they_stand(hw2: Assignment) -> None:
    """What a student reads can be typed: no name in it comes from nowhere."""
    mlp = variant("base")
    session = ReferenceSession(hw2.truths)
    seen = set()
    for check, _ in hw2.checks:
        if check.kind in ("accuracy", "property"):
            continue
        student = Student(hw2.questions, session)
        kit = Kit(hw2.truths, seed_of_check(0, check.id))
        check.function(student, kit)
        for call in student.calls:
            if call.program is None or call.program in seen:
                continue
            seen.add(call.program)
            names = kit.names(hw2.questions[call.question], call.program)
            space = {"mlp": mlp, "np": np, **dict(zip(names, call.args, strict=True))}
            shown = kit.example(hw2.questions[call.question], call.args, program=call.program).call
            exec(shown, space)
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("returned", "described"),
    [("loss", "the number"), ("(loss, grad, 0)", "3"), ("np.array([loss, loss])", "array")],
)
def test_what_is_no_pair_is_said_to_be_none(
    grade_source: Grade, returned: str, described: str
) -> None:
    wrapped = f"""


_evaluate = Model.evaluate_loss


def _other(self, params, X, y):
    loss, grad = _evaluate(self, params, X, y)
    return {returned}


Model.evaluate_loss = _other
"""
    report = grade_source(BASE + wrapped, ("Model",))
    messages = [check.message for check in report.checks if not check.passed]
    assert any(
        message.startswith("evaluate_loss should return a pair (loss, grad), but returned")
        and described in message
        for message in messages
    ), explain(report)


def test_an_argument_too_many_is_taken_for_a_missing_self_only_if_it_is_one_too_many(
    grade_source: Grade,
) -> None:
    for wrong, named in (("def forward(X):", True), ("def forward(self, X, y):", False)):
        source = BASE.replace("def forward(self, X):", wrong, 1)
        assert source != BASE
        report = grade_source(source, ("Dense",))
        ids = {item.id for check in report.checks for item in check.diagnosis}
        assert ("Dense.self-missing" in ids) is named, explain(report)
