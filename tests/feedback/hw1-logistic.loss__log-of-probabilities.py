# question: logistic.loss
# mistake: the logarithm is taken of probabilities, which may be 0
# says: a probability becomes exactly 0 or 1, so that its logarithm
# seen: not-finite


def loss(X, y, w, l2=0.0):
    p = sigmoid(X @ w)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p)) + l2 * w @ w
