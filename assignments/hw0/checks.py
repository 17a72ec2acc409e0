"""The checks of hw0 that a student may see and run."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from grader.kit import Exhibit, Kit, check, compare, picture
from reference.softmax_loss import softmax_loss
from reference.softmax_regression import softmax_regression_epoch
from reference.two_layer_network import logits as network_logits
from reference.two_layer_network import nn_epoch

from . import cases

# --- add ---------------------------------------------------------------------------------------


@check("add.numbers", points=2)
def numbers(student: Any, kit: Kit) -> None:
    """Numbers are added."""
    kit.matches(student.add, [(2, 3), (-1.5, 4.25), (0, 7)])


@check("add.arrays", points=2)
def arrays(student: Any, kit: Kit) -> None:
    """Arrays are added entry by entry."""
    pairs = [(kit.rng.normal(size=shape), kit.rng.normal(size=shape)) for shape in (2, (2, 3))]
    kit.unchanged(student.add, pairs)


# --- parse_mnist -------------------------------------------------------------------------------


@check("parse_mnist.mnist-files", points=9)
def mnist_files(student: Any, kit: Kit) -> None:
    """Files like MNIST's, with images of 28 × 28 pixels, give the pixels / 255 and the labels."""
    files = [cases.mnist_files(kit.rng, n) for n in (2, 20)]
    kit.matches(student.parse_mnist, files, evidence=[cases.files_that_look_unpacked(kit.rng)])


@check("parse_mnist.dtypes", points=3)
def dtypes(student: Any, kit: Kit) -> None:
    """X is float32 and y is uint8."""
    files = cases.mnist_files(kit.rng, 3)
    kit.agrees(student.parse_mnist, files)
    X, y = student.parse_mnist(*files)
    kit.has_dtype(student.parse_mnist, files, "X", X, "float32")
    kit.has_dtype(student.parse_mnist, files, "y", y, "uint8")


@check("parse_mnist.scale", points=3)
def scale(student: Any, kit: Kit) -> None:
    """Pixels are divided by 255, whatever the darkest and brightest pixel of the files are."""
    dim = [cases.mnist_files(kit.rng, 3, low=low, high=high) for low, high in ((0, 100), (40, 200))]
    kit.matches(student.parse_mnist, dim)


@check("parse_mnist.image-size", points=3)
def image_size(student: Any, kit: Kit) -> None:
    """The size of the images is read from the file: it need not be 28 × 28."""
    sizes = [(4, 2, 3), (4, 8, 8), (4, 5, 1), (300, 2, 3), (1001, 1, 2)]
    kit.matches(student.parse_mnist, [cases.mnist_files(kit.rng, *size) for size in sizes])


# --- softmax_loss ------------------------------------------------------------------------------


@check("softmax_loss.small-batches", points=6)
def small_batches(student: Any, kit: Kit) -> None:
    """The loss of a few rows is the mean of log Σ exp Z − Z_y."""
    loss = student.softmax_loss
    # Whether numbers of rows and of columns fit together by chance tells what was mixed up.
    single, square = (cases.logits(kit.rng, n) for n in (1, cases.CLASSES))
    few = [kit.draw(loss, cases.logits, n) for n in (2, 3, 4)]
    kit.matches(loss, few, evidence=[single, square])


@check("softmax_loss.large-batches", points=5)
def large_batches(student: Any, kit: Kit) -> None:
    """The loss of a hundred rows and more is the mean of log Σ exp Z − Z_y."""
    loss = student.softmax_loss
    many = [kit.draw(loss, cases.logits, n) for n in (120, 150)]
    kit.matches(loss, [*many, kit.draw(loss, cases.spread_logits, 20)])


