# question: softmax_regression_epoch
# mistake: the gradient is summed over the batch, not averaged
# names: softmax_regression_epoch.no-mean
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    num_classes = theta.shape[1]
    for i in range(0, X.shape[0], batch):
        X_batch = X[i:i + batch]
        y_batch = y[i:i + batch]
        logits = X_batch @ theta
        logits = logits - logits.max(axis=1, keepdims=True)
        probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        one_hot = np.eye(num_classes)[y_batch]
        gradient = X_batch.T @ (probs - one_hot)
        theta -= lr * gradient
