"""The checks of hw1 that run only where the course staff runs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.kit import Function, Kit, check, compare, plural

from . import cases, checks


@check("perceptron.loss.arguments", points=1)
def loss_arguments(student: Any, kit: Kit) -> None:
    """The loss is right, and X, y and w are left as they were."""
    loss = student.perceptron.loss
    kit.unchanged(loss, [kit.draw(loss, cases.mistakes, 6)])


@check("perceptron.loss.any-size", points=1, kind="property")
def loss_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and columns will do."""
    kit.agrees_on_any(student.perceptron.loss, cases.sizes(), cases.mistakes, examples=25)


@check("perceptron.gradient.arguments", points=1)
def gradient_arguments(student: Any, kit: Kit) -> None:
    """The gradient is right, and X, y and w are left as they were."""
    gradient = student.perceptron.gradient
    kit.unchanged(gradient, [kit.draw(gradient, cases.mistakes, 6)])


@check("perceptron.gradient.any-size", points=1, kind="property")
def gradient_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and columns will do."""
    kit.agrees_on_any(student.perceptron.gradient, cases.sizes(), cases.mistakes, examples=25)


@check("perceptron.epoch.defaults", points=1)
def perceptron_defaults(student: Any, kit: Kit) -> None:
    """Without lr and batch the step is 1 and a slice has one row; X and y stay as they were."""
    epoch = student.perceptron.epoch
    kit.unchanged(epoch, [kit.draw(epoch, cases.row_by_row)])


@check("perceptron.fit.repeats", points=1)
def perceptron_repeats(student: Any, kit: Kit) -> None:
    """The same seed gives the same weights and history, and X and y stay as they were."""
    fit = student.perceptron.fit
    args = *cases.inseparable(kit.rng), 1.0, 3, 6, 5
    first, second = (checks.fitted(kit, fit, args) for _ in range(2))
    if not compare.same(first[0], second[0]) or first[1] != second[1]:
        said = "Two calls with the same seed gave different weights: shuffle with default_rng(seed)"
        raise kit.wrong(fit, args, said, first[0], second[0])
    _untouched(kit, fit, args)


@check("perceptron.fit.defaults", points=1)
def perceptron_fit_defaults(student: Any, kit: Kit) -> None:
    """Called with X and y alone it makes up to 100 passes, row by row, with steps of 1."""
    fit = student.perceptron.fit
    args = cases.separable(kit.rng, 20)
    _, history = checks.fitted(kit, fit, args)
    if history[-1] > 0:
        passes = plural(len(history), "pass", "passes")
        said = (
            f"{history[-1]:g} of 20 rows are still wrong after {passes}; a line separates them all"
        )
        raise kit.wrong(fit, args, said, 0, history[-1])
    args = cases.inseparable(kit.rng, 20)
    _, history = checks.fitted(kit, fit, args)
    if len(history) != 100:
        said = (
            "No line separates these rows, so without epochs fit makes all of its 100 passes; "
            f"history has {plural(len(history), 'entry', 'entries')}"
        )
        raise kit.wrong(fit, args, said, 100, len(history))
    args = cases.opposites(kit.rng)
    w, _ = checks.fitted(kit, fit, args)
    if not compare.equal(args[0][0], w, 1e-4):
        said = (
            "One step for one row makes all of these rows right. Without lr and batch that step is "
            "1 times the row, so the weights are the first row"
        )
        raise kit.wrong(fit, args, said, args[0][0], w)


@check("perceptron.iterations.oversized", points=1)
def oversized_iterations(student: Any, kit: Kit) -> None:
    """A slice that is larger than the data is one slice."""
    kit.matches(student.perceptron.iterations, [(4, 10, 64), (1, 1, 100)])


@check("logistic.predict_proba.arguments", points=1)
def proba_arguments(student: Any, kit: Kit) -> None:
    """The probabilities are right in single precision, too, and X and w are left as they were."""
    kit.unchanged(
        student.logistic.predict_proba,
        [tuple(part.astype(np.float32) for part in cases.scores(kit.rng, 6))],
    )


@check("logistic.loss.arguments", points=1)
def logistic_loss_arguments(student: Any, kit: Kit) -> None:
    """The loss is right, and X, y and w are left as they were."""
    loss = student.logistic.loss
    kit.unchanged(loss, [kit.draw(loss, cases.binary, 6)])


@check("logistic.gradient.arguments", points=1)
def logistic_gradient_arguments(student: Any, kit: Kit) -> None:
    """The gradient is right, and X, y and w are left as they were."""
    gradient = student.logistic.gradient
    kit.unchanged(gradient, [kit.draw(gradient, cases.binary, 6)])


@check("logistic.epoch.defaults", points=1)
def logistic_defaults(student: Any, kit: Kit) -> None:
    """Without them, lr is 0.1, batch is 32 and l2 is 0; X and y stay as they were."""
    epoch = student.logistic.epoch
    X, y, w, _, _ = kit.draw(epoch, cases.logistic_pass, 2, 32, lr=0.1)
    kit.unchanged(epoch, [(X, y, w)])


@check("logistic.fit.defaults", points=1)
def logistic_fit_defaults(student: Any, kit: Kit) -> None:
    """With X and y alone, lr is 0.1, a slice has 32 rows, there are 100 passes, no penalty."""
    X, y, _ = cases.binary(kit.rng, 20)
    # One row more than a slice has, and just two slices: a step more or less shows in the weights.
    alike = [cases.repeated(kit.rng, n) for n in (33, 64)]
    kit.matches(student.logistic.fit, [(X, y), *alike])


@check("logistic.fit.repeats", points=1)
def logistic_repeats(student: Any, kit: Kit) -> None:
    """The same seed gives the same weights, and X and y stay as they were."""
    fit = student.logistic.fit
    X, y = cases.noisy_classes(kit.rng)
    args = X, y, 0.1, 8, 3, 0.0, 5
    first, second = fit(*args), fit(*args)
    if not compare.same(first, second):
        said = "Two calls with the same seed gave different weights: shuffle with default_rng(seed)"
        raise kit.wrong(fit, args, said, first, second)
    _untouched(kit, fit, args)


def _untouched(kit: Kit, fit: Function, args: Sequence[Any]) -> None:
    """Rows and labels belong to the caller, who may want them in their order."""
    after = fit.call(*args).args
    for name, mine, theirs in zip(("X", "y"), args, after, strict=False):
        if not compare.same(mine, theirs):
            said = f"fit changed its argument {name}: shuffle a copy, or indices"
            raise kit.wrong(fit, args, said, mine, theirs)


@check("logistic.sigmoid.arguments", points=1)
def sigmoid_arguments(student: Any, kit: Kit) -> None:
    """The argument is left as it was, and integers are numbers, too."""
    sigmoid = student.logistic.sigmoid
    kit.unchanged(sigmoid, [(np.array([-3, -1, 0, 2, 5]),), (np.array([-6.5, 0.5, 30.0, 2.0]),)])
