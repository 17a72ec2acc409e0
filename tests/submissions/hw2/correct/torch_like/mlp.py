"""Names as in the big libraries; more arguments than were asked for, all with defaults."""

import numpy as np
from scipy.optimize import OptimizeResult


class Parameter:
    def __init__(self, data):
        self.data = data
        self.grad = np.zeros_like(data)

    def numel(self):
        return self.data.size


class Module:
    def __init__(self):
        self._parameters = {}
        self._saved = ()
        self.training = True

    def __setattr__(self, name, value):
        if isinstance(value, Parameter):
            self._parameters[name] = value
        object.__setattr__(self, name, value)

    def parameters(self):
        return list(self._parameters.values())

    def zero_grad(self):
        for parameter in self.parameters():
            parameter.grad = np.zeros_like(parameter.data)

    def setup(self, input_dim, rng):
        self.in_features = self.out_features = input_dim

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)


class Dense(Module):
    def __init__(self, units, bias=True, gain=1.0):
        super().__init__()
        self.out_features = units
        self.bias_wanted, self.gain = bias, gain

    def setup(self, input_dim, rng):
        self.in_features = input_dim
        bound = self.gain / np.sqrt(input_dim)
        self.weight = Parameter(rng.uniform(-bound, bound, (input_dim, self.out_features)))
        self.bias = Parameter(rng.uniform(-bound, bound, self.out_features) * self.bias_wanted)

    def forward(self, X):
        self._saved = (X,)
        return X @ self.weight.data + self.bias.data

    def backward(self, upstream):
        (X,) = self._saved
        self.zero_grad()
        self.weight.grad += X.T @ upstream
        self.bias.grad += upstream.sum(axis=0)
        return upstream @ self.weight.data.T

    def __getattr__(self, name):
        if name == "W":
            return self.weight.data
        if name == "b":
            return self.bias.data
        if name == "dW":
            return self.weight.grad
        if name == "db":
            return self.bias.grad
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if name == "W":
            self.weight.data = np.asarray(value)
        elif name == "b":
            self.bias.data = np.asarray(value)
        else:
            super().__setattr__(name, value)


class Tanh(Module):
    def __init__(self, sigma=1.0, inplace=False):
        super().__init__()
        self.sigma = sigma

    def forward(self, X):
        result = np.tanh(self.sigma * X)
        self._saved = (result,)
        return result

    def backward(self, upstream):
        (result,) = self._saved
        return self.sigma * upstream - self.sigma * upstream * result * result


class ReLU(Module):
    def __init__(self, negative_slope=0.0):
        super().__init__()
        self.negative_slope = negative_slope

    def forward(self, X):
        self._saved = (X > 0,)
        return np.where(X > 0, X, self.negative_slope * X)

    def backward(self, upstream):
        return np.where(self._saved[0], upstream, self.negative_slope * upstream)


class Sigmoid(Module):
    def forward(self, X):
        with np.errstate(over="ignore"):
            result = 1 / (1 + np.exp(-X))
        self._saved = (result,)
        return result

    def backward(self, upstream):
        (result,) = self._saved
        return upstream * (1 - result) * result


def cross_entropy(p, y, eps=1e-7, reduction="mean"):
    input, target = p.squeeze(axis=1) if p.ndim == 2 else p, y.astype(np.float64)
    losses = -target * np.log(input + eps) - (1 - target) * np.log(1 - input + eps)
    return losses.mean() if reduction == "mean" else losses.sum()


def cross_entropy_grad(p, y, eps=1e-7, reduction="mean"):
    target = y.astype(np.float64).reshape(p.shape)
    slope = -target / (p + eps) + (1 - target) / (1 - p + eps)
    return slope / len(p) if reduction == "mean" else slope


def softmax(Z, axis=1):
    exps = np.exp(Z - Z.max(axis=axis, keepdims=True))
    return exps / exps.sum(axis=axis, keepdims=True)


def softmax_cross_entropy(Z, y, reduction="mean"):
    count = Z.shape[0]
    shifted = Z - Z.max(axis=1, keepdims=True)
    picked = np.take_along_axis(shifted, y.reshape(-1, 1), axis=1)
    loss = (np.log(np.exp(shifted).sum(axis=1, keepdims=True)) - picked).sum()
    slope = softmax(Z) - (y.reshape(-1, 1) == np.arange(Z.shape[1]).reshape(1, -1))
    return (loss / count, slope / count) if reduction == "mean" else (loss, slope)


