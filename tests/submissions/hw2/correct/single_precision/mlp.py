import numpy as np
from scipy.optimize import OptimizeResult

f = np.float32


class Dense:
    def __init__(self, units):
        self.units = int(units)

    def setup(self, input_dim, rng):
        limit = np.sqrt(6.0 / (input_dim + self.units))
        self.W = rng.uniform(-limit, limit, size=(input_dim, self.units)).astype(f)
        self.b = np.zeros(self.units, dtype=f)

    def forward(self, X):
        self.X = np.asarray(X, dtype=f)
        return np.dot(self.X, self.W.astype(f)) + self.b.astype(f)

    def backward(self, upstream):
        up = np.asarray(upstream, dtype=f)
        self.dW = np.dot(self.X.T, up)
        self.db = np.sum(up, axis=0)
        return np.dot(up, self.W.astype(f).T)


class Tanh:
    def __init__(self, sigma=1.0):
        self.sigma = f(sigma)

    def setup(self, input_dim, rng):
        self.dim = input_dim

    def forward(self, X):
        self.t = np.tanh(self.sigma * X.astype(f))
        return self.t

    def backward(self, upstream):
        return upstream.astype(f) * (self.sigma * (f(1) - self.t * self.t))


class ReLU:
    def setup(self, input_dim, rng):
        self.dim = input_dim

    def forward(self, X):
        X = X.astype(f)
        self.mask = X > 0
        return np.where(self.mask, X, f(0))

    def backward(self, upstream):
        return np.where(self.mask, upstream.astype(f), f(0))


class Sigmoid:
    def setup(self, input_dim, rng):
        self.dim = input_dim

    def forward(self, X):
        X = X.astype(f)
        e = np.exp(-np.abs(X))
        self.s = np.where(X < 0, e / (f(1) + e), f(1) / (f(1) + e))
        self.slope = e / (f(1) + e) ** 2
        return self.s

    def backward(self, upstream):
        return upstream.astype(f) * self.slope


def cross_entropy(p, y, eps=1e-7):
    p, y = p.ravel().astype(float), y.astype(float)
    return f(-np.mean(y * np.log(p + eps) + (1 - y) * np.log(1 - p + eps)))


def cross_entropy_grad(p, y, eps=1e-7):
    q, y = p.ravel().astype(float), y.astype(float)
    g = ((1 - y) / (1 - q + eps) - y / (q + eps)) / y.size
    return g.reshape(p.shape).astype(f)


def softmax_cross_entropy(Z, y):
    Z = Z.astype(f)
    Z = Z - Z.max(axis=1)[:, None]
    logs = Z - np.log(np.exp(Z).sum(axis=1))[:, None]
    onehot = (np.arange(Z.shape[1]) == np.asarray(y)[:, None]).astype(f)
    return [-(logs * onehot).sum() / f(len(Z)), (np.exp(logs) - onehot) / f(len(Z))]


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.layers = []
        self.next = input_dim
        self.rho = f(rho)
        self.rng = np.random.default_rng(seed)

    def add(self, layer):
        layer.setup(self.next, self.rng)
        self.next = getattr(layer, "units", self.next)
        self.layers.append(layer)
        return self

    def forward(self, X):
        out = X
        for layer in self.layers:
            out = layer.forward(out)
        return out

    def weighted(self):
        return (layer for layer in self.layers if hasattr(layer, "W"))

    def get_params(self):
        return np.hstack([np.hstack((layer.W.ravel(), layer.b)) for layer in self.weighted()])

    def set_params(self, v):
        v = np.asarray(v).astype(f)
        for layer in self.weighted():
            D, u = layer.W.shape
            layer.W, layer.b, v = v[:D * u].reshape(D, u), v[D * u:D * u + u], v[D * u + u:]

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        up = cross_entropy_grad(p, y)
        for layer in self.layers[::-1]:
            up = layer.backward(up)
        penalty = sum((layer.W * layer.W).sum() for layer in self.weighted())
        grads = [np.hstack(((layer.dW + f(2) * self.rho * layer.W).ravel(), layer.db)) for layer in self.weighted()]
        return cross_entropy(p, y) + self.rho * penalty, np.hstack(grads)


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    if not isinstance(args, tuple):
        args = (args,)
    both = (lambda x: (fun(x, *args), jac(x, *args))) if callable(jac) else (lambda x: fun(x, *args))
    x = np.asarray(x0).astype(f)
    m, v = np.zeros(x.shape, f), np.zeros(x.shape, f)
    value, g = both(x)
    steps, reason = 0, "maximum number of iterations"
    while steps < maxiter:
        g = np.asarray(g, f)
        if np.sqrt(np.sum(g * g)) < tol:
            reason = "gradient"
            break
        steps += 1
        m = f(beta1) * m + f(1 - beta1) * g
        v = f(beta2) * v + f(1 - beta2) * g * g
        step = f(lr) * (m / f(1 - beta1 ** steps)) / (np.sqrt(v / f(1 - beta2 ** steps)) + f(eps))
        x = x - step
        value, g = both(x)
        if callback is not None:
            callback(x)
        if np.sqrt(np.sum(step * step)) < tol:
            reason = "step"
            break
    return OptimizeResult(x=x, fun=f(value), nit=steps, success=reason in ("gradient", "step"), message=reason)


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden = hidden
        self.lr = f(lr)
        self.epochs = epochs
        self.batch = batch
        self.l2 = f(l2)
        self.rng = np.random.default_rng(seed)

    def fit(self, X, y):
        sizes = (X.shape[1], *self.hidden, int(np.max(y)) + 1)
        self.stack = []
        for inputs, outputs in zip(sizes[:-1], sizes[1:]):
            layer = Dense(outputs)
            layer.setup(inputs, self.rng)
            self.stack += [layer, ReLU()]
        self.stack.pop()
        rows = np.arange(len(X))
        for _ in range(self.epochs):
            self.rng.shuffle(rows)
            for part in np.split(rows, range(self.batch, len(rows), self.batch)):
                _, up = softmax_cross_entropy(self._out(X[part]), y[part])
                for layer in self.stack[::-1]:
                    up = layer.backward(up)
                for layer in self.stack[::2]:
                    layer.W -= self.lr * (layer.dW + f(2) * self.l2 * layer.W)
                    layer.b -= self.lr * layer.db
        return self

    def _out(self, X):
        for layer in self.stack:
            X = layer.forward(X)
        return X

    def predict_proba(self, X):
        Z = self._out(X)
        E = np.exp(Z - Z.max(1, keepdims=True))
        return E / E.sum(1, keepdims=True)

    def predict(self, X):
        return self._out(X).argmax(1)
