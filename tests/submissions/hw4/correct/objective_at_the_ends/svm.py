"""Plain NumPy, every question on its own."""
import numpy as np
from cvxopt import matrix, solvers


def functional_margin(X, y, w, b):
    return float(np.min(y * (X @ w + b)))


def geometric_margin(X, y, w, b):
    return float(np.min(y * (X @ w + b)) / np.linalg.norm(w))


def linear_kernel(X, Z):
    return X @ Z.T


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (X @ Z.T + coef0) ** degree


def rbf_kernel(X, Z, gamma=1.0):
    d = X[:, None, :] - Z[None, :, :]
    return np.exp(-gamma * np.sum(d * d, axis=2))


def dual_objective(alpha, K, y):
    v = alpha * y
    return float(0.5 * v @ K @ v - np.sum(alpha))


def solve_qp(K, y, C):
    n = len(y)
    y = np.asarray(y, dtype=float)
    P = matrix(np.outer(y, y) * K)
    q = matrix(-np.ones(n))
    if np.isinf(C):
        G, h = matrix(-np.eye(n)), matrix(np.zeros(n))
    else:
        G = matrix(np.vstack([-np.eye(n), np.eye(n)]))
        h = matrix(np.concatenate([np.zeros(n), np.full(n, float(C))]))
    solution = solvers.qp(P, q, G, h, matrix(y.reshape(1, -1)), matrix(0.0),
                          options={"show_progress": False})
    return np.ravel(np.array(solution["x"]))


def bias(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    free = lower & upper
    if np.any(free):
        return float(np.mean(F[free]))
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    return float((np.max(F[R]) + np.min(F[S])) / 2)


def decision_function(alpha, b, y, K_test):
    return K_test @ (alpha * y) + b


def kkt_violation(alpha, K, y, C):
    F = y - K @ (alpha * y)
    eps = 1e-6 * max(1e-3, float(np.max(alpha)))
    lower, upper = alpha > eps, alpha < C - eps
    R = np.where(y > 0, upper, lower)
    S = np.where(y > 0, lower, upper)
    return max(0.0, float(np.max(F[R]) - np.min(F[S])))


def hinge_loss(X, y, w, b, C):
    return float(0.5 * w @ w + C * np.sum(np.maximum(0, 1 - y * (X @ w + b))))


def hinge_subgradient(X, y, w, b, C):
    inside = y * (X @ w + b) < 1
    return w - C * X[inside].T @ y[inside], float(-C * np.sum(y[inside]))


def sgd_epoch(X, y, w, b, lr, C):
    n = len(X)
    for i in range(n):
        inside = y[i] * (X[i] @ w + b) < 1
        w = (1 - lr / n) * w
        if inside:
            w = w + lr * C * y[i] * X[i]
            b = b + lr * C * y[i]
    return w, b


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C = C
        self.gamma = gamma

    def _kernel(self, X):
        d = X[:, None, :] - self.X[None, :, :]
        return np.exp(-self.gamma * np.sum(d * d, axis=2))

    def _train(self, K, t):
        n = len(t)
        solution = solvers.qp(
            matrix(np.outer(t, t) * K), matrix(-np.ones(n)),
            matrix(np.vstack([-np.eye(n), np.eye(n)])),
            matrix(np.concatenate([np.zeros(n), np.full(n, float(self.C))])),
            matrix(t.reshape(1, -1)), matrix(0.0), options={"show_progress": False})
        v = np.ravel(np.array(solution["x"])) * t
        F = t - K @ v
        a = v * t
        free = (a > 1e-5 * self.C) & (a < self.C * (1 - 1e-5))
        if free.any():
            return v, F[free].mean()
        R = np.where(t > 0, a < self.C * (1 - 1e-5), a > 1e-5 * self.C)
        S = np.where(t > 0, a > 1e-5 * self.C, a < self.C * (1 - 1e-5))
        return v, (F[R].max() + F[S].min()) / 2

    def fit(self, X, y):
        self.X = X
        self.labels = np.unique(y)
        K = self._kernel(X)
        self.machines = [self._train(K, np.where(y == c, 1.0, -1.0)) for c in self.labels]
        return self

    def decision_function(self, X):
        K = self._kernel(X)
        return np.column_stack([K @ v + b for v, b in self.machines])

    def predict(self, X):
        return self.labels[np.argmax(self.decision_function(X), axis=1)]
