# question: predict_proba
# mistake: the probability of class 0
# names: predict_proba.class-zero
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return 1 / (1 + np.exp(a))
