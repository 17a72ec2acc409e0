"""Every formula as it is printed in the notes, with clipping where it would overflow."""
import numpy as np
from scipy.optimize import OptimizeResult

LIMIT = 300.0


class Dense():
    def __init__(self, units):
        self.units = units
        self.W, self.b, self.X, self.dW, self.db = None, None, None, None, None

    def setup(self, input_dim, rng):
        self.W = rng.random((input_dim, self.units)) - 0.5
        self.b = rng.random(self.units) - 0.5

    def forward(self, X):
        self.X = np.array(X)
        self.Z = np.matmul(self.X, self.W) + self.b
        return self.Z

    def backward(self, upstream):
        n, D = self.X.shape
        self.dW = np.array([[self.X[:, d] @ upstream[:, u] for u in range(self.units)] for d in range(D)])
        self.db = np.array([upstream[:, u].sum() for u in range(self.units)])
        return (self.W @ upstream.T).T


class Tanh():
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def setup(self, input_dim, rng):
        return

    def forward(self, X):
        self.e = np.exp(np.clip(2 * self.sigma * X, -LIMIT, LIMIT))
        return (self.e - 1) / (self.e + 1)

    def backward(self, upstream):
        return upstream * 4 * self.sigma * self.e / (self.e + 1) ** 2


class ReLU():
    def __init__(self):
        self.Z = None

    def setup(self, input_dim, rng):
        return

    def forward(self, X):
        self.Z = X
        return np.where(X > 0, X, 0.0)

    def backward(self, upstream):
        dZ = np.array(upstream, copy=True)
        dZ[self.Z <= 0] = 0
        return dZ


class Sigmoid():
    def __init__(self):
        self.half = Tanh(0.5)

    def setup(self, input_dim, rng):
        self.half.setup(input_dim, rng)

    def forward(self, X):
        return (1 + self.half.forward(X)) / 2

    def backward(self, upstream):
        return self.half.backward(upstream) / 2


def cross_entropy(p, y, eps=1e-7):
    m = y.shape[0]
    Y = y.reshape(m, 1)
    A = p.reshape(m, 1)
    cost = -(1 / m) * (Y.T @ np.log(A + eps) + (1 - Y).T @ np.log(1 - A + eps))
    return np.squeeze(cost)


def cross_entropy_grad(p, y, eps=1e-7):
    m = y.shape[0]
    Y = y.reshape(m, 1)
    A = p.reshape(m, 1)
    dA = (1 / m) * (-Y / (A + eps) + (1 - Y) / (1 - A + eps))
    return dA if p.ndim == 2 else dA[:, 0]


def softmax_cross_entropy(Z, y):
    m, k = Z.shape
    Y = np.zeros((m, k))
    for i in range(m):
        Y[i, int(y[i])] = 1
    T = np.exp(Z - np.max(Z, axis=1).reshape(m, 1))
    A = T / np.sum(T, axis=1).reshape(m, 1)
    shifted = Z - np.max(Z, axis=1).reshape(m, 1)
    cost = (1 / m) * np.sum(np.log(np.sum(T, axis=1)) - np.sum(Y * shifted, axis=1))
    return (cost, (1 / m) * (A - Y))


class Model():
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.input_dim = input_dim
        self.rho = rho
        self.rng = np.random.default_rng(seed)
        self.layers = []

    def add(self, layer):
        sizes = [l.units for l in self.layers if isinstance(l, Dense)]
        layer.setup(sizes[-1] if sizes else self.input_dim, self.rng)
        self.layers.append(layer)

    def forward(self, X):
        A = X
        for l in self.layers:
            A = l.forward(A)
        return A

    def backward(self, dA):
        for l in self.layers[::-1]:
            dA = l.backward(dA)

    def get_params(self):
        v = np.array([])
        for l in self.layers:
            if isinstance(l, Dense):
                v = np.append(np.append(v, l.W), l.b)
        return v

    def set_params(self, v):
        v = list(v)
        for l in self.layers:
            if isinstance(l, Dense):
                rows, cols = l.W.shape
                l.W = np.array([[v.pop(0) for _ in range(cols)] for _ in range(rows)])
                l.b = np.array([v.pop(0) for _ in range(cols)])

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        L = cross_entropy(p, y)
        self.backward(cross_entropy_grad(p, y))
        G = np.array([])
        for l in self.layers:
            if isinstance(l, Dense):
                L = L + self.rho * np.trace(l.W.T @ l.W)
                G = np.append(np.append(G, l.dW + 2 * self.rho * l.W), l.db)
        return L, G


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    def f(w):
        if jac is True or jac is None:
            return fun(w, *args)
        return fun(w, *args), jac(w, *args)

    w = np.array(x0, dtype=float)
    M, V = 0, 0
    cost, dw = f(w)
    for k in range(1, maxiter + 1):
        if np.linalg.norm(dw) < tol:
            return OptimizeResult(x=w, fun=cost, nit=k - 1, success=True)
        M = beta1 * M + (1 - beta1) * dw
        V = beta2 * V + (1 - beta2) * np.power(dw, 2)
        Mc = M / (1 - np.power(beta1, k))
        Vc = V / (1 - np.power(beta2, k))
        w_new = w - lr * Mc / (np.sqrt(Vc) + eps)
        moved = np.linalg.norm(w_new - w)
        w = w_new
        cost, dw = f(w)
        if callback is not None:
            callback(w)
        if moved < tol:
            return OptimizeResult(x=w, fun=cost, nit=k, success=True)
    return OptimizeResult(x=w, fun=cost, nit=maxiter, success=False)


class MLPClassifier():
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden = hidden
        self.lr = lr
        self.epochs = epochs
        self.batch = batch
        self.l2 = l2
        self.seed = seed
        self.model = None

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        k = len(np.unique(y))
        self.model = Model(X.shape[1], seed=self.seed)
        for h in self.hidden:
            self.model.add(Dense(h))
            self.model.add(ReLU())
        self.model.add(Dense(k))
        steps = -(-len(X) // self.batch)
        for _ in range(self.epochs * steps):
            rows = rng.choice(len(X), size=min(self.batch, len(X)), replace=False)
            loss, dZ = softmax_cross_entropy(self.model.forward(X[rows]), y[rows])
            self.model.backward(dZ)
            for l in self.model.layers:
                if isinstance(l, Dense):
                    l.W = l.W - self.lr * (l.dW + 2 * self.l2 * l.W)
                    l.b = l.b - self.lr * l.db

    def predict_proba(self, X):
        T = np.exp(np.clip(self.model.forward(X), -LIMIT, LIMIT))
        return T / T.sum(axis=1).reshape(-1, 1)

    def predict(self, X):
        return np.argmax(self.predict_proba(X), axis=1)
