# question: dominant_sets
# mistake: the second condition with the wrong sign
# names: dominant_sets.second-condition
import numpy as np


def dominant_sets(A, cutoff=1e-5, min_size=1):
    from itertools import combinations

    labels = np.full(len(A), -1)
    left = list(range(len(A)))
    label = 0
    while left:
        found = None
        # Of few vertices all subsets, otherwise the dynamics.
        if len(A) <= 6:
            for size in range(1, len(left) + 1):
                for S in combinations(left, size):
                    if all(_weight(A, S, i) > 0 for i in S) and all(_weight(A, (*S, i), i) > 0 for i in left if i not in S):
                        found = list(S)
                        break
                if found:
                    break
        else:
            x = _dynamics(A[np.ix_(left, left)], np.full(len(left), 1 / len(left)), 1e-8, 10_000)
            found = [i for i, v in zip(left, x) if v > cutoff]
        if len(found) >= min_size:
            labels[found] = label
            label += 1
        left = [i for i in left if i not in found]
    return labels
