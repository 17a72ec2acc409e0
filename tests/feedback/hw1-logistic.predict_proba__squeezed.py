# question: logistic.predict_proba
# mistake: a single row gives a number, not an array
# says: without the axis of length 1: () where (1,) is asked for
# seen: shape
import numpy as np


def predict_proba(X, w):
    return np.squeeze(expit(X @ w))
