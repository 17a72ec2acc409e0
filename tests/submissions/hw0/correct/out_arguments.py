"""Buffers are reused: ufuncs with out=, np.add.at and np.subtract.at."""
import gzip
import struct

import numpy as np


def add(x, y):
    return np.add(x, y)


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as f:
        _, n, rows, cols = struct.unpack(">IIII", f.read(16))
        pixels = np.empty((n, rows * cols), dtype=np.uint8)
        f.readinto(memoryview(pixels).cast("B"))
    with gzip.open(label_filename, "rb") as f:
        _, n = struct.unpack(">II", f.read(8))
        labels = np.empty(n, dtype=np.uint8)
        f.readinto(memoryview(labels))
    X = np.empty(pixels.shape, dtype=np.float32)
    np.divide(pixels, 255.0, out=X, casting="same_kind")
    return X, labels


def _softmax_into(Z):
    """Turn logits into probabilities, inside the array given: it must be our own."""
    np.subtract(Z, Z.max(axis=1)[:, None], out=Z)
    np.exp(Z, out=Z)
    np.divide(Z, Z.sum(axis=1)[:, None], out=Z)
    return Z


def softmax_loss(Z, y):
    shifted = np.empty(Z.shape)
    np.subtract(Z, Z.max(axis=1)[:, None], out=shifted)
    true = shifted[np.arange(y.shape[0]), y]
    np.exp(shifted, out=shifted)
    per_row = np.add.reduce(shifted, axis=1)
    np.log(per_row, out=per_row)
    np.subtract(per_row, true, out=per_row)
    loss = np.zeros(())
    np.add.at(loss, (), per_row.sum())
    loss /= y.shape[0]
    return loss


def loss_err(h, y):
    return softmax_loss(h, y), np.not_equal(h.argmax(axis=1), y).mean()


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    grad = np.empty(theta.shape)
    for start in range(0, X.shape[0], batch):
        Xb = X[start:start + batch]
        yb = y[start:start + batch]
        P = _softmax_into(np.matmul(Xb, theta))
        np.subtract.at(P, (np.arange(P.shape[0]), yb), 1)
        np.matmul(Xb.T, P, out=grad)
        np.multiply(grad, lr / P.shape[0], out=grad)
        np.subtract(theta, grad, out=theta)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    grad1, grad2 = np.empty(W1.shape), np.empty(W2.shape)
    for start in range(0, X.shape[0], batch):
        Xb = X[start:start + batch]
        yb = y[start:start + batch]
        H = np.matmul(Xb, W1)
        off = np.less_equal(H, 0)
        np.copyto(H, 0, where=off)
        P = _softmax_into(np.matmul(H, W2))
        np.subtract.at(P, (np.arange(P.shape[0]), yb), 1)
        B = np.matmul(P, W2.T)
        np.putmask(B, off, 0)
        np.matmul(Xb.T, B, out=grad1)
        np.matmul(H.T, P, out=grad2)
        for W, grad in ((W1, grad1), (W2, grad2)):
            np.multiply(grad, lr / P.shape[0], out=grad)
            np.subtract(W, grad, out=W)
