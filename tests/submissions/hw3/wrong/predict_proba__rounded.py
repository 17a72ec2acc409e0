# question: predict_proba
# mistake: rounded to two digits
# nameless: yes
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    return np.round(1 / (1 + np.exp(-a)), 2)
