"""hw0: softmax regression and a two-layer network.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw0
"""

import numpy as np


def add(x, y):
    """Add two numbers or two arrays.

    Args:
        x: a number or an array
        y: a number or an array

    Returns:
        x + y
    """
    raise NotImplementedError


def parse_mnist(image_filename, label_filename):
    """Read a pair of gzipped IDX files, the format of MNIST.

    Args:
        image_filename (str): name of the gzipped file of images
        label_filename (str): name of the gzipped file of labels

    Returns:
        (X, y):
            X: float32 array of shape (n, rows * cols), the pixels divided by 255, one image a row
            y: uint8 array of shape (n,), the labels
    """
    raise NotImplementedError


def softmax_loss(Z, y):
    """The softmax (cross-entropy) loss, averaged over a batch.

    Args:
        Z: array of shape (n, k), the logits
        y: integer array of shape (n,), the true classes 0..k-1

    Returns:
        the mean over the rows of log(sum_j exp(Z_ij)) - Z_i,y_i, a single number
    """
    raise NotImplementedError


def loss_err(h, y):
    """The loss and the classification error of logits h for labels y (given, not graded)."""
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    """One pass of stochastic gradient descent for softmax regression.

    Go through the rows in order, `batch` at a time (the last slice may be shorter), and change
    theta in place. Returns nothing.

    Args:
        X: array of shape (n, d)
        y: integer array of shape (n,), the true classes 0..k-1
        theta: array of shape (d, k), changed in place
        lr (float): step size
        batch (int): rows per step
    """
    raise NotImplementedError


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    """One pass of stochastic gradient descent for the network with logits ReLU(X W1) W2.

    Go through the rows in order, `batch` at a time (the last slice may be shorter), and change
    W1 and W2 in place. Returns nothing.

    Args:
        X: array of shape (n, d)
        y: integer array of shape (n,), the true classes 0..k-1
        W1: array of shape (d, h), changed in place
        W2: array of shape (h, k), changed in place
        lr (float): step size
        batch (int): rows per step
    """
    raise NotImplementedError
