"""Thinks in columns: everything is transposed first, gradients are means of one per sample."""
import gzip
import struct

import numpy as np


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        pixels = np.frombuffer(f.read(), dtype=np.uint8)
    with gzip.open(label_filename, "rb") as f:
        _, n = struct.unpack(">II", f.read(8))
        labels = np.frombuffer(f.read(), dtype=np.uint8)
    samples = pixels.reshape((rows * cols, n), order="F").astype(np.float32) / np.float32(255)
    return samples.T, labels


def softmax_columns(Z):
    E = np.exp(Z - Z.max(axis=0))
    return E / E.sum(axis=0)


def softmax_loss(Z, y):
    Z = Z.T
    top = Z.max(axis=0)
    log_sum = np.log(np.exp(Z - top).sum(axis=0)) + top
    return np.average(log_sum - Z[y, np.arange(y.size)])


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    A, W = X.T, theta.T  # W is a view: what changes in it changes in theta
    k = W.shape[0]
    for lo in range(0, A.shape[1], batch):
        a = A[:, lo:lo + batch]
        T = (np.arange(k)[:, None] == y[lo:lo + batch]).astype(float)
        error = softmax_columns(W @ a) - T
        each = error[:, None, :] * a[None, :, :]
        W -= lr * each.mean(axis=2)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    A, U, V = X.T, W1.T, W2.T
    k = V.shape[0]
    for lo in range(0, A.shape[1], batch):
        a = A[:, lo:lo + batch]
        T = (np.arange(k)[:, None] == y[lo:lo + batch]).astype(float)
        pre = U @ a
        hidden = pre * (pre > 0)
        outer = softmax_columns(V @ hidden) - T
        inner = (V.T @ outer) * (pre > 0)
        dV = np.stack([np.outer(o, h) for o, h in zip(outer.T, hidden.T)]).mean(axis=0)
        dU = np.stack([np.outer(i, x) for i, x in zip(inner.T, a.T)]).mean(axis=0)
        U -= lr * dU
        V -= lr * dV
