# question: nn_epoch
# mistake: there is no ReLU at all
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = xb @ W1
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        grad1 = xb.T @ (p @ W2.T)
        W2 -= lr * (hidden.T @ p) / len(yb)
        W1 -= lr * grad1 / len(yb)
