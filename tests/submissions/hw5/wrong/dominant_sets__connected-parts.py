# question: dominant_sets
# mistake: connected parts of the graph
# nameless: yes
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(len(A), -1)
    label = 0
    for start in range(len(A)):
        if labels[start] >= 0:
            continue
        stack = [start]
        while stack:
            i = stack.pop()
            if labels[i] < 0:
                labels[i] = label
                stack.extend(np.flatnonzero(A[i] > 1e-3))
        label += 1
    sizes = np.bincount(labels)
    return np.where(sizes[labels] >= min_size, labels, -1)
