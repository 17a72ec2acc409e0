# question: softmax_loss
# mistake: the losses of the rows are returned, not their mean
# says: is an array of shape (2,) where a single number is asked for, and its mean is the right one
# seen: reduced


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return log_sum - Z[np.arange(len(y)), y]
