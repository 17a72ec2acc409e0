# question: softmax_regression_epoch
# mistake: the last batch is divided by the nominal batch size
# names: softmax_regression_epoch.partial-nominal
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    k = theta.shape[1]
    for start in range(0, X.shape[0], batch):
        x = X[start:start + batch]
        target = np.eye(k)[y[start:start + batch]]
        h = x @ theta
        h = np.exp(h - np.max(h, axis=1, keepdims=True))
        h = h / np.sum(h, axis=1, keepdims=True)
        grad = (1 / batch) * np.matmul(x.T, h - target)
        theta -= lr * grad
