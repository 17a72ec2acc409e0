import math
import random


def dot(a, b):
    return sum(float(p) * float(q) for p, q in zip(a, b))


def predict(X, w):
    return [1 if dot(x, w) > 0 else -1 for x in X]


def loss(X, y, w):
    total = 0.0
    for x, t in zip(X, y):
        margin = float(t) * dot(x, w)
        if margin < 0:
            total -= margin
    return total


def gradient(X, y, w):
    g = [0.0] * len(w)
    for x, t in zip(X, y):
        if float(t) * dot(x, w) < 0:
            for j in range(len(g)):
                g[j] -= float(t) * float(x[j])
    return g


def epoch(X, y, w, lr=1.0, batch=1):
    n, steps = len(X), 0
    i = 0
    while i < n:
        rows = range(i, min(i + batch, n))
        change = [0.0] * len(w)
        for r in rows:
            if float(y[r]) * dot(X[r], w) <= 0:
                for j in range(len(w)):
                    change[j] += lr * float(y[r]) * float(X[r][j])
        for j in range(len(w)):
            w[j] += change[j]
        i += batch
        steps += 1
    return steps


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = [0.0] * len(X[0])
    order = list(range(len(X)))
    rng = random.Random(seed)
    history = []
    for _ in range(epochs):
        rng.shuffle(order)
        epoch([X[i] for i in order], [y[i] for i in order], w, lr, batch)
        errors = sum(1 for p, t in zip(predict(X, w), y) if p != t)
        history.append(errors)
        if errors == 0:
            return w, history
    return w, history


def iterations(epochs, n, batch):
    return epochs * math.ceil(n / batch)
