# question: nn_epoch
# mistake: the loop returns after the first batch
# says: nn_epoch is right exactly if there is a single batch
# seen: only-if


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        H = np.maximum(Xb @ W1, 0)
        Z = H @ W2
        E = np.exp(Z - Z.max(axis=1, keepdims=True))
        G2 = E / E.sum(axis=1, keepdims=True)
        G2[np.arange(len(yb)), yb] -= 1
        G1 = (H > 0) * (G2 @ W2.T)
        W1 -= lr * (Xb.T @ G1) / len(yb)
        W2 -= lr * (H.T @ G2) / len(yb)
        return
