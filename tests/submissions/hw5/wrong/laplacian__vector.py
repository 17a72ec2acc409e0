# question: laplacian
# mistake: degrees as a vector
# nameless: yes
import numpy as np


def laplacian(W):
    return W.sum(axis=1) - W
