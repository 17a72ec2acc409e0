# question: nn_epoch
# mistake: one is subtracted from unsigned labels, so that label 0 becomes 255
# names: nn_epoch.one-based-labels
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    eye = np.eye(W2.shape[1])
    for i in range(0, len(X), batch):
        xb, targets = X[i:i + batch], eye[y[i:i + batch] - 1]
        hidden = np.maximum(xb @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True) - targets
        back = (hidden > 0) * (p @ W2.T)
        W1 -= lr * (xb.T @ back) / len(xb)
        W2 -= lr * (hidden.T @ p) / len(xb)
