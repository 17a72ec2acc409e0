"""hw3: a generalised RBF network for two classes.

Fill in the functions below; README.md beside this file says what each of them means. Then run

    python -m grader hw3

Labels are 0 and 1, of a floating-point or an integer type. P rows, N centres, d features.
"""

import numpy as np


def multiquadric(X, C, sigma):
    """How far each row is from each centre, smoothed by sigma.

    Args:
        X: array of shape (P, d)
        C: array of shape (N, d), the centres
        sigma (float): above 0

    Returns:
        array of shape (P, N): sqrt(|x_i - c_j|^2 + sigma^2)
    """
    raise NotImplementedError


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    """The mean negative log-likelihood, plus rho1 |w|^2 and rho2 |C|^2.

    Args:
        X: array of shape (P, d)
        y: array of shape (P,), labels 0 and 1
        C: array of shape (N, d), the centres
        w: array of shape (N,), the weights
        sigma (float), rho1 (float), rho2 (float)

    Returns:
        a single number
    """
    raise NotImplementedError


def gradient_weights(Phi, y, w, rho1=0.0):
    """The gradient of the loss in the weights.

    Args:
        Phi: array of shape (P, N), the multiquadrics
        y: array of shape (P,), labels 0 and 1
        w: array of shape (N,)
        rho1 (float)

    Returns:
        array of shape (N,)
    """
    raise NotImplementedError


def hessian_weights(Phi, w, rho1=0.0):
    """The matrix of the second derivatives of the loss in the weights.

    Args:
        Phi, w, rho1: as above

    Returns:
        array of shape (N, N)
    """
    raise NotImplementedError


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    """The weights that minimise the loss for these centres, by Newton's method.

    Args:
        Phi, y: as above
        rho1 (float): above 0
        w0: array of shape (N,) to start from, or None for zeros
        tol (float): stop when the gradient's norm is below this
        max_iter (int): steps at most

    Returns:
        array of shape (N,)
    """
    raise NotImplementedError


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    """The gradient of the loss in the centres.

    Args:
        X, y, C, w, sigma, rho2: as in `loss`

    Returns:
        array of shape (N, d)
    """
    raise NotImplementedError


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    """The largest step t = t0 * beta**m, m = 0, 1, ..., that decreases f by enough.

    Args:
        f: a function of an array that returns a number
        x: array of any shape, where the search begins
        direction: array of the same shape
        slope (float): the derivative of f at x along the direction
        t0 (float): the first step to try
        beta (float): between 0 and 1, what a step that fails is multiplied by
        c1 (float): between 0 and 1, the share of the promised decrease that is enough
        max_steps (int): how many steps to try at most

    Returns:
        t, a single number; 0.0 if slope >= 0 or if no step is good enough
    """
    raise NotImplementedError


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    """Train: in turn Newton's method in the weights and one Armijo step in the centres.

    Args:
        X, y, sigma, rho1, rho2: as in `loss`
        n_centers (int): N; the centres start at random rows of X
        n_iter (int): rounds
        seed (int): of numpy.random.default_rng

    Returns:
        (C, w, history): arrays of shape (N, d) and (N,), and a list of the loss, round by round
    """
    raise NotImplementedError


def predict_proba(X, C, w, sigma):
    """The probability of class 1 for each row.

    Args:
        X, C, w, sigma: as in `loss`

    Returns:
        array of shape (P,)
    """
    raise NotImplementedError
