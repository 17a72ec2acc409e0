# question: newton
# mistake: the line search looks at the sum, not the mean
# names: newton.stays
import numpy as np


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    def value(w):
        a = Phi @ w
        return np.sum(np.logaddexp(0, a) - y * a) + rho1 * w @ w

    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0, dtype=float)
    for _ in range(max_iter):
        p = 1 / (1 + np.exp(-Phi @ w))
        g = Phi.T @ (p - y) / len(y) + 2 * rho1 * w
        if np.linalg.norm(g) <= tol:
            break
        H = (Phi.T * (p * (1 - p))) @ Phi / len(y) + 2 * rho1 * np.eye(len(w))
        d = -np.linalg.solve(H, g)
        t = 1.0
        while t > 1e-12 and value(w + t * d) > value(w) + 1e-4 * t * (g @ d):
            t /= 2
        if t <= 1e-12:
            break
        w = w + t * d
    return w
