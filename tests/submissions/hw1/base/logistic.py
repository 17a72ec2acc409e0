import numpy as np
from scipy.special import expit


def sigmoid(a):
    return expit(a)


def predict_proba(X, w):
    return expit(X @ w)


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * w @ w


def gradient(X, y, w, l2=0.0):
    return X.T @ (expit(X @ w) - y) / len(y) + 2 * l2 * w


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        w -= lr * (Xb.T @ (expit(Xb @ w) - yb) / len(yb) + 2 * l2 * w)


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            w = w - lr * (Xb.T @ (expit(Xb @ w) - yb) / len(yb) + 2 * l2 * w)
    return w
