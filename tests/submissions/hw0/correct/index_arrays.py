"""Rows are chosen by arrays of indices; functions take any name for their parameters."""
from gzip import open as unzip
import array

import numpy as np


def add(a, b):
    return a + b


def parse_mnist(images_path, labels_path):
    with unzip(images_path) as f:
        raw = array.array("B", f.read())
    sizes = array.array("I", raw[4:16].tobytes())
    if np.little_endian:
        sizes.byteswap()
    n, rows, cols = sizes
    pixels = np.asarray(raw[16:], dtype=np.uint8).reshape(-1, rows * cols)
    with unzip(labels_path) as f:
        labels = np.asarray(array.array("B", f.read())[8:], dtype=np.uint8)
    table = (np.arange(256) / 255).astype(np.float32)
    return table[pixels], labels


def softmax_loss(logits, labels):
    best = logits[np.arange(len(logits)), logits.argmax(1)]
    gaps = logits - best[:, None]
    chosen = gaps[np.arange(len(logits)), labels.astype(np.int64)]
    return (np.log(np.exp(gaps).sum(1)) - chosen).mean(keepdims=True)


def loss_err(logits, labels):
    return softmax_loss(logits, labels), np.mean(logits.argmax(1) != labels)


def epochs(rows, size):
    order = np.arange(rows)
    return np.split(order, range(size, rows, size))


def residual(logits, labels):
    up = np.exp(logits - logits.max(1)[:, None])
    up /= up.sum(1)[:, None]
    up[np.arange(len(up)), labels.astype(np.int64)] -= 1
    return up


def softmax_regression_epoch(inputs, labels, weights, rate=0.1, size=100):
    for chosen in epochs(inputs.shape[0], size):
        x = inputs[chosen]
        weights.__isub__(rate * x.T @ residual(x @ weights, labels[chosen]) / chosen.size)


def nn_epoch(inputs, labels, lower, upper, rate=0.1, size=100):
    for chosen in epochs(inputs.shape[0], size):
        x = inputs[chosen]
        h = x @ lower
        dead = np.nonzero(h <= 0)
        h[dead] = 0
        r = residual(h @ upper, labels[chosen])
        back = r @ upper.T
        back[dead] = 0
        np.add(upper, -rate / chosen.size * (h.T @ r), out=upper)
        np.add(lower, -rate / chosen.size * (x.T @ back), out=lower)
