# question: nn_epoch
# mistake: the index of the targets always has `batch` entries, which fails on a smaller last batch
# names: nn_epoch.partial-crash
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    rows = np.arange(batch)
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[rows, yb] -= 1
        back = (hidden > 0) * (p @ W2.T)
        W1 -= lr * (xb.T @ back) / batch
        W2 -= lr * (hidden.T @ p) / batch
