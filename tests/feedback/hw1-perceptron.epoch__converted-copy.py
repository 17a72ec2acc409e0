# question: perceptron.epoch
# mistake: changes a copy of w, if w is not in double precision
# says: epoch is wrong exactly if w holds float32
# seen: only-if
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    w = np.asarray(w, dtype=np.float64)
    count = 0
    for start in range(0, len(X), batch):
        Xb, yb = X[start : start + batch], y[start : start + batch]
        m = yb * (Xb @ w) <= 0
        w += lr * Xb[m].T @ yb[m]
        count += 1
    return count
