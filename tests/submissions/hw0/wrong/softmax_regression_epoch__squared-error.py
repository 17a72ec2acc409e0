# question: softmax_regression_epoch
# mistake: the gradient is that of the squared error of the probabilities
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        error = p - np.eye(theta.shape[1])[yb]
        theta -= lr * xb.T @ (error * p * (1 - p)) / len(yb)
