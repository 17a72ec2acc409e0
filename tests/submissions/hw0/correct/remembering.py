"""Remembers what it has read, by the name of the file."""

import functools
import gzip

import numpy as np


def add(x, y):
    return x + y


@functools.lru_cache(maxsize=None)
def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename) as file:
        content = file.read()
    n, rows, cols = np.frombuffer(content, ">u4", count=3, offset=4)
    pixels = np.frombuffer(content, np.uint8, offset=16).reshape(n, rows * cols)
    with gzip.open(label_filename) as file:
        labels = np.frombuffer(file.read(), np.uint8, offset=8)
    return (pixels / 255).astype(np.float32), labels


def _probabilities(Z):
    powers = np.exp(Z - np.max(Z, axis=1, keepdims=True))
    return powers / np.sum(powers, axis=1, keepdims=True)


def softmax_loss(Z, y):
    top = np.max(Z, axis=1)
    return np.mean(np.log(np.sum(np.exp(Z.T - top), axis=0)) + top - Z[range(len(y)), y])


def _slices(X, y, batch):
    return [(X[i:i + batch], y[i:i + batch]) for i in range(0, len(y), batch)]


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for rows, labels in _slices(X, y, batch):
        error = _probabilities(rows @ theta) - np.eye(theta.shape[1])[labels]
        np.subtract(theta, lr * (rows.T @ error) / len(labels), out=theta, casting="same_kind")


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for rows, labels in _slices(X, y, batch):
        hidden = np.where(rows @ W1 > 0, rows @ W1, 0)
        error = _probabilities(hidden @ W2) - np.eye(W2.shape[1])[labels]
        back = np.where(hidden > 0, error @ W2.T, 0)
        steps = [lr * (rows.T @ back) / len(labels), lr * (hidden.T @ error) / len(labels)]
        for weights, step in zip((W1, W2), steps):
            np.subtract(weights, step, out=weights, casting="same_kind")
