# question: nn_epoch
# mistake: the layers go backward and make their step one after the other, the upper one first
# names: nn_epoch.w2-first
import numpy as np


class _Layer:
    def __init__(self, W, relu):
        self.W, self.relu = W, relu

    def forward(self, x):
        self.x = x
        self.out = x @ self.W
        if self.relu:
            self.out = np.maximum(self.out, 0)
        return self.out

    def backward(self, up, lr):
        if self.relu:
            up = up * (self.out > 0)
        self.W -= lr * self.x.T @ up
        return up @ self.W.T


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    lower, upper = _Layer(W1, True), _Layer(W2, False)
    for i in range(0, len(X), batch):
        z = upper.forward(lower.forward(X[i:i + batch]))
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(p)), y[i:i + batch]] -= 1
        lower.backward(upper.backward(p / len(p), lr), lr)
