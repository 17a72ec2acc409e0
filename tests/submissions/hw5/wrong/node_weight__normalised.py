# question: node_weight
# mistake: weights of a set add up to 1
# nameless: yes
import numpy as np


def node_weight(A, S, i):
    return _weight(A, S, i) / sum(_weight(A, S, j) for j in S)
