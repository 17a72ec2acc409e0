# question: dominant_sets
# mistake: a list of sets
# nameless: yes
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    left = np.arange(len(A))
    sets = []
    while len(left):
        x = _dynamics(A[np.ix_(left, left)], np.full(len(left), 1 / len(left)), 1e-8, 10_000)
        sets.append(left[x > cutoff].tolist())
        left = left[x <= cutoff]
    return sets
