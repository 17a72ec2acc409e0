# question: dominant_sets
# mistake: the cutoff is always 1e-5
# nameless: yes
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(len(A), -1)
    left = np.arange(len(A))
    label = 0
    while len(left):
        x = _dynamics(A[np.ix_(left, left)], np.full(len(left), 1 / len(left)), 1e-8, 10_000)
        inside = x > 1e-5
        if inside.sum() >= min_size:
            labels[left[inside]] = label
            label += 1
        left = left[~inside]
    return labels
