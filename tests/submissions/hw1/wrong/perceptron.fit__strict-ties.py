# question: perceptron.fit
# mistake: never leaves w = 0
# names: perceptron.fit.stays-at-zero
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            m = yb * (Xb @ w) < 0
            w = w + lr * Xb[m].T @ yb[m]
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if not (y * (X @ w) < 0).any():
            break
    return w, history
