import math

import numpy as np
from scipy.optimize import OptimizeResult


class Dense:
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.W = np.zeros((input_dim, self.units))
        for i in range(input_dim):
            for j in range(self.units):
                self.W[i, j] = 0.1 * rng.normal()
        self.b = np.zeros(self.units)
        return self.units

    def forward(self, X):
        self.rows = [[float(a) for a in x] for x in X]
        out = np.zeros((len(self.rows), self.units))
        for i, x in enumerate(self.rows):
            for j in range(self.units):
                total = self.b[j]
                for k, a in enumerate(x):
                    total += a * self.W[k, j]
                out[i, j] = total
        return out

    def backward(self, upstream):
        D = self.W.shape[0]
        self.dW = np.zeros((D, self.units))
        self.db = np.zeros(self.units)
        back = np.zeros((len(self.rows), D))
        for i, x in enumerate(self.rows):
            for j in range(self.units):
                u = float(upstream[i, j])
                self.db[j] += u
                for k in range(D):
                    self.dW[k, j] += x[k] * u
                    back[i, k] += u * self.W[k, j]
        return back


def each(function, *arrays):
    out = np.zeros(arrays[0].shape)
    for place in np.ndindex(*out.shape):
        out[place] = function(*(float(a[place]) for a in arrays))
    return out


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        return input_dim

    def forward(self, X):
        self.X = X
        return each(lambda x: math.tanh(self.sigma * x), X)

    def backward(self, upstream):
        return each(lambda x, u: u * self.sigma * (1 - math.tanh(self.sigma * x) ** 2), self.X, upstream)


class ReLU:
    def setup(self, input_dim, rng):
        return input_dim

    def forward(self, X):
        self.X = X
        return each(lambda x: x if x > 0 else 0.0, X)

    def backward(self, upstream):
        return each(lambda x, u: u if x > 0 else 0.0, self.X, upstream)


def logistic(x):
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    return math.exp(x) / (1 + math.exp(x))


class Sigmoid:
    def setup(self, input_dim, rng):
        return input_dim

    def forward(self, X):
        self.X = X
        return each(logistic, X)

    def backward(self, upstream):
        return each(lambda x, u: u * logistic(x) * logistic(-x), self.X, upstream)


def cross_entropy(p, y, eps=1e-7):
    total = 0.0
    for a, t in zip(np.ravel(p).tolist(), np.ravel(y).tolist()):
        total -= t * math.log(a + eps) + (1 - t) * math.log(1 - a + eps)
    return total / len(y)


def cross_entropy_grad(p, y, eps=1e-7):
    n = len(y)
    slopes = []
    for a, t in zip(np.ravel(p).tolist(), np.ravel(y).tolist()):
        slopes.append((-t / (a + eps) + (1 - t) / (1 - a + eps)) / n)
    return np.reshape(slopes, np.shape(p))


def softmax_cross_entropy(Z, y):
    n, k = Z.shape
    loss, dZ = 0.0, []
    for z, label in zip(Z.tolist(), y.tolist()):
        top = max(z)
        e = [math.exp(a - top) for a in z]
        total = sum(e)
        loss += math.log(total) + top - z[int(label)]
        dZ.append([(e[j] / total - (1 if j == label else 0)) / n for j in range(k)])
    return loss / n, np.array(dZ)


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.sizes = [input_dim]
        self.rho = rho
        self.rng = np.random.default_rng(seed)
        self.layers = []

    def add(self, layer):
        self.sizes.append(layer.setup(self.sizes[-1], self.rng))
        self.layers.append(layer)

    def forward(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self):
        v = []
        for layer in self.layers:
            if type(layer) is Dense:
                for row in layer.W:
                    for w in row:
                        v.append(float(w))
                for b in layer.b:
                    v.append(float(b))
        return np.array(v)

    def set_params(self, v):
        numbers = iter([float(a) for a in v])
        for layer in self.layers:
            if type(layer) is Dense:
                for i in range(layer.W.shape[0]):
                    for j in range(layer.W.shape[1]):
                        layer.W[i, j] = next(numbers)
                for j in range(len(layer.b)):
                    layer.b[j] = next(numbers)

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        loss = cross_entropy(p, y)
        back = cross_entropy_grad(p, y)
        for i in range(len(self.layers) - 1, -1, -1):
            back = self.layers[i].backward(back)
        grad = []
        for layer in self.layers:
            if type(layer) is Dense:
                for w, d in zip(layer.W.ravel(), layer.dW.ravel()):
                    loss += self.rho * w * w
                    grad.append(d + 2 * self.rho * w)
                grad.extend(layer.db)
        return loss, np.array(grad)


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    def gradient_at(x):
        if jac is True:
            return fun(x, *args)[1]
        return jac(x, *args)

    x = [float(a) for a in x0]
    d = len(x)
    m, v = [0.0] * d, [0.0] * d
    nit, done = 0, False
    for t in range(1, maxiter + 1):
        g = gradient_at(np.array(x))
        if math.sqrt(sum(float(a) ** 2 for a in g)) < tol:
            done = True
            break
        length = 0.0
        for i in range(d):
            m[i] = beta1 * m[i] + (1 - beta1) * float(g[i])
            v[i] = beta2 * v[i] + (1 - beta2) * float(g[i]) ** 2
            step = lr * (m[i] / (1 - beta1 ** t)) / (math.sqrt(v[i] / (1 - beta2 ** t)) + eps)
            x[i] -= step
            length += step ** 2
        nit = t
        if callback:
            callback(np.array(x))
        if math.sqrt(length) < tol:
            done = True
            break
    x = np.array(x)
    value = fun(x, *args)[0] if jac is True else fun(x, *args)
    return OptimizeResult(x=x, fun=value, nit=nit, success=done)


class MLPClassifier:
    # row by row: the gradients of a batch are added up, then averaged
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden, self.lr, self.epochs, self.batch, self.l2, self.seed = hidden, lr, epochs, batch, l2, seed

    def run(self, x):
        values = [x]
        for l, (W, b) in enumerate(zip(self.Ws, self.bs)):
            x = x @ W + b
            if l < len(self.Ws) - 1:
                x = np.maximum(x, 0)
            values.append(x)
        return values

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        sizes = [X.shape[1]] + list(self.hidden) + [len(set(y.tolist()))]
        self.Ws = [0.3 * rng.normal(size=(a, b)) for a, b in zip(sizes, sizes[1:])]
        self.bs = [np.zeros(b) for b in sizes[1:]]
        for _ in range(self.epochs):
            for start in range(0, len(X), self.batch):
                rows = range(start, min(start + self.batch, len(X)))
                dW = [2 * self.l2 * W for W in self.Ws]
                db = [0 * b for b in self.bs]
                for i in rows:
                    values = self.run(X[i])
                    z = values[-1] - values[-1].max()
                    delta = np.exp(z) / np.exp(z).sum()
                    delta[y[i]] -= 1
                    for l in range(len(self.Ws) - 1, -1, -1):
                        dW[l] = dW[l] + np.outer(values[l], delta) / len(rows)
                        db[l] = db[l] + delta / len(rows)
                        delta = (self.Ws[l] @ delta) * (values[l] > 0)
                for l in range(len(self.Ws)):
                    self.Ws[l] = self.Ws[l] - self.lr * dW[l]
                    self.bs[l] = self.bs[l] - self.lr * db[l]

    def predict_proba(self, X):
        out = []
        for x in X:
            z = self.run(x)[-1]
            e = np.exp(z - z.max())
            out.append(e / e.sum())
        return np.array(out)

    def predict(self, X):
        return np.array([int(np.argmax(row)) for row in self.predict_proba(X)])
