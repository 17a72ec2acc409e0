"""hw4, first part: support vector machines.

Fill in the functions and the class below; README.md beside this file says what each of them means.
Then run

    python -m grader hw4

Labels y are -1 and +1. C is the bound of the multipliers; numpy.inf means a hard margin.
"""

import numpy as np


def functional_margin(X, y, w, b):
    """The smallest y_i (x_i.w + b) over the rows.

    Args:
        X: array of shape (n, d)
        y: array of shape (n,), labels -1 and +1
        w: array of shape (d,)
        b (float): bias

    Returns:
        a single number
    """
    raise NotImplementedError


def geometric_margin(X, y, w, b):
    """The same as a distance: it does not change when (w, b) is multiplied by c > 0.

    Args:
        X, y, w, b: as above

    Returns:
        a single number
    """
    raise NotImplementedError


def linear_kernel(X, Z):
    """x.z for every row of X and every row of Z.

    Args:
        X: array of shape (n, d)
        Z: array of shape (m, d)

    Returns:
        array of shape (n, m)
    """
    raise NotImplementedError


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    """(x.z + coef0) to the power of degree.

    Args:
        X, Z: as above
        degree (int): the power
        coef0 (float): what is added before

    Returns:
        array of shape (n, m)
    """
    raise NotImplementedError


def rbf_kernel(X, Z, gamma=1.0):
    """exp(-gamma * squared distance of x and z).

    Args:
        X, Z: as above
        gamma (float): one over the width

    Returns:
        array of shape (n, m)
    """
    raise NotImplementedError


def dual_objective(alpha, K, y):
    """What the dual minimises: one half alpha'Q alpha minus the sum of alpha, Q = K * outer(y, y).

    Args:
        alpha: array of shape (n,), multipliers
        K: array of shape (n, n), the kernel of the training rows
        y: array of shape (n,), labels -1 and +1

    Returns:
        a single number
    """
    raise NotImplementedError


def solve_qp(K, y, C):
    """The multipliers that minimise the dual, by cvxopt.solvers.qp, without printing anything.

    Args:
        K, y: as above
        C (float): upper bound of the multipliers; numpy.inf for none

    Returns:
        alpha, array of shape (n,)
    """
    raise NotImplementedError


def bias(alpha, K, y, C):
    """The b that belongs to a solution alpha.

    Args:
        alpha, K, y, C: as above

    Returns:
        a single number
    """
    raise NotImplementedError


def decision_function(alpha, b, y, K_test):
    """The sum of alpha_j y_j K_ij over j, plus b.

    Args:
        alpha: array of shape (n,), multipliers
        b (float): bias
        y: array of shape (n,), labels of the training rows
        K_test: array of shape (m, n), the kernel of m rows with the training rows

    Returns:
        array of shape (m,)
    """
    raise NotImplementedError


def kkt_violation(alpha, K, y, C):
    """m(alpha) - M(alpha) of the maximal violating pair, or 0 if that is negative.

    Args:
        alpha, K, y, C: as above

    Returns:
        a single number
    """
    raise NotImplementedError


def hinge_loss(X, y, w, b, C):
    """One half w.w plus C times the sum of the rows' hinge losses.

    Args:
        X, y, w, b: as above
        C (float): weight of the losses

    Returns:
        a single number
    """
    raise NotImplementedError


def hinge_subgradient(X, y, w, b, C):
    """A subgradient of hinge_loss in w and in b.

    Args:
        X, y, w, b, C: as above

    Returns:
        a pair (gw, gb): array of shape (d,), and a single number
    """
    raise NotImplementedError


def sgd_epoch(X, y, w, b, lr, C):
    """One pass over the rows in order, with one step for each row.

    Args:
        X, y, w, b, C: as above
        lr (float): step size

    Returns:
        a pair (w, b); the arguments stay as they were
    """
    raise NotImplementedError


class OneVsAll:
    """Several classes: one machine with an RBF kernel for each of them against all the others."""

    def __init__(self, C=1.0, gamma=1.0):
        """
        Args:
            C (float): upper bound of the multipliers
            gamma (float): of the kernel
        """
        raise NotImplementedError

    def fit(self, X, y):
        """Train one machine for each label.

        Args:
            X: array of shape (n, d)
            y: array of shape (n,), any integers
        """
        raise NotImplementedError

    def decision_function(self, X):
        """What each machine says about each row; the columns follow the sorted labels.

        Args:
            X: array of shape (m, d)

        Returns:
            array of shape (m, k)
        """
        raise NotImplementedError

    def predict(self, X):
        """The label whose machine is the surest.

        Args:
            X: array of shape (m, d)

        Returns:
            array of shape (m,), labels as they were given to fit
        """
        raise NotImplementedError
