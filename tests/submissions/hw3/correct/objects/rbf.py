from dataclasses import dataclass

import numpy as np


def logistic(a):
    a = np.asarray(a, dtype=float)
    out = np.empty_like(a)
    up = a >= 0
    out[up] = 1 / (1 + np.exp(-a[up]))
    e = np.exp(a[~up])
    out[~up] = e / (1 + e)
    return out


@dataclass
class Network:
    C: np.ndarray
    w: np.ndarray
    sigma: float
    rho1: float = 0.0
    rho2: float = 0.0

    def features(self, X, C=None):
        C = self.C if C is None else C
        return np.sqrt(np.square(np.subtract(X[:, None, :], C)).sum(-1) + self.sigma ** 2)

    def proba(self, X):
        return logistic(self.features(X) @ self.w)

    def cost(self, X, y, C=None):
        C = self.C if C is None else C
        s = np.where(np.asarray(y) == 1, 1.0, -1.0) * (self.features(X, C) @ self.w)
        return np.logaddexp(0.0, -s).mean() + self.rho1 * np.vdot(self.w, self.w) + self.rho2 * np.vdot(C, C)

    def slope_of_centers(self, X, y):
        F = self.features(X)
        r = logistic(F @ self.w) - y
        pull = r[:, None] * self.w[None] / F
        return np.tensordot(pull, -X, (0, 0)) / len(X) + pull.mean(0)[:, None] * self.C + 2 * self.rho2 * self.C


class Weights:
    def __init__(self, Phi, rho1):
        self.Phi, self.rho1 = np.asarray(Phi, dtype=float), rho1

    def gradient(self, y, w):
        return (logistic(self.Phi @ w) - y) @ self.Phi / self.Phi.shape[0] + 2 * self.rho1 * w

    def hessian(self, w):
        p = logistic(self.Phi @ w)
        curvature = np.dot(self.Phi.T, (p - p * p)[:, None] * self.Phi) / len(p)
        return curvature + 2 * self.rho1 * np.identity(len(w))

    def minimise(self, y, w, tol, steps):
        for _ in range(steps):
            g = self.gradient(y, w)
            if g @ g <= tol * tol:
                return w
            w = w - np.linalg.lstsq(self.hessian(w), g, rcond=None)[0]
        return w


class LineSearch:
    def __init__(self, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
        self.steps = [t0 * beta ** m for m in range(max_steps)]
        self.c1 = c1

    def run(self, f, x, d, slope):
        if slope < 0:
            start = f(x)
            for t in self.steps:
                if f(x + t * d) <= start + self.c1 * t * slope:
                    return t
        return 0.0


def multiquadric(X, C, sigma):
    return Network(C, None, sigma).features(X)


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    return np.array(Network(C, w, sigma, rho1, rho2).cost(X, y))


def gradient_weights(Phi, y, w, rho1=0.0):
    return Weights(Phi, rho1).gradient(y, w)


def hessian_weights(Phi, w, rho1=0.0):
    return Weights(Phi, rho1).hessian(w)


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    return Weights(Phi, rho1).minimise(y, np.zeros(Phi.shape[1]) if w0 is None else 1.0 * w0, tol, max_iter)


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    return Network(C, w, sigma, 0.0, rho2).slope_of_centers(X, y)


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    return LineSearch(t0, beta, c1, max_steps).run(f, x, direction, slope)


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    start = rng.permutation(X)[:n_centers].astype(float)
    net = Network(start, np.zeros(n_centers), sigma, rho1, rho2)
    history = []
    for _ in range(n_iter):
        net.w = Weights(net.features(X), rho1).minimise(y, net.w, 1e-9, 50)
        G = net.slope_of_centers(X, y)
        t = LineSearch().run(lambda C: net.cost(X, y, C), net.C, -G, -float(np.vdot(G, G)))
        net.C = net.C - t * G
        history.append(net.cost(X, y))
    # The weights once more, for the centres as they are now.
    net.w = Weights(net.features(X), rho1).minimise(y, net.w, 1e-9, 50)
    history.append(net.cost(X, y))
    return net.C, net.w, tuple(history)


def predict_proba(X, C, w, sigma):
    return Network(C, w, sigma).proba(X)
