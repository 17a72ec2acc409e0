"""Index notation wherever possible."""

from numpy import arange, array, concatenate, einsum, exp, eye, log, maximum, ones_like, sqrt, tanh, zeros
from numpy.linalg import norm
from numpy.random import default_rng
from scipy.optimize import OptimizeResult


class Dense:
    def __init__(self, units, scale=None):
        self.units, self.scale = units, scale

    def setup(self, input_dim, rng):
        scale = self.scale or 1 / sqrt(input_dim)
        self.W = scale * rng.standard_normal((input_dim, self.units))
        self.b = zeros(self.units)
        return (input_dim, self.units)

    def forward(self, X):
        self.input = X.copy()
        return einsum("nd,du->nu", X, self.W) + einsum("n,u->nu", ones_like(X[:, 0]), self.b)

    def backward(self, upstream):
        self.dW = einsum("nd,nu->du", self.input, upstream)
        self.db = einsum("nu->u", upstream)
        return einsum("nu,du->nd", upstream, self.W)


class _Pointwise:
    def setup(self, input_dim, rng):
        return (input_dim, input_dim)

    def backward(self, upstream):
        return einsum("nd,nd->nd", upstream, self.slope)


class Tanh(_Pointwise):
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def forward(self, X):
        y = tanh(self.sigma * X)
        self.slope = self.sigma * (1 - einsum("nd,nd->nd", y, y))
        return y


class ReLU(_Pointwise):
    def forward(self, X):
        self.slope = 1.0 * (X >= 0)
        return X * self.slope


class Sigmoid(_Pointwise):
    def forward(self, X):
        y = 0.5 * (1 + tanh(0.5 * X))
        self.slope = einsum("nd,nd->nd", y, 1 - y)
        return y


def cross_entropy(p, y, eps=1e-7):
    q = p.reshape(len(y))
    return -(einsum("n,n", y, log(q + eps)) + einsum("n,n", 1 - y, log(1 - q + eps))) / len(y)


def cross_entropy_grad(p, y, eps=1e-7):
    t = y.reshape(p.shape) * 1.0
    return ((p - t + eps * (1 - 2 * t)) / ((p + eps) * (1 - p + eps))) / len(y)


def softmax_cross_entropy(Z, y):
    n, k = Z.shape
    Y = eye(k)[y]
    A = Z - Z.max(axis=1)[:, None]
    S = einsum("nk->n", exp(A))
    loss = (log(S) - einsum("nk,nk->n", A, Y)).mean()
    return loss, (einsum("nk,n->nk", exp(A), 1 / S) - Y) / n


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.rho, self.dims, self.layers = rho, [input_dim], []
        self.rng = default_rng(seed)

    def add(self, layer):
        _, out = layer.setup(self.dims[-1], self.rng)
        self.dims.append(out)
        self.layers.append(layer)
        return layer

    @property
    def parametric(self):
        return [l for l in self.layers if not isinstance(l, _Pointwise)]

    def forward(self, X):
        for l in self.layers:
            X = l.forward(X)
        return X

    def get_params(self):
        return concatenate([a.reshape(-1) for l in self.parametric for a in (l.W, l.b)])

    def set_params(self, v):
        start = 0
        for l in self.parametric:
            D, u = l.W.shape
            l.W = v[start:start + D * u].reshape(D, u).copy()
            l.b = v[start + D * u:start + (D + 1) * u].copy()
            start += (D + 1) * u

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        value = cross_entropy(p, y) + self.rho * sum(einsum("du,du", l.W, l.W) for l in self.parametric)
        up = cross_entropy_grad(p, y)
        for l in self.layers[::-1]:
            up = l.backward(up)
        slope = concatenate([a.reshape(-1) for l in self.parametric for a in (l.dW + 2 * self.rho * l.W, l.db)])
        return value, slope


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    x = 1.0 * array(x0)
    m = v = zeros(x.shape)
    value, g = (fun(x, *args), jac(x, *args)) if callable(jac) else fun(x, *args)
    for t in range(maxiter):
        if norm(g) < tol:
            return OptimizeResult(x=x, fun=value, nit=t, success=True, message="flat")
        m = m + (1 - beta1) * (g - m)
        v = v + (1 - beta2) * (g * g - v)
        rate = lr * sqrt(1 - beta2 ** (t + 1)) / (1 - beta1 ** (t + 1))
        step = rate * m / (sqrt(v) + eps * sqrt(1 - beta2 ** (t + 1)))
        x = x - step
        value, g = (fun(x, *args), jac(x, *args)) if callable(jac) else fun(x, *args)
        if callback:
            callback(x)
        if norm(step) < tol:
            return OptimizeResult(x=x, fun=value, nit=t + 1, success=True, message="no step")
    return OptimizeResult(x=x, fun=value, nit=maxiter, success=False, message="maxiter")


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.__dict__.update(hidden=hidden, lr=lr, epochs=epochs, batch=batch, l2=l2, seed=seed)

    def fit(self, X, y):
        rng = default_rng(self.seed)
        order = rng.permutation(len(X))
        X, y = X[order], y[order]
        self.layers, size = [], X.shape[1]
        for units in self.hidden:
            self.layers += [Dense(units), ReLU()]
        self.layers += [Dense(y.max() + 1)]
        for l in self.layers:
            _, size = l.setup(size, rng)
        for _ in range(self.epochs):
            for s in arange(0, len(X), self.batch):
                _, up = softmax_cross_entropy(self._logits(X[s:s + self.batch]), y[s:s + self.batch])
                for l in self.layers[::-1]:
                    up = l.backward(up)
                for l in self.layers[::2]:
                    l.W = (1 - 2 * self.lr * self.l2) * l.W - self.lr * l.dW
                    l.b = l.b - self.lr * l.db

    def _logits(self, X):
        for l in self.layers:
            X = l.forward(X)
        return X

    def predict_proba(self, X):
        Z = self._logits(X)
        E = exp(Z - maximum.reduce(Z, axis=1)[:, None])
        return einsum("nk,n->nk", E, 1 / einsum("nk->n", E))

    def predict(self, X):
        return self.predict_proba(X).argmax(axis=1)
