# question: nn_epoch
# mistake: the gradient of W2 is made with X W1 before the ReLU
# names: nn_epoch.gradient-without-relu
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden_input = xb @ W1
        hidden = np.maximum(hidden_input, 0)
        z = hidden @ W2
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        g1 = (hidden > 0) * (p @ W2.T)
        W2 -= lr / len(yb) * hidden_input.T @ p
        W1 -= lr / len(yb) * xb.T @ g1
