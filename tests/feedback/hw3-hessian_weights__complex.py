# question: hessian_weights
# mistake: a detour makes the numbers complex
# says: has the right values as complex numbers
# seen: dtype


def hessian_weights(Phi, w, rho1=0.0):
    p = _sigmoid(Phi @ w)
    H = Phi.T @ np.diag(p * (1 - p)) @ Phi / len(Phi) + 2 * rho1 * np.eye(len(w))
    return np.emath.sqrt(H.astype(complex)) ** 2
