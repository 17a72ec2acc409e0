# question: svm.functional_margin
# mistake: one margin for each row
# nameless: yes
import numpy as np


def functional_margin(X, y, w, b):
    return y * (X @ w + b)
