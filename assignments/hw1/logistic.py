"""hw1, second part: logistic regression.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw1

Labels are 0 and 1, of any numeric type. X has a column of ones if a bias is wanted.
"""

import numpy as np


def sigmoid(a):
    """1 / (1 + exp(-a)), entry by entry, without overflow.

    Args:
        a: a number or an array

    Returns:
        the same shape
    """
    raise NotImplementedError


def predict_proba(X, w):
    """The probability of class 1 for each row: the sigmoid of X w.

    Args:
        X: array of shape (n, d)
        w: array of shape (d,)

    Returns:
        array of shape (n,)
    """
    raise NotImplementedError


def loss(X, y, w, l2=0.0):
    """The mean negative log-likelihood, plus l2 times w.w.

    Args:
        X: array of shape (n, d)
        y: array of shape (n,), labels 0 and 1
        w: array of shape (d,)
        l2 (float): weight of the penalty

    Returns:
        a single number
    """
    raise NotImplementedError


def gradient(X, y, w, l2=0.0):
    """The gradient of the loss in w.

    Args:
        X, y, w, l2: as above

    Returns:
        array of shape (d,)
    """
    raise NotImplementedError


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    """One pass over the rows in order, in slices of at most `batch` rows.

    For each slice do w -= lr * (gradient of the slice), in place. Returns nothing.

    Args:
        X, y, l2: as above
        w: array of shape (d,), changed in place
        lr (float): step size
        batch (int): rows per slice
    """
    raise NotImplementedError


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    """Train from w = 0 with `epochs` passes.

    Args:
        X, y, lr, batch, l2: as above
        epochs (int): number of passes
        seed (int): of numpy.random.default_rng, if you shuffle the rows before a pass

    Returns:
        w, array of shape (d,)
    """
    raise NotImplementedError
