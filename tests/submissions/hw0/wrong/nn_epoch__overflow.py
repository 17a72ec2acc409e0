# question: nn_epoch
# mistake: the softmax is computed without a shift, so that large logits give nan
# names: nn_epoch.overflow
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        xb, yb = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(xb @ W1, 0)
        exps = np.exp(hidden @ W2)
        probs = exps / np.sum(exps, axis=1).reshape(-1, 1)
        probs[np.arange(len(yb)), yb] -= 1
        back = (hidden > 0) * (probs @ W2.T)
        W1 -= lr * (xb.T @ back) / len(yb)
        W2 -= lr * (hidden.T @ probs) / len(yb)
