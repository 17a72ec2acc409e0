# question: nn_epoch
# mistake: the batches are used in reversed order
# names: nn_epoch.shuffled
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch)[::-1]:
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        back = (hidden > 0) * (p @ W2.T)
        W1 -= lr * (xb.T @ back) / len(yb)
        W2 -= lr * (hidden.T @ p) / len(yb)
