import numpy as np


class Logistic:
    def __init__(self, w, l2=0.0):
        self.w, self.l2 = w, l2

    @staticmethod
    def squash(a):
        a = np.asarray(a, dtype=float)
        out = np.empty_like(a)
        up = a >= 0
        out[up] = 1 / (1 + np.exp(-a[up]))
        e = np.exp(a[~up])
        out[~up] = e / (1 + e)
        return out

    def proba(self, X):
        return self.squash(X.dot(self.w))

    def cost(self, X, y):
        s = np.where(y == 1, 1.0, -1.0) * X.dot(self.w)
        return np.mean(np.logaddexp(0.0, -s)) + self.l2 * np.linalg.norm(self.w) ** 2

    def slope(self, X, y):
        s = np.where(y == 1, 1.0, -1.0)
        return -(s * self.squash(-s * X.dot(self.w))).dot(X) / len(y) + 2 * self.l2 * self.w


def sigmoid(a):
    return Logistic.squash(a)


def predict_proba(X, w):
    return Logistic(w).proba(X)


def loss(X, y, w, l2=0.0):
    return Logistic(w, l2).cost(X, y)


def gradient(X, y, w, l2=0.0):
    return Logistic(w, l2).slope(X, y)


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    model = Logistic(w, l2)
    for part in np.split(np.arange(len(X)), range(batch, len(X), batch)):
        model.w -= lr * model.slope(X[part], y[part])


def fit(X, y, lr=0.1, batch=32, epochs=100, l2=0.0, seed=0):
    w = np.zeros(X.shape[1])
    rng = np.random.default_rng(seed)
    for _ in range(epochs):
        order = rng.permutation(len(X))
        epoch(X[order], y[order], w, lr, batch, l2)
    return w.tolist()
