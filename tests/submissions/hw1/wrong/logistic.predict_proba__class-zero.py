# question: logistic.predict_proba
# mistake: the probability of class 0
import numpy as np


def predict_proba(X, w):
    return 1 / (1 + np.exp(X @ w))
