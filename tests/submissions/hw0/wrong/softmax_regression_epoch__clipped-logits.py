# question: softmax_regression_epoch
# mistake: logits are cut off at 50, which keeps the exponential finite but changes the softmax
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = np.clip(xb @ theta, -50, 50)
        p = np.exp(z)
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * xb.T @ p / len(yb)
