# question: newton
# mistake: a step less than max_iter
# nameless: yes
import numpy as np


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0, dtype=float)
    for _ in range(1, max_iter):
        p = 0.5 * (1 + np.tanh(0.5 * (Phi @ w)))
        g = Phi.T @ (p - y) / len(y) + 2 * rho1 * w
        if np.linalg.norm(g) <= tol:
            break
        H = (Phi.T * (p * (1 - p))) @ Phi / len(y) + 2 * rho1 * np.eye(len(w))
        w = w - np.linalg.solve(H, g)
    return w
