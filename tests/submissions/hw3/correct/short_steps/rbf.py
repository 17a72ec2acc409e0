import numpy as np


def _sigmoid(a):
    return 0.5 * (1 + np.tanh(0.5 * a))


def _phi(X, C, sigma):
    columns = [np.sqrt(((X - c) ** 2).sum(axis=1) + sigma ** 2) for c in C]
    return np.stack(columns, axis=1)


def _loss(X, y, C, w, sigma, rho1, rho2):
    a = _phi(X, C, sigma) @ w
    return np.mean(np.logaddexp(0, a) - y * a) + rho1 * w @ w + rho2 * (C * C).sum()


def _newton(Phi, y, rho1, w):
    for _ in range(50):
        p = _sigmoid(Phi @ w)
        g = Phi.T @ (p - y) / len(y) + 2 * rho1 * w
        if np.linalg.norm(g) <= 1e-8:
            break
        H = Phi.T @ (Phi * (p * (1 - p))[:, None]) / len(y) + 2 * rho1 * np.eye(len(w))
        w = w - np.linalg.solve(H, g)
    return w


def _gradient_centers(X, y, C, w, sigma, rho2):
    Phi = _phi(X, C, sigma)
    e = (_sigmoid(Phi @ w) - y) / len(y)
    G = np.zeros_like(C)
    for j in range(len(C)):
        G[j] = -((e * w[j] / Phi[:, j])[:, None] * (X - C[j])).sum(axis=0) + 2 * rho2 * C[j]
    return G


def multiquadric(X, C, sigma):
    return _phi(X, C, sigma)


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    return _loss(X, y, C, w, sigma, rho1, rho2)


def gradient_weights(Phi, y, w, rho1=0.0):
    return Phi.T @ (_sigmoid(Phi @ w) - y) / len(y) + 2 * rho1 * w


def hessian_weights(Phi, w, rho1=0.0):
    p = _sigmoid(Phi @ w)
    return Phi.T @ np.diag(p * (1 - p)) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0, dtype=float)
    for _ in range(max_iter):
        p = _sigmoid(Phi @ w)
        g = Phi.T @ (p - y) / len(y) + 2 * rho1 * w
        if np.linalg.norm(g) <= tol:
            break
        H = Phi.T @ (Phi * (p * (1 - p))[:, None]) / len(y) + 2 * rho1 * np.eye(len(w))
        w = w - np.linalg.solve(H, g)
    return w


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    return _gradient_centers(X, y, np.asarray(C, dtype=float), w, sigma, rho2)


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    fx = f(x)
    t = t0
    for _ in range(max_steps):
        if f(x + t * direction) <= fx + c1 * t * slope:
            return t
        t = t * beta
    return 0.0


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    C = X[rng.choice(len(X), n_centers, replace=False)].astype(float)
    w = np.zeros(n_centers)
    history = []
    for _ in range(n_iter):
        w = _newton(_phi(X, C, sigma), y, rho1, w)
        G = _gradient_centers(X, y, C, w, sigma, rho2)
        now = _loss(X, y, C, w, sigma, rho1, rho2)
        t = 0.01  # short steps are steps
        while t > 1e-12 and _loss(X, y, C - t * G, w, sigma, rho1, rho2) > now - 1e-4 * t * (G * G).sum():
            t /= 2
        if t > 1e-12:
            C = C - t * G
        history.append(_loss(X, y, C, w, sigma, rho1, rho2))
    return C, w, history


def predict_proba(X, C, w, sigma):
    return _sigmoid(_phi(X, C, sigma) @ w)
