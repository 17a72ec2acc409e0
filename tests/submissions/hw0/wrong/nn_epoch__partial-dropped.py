# question: nn_epoch
# mistake: only whole batches are used, the remaining rows are left out
# names: nn_epoch.partial-dropped
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    num_batches = int(len(X) / batch)
    for b in range(num_batches):
        xb = X[b * batch:(b + 1) * batch, :]
        yb = y[b * batch:(b + 1) * batch]
        Z1 = np.maximum(0, np.dot(xb, W1))
        Z2 = np.dot(Z1, W2)
        E = np.exp(Z2 - np.max(Z2, axis=1, keepdims=True))
        G2 = E / np.sum(E, axis=1, keepdims=True)
        G2[np.arange(batch), yb] -= 1
        G1 = np.where(Z1 > 0, 1, 0) * np.dot(G2, W2.T)
        W1 -= lr * np.dot(xb.T, G1) / batch
        W2 -= lr * np.dot(Z1.T, G2) / batch
