# question: logistic.fit
# mistake: shuffles X and y in place
import numpy as np


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        order = rng.permutation(len(X))
        X[:], y[:] = X[order], y[order]
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            p = 1 / (1 + np.exp(-(Xb @ w)))
            w = w - lr * (Xb.T @ (p - yb) / len(yb) + 2 * l2 * w)
    return w
