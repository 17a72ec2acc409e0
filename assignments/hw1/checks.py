"""The checks of hw1 that a student may see and run."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.kit import (
    Diagnosis,
    Exhibit,
    Function,
    Kit,
    WrongAnswer,
    check,
    compare,
    picture,
    plural,
    show,
)
from reference import logistic_regression as logistic
from reference import perceptron

from . import cases

Array = np.ndarray[Any, Any]

# Named here: at a score of zero no answer is the right one to compare a wrong one with.
_SIGN_OF_ZERO = Diagnosis(
    "perceptron.predict.sign-of-zero",
    "A score of zero gives 0",
    "`np.sign(0)` is 0, which is not a label. Use `np.where(X @ w >= 0, 1, -1)`.",
)

_SHORT_SLICE = Diagnosis(
    "perceptron.fit.short-slice-dropped",
    "Rows that do not fill a slice are left out",
    "Go through `range(0, n, batch)`: the last slice is then just shorter, and it is the only one "
    "if batch is larger than n.",
)

_STAYS_AT_ZERO = Diagnosis(
    "perceptron.fit.stays-at-zero",
    "The weights never leave zero",
    "At w = 0 every score is 0. If such rows never count as misclassified, no step is ever made: "
    "count y·x·w ≤ 0, or let predict decide.",
)

# --- perceptron.predict ------------------------------------------------------------------------


@check("perceptron.predict.signs", points=4)
def signs(student: Any, kit: Kit) -> None:
    """Each row gets the sign of its score, −1 or +1, however near to zero it is."""
    drawn = [cases.scores(kit.rng, n) for n in (2, 5, 40)]
    X, w = cases.scores(kit.rng, 1)
    close = [cases.close_to_the_line(), cases.scaled(drawn[2], 1e-6)]
    kit.unchanged(student.perceptron.predict, [*drawn, (X, w), (X, -w), *close])


@check("perceptron.predict.ties", points=2)
def ties(student: Any, kit: Kit) -> None:
    """A score of exactly zero gives −1 or +1, never 0."""
    predict = student.perceptron.predict
    args = np.array([[1.0, -1.0], [1.0, 1.0], [-1.0, -2.0]]), np.array([2.0, 2.0])
    kit.agrees(predict, (args[0][1:], args[1]))
    value = compare.numeric(predict(*args))
    if value is None or value.shape != (3,) or value[0] not in (-1.0, 1.0):
        got = "None" if value is None else value
        said = "The first row has a score of exactly 0, and its prediction is neither −1 nor +1"
        wrong = kit.wrong(predict, args, said, np.array([1.0, 1.0, -1.0]), got)
        if value is not None and value.shape == (3,) and value[0] == 0.0:
            wrong.diagnosis = (_SIGN_OF_ZERO,)
        raise wrong


# --- perceptron.loss ---------------------------------------------------------------------------


@check("perceptron.loss.small", points=4)
def small_losses(student: Any, kit: Kit) -> None:
    """The loss of a few rows is −Σ y x·w over the misclassified ones."""
    loss = student.perceptron.loss
    kit.matches(loss, [kit.draw(loss, cases.mistakes, n) for n in (4, 5, 7)])


@check("perceptron.loss.large", points=2)
def large_losses(student: Any, kit: Kit) -> None:
    """The loss of many rows and columns is right, in any precision and memory order."""
    loss = student.perceptron.loss
    drawn = [kit.draw(loss, cases.mistakes, n, d) for n, d in ((50, 4), (200, 8))]
    kit.matches(loss, [*drawn, cases.single_precision(drawn[0]), cases.with_bytes(drawn[0])])


@check("perceptron.loss.no-mistakes", points=1)
def loss_without_mistakes(student: Any, kit: Kit) -> None:
    """If every row is right, the loss is 0."""
    X, w = cases.scores(kit.rng, 6)
    kit.agrees(student.perceptron.loss, (X, perceptron.predict(X, w), w))


# --- perceptron.gradient -----------------------------------------------------------------------


@check("perceptron.gradient.slope", points=5, kind="gradient")
def perceptron_slope(student: Any, kit: Kit) -> None:
    """A small step of w changes the loss as the gradient says."""
    gradient = student.perceptron.gradient
    sizes = ((4, 3), (7, 4), (20, 6))
    drawn = [cases.mistakes(kit.rng, n, d) for n, d in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, perceptron.loss, of="w"))


@check("perceptron.gradient.sums", points=3)
def perceptron_sums(student: Any, kit: Kit) -> None:
    """The gradient is −Σ y x over the misclassified rows, whatever types and sizes they have."""
    gradient = student.perceptron.gradient
    drawn = [kit.draw(gradient, cases.mistakes, n, d) for n, d in ((50, 4), (200, 8))]
    changes = (
        *(cases.single_precision, cases.with_bytes, cases.twice),
        # Which rows are misclassified does not depend on the length of w.
        lambda case: cases.scaled(case, 1e-6),
    )
    kit.matches(gradient, [*drawn, *(change(drawn[0]) for change in changes)])


@check("perceptron.gradient.ties", points=1)
def tied_gradient(student: Any, kit: Kit) -> None:
    """A row with a score of zero counts as misclassified or not, but never by half."""
    gradient = student.perceptron.gradient
    X, y, _ = cases.mistakes(kit.rng, 4)
    args = X, y, np.zeros(3)
    value = compare.numeric(gradient(*args))
    choices = itertools.product([0.0, 1.0], repeat=4)
    allowed = [-(X.T @ (y * np.array(counted))) for counted in choices]
    if not any(compare.equal(right, value, 1e-4) for right in allowed if value is not None):
        said = (
            "At w = 0 every score is 0. Each row may count as misclassified (−y x) or not (0), "
            "but this is not the sum of such rows"
        )
        raise kit.wrong(gradient, args, said, allowed[-1], "None" if value is None else value)


# --- perceptron.epoch --------------------------------------------------------------------------


@check("perceptron.epoch.one-slice", points=3)
def perceptron_one_slice(student: Any, kit: Kit) -> None:
    """One slice with all rows moves w by −lr times the gradient."""
    epoch = student.perceptron.epoch
    drawn = [(4, 3, 0.3), (7, 4, 0.7), (20, 6, 1.6)]
    kit.matches(
        epoch, [kit.draw(epoch, cases.perceptron_pass, 1, n, d, lr=lr) for n, d, lr in drawn]
    )


@check("perceptron.epoch.in-order", points=3)
def perceptron_in_order(student: Any, kit: Kit) -> None:
    """Every slice is used once, in order, with the w that the one before it left."""
    epoch = student.perceptron.epoch
    sizes = [(5, 1, 0.3), (2, 4, 0.7), (12, 1, 1.5), (6, 5, 0.4)]
    drawn = [kit.draw(epoch, cases.perceptron_pass, *size, lr=lr) for *size, lr in sizes]
    single = [cases.single_precision(drawn[1]), cases.single_weights(drawn[3])]
    kit.matches(epoch, [*drawn, *single])


@check("perceptron.epoch.short-slice", points=2)
def perceptron_short_slice(student: Any, kit: Kit) -> None:
    """A last slice with fewer rows is used as well."""
    epoch = student.perceptron.epoch
    drawn = [(2, 4, 1), (4, 5, 2), (2, 8, 5)]
    kit.matches(
        epoch, [kit.draw(epoch, cases.perceptron_pass, *size, tail=tail) for *size, tail in drawn]
    )


@check("perceptron.epoch.count", points=1)
def perceptron_count(student: Any, kit: Kit) -> None:
    """It returns the number of slices, however many mistakes there were."""
    epoch = student.perceptron.epoch
    for n, batch in ((6, 1), (6, 3), (7, 3), (5, 8)):
        X, y, w = cases.mistakes(kit.rng, n)
        args = X, y, w, 0.5, batch
        returned = epoch(*args)
        value, expected = compare.numeric(returned), -(-n // batch)
        if value is None or value.size != 1 or float(value.reshape(-1)[0]) != expected:
            slices = plural(expected, "slice")
            said = (
                f"{n} rows, {batch} at a time, are {slices}; epoch should return that number, but "
                f"returned {compare.describe(returned)}"
            )
            raise kit.wrong(epoch, args, said, expected, "None" if value is None else value)


# --- perceptron.fit ----------------------------------------------------------------------------


def fitted(kit: Kit, fit: Function, args: Sequence[Any]) -> tuple[Array, list[float]]:
    """Weights and history as they came back, if they are such; and true to each other."""
    X, y, *_ = args
    epochs = args[4] if len(args) > 4 else 100
    value = fit(*args)
    form = f"a pair (w, history): weights of shape ({X.shape[1]},) and a list of numbers"
    if not isinstance(value, tuple | list) or len(value) != 2:
        said = f"fit should return {form}, but returned {compare.describe(value)}"
        raise kit.wrong(fit, args, said, form, value)
    w, history = (compare.numeric(part) for part in value)
    if w is None or w.shape != (X.shape[1],) or history is None or history.ndim != 1:
        found = [compare.describe(part) for part in value]
        said = f"fit should return {form}, but w is {found[0]}, and history is {found[1]}"
        raise kit.wrong(fit, args, said, form, value)
    if not 1 <= len(history) <= epochs:
        said = (
            f"history has {plural(len(history), 'entry', 'entries')}; there should be one for each "
            f"of at most {plural(epochs, 'pass', 'passes')}"
        )
        raise kit.wrong(fit, args, said, f"from 1 to {epochs}", len(history))
    margins = y * (X @ w.astype(np.float64))
    surely, perhaps = int((margins < -1e-6).sum()), int((margins <= 1e-6).sum())
    if not surely <= history[-1] <= perhaps:
        said = (
            f"The last entry of history is {history[-1]:g}, but the weights that came back "
            f"misclassify {surely} of the training rows"
        )
        raise kit.wrong(fit, args, said, surely, history[-1])
    return w, [float(errors) for errors in history]


def _line(X: Array, y: Array, w: Array) -> tuple[Exhibit, ...]:
    """The rows in their plane (the first column is 1) with the line that the weights draw."""
    wrong = np.where(X @ w > 0.0, 1.0, -1.0) != y
    drawn = picture.plane(
        "Where your weights draw the line",
        X[:, 1:],
        y,
        wrong=wrong,
        height=lambda at: np.column_stack([np.ones(len(at)), at]) @ w,
        levels=(0.0,),
        description=f"{int(wrong.sum())} of {len(X)} rows are on the wrong side and crossed out.",
    )
    return (drawn,)


def _all_right(
    kit: Kit, fit: Function, args: Sequence[Any], w: Array, history: Sequence[float]
) -> None:
    """Rows that a line separates are all right in the end."""
    if w.any() and history[-1] == 0:
        return
    said = (
        f"{history[-1]:g} of {len(args[0])} rows are still wrong after {len(history)} passes, "
        "though a line separates them all"
    )
    said = said if w.any() else "The weights are still 0"
    wrong = kit.wrong(
        *(fit, args, said, 0, history[-1]), exhibits=lambda: _line(args[0], args[1], w)
    )
    wrong.diagnosis = () if w.any() else (_STAYS_AT_ZERO,)
    raise wrong


@check("perceptron.fit.separable", points=3)
def fit_separable(student: Any, kit: Kit) -> None:
    """Rows that a line can separate are separated: online, in slices and all at once."""
    fit = student.perceptron.fit
    for n, batch in ((20, 1), (30, 8), (30, 30)):
        args = *cases.separable(kit.rng, n), 1.0, batch, 300, 0
        w, history = fitted(kit, fit, args)
        _all_right(kit, fit, args, w, history)


@check("perceptron.fit.full-batch", points=2)
def fit_full_batch(student: Any, kit: Kit) -> None:
    """The weights are right: after passes with all rows in one slice, or with a row left over."""
    fit = student.perceptron.fit
    for n, lr in ((8, 1.0), (14, 0.5)):
        X, y, allowed = cases.full_batches(kit.rng, n, lr, passes=3)
        args = X, y, lr, len(X), 3, 0
        w, _ = fitted(kit, fit, args)
        _one_of(kit, fit, args, allowed, w, "After three passes with all rows at once")
    for _ in range(2):
        X, y, found = cases.left_over(kit.rng, 0.5)
        args = X, y, 0.5, 3, 1, 0
        w, _ = fitted(kit, fit, args)
        _one_of(kit, fit, args, [whole for whole, _ in found], w, "After one pass in one slice")
        # In which of the ways it counts tied rows is known now.
        whole, allowed = min(found, key=lambda way: float(np.abs(way[0] - w).max()))
        args = X, y, 0.5, 2, 1, 0
        w, _ = fitted(kit, fit, args)
        dropped = any(compare.equal(whole - 0.5 * y[i] * X[i], w, 1e-4) for i in range(3))
        said = "After one pass over three rows in slices of two, so with one row left over,"
        _one_of(kit, fit, args, allowed, w, said, (_SHORT_SLICE,) if dropped else ())
    X, y, allowed = cases.full_batches(kit.rng, 9, 0.5, passes=2)
    args = X, y, 0.5, 20, 2, 0
    w, _ = fitted(kit, fit, args)
    said = f"After two passes over {len(X)} rows, up to 20 at a time,"
    _one_of(kit, fit, args, allowed, w, said, () if w.any() else (_SHORT_SLICE,))


def _one_of(
    kit: Kit,
    fit: Function,
    args: Sequence[Any],
    allowed: Sequence[Array],
    w: Array,
    after: str,
    named: tuple[Diagnosis, ...] = (),
) -> None:
    """The weights are one of those to which the treatment of tied rows can lead."""
    nearest = min(allowed, key=lambda right: float(np.abs(right - w).max()))
    difference = compare.difference("w", nearest, w, 1e-4)
    if difference is not None:
        wrong = kit.wrong(fit, args, f"{after} {difference}", nearest, w, slack=1e-4)
        wrong.diagnosis = named
        raise wrong


@check("perceptron.fit.stops", points=2)
def fit_stops(student: Any, kit: Kit) -> None:
    """It stops when there is nothing left to learn, and not before."""
    fit = student.perceptron.fit
    rows = cases.takes_passes(kit.rng)
    for args in (
        (*cases.separable(kit.rng), 1.0, 1, 300, 0),
        (*rows, 1.0, len(rows[0]), 300, 0),
    ):
        w, history = fitted(kit, fit, args)
        _all_right(kit, fit, args, w, history)
        if len(history) == 300:
            said = "All rows have been right for a long time, and it went on to the last pass"
            raise kit.wrong(fit, args, said, "fewer than 300 passes", "300 passes")
    args = *cases.inseparable(kit.rng), 1.0, 1, 7, 0
    _, history = fitted(kit, fit, args)
    if len(history) != 7:
        said = (
            f"It stopped after {len(history)} of 7 passes, though no line separates these rows: "
            "there is always a mistake to learn from"
        )
        raise kit.wrong(fit, args, said, "7 passes", f"{len(history)} passes")


@check("perceptron.fit.history", points=1)
def fit_history(student: Any, kit: Kit) -> None:
    """history counts the misclassified training rows after each pass."""
    fit = student.perceptron.fit
    data, histories = cases.inseparable(kit.rng), []
    for epochs in (1, 2, 5):
        args = *data, 1.0, 4, epochs, 1
        histories.append(fitted(kit, fit, args)[1])
    for shorter in histories[:2]:
        if histories[2][: len(shorter)] != shorter:
            said = (
                f"With epochs={len(shorter)} the history is {show.line(shorter)}. With epochs=5 "
                "and the same seed it should begin in the same way, but does not"
            )
            raise kit.wrong(fit, args, said, shorter, histories[2])


# --- perceptron.iterations ---------------------------------------------------------------------


@check("perceptron.iterations.even", points=2)
def even_iterations(student: Any, kit: Kit) -> None:
    """The number of iterations is right where all slices are full."""
    kit.matches(student.perceptron.iterations, [(3, 10, 1), (3, 10, 5), (2, 60, 20), (7, 10, 10)])


@check("perceptron.iterations.uneven", points=1)
def uneven_iterations(student: Any, kit: Kit) -> None:
    """A last slice that is shorter counts as well."""
    kit.matches(student.perceptron.iterations, [(3, 10, 4), (5, 100, 32), (2, 7, 3)])


# --- logistic.sigmoid --------------------------------------------------------------------------


@check("logistic.sigmoid.values", points=3)
def sigmoid_values(student: Any, kit: Kit) -> None:
    """σ(a) = 1/(1 + e^−a) for numbers and arrays of any shape."""
    shapes = [(3,), (2, 2), (40,), (5, 1, 2)]
    drawn = [(np.round(4.0 * kit.rng.normal(size=shape), 2),) for shape in shapes]
    kit.matches(student.logistic.sigmoid, [(0.0,), (1.5,), (-2.25,), *drawn])


@check("logistic.sigmoid.large", points=2, kind="robustness")
def sigmoid_large(student: Any, kit: Kit) -> None:
    """Large numbers give 0 and 1, not nan; less large ones give what is small but not 0."""
    sigmoid = student.logistic.sigmoid
    for a in (np.array([-800.0, 800.0, 3.0]), np.array([-1e300, 1e300, -2.0])):
        expected, value = logistic.sigmoid(a), sigmoid(a)
        # However large a is, the answer lies between 0 and 1, and so does its rounding.
        difference = compare.difference("The result", expected, value, 1e-5)
        if difference:
            raise kit.wrong(sigmoid, (a,), difference, expected, value)
    _tail(kit, sigmoid)


def _tail(kit: Kit, sigmoid: Function) -> None:
    """Far below zero σ(a) is nearly e^a.

    1 − σ(−a) and ½ + ½ tanh(a/2) are right there as well: but for what rounding does to a number
    near 1, which in single precision is all that there is. Nor does it matter whether a is limited
    to 30 either way.
    """
    a = np.array([2.0, -25.0, -30.0, -35.0])
    expected, value = logistic.sigmoid(a), sigmoid(a)
    difference = compare.difference("The result", expected, value, 1e-5)
    if difference is None:
        got = np.asarray(compare.numeric(value), dtype=np.float64)
        single = np.array_equal(got, got.astype(np.float32))
        wrong = np.abs(got - expected) > 1e-4 * expected + (1e-6 if single else 1e-12)
        if not wrong.any():
            return
        at = int(np.argmax(wrong))
        difference = (
            f"σ({show.number(a[at])}) is {show.number(got[at])}, expected "
            f"{show.number(expected[at])}: far below zero σ(a) is nearly e^a. Is something "
            "limited, or set to 0?"
        )
    raise kit.wrong(sigmoid, (a,), difference, expected, value)


@check("logistic.sigmoid.warnings", points=1, kind="robustness")
def sigmoid_warnings(student: Any, kit: Kit) -> None:
    """Large numbers do not even make NumPy warn of an overflow."""
    sigmoid, args = student.logistic.sigmoid, (np.array([-1000.0, 1000.0]),)
    # The first call tells: Python shows a warning once for each line.
    outcome = sigmoid.call(*args)
    difference = compare.difference("The result", logistic.sigmoid(*args), outcome.value, 1e-5)
    if difference:
        raise kit.wrong(sigmoid, args, difference, logistic.sigmoid(*args), outcome.value)
    if "RuntimeWarning" in outcome.warnings:
        said = (
            "NumPy warns of an overflow: take exp of negative numbers only, e^−a where a is "
            "positive and e^a where it is not"
        )
        raise kit.wrong(sigmoid, args, said, "no warning", "a RuntimeWarning")


# --- logistic.predict_proba --------------------------------------------------------------------


@check("logistic.predict_proba.values", points=3)
def probabilities(student: Any, kit: Kit) -> None:
    """Each row gets the sigmoid of its score."""
    drawn = [cases.scores(kit.rng, n) for n in (2, 5, 40, 1, 1)]
    kit.matches(student.logistic.predict_proba, drawn)


# --- logistic.loss -----------------------------------------------------------------------------


@check("logistic.loss.plain", points=5)
def plain_loss(student: Any, kit: Kit) -> None:
    """Without penalty the loss is the mean negative log-likelihood."""
    loss = student.logistic.loss
    drawn = [kit.draw(loss, cases.binary, n, d) for n, d in ((4, 3), (7, 4), (60, 5))]
    kit.matches(loss, [*drawn, cases.single_precision(drawn[2])])


@check("logistic.loss.penalty", points=3)
def penalised_loss(student: Any, kit: Kit) -> None:
    """With a penalty, l2 times w·w is added to it."""
    loss = student.logistic.loss
    sizes = ((4, 3, 0.3), (7, 4, 1.3), (40, 5, 0.15))
    kit.matches(loss, [kit.draw(loss, cases.binary, n, d, l2=l2) for n, d, l2 in sizes])


@check("logistic.loss.label-types", points=1)
def loss_label_types(student: Any, kit: Kit) -> None:
    """Labels of an unsigned type, or that are all the same, are labels like any other."""
    loss = student.logistic.loss
    drawn = [cases.unsigned(kit.draw(loss, cases.binary, n)) for n in (4, 9)]
    kit.matches(loss, [*drawn, *(kit.draw(loss, cases.one_label, 5, y) for y in (0.0, 1.0))])


@check("logistic.loss.finite", points=2, kind="robustness")
def finite_loss(student: Any, kit: Kit) -> None:
    """The loss stays finite when probabilities are rounded to 0 or 1."""
    for scale in (1e2, 1e4):
        X, y, w = cases.binary(kit.rng, 6)
        args = X, y, scale * w
        value = compare.numeric(student.logistic.loss(*args))
        if value is None or value.size != 1 or not np.isfinite(value).all():
            got = "None" if value is None else value
            said = (
                "The loss should be finite. Where a probability is rounded to 0, its logarithm is "
                "−inf: compute the loss of a row from its score a, ln(1 + e^a) − y·a"
            )
            raise kit.wrong(student.logistic.loss, args, said, logistic.loss(*args), got)


# --- logistic.gradient -------------------------------------------------------------------------


@check("logistic.gradient.plain", points=5, kind="gradient")
def plain_gradient(student: Any, kit: Kit) -> None:
    """Without penalty, a small step of w changes the loss as the gradient says."""
    gradient = student.logistic.gradient
    sizes = ((4, 3), (7, 4), (30, 5))
    drawn = [cases.binary(kit.rng, n, d) for n, d in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, logistic.loss, of="w"))
    kit.matches(gradient, [cases.single_precision(kit.draw(gradient, cases.binary, 40, 4))])


@check("logistic.gradient.penalty", points=4, kind="gradient")
def penalised_gradient(student: Any, kit: Kit) -> None:
    """With a penalty, a small step of w changes the loss as the gradient says."""
    gradient = student.logistic.gradient
    sizes = ((4, 3, 0.3), (7, 4, 1.3), (30, 5, 0.15))
    drawn = [cases.binary(kit.rng, n, d, l2=l2) for n, d, l2 in sizes]
    kit.each(drawn, lambda args: kit.derivative(gradient, args, logistic.loss, of="w"))


@check("logistic.gradient.label-types", points=1)
def gradient_label_types(student: Any, kit: Kit) -> None:
    """Labels of an unsigned type, or that are all the same, are labels like any other."""
    gradient = student.logistic.gradient
    drawn = [cases.unsigned(kit.draw(gradient, cases.binary, n)) for n in (4, 9)]
    alike = [kit.draw(gradient, cases.one_label, 5, y) for y in (0.0, 1.0)]
    kit.matches(gradient, [*drawn, *alike])


# --- logistic.epoch ----------------------------------------------------------------------------


@check("logistic.epoch.slices", points=4)
def logistic_slices(student: Any, kit: Kit) -> None:
    """Every slice is used once, in order, with the w that the one before it left."""
    epoch = student.logistic.epoch
    sizes = [(1, 4, 3, 0.3), (2, 5, 4, 1.6), (5, 1, 3, 0.4), (3, 20, 4, 0.7)]
    drawn = [kit.draw(epoch, cases.logistic_pass, *size, lr=lr) for *size, lr in sizes]
    single = [cases.single_precision(drawn[1]), cases.single_weights(drawn[3])]
    kit.matches(epoch, [*drawn, *single])


@check("logistic.epoch.short-slice", points=2)
def logistic_short_slice(student: Any, kit: Kit) -> None:
    """A last slice with fewer rows is used as well, and averaged over its own rows."""
    epoch = student.logistic.epoch
    drawn = [(2, 4, 1), (4, 5, 2), (2, 8, 5)]
    kit.matches(
        epoch, [kit.draw(epoch, cases.logistic_pass, *size, tail=tail) for *size, tail in drawn]
    )


@check("logistic.epoch.penalty", points=1)
def logistic_penalty(student: Any, kit: Kit) -> None:
    """The penalty is part of every step."""
    epoch = student.logistic.epoch
    drawn = [(1, 4, 0.3, 0.4), (2, 5, 0.7, 0.15)]
    kit.matches(
        epoch,
        [kit.draw(epoch, cases.logistic_pass, n, m, lr=lr, l2=l2) for n, m, lr, l2 in drawn],
    )


# --- logistic.fit ------------------------------------------------------------------------------


@check("logistic.fit.full-batch", points=2)
def full_batch(student: Any, kit: Kit) -> None:
    """With all rows in one slice, the weights after some passes are those of gradient descent."""
    cases_ = []
    for n, epochs, lr in ((7, 1, 0.4), (10, 5, 0.8), (40, 20, 0.3)):
        X, y, _ = cases.binary(kit.rng, n)
        cases_.append((X, y, lr, n, epochs, 0.0, 0))
    # It goes on when all rows are right: their probabilities can still grow.
    X, signs = cases.separable(kit.rng, 20)
    cases_.append((X, (signs + 1.0) / 2.0, 1.0, 20, 25, 0.0, 0))
    kit.matches(student.logistic.fit, cases_)


@check("logistic.fit.minimum", points=3, kind="accuracy")
def near_the_minimum(student: Any, kit: Kit) -> None:
    """In small slices, whatever their order, it comes near the smallest loss that there is."""
    fit = student.logistic.fit
    for batch, lr, epochs in ((1, 0.01, 100), (16, 0.2, 150)):
        X, y = cases.noisy_classes(kit.rng)
        args = X, y, lr, batch, epochs, 0.01, 0
        value = compare.numeric(fit(*args))
        least, start = cases.least_loss(X, y, 0.01), logistic.loss(X, y, np.zeros(3), 0.01)
        if value is None or value.shape != (3,):
            said = "fit should return the weights, an array of shape (3,)"
            raise kit.wrong(fit, args, said, "(3,)", "None" if value is None else value.shape)
        reached = logistic.loss(X, y, value.astype(np.float64), 0.01)
        if not reached <= least + 0.1 * (start - least):
            raise WrongAnswer(
                f"The loss of the weights that came back is {reached:.4f}; the least possible is "
                f"{least:.4f}, and {start:.4f} is where it began.",
                exhibits=_line(X, 2.0 * y - 1.0, value),
            )


@check("logistic.fit.penalty", points=1)
def fit_penalty(student: Any, kit: Kit) -> None:
    """With a penalty, the weights after some passes are those of the penalised loss."""
    X, y, _ = cases.binary(kit.rng, 12)
    kit.matches(student.logistic.fit, [(X, y, 0.4, 12, 8, 0.15, 0)])
