"""Gradients as sums of outer products, one per row, or with einsum."""
import gzip
from struct import calcsize, unpack

import numpy as np


def add(x, y):
    return y + x


def _read(filename, header):
    with gzip.open(filename, "rb") as f:
        numbers = unpack(header, f.read(calcsize(header)))
        return numbers[1:], np.frombuffer(f.read(), np.uint8)


def parse_mnist(image_filename, label_filename):
    (n, height, width), pixels = _read(image_filename, "!4i")
    _, labels = _read(label_filename, "!2i")
    X = np.einsum("nij->nij", pixels.reshape((n, height, width)) / np.float32(255))
    return X.reshape((n, height * width)).astype("float32"), labels.astype("uint8")


def softmax_loss(Z, y):
    losses = []
    for z, label in zip(Z, y):
        m = np.max(z)
        losses.append(m + np.log(np.einsum("j->", np.exp(z - m))) - z[label])
    return np.array(losses).mean()


def loss_err(h, y):
    return softmax_loss(h, y), (np.argmax(h, 1) != y).mean()


def _residual(z, label):
    e = np.exp(z - np.max(z))
    unit = np.zeros_like(z)
    unit[label] = 1
    return e / np.einsum("j->", e) - unit


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    n = X.shape[0]
    for i in range(0, n, batch):
        j = min(i + batch, n)
        grad = np.zeros(theta.shape)
        for x, label in zip(X[i:j], y[i:j]):
            grad += np.outer(x, _residual(np.einsum("a,aj->j", x, theta), label))
        theta -= lr * grad / (j - i)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    n = X.shape[0]
    for i in range(0, n, batch):
        j = min(i + batch, n)
        inner = np.einsum("ba,ah->bh", X[i:j], W1)
        on = (inner > 0).astype(float)
        hidden = inner * on
        Z = np.einsum("bh,hk->bk", hidden, W2)
        R = np.array([_residual(z, label) for z, label in zip(Z, y[i:j])])
        grad2 = np.einsum("bh,bk->hk", hidden, R) / (j - i)
        grad1 = np.einsum("ba,bk,hk,bh->ah", X[i:j], R, W2, on, optimize=True) / (j - i)
        W1 -= lr * grad1
        W2 -= lr * grad2
