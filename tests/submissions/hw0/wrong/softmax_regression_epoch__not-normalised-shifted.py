# question: softmax_regression_epoch
# mistake: exp is taken of the shifted logits, but never divided by its sum
# names: softmax_regression_epoch.not-normalised
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        Z = Xb @ theta
        G = np.exp(Z - Z.max(axis=1, keepdims=True))
        G[np.arange(len(yb)), yb] -= 1
        theta -= lr * (Xb.T @ G) / len(yb)
