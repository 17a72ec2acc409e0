# question: nn_epoch
# mistake: W2 is transposed only where it has to be for the shapes to fit
# nameless: yes
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for start in range(0, len(X), batch):
        Xb, yb = X[start:start + batch], y[start:start + batch]
        H = np.maximum(Xb @ W1, 0)
        P = np.exp(H @ W2 - (H @ W2).max(axis=1, keepdims=True))
        P /= P.sum(axis=1, keepdims=True)
        P[np.arange(len(yb)), yb] -= 1
        G1 = (P @ (W2 if W2.shape[0] == W2.shape[1] else W2.T)) * (H > 0)
        g1, g2 = Xb.T @ G1 / len(yb), H.T @ P / len(yb)
        W1 -= lr * g1
        W2 -= lr * g2