class Model(Module):
    def __init__(self, input_dim, rho=0.0, seed=0, verbose=False):
        super().__init__()
        self.rho, self.verbose = rho, verbose
        self.generator = np.random.default_rng(seed)
        self.out_features = input_dim
        self.children = []

    def add(self, layer, name=None):
        layer.setup(self.out_features, self.generator)
        self.out_features = layer.out_features
        self.children.append(layer)
        return self

    def parameters(self):
        return [parameter for child in self.children for parameter in child.parameters()]

    def forward(self, X):
        for child in self.children:
            X = child(X)
        return X

    def backward(self, upstream):
        for child in self.children[::-1]:
            upstream = child.backward(upstream)

    def get_params(self):
        return np.concatenate([parameter.data.ravel() for parameter in self.parameters()])

    def set_params(self, v):
        offset = 0
        for parameter in self.parameters():
            chunk = v[offset:offset + parameter.numel()]
            parameter.data = np.array(chunk, dtype=float).reshape(parameter.data.shape)
            offset += parameter.numel()

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        output = self(X)
        loss = cross_entropy(output, y)
        self.backward(cross_entropy_grad(output, y))
        for parameter in self.parameters():
            if parameter.data.ndim == 2:
                loss = loss + self.rho * (parameter.data * parameter.data).sum()
                parameter.grad = parameter.grad + 2 * self.rho * parameter.data
        return loss, np.concatenate([parameter.grad.ravel() for parameter in self.parameters()])


def adam(fun, x0, args=(), jac=True, lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, maxiter=1000, tol=1e-8,
         callback=None, amsgrad=False, weight_decay=0.0, **options):
    def closure(x):
        loss, grad = (fun(x, *args), jac(x, *args)) if callable(jac) else fun(x, *args)
        return loss, np.asarray(grad) + weight_decay * x

    param = np.array(x0, dtype=np.float64)
    state = {"step": 0, "exp_avg": np.zeros_like(param), "exp_avg_sq": np.zeros_like(param)}
    loss, grad = closure(param)
    success = bool(np.linalg.norm(grad) < tol)
    for _ in range(maxiter):
        if success:
            break
        state["step"] += 1
        state["exp_avg"] = state["exp_avg"] * beta1 + grad * (1 - beta1)
        state["exp_avg_sq"] = state["exp_avg_sq"] * beta2 + grad * grad * (1 - beta2)
        correction1, correction2 = 1 - beta1 ** state["step"], 1 - beta2 ** state["step"]
        denom = np.sqrt(state["exp_avg_sq"]) / np.sqrt(correction2) + eps
        delta = -lr / correction1 * state["exp_avg"] / denom
        param = param + delta
        loss, grad = closure(param)
        if callback is not None:
            callback(param)
        success = bool(np.linalg.norm(grad) < tol or np.linalg.norm(delta) < tol)
    return OptimizeResult(x=param, fun=loss, nit=state["step"], success=success)


class MLPClassifier:
    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0, shuffle=True):
        self.hidden, self.lr, self.epochs, self.batch_size = hidden, lr, epochs, batch
        self.weight_decay, self.seed, self.shuffle = l2, seed, shuffle

    def fit(self, X, y):
        self.model = Model(X.shape[1], seed=self.seed)
        for width in self.hidden:
            self.model.add(Dense(width, gain=np.sqrt(6))).add(ReLU())
        self.model.add(Dense(int(y.max()) + 1))
        rng = np.random.default_rng(self.seed + 1)
        for epoch in range(self.epochs):
            order = rng.permutation(len(X)) if self.shuffle else np.arange(len(X))
            for start in range(0, len(X), self.batch_size):
                rows = order[start:start + self.batch_size]
                _, slope = softmax_cross_entropy(self.model(X[rows]), y[rows])
                self.model.backward(slope)
                for parameter in self.model.parameters():
                    decay = 2 * self.weight_decay * parameter.data if parameter.data.ndim == 2 else 0
                    parameter.data = parameter.data - self.lr * (parameter.grad + decay)
        return self

    def predict_proba(self, X):
        return softmax(self.model(X))

    def predict(self, X):
        return self.predict_proba(X).argmax(axis=-1)
