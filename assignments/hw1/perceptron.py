"""hw1, first part: the perceptron.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw1

Labels are -1 and +1. X has a column of ones if a bias is wanted.
"""

import numpy as np


def predict(X, w):
    """The sign of each row's score X w.

    Args:
        X: array of shape (n, d)
        w: array of shape (d,)

    Returns:
        array of shape (n,) of -1 and +1; where the score is exactly 0 either of them, never 0
    """
    raise NotImplementedError


def loss(X, y, w):
    """The perceptron loss: minus the sum of y_i x_i.w over the misclassified rows.

    Args:
        X: array of shape (n, d)
        y: array of shape (n,), labels -1 and +1
        w: array of shape (d,)

    Returns:
        a single number, never negative
    """
    raise NotImplementedError


def gradient(X, y, w):
    """The gradient of the loss in w: minus the sum of y_i x_i over the misclassified rows.

    Args:
        X, y, w: as above

    Returns:
        array of shape (d,)
    """
    raise NotImplementedError


def epoch(X, y, w, lr=1.0, batch=1):
    """One pass over the rows in order, in slices of at most `batch` rows.

    For each slice do w -= lr * (gradient of the slice), in place.

    Args:
        X, y: as above
        w: array of shape (d,), changed in place
        lr (float): step size
        batch (int): rows per slice

    Returns:
        the number of slices, an integer
    """
    raise NotImplementedError


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    """Train from w = 0, at most `epochs` passes; stop when a pass makes no mistake.

    Args:
        X, y, lr, batch: as above
        epochs (int): passes at most
        seed (int): of numpy.random.default_rng, if you shuffle the rows before a pass

    Returns:
        (w, history): the weights, and a list of the training errors after each pass
    """
    raise NotImplementedError


def iterations(epochs, n, batch):
    """How many slices there are in so many passes over n rows.

    Args:
        epochs (int), n (int), batch (int)

    Returns:
        an integer
    """
    raise NotImplementedError
