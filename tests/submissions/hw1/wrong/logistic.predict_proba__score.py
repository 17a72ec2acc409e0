# question: logistic.predict_proba
# mistake: the score
import numpy as np


def predict_proba(X, w):
    return X @ w
