# question: nn_epoch
# mistake: the targets always have ten columns
# names: nn_epoch.fixed-classes
import numpy as np


NUM_CLASSES = 10


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        I_y = np.eye(NUM_CLASSES)[yb]
        Z1 = np.maximum(xb @ W1, 0)
        Z2 = Z1 @ W2
        S = np.exp(Z2 - Z2.max(axis=1, keepdims=True))
        S = S / S.sum(axis=1, keepdims=True)
        G2 = S - I_y
        G1 = (Z1 > 0).astype(float) * (G2 @ W2.T)
        W1 -= lr * (xb.T @ G1) / xb.shape[0]
        W2 -= lr * (Z1.T @ G2) / xb.shape[0]
