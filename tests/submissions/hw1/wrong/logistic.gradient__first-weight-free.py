# question: logistic.gradient
# mistake: the first weight is taken for the bias, and not penalised
# names: logistic.gradient.first-weight-free
import numpy as np


def gradient(X, y, w, l2=0.0):
    penalty = 2 * l2 * w
    penalty[0] = 0
    return X.T @ (predict_proba(X, w) - y) / len(y) + penalty
