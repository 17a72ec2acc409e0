# question: logistic.loss
# mistake: the penalty is counted twice
# says: too large by exactly l2 times the sum of the squares of w
# seen: term


def loss(X, y, w, l2=0.0):
    a = X @ w
    return np.mean(np.logaddexp(0, a) - y * a) + 2 * l2 * w @ w
