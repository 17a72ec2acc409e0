# question: svm.functional_margin
# mistake: the smallest margin is looked for below 10
# nameless: yes
import numpy as np


def functional_margin(X, y, w, b):
    best = 10.0
    for margin in y * (X @ w + b):
        best = min(best, margin)
    return best
