# question: softmax_regression_epoch
# mistake: np.eye is sized by the largest label of the data
# names: softmax_regression_epoch.classes-from-labels
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    Y = np.eye(np.max(y) + 1)[y]
    for i in range(0, X.shape[0], batch):
        x, t = X[i:i + batch], Y[i:i + batch]
        h = np.exp(x @ theta - np.max(x @ theta, axis=1, keepdims=True))
        h = h / np.sum(h, axis=1, keepdims=True)
        theta -= lr * np.matmul(x.T, h - t) / x.shape[0]
