# question: nn_epoch
# mistake: the steps go along the gradients, uphill
# names: nn_epoch.wrong-sign
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        wanted = np.eye(W2.shape[1])[yb]
        G2 = wanted - p
        G1 = (hidden > 0) * (G2 @ W2.T)
        W1 -= lr * (xb.T @ G1) / len(yb)
        W2 -= lr * (hidden.T @ G2) / len(yb)
