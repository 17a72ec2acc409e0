# question: dominant_sets
# mistake: the graph is never reduced
# nameless: yes
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.zeros(len(A), dtype=int)
    left = np.arange(len(A))
    label = 0
    for _ in range(len(A)):
        x = _dynamics(A, np.full(len(left), 1 / len(left)), 1e-8, 10_000)
        inside = x > cutoff
        if inside.sum() >= min_size:
            labels[left[inside]] = label
            label += 1
        left = left[~inside]
        break
    return labels
