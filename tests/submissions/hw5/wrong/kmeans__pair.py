# question: kmeans
# mistake: no inertia
# nameless: yes
import numpy as np


def kmeans(X, k, init=None, seed=0, max_iter=300):
    return _lloyd(X, _seeding(X, k, np.random.default_rng(seed)) if init is None else init, max_iter)[:2]
