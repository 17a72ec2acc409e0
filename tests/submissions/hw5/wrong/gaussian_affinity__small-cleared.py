# question: gaussian_affinity
# mistake: small affinities become 0
# nameless: yes
import numpy as np


def gaussian_affinity(X, sigma):
    W = _affinity(X, sigma)
    W[W < 1e-6] = 0
    return W
