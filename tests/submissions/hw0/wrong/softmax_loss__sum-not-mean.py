# question: softmax_loss
# mistake: the losses of the rows are summed, not averaged
# names: softmax_loss.sum-not-mean
import numpy as np


def softmax_loss(Z, y):
    num_rows = Z.shape[0]
    biggest = np.max(Z, axis=1, keepdims=True)
    log_sum = np.log(np.sum(np.exp(Z - biggest), axis=1)) + biggest[:, 0]
    true_logits = Z[np.arange(num_rows), y]
    return np.sum(log_sum - true_logits)
