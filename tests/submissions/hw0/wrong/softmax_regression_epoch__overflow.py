# question: softmax_regression_epoch
# mistake: the softmax is computed without a shift, so that large logits give nan
# names: softmax_regression_epoch.overflow
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, X.shape[0], batch):
        xb = X[i:i + batch]
        yb = y[i:i + batch]
        exps = np.exp(np.matmul(xb, theta))
        Z = exps / np.sum(exps, axis=1, keepdims=True)
        I = np.zeros(Z.shape)
        I[range(Z.shape[0]), yb] = 1
        theta -= lr * np.matmul(xb.T, Z - I) / Z.shape[0]
