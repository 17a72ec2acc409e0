# question: nn_epoch
# mistake: all batches use the weights from before the pass
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    old1, old2 = W1.copy(), W2.copy()
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ old1, 0)
        z = hidden @ old2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        W1 -= lr * (xb.T @ ((hidden > 0) * (p @ old2.T))) / len(yb)
        W2 -= lr * (hidden.T @ p) / len(yb)
