# question: perceptron.fit
# way: at w = 0 every row counts, later a tie is right or wrong as predict has it; no shuffling
import numpy as np


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            missed = predict(Xb, w) != yb if w.any() else np.ones(len(yb), bool)
            w = w + lr * Xb[missed].T @ yb[missed]
        history.append(np.count_nonzero(predict(X, w) != y))
        if not history[-1]:
            break
    return w, history
