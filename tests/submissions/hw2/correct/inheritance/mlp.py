import abc

import numpy as np
from scipy.optimize import OptimizeResult
from scipy.special import expit, log_softmax


class Layer(abc.ABC):
    """What all layers share. `setup` returns the size of the output."""

    def setup(self, input_dim, rng):
        self.input_dim = self.output_dim = input_dim
        return self.output_dim

    @abc.abstractmethod
    def forward(self, X):
        ...

    @abc.abstractmethod
    def backward(self, upstream):
        ...

    def params(self):
        return []

    def grads(self):
        return []

    def penalty(self):
        return 0.0

    def __call__(self, X):
        return self.forward(X)


class Dense(Layer):
    def __init__(self, units, init="xavier"):
        super().__init__()
        self.units = units
        self.init = init

    def setup(self, input_dim, rng):
        super().setup(input_dim, rng)
        self.output_dim = self.units
        std = {"xavier": np.sqrt(2 / (input_dim + self.units)), "he": np.sqrt(2 / input_dim)}[self.init]
        self.W = rng.normal(scale=std, size=(input_dim, self.units))
        self.b = rng.normal(scale=0.01, size=self.units)
        self.dW = np.zeros_like(self.W)
        self.db = np.zeros_like(self.b)
        return self.output_dim

    def forward(self, X):
        self._cache = X
        return np.add(np.matmul(X, self.W), self.b)

    def backward(self, upstream):
        self.dW[...] = np.matmul(self._cache.T, upstream)
        self.db[...] = upstream.sum(0)
        return np.matmul(upstream, self.W.T)

    def params(self):
        return [self.W, self.b]

    def grads(self):
        return [self.dW, self.db]

    def penalty(self):
        return np.linalg.norm(self.W) ** 2


class Activation(Layer):
    def forward(self, X):
        self._x = X
        self._y = self.f(X)
        return self._y

    def backward(self, upstream):
        return upstream * self.df(self._x, self._y)


class Tanh(Activation):
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def f(self, x):
        return np.tanh(self.sigma * x)

    def df(self, x, y):
        return self.sigma * (1 - y) * (1 + y)


class ReLU(Activation):
    def f(self, x):
        return x.clip(min=0)

    def df(self, x, y):
        return np.sign(y)


class Sigmoid(Activation):
    def f(self, x):
        return expit(x)

    def df(self, x, y):
        return expit(x) * expit(-x)


class Loss:
    def __init__(self, p, y, eps):
        self.p, self.y, self.eps = np.asarray(p), np.asarray(y).reshape(np.shape(p)), eps

    def value(self):
        logs = np.where(self.y == 1, np.log(self.p + self.eps), np.log(1 - self.p + self.eps))
        return -logs.mean()

    def slope(self):
        return np.where(self.y == 1, -1 / (self.p + self.eps), 1 / (1 - self.p + self.eps)) / self.y.size


def cross_entropy(p, y, eps=1e-7):
    return Loss(p, y, eps).value()


def cross_entropy_grad(p, y, eps=1e-7):
    return Loss(p, y, eps).slope()


def softmax_cross_entropy(Z, y):
    logs = log_softmax(Z, axis=1)
    target = np.zeros_like(logs)
    np.put_along_axis(target, np.asarray(y, dtype=int)[:, None], 1, axis=1)
    return -np.sum(target * logs) / len(Z), (np.exp(logs) - target) / len(Z)


class Sequential(Layer):
    def __init__(self, input_dim):
        self.layers = []
        self.output_dim = input_dim

    def append(self, layer, rng):
        self.output_dim = layer.setup(self.output_dim, rng)
        self.layers.append(layer)

    def forward(self, X):
        for layer in self.layers:
            X = layer(X)
        return X

    def backward(self, upstream):
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        return upstream

    def params(self):
        return sum((layer.params() for layer in self.layers), [])

    def grads(self):
        return sum((layer.grads() for layer in self.layers), [])


class Model(Sequential):
    def __init__(self, input_dim, rho=0.0, seed=0):
        super().__init__(input_dim)
        self.rho = rho
        self._rng = np.random.default_rng(seed)

    def add(self, layer):
        self.append(layer, self._rng)

    def get_params(self):
        return np.concatenate([part.flatten() for part in self.params()])

    def set_params(self, v):
        for part in self.params():
            part[...] = v[:part.size].reshape(part.shape)
            v = v[part.size:]

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        self.backward(cross_entropy_grad(p, y))
        loss, grad = cross_entropy(p, y), []
        for layer in self.layers:
            loss += self.rho * layer.penalty()
            if isinstance(layer, Dense):
                grad.append((layer.dW + 2 * self.rho * layer.W).flatten())
                grad.append(layer.db.copy())
        return loss, np.concatenate(grad)


class _State:
    def __init__(self, size, beta1, beta2, eps):
        self.m, self.v, self.t = np.zeros(size), np.zeros(size), 0
        self.beta1, self.beta2, self.eps = beta1, beta2, eps

    def direction(self, g):
        self.t += 1
        self.m *= self.beta1
        self.m += (1 - self.beta1) * g
        self.v *= self.beta2
        self.v += (1 - self.beta2) * np.square(g)
        return self.m / (1 - self.beta1 ** self.t) / (np.sqrt(self.v / (1 - self.beta2 ** self.t)) + self.eps)


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    x = np.array(x0, dtype=np.float64)
    state = _State(x.shape, beta1, beta2, eps)
    calls = 0

    def evaluate():
        nonlocal calls
        calls += 1
        if jac is True:
            value, g = fun(x, *args)
        else:
            value, g = fun(x, *args), jac(x, *args)
        return value, np.asarray(g)

    value, g = evaluate()
    converged = np.linalg.norm(g) < tol
    while state.t < maxiter and not converged:
        step = lr * state.direction(g)
        x -= step
        value, g = evaluate()
        if callback is not None:
            callback(x)
        converged = np.linalg.norm(g) < tol or np.linalg.norm(step) < tol
    result = OptimizeResult()
    result.x, result.fun, result.jac = x, value, g
    result.nit, result.nfev, result.success = state.t, calls, bool(converged)
    return result


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden, self.lr, self.epochs = tuple(hidden), lr, epochs
        self.batch, self.l2, self.seed = batch, l2, seed

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        self.mean, self.std = X.mean(axis=0), X.std(axis=0) + 1e-12
        X = (X - self.mean) / self.std
        self.net = Sequential(X.shape[1])
        for units in self.hidden:
            self.net.append(Dense(units, init="he"), rng)
            self.net.append(ReLU(), rng)
        self.net.append(Dense(len(np.unique(y))), rng)
        for _ in range(self.epochs):
            order = rng.permutation(len(X))
            for i in range(0, len(X), self.batch):
                b = order[i:i + self.batch]
                loss, up = softmax_cross_entropy(self.net(X[b]), y[b])
                self.net.backward(up)
                for value, grad in zip(self.net.params(), self.net.grads()):
                    decay = 2 * self.l2 * value if value.ndim == 2 else 0
                    value -= self.lr * (grad + decay)
        return self

    def predict_proba(self, X):
        return np.exp(log_softmax(self.net((X - self.mean) / self.std), axis=1))

    def predict(self, X):
        return self.predict_proba(X).argmax(axis=1)
