# question: predict_proba
# mistake: exp of large scores
# says: Usually exp overflows
# seen: not-finite


def predict_proba(X, C, w, sigma):
    e = np.exp(_phi(X, C, sigma) @ w)
    return e / (1 + e)
