# question: nn_epoch
# mistake: the new weights are computed by a helper and only the local names see them
# names: nn_epoch.rebinding
import numpy as np


def _updated(weights, slope, rate):
    return weights - rate * slope


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    start = 0
    while start < X.shape[0]:
        stop = min(start + batch, X.shape[0])
        grad1, grad2 = np.zeros(W1.shape), np.zeros(W2.shape)
        for i in range(start, stop):
            h = np.maximum(X[i] @ W1, 0)
            z = h @ W2
            p = np.exp(z - z.max())
            p = p / p.sum()
            p[y[i]] -= 1
            grad2 += np.outer(h, p)
            grad1 += np.outer(X[i], (h > 0) * (W2 @ p))
        W1 = _updated(W1, grad1 / (stop - start), lr)
        W2 = _updated(W2, grad2 / (stop - start), lr)
        start = stop
