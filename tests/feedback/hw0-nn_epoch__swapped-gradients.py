# question: nn_epoch
# mistake: the gradients of the two layers are mixed up
# says: W1 (d, h) moves by Xᵀ G1 / b, W2 (h, k) by Hᵀ G2 / b.


import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        m = xb.shape[0]
        Z1 = np.maximum(xb @ W1, 0)
        Z2 = Z1 @ W2
        exps = np.exp(Z2 - Z2.max(axis=1, keepdims=True))
        G2 = exps / exps.sum(axis=1, keepdims=True)
        G2[np.arange(m), yb] -= 1
        G1 = (Z1 > 0) * (G2 @ W2.T)
        grad_W1 = Z1.T @ G2 / m
        grad_W2 = xb.T @ G1 / m
        W1 -= lr * grad_W1
        W2 -= lr * grad_W2
