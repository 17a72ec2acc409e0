"""Slots, properties, and a model that keeps all its parameters in one vector of which the layers hold views."""
import numpy as np
from scipy.optimize import OptimizeResult


class Dense:
    __slots__ = ("units", "shape", "theta", "slope", "seen")

    def __init__(self, units):
        self.units = units
        self.seen = None

    def setup(self, input_dim, rng):
        self.shape = (input_dim, self.units)
        count = (input_dim + 1) * self.units
        self.theta = np.zeros(count)
        self.slope = np.zeros(count)
        self.W = rng.normal(size=self.shape) / np.sqrt(input_dim)

    @property
    def cut(self):
        return self.shape[0] * self.shape[1]

    @property
    def W(self):
        return self.theta[:self.cut].reshape(self.shape)

    @W.setter
    def W(self, value):
        self.theta[:self.cut] = np.asarray(value).reshape(-1)

    @property
    def b(self):
        return self.theta[self.cut:]

    @b.setter
    def b(self, value):
        self.theta[self.cut:] = value

    @property
    def dW(self):
        return self.slope[:self.cut].reshape(self.shape)

    @property
    def db(self):
        return self.slope[self.cut:]

    def forward(self, X):
        self.seen = X
        return X @ self.W + self.b

    def backward(self, upstream):
        X, self.seen = self.seen, None
        np.matmul(X.T, upstream, out=self.slope[:self.cut].reshape(self.shape))
        np.sum(upstream, axis=0, out=self.slope[self.cut:])
        return upstream @ self.W.T


class Tanh:
    __slots__ = ("sigma", "t")

    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        return None

    def forward(self, X):
        self.t = np.tanh(np.multiply(X, self.sigma))
        return self.t.copy()

    def backward(self, upstream):
        t, self.t = self.t, None
        return upstream * (self.sigma - self.sigma * t * t)


class ReLU:
    __slots__ = ("off",)

    def setup(self, input_dim, rng):
        return None

    def forward(self, X):
        self.off = X <= 0
        out = X.copy()
        out[self.off] = 0
        return out

    def backward(self, upstream):
        back = upstream.copy()
        back[self.off] = 0
        return back


class Sigmoid:
    __slots__ = ("s",)

    def setup(self, input_dim, rng):
        return None

    def forward(self, X):
        self.s = np.exp(-np.logaddexp(0, -X))
        return self.s

    def backward(self, upstream):
        return upstream * (self.s - self.s ** 2)


def cross_entropy(p, y, eps=1e-7):
    q = np.ravel(p)
    q = np.where(y > 0, q, 1 - q)
    return -np.log(q + eps).mean()


def cross_entropy_grad(p, y, eps=1e-7):
    g = np.empty(len(y))
    q = np.ravel(p)
    ones = y == 1
    g[ones] = -1 / (q[ones] + eps)
    g[~ones] = 1 / (1 - q[~ones] + eps)
    g /= len(y)
    return g.reshape(np.shape(p))


def softmax_cross_entropy(Z, y):
    P = Z - np.amax(Z, axis=1, keepdims=True)
    np.exp(P, out=P)
    P /= P.sum(axis=1, keepdims=True)
    m = Z.max(axis=1)
    lse = m + np.log(np.exp(Z - m[:, None]).sum(axis=1))
    rows = np.arange(Z.shape[0])
    loss = (lse - Z[rows, y]).mean()
    P[rows, y] -= 1
    P *= 1 / Z.shape[0]
    return loss, P


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.sizes = [input_dim]
        self.rho = rho
        self.rng = np.random.default_rng(seed)
        self.layers = []
        self.theta = np.zeros(0)

    def add(self, layer):
        layer.setup(self.sizes[-1], self.rng)
        self.layers.append(layer)
        self.sizes.append(layer.units if isinstance(layer, Dense) else self.sizes[-1])
        if isinstance(layer, Dense):
            self.theta = np.concatenate([each.theta for each in self.dense])
            at = 0
            for each in self.dense:
                each.theta = self.theta[at:at + each.theta.size]
                at += each.theta.size

    @property
    def dense(self):
        return [layer for layer in self.layers if isinstance(layer, Dense)]

    def forward(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self):
        return self.theta.copy()

    def set_params(self, v):
        self.theta[:] = v

    def evaluate_loss(self, params, X, y):
        self.theta[:] = params
        p = self.forward(X)
        up = cross_entropy_grad(p, y)
        for layer in self.layers[::-1]:
            up = layer.backward(up)
        grad = np.concatenate([each.slope for each in self.dense])
        mask = np.concatenate([np.arange(each.theta.size) < each.cut for each in self.dense])
        weights = np.where(mask, self.theta, 0)
        return cross_entropy(p, y) + self.rho * weights @ weights, grad + 2 * self.rho * weights


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    x = np.array(x0, dtype=float, copy=True)
    m, v, step = np.zeros_like(x), np.zeros_like(x), np.full_like(x, np.inf)
    nit = 0
    while True:
        if callable(jac):
            value = fun(x, *args)
            g = jac(x, *args)
        else:
            value, g = fun(x, *args)
        close = np.linalg.norm(g) < tol or np.linalg.norm(step) < tol
        if close or nit >= maxiter:
            break
        nit += 1
        m *= beta1
        m += (1 - beta1) * np.asarray(g)
        v *= beta2
        v += (1 - beta2) * np.asarray(g) ** 2
        np.sqrt(v / (1 - beta2 ** nit), out=step)
        step += eps
        np.divide(m, step, out=step)
        step *= lr / (1 - beta1 ** nit)
        x -= step
        if callback is not None:
            callback(x.copy())
    return OptimizeResult(x=x, fun=value, jac=np.array(g), nit=nit, success=bool(close), status=0 if close else 1)


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden = list(hidden)
        self.lr, self.epochs, self.batch, self.l2, self.seed = lr, epochs, batch, l2, seed

    def fit(self, X, y):
        self.net = Model(X.shape[1], seed=self.seed)
        for units in self.hidden:
            self.net.add(Dense(units))
            self.net.add(ReLU())
        self.net.add(Dense(int(max(y)) + 1))
        for _ in range(self.epochs):
            for i in range(0, len(X), self.batch):
                _, up = softmax_cross_entropy(self.net.forward(X[i:i + self.batch]), y[i:i + self.batch])
                for layer in self.net.layers[::-1]:
                    up = layer.backward(up)
                for each in self.net.dense:
                    decay = each.theta.copy()
                    decay[each.cut:] = 0
                    each.theta -= self.lr * (each.slope + 2 * self.l2 * decay)

    def predict_proba(self, X):
        Z = self.net.forward(X)
        return np.exp(Z - np.logaddexp.reduce(Z, axis=1, keepdims=True))

    def predict(self, X):
        return np.argmax(self.net.forward(X), axis=1).astype(np.int32)
