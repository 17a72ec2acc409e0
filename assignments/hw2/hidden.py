"""The checks of hw2 that run only where the course staff runs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Kit, check, compare

from . import cases, checks, programs

Array = np.ndarray[Any, Any]


@check("Dense.arguments", points=1)
def dense_arguments(student: Any, kit: Kit) -> None:
    """forward and backward are right, and leave X and upstream as they were."""
    backward = kit.steps(student, "Dense", programs.dense_backward)
    kit.unchanged(backward, [kit.draw(backward, cases.dense, 3, 2, 4)])


@check("Dense.any-size", points=1, kind="property")
def dense_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows, inputs and units will do."""
    backward = kit.steps(student, "Dense", programs.dense_backward)
    kit.agrees_on_any(backward, cases.sizes(), cases.dense, examples=15)


@check("Dense.generator", points=1)
def dense_generator(student: Any, kit: Kit) -> None:
    """W is drawn from the generator: the same state gives the same weights, another one others."""
    setup = kit.steps(student, "Dense", programs.dense_setup)
    args = 4, 3, 7
    first, second, other = setup(*args), setup(*args), setup(4, 3, 8)
    if not all(compare.same(first[name], second[name]) for name in ("W", "b")):
        said = "Two layers that were set up alike have different weights: draw them from rng"
        raise kit.wrong(setup, args, said, first["W"], second["W"])
    if compare.same(first["W"], other["W"]):
        said = "Two layers have the same weights though their generators differ: draw W from rng"
        raise kit.wrong(setup, args, said, "weights that depend on rng", first["W"])


@check("Tanh.arguments", points=1)
def tanh_arguments(student: Any, kit: Kit) -> None:
    """Without σ it is tanh(x); in single precision too, and X and upstream stay as they were."""
    default = kit.steps(student, "Tanh", programs.tanh_default)
    drawn = cases.activation(kit.rng, 3, 2)
    kit.matches(default, [drawn, cases.single_precision(drawn)])
    X, upstream = drawn
    kit.unchanged(kit.steps(student, "Tanh", programs.tanh_backward), [(X, 0.6, upstream)])


@check("ReLU.arguments", points=1)
def relu_arguments(student: Any, kit: Kit) -> None:
    """It is right in single precision, too, and X and upstream stay as they were."""
    backward = kit.steps(student, "ReLU", programs.relu_backward)
    drawn = cases.activation(kit.rng, 3, 2)
    kit.unchanged(backward, [drawn, cases.single_precision(drawn)])


@check("Sigmoid.arguments", points=1)
def sigmoid_arguments(student: Any, kit: Kit) -> None:
    """It is right in single precision, too, and X and upstream stay as they were."""
    backward = kit.steps(student, "Sigmoid", programs.sigmoid_backward)
    drawn = cases.activation(kit.rng, 3, 2)
    kit.unchanged(backward, [drawn, cases.single_precision(drawn)])


@check("cross_entropy.arguments", points=1)
def entropy_arguments(student: Any, kit: Kit) -> None:
    """Labels of any type and single precision will do, and p and y stay as they were."""
    it = student.cross_entropy
    p, y = kit.draw(it, cases.probabilities, 6)
    kit.unchanged(it, [(p, y.astype(np.int32)), (p.astype(np.float32), y.astype(np.float64))])


@check("cross_entropy_grad.arguments", points=1)
def entropy_slope_arguments(student: Any, kit: Kit) -> None:
    """Labels of any type and single precision will do, and p and y stay as they were."""
    it = student.cross_entropy_grad
    p, y = kit.draw(it, cases.probabilities, 6)
    kit.unchanged(it, [(p, y.astype(np.int32)), (p.astype(np.float32), y.astype(np.float64))])


@check("softmax_cross_entropy.arguments", points=1)
def softmax_arguments(student: Any, kit: Kit) -> None:
    """Loss and gradient are right, and Z and y stay as they were."""
    it = student.softmax_cross_entropy
    kit.unchanged(it, [kit.draw(it, cases.logits, 3, 4)])


