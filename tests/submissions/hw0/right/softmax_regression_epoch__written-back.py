# question: softmax_regression_epoch
# way: works on a copy in single precision and writes it back
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    T = np.ascontiguousarray(theta, dtype=np.float32)
    for s in range(0, len(X), batch):
        Z = X[s:s + batch].astype(np.float32) @ T
        P = np.exp(Z - Z.max(axis=1, keepdims=True))
        P /= P.sum(axis=1, keepdims=True)
        P[np.arange(len(P)), y[s:s + batch]] -= 1
        T = T - np.float32(lr / len(P)) * (X[s:s + batch].T.astype(np.float32) @ P)
    theta[...] = T
