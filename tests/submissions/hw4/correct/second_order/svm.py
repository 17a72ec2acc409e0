"""SciPy for the distances, SMO for the machines."""
import numpy as np
from cvxopt import matrix, solvers
from scipy.spatial.distance import cdist

import smo as _smo


def functional_margin(X, y, w, b):
    return (np.dot(X, w) + b).dot(np.diag(y)).min()


def geometric_margin(X, y, w, b):
    unit = np.linalg.norm(w)
    return functional_margin(X, y, w / unit, b / unit)


def linear_kernel(X, Z):
    return np.einsum("id,jd->ij", X, Z)


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return np.power(np.einsum("id,jd->ij", X, Z) + coef0, degree)


def rbf_kernel(X, Z, gamma=1.0):
    return np.exp(-gamma * cdist(X, Z, "sqeuclidean"))


def dual_objective(alpha, K, y):
    Q = K * np.outer(y, y)
    return 0.5 * alpha.dot(Q).dot(alpha) - alpha.sum()


def solve_qp(K, y, C):
    """The same problem in beta = y*alpha: P = K, q = -y, between min(0, yC) and max(0, yC)."""
    n = len(y)
    y = np.asarray(y, float)
    G = [-np.diag(y)]
    h = [np.zeros(n)]
    if np.isfinite(C):
        G.append(np.diag(y))
        h.append(np.full(n, C, float))
    sol = solvers.qp(matrix(K.astype(float)), matrix(-y), matrix(np.vstack(G)),
                     matrix(np.hstack(h)), matrix(np.ones((1, n))), matrix([0.0]),
                     options={"show_progress": False, "abstol": 1e-10, "reltol": 1e-10})
    return np.clip(y * np.array(sol["x"]).ravel(), 0, C)


def _between(alpha, K, y, C):
    tiny = 1e-6 * alpha.max()
    F = y - K.dot(alpha * y)
    up, low = [], []
    for f, a, t in zip(F, alpha, y):
        if a < C - tiny:
            (up if t > 0 else low).append(f)
        if a > tiny:
            (low if t > 0 else up).append(f)
    return max(up), min(low)


def bias(alpha, K, y, C):
    # at a solution the free vectors ask for just this
    return sum(_between(alpha, K, y, C)) / 2


def decision_function(alpha, b, y, K_test):
    return np.dot(K_test * y, alpha) + b


def kkt_violation(alpha, K, y, C):
    m, M = _between(alpha, K, y, C)
    return np.array(max(m - M, 0.0))


def hinge_loss(X, y, w, b, C):
    slack = 1 - y * (X.dot(w) + b)
    return np.linalg.norm(w) ** 2 / 2 + C * slack[slack > 0].sum()


def hinge_subgradient(X, y, w, b, C):
    active = (y * (X.dot(w) + b) < 1).astype(float)
    return w - C * np.einsum("i,i,id->d", active, y, X), -C * np.dot(active, y)


def sgd_epoch(X, y, w, b, lr, C):
    n, state = len(X), np.append(w, b).astype(float)
    rows = np.column_stack([X, np.ones(n)])
    shrink = np.append(np.full(len(w), 1 - lr / n), 1.0)
    for row, t in zip(rows, y):
        active = t * row.dot(state) < 1
        state = shrink * state + (lr * C * t * row if active else 0)
    return state[:-1], state[-1]


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.params = C, gamma

    def fit(self, X, y):
        C, gamma = self.params
        self.train = X.copy()
        self.classes_, which = np.unique(y, return_inverse=True)
        T = np.where(which[:, None] == np.arange(len(self.classes_)), 1.0, -1.0)
        K = rbf_kernel(X, X, gamma)
        self.V = np.zeros(T.shape)
        self.b = np.zeros(T.shape[1])
        for k in range(T.shape[1]):
            alpha, self.b[k], _ = _smo.smo(K, T[:, k], C)
            self.V[:, k] = alpha * T[:, k]
        return self

    def decision_function(self, X):
        return rbf_kernel(X, self.train, self.params[1]) @ self.V + self.b

    def predict(self, X):
        return np.take(self.classes_, self.decision_function(X).argmax(axis=1))
