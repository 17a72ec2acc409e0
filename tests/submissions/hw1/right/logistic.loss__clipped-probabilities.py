# question: logistic.loss
# way: a probability is kept from 0 and 1 by 1e-12
import numpy as np


def loss(X, y, w, l2=0.0):
    p = np.clip(predict_proba(X, w), 1e-12, 1 - 1e-12)
    return -np.sum(np.log(p[y == 1])) / len(y) - np.sum(np.log(1 - p[y == 0])) / len(y) + l2 * w @ w
