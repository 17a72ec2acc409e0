# question: fit
# mistake: no line search, a very small step
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
        C = C - 0.01 * G
        history.append(_loss(X, y, C, w, sigma, rho1, rho2))
    return C, w, history
