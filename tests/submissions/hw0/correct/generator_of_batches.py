"""Batches come from a generator; the labels become ordinary integers first."""
import gzip
import itertools
import struct

import numpy as np


def add(x, y):
    total = x + y
    return total


def chunks(stream, size):
    while True:
        chunk = stream.read(size)
        if not chunk:
            return
        yield chunk


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as stream:
        __, __, rows, cols = struct.unpack(">iiii", stream.read(16))
        X = np.stack([np.frombuffer(c, dtype=np.uint8) for c in chunks(stream, rows * cols)])
    with gzip.open(label_filename, "rb") as stream:
        stream.read(8)
        y = np.fromiter(itertools.chain.from_iterable(chunks(stream, 1)), dtype=np.uint8)
    return (X / 255).astype(np.float32), y


def batches(X, y, size):
    y = np.asarray(y).astype(int).ravel()
    begin = 0
    while begin < X.shape[0]:
        yield X[begin:begin + size], y[begin:begin + size]
        begin += size


def probabilities(Z):
    Z = Z - np.max(Z, axis=-1, keepdims=True)
    return np.exp(Z) / np.exp(Z).sum(-1, keepdims=True)


def softmax_loss(Z, y):
    total, rows = 0.0, 0
    for Zb, yb in batches(Z, y, 7):
        total += np.logaddexp.reduce(Zb, axis=1).sum()
        total -= sum(z[label] for z, label in zip(Zb, yb))
        rows += len(yb)
    return total / rows


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for Xb, yb in batches(X, y, batch):
        wanted = np.zeros((yb.size, theta.shape[1]))
        wanted[np.arange(yb.size), yb] = 1.0
        theta += lr / yb.size * Xb.T.dot(wanted - probabilities(Xb.dot(theta)))


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for Xb, yb in batches(X, y, batch):
        wanted = np.zeros((yb.size, W2.shape[1]))
        wanted[np.arange(yb.size), yb] = 1.0
        before = Xb.dot(W1)
        hidden = (before + np.abs(before)) / 2
        missing = wanted - probabilities(hidden.dot(W2))
        back = np.multiply(missing.dot(W2.T), before > 0)
        W2 += lr / yb.size * hidden.T.dot(missing)
        W1 += lr / yb.size * Xb.T.dot(back)
