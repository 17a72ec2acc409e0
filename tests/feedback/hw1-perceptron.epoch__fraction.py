# question: perceptron.epoch
# mistake: a fraction is returned
# says: 7 rows, 3 at a time, are 3 slices; epoch should return that number, but returned the number 2.333


def epoch(X, y, w, lr=1.0, batch=1):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        m = yb * (Xb @ w) <= 0
        w += lr * Xb[m].T @ yb[m]
    return len(X) / batch
