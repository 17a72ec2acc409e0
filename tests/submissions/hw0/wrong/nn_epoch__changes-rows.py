# question: nn_epoch
# mistake: the step size is multiplied into the caller's rows
# names: nn_epoch.argument-changed
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        back = (hidden > 0) * (p @ W2.T)
        xb *= lr / len(yb)
        hidden *= lr / len(yb)
        W1 -= xb.T @ back
        W2 -= hidden.T @ p
