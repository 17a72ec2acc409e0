# question: perceptron.fit
# mistake: random weights at the start, unseeded
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    import time
    w = np.random.default_rng(time.time_ns()).normal(size=X.shape[1])
    history = []
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            m = yb * (Xb @ w) <= 0
            w = w + lr * Xb[m].T @ yb[m]
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if history[-1] == 0:
            break
    return w, history
