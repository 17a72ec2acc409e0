# question: nn_epoch
# mistake: the batch size is ignored, there is one step with all rows
# names: nn_epoch.one-big-step
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    m = X.shape[0]
    Z1 = np.maximum(0, X @ W1)
    logits = Z1 @ W2
    logits = logits - logits.max(axis=1, keepdims=True)
    G2 = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    G2 = G2 - np.eye(W2.shape[1])[y]
    G1 = (Z1 > 0) * (G2 @ W2.T)
    W1 -= lr * (X.T @ G1) / m
    W2 -= lr * (Z1.T @ G2) / m
