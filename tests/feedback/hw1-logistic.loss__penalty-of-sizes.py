# question: logistic.loss
# mistake: the penalty is on the absolute values
# says: loss is right exactly if l2 is 0
# seen: only-if


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + l2 * np.sum(np.abs(w))
