# question: replicator
# mistake: a random start
# nameless: yes
import numpy as np


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.random.default_rng(0).dirichlet(np.ones(len(A))) if x0 is None else np.array(x0)
    for _ in range(max_iter):
        if x @ A @ x == 0:
            return x
        new = x * (A @ x) / (x @ A @ x)
        done = np.abs(new - x).sum() < tol
        x = new
        if done:
            break
    return x
