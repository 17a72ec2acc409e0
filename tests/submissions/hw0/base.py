import gzip
import struct

import numpy as np


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        X = np.frombuffer(f.read(), dtype=np.uint8).reshape(n, rows * cols)
    with gzip.open(label_filename, "rb") as f:
        struct.unpack(">II", f.read(8))
        y = np.frombuffer(f.read(), dtype=np.uint8)
    return X.astype(np.float32) / 255, y


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y])


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        Z = Xb @ theta
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[np.arange(len(yb)), yb] -= 1
        theta -= lr * (Xb.T @ G) / len(yb)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        H = np.maximum(Xb @ W1, 0)
        Z = H @ W2
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G2 = E / E.sum(axis=1, keepdims=True)
        G2[np.arange(len(yb)), yb] -= 1
        G1 = (H > 0) * (G2 @ W2.T)
        W1 -= lr * (Xb.T @ G1) / len(yb)
        W2 -= lr * (H.T @ G2) / len(yb)
