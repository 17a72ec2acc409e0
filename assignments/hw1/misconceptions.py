"""Known mistakes of hw1: each is the wrong code itself, with its name and a hint.

When a check fails, the submission's answers are compared with these; and each of them, handed in
as a submission, must lose points.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception
from reference import logistic_regression as logistic
from reference import perceptron

Array = np.ndarray[Any, Any]
Step = Callable[[Array, Array, Array], Array]

# --- perceptron.predict ------------------------------------------------------------------------


@misconception("perceptron.predict.zero-one")
def zero_one(X: Array, w: Array) -> Array:
    """The prediction is 0 or 1.

    The labels of the perceptron are −1 and +1: `np.where(X @ w >= 0, 1, -1)`.
    """
    return (X @ w >= 0.0).astype(float)


@misconception("perceptron.predict.score")
def score(X: Array, w: Array) -> Array:
    """The prediction is the score itself.

    The score says how far a row is from the boundary, its sign on which side: −1 below zero, +1
    above.
    """
    return np.asarray(X @ w)


@misconception("perceptron.predict.opposite")
def opposite(X: Array, w: Array) -> Array:
    """The prediction has the opposite sign.

    A positive score means +1, a negative one −1. Look for a comparison the wrong way round, or a
    minus in front of X @ w.
    """
    return np.asarray(-np.sign(X @ w))


# --- perceptron.loss ---------------------------------------------------------------------------


def _margins(X: Array, y: Array, w: Array) -> Array:
    return np.asarray(y * (X @ w), dtype=np.float64)


@misconception("perceptron.loss.all-rows")
def loss_of_all_rows(X: Array, y: Array, w: Array) -> float:
    """Rows that are right count as well.

    Only misclassified rows, those with y·x·w < 0, have a loss. Rows that are right have none: they
    must not make up for the others.
    """
    return float(-_margins(X, y, w).sum())


@misconception("perceptron.loss.wrong-sign")
def negative_loss(X: Array, y: Array, w: Array) -> float:
    """The loss has the wrong sign.

    y·x·w is negative for a misclassified row, and the loss is its opposite: E = −Σ y·x·w ≥ 0.
    """
    margins = _margins(X, y, w)
    return float(margins[margins < 0.0].sum())


@misconception("perceptron.loss.right-rows")
def loss_of_right_rows(X: Array, y: Array, w: Array) -> Iterator[Callable[..., float]]:
    """The rows that are right are counted as the mistakes.

    A row is misclassified if y·x·w < 0, that is if the label and the score differ in sign.
    """
    yield lambda X, y, w: float(np.maximum(_margins(X, y, w), 0.0).sum())
    yield lambda X, y, w: float(-np.maximum(_margins(X, y, w), 0.0).sum())


@misconception("perceptron.loss.mean")
def mean_loss(X: Array, y: Array, w: Array) -> Iterator[Callable[..., float]]:
    """The loss is averaged over the rows.

    The perceptron's loss is a sum over the misclassified rows, without 1/n.
    """
    yield lambda X, y, w: perceptron.loss(X, y, w) / len(y)
    yield lambda X, y, w: perceptron.loss(X, y, w) / max(1, int((_margins(X, y, w) < 0).sum()))


@misconception("perceptron.loss.counts")
def counted_loss(X: Array, y: Array, w: Array) -> float:
    """The mistakes are counted, not weighed.

    Each misclassified row adds −y·x·w, which is how far it lies on the wrong side, not 1.
    """
    return float((_margins(X, y, w) < 0.0).sum())


@misconception("perceptron.loss.twice")
def double_loss(X: Array, y: Array, w: Array) -> float:
    """The loss is twice what it should be.

    y − ŷ is ±2 for a misclassified row: E = −½ (y − ŷ)·Xw. The ½ is missing.
    """
    return 2.0 * perceptron.loss(X, y, w)


# --- perceptron.gradient -----------------------------------------------------------------------


def _gradient(X: Array, y: Array, w: Array) -> Array:
    """The right gradient, where it is one: rows with a score of zero may count or not."""
    if (X @ w == 0.0).any():
        raise Undecided
    return perceptron.gradient(X, y, w)


@misconception("perceptron.gradient.wrong-sign")
def perceptron_wrong_sign(X: Array, y: Array, w: Array) -> Array:
    """The gradient has the wrong sign.

    Some notes print Σ y x. The loss is −Σ y x·w, so its gradient is −Σ y x over the misclassified
    rows, and w −= lr · gradient then adds y x.
    """
    return -_gradient(X, y, w)


@misconception("perceptron.gradient.twice")
def perceptron_twice(X: Array, y: Array, w: Array) -> Array:
    """The gradient is twice what it should be.

    Some notes print −Xᵀ(y − ŷ) without the ½. But y − ŷ is ±2 for a misclassified row, so the
    gradient is −½ Xᵀ(y − ŷ).
    """
    return 2.0 * _gradient(X, y, w)


@misconception("perceptron.gradient.both")
def perceptron_both(X: Array, y: Array, w: Array) -> Array:
    """The gradient is twice as long, and points the other way.

    It is −½ Xᵀ(y − ŷ): y − ŷ is ±2 for a misclassified row, and the loss has a minus in front.
    """
    return -2.0 * _gradient(X, y, w)


@misconception("perceptron.gradient.all-rows")
def gradient_of_all_rows(X: Array, y: Array, w: Array) -> Array:
    """Rows that are right count as well.

    A row that is right has no loss, so no gradient either: sum over the misclassified rows only,
    those with y·x·w < 0.
    """
    return np.asarray(-(X.T @ y), dtype=np.float64)


@misconception("perceptron.gradient.right-rows")
def gradient_of_right_rows(X: Array, y: Array, w: Array) -> Iterator[Callable[..., Array]]:
    """The rows that are right are taken for the misclassified ones.

    A row is misclassified if y·x·w < 0, that is if the label and the score differ in sign. Look for
    a comparison the wrong way round.
    """

    def of_right(X: Array, y: Array, w: Array) -> Array:
        right = _margins(X, y, w) > 0.0
        return np.asarray(-(X[right].T @ y[right]), dtype=np.float64)

    yield of_right
    yield lambda X, y, w: -of_right(X, y, w)


@misconception("perceptron.gradient.mean")
def perceptron_mean(X: Array, y: Array, w: Array) -> Array:
    """The gradient is averaged over the rows.

    The perceptron's loss is a sum, and so is its gradient: no 1/n.
    """
    return _gradient(X, y, w) / len(y)


@misconception("perceptron.gradient.half-ties")
def half_ties(X: Array, y: Array, w: Array) -> Array:
    """Rows with a score of zero count by half.

    `np.sign(0)` is 0, so y − ŷ is ±1 there. Let the prediction be −1 or +1 at zero, too.
    """
    return np.asarray(-0.5 * X.T @ (y - np.sign(X @ w)), dtype=np.float64)


# --- passes: one skeleton, so that each mistake is the one thing in which it differs --------------


def _pass(
    step: Step, X: Array, y: Array, w: Array, lr: float, batch: int, *, last: bool = True
) -> None:
    for start in range(0, len(X) if last else len(X) - len(X) % batch, batch):
        rows = slice(start, start + batch)
        w -= lr * step(X[rows], y[rows], w)


def _unchanged(*_: Any) -> None:
    """Nothing reaches the caller."""


@misconception("perceptron.epoch.ascends")
def perceptron_ascends(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> None:
    """The step goes up the loss instead of down.

    The gradient points uphill, so it is subtracted: `w -= lr * gradient`, and the gradient is −Σ y
    x.
    """
    _pass(lambda *rows: -perceptron.gradient(*rows), X, y, w, lr, batch)


@misconception("perceptron.epoch.rebinding")
def perceptron_rebinding(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> None:
    """w is the same after the call as before.

    If you wrote `w = w - …`: that makes a new array, and the caller's w stays as it was. Change the
    array itself: `w -= …` (or `w[:] = …`).
    """
    _unchanged(X, y, w, lr, batch)


@misconception("perceptron.epoch.short-slice-dropped")
def perceptron_dropped(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> None:
    """The last rows are left out when they do not fill a slice.

    Go through `range(0, n, batch)`: the last slice is then just shorter.
    """
    _pass(perceptron.gradient, X, y, w, lr, batch, last=False)


@misconception("perceptron.epoch.mean")
def perceptron_mean_step(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> None:
    """The step is averaged over the slice.

    The gradient of the perceptron is a sum over the misclassified rows: no 1/b.
    """
    _pass(lambda *rows: perceptron.gradient(*rows) / len(rows[1]), X, y, w, lr, batch)


@misconception("perceptron.epoch.stale-weights")
def perceptron_stale(X: Array, y: Array, w: Array, lr: float = 1.0, batch: int = 1) -> None:
    """All slices use the weights from before the pass.

    Each slice must see what the one before has changed: compute the prediction inside the loop.
    """
    before = w.copy()
    _pass(lambda Xb, yb, _: perceptron.gradient(Xb, yb, before), X, y, w, lr, batch)


# --- perceptron.iterations ---------------------------------------------------------------------


@misconception("perceptron.iterations.online")
def online_iterations(epochs: int, n: int, batch: int) -> int:
    """Every row is taken for an iteration.

    That is so in online learning only, where a slice has one row (some notes say that the batch
    size is then the number of rows: it is 1). In general a pass has ⌈n/batch⌉ iterations.
    """
    return epochs * n


@misconception("perceptron.iterations.floor")
def floor_iterations(epochs: int, n: int, batch: int) -> int:
    """The last, shorter slice is not counted.

    The rows that are left over make an iteration, too. Round up: `-(-n // batch)`, or `math.ceil(n
    / batch)`.
    """
    return epochs * (n // batch)


@misconception("perceptron.iterations.fraction")
def fraction_iterations(epochs: int, n: int, batch: int) -> Iterator[Callable[..., float]]:
    """The number of iterations is rounded in the wrong place, or not at all.

    Each pass ends with a slice of its own: round n/batch up, then multiply by the passes.
    """
    yield lambda epochs, n, batch: epochs * n / batch
    yield lambda epochs, n, batch: -(-epochs * n // batch)


# --- logistic.sigmoid --------------------------------------------------------------------------


@misconception("logistic.sigmoid.wrong-sign")
def falling_sigmoid(a: Any) -> Array:
    """The sigmoid falls instead of rising.

    A large a should give nearly 1, so the exponent is −a: 1/(1 + e^−a).
    """
    return logistic.sigmoid(-np.asarray(a))


@misconception("logistic.sigmoid.nan")
def nan_sigmoid(a: Any) -> Array:
    """Large numbers give nan.

    e^a/(1 + e^a) is inf/inf for large a. Write 1/(1 + e^−a) for positive a and e^a/(1 + e^a) for
    the others, or use `scipy.special.expit`.
    """
    return np.asarray(np.exp(a) / (1.0 + np.exp(a)))


# --- logistic.loss -----------------------------------------------------------------------------


@misconception("logistic.loss.minus")
def loss_with_minus(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The two halves of the likelihood are subtracted.

    Some notes print a minus between them. Both are logarithms of probabilities of what happened, so
    they are added: −(1/n)[yᵀ ln ŷ + (1 − y)ᵀ ln(1 − ŷ)].
    """
    p = logistic.predict_proba(X, w)
    return float(-np.mean(y * np.log(p) - (1.0 - y) * np.log(1.0 - p)) + l2 * w @ w)


