# question: predict_proba
# mistake: C is changed in place
import numpy as np


def predict_proba(X, C, w, sigma):
    C *= 1.0 + 1e-6
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return 1 / (1 + np.exp(-a))
