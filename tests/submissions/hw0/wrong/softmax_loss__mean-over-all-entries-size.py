# question: softmax_loss
# mistake: Z.size is taken for the number of rows
# names: softmax_loss.mean-over-all-entries
import numpy as np


def softmax_loss(Z, y):
    total = 0.0
    for row, label in zip(Z, y):
        row = row - row.max()
        total += np.log(np.exp(row).sum()) - row[label]
    return total / Z.size
