from functools import partial, reduce
from itertools import accumulate, islice, repeat

import numpy as np

sigma_of = lambda a: np.where(a > 0, 1, np.exp(np.minimum(a, 0))) / (1 + np.exp(-np.abs(a)))


def multiquadric(X, C, sigma):
    return np.array([[np.linalg.norm(np.append(x - c, sigma)) for c in C] for x in X])


def softplus(a):
    return np.maximum(a, 0) + np.log1p(np.exp(-np.abs(a)))


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    a = multiquadric(X, C, sigma) @ w
    parts = [np.where(y == 1, softplus(-a), softplus(a)).mean(), rho1 * sum(w * w), rho2 * np.sum(C * C)]
    return sum(parts)


def gradient_weights(Phi, y, w, rho1=0.0):
    return sum((s - t) * row for row, s, t in zip(Phi, sigma_of(Phi @ w), y)) / len(y) + 2 * rho1 * w


def hessian_weights(Phi, w, rho1=0.0):
    p = sigma_of(Phi @ w)
    return reduce(np.add, (q * row[:, None] * row for q, row in zip(p * (1 - p), Phi))) / len(p) + np.diag(
        [2 * rho1] * len(w)
    )


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    g = partial(gradient_weights, Phi, y, rho1=rho1)

    def step(w, _):
        return w if np.linalg.norm(g(w)) <= tol else w - np.linalg.pinv(hessian_weights(Phi, w, rho1)) @ g(w)

    return reduce(step, range(max_iter), np.zeros(Phi.shape[1]) if w0 is None else w0)


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    Phi = multiquadric(X, C, sigma)
    r = sigma_of(Phi @ w) - y
    return np.stack(
        [2 * rho2 * c + np.mean((r * v / column)[:, None] * (c - X), axis=0) for c, v, column in zip(C, w, Phi.T)]
    )


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    fx = f(x)
    enough = lambda t: fx - f(x + t * direction) >= -c1 * t * slope
    steps = islice(accumulate(repeat(t0), lambda t, _: t * beta), max_steps)
    return next(filter(enough, steps), 0.0) if slope < 0 else 0.0


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    # The loss before each round; training ends when there is nothing left to gain.
    C = X[np.random.default_rng(seed).integers(len(X), size=n_centers)].astype(float)
    w = np.zeros(n_centers)
    history = []
    for _ in range(n_iter):
        history.append(loss(X, y, C, w, sigma, rho1, rho2))
        if len(history) > 1 and history[-2] - history[-1] < 1e-14:
            break
        w = newton(multiquadric(X, C, sigma), y, rho1, w)
        G = gradient_centers(X, y, C, w, sigma, rho2)
        C = C - G * armijo(lambda K: loss(X, y, K, w, sigma, rho1, rho2), C, -G, -np.sum(G * G), beta=0.3)
    return C, w, history


def predict_proba(X, C, w, sigma):
    return np.vectorize(sigma_of)(multiquadric(X, C, sigma) @ w)
