"""Prints while it works and returns more than anybody asked for."""
import gzip
import struct
import sys
import warnings

import numpy as np

print("simple_ml is being imported with Python", sys.version.split()[0])
warnings.warn("this module talks a lot")
DEBUG = True


def log(*words):
    if DEBUG:
        print("[debug]", *words)
        print("[debug]", *words, file=sys.stderr)


def add(x, y):
    log("add", x, y)
    return x + y


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename, "rb") as fin:
        magic, n, rows, cols = struct.unpack(">IIII", fin.read(16))
        log("magic", magic, "with", n, "images of", rows, "x", cols)
        X = np.array(bytearray(fin.read()), dtype=np.float32).reshape(n, rows * cols)
        X /= 255
    with gzip.open(label_filename, "rb") as fin:
        magic, n = struct.unpack(">II", fin.read(8))
        y = np.array(bytearray(fin.read()), dtype=np.uint8)
        log("labels", np.unique(y))
    assert X.shape[0] == y.shape[0]
    return X, y


def softmax_loss(Z, y):
    n = Z.shape[0]
    m = Z.max(1).reshape(n, 1)
    loss = np.log(np.exp(Z - m).sum(1)) + m[:, 0] - Z[np.arange(n), y]
    log("loss per row", loss)
    return np.float32(loss.sum() / n)


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def one_step(X, y, logits):
    P = logits - logits.max(1, keepdims=True)
    P = np.exp(P)
    P = P / P.sum(1, keepdims=True)
    assert np.allclose(P.sum(1), 1), "probabilities do not add up to one"
    P[np.arange(len(y)), y] -= 1
    return P / len(y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    history = []
    for number, i in enumerate(range(0, len(y), batch)):
        xb, yb = X[i:i + batch], y[i:i + batch]
        log("batch", number, xb.shape, yb.shape, theta.shape)
        history.append(float(softmax_loss(xb @ theta, yb)))
        theta -= lr * xb.T @ one_step(xb, yb, xb @ theta)
    log("losses", history)
    return theta, history


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    history = {}
    for number, i in enumerate(range(0, len(y), batch)):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        history[number] = float(softmax_loss(hidden @ W2, yb))
        log("batch", number, "loss", history[number])
        d2 = one_step(hidden, yb, hidden @ W2)
        d1 = (hidden > 0) * (d2 @ W2.T)
        g1, g2 = xb.T @ d1, hidden.T @ d2
        W1 -= lr * g1
        W2 -= lr * g2
    return {"W1": W1, "W2": W2, "history": history}
