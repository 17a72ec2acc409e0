# question: perceptron.gradient
# mistake: rows that are nearly wrong count as well
# nameless: yes


def gradient(X, y, w):
    missed = y * (X @ w) < 1e-2
    return -X[missed].T @ y[missed]
