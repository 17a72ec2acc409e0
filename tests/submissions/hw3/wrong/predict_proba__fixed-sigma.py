# question: predict_proba
# mistake: sigma is always 1
# nameless: yes
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + 1.0) @ w
    return 1 / (1 + np.exp(-a))
