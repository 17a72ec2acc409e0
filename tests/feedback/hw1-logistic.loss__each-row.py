# question: logistic.loss
# mistake: the mean over the rows is not taken
# says: Return the mean.
# seen: reduced


def loss(X, y, w, l2=0.0):
    a = X @ w
    return (np.logaddexp(0, a) - y * a) + l2 * w @ w
