# question: nn_epoch
# mistake: the forward pass treats both layers alike and clips the logits at zero
# names: nn_epoch.relu-on-logits
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        labels = y[i:i + batch]
        values = [X[i:i + batch]]
        for W in (W1, W2):
            out = values[-1] @ W
            out[out < 0] = 0
            values.append(out)
        x, hidden, scores = values
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        delta2 = (p - np.eye(W2.shape[1])[labels]) / len(labels)
        delta1 = np.where(hidden > 0, delta2 @ W2.T, 0)
        W2 -= lr * hidden.T @ delta2
        W1 -= lr * x.T @ delta1
