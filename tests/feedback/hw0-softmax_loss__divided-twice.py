# question: softmax_loss
# mistake: the mean is divided by the number of rows once more
# says: exactly the expected one divided by the number of rows of Z
# seen: factor


def softmax_loss(Z, y):
    top = Z.max(axis=1)
    log_sum = top + np.log(np.exp(Z - top[:, None]).sum(axis=1))
    return np.mean(log_sum - Z[np.arange(len(y)), y]) / len(y)
