# No classes for the layers: functions that make objects out of closures. The classifier is written from
# scratch, without any of them.
from types import SimpleNamespace

import numpy as np
from scipy import optimize


def Dense(units):
    layer = SimpleNamespace(units=units, W=None, b=None, dW=None, db=None)
    memory = []

    def setup(input_dim, rng):
        layer.W = 0.5 * rng.standard_normal(size=(input_dim, units))
        layer.b = np.zeros(units)
        return units

    def forward(X):
        memory.append(X)
        return X.dot(layer.W) + layer.b[None, :]

    def backward(upstream):
        X = memory.pop()
        memory.clear()
        layer.dW = X.T.dot(upstream)
        layer.db = np.ones(len(X)).dot(upstream)
        return upstream.dot(layer.W.T)

    layer.setup, layer.forward, layer.backward = setup, forward, backward
    return layer


def pointwise(value, slope):
    memory = {}

    def forward(X):
        memory["X"] = X
        return value(X)

    def backward(upstream):
        return upstream * slope(memory.pop("X"))

    return SimpleNamespace(setup=lambda input_dim, rng: input_dim, forward=forward, backward=backward)


def Tanh(sigma=1.0):
    return pointwise(lambda X: np.tanh(sigma * X), lambda X: sigma / np.cosh(np.clip(sigma * X, -300, 300)) ** 2)


def ReLU():
    return pointwise(lambda X: (X + np.abs(X)) / 2, lambda X: np.heaviside(X, 0.0))


def logistic(X):
    return np.exp(np.minimum(X, 0)) / (1 + np.exp(-np.abs(X)))


def Sigmoid():
    return pointwise(logistic, lambda X: logistic(X) * logistic(-X))


def cross_entropy(p, y, eps=1e-7):
    p, y = np.atleast_1d(np.squeeze(p)), np.atleast_1d(np.squeeze(y))
    return float(-(y.dot(np.log(p + eps)) + (1 - y).dot(np.log((1 - p) + eps))) / p.shape[0])


def cross_entropy_grad(p, y, eps=1e-7):
    if np.ndim(p) == 2:
        y = y[:, None]
    n = p.shape[0]
    return (1 - y) / (n * (1 - p + eps)) - y / (n * (p + eps))


def softmax(Z):
    E = np.exp((Z.T - Z.max(axis=1)).T)
    return (E.T / E.sum(axis=1)).T


def softmax_cross_entropy(Z, y):
    n, k = Z.shape
    top = Z.max(axis=1)
    losses = np.log(np.sum(np.exp(Z - top[:, np.newaxis]), axis=1)) + top - np.choose(y, Z.T)
    Y = np.zeros((n, k))
    Y[range(n), y] = 1.0
    return losses.sum() / n, (softmax(Z) - Y) / n


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.size, self.rho, self.rng = input_dim, rho, np.random.default_rng(seed)
        self.layers, self.dense = [], []

    def add(self, layer):
        self.size = layer.setup(self.size, self.rng)
        self.layers.append(layer)
        if hasattr(layer, "W"):
            self.dense.append(layer)
        return self

    def forward(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self):
        return np.concatenate([part.ravel() for layer in self.dense for part in [layer.W, layer.b]])

    def set_params(self, v):
        ends = np.cumsum([size for layer in self.dense for size in (layer.W.size, layer.b.size)])
        parts = np.split(np.array(v), ends[:-1])
        for i, layer in enumerate(self.dense):
            layer.W = parts[2 * i].reshape(layer.W.shape)
            layer.b = parts[2 * i + 1]

    def evaluate_loss(self, params, X, y):
        before = self.get_params()
        self.set_params(params)
        p = self.forward(X)
        up = cross_entropy_grad(p, y)
        for layer in reversed(self.layers):
            up = layer.backward(up)
        loss = cross_entropy(p, y) + self.rho * sum(np.sum(np.square(layer.W)) for layer in self.dense)
        grad = np.concatenate([g.ravel() for layer in self.dense
                               for g in (layer.dW + 2 * self.rho * layer.W, layer.db)])
        self.set_params(before)
        return loss, grad


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    if callable(jac):
        value = lambda x: fun(x, *args)
        slope = lambda x: np.asarray(jac(x, *args), dtype=float)
    else:
        value = lambda x: fun(x, *args)[0]
        slope = lambda x: np.asarray(fun(x, *args)[1], dtype=float)

    def points():
        x, m, v, t = np.asarray(x0, dtype=float), 0.0, 0.0, 0
        while True:
            t += 1
            g = slope(x)
            m = beta1 * m + (1 - beta1) * g
            v = beta2 * v + (1 - beta2) * g * g
            new = x - lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
            yield t, g, new
            x = new

    x, nit, success = np.array(x0, dtype=float), 0, False
    for t, g, new in points():
        if np.linalg.norm(g) < tol:
            success = True
        if success or nit == maxiter:
            break
        success = bool(np.linalg.norm(new - x) < tol)
        x, nit = new, t
        if callback is not None:
            callback(np.copy(x))
    return optimize.OptimizeResult(x=x, fun=value(x), nit=nit, success=success)


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.settings = hidden, lr, epochs, batch, l2, seed

    def fit(self, X, y):
        hidden, lr, epochs, batch, l2, seed = self.settings
        rng = np.random.default_rng(seed)
        self.low, self.span = X.mean(axis=0), X.std(axis=0)
        self.span[self.span == 0] = 1
        X = self.scaled(X)
        sizes = [X.shape[1], *hidden, int(np.max(y)) + 1]
        self.weights = [(rng.uniform(-1, 1, (a, b)) * np.sqrt(6 / (a + b)), np.zeros(b)) for a, b in zip(sizes, sizes[1:])]
        Y = np.eye(sizes[-1])[np.asarray(y, dtype=int)]
        for _ in range(epochs):
            order = rng.permutation(len(X))
            for rows in np.array_split(order, range(batch, len(X), batch)):
                A = self.activations(X[rows])
                delta = (softmax(A[-1]) - Y[rows]) / len(rows)
                new = []
                for (W, b), H in zip(self.weights[::-1], A[-2::-1]):
                    new.insert(0, (W - lr * (H.T.dot(delta) + 2 * l2 * W), b - lr * delta.sum(axis=0)))
                    delta = delta.dot(W.T) * (H > 0)
                self.weights = new

    def scaled(self, X):
        return (X - self.low) / self.span

    def activations(self, X):
        A = [X]
        for W, b in self.weights[:-1]:
            A.append(np.maximum(A[-1].dot(W) + b, 0))
        W, b = self.weights[-1]
        return A + [A[-1].dot(W) + b]

    def predict_proba(self, X):
        return softmax(self.activations(self.scaled(X))[-1])

    def predict(self, X):
        return np.argmax(self.predict_proba(X), axis=1)
