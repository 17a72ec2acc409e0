# question: nn_epoch
# mistake: the gradient is multiplied by H instead of H > 0
# names: nn_epoch.values-as-mask
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        H = np.maximum(Xb @ W1, 0)
        Z = H @ W2
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[np.arange(len(yb)), yb] -= 1
        G1 = H * (G @ W2.T)
        W1 -= lr * (Xb.T @ G1) / len(yb)
        W2 -= lr * (H.T @ G) / len(yb)
