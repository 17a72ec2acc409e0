# question: kmeans
# mistake: the centre of a cluster with a single row stays where it is
# nameless: yes
import numpy as np


def kmeans(X, k, init=None, seed=0, max_iter=300):
    C = _seeding(X, k, np.random.default_rng(seed)) if init is None else init
    C = np.array(C, dtype=float)
    labels = None
    for _ in range(max_iter):
        new = _squares(X, C).argmin(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for j in range(k):
            if (labels == j).sum() > 1:
                C[j] = X[labels == j].mean(axis=0)
    return labels, C, ((X - C[labels]) ** 2).sum()
