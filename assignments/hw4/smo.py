"""hw4, second part: sequential minimal optimisation.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw4

Throughout, grad is Q alpha - 1 with Q = K * outer(y, y), the gradient of the dual objective.
"""

import numpy as np


def select_pair(alpha, grad, y, C):
    """The maximal violating pair.

    Args:
        alpha: array of shape (n,), multipliers
        grad: array of shape (n,), gradient of the objective at alpha
        y: array of shape (n,), labels -1 and +1
        C (float): upper bound of the multipliers; numpy.inf for none

    Returns:
        (i, j, gap): two indices, and by how much -y*grad differs between them
    """
    raise NotImplementedError


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    """Between what the new alpha_i may lie, so that alpha_j stays in its box as well.

    Args:
        alpha_i, alpha_j (float): the two multipliers as they are
        y_i, y_j: their labels, -1 or +1
        C (float): upper bound of the multipliers

    Returns:
        a pair (low, high)
    """
    raise NotImplementedError


def step(i, j, alpha, grad, K, y, C):
    """The best values of two multipliers while all others stay.

    Args:
        i, j (int): which two
        alpha, grad, y, C: as above
        K: array of shape (n, n), the kernel of the training rows

    Returns:
        a pair (alpha_i, alpha_j); the arguments stay as they were
    """
    raise NotImplementedError


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    """Minimise the dual, two multipliers at a time, from alpha = 0.

    Args:
        K, y, C: as above
        tol (float): stop when the gap of the maximal violating pair is at most this
        max_iter (int): or when so many steps have been made

    Returns:
        (alpha, b, n_iter): array of shape (n,), the bias, and the number of steps
    """
    raise NotImplementedError
