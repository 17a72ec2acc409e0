# question: softmax_regression_epoch
# mistake: the targets have as many columns as the labels of the batch ask for
# names: softmax_regression_epoch.classes-from-labels
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb = X[i:i + batch]
        yb = y[i:i + batch]
        num_classes = yb.max() + 1
        one_hot = np.zeros((len(yb), num_classes))
        one_hot[np.arange(len(yb)), yb] = 1
        scores = xb @ theta
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        scores /= scores.sum(axis=1, keepdims=True)
        theta -= lr * (xb.T @ (scores - one_hot)) / len(yb)
