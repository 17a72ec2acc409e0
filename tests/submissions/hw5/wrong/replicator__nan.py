# question: replicator
# mistake: 0/0 where nothing is to be gained
# names: replicator.nan
import numpy as np


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else np.array(x0, dtype=float)
    for _ in range(max_iter):
        new = x * (A @ x) / (x @ A @ x)
        done = np.abs(new - x).sum() < tol
        x = new
        if done:
            break
    return x
