# question: softmax_regression_epoch
# mistake: the rows are visited in the order of a seeded generator
# names: softmax_regression_epoch.shuffled
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    rng = np.random.default_rng(42)
    indices = np.arange(len(y))
    rng.shuffle(indices)
    for i in range(0, len(y), batch):
        chosen = indices[i:i + batch]
        x, t = X[chosen], np.eye(theta.shape[1])[y[chosen]]
        z = x @ theta
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        theta -= lr / len(chosen) * np.dot(x.T, p - t)
