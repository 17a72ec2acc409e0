# question: softmax_regression_epoch
# mistake: 1 is subtracted in the columns of all labels, in each row
# names: softmax_regression_epoch.all-labels
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        Z = Xb @ theta
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[:, yb] -= 1
        theta -= lr * (Xb.T @ G) / len(yb)
