# question: softmax_regression_epoch
# mistake: the rows are shuffled before the pass
# names: softmax_regression_epoch.shuffled
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    order = np.random.permutation(X.shape[0])
    X_shuffled = X[order]
    y_shuffled = y[order]
    for i in range(0, X.shape[0], batch):
        xb = X_shuffled[i:i + batch]
        yb = y_shuffled[i:i + batch]
        z = xb @ theta
        p = np.exp(z - z.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        p[np.arange(len(yb)), yb] -= 1
        theta -= lr * (xb.T @ p) / len(yb)
