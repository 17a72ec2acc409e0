# question: softmax_regression_epoch
# mistake: the gradient is divided by the number of classes, not by that of rows
# says: Usually something is divided by the number of columns of theta where the number of rows of a batch is meant.
# seen: factor


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        rows, labels = X[start : start + batch], y[start : start + batch]
        Z = rows @ theta
        G = np.exp(Z - Z.max(axis=1, keepdims=True))
        G /= G.sum(axis=1, keepdims=True)
        G[np.arange(len(labels)), labels] -= 1
        theta -= lr * rows.T @ G / theta.shape[1]
