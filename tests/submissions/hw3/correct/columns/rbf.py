import numpy as np

# Everything as columns, the way it is written on the blackboard.


def column(v):
    return np.asarray(v, dtype=float).reshape(-1, 1)


def sigmoid(a):
    return np.divide(1.0, 1.0 + np.exp(-np.clip(a, -500, 500)))


def multiquadric(X, C, sigma):
    ones_p, ones_n = np.ones((len(X), 1)), np.ones((1, len(C)))
    Q = np.zeros((len(X), len(C)))
    for k in range(X.shape[1]):
        Q += (X[:, [k]] @ ones_n - ones_p @ C[:, [k]].T) ** 2
    return (Q + sigma ** 2) ** 0.5


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    y, w = column(y), column(w)
    p = np.clip(sigmoid(multiquadric(X, C, sigma) @ w), 1e-16, 1 - 1e-16)
    J = -(y.T @ np.log(p) + (1 - y).T @ np.log(1 - p)) / len(y)
    return J + rho1 * w.T @ w + rho2 * np.trace(C.T @ C)


def gradient_weights(Phi, y, w, rho1=0.0):
    return (Phi.T @ (sigmoid(Phi @ column(w)) - column(y)) / len(Phi) + 2 * rho1 * column(w)).ravel()


def hessian_weights(Phi, w, rho1=0.0):
    p = sigmoid(Phi @ column(w))
    return Phi.T @ (p * (1 - p) * Phi) / len(Phi) + 2 * rho1 * np.eye(Phi.shape[1])


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = column(np.zeros(Phi.shape[1]) if w0 is None else w0)
    for _ in range(max_iter):
        g = Phi.T @ (sigmoid(Phi @ w) - column(y)) / len(Phi) + 2 * rho1 * w
        if np.linalg.norm(g) <= tol:
            break
        p = sigmoid(Phi @ w)
        w = w - np.linalg.solve(Phi.T @ (p * (1 - p) * Phi) / len(Phi) + 2 * rho1 * np.eye(len(w)), g)
    return w.ravel()


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    Phi = multiquadric(X, C, sigma)
    A = (sigmoid(Phi @ column(w)) - column(y)) @ column(w).T / Phi / len(X)
    return np.hstack([column(A.sum(axis=0)) * C[:, [k]] - A.T @ X[:, [k]] for k in range(X.shape[1])]) + 2 * rho2 * C


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    def attempt(t, left):
        if left == 0:
            return 0.0
        if f(x + t * direction) <= f(x) + c1 * t * slope:
            return float(t)
        return attempt(beta * t, left - 1)

    return 0.0 if slope >= 0 else attempt(t0, max_steps)


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    index = np.arange(len(X))
    rng.shuffle(index)
    C = X[index[:n_centers]] + 0.0
    w = np.zeros(n_centers)
    L = lambda c: (loss(X, y, c, w, sigma, rho1, rho2)).item()
    history = [L(C)]
    while len(history) <= n_iter:
        w = newton(multiquadric(X, C, sigma), y, rho1, None, 1e-10, 100)
        D = -gradient_centers(X, y, C, w, sigma, rho2)
        C = C + armijo(L, C, D, -(D ** 2).sum(), t0=0.5) * D
        history += [L(C)]
    return C, w, history


def predict_proba(X, C, w, sigma):
    return sigmoid(multiquadric(X, C, sigma) @ column(w)).ravel()