@check("softmax_cross_entropy.any-size", points=1, kind="property")
def softmax_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and classes will do."""
    it = student.softmax_cross_entropy

    def case(rng: cases.Rng, n: int, k: int, _: int) -> cases.Case:
        return cases.logits(rng, n, k + 1)

    kit.agrees_on_any(it, cases.sizes(), case, examples=15)


@check("Model.arguments", points=1)
def model_arguments(student: Any, kit: Kit) -> None:
    """evaluate_loss leaves params, X and y as they were, whatever the parameters were before."""
    loss = kit.steps(student, "Model", programs.model_loss)
    args = cases.model_problem(kit.rng, 4, 2, [3], 0.1)
    outcome = loss.call(*args)
    for name, before, after in zip(("params", "X", "y"), args, outcome.args, strict=False):
        if not compare.same(before, after):
            said = f"evaluate_loss changed its argument {name}, which belongs to the caller"
            raise kit.wrong(loss, args, said, before, after)
    twice = kit.steps(student, "Model", programs.model_twice)
    result = twice(*args)
    if not compare.equal(result["first"], result["again"], 1e-6):
        said = (
            "evaluate_loss gives another loss for the same parameters after a call with others: "
            "put the parameters that are passed into the layers first"
        )
        raise kit.wrong(twice, args, said, result["first"], result["again"])


@check("Model.seed", points=1)
def model_seed(student: Any, kit: Kit) -> None:
    """The same seed gives the same parameters, another one others; by default it is 0."""
    start = kit.steps(student, "Model", programs.model_seed)
    args = 3, 4, 5
    first, second = (start(*args)["get_params()"] for _ in range(2))
    array = compare.numeric(first)
    if array is None or array.shape != (3 * 4 + 4 + 4 + 1,):
        said = f"get_params() should be a vector of 21 numbers, but is {compare.describe(first)}"
        raise kit.wrong(start, args, said, "21 numbers", first)
    if not compare.same(first, second):
        said = (
            "Two models with the same seed start with different parameters: draw them from one "
            "generator, numpy.random.default_rng(seed)"
        )
        raise kit.wrong(start, args, said, first, second)
    if compare.same(first, start(3, 4, 6)["get_params()"]):
        said = (
            "Models with the seeds 5 and 6 start with the same parameters: draw them from "
            "numpy.random.default_rng(seed)"
        )
        raise kit.wrong(start, args, said, "parameters that depend on the seed", first)
    unseeded = kit.steps(student, "Model", programs.model_unseeded)
    value, expected = unseeded(3, 4)["get_params()"], start(3, 4, 0)["get_params()"]
    if not compare.same(expected, value):
        said = "A model without a seed should start like one with seed = 0, which is the default"
        raise kit.wrong(unseeded, (3, 4), said, expected, value)
    alike = kit.steps(student, "Model", programs.model_alike)
    one, other = alike(4).values()
    setup = kit.steps(student.unrecorded(), "Dense", programs.dense_setup)
    drawn = not compare.same(setup(4, 4, 0)["W"], setup(4, 4, 1)["W"])
    if drawn and compare.same(one, other):
        said = (
            "Two layers of the same size start with the same weights: the model has one generator, "
            "which each layer's setup draws from after the one before"
        )
        raise kit.wrong(alike, (4,), said, "other weights", other)


@check("adam.start", points=1)
def adam_start(student: Any, kit: Kit) -> None:
    """x0 and args stay as they were."""
    steps = kit.steps(student, "adam", programs.adam_with_args)
    args = cases.shifted_bowl, np.array([2.0, -1.0]), (np.array([0.5, 1.5]), 3.0)
    outcome = steps.call(*args)
    if not compare.same(args[1], outcome.args[1]):
        said = "adam changed x0, which belongs to the caller: work on a copy"
        raise kit.wrong(steps, args, said, args[1], outcome.args[1])


@check("MLPClassifier.repeats", points=1)
def classifier_repeats(student: Any, kit: Kit) -> None:
    """The same seed gives the same classifier, and X and y stay as they were."""
    X, y = cases.rings(kit.rng, 30)
    steps = kit.steps(student, "MLPClassifier", programs.classifier_seeded)
    args = X, y, (6,), 5
    first, second = steps.call(*args), steps.call(*args)
    both = [outcome.value["predict_proba(X)"] for outcome in (first, second)]
    if compare.numeric(both[0]) is None or not compare.same(*both):
        said = (
            "Two classifiers with the same seed, trained on the same rows, give different "
            "probabilities: draw all random numbers from numpy.random.default_rng(seed)"
        )
        raise kit.wrong(steps, args, said, both[0], both[1])
    for name, before, after in zip(("X", "y"), args, first.args, strict=False):
        if not compare.same(before, after):
            said = f"The classifier changed {name}, which belongs to the caller"
            raise kit.wrong(steps, args, said, before, after)
    beside = kit.steps(student, "MLPClassifier", programs.classifier_beside)
    two = X, y, (y + 1) % 3, (6,)
    said_before, said_after = beside(*two).values()
    if not compare.same(said_before, said_after):
        said = (
            "A classifier gives other probabilities after another one was trained: keep what it "
            "learns in self, not in the class or the module"
        )
        raise kit.wrong(beside, two, said, said_before, said_after)


@check("MLPClassifier.penalty", points=1)
def classifier_penalty(student: Any, kit: Kit) -> None:
    """A large l2 makes the weights small, and so the classifier unsure."""
    X, y = cases.rings(kit.rng)
    steps = kit.steps(student, "MLPClassifier", programs.classifier_penalised)
    args = X, y, X, (16,), 1.0
    ((_, value),) = steps(*args).items()
    sure = float(np.mean(checks.probabilities(kit, steps, args, value, len(X), 3).max(axis=1)))
    if not sure < 0.45:
        said = (
            "With l2 = 1 the largest probability of a row should be near 1/3, for 3 classes: the "
            f"weights hardly grow. On average it is {sure:.2f}"
        )
        raise kit.wrong(steps, args, said, "about 0.33", round(sure, 4))
