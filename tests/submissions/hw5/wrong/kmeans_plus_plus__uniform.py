# question: kmeans_plus_plus
# mistake: k rows at random
# names: kmeans_plus_plus.uniform
import numpy as np


def kmeans_plus_plus(X, k, seed=0):
    return X[np.random.default_rng(seed).choice(len(X), size=k, replace=False)]
