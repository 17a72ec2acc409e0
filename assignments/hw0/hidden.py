"""The checks of hw0 that run only where the course staff runs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Kit, check

from . import cases


@check("add.mixed", points=1)
def mixed(student: Any, kit: Kit) -> None:
    """A number and an array can be added, and so can whole numbers."""
    row = kit.rng.integers(-9, 10, size=3)
    kit.matches(student.add, [(1, np.array([1.5, 2.5])), (np.array([1.5, 2.5]), 1), (row, row)])


@check("parse_mnist.one-image", points=2)
def one_image(student: Any, kit: Kit) -> None:
    """A file with a single image gives a single row."""
    kit.matches(student.parse_mnist, [cases.mnist_files(kit.rng, 1)])


@check("softmax_loss.arguments", points=1)
def loss_arguments(student: Any, kit: Kit) -> None:
    """The loss is right, and Z and y are left as they were."""
    loss = student.softmax_loss
    kit.unchanged(loss, [kit.draw(loss, cases.logits, 4)])


@check("softmax_regression_epoch.mnist-size", points=2)
def regression_mnist_size(student: Any, kit: Kit) -> None:
    """theta is right for data of MNIST's size: 784 features, 10 classes."""
    function = student.softmax_regression_epoch
    kit.matches(function, [kit.draw(function, cases.regression, 2, 12, 784, scale=0.1)])


@check("softmax_regression_epoch.oversized-batch", points=1)
def regression_oversized_batch(student: Any, kit: Kit) -> None:
    """A batch size larger than the data means one batch with all rows."""
    *args, _ = kit.draw(student.softmax_regression_epoch, cases.regression, 1, 20, 3)
    kit.matches(student.softmax_regression_epoch, [(*args, 64)])


@check("softmax_regression_epoch.defaults", points=1)
def regression_defaults(student: Any, kit: Kit) -> None:
    """Without lr and batch, lr is 0.1 and a batch has 100 rows."""
    function = student.softmax_regression_epoch
    X, y, theta, _, _ = kit.draw(function, cases.regression, 2, 100, 4, lr=0.1)
    kit.matches(function, [(X, y, theta)])


@check("softmax_regression_epoch.arguments", points=1)
def regression_arguments(student: Any, kit: Kit) -> None:
    """theta is right, and X and y are left as they were."""
    function = student.softmax_regression_epoch
    kit.unchanged(function, [kit.draw(function, cases.regression, 2, 12, 3)])


@check("softmax_regression_epoch.large-logits", points=1, kind="robustness")
def regression_large_logits(student: Any, kit: Kit) -> None:
    """Logits in the thousands give the right theta, not nan."""
    function = student.softmax_regression_epoch
    kit.matches(function, [kit.draw(function, cases.regression, 2, 12, 3, scale=2000.0)])


@check("nn_epoch.mnist-size", points=2)
def network_mnist_size(student: Any, kit: Kit) -> None:
    """W1 and W2 are right for data of MNIST's size: 784 features, 10 classes."""
    function = student.nn_epoch
    kit.matches(function, [kit.draw(function, cases.network, 2, 12, 784, 5, scale=0.1)])


@check("nn_epoch.oversized-batch", points=1)
def network_oversized_batch(student: Any, kit: Kit) -> None:
    """A batch size larger than the data means one batch with all rows."""
    *args, _ = kit.draw(student.nn_epoch, cases.network, 1, 20, 3, 4)
    kit.matches(student.nn_epoch, [(*args, 64)])


@check("nn_epoch.defaults", points=1)
def network_defaults(student: Any, kit: Kit) -> None:
    """Without lr and batch, lr is 0.1 and a batch has 100 rows."""
    function = student.nn_epoch
    X, y, W1, W2, _, _ = kit.draw(function, cases.network, 2, 100, 4, 3, lr=0.1)
    kit.matches(function, [(X, y, W1, W2)])


@check("nn_epoch.arguments", points=1)
def network_arguments(student: Any, kit: Kit) -> None:
    """W1 and W2 are right, and X and y are left as they were."""
    function = student.nn_epoch
    kit.unchanged(function, [kit.draw(function, cases.network, 2, 12, 3, 4)])


@check("nn_epoch.large-logits", points=1, kind="robustness")
def network_large_logits(student: Any, kit: Kit) -> None:
    """Logits in the thousands give the right weights, not nan."""
    function = student.nn_epoch
    kit.matches(function, [kit.draw(function, cases.network, 1, 12, 3, 4, scale=2000.0)])
