# question: nn_epoch
# mistake: the mask asks whether the output of the ReLU is at least zero, which it always is
# names: nn_epoch.no-mask
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        Z1 = np.maximum(xb @ W1, 0)
        Z2 = Z1 @ W2
        exps = np.exp(Z2 - Z2.max(axis=1, keepdims=True))
        G2 = exps / exps.sum(axis=1, keepdims=True)
        G2[np.arange(len(yb)), yb] -= 1
        mask = np.where(Z1 >= 0, 1.0, 0.0)
        G1 = mask * (G2 @ W2.T)
        W1 -= lr * (xb.T @ G1) / len(yb)
        W2 -= lr * (Z1.T @ G2) / len(yb)
