# question: logistic.epoch
# mistake: there is a penalty if none is asked for
# says: epoch is wrong exactly if l2 is not given
# seen: only-if


def epoch(X, y, w, lr=0.1, batch=32, l2=0.01):
    for start in range(0, len(X), batch):
        Xb, yb = X[start : start + batch], y[start : start + batch]
        w -= lr * (Xb.T @ (expit(Xb @ w) - yb) / len(yb) + 2 * l2 * w)
