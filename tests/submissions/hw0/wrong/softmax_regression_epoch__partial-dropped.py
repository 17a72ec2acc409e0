# question: softmax_regression_epoch
# mistake: only whole batches are used, the remaining rows are left out
# names: softmax_regression_epoch.partial-dropped
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    num_batches = X.shape[0] // batch
    for i in range(num_batches):
        Xb = X[i * batch:(i + 1) * batch]
        yb = y[i * batch:(i + 1) * batch]
        Z = Xb @ theta
        Z = np.exp(Z - Z.max(axis=1, keepdims=True))
        Z = Z / Z.sum(axis=1, keepdims=True)
        I = np.zeros((batch, theta.shape[1]))
        I[np.arange(batch), yb] = 1
        theta -= lr / batch * (Xb.T @ (Z - I))
