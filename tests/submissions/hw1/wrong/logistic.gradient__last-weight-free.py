# question: logistic.gradient
# mistake: the last weight is taken for the bias, and not penalised
# names: logistic.gradient.last-weight-free
import numpy as np


def gradient(X, y, w, l2=0.0):
    g = X.T @ (predict_proba(X, w) - y) / len(y)
    g[:-1] += 2 * l2 * w[:-1]
    return g
