# question: logistic.predict_proba
# mistake: the probability of the other class
# says: What predict_proba returns is exactly 1 minus what is expected
# seen: function


def predict_proba(X, w):
    return expit(-(X @ w))
