# question: perceptron.predict
# mistake: the labels come as a column
# says: has the right numbers with an extra axis of length 1: (2, 1) where (2,) is asked for
# seen: shape


def predict(X, w):
    return np.where(X @ w.reshape(-1, 1) >= 0, 1, -1)
