# question: predict_proba
# mistake: as printed in the notes, the distance itself under the root
# names: predict_proba.unsquared-distance
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(np.sqrt(D) + sigma ** 2) @ w
    return 1 / (1 + np.exp(-a))
