"""No vectorisation at all: lists and loops, as one would write it in C."""
import gzip
import math

import numpy as np


def add(x, y):
    return x + y


def big_endian(four):
    value = 0
    for byte in four:
        value = value * 256 + byte
    return value


def parse_mnist(image_filename, label_filename):
    f = gzip.open(image_filename)
    data = f.read()
    f.close()
    n = big_endian(data[4:8])
    size = big_endian(data[8:12]) * big_endian(data[12:16])
    X = np.zeros((n, size), dtype=np.float32)
    at = 16
    for i in range(n):
        for j in range(size):
            X[i, j] = data[at] / 255.0
            at += 1

    f = gzip.open(label_filename)
    data = f.read()
    f.close()
    y = np.zeros(n, dtype=np.uint8)
    for i in range(n):
        y[i] = data[8 + i]
    return X, y


def softmax_loss(Z, y):
    total = 0.0
    for i in range(len(Z)):
        row = [float(z) for z in Z[i]]
        top = max(row)
        s = 0.0
        for z in row:
            s += math.exp(z - top)
        total += top + math.log(s) - row[int(y[i])]
    return total / len(Z)


def loss_err(h, y):
    wrong = 0
    for i in range(len(h)):
        if int(np.argmax(h[i])) != int(y[i]):
            wrong += 1
    return softmax_loss(h, y), wrong / len(h)


def row_slope(z, label):
    """softmax(z) minus the unit vector of the label, for one row given as a list."""
    top = max(z)
    e = [math.exp(v - top) for v in z]
    s = sum(e)
    p = [v / s for v in e]
    p[label] -= 1.0
    return p


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    n, d, k = len(X), theta.shape[0], theta.shape[1]
    rows = X.tolist()
    labels = y.tolist()
    start = 0
    while start < n:
        stop = start + batch
        if stop > n:
            stop = n
        t = theta.tolist()
        grad = [[0.0] * k for _ in range(d)]
        for i in range(start, stop):
            z = [0.0] * k
            for a in range(d):
                xa = rows[i][a]
                ta = t[a]
                for j in range(k):
                    z[j] += xa * ta[j]
            g = row_slope(z, labels[i])
            for a in range(d):
                xa = rows[i][a]
                ga = grad[a]
                for j in range(k):
                    ga[j] += xa * g[j]
        for a in range(d):
            for j in range(k):
                theta[a, j] -= lr * grad[a][j] / (stop - start)
        start = stop


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    n, d = X.shape
    h, k = W2.shape
    rows = X.tolist()
    labels = y.tolist()
    start = 0
    while start < n:
        stop = min(start + batch, n)
        u = W1.tolist()
        v = W2.tolist()
        grad1 = [[0.0] * h for _ in range(d)]
        grad2 = [[0.0] * k for _ in range(h)]
        for i in range(start, stop):
            x = rows[i]
            hidden = [0.0] * h
            for a in range(d):
                if x[a] == 0.0:
                    continue
                for c in range(h):
                    hidden[c] += x[a] * u[a][c]
            for c in range(h):
                if hidden[c] < 0.0:
                    hidden[c] = 0.0
            z = [0.0] * k
            for c in range(h):
                for j in range(k):
                    z[j] += hidden[c] * v[c][j]
            g = row_slope(z, labels[i])
            for c in range(h):
                if hidden[c] <= 0.0:
                    continue
                back = 0.0
                for j in range(k):
                    grad2[c][j] += hidden[c] * g[j]
                    back += v[c][j] * g[j]
                for a in range(d):
                    grad1[a][c] += x[a] * back
        for a in range(d):
            for c in range(h):
                W1[a, c] -= lr * grad1[a][c] / (stop - start)
        for c in range(h):
            for j in range(k):
                W2[c, j] -= lr * grad2[c][j] / (stop - start)
        start = stop
