# question: perceptron.predict
# mistake: scores in half precision
# nameless: yes
import numpy as np


def predict(X, w):
    s = X.astype(np.float16) @ w.astype(np.float16)
    return np.where(s >= 0, 1, -1)
