# question: dominant_sets
# mistake: A is used up
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(len(A), -1)
    alive = np.ones(len(A), dtype=bool)
    label = 0
    while alive.any():
        x = _dynamics(A, alive / alive.sum(), 1e-8, 10_000)
        inside = (x > cutoff) & alive
        if inside.sum() >= min_size:
            labels[inside] = label
            label += 1
        alive &= ~inside
        A[inside] = 0
        A[:, inside] = 0
    return labels
