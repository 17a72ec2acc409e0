# question: predict_proba
# mistake: labels
# names: predict_proba.labels
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return (a > 0).astype(int)
