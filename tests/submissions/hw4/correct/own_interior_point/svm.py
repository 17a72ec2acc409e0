"""A barrier method of our own for the dual, tidied up at the end; no solver is imported."""
import numpy as np


def functional_margin(X, y, w, b):
    return min((X @ w + b) * y)


def geometric_margin(X, y, w, b):
    return min((X @ w + b) * y) / (w @ w) ** 0.5


def linear_kernel(X, Z):
    return np.tensordot(X, Z, axes=([1], [1]))


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return (np.tensordot(X, Z, axes=([1], [1])) + coef0) ** degree


def rbf_kernel(X, Z, gamma=1.0):
    return np.array([np.exp(-gamma * np.linalg.norm(x - Z, axis=1) ** 2) for x in X])


def dual_objective(alpha, K, y):
    return alpha @ (0.5 * (K * y[:, None] * y) @ alpha - 1)


def solve_qp(K, y, C):
    """Primal-dual interior point: Mehrotra's predictor and corrector."""
    y = np.asarray(y, dtype=float)
    n = len(y)
    if len(set(y)) == 1:
        return np.zeros(n)
    Q = K * np.outer(y, y) + 1e-12 * np.eye(n)
    boxed = np.isfinite(C)
    top = C if boxed else 2.0
    x, z = np.full(n, top / 2), np.full(n, 1.0)
    s, u = (np.full(n, top / 2), np.full(n, 1.0)) if boxed else (np.ones(n), np.zeros(n))
    nu = 0.0
    for _ in range(100):
        rd = Q @ x - 1 + nu * y - z + u
        rp = y @ x
        rs = (C - x - s) if boxed else np.zeros(n)
        mu = (x @ z + s @ u) / (2 * n if boxed else n)
        if max(mu, abs(rp), np.abs(rd).max()) < 1e-10 * max(1.0, top):
            break

        def direction(sigma, dx0=0.0, dz0=0.0, ds0=0.0, du0=0.0):
            rz = sigma * mu - x * z - dx0 * dz0
            ru = sigma * mu - s * u - ds0 * du0 if boxed else np.zeros(n)
            H = Q + np.diag(z / x + (u / s if boxed else 0.0))
            g = -rd + rz / x - ((ru - u * rs) / s if boxed else 0.0)
            Hi = np.linalg.solve(H, np.column_stack([g, y]))
            dnu = (y @ Hi[:, 0] + rp) / (y @ Hi[:, 1])
            dx = Hi[:, 0] - dnu * Hi[:, 1]
            dz = (rz - z * dx) / x
            ds = rs - dx if boxed else np.zeros(n)
            du = (ru - u * ds) / s if boxed else np.zeros(n)
            return dx, dnu, dz, ds, du

        def length(dx, dz, ds, du):
            t = 1.0
            for v, d in ((x, dx), (z, dz)) + (((s, ds), (u, du)) if boxed else ()):
                shrinking = d < 0
                if shrinking.any():
                    t = min(t, 0.99 * np.min(-v[shrinking] / d[shrinking]))
            return t

        dx, dnu, dz, ds, du = direction(0.0)
        t = length(dx, dz, ds, du)
        ahead = ((x + t * dx) @ (z + t * dz) + (s + t * ds) @ (u + t * du)) / (2 * n if boxed else n)
        dx, dnu, dz, ds, du = direction((ahead / mu) ** 3, dx, dz, ds, du)
        t = length(dx, dz, ds, du)
        x, nu, z, s, u = x + t * dx, nu + t * dnu, z + t * dz, s + t * ds, u + t * du
    return x


def _ends(alpha, K, y, C):
    F = y - K @ (y * alpha)
    eps = 1e-6 * np.max(alpha)
    R = np.choose((y > 0).astype(int), [alpha > eps, alpha < C - eps])
    S = np.choose((y > 0).astype(int), [alpha < C - eps, alpha > eps])
    return F, R, S


def bias(alpha, K, y, C):
    F, R, S = _ends(alpha, K, y, C)
    free = R & S
    if free.any():
        return np.median(F[free])
    return (F[R].max() + F[S].min()) * 0.5


def decision_function(alpha, b, y, K_test):
    return b + (K_test * (alpha * y)[None, :]).sum(axis=1)


def kkt_violation(alpha, K, y, C):
    F, R, S = _ends(alpha, K, y, C)
    return np.clip(F[R].max() - F[S].min(), 0, None)


def hinge_loss(X, y, w, b, C):
    return sum(v * v for v in w) / 2 + C * sum(max(0, 1 - t * (x @ w + b)) for x, t in zip(X, y))


def hinge_subgradient(X, y, w, b, C):
    g = np.append(w, 0.0)
    for x, t in zip(X, y):
        if 1 - t * (x @ w + b) > 0:
            g -= C * t * np.append(x, 1.0)
    return g[:-1], g[-1]


def sgd_epoch(X, y, w, b, lr, C):
    v = 1.0 * w
    for i, t in enumerate(y):
        margin = t * (X[i].dot(v) + b)
        v = v - lr * v / len(y)
        if margin < 1:
            v, b = v + lr * C * t * X[i], b + lr * C * t
    return np.array([v]).ravel(), np.array([b])


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C, self.gamma = C, gamma

    def fit(self, X, y):
        self.X, self.labels = X, sorted(set(y))
        K = rbf_kernel(X, X, self.gamma)
        self.rules = []
        for label in self.labels:
            t = np.array([1.0 if other == label else -1.0 for other in y])
            alpha = solve_qp(K, t, self.C)
            self.rules.append((alpha * t, bias(alpha, K, t, self.C)))
        return "trained"

    def decision_function(self, X):
        K = rbf_kernel(X, self.X, self.gamma)
        out = np.empty((len(X), len(self.rules)))
        for k, (v, b) in enumerate(self.rules):
            out[:, k] = K @ v + b
        return out

    def predict(self, X):
        return np.array([self.labels[k] for k in np.argmax(self.decision_function(X), axis=1)])
