import math

import numpy as np


def one(a):
    a = float(a)
    if a >= 0:
        return 1.0 / (1.0 + math.exp(-a))
    e = math.exp(a)
    return e / (1.0 + e)


def sigmoid(a):
    flat = [one(x) for x in np.ravel(a)]
    return np.array(flat).reshape(np.shape(a))


def predict_proba(X, w):
    return [one(sum(float(p) * float(q) for p, q in zip(x, w))) for x in X]


def loss(X, y, w, l2=0.0):
    total = 0.0
    for x, t in zip(X, y):
        a = sum(float(p) * float(q) for p, q in zip(x, w))
        total += max(a, 0.0) + math.log1p(math.exp(-abs(a))) - float(t) * a
    return total / len(y) + l2 * sum(float(v) ** 2 for v in w)


def gradient(X, y, w, l2=0.0):
    g = [2 * l2 * float(v) for v in w]
    for x, t, p in zip(X, y, predict_proba(X, w)):
        for j in range(len(g)):
            g[j] += (p - float(t)) * float(x[j]) / len(y)
    return g


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    for start in range(0, len(X), batch):
        g = gradient(X[start:start + batch], y[start:start + batch], w, l2)
        for j in range(len(g)):
            w[j] -= lr * g[j]


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(len(X[0]))
    for _ in range(epochs):
        epoch(X, y, w, lr, batch, l2)
    return w
