# question: kmeans
# mistake: without a seed every call starts from other rows
# nameless: yes
import numpy as np


def kmeans(X, k, init=None, seed=None, max_iter=300):
    start = _seeding(X, k, np.random.default_rng(seed)) if init is None else init
    return _lloyd(X, start, max_iter)
