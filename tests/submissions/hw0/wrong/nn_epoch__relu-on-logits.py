# question: nn_epoch
# mistake: the ReLU is applied to the logits as well
# names: nn_epoch.relu-on-logits
import numpy as np


def _relu(a):
    return np.maximum(a, 0)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        m = len(yb)
        Z1 = _relu(xb @ W1)
        Z2 = _relu(Z1 @ W2)
        exps = np.exp(Z2 - Z2.max(axis=1, keepdims=True))
        G2 = exps / exps.sum(axis=1, keepdims=True)
        G2[np.arange(m), yb] -= 1
        G1 = (Z1 > 0) * (G2 @ W2.T)
        W1 -= lr / m * (xb.T @ G1)
        W2 -= lr / m * (Z1.T @ G2)
