# question: softmax_regression_epoch
# mistake: target minus prediction is subtracted, which goes uphill
# names: softmax_regression_epoch.wrong-sign
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    eye = np.eye(theta.shape[1])
    for i in range(0, len(X), batch):
        inputs, wanted = X[i:i + batch], eye[y[i:i + batch]]
        scores = np.dot(inputs, theta)
        scores = scores - scores.max(axis=1, keepdims=True)
        given = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        difference = wanted - given
        theta -= lr * np.dot(inputs.T, difference) / len(inputs)
