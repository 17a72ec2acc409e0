# question: softmax_regression_epoch
# mistake: the step is not divided by the batch, and lr is multiplied with the rows first
# names: softmax_regression_epoch.no-mean
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for i in range(0, X.shape[0], batch):
        Xb = X[i:i + batch]
        logits = Xb @ theta
        P = np.exp(logits - logits.max(1, keepdims=True))
        P = P / P.sum(1, keepdims=True)
        P[np.arange(len(Xb)), y[i:i + batch]] -= 1
        theta -= lr * Xb.T @ P
