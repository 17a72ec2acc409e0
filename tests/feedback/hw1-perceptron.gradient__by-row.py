# question: perceptron.gradient
# mistake: summed along the rows, not over them
# says: one number for each column of X is asked for, but there is one for each row
# seen: axis


def gradient(X, y, w):
    guess = np.where(X @ w >= 0, 1, -1)
    return -0.5 * np.sum(X * (y - guess)[:, None], axis=1)
