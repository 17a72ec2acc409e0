# question: perceptron.fit
# mistake: the history repeats the last number of errors
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1])
    passes = 0
    for _ in range(epochs):
        passes += 1
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            m = yb * (Xb @ w) <= 0
            w = w + lr * Xb[m].T @ yb[m]
        errors = int(np.sum(np.where(X @ w >= 0, 1, -1) != y))
        if errors == 0:
            break
    return w, [errors] * passes
