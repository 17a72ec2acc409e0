# question: softmax_loss
# mistake: Z is shifted in place, and the true class is not subtracted
# says: softmax_loss changes its argument Z
# seen: aliasing


def softmax_loss(Z, y):
    Z -= Z.max(axis=1, keepdims=True)
    return np.mean(np.log(np.exp(Z).sum(axis=1)))
