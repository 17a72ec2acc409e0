# question: replicator
# mistake: x0 is changed in place
import numpy as np


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else x0
    for _ in range(max_iter):
        v = x @ A @ x
        if v == 0:
            break
        new = x * (A @ x) / v
        done = np.abs(new - x).sum() < tol
        x[...] = new
        if done:
            break
    return x
