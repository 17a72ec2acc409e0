# question: kmeans_plus_plus
# mistake: the square of the sum of absolute differences
# nameless: yes
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = np.abs(X[:, None] - X[chosen]).sum(axis=2).min(axis=1) ** 2
        chosen.append(rng.choice(len(X), p=D / D.sum() if D.sum() else None))
    return X[chosen]
