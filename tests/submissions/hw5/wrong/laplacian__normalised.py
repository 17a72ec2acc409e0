# question: laplacian
# mistake: the normalised one
# names: laplacian.normalised
import numpy as np


def laplacian(W):
    return _sym(W)
