# question: fit
# way: the first step that is tried is short
import numpy as np


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
