# question: logistic.predict_proba
# mistake: labels instead of probabilities
import numpy as np


def predict_proba(X, w):
    return (X @ w > 0).astype(float)
