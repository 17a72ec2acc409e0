# question: gradient_weights
# mistake: the penalty leaves out the first weight
# says: Only entry 0 is wrong, and by exactly 2·rho1·w[0]
# seen: term


def gradient_weights(Phi, y, w, rho1=0.0):
    penalised = w.copy()
    penalised[0] = 0.0
    return Phi.T @ (1 / (1 + np.exp(-Phi @ w)) - y) / len(y) + 2 * rho1 * penalised
