# question: logistic.epoch
# mistake: changes a copy of w, if w is not in double precision
# nameless: yes
import numpy as np


def epoch(X, y, w, lr=0.1, batch=32, l2=0.0):
    w = np.asarray(w, dtype=np.float64)
    for start in range(0, len(X), batch):
        Xb, yb = X[start : start + batch], y[start : start + batch]
        w -= lr * (Xb.T @ (expit(Xb @ w) - yb) / len(yb) + 2 * l2 * w)
