# question: perceptron.fit
# way: counts how often each row was wrong; single precision
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    X, y = X.astype(np.float32), y.astype(np.float32)
    counts, rng, history = np.zeros(len(X), np.float32), np.random.default_rng(seed), []
    for _ in range(epochs):
        for rows in np.array_split(rng.permutation(len(X)), range(batch, len(X), batch)):
            scores = X[rows] @ (X.T @ (counts * y))
            counts[rows[y[rows] * scores <= 1e-6]] += np.float32(lr)
        w = X.T @ (counts * y)
        history.append(int((np.where(X @ w > 0, 1, -1) != y).sum()))
        if history[-1] == 0:
            break
    return w, history
