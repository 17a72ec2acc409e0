# question: logistic.predict_proba
# mistake: a single row gives a number, not an array
# nameless: yes
import numpy as np


def predict_proba(X, w):
    return np.squeeze(expit(X @ w))
