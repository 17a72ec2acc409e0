from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Callable, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult

Array = NDArray[np.floating]


class Layer(Protocol):
    def setup(self, input_dim: int, rng: np.random.Generator) -> Any: ...
    def forward(self, X: Array) -> Array: ...
    def backward(self, upstream: Array) -> Array: ...


@dataclass(eq=False)
class Dense:
    units: int
    W: Array = field(init=False, repr=False)
    b: Array = field(init=False, repr=False)
    dW: Array = field(init=False, repr=False)
    db: Array = field(init=False, repr=False)
    cache: Array = field(init=False, repr=False)

    def setup(self, input_dim: int, rng: np.random.Generator) -> None:
        self.W = 0.01 * rng.standard_normal((input_dim, self.units))
        self.b = np.zeros((self.units,))

    def forward(self, X: Array) -> Array:
        self.cache = X
        return np.vstack([x @ self.W for x in X]) + self.b

    def backward(self, upstream: Array) -> Array:
        self.dW = sum(np.outer(x, u) for x, u in zip(self.cache, upstream))
        self.db = sum(u for u in upstream)
        return np.vstack([self.W @ u for u in upstream])


@dataclass(eq=False)
class Tanh:
    sigma: float = 1.0

    def setup(self, input_dim: int, rng: np.random.Generator) -> None:
        self.size = input_dim

    def forward(self, X: Array) -> Array:
        self.X = X
        return np.tanh(self.sigma * X)

    def backward(self, upstream: Array) -> Array:
        return upstream * self.sigma * (1.0 - np.tanh(self.sigma * self.X) ** 2)


@dataclass(eq=False)
class ReLU:
    def setup(self, input_dim: int, rng: np.random.Generator) -> None:
        self.size = input_dim

    def forward(self, X: Array) -> Array:
        self.active = X > 0
        return X * self.active

    def backward(self, upstream: Array) -> Array:
        return self.active * upstream


@dataclass(eq=False)
class Sigmoid:
    def setup(self, input_dim: int, rng: np.random.Generator) -> None:
        self.size = input_dim

    def forward(self, X: Array) -> Array:
        self.s = 1.0 / (1.0 + np.exp(-np.clip(X, -500, 500)))
        return self.s

    def backward(self, upstream: Array) -> Array:
        return upstream * self.s * (1.0 - self.s)


def cross_entropy(p: Array, y: Array, eps: float = 1e-7) -> float:
    losses = [-(t * np.log(q + eps) + (1 - t) * np.log(1 - q + eps)) for q, t in zip(p.flatten(), y)]
    return float(np.mean(losses))


def cross_entropy_grad(p: Array, y: Array, eps: float = 1e-7) -> Array:
    t = np.asarray(y, dtype=float)
    if p.ndim == 2:
        t = t.reshape(-1, 1)
    return np.divide(np.divide(-t, p + eps) + np.divide(1 - t, 1 - p + eps), p.shape[0])


def softmax_cross_entropy(Z: Array, y: Array) -> tuple[float, Array]:
    loss, dZ = 0.0, np.empty(Z.shape)
    for i in range(len(Z)):
        z = Z[i] - np.max(Z[i])
        q = np.exp(z)
        loss += np.log(q.sum()) - z[y[i]]
        dZ[i] = q / q.sum()
        dZ[i, y[i]] -= 1
    return loss / len(Z), dZ / len(Z)


@dataclass(eq=False)
class Model:
    input_dim: int
    rho: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.layers: OrderedDict[str, Layer] = OrderedDict()
        self.width = self.input_dim

    def add(self, layer: Layer) -> Model:
        layer.setup(self.width, self.rng)
        match layer:
            case Dense(units=units):
                self.width = units
        self.layers[f"layer{len(self.layers)}"] = layer
        return self

    def forward(self, X: Array) -> Array:
        """One probability per row as a plain vector."""
        out = X
        for layer in self.layers.values():
            out = layer.forward(out)
        return out[:, 0] if out.shape[1] == 1 else out

    def _slots(self) -> list[tuple[Dense, str]]:
        return [(l, name) for l in self.layers.values() if isinstance(l, Dense) for name in ("W", "b")]

    def get_params(self) -> Array:
        return np.concatenate([getattr(l, name).ravel() for l, name in self._slots()])

    def set_params(self, v: Array) -> None:
        position = 0
        for l, name in self._slots():
            old = getattr(l, name)
            setattr(l, name, np.array(v[position:position + old.size]).reshape(old.shape))
            position += old.size

    def evaluate_loss(self, params: Array, X: Array, y: Array) -> tuple[float, Array]:
        self.set_params(params)
        p = self.forward(X)[:, None]
        upstream = cross_entropy_grad(p, y)
        for layer in list(self.layers.values())[::-1]:
            upstream = layer.backward(upstream)
        loss, pieces = cross_entropy(p, y), []
        for l, name in self._slots():
            g = np.array(getattr(l, "d" + name))
            if name == "W":
                loss += self.rho * float((l.W ** 2).sum())
                g = g + self.rho * (l.W + l.W)
            pieces.append(g.ravel())
        return loss, np.concatenate(pieces)


