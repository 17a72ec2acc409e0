# question: svm.rbf_kernel
# mistake: the distance to oneself is left out
# nameless: yes
import numpy as np


def rbf_kernel(X, Z, gamma=1.0):
    d = np.linalg.norm(X[:, None] - Z[None], axis=2)
    K = np.exp(-gamma * d ** 2)
    return K - np.diag(np.diag(K)) if K.shape[0] == K.shape[1] else K
