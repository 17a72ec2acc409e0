# question: nn_epoch
# mistake: the rows are cut off at 0 before all else, and the hidden layer is not
# names: nn_epoch.relu-on-rows
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        H = np.maximum(Xb, 0) @ W1
        Z = H @ W2
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[np.arange(len(yb)), yb] -= 1
        G1 = G @ W2.T
        W1 -= lr * (np.maximum(Xb, 0).T @ G1) / len(yb)
        W2 -= lr * (H.T @ G) / len(yb)
