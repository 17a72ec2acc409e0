# question: nn_epoch
# mistake: the softmax adds up to one over the rows instead of the classes
# names: nn_epoch.wrong-axis
import numpy as np


def nn_epoch(X, y, W1, W2, lr=0.1, batch=100):
    for i in range(0, len(X), batch):
        inputs, labels = X[i:i + batch], y[i:i + batch]
        hidden = np.maximum(inputs @ W1, 0)
        logits = hidden @ W2
        exps = np.exp(logits - logits.max(axis=0, keepdims=True))
        probs = exps / exps.sum(axis=0, keepdims=True)
        probs[np.arange(len(labels)), labels] -= 1
        hidden_slope = (hidden > 0) * (probs @ W2.T)
        W1 -= lr * (inputs.T @ hidden_slope) / len(labels)
        W2 -= lr * (hidden.T @ probs) / len(labels)
