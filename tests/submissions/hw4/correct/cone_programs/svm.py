"""The dual as a cone program (coneqp), the box in sparse matrices, machines as closures."""
import numpy as np
from cvxopt import matrix, solvers, sparse, spdiag
from functools import reduce


def functional_margin(X, y, w, b):
    return reduce(min, (t * (x @ w + b) for x, t in zip(X, y)))


def geometric_margin(X, y, w, b):
    return np.min(y * (X @ w + b) / np.sqrt(np.sum(np.square(w))))


def linear_kernel(X, Z):
    return np.inner(X, Z)


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    base = np.inner(X, Z) + coef0
    return reduce(np.multiply, [base] * degree)


def rbf_kernel(X, Z, gamma=1.0):
    out = np.ones((len(X), len(Z)))
    for k in range(X.shape[1]):  # a product over the columns
        out *= np.exp(-gamma * np.subtract.outer(X[:, k].astype(float), Z[:, k]) ** 2)
    return out


def dual_objective(alpha, K, y):
    return np.sum(np.outer(alpha * y, alpha * y) * K) / 2 - np.sum(alpha)


def solve_qp(K, y, C):
    n = len(y)
    y = np.array(y, dtype=float)
    identity = spdiag([1.0] * n)
    G = sparse([-identity, identity]) if C < float("inf") else sparse([-identity])
    h = matrix(0.0, (G.size[0], 1))
    h[n:] = C if C < float("inf") else 0.0
    answer = solvers.coneqp(
        matrix(np.diag(y) @ K @ np.diag(y)), matrix(-1.0, (n, 1)), G, h,
        A=matrix(y, (1, n)), b=matrix(0.0, (1, 1)),
        options={"show_progress": False, "maxiters": 200, "feastol": 1e-9})
    return np.maximum(np.squeeze(np.asarray(answer["x"])), 0.0)


def bias(alpha, K, y, C):
    F = np.asarray(y) - np.sum(K * (alpha * y), axis=1)
    slack = np.minimum(alpha, C - alpha)
    if slack.max() > 1e-6 * alpha.max():
        # the vector that is the most surely free: all the others ask for the same
        return F[slack.argmax()]
    grown = alpha > C / 2
    R = (y > 0) ^ grown
    return np.mean([F[R].max(), F[~R].min()])


def decision_function(alpha, b, y, K_test):
    return np.einsum("tj,j,j->t", K_test, alpha, y) + b


def kkt_violation(alpha, K, y, C):
    F = np.asarray(y) - np.sum(K * (alpha * y), axis=1)
    at_zero, at_top = np.isclose(alpha, 0, atol=1e-7), np.isclose(alpha, C, rtol=1e-6)
    R = ((y > 0) & ~at_top) | ((y < 0) & ~at_zero)
    S = ((y < 0) & ~at_top) | ((y > 0) & ~at_zero)
    worst = max(F[i] - F[j] for i in np.flatnonzero(R) for j in np.flatnonzero(S))
    return worst if worst > 0 else 0.0


def hinge_loss(X, y, w, b, C):
    m = 1 - y * (X @ w + b)
    return (np.sum(w ** 2) + C * np.sum(m + np.abs(m))) / 2


def hinge_subgradient(X, y, w, b, C):
    push = np.heaviside(1 - y * (X @ w + b), 1.0) * y
    return w - C * push @ X, -C * push.sum()


def sgd_epoch(X, y, w, b, lr, C):
    w, n = np.array(w, dtype=float), len(y)
    for i in range(n):
        push = lr * C * y[i] if y[i] * (X[i] @ w + b) < 1 else 0.0
        w *= 1 - lr / n
        w += push * X[i]
        b += push
    return w, float(b)


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C = C
        self.gamma = gamma

    def fit(self, X, y):
        K = rbf_kernel(X, X, self.gamma)
        self.machines = {}

        def machine(t):
            alpha = solve_qp(K, t, self.C)
            b = bias(alpha, K, t, self.C)
            return lambda rows: decision_function(alpha, b, t, rbf_kernel(rows, X, self.gamma))

        for label in np.unique(y):
            self.machines[int(label)] = machine(np.where(y == label, 1.0, -1.0))

    def decision_function(self, X):
        return np.array([self.machines[k](X) for k in sorted(self.machines)]).transpose()

    def predict(self, X):
        labels = sorted(self.machines)
        return [labels[k] for k in self.decision_function(X).argmax(1)]
