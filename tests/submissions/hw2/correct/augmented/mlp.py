import numpy as np
import scipy.optimize as so
import scipy.special as sp


def with_ones(X):
    return np.column_stack([X, np.ones(len(X))])


class Dense:
    # weights and biases in one matrix: the last row of theta holds the biases
    def __init__(self, units):
        self.units = units

    def setup(self, input_dim, rng):
        self.theta = np.vstack([rng.normal(size=(input_dim, self.units)) * 0.2, np.zeros(self.units)])
        self.dtheta = np.zeros_like(self.theta)
        return self

    W = property(lambda self: self.theta[:-1], lambda self, value: self.theta.__setitem__(slice(None, -1), value))
    b = property(lambda self: self.theta[-1], lambda self, value: self.theta.__setitem__(-1, value))
    dW = property(lambda self: self.dtheta[:-1])
    db = property(lambda self: self.dtheta[-1])

    def forward(self, X):
        self.X1 = with_ones(X)
        return self.X1 @ self.theta

    def backward(self, upstream):
        self.dtheta = self.X1.T @ upstream
        return (upstream @ self.theta.T)[:, :-1]


class Elementwise:
    def setup(self, input_dim, rng):
        self.units = input_dim
        return self

    def forward(self, X):
        value, self.slope = self.both(X)
        return value

    def backward(self, upstream):
        return self.slope * upstream


class Tanh(Elementwise):
    def __init__(self, sigma=1.0):
        self.sigma = sigma

    def both(self, X):
        s = sp.expit(2 * self.sigma * X)
        return 2 * s - 1, 4 * self.sigma * s * sp.expit(-2 * self.sigma * X)


class ReLU(Elementwise):
    def both(self, X):
        return np.fmax(X, 0), np.where(X > 0, 1, 0)


class Sigmoid(Elementwise):
    def both(self, X):
        return sp.expit(X), sp.expit(X) * sp.expit(-X)


def cross_entropy(p, y, eps=1e-7):
    p = p.ravel()
    return -(sp.xlogy(y, p + eps) + sp.xlogy(1.0 - y, 1 - p + eps)).sum() / p.size


def cross_entropy_grad(p, y, eps=1e-7):
    flat = p.ravel()
    sign = 1 - 2.0 * y
    distance = np.where(y == 1, flat, 1 - flat) + eps
    return (sign / distance / y.size).reshape(p.shape)


def softmax_cross_entropy(Z, y):
    n = np.arange(len(Z))
    loss = np.mean(sp.logsumexp(Z, axis=1) - Z[n, y])
    dZ = sp.softmax(Z, axis=1)
    np.subtract.at(dZ, (n, y), 1)
    return np.array(loss), dZ / len(Z)


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.chain, self.rho, self.units = [], rho, input_dim
        self.rng = np.random.default_rng(seed)

    def add(self, layer):
        self.units = layer.setup(self.units, self.rng).units
        self.chain.append(layer)

    def forward(self, X):
        for layer in self.chain:
            X = layer.forward(X)
        return X

    def get_params(self):
        # the rows of theta are those of W and then b: already the order that is asked for
        return np.concatenate([d.theta.ravel() for d in self.chain if isinstance(d, Dense)])

    def set_params(self, v):
        for d in self.chain:
            if isinstance(d, Dense):
                head, v = v[:d.theta.size], v[d.theta.size:]
                d.theta = np.reshape(head, d.theta.shape).copy()

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        back = cross_entropy_grad(p, y)
        for layer in reversed(self.chain):
            back = layer.backward(back)
        loss, grad = cross_entropy(p, y), []
        for d in self.chain:
            if isinstance(d, Dense):
                penalised = d.theta.copy()
                penalised[-1] = 0
                loss += self.rho * (penalised ** 2).sum()
                grad.append(d.dtheta + 2 * self.rho * penalised)
        return loss, np.concatenate([g.ravel() for g in grad])


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8,
         maxiter=1000, tol=1e-8, callback=None, **options):
    if callable(jac):
        fun, plain = (lambda x, *rest: (plain(x, *rest), jac(x, *rest))), fun
    x = np.asarray(x0) + 0.0
    moments = np.zeros((2, x.size))
    betas = np.array([[beta1], [beta2]])
    value, g = fun(x, *args)
    t = 0
    change = np.inf
    while t < maxiter and np.linalg.norm(g) >= tol and np.linalg.norm(change) >= tol:
        t += 1
        moments = betas * moments + (1 - betas) * np.vstack([g, np.square(g)])
        m, v = moments / (1 - betas ** t)
        change = lr * m / (v ** 0.5 + eps)
        x = x - change
        value, g = fun(x, *args)
        if callback is not None:
            callback(x)
    return so.OptimizeResult(x=x, fun=value, jac=g, nit=t, nfev=t + 1, success=t < maxiter, message="done")


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden, self.lr, self.epochs, self.batch, self.l2, self.seed = hidden, lr, epochs, batch, l2, seed

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        sizes = [X.shape[1], *self.hidden, y.max() + 1]
        self.thetas = [np.vstack([rng.normal(size=(a, b)) * np.sqrt(2 / a), np.zeros(b)]) for a, b in zip(sizes, sizes[1:])]
        steps = -(-len(X) // self.batch)
        for _ in range(self.epochs):
            order = rng.permutation(len(X))
            for rows in np.array_split(order, steps):
                inputs, Z = self._run(X[rows])
                _, delta = softmax_cross_entropy(Z, y[rows])
                slopes = []
                for theta, H in zip(reversed(self.thetas), reversed(inputs)):
                    slopes.append(H.T @ delta)
                    delta = (delta @ theta.T * (H > 0))[:, :-1]
                for theta, slope in zip(self.thetas, reversed(slopes)):
                    slope[:-1] += 2 * self.l2 * theta[:-1]
                    theta -= self.lr * slope
        return self

    def _run(self, X):
        inputs = []
        for theta in self.thetas:
            inputs.append(with_ones(X))
            Z = inputs[-1] @ theta
            X = np.maximum(Z, 0)
        return inputs, Z

    def predict_proba(self, X):
        return sp.softmax(self._run(X)[1], axis=1)

    def predict(self, X):
        return self._run(X)[1].argmax(axis=1)
