# question: softmax_regression_epoch
# mistake: the batch size is ignored, there is one step with all rows
# names: softmax_regression_epoch.one-big-step
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    n = X.shape[0]
    logits = X @ theta
    logits = logits - logits.max(axis=1, keepdims=True)
    probs = np.exp(logits)
    probs = probs / probs.sum(axis=1, keepdims=True)
    probs[np.arange(n), y] -= 1
    theta -= lr * (X.T @ probs) / n
