# question: softmax_regression_epoch
# mistake: the loop over the classes leaves out the last one
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        for c in range(theta.shape[1] - 1):
            theta[:, c] -= lr * xb.T @ (p[:, c] - (yb == c)) / len(yb)
