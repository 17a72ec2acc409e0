# question: softmax_regression_epoch
# mistake: each step is a tenth too long
# says: look at each number that the step is multiplied or divided by
# seen: factor


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        rows, labels = X[start : start + batch], y[start : start + batch]
        Z = rows @ theta
        G = np.exp(Z - Z.max(axis=1, keepdims=True))
        G /= G.sum(axis=1, keepdims=True)
        G[np.arange(len(labels)), labels] -= 1
        theta -= 1.1 * lr * rows.T @ G / len(labels)
