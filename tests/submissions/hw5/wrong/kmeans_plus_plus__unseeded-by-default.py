# question: kmeans_plus_plus
# mistake: without a seed every call gives other centres
# nameless: yes
import numpy as np


def kmeans_plus_plus(X, k, seed=None):
    return _seeding(X, k, np.random.default_rng(seed))
