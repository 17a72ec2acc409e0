# question: softmax_regression_epoch
# mistake: the last class is never updated
# says: theta is wrong only in the last column
# seen: places


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        Z = Xb @ theta
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[np.arange(len(yb)), yb] -= 1
        for j in range(theta.shape[1] - 1):
            theta[:, j] -= lr * (Xb.T @ G[:, j]) / len(yb)
