# question: gradient_weights
# mistake: the entries are in reverse order
# says: has the right entries, but their order is reversed
# seen: order


def gradient_weights(Phi, y, w, rho1=0.0):
    return (Phi.T @ (_sigmoid(Phi @ w) - y) / len(y) + 2 * rho1 * w)[::-1]
