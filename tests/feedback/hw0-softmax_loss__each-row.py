# question: softmax_loss
# mistake: the losses of the rows are returned, not their mean
# says: One value per row is returned; their mean is the right answer
# seen: reduced


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return log_sum - Z[np.arange(len(y)), y]
