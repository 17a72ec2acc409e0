# question: nn_epoch
# mistake: the targets have as many columns as the labels of the batch ask for
# names: nn_epoch.classes-from-labels
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        one_hot = np.zeros((yb.size, yb.max() + 1))
        one_hot[np.arange(yb.size), yb] = 1
        G2 = p - one_hot
        G1 = (hidden > 0) * (G2 @ W2.T)
        W1 -= lr * (xb.T @ G1) / yb.size
        W2 -= lr * (hidden.T @ G2) / yb.size
