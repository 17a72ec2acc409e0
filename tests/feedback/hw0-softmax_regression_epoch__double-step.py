# question: softmax_regression_epoch
# mistake: the step is twice as long as it should be
# says: theta moves twice as far as it should
# seen: factor


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        Z = Xb @ theta
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G = E / E.sum(axis=1, keepdims=True)
        G[np.arange(len(yb)), yb] -= 1
        theta -= 2 * lr * (Xb.T @ G) / len(yb)
