# question: perceptron.predict
# mistake: the comparison is returned
# says: is True and False where +1 and −1 are asked for
# seen: dtype


def predict(X, w):
    return X @ w >= 0
