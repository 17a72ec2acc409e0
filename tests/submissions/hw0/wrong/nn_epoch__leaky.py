# question: nn_epoch
# mistake: the hidden units let a hundredth of negative values through
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        pre = xb @ W1
        hidden = np.where(pre > 0, pre, 0.01 * pre)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        back = np.where(pre > 0, 1, 0.01) * (p @ W2.T)
        W1 -= lr * (xb.T @ back) / len(yb)
        W2 -= lr * (hidden.T @ p) / len(yb)
