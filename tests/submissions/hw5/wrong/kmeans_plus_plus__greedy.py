# question: kmeans_plus_plus
# mistake: the best of three candidates each time
# nameless: yes
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    chosen = [rng.integers(len(X))]
    while len(chosen) < k:
        D = ((X[:, None] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        if not D.sum():
            chosen.append(rng.integers(len(X)))
            continue
        tried = rng.choice(len(X), size=3, p=D / D.sum())
        left = [np.minimum(D, ((X - X[i]) ** 2).sum(axis=1)).sum() for i in tried]
        chosen.append(tried[int(np.argmin(left))])
    return X[chosen]
