# question: softmax_regression_epoch
# mistake: the targets always have ten columns
# names: softmax_regression_epoch.fixed-classes
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, X.shape[0], batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        targets = np.zeros((xb.shape[0], 10))
        for row, label in enumerate(yb):
            targets[row][label] = 1
        z = xb @ theta
        z = np.exp(z - z.max(axis=1, keepdims=True))
        z = z / z.sum(axis=1, keepdims=True)
        theta -= lr * xb.T @ (z - targets) / xb.shape[0]
