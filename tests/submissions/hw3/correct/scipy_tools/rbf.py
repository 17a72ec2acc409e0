import numpy as np
from scipy import linalg, optimize
from scipy.spatial.distance import cdist
from scipy.special import expit, xlog1py, xlogy


def multiquadric(X, C, sigma):
    return np.hypot(cdist(X, C), sigma)


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    a = multiquadric(X, C, sigma) @ w
    y = np.asarray(y, dtype=float)
    p = np.clip(expit(a), 1e-15, 1 - 1e-15)
    return -np.mean(xlogy(y, p) + xlog1py(1 - y, -p)) + rho1 * linalg.norm(w) ** 2 + rho2 * linalg.norm(C) ** 2


def gradient_weights(Phi, y, w, rho1=0.0):
    return Phi.T.dot(expit(Phi.dot(w)) - y) / y.size + 2 * rho1 * w


def hessian_weights(Phi, w, rho1=0.0):
    p = expit(Phi.dot(w))
    half = np.sqrt(p * (1 - p) / len(Phi))[:, None] * Phi
    return half.T @ half + np.diag(np.full(len(w), 2 * rho1))


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    def value(w):
        a = Phi @ w
        return np.mean(np.logaddexp(0, a) - y * a) + rho1 * w @ w

    start = np.zeros(Phi.shape[1]) if w0 is None else w0
    found = optimize.minimize(
        value,
        start,
        jac=lambda w: gradient_weights(Phi, y, w, rho1),
        hess=lambda w: hessian_weights(Phi, w, rho1),
        method="trust-exact",
        options={"gtol": tol, "maxiter": 10 * max_iter},
    )
    return found.x


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    Phi = multiquadric(X, C, sigma)
    A = (expit(Phi @ w) - y)[:, None] * w / Phi / len(X)
    return A.sum(0)[:, None] * C - A.T @ X + 2 * rho2 * C


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0.0:
        return 0.0
    base = f(x)
    for m in range(max_steps + 1):
        t = t0 * beta ** m
        if f(x + t * direction) <= base + c1 * t * slope:
            return np.array(t)
    return np.array(0.0)


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(X), size=n_centers)
    C = np.array(X[rows], dtype=float)
    w = np.zeros(n_centers)
    history = [loss(X, y, C, w, sigma, rho1, rho2)]
    for _ in range(n_iter):
        w = newton(multiquadric(X, C, sigma), y, rho1, w)
        G = gradient_centers(X, y, C, w, sigma, rho2)
        t = armijo(lambda c: loss(X, y, c, w, sigma, rho1, rho2), C, -G, -linalg.norm(G) ** 2)
        C = C - t * G
        history.append(loss(X, y, C, w, sigma, rho1, rho2))
    return [C, w, history]


def predict_proba(X, C, w, sigma):
    return expit(multiquadric(X, C, sigma).dot(w))
