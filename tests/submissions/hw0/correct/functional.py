"""Functions made by functions; the names asked for are bound by assignment."""
import gzip
from functools import partial, reduce
from operator import add

import numpy as xp


def compose(*functions):
    return lambda value: reduce(lambda v, f: f(v), functions, value)


def _content(path):
    with open(path, "rb") as f:
        return gzip.decompress(f.read())


_sizes = lambda raw, count: [int.from_bytes(raw[4 * i:4 * i + 4], "big") for i in range(1, count)]
_bytes_after = lambda raw, offset: xp.frombuffer(raw[offset:], dtype=xp.uint8)


def parse_mnist(image_filename, label_filename):
    images, labels = map(_content, (image_filename, label_filename))
    n, *sides = _sizes(images, 4)
    scaled = compose(
        partial(_bytes_after, offset=16),
        lambda b: b.reshape(n, int(xp.prod(sides))),
        lambda b: xp.divide(b, 255, dtype=xp.float32),
    )(images)
    return scaled, _bytes_after(labels, 8)


_shift = lambda Z: Z - xp.amax(Z, axis=1, keepdims=True)
_normalise = lambda E: E / xp.sum(E, axis=1, keepdims=True)
_softmax = compose(_shift, xp.exp, _normalise)
_one_hot = lambda y, k: xp.equal.outer(y, xp.arange(k)).astype(float)
_log_sum = compose(xp.exp, partial(xp.sum, axis=1), xp.log)

softmax_loss = lambda Z, y: (
    lambda S: xp.mean(_log_sum(S) - xp.sum(S * _one_hot(y, S.shape[1]), axis=1))
)(_shift(Z))

loss_err = lambda h, y: (softmax_loss(h, y), xp.mean(xp.argmax(h, axis=1) != y))


def _regression_slopes(x, t, theta):
    return [x.T @ (_softmax(x @ theta) - t)]


def _network_slopes(x, t, W1, W2):
    hidden = xp.maximum(x @ W1, 0)
    error = _softmax(hidden @ W2) - t
    return [x.T @ (xp.sign(hidden) * (error @ W2.T)), hidden.T @ error]


def _trainer(slopes):
    def epoch(X, y, weights, lr, batch):
        targets = _one_hot(y, weights[-1].shape[1])
        for i in range(0, len(X), batch):
            x, t = X[i:i + batch], targets[i:i + batch]
            for weight, slope in zip(weights, slopes(x, t, *weights)):
                weight -= lr / len(x) * slope

    return epoch


_train_regression = _trainer(_regression_slopes)
_train_network = _trainer(_network_slopes)

softmax_regression_epoch = lambda X, y, theta, lr=0.1, batch=100: _train_regression(
    X, y, [theta], lr, batch
)
nn_epoch = lambda X, y, W1, W2, lr=0.1, batch=100: _train_network(X, y, [W1, W2], lr, batch)
