# question: predict_proba
# mistake: softmax over the rows
# nameless: yes
import numpy as np


def predict_proba(X, C, w, sigma):
    D = ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)
    a = np.sqrt(D + sigma ** 2) @ w
    e = np.exp(a - a.max())
    return e / e.sum()
