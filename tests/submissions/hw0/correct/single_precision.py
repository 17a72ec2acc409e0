"""Everything is computed in float32; the result is written back into the caller's array."""
import gzip

import numpy as np

F = np.float32


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    with gzip.open(image_filename) as file:
        shape = np.frombuffer(file.read(16), dtype=">i4")[1:]
        images = np.frombuffer(file.read(), dtype="u1")
    with gzip.open(label_filename) as file:
        labels = np.frombuffer(file.read(), dtype="u1", offset=8)
    return images.reshape(shape[0], -1).astype(F) * F(1 / 255), labels


def _log_softmax(Z):
    Z = Z.astype(F)
    Z = Z - np.max(Z, axis=1, keepdims=True)
    return Z - np.log(np.sum(np.exp(Z), axis=1, keepdims=True, dtype=F))


def softmax_loss(Z, y):
    picked = np.take_along_axis(_log_softmax(Z), y.astype(np.intp)[:, None], axis=1)
    return F(-picked.mean(dtype=F))


def loss_err(h, y):
    return softmax_loss(h, y), F((h.argmax(1) != y).mean())


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    X32 = np.asarray(X, dtype=F)
    t = theta.astype(F)
    onehot = np.eye(t.shape[1], dtype=F)[y]
    for i in range(0, X32.shape[0], batch):
        x = X32[i:i + batch]
        p = np.exp(_log_softmax(x @ t))
        t -= F(lr) * (x.T @ (p - onehot[i:i + batch])) / F(x.shape[0])
    theta[:] = t


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    X32 = np.asarray(X, dtype=F)
    a, b = W1.astype(F), W2.astype(F)
    onehot = np.eye(b.shape[1], dtype=F)[y]
    for i in range(0, X32.shape[0], batch):
        x = X32[i:i + batch]
        pre = x @ a
        act = np.where(pre > 0, pre, F(0))
        g = (np.exp(_log_softmax(act @ b)) - onehot[i:i + batch]) / F(x.shape[0])
        da = x.T @ np.where(pre > 0, g @ b.T, F(0))
        db = act.T @ g
        a = a - F(lr) * da
        b = b - F(lr) * db
    W1[...] = a
    W2[...] = b
