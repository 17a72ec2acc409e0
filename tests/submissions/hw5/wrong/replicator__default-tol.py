# question: replicator
# mistake: by default tol is a millionth of what it should be
# nameless: yes
import numpy as np


def replicator(A, x0=None, tol=1e-14, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else np.array(x0, dtype=float)
    for _ in range(max_iter):
        if x @ A @ x == 0:
            return x
        new = x * (A @ x) / (x @ A @ x)
        done = np.abs(new - x).sum() < tol
        x = new
        if done:
            break
    return x
