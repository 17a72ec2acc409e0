import numpy as np
from scipy.optimize import OptimizeResult


class Dense:
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.W = rng.normal(0, np.sqrt(2 / input_dim), (input_dim, self.units))
        self.b = np.zeros(self.units)

    def forward(self, X):
        self.X = X
        return X @ self.W + self.b

    def backward(self, upstream):
        self.dW = self.X.T @ upstream
        self.db = upstream.sum(axis=0)
        return upstream @ self.W.T


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.out = np.tanh(self.sigma * X)
        return self.out

    def backward(self, upstream):
        return upstream * self.sigma * (1 - self.out ** 2)


class ReLU:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        self.X = X
        return np.maximum(X, 0)

    def backward(self, upstream):
        return upstream * (self.X > 0)


class Sigmoid:
    def __init__(self):
        pass

    def setup(self, input_dim, rng):
        pass

    def forward(self, X):
        e = np.exp(-np.abs(X))
        self.s = np.where(X >= 0, 1 / (1 + e), e / (1 + e))
        return self.s

    def backward(self, upstream):
        return upstream * self.s * (1 - self.s)


def cross_entropy(p, y, eps=1e-7):
    p = p.reshape(-1)
    return -np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps))


def cross_entropy_grad(p, y, eps=1e-7):
    y = y.reshape(p.shape)
    return (-y / (p + eps) + (1 - y) / (1 - p + eps)) / len(p)


def softmax_cross_entropy(Z, y):
    n = len(y)
    Z = Z - Z.max(axis=1, keepdims=True)
    E = np.exp(Z)
    S = E.sum(axis=1, keepdims=True)
    loss = np.mean(np.log(S[:, 0]) - Z[np.arange(n), y])
    dZ = E / S
    dZ[np.arange(n), y] -= 1
    return loss, dZ / n


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.size = input_dim
        self.rho = rho
        self.rng = np.random.default_rng(seed)
        self.layers = []

    def add(self, layer):
        layer.setup(self.size, self.rng)
        if isinstance(layer, Dense):
            self.size = layer.units
        self.layers.append(layer)

    def dense(self):
        return [layer for layer in self.layers if isinstance(layer, Dense)]

    def forward(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self):
        parts = []
        for layer in self.dense():
            parts += [layer.W.ravel(), layer.b]
        return np.concatenate(parts)

    def set_params(self, v):
        at = 0
        for layer in self.dense():
            size = layer.W.size
            layer.W = np.array(v[at:at + size]).reshape(layer.W.shape)
            at += size
            layer.b = np.array(v[at:at + len(layer.b)])
            at += len(layer.b)

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        loss = cross_entropy(p, y)
        upstream = cross_entropy_grad(p, y)
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        grad = []
        for layer in self.dense():
            loss = loss + self.rho * np.sum(layer.W ** 2)
            grad += [(layer.dW + 2 * self.rho * layer.W).ravel(), layer.db]
        return loss, np.concatenate(grad)


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    def evaluate(x):
        if callable(jac):
            return fun(x, *args), jac(x, *args)
        return fun(x, *args)

    x = np.array(x0, dtype=float)
    m = np.zeros_like(x)
    v = np.zeros_like(x)
    f, g = evaluate(x)
    t = 0
    success = np.linalg.norm(g) < tol
    while not success and t < maxiter:
        t += 1
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g ** 2
        step = lr * (m / (1 - beta1 ** t)) / (np.sqrt(v / (1 - beta2 ** t)) + eps)
        x = x - step
        f, g = evaluate(x)
        if callback is not None:
            callback(x)
        success = np.linalg.norm(g) < tol or np.linalg.norm(step) < tol
    return OptimizeResult(x=x, fun=f, jac=g, nit=t, success=bool(success))


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden = hidden
        self.lr = lr
        self.epochs = epochs
        self.batch = batch
        self.l2 = l2
        self.seed = seed

    def build(self, inputs, classes, rng):
        self.layers = []
        for units in self.hidden:
            self.layers += [Dense(units), ReLU()]
            self.layers[-2].setup(inputs, rng)
            inputs = units
        self.layers.append(Dense(classes))
        self.layers[-1].setup(inputs, rng)

    def logits(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        self.build(X.shape[1], int(y.max()) + 1, rng)
        for _ in range(self.epochs):
            for _ in range(-(-len(X) // self.batch)):  # drawn anew, some rows twice
                rows = rng.integers(0, len(X), size=min(self.batch, len(X)))
                loss, upstream = softmax_cross_entropy(self.logits(X[rows]), y[rows])
                for layer in reversed(self.layers):
                    upstream = layer.backward(upstream)
                for layer in self.layers:
                    if isinstance(layer, Dense):
                        layer.W -= self.lr * (layer.dW + 2 * self.l2 * layer.W)
                        layer.b -= self.lr * layer.db
        return self

    def predict_proba(self, X):
        Z = self.logits(X)
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        return E / E.sum(axis=1, keepdims=True)

    def predict(self, X):
        return np.argmax(self.logits(X), axis=1)
