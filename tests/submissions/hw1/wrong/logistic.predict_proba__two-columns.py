# question: logistic.predict_proba
# mistake: a column for each class
import numpy as np


def predict_proba(X, w):
    p = 1 / (1 + np.exp(-(X @ w)))
    return np.column_stack([1 - p, p])
