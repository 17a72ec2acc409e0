# question: nn_epoch
# mistake: both gradients are summed over the batch, not averaged
# names: nn_epoch.no-mean
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    num_classes = W2.shape[1]
    for i in range(0, X.shape[0], batch):
        X_batch = X[i:i + batch]
        y_batch = y[i:i + batch]
        Z1 = np.maximum(X_batch @ W1, 0)
        logits = Z1 @ W2
        exps = np.exp(logits - logits.max(axis=1, keepdims=True))
        probs = exps / exps.sum(axis=1, keepdims=True)
        G2 = probs - np.eye(num_classes)[y_batch]
        G1 = (Z1 > 0) * (G2 @ W2.T)
        grad1 = X_batch.T @ G1
        grad2 = Z1.T @ G2
        W1 -= lr * grad1
        W2 -= lr * grad2
