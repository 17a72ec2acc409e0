# question: kmeans
# mistake: the inertia is a mean
# names: kmeans.mean-inertia
import numpy as np


def kmeans(X, k, init=None, seed=0, max_iter=300):
    C = _seeding(X, k, np.random.default_rng(seed)) if init is None else init
    C = np.array(C, dtype=float)
    labels = None
    for _ in range(max_iter):
        new = ((X[:, None] - C) ** 2).sum(axis=2).argmin(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for j in range(k):
            if (labels == j).any():
                C[j] = X[labels == j].mean(axis=0)

    return labels, C, ((X - C[labels]) ** 2).sum(axis=1).mean()
