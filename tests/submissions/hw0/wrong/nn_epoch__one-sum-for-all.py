# question: nn_epoch
# mistake: the exponentials are divided by the sum of the whole batch
# names: nn_epoch.one-sum-for-all
# also: nn_epoch.overflow
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        Xb, yb = X[i:i + batch], y[i:i + batch]
        H = np.maximum(Xb @ W1, 0)
        Z = H @ W2
        P = np.exp(Z)
        G = P / P.sum()
        G[np.arange(len(yb)), yb] -= 1
        G1 = (H > 0) * (G @ W2.T)
        W1 -= lr * (Xb.T @ G1) / len(yb)
        W2 -= lr * (H.T @ G) / len(yb)
