# question: kmeans_plus_plus
# mistake: a little is added to every weight
# nameless: yes
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        D = D + 0.01 * D.mean()
        chosen.append(rng.choice(len(X), p=D / D.sum() if D.sum() else None))
    return X[chosen]
