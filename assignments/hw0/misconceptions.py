"""Known mistakes of hw0: each is the wrong code itself, with its name and a hint.

When a check fails, the submission's answers are compared with these; and each of them, handed in
as a submission, must lose points. The epochs share one skeleton, so that each mistake is visible
as the one thing in which it differs.
"""

from __future__ import annotations

import functools
import gzip
import itertools
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception

Array = np.ndarray[Any, Any]
Epoch = Callable[..., None]
Parser = Callable[[str, str], tuple[Array, Array]]


# --- parse_mnist -------------------------------------------------------------------------------


def _read(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    with gzip.open(image_filename) as images, gzip.open(label_filename) as labels:
        content, names = images.read(), labels.read()
    pixels = np.frombuffer(content, np.uint8, offset=16).astype(np.float32)
    n = int.from_bytes(content[4:8], "big")
    return pixels.reshape(n, -1), np.frombuffer(names, np.uint8, offset=8)


def _scaled(parsed: tuple[Array, Array], scale: Callable[[Array], Array]) -> tuple[Array, Array]:
    return scale(parsed[0]), parsed[1]


@misconception("parse_mnist.own-range")
def own_range(image_filename: str, label_filename: str) -> Iterator[Parser]:
    """Pixels are scaled by the smallest and largest pixel of the file.

    Divide by 255. Scaling by the data's own minimum and maximum gives the same only when they
    happen to be 0 and 255, and gives two files (training and test) two different scales.
    """
    yield lambda images, labels: _scaled(
        _read(images, labels), lambda X: (X - X.min()) / (X.max() - X.min())
    )
    yield lambda images, labels: _scaled(_read(images, labels), lambda X: X / (X.max() - X.min()))


@misconception("parse_mnist.own-maximum")
def own_maximum(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    """Pixels are divided by the largest pixel of the file.

    Divide by 255: the largest pixel of a file need not be 255.
    """
    return _scaled(_read(image_filename, label_filename), lambda X: X / X.max())


@misconception("parse_mnist.not-scaled")
def not_scaled(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    """Pixels are left between 0 and 255.

    Divide them by 255, so that they lie between 0 and 1: for inputs in the hundreds the
    usual step sizes are far too large.
    """
    return _read(image_filename, label_filename)


@misconception("parse_mnist.divided-by-256")
def divided_by_256(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    """Pixels are divided by 256.

    The brightest pixel is 255 and must become 1: divide by 255.
    """
    return _scaled(_read(image_filename, label_filename), lambda X: X / 256.0)


@misconception("parse_mnist.squeezed")
def squeezed(image_filename: str, label_filename: str) -> Iterator[Parser]:
    """A file with a single image loses a dimension.

    X has shape (n, rows·cols) and y shape (n,), for n = 1 too: leave out .squeeze() and the like.
    """
    for thin_images, thin_labels in ((True, True), (True, False), (False, True)):
        yield functools.partial(_squeeze, thin_images, thin_labels)


def _squeeze(
    thin_images: bool, thin_labels: bool, image_filename: str, label_filename: str
) -> tuple[Array, Array]:
    X, y = _read(image_filename, label_filename)
    X = X / 255.0
    return X.squeeze() if thin_images else X, y.squeeze() if thin_labels else y


@misconception("parse_mnist.other-name")
def other_name(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    """The file is looked for under another name than the one that was passed.

    Open image_filename and label_filename as they are given: put no folder in front of them.
    """
    raise FileNotFoundError


@misconception("parse_mnist.fixed-size")
def fixed_size(image_filename: str, label_filename: str) -> Iterator[Parser]:
    """The images are taken to have 28 × 28 pixels.

    The header of the file says how many rows and columns an image has: bytes 8–11 and 12–15.
    """
    yield lambda images, labels: _scaled(
        _read(images, labels), lambda X: X.reshape(-1, 784) / 255.0
    )
    # Other ways of insisting on the size end in other exceptions.
    for error in (AssertionError, IndexError, struct.error):
        yield functools.partial(_insist_on_28, error)


def _insist_on_28(
    error: type[Exception], image_filename: str, label_filename: str
) -> tuple[Array, Array]:
    X, y = _read(image_filename, label_filename)
    if X.shape[1] != 28 * 28:
        raise error
    return X / 255.0, y


@misconception("parse_mnist.not-unpacked")
def not_unpacked(image_filename: str, label_filename: str) -> Iterator[Parser]:
    """The files are read without unpacking them.

    They are gzipped: open them with gzip.open(filename, "rb"), and the rest stays as it is. A file
    that begins with the bytes 1f 8b is a gzipped one.
    """
    for as_many_labels in (False, True):
        yield functools.partial(_read_as_it_is, as_many_labels)


def _read_as_it_is(
    as_many_labels: bool, image_filename: str, label_filename: str
) -> tuple[Array, Array]:
    with open(image_filename, "rb") as images, open(label_filename, "rb") as labels:
        content, names = images.read(), labels.read()
    n, rows, cols = struct.unpack(">III", content[4:16])
    pixels = np.frombuffer(content, np.uint8, offset=16).astype(np.float32)
    y = np.frombuffer(names, np.uint8, offset=8)
    if as_many_labels:
        y = y[: int.from_bytes(names[4:8], "big")]
    return pixels.reshape(n, rows * cols) / 255.0, y


# --- softmax_loss ------------------------------------------------------------------------------


def _log_sum_exp(Z: Array, axis: int = 1) -> Array:
    top = Z.max(axis=axis, keepdims=True)
    return np.asarray(np.log(np.exp(Z - top).sum(axis=axis)) + top.squeeze(axis))


def _losses(Z: Array, y: Array) -> Array:
    return _log_sum_exp(Z) - Z[np.arange(len(y)), y]


@misconception("softmax_loss.sum-not-mean")
def loss_sum(Z: Array, y: Array) -> float:
    """The loss is summed over the batch, not averaged.

    Divide by the number of rows: the loss is (1/n) Σ_i (log Σ_j exp Z_ij − Z_i,y_i).
    """
    return float(_losses(Z, y).sum())


@misconception("softmax_loss.mean-over-all-entries")
def loss_mean_over_entries(Z: Array, y: Array) -> float:
    """The loss is divided by the number of entries of Z, not by the number of rows.

    A mean over the n × k matrix of one-hot terms divides by n·k: sum over the classes first, then
    average over the n rows.
    """
    return float(_losses(Z, y).sum() / Z.size)


@misconception("softmax_loss.wrong-axis")
def loss_wrong_axis(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """The softmax is normalised over the rows of the batch instead of the classes.

    Each row of Z is one sample, whose probabilities add up to one: sum over axis=1, the classes.
    """
    yield lambda Z, y: float(-np.log(_softmax(Z, axis=0)[np.arange(len(y)), y]).mean())
    yield lambda Z, y: float((_log_sum_exp(Z, axis=0) - Z[np.arange(len(y)), y]).mean())
    yield lambda Z, y: float(_log_sum_exp(Z, axis=0).mean() - Z[np.arange(len(y)), y].mean())


@misconception("softmax_loss.all-pairs")
def loss_all_pairs(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """Every row is paired with the labels of all rows.

    Z[:, y] takes the columns of all labels for each row, n × n numbers. One number for each row, in
    the column of its own label, is Z[np.arange(n), y].
    """
    yield lambda Z, y: float(_log_sum_exp(Z).mean() - Z[:, y].mean())
    yield lambda Z, y: float(len(y) * (_log_sum_exp(Z).mean() - Z[:, y].mean()))
    yield lambda Z, y: float((_log_sum_exp(Z).sum() - Z[:, y].sum()) / len(y))


@misconception("softmax_loss.one-sum-for-all")
def loss_one_sum(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """The exponentials of all rows are summed together.

    np.sum without axis adds up the whole matrix. Each row of Z is a sample with probabilities of
    its own: sum over axis=1, the classes.
    """
    yield lambda Z, y: float(np.mean(np.log(np.exp(Z).sum()) - Z[np.arange(len(y)), y]))
    yield lambda Z, y: float(-np.log(_one_sum_softmax(Z)[np.arange(len(y)), y]).mean())


@misconception("softmax_loss.shift-of-columns")
def loss_shift_of_columns(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """What is subtracted from the logits is not the largest one of their own row.

    The softmax stays the same only if all logits of a row are moved by the same number:
    Z - Z.max(axis=1, keepdims=True). With axis=0, or without keepdims, NumPy lines the numbers up
    with the columns.
    """
    yield lambda Z, y: float(_losses(Z - Z.max(axis=0), y).mean())
    yield lambda Z, y: float(_losses(Z - Z.max(axis=1), y).mean())
    yield lambda Z, y: float(
        np.mean(_log_sum_exp(Z - Z.max(axis=1)) + Z.max(axis=1) - Z[np.arange(len(y)), y])
    )


@misconception("softmax_loss.one-based-labels")
def loss_one_based(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """The labels are taken to start at 1.

    Here the classes are 0..k−1: the logit of the true class is Z[i, y[i]], without −1.
    """
    for before in (_wrapped_before, _plain_before):
        yield functools.partial(_one_based_loss, before)


def _one_based_loss(before: Callable[[Array], Array], Z: Array, y: Array) -> float:
    return float(np.mean(_log_sum_exp(Z) - Z[np.arange(len(y)), before(y)]))


def _wrapped_before(y: Array) -> Array:
    return np.asarray(y.astype(int) - 1)  # −1, the last class, for label 0


def _plain_before(y: Array) -> Array:
    return np.asarray(y - 1)  # 255 for an unsigned 0: an IndexError


@misconception("softmax_loss.overflow")
def loss_overflow(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """exp overflows on large logits, and the loss becomes inf or nan.

    Subtract the largest logit of each row first: log Σ exp(Z − m) + m is the same number.
    """
    yield lambda Z, y: float(np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(y)), y]))
    yield lambda Z, y: float(-np.mean(np.log(_naive_softmax(Z)[np.arange(len(y)), y])))


@misconception("softmax_loss.log-of-zero")
def loss_log_of_zero(Z: Array, y: Array) -> Iterator[Callable[[Array, Array], float]]:
    """The logarithm is taken of a softmax that has become 0.

    Work with logarithms throughout: log softmax(Z) = Z − log Σ exp Z, never log(softmax(Z)). A
    small number added inside the logarithm, or a clipped probability, is finite but wrong.
    """
    for digits in (6, 7, 8, 9, 10, 12, 15, 16, 20, 30, 100, 300, 400):
        yield from _guarded_losses(10.0**-digits)


def _guarded_losses(tiny: float) -> list[Callable[[Array, Array], float]]:
    return [
        lambda Z, y: _loss_of(_softmax(Z) + tiny, y),
        lambda Z, y: _loss_of(np.clip(_softmax(Z), tiny, None), y),
        lambda Z, y: _loss_of(np.clip(_softmax(Z), tiny, 1.0 - tiny), y),
    ]


def _loss_of(probabilities: Array, y: Array) -> float:
    return float(-np.mean(np.log(probabilities[np.arange(len(y)), y])))


@misconception("softmax_loss.wrong-sign")
def loss_wrong_sign(Z: Array, y: Array) -> float:
    """The loss has the wrong sign.

    It is log Σ_j exp Z_ij − Z_i,y_i, never negative: minus the logarithm of a probability.
    """
    return float(-_losses(Z, y).mean())


@misconception("softmax_loss.classes-from-labels")
def loss_classes_from_labels(Z: Array, y: Array) -> float:
    """The number of classes is taken from the largest label.

    A batch need not hold every class: take the number of classes from Z.shape[1].
    """
    one_hot = np.eye(int(y.max()) + 1)[y]
    return float(np.mean(_log_sum_exp(Z) - (Z * one_hot).sum(axis=1)))


@misconception("softmax_loss.fixed-classes")
def loss_fixed_classes(Z: Array, y: Array) -> float:
    """The number of classes is fixed to 10.

    Z has one column for each class, and there need not be 10: take the number from Z.shape[1].
    """
    return float(np.mean(_log_sum_exp(Z) - (Z * np.eye(10)[y]).sum(axis=1)))


# --- what both epochs share --------------------------------------------------------------------


def _softmax(Z: Array, axis: int = 1) -> Array:
    exponentials = np.exp(Z - Z.max(axis=axis, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))


def _naive_softmax(Z: Array) -> Array:
    exponentials = np.exp(Z)
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


def _one_sum_softmax(Z: Array) -> Array:
    """Each row shifted by its own maximum, all divided by one number."""
    exponentials = np.exp(Z - Z.max(axis=1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum())


def _one_hot(y: Array, k: int) -> Array:
    return np.eye(k)[y]


# Weights that have become larger than this depend on the last digits of those before.
_RUNAWAY = 1e4


@dataclass(frozen=True)
class _Skeleton:
    """A correct epoch of which one part at a time is replaced."""

    divisor: Callable[[int, int, int], float] = lambda b, batch, n: b
    softmax: Callable[[Array], Array] = _softmax
    one_hot: Callable[[Array, int], Array] = _one_hot
    sign: float = 1.0
    drop_partial: bool = False
    crash: type[Exception] | None = None
    order: list[int] | None = None
    whole: bool = False
    in_place: bool = True
    relu_on_logits: bool = False
    second_first: bool = False
    hidden: Callable[[Array, Array], Array] = lambda rows, W1: np.maximum(rows @ W1, 0)
    mask: Callable[[Array, Array], Any] = lambda hidden, slope: hidden > 0
    rows_of_gradient: Callable[[Array], Array] = lambda rows: rows
    hidden_of_gradient: Callable[[Array, Array], Array] = lambda hidden, inputs: hidden
    swapped: bool = False
    runs_away: bool = False

    def batches(self, X: Array, y: Array, batch: int) -> Iterator[tuple[Array, Array, float]]:
        if self.order is not None:
            X, y = X[self.order], y[self.order]
        if self.whole:
            batch = len(X)
        for start in range(0, len(X), batch):
            rows, part = X[start : start + batch], y[start : start + batch]
            if self.drop_partial and len(rows) < batch:
                return
            if self.crash and len(rows) < batch:
                raise self.crash
            yield rows, part, self.divisor(len(rows), batch, len(X))

    def softmax_regression_epoch(
        self, X: Array, y: Array, theta: Array, lr: float = 0.1, batch: int = 100
    ) -> None:
        if not self.in_place:
            theta = theta.copy()
        for rows, part, count in self.batches(X, y, batch):
            Z = self.softmax(rows @ theta)
            theta -= self.sign * lr / count * (rows.T @ (Z - self.one_hot(part, theta.shape[1])))
            self._ensure_settled(theta)

    def nn_epoch(
        self, X: Array, y: Array, W1: Array, W2: Array, lr: float = 0.1, batch: int = 100
    ) -> None:
        if not self.in_place:
            W1, W2 = W1.copy(), W2.copy()
        for rows, part, count in self.batches(X, y, batch):
            hidden = self.hidden(rows, W1)
            Z = hidden @ W2
            if self.relu_on_logits:
                Z = np.maximum(Z, 0)
            slope2 = self.softmax(Z) - self.one_hot(part, W2.shape[1])
            step = self.sign * lr / count
            if self.second_first:
                W2 -= step * (hidden.T @ slope2)
            slope1 = self.mask(hidden, slope2 @ W2.T) * (slope2 @ W2.T)
            gradients = [
                self.rows_of_gradient(rows).T @ slope1,
                self.hidden_of_gradient(hidden, rows @ W1).T @ slope2,
            ]
            if self.swapped:
                gradients.reverse()
            if not self.second_first:
                W2 -= step * gradients[1]
            W1 -= step * gradients[0]
            self._ensure_settled(W1, W2)

    def _ensure_settled(self, *weights: Array) -> None:
        if self.runs_away and not all(np.abs(part).max() <= _RUNAWAY for part in weights):
            raise Undecided


def _from_labels(y: Array, k: int) -> Array:
    return np.eye(int(y.max()) + 1)[y]


def _fixed_ten(y: Array, k: int) -> Array:
    return np.eye(10)[y]


def _one_based_targets() -> Iterator[Callable[[Array, int], Array]]:
    yield lambda y, k: np.asarray(np.eye(k)[_wrapped_before(y)])
    yield lambda y, k: np.asarray(np.eye(k)[_plain_before(y)])
    yield lambda y, k: np.asarray(y[:, np.newaxis] == np.arange(1, k + 1))


def _orders(n: int) -> list[list[int]]:
    if n > 4:
        raise Undecided  # too many orders to try; a smaller call of the same check tells
    return [list(order) for order in itertools.permutations(range(n))]


def _unique_labels(y: Array, k: int) -> Array:
    return np.eye(len(np.unique(y)))[y]


# --- mistakes of either epoch ------------------------------------------------------------------


def _both(name: str, *skeletons: _Skeleton, title: str, hint: str) -> None:
    """Declare a mistake for both epochs; several skeletons are ways to make the same one."""
    for question, weights in (("softmax_regression_epoch", "theta"), ("nn_epoch", "W2")):
        ways = _ways([getattr(skeleton, question) for skeleton in skeletons])
        ways.__doc__ = f"{title}\n\n{hint}".replace("WEIGHTS", weights)
        globals()[f"{question}_{name}"] = misconception(f"{question}.{name}")(ways)


def _ways(epochs: list[Epoch]) -> Callable[..., Iterator[Epoch]]:
    def ways(*args: Any, **kwargs: Any) -> Iterator[Epoch]:
        yield from epochs

    return ways


_both(
    "no-mean",
    _Skeleton(divisor=lambda b, batch, n: 1),
    title="The gradient is summed over the batch, not averaged.",
    hint="Divide by the number of rows in the batch: the gradient of the mean loss is Xᵀ(P − I)/b. "
    "Where the lecture notes print it without a number, the factor 1/b is missing.",
)
_both(
    "full-data-mean",
    _Skeleton(divisor=lambda b, batch, n: n),
    title="The gradient of a batch is divided by the number of all rows.",
    hint="Divide by the number of rows in the batch: a step uses the mean loss of its own rows.",
)
_both(
    "partial-dropped",
    _Skeleton(drop_partial=True),
    title="The last rows are dropped when they do not fill a batch.",
    hint="Loop over range(0, n, batch) and take X[i:i + batch]: the last slice is then shorter, "
    "not lost.",
)
_both(
    "partial-nominal",
    _Skeleton(divisor=lambda b, batch, n: batch),
    title="The last, shorter batch is divided by `batch`, not by its own number of rows.",
    hint="The mean over a slice divides by the number of rows that the slice really has, "
    "len(X_batch). Divided by more than that, the last rows count for too little.",
)
_both(
    "partial-crash",
    _Skeleton(crash=IndexError),
    _Skeleton(crash=ValueError),
    title="It crashes when the last batch is shorter than the others.",
    hint="If you use `batch` for np.arange, np.zeros, a reshape or the division, use the number of "
    "rows that the slice really has, len(X_batch).",
)
_both(
    "wrong-axis",
    _Skeleton(softmax=lambda Z: _softmax(Z, axis=0)),
    title="The softmax is normalised over the rows of the batch instead of the classes.",
    hint="Each row of the logits is one sample: its exponentials must add up to one, axis=1.",
)
_both(
    "one-sum-for-all",
    _Skeleton(softmax=lambda Z: np.asarray(np.exp(Z - Z.max()) / np.exp(Z - Z.max()).sum())),
    _Skeleton(softmax=_one_sum_softmax),
    title="The softmax is normalised over the whole batch at once.",
    hint="P.sum() adds up all entries. Each row of the logits is one sample, whose probabilities "
    "add up to one: divide by P.sum(axis=1, keepdims=True).",
)
_both(
    "not-normalised",
    _Skeleton(softmax=np.exp, runs_away=True),
    _Skeleton(softmax=lambda Z: np.exp(Z - Z.max(axis=1, keepdims=True)), runs_away=True),
    title="The exponentials are not divided by their sum.",
    hint="The softmax is exp(Z) divided by the sum of each row, E / E.sum(axis=1, keepdims=True): "
    "only then are they probabilities.",
)
_both(
    "all-labels",
    _Skeleton(one_hot=lambda y, k: np.isin(np.arange(k), y) * np.ones((len(y), 1))),
    title="Every row is given the labels of all rows of the batch.",
    hint="G[:, y] -= 1 changes the columns of all labels in each row. One entry for each row, in "
    "the column of its own label, is G[np.arange(len(y)), y] -= 1.",
)
_both(
    "classes-from-labels",
    _Skeleton(one_hot=_from_labels),
    _Skeleton(one_hot=_unique_labels),
    title="The number of classes is taken from the labels of the batch.",
    hint="A batch need not hold every class: take the number of classes from WEIGHTS.shape[1].",
)
_both(
    "fixed-classes",
    _Skeleton(one_hot=_fixed_ten),
    title="The number of classes is fixed to 10.",
    hint="WEIGHTS has one column for each class, and there need not be 10: take the number from "
    "WEIGHTS.shape[1].",
)
_both(
    "wrong-sign",
    _Skeleton(sign=-1.0),
    title="The step goes uphill.",
    hint="Descend: WEIGHTS -= lr * gradient, with P − I in the gradient, the labels subtracted "
    "from the probabilities.",
)
_both(
    "one-based-labels",
    *(_Skeleton(one_hot=one_hot) for one_hot in _one_based_targets()),
    title="The labels are taken to start at 1.",
    hint="Here the classes are 0..k−1: row i of the one-hot matrix has its one in column y[i].",
)
_both(
    "one-big-step",
    _Skeleton(whole=True),
    title="One step is made with all rows; the batch size is not used.",
    hint="Make one step for each slice of `batch` rows, with the weights that the step before it "
    "left.",
)
_both(
    "overflow",
    _Skeleton(softmax=_naive_softmax),
    title="exp overflows on large logits, and the result becomes nan.",
    hint="Subtract the largest logit of each row before exp: the softmax stays the same.",
)


# --- mistakes of one epoch ---------------------------------------------------------------------


@misconception("softmax_regression_epoch.rebinding")
def regression_rebinding(*args: Any) -> None:
    """theta is the same after the call as before.

    If you wrote theta = theta − …: that makes a new array, and the caller's theta stays as it was.
    Change the array itself: theta -= lr * gradient (or theta[:] = …).
    """
    _Skeleton(in_place=False).softmax_regression_epoch(*args)


@misconception("nn_epoch.rebinding")
def network_rebinding(*args: Any) -> None:
    """W1 and W2 are the same after the call as before.

    If you wrote W1 = W1 − …: that makes a new array, and the caller's weights stay as they were.
    Change the arrays themselves: W1 -= lr * gradient (or W1[:] = …), and W2 likewise.
    """
    _Skeleton(in_place=False).nn_epoch(*args)


@misconception("softmax_regression_epoch.copied")
def regression_copied(X: Array, y: Array, theta: Array, *rest: Any) -> None:
    """theta stays as it was if it is stored column by column (order='F').

    np.ascontiguousarray(theta), theta.reshape(-1) and theta.ravel() make a copy then, and what is
    changed is the copy. Change theta itself: theta -= lr * gradient, for the whole array.
    """
    _Skeleton().softmax_regression_epoch(X, y, np.ascontiguousarray(theta), *rest)


@misconception("nn_epoch.copied")
def network_copied(*_: Any) -> Iterator[Epoch]:
    """Weights stay as they were if they are stored column by column (order='F').

    np.ascontiguousarray(W1), W1.reshape(-1) and W1.ravel() make a copy then, and what is changed is
    the copy. Change W1 and W2 themselves: W1 -= lr * gradient, for the whole array.
    """
    for first, second in ((True, True), (True, False), (False, True)):
        yield functools.partial(_copied_weights, first, second)


def _copied_weights(
    first: bool, second: bool, X: Array, y: Array, W1: Array, W2: Array, *rest: Any
) -> None:
    W1, W2 = np.ascontiguousarray(W1) if first else W1, np.ascontiguousarray(W2) if second else W2
    _Skeleton().nn_epoch(X, y, W1, W2, *rest)


@misconception("softmax_regression_epoch.shuffled")
def regression_shuffled(X: Array, *_: Any) -> Iterator[Epoch]:
    """The rows are not taken in the order in which they are given.

    Go through the rows from the first to the last: no shuffling in this function.
    """
    for order in _orders(len(X)):
        yield _Skeleton(order=order).softmax_regression_epoch


@misconception("nn_epoch.shuffled")
def network_shuffled(X: Array, *_: Any) -> Iterator[Epoch]:
    """The rows are not taken in the order in which they are given.

    Go through the rows from the first to the last: no shuffling in this function.
    """
    for order in _orders(len(X)):
        yield _Skeleton(order=order).nn_epoch


@misconception("nn_epoch.relu-on-logits")
def network_relu_on_logits(*args: Any) -> None:
    """ReLU is applied to the logits as well.

    The logits are H W2 as they are, with H = ReLU(X W1). Where the lecture notes list the steps,
    they apply the ReLU to the logits, too: that is a mistake, for logits have to be able to be < 0.
    """
    _Skeleton(relu_on_logits=True).nn_epoch(*args)


@misconception("nn_epoch.swapped-gradients")
def network_swapped(*args: Any) -> None:
    """The gradients of W1 and W2 are swapped.

    W1 (d, h) moves by Xᵀ G1 / b, W2 (h, k) by Hᵀ G2 / b. The lecture notes exchange the two names.
    """
    _Skeleton(swapped=True).nn_epoch(*args)


@misconception("nn_epoch.w2-first")
def network_second_first(*args: Any) -> None:
    """W2 is updated before it is used in the gradient of W1.

    The gradient of W1 belongs to the same point as that of W2: compute both from the old weights,
    then update both.
    """
    _Skeleton(second_first=True).nn_epoch(*args)


@misconception("nn_epoch.no-mask")
def network_no_mask(*args: Any) -> None:
    """The derivative of the ReLU is missing, or is 1 everywhere.

    G1 = 1{H > 0} ∘ (G2 W2ᵀ). H is already the output of the ReLU, so the mask has to be > 0:
    ≥ 0 is always true.
    """
    _Skeleton(mask=lambda hidden, slope: 1.0).nn_epoch(*args)


@misconception("nn_epoch.mask-of-gradient")
def network_mask_of_gradient(*args: Any) -> None:
    """The ReLU's mask is taken from the gradient instead of the hidden layer.

    G1 = 1{H > 0} ∘ (G2 W2ᵀ): whether a unit passes the gradient on depends on H, not on the sign
    of the gradient itself.
    """
    _Skeleton(mask=lambda hidden, slope: slope > 0).nn_epoch(*args)


@misconception("nn_epoch.gradient-without-relu")
def network_gradient_without_relu(*args: Any) -> None:
    """The gradient of W2 is made with X W1 instead of the hidden layer ReLU(X W1).

    The gradient of W2 is Hᵀ G2 / b, with H = ReLU(X W1): what W2 was multiplied with.
    """
    _Skeleton(hidden_of_gradient=lambda hidden, inputs: inputs).nn_epoch(*args)


@misconception("nn_epoch.values-as-mask")
def network_values_as_mask(*args: Any) -> None:
    """The gradient is multiplied by the hidden layer itself, not by the derivative of the ReLU.

    The ReLU's derivative is 1 where H > 0 and 0 elsewhere: G1 = (H > 0) * (G2 @ W2.T).
    """
    _Skeleton(mask=lambda hidden, slope: hidden).nn_epoch(*args)


@misconception("nn_epoch.relu-on-rows")
def network_relu_on_rows(*args: Any) -> Iterator[Epoch]:
    """The ReLU is applied to X, before W1, and not to X W1.

    The hidden layer is H = ReLU(X W1): np.maximum(X @ W1, 0).
    """

    def hidden(rows: Array, W1: Array) -> Array:
        return np.asarray(np.maximum(rows, 0) @ W1)

    for rows_of_gradient in (lambda rows: rows, lambda rows: np.maximum(rows, 0)):
        yield _Skeleton(hidden=hidden, rows_of_gradient=rows_of_gradient).nn_epoch
        yield _Skeleton(
            hidden=hidden, rows_of_gradient=rows_of_gradient, mask=lambda hidden, slope: 1.0
        ).nn_epoch
