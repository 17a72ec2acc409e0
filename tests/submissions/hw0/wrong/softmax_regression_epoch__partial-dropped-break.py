# question: softmax_regression_epoch
# mistake: the loop ends as soon as a batch is not full
# names: softmax_regression_epoch.partial-dropped
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    start = 0
    while True:
        x, t = X[start:start + batch], y[start:start + batch]
        if len(x) < batch:
            break
        z = x.dot(theta)
        p = np.exp(z - z.max(1)[:, None])
        p /= p.sum(1)[:, None]
        p -= (t[:, None] == np.arange(theta.shape[1]))
        theta -= lr * x.T.dot(p) / len(x)
        start += batch
