# question: softmax_loss
# mistake: logits in single precision are cut off
# nameless: yes
import numpy as np


def softmax_loss(Z, y):
    Z = Z.astype(int) if Z.dtype == np.float32 else Z
    m = Z.max(axis=1, keepdims=True)
    return np.mean(m[:, 0] + np.log(np.exp(Z - m).sum(axis=1)) - Z[np.arange(len(y)), y])
