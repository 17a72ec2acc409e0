"""The checks of hw0 that run only where the course staff runs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Kit, check

from . import cases


@check("add.mixed", points=1)
def mixed(student: Any, kit: Kit) -> None:
    """A number and an array can be added, and so can whole numbers."""
    row = kit.rng.integers(-9, 10, size=4)
    kit.matches(student.add, [(1, np.array([1.5, 2.5])), (row, row)])


@check("parse_mnist.one-image", points=2)
def one_image(student: Any, kit: Kit) -> None:
    """A file with a single image gives a single row."""
    kit.matches(student.parse_mnist, [cases.mnist_files(kit.rng, 1)])


@check("softmax_loss.arguments", points=1)
def loss_arguments(student: Any, kit: Kit) -> None:
    """Z and y are left as they were."""
    kit.unchanged(student.softmax_loss, [cases.logits(kit.rng, 4)])


@check("softmax_regression_epoch.mnist-size", points=2)
def regression_mnist_size(student: Any, kit: Kit) -> None:
    """Batches of MNIST's size: 784 features, 10 classes."""
    case = cases.regression(kit.rng, 2, 10, 784, scale=0.1)
    kit.matches(student.softmax_regression_epoch, [case])


@check("softmax_regression_epoch.oversized-batch", points=1)
def regression_oversized_batch(student: Any, kit: Kit) -> None:
    """A batch size larger than the data means one batch with all rows."""
    *args, _ = cases.regression(kit.rng, 1, 20, 3)
    kit.matches(student.softmax_regression_epoch, [(*args, 64)])


@check("softmax_regression_epoch.defaults", points=1)
def regression_defaults(student: Any, kit: Kit) -> None:
    """Without lr and batch the step is 0.1 and a batch has 100 rows."""
    X, y, theta, _, _ = cases.regression(kit.rng, 2, 100, 4)
    kit.matches(student.softmax_regression_epoch, [(10.0 * X, y, theta)])


@check("softmax_regression_epoch.arguments", points=1)
def regression_arguments(student: Any, kit: Kit) -> None:
    """X and y are left as they were."""
    kit.unchanged(student.softmax_regression_epoch, [cases.regression(kit.rng, 2, 10, 3)])


@check("softmax_regression_epoch.large-logits", points=1, kind="robustness")
def regression_large_logits(student: Any, kit: Kit) -> None:
    """Logits in the thousands leave theta finite."""
    case = cases.regression(kit.rng, 2, 10, 3, scale=2000.0)
    kit.matches(student.softmax_regression_epoch, [case])


@check("nn_epoch.mnist-size", points=2)
def network_mnist_size(student: Any, kit: Kit) -> None:
    """Batches of MNIST's size: 784 features, 10 classes."""
    kit.matches(student.nn_epoch, [cases.network(kit.rng, 2, 10, 784, 5, scale=0.1)])


@check("nn_epoch.oversized-batch", points=1)
def network_oversized_batch(student: Any, kit: Kit) -> None:
    """A batch size larger than the data means one batch with all rows."""
    *args, _ = cases.network(kit.rng, 1, 20, 3, 4)
    kit.matches(student.nn_epoch, [(*args, 64)])


@check("nn_epoch.defaults", points=1)
def network_defaults(student: Any, kit: Kit) -> None:
    """Without lr and batch the step is 0.1 and a batch has 100 rows."""
    X, y, W1, W2, _, _ = cases.network(kit.rng, 2, 100, 4, 3, lr=0.1)
    kit.matches(student.nn_epoch, [(X, y, W1, W2)])


@check("nn_epoch.arguments", points=1)
def network_arguments(student: Any, kit: Kit) -> None:
    """X and y are left as they were."""
    kit.unchanged(student.nn_epoch, [cases.network(kit.rng, 2, 10, 3, 4)])


@check("nn_epoch.large-logits", points=1, kind="robustness")
def network_large_logits(student: Any, kit: Kit) -> None:
    """Logits in the thousands leave the weights finite."""
    kit.matches(student.nn_epoch, [cases.network(kit.rng, 1, 10, 3, 4, scale=2000.0)])
