# question: perceptron.fit
# mistake: shuffles X and y in place
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        order = rng.permutation(len(X))
        X[:], y[:] = X[order], y[order]
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            m = yb * (Xb @ w) <= 0
            w = w + lr * Xb[m].T @ yb[m]
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if history[-1] == 0:
            break
    return w, history
