"""A while loop over positions; pairs are lists; the loss is an array with no dimensions."""
import gzip

import numpy as np


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    images = gzip.open(image_filename).read()
    labels = gzip.open(label_filename).read()
    head = np.frombuffer(images, dtype=">u4", count=4)
    n, rows, cols = int(head[1]), int(head[2]), int(head[3])
    X = np.ndarray((n, rows * cols), dtype=np.uint8, buffer=images, offset=16)
    y = np.ndarray((n,), dtype=np.uint8, buffer=labels, offset=8)
    return [np.float32(X) / np.float32(255.0), y]


def softmax_loss(Z, y):
    k = Z.shape[1]
    log_p = Z - np.logaddexp.reduce(Z, axis=1, keepdims=True)
    return np.asarray(-(log_p * np.eye(k)[y]).sum(axis=1).mean())


def loss_err(h, y):
    return [softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)]


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    identity = np.eye(theta.shape[1])
    position = 0
    while position != len(X):
        end = min(position + batch, len(X))
        x, t = X[position:end], identity[y[position:end]]
        z = x @ theta
        p = np.exp(z - np.logaddexp.reduce(z, axis=1, keepdims=True))
        theta[:] = theta - lr * (x.T @ (p - t)) / (end - position)
        position = end


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    identity = np.eye(W2.shape[1])
    position = 0
    while position != len(X):
        end = min(position + batch, len(X))
        x, t = X[position:end], identity[y[position:end]]
        a = x @ W1
        h = a.copy()
        h[h < 0] = 0
        z = h @ W2
        p = np.exp(z - np.logaddexp.reduce(z, axis=1, keepdims=True))
        down = (p - t) @ W2.T
        down[a <= 0] = 0
        new1 = W1 - lr * (x.T @ down) / (end - position)
        new2 = W2 - lr * (h.T @ (p - t)) / (end - position)
        W1[:], W2[:] = new1, new2
        position = end
