"""Known mistakes in the losses of hw2: each is the wrong code itself, with its name and a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.kit import misconception
from reference.cross_entropy import cross_entropy, cross_entropy_grad, softmax_cross_entropy
from reference.softmax_loss import softmax

Array = np.ndarray[Any, Any]
Wrong = Iterator[Callable[..., Any]]


# --- cross_entropy: the two terms of each row, and what is made of them ------------------------


def _logarithms(p: Array, y: Array, eps: float) -> tuple[Array, Array]:
    p, y = np.reshape(p, -1).astype(np.float64), np.asarray(y, dtype=np.float64)
    return y * np.log(p + eps), (1.0 - y) * np.log(1.0 - p + eps)


@misconception("cross_entropy.wrong-sign")
def entropy_wrong_sign(p: Array, y: Array, eps: float = 1e-7) -> float:
    """The minus is missing.

    Logarithms of probabilities are negative; the loss is minus their mean.
    """
    return -cross_entropy(p, y, eps)


@misconception("cross_entropy.minus")
def entropy_minus(p: Array, y: Array, eps: float = 1e-7) -> float:
    """The two terms are subtracted.

    Some notes print a minus between them. Both are logarithms of probabilities of what happened, so
    they are added: −(1/n) Σ [y ln(p + ε) + (1 − y) ln(1 − p + ε)].
    """
    ones, zeros = _logarithms(p, y, eps)
    return float(-np.mean(ones - zeros))


@misconception("cross_entropy.only-ones")
def entropy_of_ones(p: Array, y: Array, eps: float = 1e-7) -> float:
    """Only the rows with label 1 have a loss.

    A row with label 0 costs −ln(1 − p + ε): the more, the surer the network is of class 1.
    """
    return float(-np.mean(_logarithms(p, y, eps)[0]))


@misconception("cross_entropy.labels-swapped")
def entropy_labels_swapped(p: Array, y: Array, eps: float = 1e-7) -> float:
    """The two classes have changed places.

    p is the probability of class 1: y goes with ln(p + ε), 1 − y with ln(1 − p + ε).
    """
    return cross_entropy(p, 1 - y, eps)


@misconception("cross_entropy.sum-not-mean")
def entropy_sum(p: Array, y: Array, eps: float = 1e-7) -> float:
    """The loss is summed over the rows, not averaged.

    Divide by n, or take `np.mean`: the loss should not grow with the number of rows.
    """
    return len(y) * cross_entropy(p, y, eps)


@misconception("cross_entropy.per-row")
def entropy_per_row(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """What comes back is a loss for each row.

    The loss of the batch is one number: their mean.
    """
    yield lambda p, y, eps=1e-7: -np.add(*_logarithms(p, y, eps))
    yield lambda p, y, eps=1e-7: -np.add(*_logarithms(p, y, eps))[:, None]


@misconception("cross_entropy.base-two")
def entropy_base_two(p: Array, y: Array, eps: float = 1e-7) -> float:
    """The logarithms are to base 2.

    ln is the natural logarithm, `np.log`.
    """
    return cross_entropy(p, y, eps) / float(np.log(2.0))


@misconception("cross_entropy.broadcast")
def entropy_broadcast(p: Array, y: Array, eps: float = 1e-7) -> float:
    """A column of p and a row of y make a matrix.

    (n, 1) with (n,) is (n, n) for NumPy: bring p into the shape of y first, `p = p.reshape(-1)`.
    """
    return float(-np.mean(y * np.log(p + eps) + (1.0 - y) * np.log(1.0 - p + eps)))


@misconception("cross_entropy.eps-not-added")
def entropy_eps_not_added(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """The argument eps is not added.

    It is ln(p + eps) and ln(1 − p + eps), with the eps that is given: it must not be left out, nor
    be a constant, nor a limit for p.
    """
    yield lambda p, y, eps=1e-7: cross_entropy(p, y, 0.0)
    yield lambda p, y, eps=1e-7: cross_entropy(p, y)
    yield lambda p, y, eps=1e-7: cross_entropy(np.clip(p, eps, 1.0 - eps), y, 0.0)


@misconception("cross_entropy.eps-subtracted")
def entropy_eps_subtracted(p: Array, y: Array, eps: float = 1e-7) -> float:
    """ε is subtracted in the second logarithm.

    1 − (p + ε) is 1 − p − ε, and may be negative. It is ln(1 − p + ε).
    """
    return cross_entropy(p + eps, y, 0.0)


@misconception("cross_entropy.eps-outside")
def entropy_eps_outside(p: Array, y: Array, eps: float = 1e-7) -> float:
    """ε is added outside of the logarithm.

    There it does not help against ln 0: it is ln(p + ε) and ln(1 − p + ε).
    """
    return cross_entropy(p, y, 0.0) - eps


# --- cross_entropy_grad: the same --------------------------------------------------------------


def _fractions(p: Array, y: Array, eps: float) -> tuple[Array, Array]:
    flat, y = np.reshape(p, -1).astype(np.float64), np.asarray(y, dtype=np.float64)
    ones, zeros = -y / (flat + eps) / len(y), (1.0 - y) / (1.0 - flat + eps) / len(y)
    return ones.reshape(np.shape(p)), zeros.reshape(np.shape(p))


@misconception("cross_entropy_grad.wrong-sign")
def slope_wrong_sign(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """The gradient has the wrong sign.

    It is (1/n)(−y/(p + ε) + (1 − y)/(1 − p + ε)): for label 1 a larger p makes the loss smaller.
    """
    return -cross_entropy_grad(p, y, eps)


@misconception("cross_entropy_grad.minus")
def slope_minus(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """Both terms have the same sign.

    The inner derivative of ln(1 − p + ε) brings another minus: −y/(p + ε) + (1 − y)/(1 − p + ε).
    """
    yield lambda p, y, eps=1e-7: np.subtract(*_fractions(p, y, eps))
    yield lambda p, y, eps=1e-7: -np.subtract(*_fractions(p, y, eps))


@misconception("cross_entropy_grad.only-ones")
def slope_of_ones(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """Only the rows with label 1 have a gradient.

    A row with label 0 has the loss −ln(1 − p + ε)/n, whose derivative is (1/n)·1/(1 − p + ε).
    """
    return _fractions(p, y, eps)[0]


@misconception("cross_entropy_grad.labels-swapped")
def slope_labels_swapped(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """The two classes have changed places.

    p is the probability of class 1: −y goes over p + ε, and 1 − y over 1 − p + ε.
    """
    return cross_entropy_grad(p, 1 - y, eps)


@misconception("cross_entropy_grad.sum-not-mean")
def slope_sum(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """The gradient is not divided by n.

    The loss is a mean over the rows, so each row has a share of 1/n in it.
    """
    return len(y) * cross_entropy_grad(p, y, eps)


@misconception("cross_entropy_grad.over-n-twice")
def slope_over_n_twice(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """The gradient is divided by n twice.

    The loss is a mean over the rows and is not averaged again: (1/n)(−y/(p + ε) + (1 − y)/(1 − p +
    ε)).
    """
    return cross_entropy_grad(p, y, eps) / len(y)


@misconception("cross_entropy_grad.in-the-logits")
def slope_in_the_logits(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """The gradient is p − y.

    That is the one in the input of the sigmoid, which the sigmoid's own backward makes of this one:
    (1/n)(−y/(p + ε) + (1 − y)/(1 − p + ε)).
    """
    yield lambda p, y, eps=1e-7: (p - np.reshape(y, np.shape(p))) / len(y)
    yield lambda p, y, eps=1e-7: p - np.reshape(y, np.shape(p))


@misconception("cross_entropy_grad.broadcast")
def slope_broadcast(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """A column of p and a row of y make a matrix.

    (n, 1) with (n,) is (n, n) for NumPy: bring y into the shape of p first, `y.reshape(p.shape)`.
    """
    return np.asarray((-y / (p + eps) + (1.0 - y) / (1.0 - p + eps)) / len(p))


@misconception("cross_entropy_grad.eps-not-added")
def slope_eps_not_added(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """The argument eps is not added.

    The denominators are p + eps and 1 − p + eps, with the eps that is given: it must not be left
    out, nor be a constant, nor a limit for p.
    """
    yield lambda p, y, eps=1e-7: cross_entropy_grad(p, y, 0.0)
    yield lambda p, y, eps=1e-7: cross_entropy_grad(p, y)
    yield lambda p, y, eps=1e-7: cross_entropy_grad(np.clip(p, eps, 1.0 - eps), y, 0.0)


@misconception("cross_entropy_grad.eps-subtracted")
def slope_eps_subtracted(p: Array, y: Array, eps: float = 1e-7) -> Wrong:
    """ε is subtracted in the second denominator.

    1 − (p + ε) is 1 − p − ε, and may be 0 or negative. It is 1 − p + ε.
    """
    yield lambda p, y, eps=1e-7: cross_entropy_grad(p + eps, y, 0.0)
    yield lambda p, y, eps=1e-7: _fractions(p, y, eps)[0] + _fractions(p, y, -eps)[1]


@misconception("cross_entropy_grad.eps-on-product")
def slope_eps_on_product(p: Array, y: Array, eps: float = 1e-7) -> Array:
    """ε is added to p(1 − p).

    (p − y)/(p(1 − p)) is the gradient without ε. With it the two fractions have different
    denominators: −y/(p + ε) + (1 − y)/(1 − p + ε).
    """
    return np.asarray((p - np.reshape(y, np.shape(p))) / (p * (1.0 - p) + eps) / len(y))


# --- softmax_cross_entropy ---------------------------------------------------------------------


def _of(P: Array, y: Array) -> tuple[float, Array]:
    """Loss and gradient of what should be the softmax."""
    rows = np.arange(len(y))
    loss, dZ = float(-np.mean(np.log(P[rows, y]))), P.copy()
    dZ[rows, y] -= 1.0
    return loss, dZ / len(y)


def _scaled(loss: float, dZ: float) -> Callable[[Array, Array], tuple[float, Array]]:
    """Both of them right but for a factor."""

    def wrong(Z: Array, y: Array) -> tuple[float, Array]:
        right = softmax_cross_entropy(Z, y)
        return loss * right[0], dZ * right[1]

    return wrong


@misconception("softmax_cross_entropy.sum-not-mean")
def softmax_sum(Z: Array, y: Array) -> Wrong:
    """Loss and gradient are summed over the rows, not averaged.

    Divide both by n: the loss is −(1/n) Σ ln P_y, its gradient (P − Y)/n.
    """
    yield _scaled(len(y), len(y))


@misconception("softmax_cross_entropy.loss-summed")
def softmax_loss_sum(Z: Array, y: Array) -> Wrong:
    """The loss is summed over the rows, not averaged.

    It is −(1/n) Σ ln P_y, the mean whose gradient dZ is.
    """
    yield _scaled(len(y), 1.0)


@misconception("softmax_cross_entropy.gradient-summed")
def softmax_slope_sum(Z: Array, y: Array) -> Wrong:
    """The gradient is not divided by n.

    The loss is a mean over the rows, so dZ is (P − Y)/n.
    """
    yield _scaled(1.0, len(y))


@misconception("softmax_cross_entropy.over-all-entries")
def softmax_over_all_entries(Z: Array, y: Array) -> Wrong:
    """The mean is taken over all n·k entries.

    The loss is one number for each of the n rows, and their mean: divide by n only.
    """
    share = 1.0 / Z.shape[1]
    yield _scaled(share, share)
    yield _scaled(share, 1.0)
    yield _scaled(1.0, share)


@misconception("softmax_cross_entropy.loss-wrong-sign")
def softmax_loss_wrong_sign(Z: Array, y: Array) -> Wrong:
    """The loss has the wrong sign.

    ln P_y is negative, and the loss is minus its mean.
    """
    yield _scaled(-1.0, 1.0)


@misconception("softmax_cross_entropy.gradient-wrong-sign")
def softmax_slope_wrong_sign(Z: Array, y: Array) -> Wrong:
    """The gradient has the wrong sign.

    It is (P − Y)/n, probability minus truth: a larger logit of a wrong class makes the loss larger.
    """
    yield _scaled(1.0, -1.0)


@misconception("softmax_cross_entropy.one-hot-forgotten")
def one_hot_forgotten(Z: Array, y: Array) -> Wrong:
    """The gradient is the softmax itself.

    Subtract 1 at the true class of each row: (P − Y)/n.
    """
    yield lambda Z, y: (softmax_cross_entropy(Z, y)[0], softmax(Z) / len(y))
    yield lambda Z, y: (softmax_cross_entropy(Z, y)[0], softmax(Z))


@misconception("softmax_cross_entropy.in-the-probabilities")
def in_the_probabilities(Z: Array, y: Array) -> tuple[float, Array]:
    """The gradient is the one in the probabilities.

    −Y/P still has to go through the softmax. In the logits it is simply (P − Y)/n.
    """
    rows, dZ = np.arange(len(y)), np.zeros(Z.shape)
    dZ[rows, y] = -1.0 / softmax(Z)[rows, y] / len(y)
    return softmax_cross_entropy(Z, y)[0], dZ


@misconception("softmax_cross_entropy.wrong-axis")
def softmax_wrong_axis(Z: Array, y: Array) -> tuple[float, Array]:
    """The softmax runs down the columns.

    Each row is a sample, whose probabilities add up to 1: sum with `axis=1, keepdims=True`.
    """
    return _of(softmax(Z.T).T, y)


@misconception("softmax_cross_entropy.over-everything")
def softmax_over_everything(Z: Array, y: Array) -> tuple[float, Array]:
    """There is one softmax over the whole matrix.

    Each row is a sample, whose probabilities add up to 1: sum with `axis=1, keepdims=True`.
    """
    return _of(softmax(Z.reshape(1, -1)).reshape(Z.shape), y)


@misconception("softmax_cross_entropy.all-pairs")
def softmax_all_pairs(Z: Array, y: Array) -> tuple[float, Array]:
    """Every row is given the labels of all rows.

    `Z[:, y]` is an (n, n) matrix. One entry of each row is `Z[np.arange(n), y]`.
    """
    return float(-np.mean(np.log(softmax(Z)[:, y]))), softmax_cross_entropy(Z, y)[1]


@misconception("softmax_cross_entropy.labels-from-one")
def labels_from_one(Z: Array, y: Array) -> tuple[float, Array]:
    """The labels are taken to start at 1.

    They go from 0 to k − 1: `Z[np.arange(n), y]`, without −1.
    """
    return softmax_cross_entropy(Z, y - 1)


@misconception("softmax_cross_entropy.nan")
def softmax_nan(Z: Array, y: Array) -> Wrong:
    """Large logits give nan or inf.

    e^1000 is inf. Subtract the largest logit of each row first, which changes nothing else:
    `Z - Z.max(axis=1, keepdims=True)`.
    """

    def by_sum(Z: Array, y: Array) -> tuple[float, Array]:
        sums = np.exp(Z).sum(axis=1, keepdims=True)
        loss = float(np.mean(np.log(sums[:, 0]) - Z[np.arange(len(y)), y]))
        return loss, _of(np.exp(Z) / sums, y)[1]

    yield by_sum
    yield lambda Z, y: _of(np.exp(Z) / np.exp(Z).sum(axis=1, keepdims=True), y)