@check("softmax_loss.any-size", points=3, kind="property")
def any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and classes will do, in any precision and memory order."""
    loss = student.softmax_loss
    kit.agrees_on_any(loss, cases.logits_of_any_size())
    square = [kit.draw(loss, cases.logits, n, n) for n in (2, 3, 5)]
    Z, y = kit.draw(loss, cases.logits, 4, 3)
    kit.matches(loss, [*square, (Z.astype(np.float32), y), (np.asfortranarray(Z), y)])


@check("softmax_loss.missing-classes", points=2)
def loss_missing_classes(student: Any, kit: Kit) -> None:
    """A batch in which the last classes do not occur is a batch like any other."""
    batches = [kit.draw(student.softmax_loss, cases.logits, n) for n in (2, 6)]
    kit.matches(student.softmax_loss, [(Z, np.minimum(y, 7)) for Z, y in batches])


@check("softmax_loss.large-logits", points=3, kind="robustness")
def large_logits(student: Any, kit: Kit) -> None:
    """Logits in the thousands give the right loss, not inf or nan, and sure ones nearly none."""
    loss = student.softmax_loss
    large = [kit.draw(loss, cases.huge_logits, n) for n in (2, 5)]
    certain = [(Z, np.argmax(Z, axis=1)) for Z, _ in large]
    # Far below zero exp does not overflow, it vanishes: with or without a shift, but differently.
    vanishing = [(Z - 20_000.0, y) for Z, y in large]
    kit.matches(loss, large, evidence=[*certain, *vanishing])
    # In no precision is a right answer off by so much: nothing here is large.
    args, slack = cases.sure_logits(), 5e-6
    expected, value = softmax_loss(*args), loss(*args)
    difference = compare.difference("The result", expected, value, slack)
    if difference is not None:
        said = f"{difference}. Is something added inside the logarithm, or limited?"
        raise kit.wrong(loss, args, said, expected, value, slack=slack)


# --- softmax_regression_epoch ------------------------------------------------------------------


def _regression_loss(X: Any, y: Any, theta: Any, lr: float, batch: int) -> float:
    return softmax_loss(X @ theta, y)


@check("softmax_regression_epoch.one-step", points=6, kind="gradient")
def regression_one_step(student: Any, kit: Kit) -> None:
    """One batch moves theta by −lr times the gradient of the mean loss."""
    function = student.softmax_regression_epoch
    sizes = ((12, 3, 0.3), (15, 4, 0.7), (21, 6, 1.1))
    drawn = [kit.draw(function, cases.regression, 1, n, d, lr=lr) for n, d, lr in sizes]
    kit.each(
        drawn,
        lambda args: kit.gradient(function, args, _regression_loss, of=["theta"], step=args[3]),
    )


@check("softmax_regression_epoch.several-batches", points=5)
def regression_several_batches(student: Any, kit: Kit) -> None:
    """Every batch is used once, in order, with the theta that the one before it left."""
    function = student.softmax_regression_epoch
    passes = [(2, 11, 3, 0.3), (3, 12, 4, 0.7), (5, 20, 6, 1.5), (2, 150, 3, 0.4)]
    drawn = [kit.draw(function, cases.regression, *sizes, lr=lr) for *sizes, lr in passes]
    tiny = [cases.regression(kit.rng, n, 1, 2) for n in (3, 4)]
    kit.matches(function, [*drawn, cases.single_precision(drawn[1])], evidence=tiny)


# Batches, rows in each, features, rows in the last one, lr.
_PARTIAL_BATCHES = (
    (2, 14, 3, 11, 0.3),
    (3, 12, 4, 1, 0.7),
    (2, 15, 5, 13, 0.4),
    (2, 20, 3, 19, 0.6),
)


@check("softmax_regression_epoch.partial-batch", points=3)
def regression_partial_batch(student: Any, kit: Kit) -> None:
    """A last batch with fewer rows is used as well, and divided by its own number of rows."""
    function = student.softmax_regression_epoch
    full = [
        kit.draw(function, cases.regression, *sizes, lr=lr) for *sizes, _, lr in _PARTIAL_BATCHES
    ]
    ends = [cases.ending_with(tail) for *_, tail, _ in _PARTIAL_BATCHES]
    kit.matches(function, [change(case) for change, case in zip(ends, full, strict=True)])


@check("softmax_regression_epoch.missing-classes", points=2)
def regression_missing_classes(student: Any, kit: Kit) -> None:
    """A batch in which the last classes do not occur still moves every column of theta."""
    function = student.softmax_regression_epoch
    sizes = ((1, 12, 3, 0.3), (2, 11, 4, 0.7))
    full = [kit.draw(function, cases.regression, *size, lr=lr) for *size, lr in sizes]
    kit.matches(function, [cases.without_last_classes(case) for case in full])


@check("softmax_regression_epoch.any-size", points=2, kind="property")
def regression_any_size(student: Any, kit: Kit) -> None:
    """Any number of batches, rows, features and classes will do, and any memory order of theta."""
    function = student.softmax_regression_epoch

    def case(rng: cases.Rng, batches: int, size: int, d: int, _: int, k: int) -> cases.Case:
        return cases.regression(rng, batches, size, d, k)

    kit.agrees_on_any(function, cases.epochs_of_any_size(), case, examples=25)
    kit.matches(function, [cases.by_column(kit.draw(function, cases.regression, 2, 4, 3, 5))])


@check("softmax_regression_epoch.digits", points=3, kind="accuracy", cpu_seconds=60)
def regression_digits(student: Any, kit: Kit) -> None:
    """Ten passes over 1,400 small digits learn to read at least 88 % of the others."""
    X, y, X_test, y_test = cases.digits()
    start = np.zeros((X.shape[1], cases.CLASSES))

    def course(train: Any) -> list[Any]:
        """theta after each of ten passes."""
        return [*accumulate(range(10), lambda theta, _: train(theta), initial=start)]

    def trained(theta: Any) -> Any:
        theta = theta.copy()
        softmax_regression_epoch(X, y, theta, 0.2, 100)
        return theta

    thetas = course(
        lambda theta: student.softmax_regression_epoch.call(X, y, theta, 0.2, 100).args[2]
    )
    share = float(np.mean(np.argmax(X_test @ thetas[-1], axis=1) == y_test))
    kit.accuracy(
        share,
        at_least=0.88,
        what="The model that softmax_regression_epoch trains",
        exhibits=lambda: _losses(y, *([X @ it for it in c] for c in (thetas, course(trained)))),
    )


def _losses(y: Any, yours: list[Any], expected: list[Any]) -> list[Exhibit]:
    """How the loss goes down from pass to pass, beside how it should."""
    losses = [[softmax_loss(logits, y) for logits in course] for course in (yours, expected)]
    return [picture.curves("Loss on the training rows after each pass", *map(np.array, losses))]


# --- nn_epoch ----------------------------------------------------------------------------------


def _network_loss(X: Any, y: Any, W1: Any, W2: Any, lr: float, batch: int) -> float:
    return softmax_loss(network_logits(X, W1, W2), y)


@check("nn_epoch.one-step", points=7, kind="gradient")
def network_one_step(student: Any, kit: Kit) -> None:
    """One batch moves W1 and W2 by −lr times the gradients of the mean loss."""
    function, far = student.nn_epoch, cases.FAR_FROM_KINKS
    sizes = ((12, 3, 4, 0.3), (15, 5, 6, 0.7), (21, 4, 3, 1.1))
    drawn = [kit.draw(function, cases.network, 1, *size, lr=lr, margin=far) for *size, lr in sizes]
    kit.each(
        drawn,
        lambda args: kit.gradient(function, args, _network_loss, of=["W1", "W2"], step=args[4]),
    )


@check("nn_epoch.several-batches", points=5)
def network_several_batches(student: Any, kit: Kit) -> None:
    """Every batch is used once, in order, with the weights that the one before it left."""
    function = student.nn_epoch
    passes = [(2, 11, 3, 4, 0.3), (3, 12, 4, 5, 0.7), (5, 20, 6, 4, 0.8), (2, 150, 3, 4, 0.4)]
    drawn = [kit.draw(function, cases.network, *sizes, lr=lr) for *sizes, lr in passes]
    single = kit.draw(function, cases.network, 2, 12, 3, 5, change=cases.single_precision)
    wide = kit.draw(function, cases.network, 1, 20, 4, 25, scale=4.0, lr=0.15)
    tiny = [cases.network(kit.rng, n, 1, 2, 5) for n in (3, 4)]
    square = cases.network(kit.rng, 1, 12, 10, 10)
    kit.matches(function, [*drawn, single, wide], evidence=[*tiny, square])


@check("nn_epoch.partial-batch", points=3)
def network_partial_batch(student: Any, kit: Kit) -> None:
    """A last batch with fewer rows is used as well, and divided by its own number of rows."""
    function = student.nn_epoch
    kit.matches(
        function,
        [
            kit.draw(
                function, cases.network, n, size, d, d + 4, lr=lr, change=cases.ending_with(tail)
            )
            for n, size, d, tail, lr in _PARTIAL_BATCHES
        ],
    )


@check("nn_epoch.missing-classes", points=2)
def network_missing_classes(student: Any, kit: Kit) -> None:
    """A batch in which the last classes do not occur still moves every column of W2."""
    function, change = student.nn_epoch, cases.without_last_classes
    sizes = ((1, 12, 3, 4, 0.3), (2, 11, 4, 5, 0.7))
    kit.matches(
        function,
        [kit.draw(function, cases.network, *size, lr=lr, change=change) for *size, lr in sizes],
    )


@check("nn_epoch.any-size", points=2, kind="property")
def network_any_size(student: Any, kit: Kit) -> None:
    """Any number of batches, rows, features, hidden units and classes, and any memory order."""
    function = student.nn_epoch
    kit.agrees_on_any(function, cases.epochs_of_any_size(), cases.network, examples=25)
    # W1 and W2 of the same shape, W2 alone square, and both stored column by column.
    sizes = ((2, 4, 3, 3, 3), (2, 5, 2, 4, 4), (2, 4, 3, 4, 5))
    drawn = [kit.draw(function, cases.network, *size) for size in sizes]
    kit.matches(function, [*drawn[:2], cases.by_column(drawn[2])])


@check("nn_epoch.digits", points=3, kind="accuracy", cpu_seconds=120)
def network_digits(student: Any, kit: Kit) -> None:
    """Ten passes over 1,400 small digits learn to read at least 85 % of the others."""
    X, y, X_test, y_test = cases.digits()
    rng = np.random.default_rng(0)
    W1 = rng.normal(size=(X.shape[1], 20)) / 8.0
    W2 = rng.normal(size=(20, cases.CLASSES)) / np.sqrt(20.0)

    def course(train: Any) -> list[Any]:
        """W1 and W2 after each of ten passes."""
        return [*accumulate(range(10), lambda pair, _: train(*pair), initial=(W1, W2))]

    def trained(W1: Any, W2: Any) -> Any:
        W1, W2 = W1.copy(), W2.copy()
        nn_epoch(X, y, W1, W2, 0.5, 100)
        return W1, W2

    pairs = course(lambda W1, W2: student.nn_epoch.call(X, y, W1, W2, 0.5, 100).args[2:4])
    share = float(np.mean(np.argmax(network_logits(X_test, *pairs[-1]), axis=1) == y_test))
    kit.accuracy(
        share,
        at_least=0.85,
        what="The network that nn_epoch trains",
        exhibits=lambda: _losses(
            y, *([network_logits(X, *it) for it in c] for c in (pairs, course(trained)))
        ),
    )
