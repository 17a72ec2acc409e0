# question: svm.hinge_subgradient
# mistake: the slopes of w and b are exchanged
# says: gw and gb are exchanged
# seen: exchanged


def hinge_subgradient(X, y, w, b, C):
    inside = y * (X @ w + b) < 1
    return float(-C * np.sum(y[inside])), w - C * X[inside].T @ y[inside]
