# question: softmax_regression_epoch
# mistake: the softmax adds up to one over the rows instead of the classes
# names: softmax_regression_epoch.wrong-axis
import numpy as np


def _my_softmax(scores):
    scores = scores - np.max(scores, axis=0)
    return np.exp(scores) / np.sum(np.exp(scores), axis=0)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        x_part = X[start:start + batch]
        y_part = y[start:start + batch]
        errors = _my_softmax(x_part @ theta)
        errors[np.arange(len(y_part)), y_part] -= 1
        theta -= lr * (x_part.T @ errors) / len(y_part)
