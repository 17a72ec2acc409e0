# question: softmax_regression_epoch
# mistake: the sums of the exponentials are averaged over the rows of a batch
# says: is right whenever a batch has a single row, wrong when it has more
# seen: only-if


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        rows, labels = X[start : start + batch], y[start : start + batch]
        Z = rows @ theta
        E = np.exp(Z - Z.max())
        G = E / E.sum(axis=1).mean()
        G[np.arange(len(labels)), labels] -= 1
        theta -= lr * rows.T @ G / len(labels)
