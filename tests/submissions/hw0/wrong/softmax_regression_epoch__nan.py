# question: softmax_regression_epoch
# mistake: everything becomes nan, which is no sign of an overflow
# nameless: yes
import numpy as np


def softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):
    theta *= np.nan
