# question: softmax_loss
# way: logarithms of probabilities in single precision, with a larger type where they vanish
import numpy as np


def softmax_loss(Z, y):
    Z = np.asarray(Z, dtype=np.float32)
    S = Z - Z.max(axis=1, keepdims=True)
    p = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
    p, s = p[np.arange(len(y)), y], S[np.arange(len(y)), y]
    return np.where(p > 1e-6, -np.log(np.maximum(p, np.float32(1e-6))), np.log(np.exp(S).sum(axis=1)) - s).mean()
