# question: Model
# mistake: each layer has a new generator with the same seed
import numpy as np


class Model:
    def __init__(self, input_dim, rho=0.0, seed=0):
        self.size = input_dim
        self.rho = rho
        self.seed = seed
        self.layers = []

    def add(self, layer):
        layer.setup(self.size, np.random.default_rng(self.seed))
        if isinstance(layer, Dense):
            self.size = layer.units
        self.layers.append(layer)

    def dense(self):
        return [layer for layer in self.layers if isinstance(layer, Dense)]

    def forward(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def get_params(self):
        parts = []
        for layer in self.dense():
            parts += [layer.W.ravel(), layer.b]
        return np.concatenate(parts)

    def set_params(self, v):
        at = 0
        for layer in self.dense():
            size = layer.W.size
            layer.W = np.array(v[at:at + size]).reshape(layer.W.shape)
            at += size
            layer.b = np.array(v[at:at + len(layer.b)])
            at += len(layer.b)

    def evaluate_loss(self, params, X, y):
        self.set_params(params)
        p = self.forward(X)
        loss = cross_entropy(p, y)
        upstream = cross_entropy_grad(p, y)
        for layer in reversed(self.layers):
            upstream = layer.backward(upstream)
        grad = []
        for layer in self.dense():
            loss = loss + self.rho * np.sum(layer.W ** 2)
            grad += [(layer.dW + 2 * self.rho * layer.W).ravel(), layer.db]
        return loss, np.concatenate(grad)
