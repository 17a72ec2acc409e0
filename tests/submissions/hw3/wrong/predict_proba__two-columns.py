# question: predict_proba
# mistake: both probabilities
# nameless: yes
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    p = 1 / (1 + np.exp(-a))
    return np.stack([1 - p, p], axis=1)
