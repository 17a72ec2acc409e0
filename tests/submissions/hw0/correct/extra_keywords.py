"""More parameters than asked for, all with defaults, some by keyword only."""
import gzip
import struct

import numpy as np


def add(x, y, *more):
    total = x + y
    for value in more:
        total = total + value
    return total


def parse_mnist(image_filename, label_filename, limit=None, *, flatten=True, dtype=np.float32):
    def opened(name):
        return gzip.open(name, "rb") if str(name).endswith(".gz") else open(name, "rb")

    with opened(image_filename) as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.frombuffer(f.read(n * rows * cols), dtype=np.uint8)
    with opened(label_filename) as f:
        _, n = struct.unpack(">II", f.read(8))
        y = np.frombuffer(f.read(n), dtype=np.uint8)
    X = X.reshape((n, rows * cols) if flatten else (n, rows, cols)).astype(dtype)
    return (X / dtype(255))[:limit], y[:limit]


def softmax(Z, axis=1, temperature=1.0):
    S = Z / temperature
    S = S - S.max(axis=axis, keepdims=True)
    np.exp(S, out=S)
    return S / S.sum(axis=axis, keepdims=True)


def softmax_loss(Z, y, reduction="mean", weight=None):
    S = Z - Z.max(axis=1, keepdims=True)
    losses = np.log(np.exp(S).sum(axis=1)) - S[np.arange(len(S)), y]
    if weight is not None:
        losses = losses * weight[y]
    return {"mean": np.mean, "sum": np.sum, "none": np.asarray}[reduction](losses)


def loss_err(h, y, **options):
    return softmax_loss(h, y, **options), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100, decay=0.0, *, verbose=False, **unused):
    k = theta.shape[-1]
    for i in range(0, len(X), batch):
        x, t = X[i:i + batch], np.identity(k)[y[i:i + batch]]
        grad = x.T @ (softmax(x @ theta) - t) / len(x)
        theta -= lr * (grad + decay * theta)
        if verbose:
            print(i, softmax_loss(x @ theta, y[i:i + batch]))


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100, decay=0.0, *, slope_at_zero=0.0, **unused):
    k = W2.shape[-1]
    for i in range(0, len(X), batch):
        x, t = X[i:i + batch], np.identity(k)[y[i:i + batch]]
        pre = x @ W1
        hidden = np.fmax(pre, 0)
        g2 = (softmax(hidden @ W2) - t) / len(x)
        g1 = np.heaviside(pre, slope_at_zero) * (g2 @ W2.T)
        dW1 = x.T @ g1 + decay * W1
        dW2 = hidden.T @ g2 + decay * W2
        W1 -= lr * dW1
        W2 -= lr * dW2
