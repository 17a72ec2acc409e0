# question: softmax_loss
# mistake: the exponentials are summed over the rows instead of the classes
# names: softmax_loss.wrong-axis
import numpy as np


def softmax_loss(Z, y):
    shifted = Z - np.max(Z, axis=0)
    probs = np.exp(shifted) / np.sum(np.exp(shifted), axis=0)
    log_likelihood = np.log(probs[np.arange(len(y)), y])
    return -np.mean(log_likelihood)
