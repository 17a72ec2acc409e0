"""The gradients come from a tiny reverse-mode automatic differentiation."""
import gzip
import struct

import numpy as np


class Node:
    def __init__(self, value, parents=()):
        self.value = value
        self.parents = parents  # pairs (node, function from our slope to its share)
        self.slope = 0

    def __matmul__(self, other):
        a, b = self.value, other.value
        return Node(a @ b, ((self, lambda s: s @ b.T), (other, lambda s: a.T @ s)))

    def relu(self):
        a = self.value
        return Node(np.maximum(a, 0), ((self, lambda s: np.where(a > 0, s, 0)),))

    def log_softmax(self):
        a = self.value - self.value.max(axis=1, keepdims=True)
        out = a - np.log(np.exp(a).sum(axis=1, keepdims=True))
        share = lambda s: s - np.exp(out) * s.sum(axis=1, keepdims=True)
        return Node(out, ((self, share),))

    def pick(self, labels):
        index = np.arange(len(labels)), labels

        def share(s):
            full = np.zeros(self.value.shape)
            full[index] = s
            return full

        return Node(self.value[index], ((self, share),))

    def mean(self):
        size = self.value.size
        return Node(self.value.mean(), ((self, lambda s: np.full(size, s / size)),))

    def __neg__(self):
        return Node(-self.value, ((self, lambda s: -s),))

    def backward(self):
        order, seen = [], set()

        def visit(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent, _ in node.parents:
                    visit(parent)
                order.append(node)

        visit(self)
        self.slope = 1.0
        for node in reversed(order):
            for parent, share in node.parents:
                parent.slope = parent.slope + share(node.slope)


def cross_entropy(Z, y):
    return -Z.log_softmax().pick(y).mean()


def descend(loss, leaves, lr):
    loss.backward()
    for leaf in leaves:
        leaf.value -= lr * leaf.slope


def add(x, y):
    return x + y


def parse_mnist(image_filename, label_filename):
    arrays = []
    for name, rank in ((image_filename, 3), (label_filename, 1)):
        with gzip.open(name, "rb") as f:
            shape = struct.unpack(f">{1 + rank}I", f.read(4 + 4 * rank))[1:]
            arrays.append(np.frombuffer(f.read(), dtype=np.uint8).reshape(shape))
    X, y = arrays
    return X.reshape(len(X), -1).astype(np.float32) / 255, y


def softmax_loss(Z, y):
    return cross_entropy(Node(Z), y).value


def loss_err(h, y):
    return softmax_loss(h, y), np.mean(h.argmax(axis=1) != y)


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        leaf = Node(theta)
        descend(cross_entropy(Node(X[i:i + batch]) @ leaf, y[i:i + batch]), [leaf], lr)


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        first, second = Node(W1), Node(W2)
        logits = (Node(X[i:i + batch]) @ first).relu() @ second
        descend(cross_entropy(logits, y[i:i + batch]), [first, second], lr)
