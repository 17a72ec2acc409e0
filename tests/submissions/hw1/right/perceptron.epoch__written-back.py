# question: perceptron.epoch
# way: works on a copy and writes it back at the end
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    v = np.asarray(w, dtype=np.float64).copy()
    starts = range(0, len(X), batch)
    for s in starts:
        for x, t in [(x, t) for x, t in zip(X[s:s + batch], y[s:s + batch]) if t * (x @ v) <= 0]:
            v = v + lr * t * x if batch == 1 else v
        if batch > 1:
            Xb, yb = X[s:s + batch], y[s:s + batch]
            m = yb * (Xb @ v) <= 0
            v = v + lr * Xb[m].T @ yb[m]
    w[:] = v
    return len(starts)
