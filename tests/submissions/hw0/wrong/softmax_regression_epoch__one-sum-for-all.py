# question: softmax_regression_epoch
# mistake: the exponentials are divided by the sum of the whole batch
# names: softmax_regression_epoch.one-sum-for-all
# also: softmax_regression_epoch.overflow
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        Z = Xb @ theta
        P = np.exp(Z)
        G = P / P.sum()
        G[np.arange(len(yb)), yb] -= 1
        theta -= lr * (Xb.T @ G) / len(yb)
