# question: nn_epoch
# mistake: a part of the step before is added to each step
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    v1, v2 = 0, 0
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        back = (hidden > 0) * (p @ W2.T)
        v1 = 0.5 * v1 + (xb.T @ back) / len(yb)
        v2 = 0.5 * v2 + (hidden.T @ p) / len(yb)
        W1 -= lr * v1
        W2 -= lr * v2
