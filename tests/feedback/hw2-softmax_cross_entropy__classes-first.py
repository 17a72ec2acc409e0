# question: softmax_cross_entropy
# mistake: the gradient has a row for each class
# says: dZ is the transpose of what is expected
# seen: transposed


def softmax_cross_entropy(Z, y):
    n = len(y)
    Z = Z - Z.max(axis=1, keepdims=True)
    E = np.exp(Z)
    S = E.sum(axis=1, keepdims=True)
    loss = np.mean(np.log(S[:, 0]) - Z[np.arange(n), y])
    dZ = E / S
    dZ[np.arange(n), y] -= 1
    return loss, (dZ / n).T
