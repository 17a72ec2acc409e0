import numpy as np


def sigmoid(a):
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-a))


def multiquadric(X, C, sigma):
    out = np.empty((X.shape[0], C.shape[0]))
    for i in range(X.shape[0]):
        out[i] = np.linalg.norm(X[i] - C, axis=1)
    return np.sqrt(out ** 2 + sigma ** 2)


def predict_proba(X, C, w, sigma):
    return sigmoid(multiquadric(X, C, sigma) @ w)


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    eps = 1e-12
    p = predict_proba(X, C, w, sigma)
    likelihood = y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps)
    return -likelihood.mean() + rho1 * np.sum(w ** 2) + rho2 * np.sum(C ** 2)


def gradient_weights(Phi, y, w, rho1=0.0):
    return np.mean(Phi * (sigmoid(Phi @ w) - y)[:, np.newaxis], axis=0) + 2 * rho1 * w


def hessian_weights(Phi, w, rho1=0.0):
    p = sigmoid(Phi @ w)
    H = 2 * rho1 * np.eye(Phi.shape[1])
    for row, q in zip(Phi, p * (1 - p)):
        H += q * np.outer(row, row) / len(Phi)
    return H


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    t, tries = t0, 0
    while f(x + t * direction) > f(x) + c1 * t * slope:
        t *= beta
        tries += 1
        if tries > max_steps:
            return 0.0
    return t


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50, verbose=False):
    def value(w):
        a = Phi @ w
        return np.mean(np.logaddexp(0, a) - y * a) + rho1 * w @ w

    w = np.zeros(Phi.shape[1]) if w0 is None else w0.copy()
    for k in range(max_iter):
        g = gradient_weights(Phi, y, w, rho1)
        if np.linalg.norm(g) < tol:
            break
        d = np.linalg.solve(hessian_weights(Phi, w, rho1), -g)
        t = armijo(value, w, d, g @ d)
        if verbose:
            print(k, np.linalg.norm(g), t)
        w = w + (t or 1.0) * d
    return w


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    Phi = multiquadric(X, C, sigma)
    error = sigmoid(Phi @ w) - y
    rows = [w[j] * (error / Phi[:, j]) @ (C[j] - X) / len(X) for j in range(len(C))]
    return np.array(rows) + 2 * rho2 * C


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    C = X[rng.choice(len(X), size=n_centers, replace=False)]
    w = np.zeros(n_centers)
    history = [loss(X, y, C, w, sigma, rho1, rho2)]
    for _ in range(n_iter):
        w = newton(multiquadric(X, C, sigma), y, rho1, w)
        G = gradient_centers(X, y, C, w, sigma, rho2)
        t = armijo(lambda K: loss(X, y, K, w, sigma, rho1, rho2), C, -G, -np.sum(G ** 2))
        C = C - t * G
        history.append(loss(X, y, C, w, sigma, rho1, rho2))
    return C, w, history
