"""The targets are a sparse matrix of SciPy."""
import gzip
import struct

import numpy as np
from scipy import sparse


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">iiii", f.read(16))
        values = [pixel / 255 for pixel in f.read()]
    with gzip.open(label_filename, "rb") as f:
        labels = list(f.read())[8:]
    X = np.asarray(values, dtype=np.float32).reshape(n, rows * cols, order="C")
    return X, np.asarray(labels, dtype=np.uint8)


def targets(y, k):
    n = len(y)
    return sparse.csr_matrix((np.ones(n), (np.arange(n), y.astype(np.int64))), shape=(n, k))


def softmax(Z):
    E = np.exp(Z - Z.max(axis=1)[:, None])
    return E / E.sum(axis=1)[:, None]


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp((Z.T - top).T).sum(axis=1))
    true = targets(y, Z.shape[1]).multiply(Z).sum()
    return (log_sum.sum() - true) / Z.shape[0]


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    T = targets(y, theta.shape[1])
    for i in range(0, len(X), batch):
        x, t = X[i:i + batch], T[i:i + batch]
        b = x.shape[0]
        # The part of the targets and the part of the probabilities, one after the other.
        probabilities = softmax(x @ theta)
        theta += lr / b * (t.T @ x).T
        theta -= lr / b * (x.T @ probabilities)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    T = targets(y, W2.shape[1])
    for i in range(0, len(X), batch):
        x, t = X[i:i + batch], T[i:i + batch]
        a = x @ W1
        active = sparse.csr_matrix(a > 0)
        h = active.multiply(a).toarray()
        r = np.asarray(softmax(h @ W2) - t) / x.shape[0]
        back = active.multiply(r @ W2.T).toarray()
        W1 -= lr * (x.T @ back)
        W2 -= lr * (h.T @ r)
