# question: hessian_weights
# mistake: only the lower half is filled
# says: is wrong only above the diagonal
# seen: places


def hessian_weights(Phi, w, rho1=0.0):
    p = _sigmoid(Phi @ w)
    H = Phi.T @ np.diag(p * (1 - p)) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
    return np.tril(H)
