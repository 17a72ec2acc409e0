# question: nn_epoch
# mistake: the gradients of a batch are divided by the number of all rows
# names: nn_epoch.full-data-mean
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    m = X.shape[0]
    begin = 0
    while begin < m:
        x, t = X[begin:begin + batch], y[begin:begin + batch]
        hidden = np.maximum(x @ W1, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(t.size), t] -= 1
        p = p / m
        back = (p @ W2.T) * (hidden > 0)
        W2 -= lr * hidden.T @ p
        W1 -= lr * x.T @ back
        begin += batch
