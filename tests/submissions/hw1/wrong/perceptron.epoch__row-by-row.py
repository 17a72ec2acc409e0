# question: perceptron.epoch
# mistake: row by row whatever the batch
import numpy as np


def epoch(X, y, w, lr=1.0, batch=1):
    for x, t in zip(X, y):
        if t * (x @ w) <= 0:
            w += lr * t * x
    return -(-len(X) // batch)
