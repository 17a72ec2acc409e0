"""Everything in float32."""
import numpy as np
import cvxopt

f = np.float32


def functional_margin(X, y, w, b):
    X, y, w = X.astype(f), y.astype(f), w.astype(f)
    return np.min(y * (X @ w + f(b)))


def geometric_margin(X, y, w, b):
    return np.array(functional_margin(X, y, w, b) / np.sqrt(np.sum(w.astype(f) ** 2)), dtype=f)


def linear_kernel(X, Z):
    return X.astype(f) @ Z.astype(f).T


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return np.power(linear_kernel(X, Z) + f(coef0), degree)


def rbf_kernel(X, Z, gamma=1.0):
    X, Z = X.astype(f), Z.astype(f)
    d = (X * X).sum(1)[:, None] + (Z * Z).sum(1)[None] - f(2) * (X @ Z.T)
    return np.exp(-f(gamma) * d)


def dual_objective(alpha, K, y):
    a, K, y = alpha.astype(f), K.astype(f), y.astype(f)
    return f(0.5) * (a * y) @ K @ (a * y) - a.sum()


def solve_qp(K, y, C):
    n = len(y)
    G, h = -np.eye(n), np.zeros(n)
    if C < np.inf:
        G, h = np.concatenate([G, np.eye(n)]), np.concatenate([h, C * np.ones(n)])
    cvxopt.solvers.options.update(show_progress=False)
    args = [K.astype(float) * np.outer(y, y).astype(float), -np.ones((n, 1)), G, h,
            np.asarray(y, float)[None], np.zeros(1)]
    x = cvxopt.solvers.qp(*map(cvxopt.matrix, args))["x"]
    return np.array(x, dtype=f)[:, 0]


def _F(alpha, K, y):
    return y.astype(f) - K.astype(f) @ (alpha.astype(f) * y.astype(f))


def _masks(alpha, y, C):
    # bounds up to the digits of float32
    eps = f(1e-5) * (f(C) if C < np.inf else alpha.max())
    up, down = alpha < C - eps, alpha > eps
    return np.where(y > 0, up, down), np.where(y > 0, down, up)


def bias(alpha, K, y, C):
    F, (R, S) = _F(alpha, K, y), _masks(alpha, y, C)
    if (R & S).any():
        return np.mean(F[R & S])
    return (F[R].max() + F[S].min()) / f(2)


def decision_function(alpha, b, y, K_test):
    return K_test.astype(f) @ (alpha.astype(f) * y.astype(f)) + f(b)


def kkt_violation(alpha, K, y, C):
    F, (R, S) = _F(alpha, K, y), _masks(alpha, y, C)
    return np.maximum(F[R].max() - F[S].min(), f(0))


def hinge_loss(X, y, w, b, C):
    X, y, w = X.astype(f), y.astype(f), w.astype(f)
    m = y * (X @ w + f(b))
    return f(0.5) * w @ w + f(C) * np.clip(1 - m, 0, None).sum()


def hinge_subgradient(X, y, w, b, C):
    X, y, w = X.astype(f), y.astype(f), w.astype(f)
    t = y * (y * (X @ w + f(b)) < 1)
    return w - f(C) * (t @ X), np.array(-f(C) * t.sum())


def sgd_epoch(X, y, w, b, lr, C):
    X, y, w, b = X.astype(f), y.astype(f), w.astype(f), f(b)
    for x, t in zip(X, y):
        hit = f(t * (x @ w + b) < 1)
        w, b = (1 - f(lr) / f(len(X))) * w + f(lr) * f(C) * hit * t * x, b + f(lr) * f(C) * hit * t
    return w, b


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C, self.gamma = C, gamma

    def fit(self, X, y):
        self.X, self.c = X.astype(f), np.unique(y)
        K = rbf_kernel(X, X, self.gamma)
        self.v, self.b = [], []
        for c in self.c:
            t = (2 * (y == c) - 1).astype(f)
            a = solve_qp(K, t, self.C)
            self.v.append(a * t)
            self.b.append(bias(a, K, t, self.C))

    def decision_function(self, X):
        return rbf_kernel(X, self.X, self.gamma) @ np.array(self.v, f).T + np.array(self.b, f)

    def predict(self, X):
        return self.c[self.decision_function(X).argmax(1)]
