# question: softmax_loss
# mistake: divided by half of the number of rows
# says: What softmax_loss returns is twice what is expected
# seen: factor


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return 2 * np.sum(log_sum - Z[np.arange(len(y)), y]) / len(y)
