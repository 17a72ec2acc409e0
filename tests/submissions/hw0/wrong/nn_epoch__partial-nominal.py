# question: nn_epoch
# mistake: the last batch is divided by the nominal batch size
# names: nn_epoch.partial-nominal
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, X.shape[0], batch):
        xb = X[i:i + batch]
        target = np.zeros((xb.shape[0], W2.shape[1]))
        target[np.arange(xb.shape[0]), y[i:i + batch]] = 1
        Z1 = xb @ W1
        Z1[Z1 < 0] = 0
        scores = Z1 @ W2
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        G2 = scores / scores.sum(axis=1, keepdims=True) - target
        G1 = G2 @ W2.T
        G1[Z1 == 0] = 0
        W1 -= (lr / batch) * (xb.T @ G1)
        W2 -= (lr / batch) * (Z1.T @ G2)
