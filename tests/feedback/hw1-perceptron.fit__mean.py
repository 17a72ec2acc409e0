# question: perceptron.fit
# mistake: steps are averaged over the slice
# says: After three passes with all rows at once w is wrong in 3 of its 3 entries


def fit(X, y, lr=1.0, batch=1, epochs=100, seed=0):
    w = np.zeros(X.shape[1])
    history = []
    for _ in range(epochs):
        for start in range(0, len(X), batch):
            Xb, yb = X[start:start + batch], y[start:start + batch]
            m = yb * (Xb @ w) <= 0
            w = w + lr * Xb[m].T @ yb[m] / len(yb)
        history.append(int(np.sum(np.where(X @ w >= 0, 1, -1) != y)))
        if history[-1] == 0:
            break
    return w, history
