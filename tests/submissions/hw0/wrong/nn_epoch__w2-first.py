# question: nn_epoch
# mistake: W2 has made its step already when the gradient is carried back through it
# names: nn_epoch.w2-first
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        m = len(xb)
        Z1 = np.maximum(xb @ W1, 0)
        Z2 = Z1 @ W2
        exps = np.exp(Z2 - Z2.max(axis=1, keepdims=True))
        G2 = exps / exps.sum(axis=1, keepdims=True)
        G2[np.arange(m), yb] -= 1
        # output layer
        W2 -= lr * (Z1.T @ G2) / m
        # hidden layer
        G1 = (Z1 > 0) * (G2 @ W2.T)
        W1 -= lr * (xb.T @ G1) / m
