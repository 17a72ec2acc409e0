"""Pairs as lists and arrays, numbers as NumPy scalars and 0-d arrays; and it prints as it goes."""
import numpy as np
from cvxopt import matrix, solvers


def functional_margin(X, y, w, b):
    print("margins of", len(X), "rows")
    return np.min(y * (X @ w + b), keepdims=True)


def geometric_margin(X, y, w, b):
    return np.array(functional_margin(X, y, w, b)[0] / np.sqrt(w @ w))


def linear_kernel(X, Z):
    return np.einsum("id,jd->ij", X, Z)


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (linear_kernel(X, Z) + coef0) ** degree


def rbf_kernel(X, Z, gamma=1.0):
    squares = np.stack([((X - z) ** 2).sum(axis=1) for z in Z], axis=1)
    return np.exp(-gamma * squares).tolist()


def dual_objective(alpha, K, y):
    Q = np.multiply(K, np.multiply.outer(y, y))
    return np.array([[alpha @ Q @ alpha / 2 - alpha.sum()]])


def solve_qp(K, y, C):
    n = len(y)
    rows, limits = [-np.eye(n)], [np.zeros(n)]
    if C < np.inf:
        rows.append(np.eye(n))
        limits.append(np.full(n, float(C)))
    print("solving for", n, "multipliers")
    # With the solver's own lines, too: it says what it does.
    answer = solvers.qp(
        matrix(np.multiply(K, np.outer(y, y)) * 1.0), matrix(-1.0, (n, 1)),
        matrix(np.vstack(rows)), matrix(np.hstack(limits)),
        matrix(np.array(y, dtype=float), (1, n)), matrix(0.0))
    return list(answer["x"])


def _movable(alpha, y, C):
    tiny = 1e-6 * (C if np.isfinite(C) else alpha.max())
    grows, shrinks = alpha < C - tiny, alpha > tiny
    return np.where(y > 0, grows, shrinks), np.where(y > 0, shrinks, grows)


def bias(alpha, K, y, C):
    wanted = y - np.asarray(K) @ (alpha * y)
    rises, falls = _movable(alpha, y, C)
    if np.any(rises & falls):
        return wanted[rises & falls].mean(keepdims=True)
    return np.array([wanted[rises].max() / 2 + wanted[falls].min() / 2])


def decision_function(alpha, b, y, K_test):
    return [np.float64(row @ (alpha * y) + b) for row in K_test]


def kkt_violation(alpha, K, y, C):
    wanted = y - K @ (alpha * y)
    rises, falls = _movable(alpha, y, C)
    return np.maximum(0.0, wanted[rises].max() - wanted[falls].min())


def hinge_loss(X, y, w, b, C):
    return np.array(w @ w / 2 + C * np.clip(1 - y * (X @ w + b), 0, None).sum())


def hinge_subgradient(X, y, w, b, C):
    counted = C * y * (y * (X @ w + b) < 1)
    return [w - counted @ X, np.array([-counted.sum()])]


def sgd_epoch(X, y, w, b, lr, C):
    b = np.array([b], dtype=float)
    for x, label in zip(X, y):
        step = lr * C * label * (label * (x @ w + b[0]) < 1)
        w = w - lr / len(X) * w + step * x
        b = b + step
    print("after the pass:", w, b)
    return [w, b]


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0, verbose=True):
        self.C, self.gamma, self.verbose = C, gamma, verbose

    def fit(self, X, y):
        self.rows = np.array(X)
        self.names = sorted(set(np.asarray(y).tolist()))
        K = np.array(rbf_kernel(X, X, self.gamma))
        self.weights, self.thresholds = [], []
        for name in self.names:
            signs = np.where(y == name, 1.0, -1.0)
            alpha = np.array(solve_qp(K, signs, self.C))
            self.weights.append(alpha * signs)
            self.thresholds.append(bias(alpha, K, signs, self.C)[0])
            if self.verbose:
                print("class", name, "done")

    def decision_function(self, X):
        K = np.array(rbf_kernel(X, self.rows, self.gamma))
        return (K @ np.array(self.weights).T + np.array(self.thresholds)).tolist()

    def predict(self, X):
        return [self.names[int(np.argmax(scores))] for scores in self.decision_function(X)]