def adam(
    fun: Callable[..., Any], x0: Array, args: tuple[Any, ...] = (), jac: Any = True, lr: float = 1e-3,
    beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-8, maxiter: int = 1000, tol: float = 1e-8,
    callback: Callable[[Array], Any] | None = None, **options: Any,
) -> OptimizeResult:
    get = (lambda x: fun(x, *args)) if jac is True else (lambda x: (fun(x, *args), jac(x, *args)))
    history = [np.array(x0, dtype=float)]
    m, v = np.zeros_like(history[0]), np.zeros_like(history[0])
    decay1 = decay2 = 1.0
    value, g = get(history[0])
    stop = np.sqrt(np.dot(g, g)) < tol
    while not stop and len(history) <= maxiter:
        decay1, decay2 = decay1 * beta1, decay2 * beta2
        m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * np.multiply(g, g)
        history.append(history[-1] - lr * (m / (1 - decay1)) / (eps + np.sqrt(v / (1 - decay2))))
        value, g = get(history[-1])
        if callback is not None:
            callback(history[-1])
        stop = min(np.sqrt(np.dot(g, g)), np.linalg.norm(history[-1] - history[-2])) < tol
    return OptimizeResult(
        {"x": history[-1], "fun": float(value), "nit": len(history) - 1, "success": bool(stop), "path": history}
    )


@dataclass(eq=False)
class MLPClassifier:
    hidden: tuple[int, ...] = (16,)
    lr: float = 0.1
    epochs: int = 200
    batch: int = 16
    l2: float = 0.0
    seed: int = 0

    def fit(self, X: Array, y: Array) -> MLPClassifier:
        rng = np.random.default_rng(self.seed)
        self.low, self.high = X.min(axis=0), X.max(axis=0)
        X = self._scale(X)
        self.classes = sorted(set(y.tolist()))
        dims = [X.shape[1], *self.hidden, len(self.classes)]
        self.W = [rng.normal(0, 0.1, (a, b)) for a, b in zip(dims[:-1], dims[1:])]
        self.b = [np.zeros(b) for b in dims[1:]]
        for _ in range(self.epochs):
            mixed = rng.permutation(len(X))
            for i in range(0, len(X), self.batch):
                self._step(X[mixed[i:i + self.batch]], y[mixed[i:i + self.batch]])
        return self

    def _step(self, X: Array, y: Array) -> None:
        hs, Z = self._forward(X)
        G = softmax_cross_entropy(Z, y)[1]
        for k in range(len(self.W) - 1, -1, -1):
            gW, gb = hs[k].T @ G + 2 * self.l2 * self.W[k], G.sum(axis=0)
            G = (G @ self.W[k].T) * (hs[k] > 0)
            self.W[k] -= self.lr * gW
            self.b[k] -= self.lr * gb

    def _scale(self, X: Array) -> Array:
        return (X - self.low) / np.maximum(self.high - self.low, 1e-9)

    def _forward(self, X: Array) -> tuple[list[Array], Array]:
        hs = [X]
        for W, b in list(zip(self.W, self.b))[:-1]:
            hs.append(np.maximum(0, hs[-1] @ W + b))
        return hs, hs[-1] @ self.W[-1] + self.b[-1]

    def predict_proba(self, X: Array) -> Array:
        Z = self._forward(self._scale(X))[1]
        P = np.exp(Z - Z.max(axis=1, keepdims=True))
        return P / P.sum(axis=1, keepdims=True)

    def predict(self, X: Array) -> Array:
        return np.array([self.classes[i] for i in self.predict_proba(X).argmax(axis=1)])
