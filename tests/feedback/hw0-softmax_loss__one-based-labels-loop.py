# question: softmax_loss
# mistake: the label 1 is taken for the first column
# says: the logit of the true class is Z[i, y[i]], without −1


import numpy as np


def softmax_loss(Z, y):
    total = 0
    for i, z in enumerate(Z):
        true = z[int(y[i]) - 1]
        total += np.log(np.sum(np.exp(z - z.max()))) + z.max() - true
    return total / len(y)
