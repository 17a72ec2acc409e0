# question: softmax_loss
# mistake: the logarithm is that to base 2
# says: Usually a logarithm to base 2 (np.log2) stands where the natural one (np.log) is asked for.
# seen: factor


def softmax_loss(Z, y):
    E = np.exp(Z - Z.max(axis=1, keepdims=True))
    P = E / E.sum(axis=1, keepdims=True)
    return -np.mean(np.log2(P[np.arange(len(y)), y]))
