# question: nn_epoch
# mistake: the mask is taken from the sign of the gradient instead of the hidden layer
# names: nn_epoch.mask-of-gradient
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        back = p @ W2.T
        back[back < 0] = 0
        W1 -= lr * (xb.T @ back) / len(yb)
        W2 -= lr * (hidden.T @ p) / len(yb)
