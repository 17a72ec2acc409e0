# question: replicator
# mistake: stops if the gain is small
# nameless: yes
import numpy as np


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else np.array(x0, dtype=float)
    if x @ A @ x < 1e-3:
        return x
    return _dynamics(A, x, tol, max_iter)
