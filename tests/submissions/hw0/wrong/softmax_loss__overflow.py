# question: softmax_loss
# mistake: the exponentials of large logits overflow
# names: softmax_loss.overflow
import numpy as np


def softmax_loss(Z, y):
    exp_Z = np.exp(Z)
    log_sum = np.log(np.sum(exp_Z, axis=1))
    picked = Z[np.arange(Z.shape[0]), y]
    return np.mean(log_sum - picked)
