# question: logistic.gradient
# mistake: the larger label that occurs is taken for 1
# nameless: yes


def gradient(X, y, w, l2=0.0):
    y = (y == y.max()) * 1.0
    return X.T @ (expit(X @ w) - y) / len(y) + 2 * l2 * w
