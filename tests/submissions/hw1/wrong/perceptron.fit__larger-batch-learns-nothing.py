# question: perceptron.fit
# mistake: nothing is learnt if all rows are fewer than a slice
# names: perceptron.fit.short-slice-dropped
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    if batch > len(X):
        epochs = 1
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        order = rng.permutation(len(X))
        for start in range(0, (len(X) if batch <= len(X) else 0), batch):
            part = order[start : start + batch]
            missed = part[y[part] * (X[part] @ w) <= 0]
            w = w + lr * X[missed].T @ y[missed]
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if history[-1] == 0:
            break
    return w, history
