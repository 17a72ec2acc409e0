# question: kmeans
# mistake: labels of the first centres
# names: kmeans.centers-not-recomputed
import numpy as np


def kmeans(X, k, init=None, seed=0, max_iter=300):
    C = _seeding(X, k, np.random.default_rng(seed)) if init is None else np.array(init)
    labels = ((X[:, None] - C) ** 2).sum(axis=2).argmin(axis=1)
    return labels, C, ((X - C[labels]) ** 2).sum()