@misconception("logistic.loss.sum")
def summed_loss(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The loss is summed over the rows, not averaged.

    Divide the log-likelihood by n, so that the loss does not grow with the number of rows; the
    penalty stays as it is.
    """
    return len(y) * logistic.loss(X, y, w) + l2 * float(w @ w)


@misconception("logistic.loss.wrong-sign")
def negated_loss(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The log-likelihood is not negated.

    It is the logarithm of numbers below 1, so it is negative; the loss is minus that.
    """
    return -logistic.loss(X, y, w) + l2 * float(w @ w)


@misconception("logistic.loss.only-ones")
def loss_of_ones(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """Only the rows with label 1 have a loss.

    Rows with label 0 contribute −ln(1 − ŷ): without them a model that always says 1 would have no
    loss at all.
    """
    return float(-np.mean(y * np.log(logistic.predict_proba(X, w))) + l2 * w @ w)


@misconception("logistic.loss.half-penalty")
def half_penalty(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The penalty is halved.

    It is l2·wᵀw here, without ½; its gradient is then 2·l2·w.
    """
    return logistic.loss(X, y, w, l2 / 2.0)


@misconception("logistic.loss.penalty-over-n")
def penalty_over_n(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The penalty is divided by n.

    Only the log-likelihood is a mean; add l2·wᵀw as it is.
    """
    return logistic.loss(X, y, w, l2 / len(y))


@misconception("logistic.loss.no-penalty")
def no_penalty(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The penalty is missing.

    Add l2·wᵀw to the mean, with the l2 that is given: this is what keeps the weights small.
    """
    return logistic.loss(X, y, w)


@misconception("logistic.loss.bias-free")
def bias_free(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The first weight is left out of the penalty.

    The function does not know which column is the bias: all of w is penalised.
    """
    return logistic.loss(X, y, w) + l2 * float(w[1:] @ w[1:])


@misconception("logistic.loss.last-weight-free")
def last_weight_free(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The last weight is left out of the penalty.

    The function does not know which column is the bias: all of w is penalised.
    """
    return logistic.loss(X, y, w) + l2 * float(w[:-1] @ w[:-1])


@misconception("logistic.loss.signed-labels")
def signed_labels(X: Array, y: Array, w: Array, l2: float = 0.0) -> Iterator[Callable[..., float]]:
    """The formula is the one for labels −1 and +1.

    ln(1 + e^−ya) is the loss of a row if y is −1 or +1. Here y is 0 or 1: −y ln ŷ − (1 − y) ln(1 −
    ŷ), which is ln(1 + e^a) − y·a.
    """
    for negated in _NEGATED:
        for softplus in (lambda a: np.log(1.0 + np.exp(a)), lambda a: np.logaddexp(0.0, a)):
            yield functools.partial(_signed_loss, negated, softplus)


# −y·a in two ways, which differ for labels of an unsigned type.
_NEGATED: tuple[Callable[[Array, Array], Array], ...] = (
    lambda y, a: np.asarray(-(y * a)),
    lambda y, a: np.asarray(-y * a),
)


def _signed_loss(
    negated: Callable[[Array, Array], Array],
    softplus: Callable[[Array], Array],
    X: Array,
    y: Array,
    w: Array,
    l2: float = 0.0,
) -> float:
    return float(np.mean(softplus(negated(y, X @ w))) + l2 * w @ w)


@misconception("logistic.loss.root-penalty")
def root_penalty(X: Array, y: Array, w: Array, l2: float = 0.0) -> float:
    """The penalty is the norm of w, not its square.

    wᵀw is the sum of the squares, `w @ w`; `np.linalg.norm(w)` is its square root.
    """
    return logistic.loss(X, y, w) + l2 * float(np.linalg.norm(w))


# --- logistic.gradient -------------------------------------------------------------------------


@misconception("logistic.gradient.wrong-sign")
def logistic_wrong_sign(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The gradient of the likelihood has the wrong sign.

    It is Xᵀ(ŷ − y)/n, prediction minus label. With label minus prediction, `w -= lr * gradient`
    goes uphill.
    """
    return -logistic.gradient(X, y, w) + 2.0 * l2 * w


@misconception("logistic.gradient.sum")
def logistic_sum(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The gradient is summed over the rows, not averaged.

    The loss is a mean over the rows, so its gradient is one, too: divide Xᵀ(ŷ − y) by n; the
    penalty stays as it is.
    """
    return len(y) * logistic.gradient(X, y, w) + 2.0 * l2 * w


@misconception("logistic.gradient.half-penalty")
def half_penalty_gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The gradient of the penalty is halved.

    The penalty is l2·wᵀw, and the derivative of a square brings a 2: 2·l2·w.
    """
    return logistic.gradient(X, y, w, l2 / 2.0)


@misconception("logistic.gradient.penalty-over-n")
def penalty_over_n_gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Iterator[Any]:
    """The gradient of the penalty is divided by n.

    Only the log-likelihood is a mean: (1/n) Xᵀ(ŷ − y) + 2·l2·w.
    """
    yield lambda X, y, w, l2=0.0: logistic.gradient(X, y, w, l2 / len(y))
    yield lambda X, y, w, l2=0.0: logistic.gradient(X, y, w, l2 / len(y) / 2.0)


@misconception("logistic.gradient.no-penalty")
def no_penalty_gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The penalty is missing from the gradient.

    What is added to the loss is part of its gradient: 2·l2·w.
    """
    return logistic.gradient(X, y, w)


@misconception("logistic.gradient.first-weight-free")
def first_weight_free_gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The first weight is left out of the penalty's gradient.

    The function does not know which column is the bias: all of w is penalised, 2·l2·w.
    """
    return logistic.gradient(X, y, w) + 2.0 * l2 * np.concatenate([[0.0], w[1:]])


@misconception("logistic.gradient.last-weight-free")
def last_weight_free_gradient(X: Array, y: Array, w: Array, l2: float = 0.0) -> Array:
    """The last weight is left out of the penalty's gradient.

    The function does not know which column is the bias: all of w is penalised, 2·l2·w.
    """
    return logistic.gradient(X, y, w) + 2.0 * l2 * np.concatenate([w[:-1], [0.0]])


@misconception("logistic.gradient.signed-labels")
def signed_labels_gradient(
    X: Array, y: Array, w: Array, l2: float = 0.0
) -> Iterator[Callable[..., Array]]:
    """The formula is the one for labels −1 and +1.

    −(1/n) Σ y σ(−ya) x is the gradient if y is −1 or +1. Here y is 0 or 1: (1/n) Xᵀ(ŷ − y).
    """
    for inner in _NEGATED:
        for outer in _NEGATED:
            yield functools.partial(_signed_gradient, inner, outer)


def _signed_gradient(
    inner: Callable[[Array, Array], Array],
    outer: Callable[[Array, Array], Array],
    X: Array,
    y: Array,
    w: Array,
    l2: float = 0.0,
) -> Array:
    slopes = outer(y, logistic.sigmoid(inner(y, X @ w)))
    return np.asarray(X.T @ slopes / len(y) + 2.0 * l2 * w)


# --- logistic.epoch ----------------------------------------------------------------------------


@misconception("logistic.epoch.ascends")
def logistic_ascends(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """The step goes up the loss instead of down.

    `w -= lr * gradient`, and the gradient is Xᵀ(ŷ − y)/b + 2·l2·w.
    """
    _pass(lambda Xb, yb, w: -logistic.gradient(Xb, yb, w, l2), X, y, w, lr, batch)


@misconception("logistic.epoch.rebinding")
def logistic_rebinding(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """w is the same after the call as before.

    If you wrote `w = w - …`: that makes a new array, and the caller's w stays as it was. Change the
    array itself: `w -= …` (or `w[:] = …`).
    """
    _unchanged(X, y, w, lr, batch, l2)


@misconception("logistic.epoch.short-slice-dropped")
def logistic_dropped(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """The last rows are left out when they do not fill a slice.

    Go through `range(0, n, batch)`: the last slice is then just shorter.
    """
    _pass(lambda Xb, yb, w: logistic.gradient(Xb, yb, w, l2), X, y, w, lr, batch, last=False)


@misconception("logistic.epoch.nominal-size")
def logistic_nominal(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """The last, shorter slice is divided by `batch`.

    Divide each slice by its own number of rows. Divided by more than that, the last rows count for
    too little.
    """

    def step(Xb: Array, yb: Array, w: Array) -> Array:
        return logistic.gradient(Xb, yb, w) * len(yb) / batch + 2.0 * l2 * w

    _pass(step, X, y, w, lr, batch)


@misconception("logistic.epoch.sum")
def logistic_sum_step(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """The step is summed over the slice, not averaged.

    A step follows the mean loss of its slice: divide Xᵀ(ŷ − y) by the number of rows of the slice.
    """

    def step(Xb: Array, yb: Array, w: Array) -> Array:
        return logistic.gradient(Xb, yb, w) * len(yb) + 2.0 * l2 * w

    _pass(step, X, y, w, lr, batch)


@misconception("logistic.epoch.no-penalty")
def logistic_no_penalty(
    X: Array, y: Array, w: Array, lr: float = 0.1, batch: int = 32, l2: float = 0.0
) -> None:
    """The penalty is not part of the step.

    What is added to the loss is part of every step: the gradient of every slice is (1/b) Xᵀ(ŷ − y)
    + 2·l2·w.
    """
    _pass(logistic.gradient, X, y, w, lr, batch)
