# question: MLPClassifier
# mistake: the layers belong to the class, not to the object
import numpy as np


class MLPClassifier:
    layers = []

    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        self.hidden = hidden
        self.lr = lr
        self.epochs = epochs
        self.batch = batch
        self.l2 = l2
        self.seed = seed

    def build(self, inputs, classes, rng):
        self.layers.clear()
        for units in self.hidden:
            self.layers += [Dense(units), ReLU()]
            self.layers[-2].setup(inputs, rng)
            inputs = units
        self.layers.append(Dense(classes))
        self.layers[-1].setup(inputs, rng)

    def logits(self, X):
        for layer in self.layers:
            X = layer.forward(X)
        return X

    def fit(self, X, y):
        rng = np.random.default_rng(self.seed)
        self.build(X.shape[1], int(y.max()) + 1, rng)
        for _ in range(self.epochs):
            order = rng.permutation(len(X))
            for start in range(0, len(X), self.batch):
                rows = order[start:start + self.batch]
                loss, upstream = softmax_cross_entropy(self.logits(X[rows]), y[rows])
                for layer in reversed(self.layers):
                    upstream = layer.backward(upstream)
                for layer in self.layers:
                    if isinstance(layer, Dense):
                        layer.W -= self.lr * (layer.dW + 2 * self.l2 * layer.W)
                        layer.b -= self.lr * layer.db
        return self

    def predict_proba(self, X):
        Z = self.logits(X)
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        return E / E.sum(axis=1, keepdims=True)

    def predict(self, X):
        return np.argmax(self.logits(X), axis=1)
