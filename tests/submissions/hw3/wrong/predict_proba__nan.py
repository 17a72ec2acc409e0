# question: predict_proba
# mistake: inf divided by inf
# nameless: yes
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return np.exp(a) / (1 + np.exp(a))
