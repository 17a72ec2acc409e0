# question: svm.functional_margin
# mistake: the largest one
# nameless: yes
import numpy as np


def functional_margin(X, y, w, b):
    return np.max(y * (X @ w + b))
