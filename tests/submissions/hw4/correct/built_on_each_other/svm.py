"""Every function uses the ones before it, and the other module."""
import numpy as np
from cvxopt import matrix, solvers

import smo


def _margins(X, y, w, b):
    return y * (linear_kernel(X, np.atleast_2d(w))[:, 0] + b)


def functional_margin(X, y, w, b):
    return _margins(X, y, w, b).min()


def geometric_margin(X, y, w, b):
    return functional_margin(X, y, w, b) / np.sqrt(np.dot(w, w))


def linear_kernel(X, Z):
    return np.asarray(X) @ np.asarray(Z).T


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (linear_kernel(X, Z) + coef0) ** degree


def rbf_kernel(X, Z, gamma=1.0):
    x = np.array([r @ r for r in X])
    z = np.array([r @ r for r in Z])
    squares = x[:, None] - 2 * linear_kernel(X, Z) + z
    return np.exp(-gamma * np.maximum(squares, 0))


def dual_objective(alpha, K, y):
    return 0.5 * np.sum(alpha * (_gradient(alpha, K, y) - 1))


def _gradient(alpha, K, y):
    return y * decision_function(alpha, 0.0, y, K) - 1


def solve_qp(K, y, C):
    if len(set(np.sign(y))) < 2:
        raise ValueError("one class only")
    old = dict(solvers.options)
    solvers.options["show_progress"] = False
    try:
        n = len(y)
        eye = np.eye(n)
        G = np.r_[-eye, eye] if np.isfinite(C) else -eye
        h = np.r_[np.zeros(n), C * np.ones(n)] if np.isfinite(C) else np.zeros(n)
        x = solvers.qp(matrix(K * np.outer(y, y) * 1.0), matrix(-np.ones(n)), matrix(G), matrix(h),
                       matrix(1.0 * y, (1, n)), matrix(0.0))["x"]
    finally:
        solvers.options.clear()
        solvers.options.update(old)
    alpha = np.array(x).flatten()
    top = alpha.max()
    alpha[alpha < 1e-5 * top] = 0
    if np.isfinite(C):
        alpha[alpha > C - 1e-5 * top] = C
    return alpha


def _pair(alpha, K, y, C):
    g = _gradient(alpha, K, y)
    i, j, gap = smo.select_pair(alpha, g, y, C)
    return -y * g, i, j, gap


def bias(alpha, K, y, C):
    F, i, j, _ = _pair(alpha, K, y, C)
    tiny = 1e-6 * alpha.max()
    free = np.logical_and(alpha > tiny, alpha < C - tiny)
    return np.mean(F, where=free) if free.any() else (F[i] + F[j]) / 2


def decision_function(alpha, b, y, K_test):
    return linear_kernel(K_test, [alpha * y])[:, 0] + b


def kkt_violation(alpha, K, y, C):
    return max(_pair(alpha, K, y, C)[-1], 0)


def hinge_loss(X, y, w, b, C):
    return 0.5 * np.dot(w, w) + C * np.maximum(1 - _margins(X, y, w, b), 0).sum()


def hinge_subgradient(X, y, w, b, C):
    inside = np.flatnonzero(_margins(X, y, w, b) < 1)
    gw, gb = np.array(w, dtype=float), 0.0
    for i in inside:
        gw, gb = gw - C * y[i] * X[i], gb - C * y[i]
    return gw, gb


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        # of C hinge + w.w/2 in one row: the share of the penalty is w/n instead of w
        gw, gb = hinge_subgradient(X[i:i + 1], y[i:i + 1], w, b, C)
        w, b = w - lr * (gw - w + w / n), b - lr * gb
    return w, b


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C, self.gamma = C, gamma

    def fit(self, X, y):
        self.X, self.y = np.array(X), np.array(y)
        self.classes = sorted(set(self.y.tolist()))
        K = rbf_kernel(self.X, self.X, self.gamma)
        self.parts = []
        for c in self.classes:
            t = np.where(self.y == c, 1, -1)
            alpha = solve_qp(K, t, self.C)
            self.parts.append((alpha, bias(alpha, K, t, self.C), t))
        return self

    def decision_function(self, X):
        K = rbf_kernel(X, self.X, self.gamma)
        return np.stack([decision_function(*part, K) for part in self.parts], axis=-1)

    def predict(self, X):
        return np.array(self.classes)[self.decision_function(X).argmax(axis=-1)]
