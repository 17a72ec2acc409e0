import numpy as np


def sigmoid(a):
    return np.exp(-np.logaddexp(0, -a))


def multiquadric(X, C, sigma):
    D = X[:, None] - C[None]
    return np.einsum("pnd,pnd->pn", D, D).__add__(sigma ** 2) ** 0.5


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    a = np.einsum("pn,n->p", multiquadric(X, C, sigma), w)
    signed = np.where(np.asarray(y, dtype=bool), -a, a)
    data = np.logaddexp(0, signed).mean()
    return data + rho1 * np.einsum("n,n->", w, w) + rho2 * np.einsum("nd,nd->", C, C)


def gradient_weights(Phi, y, w, rho1=0.0):
    e = sigmoid(np.einsum("pn,n->p", Phi, w)) - y
    return np.einsum("p,pn->n", e, Phi) / Phi.shape[0] + 2 * rho1 * w


def hessian_weights(Phi, w, rho1=0.0):
    a = np.einsum("pn,n->p", Phi, w)
    d = sigmoid(a) * sigmoid(-a)
    H = np.einsum("p,pi,pj->ij", d, Phi, Phi, optimize=True) / Phi.shape[0]
    H[np.diag_indices_from(H)] += 2 * rho1
    return H


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = np.zeros(Phi.shape[1])
    if w0 is not None:
        w += w0
    for _ in range(max_iter):
        g = gradient_weights(Phi, y, w, rho1)
        step = np.linalg.inv(hessian_weights(Phi, w, rho1)) @ g
        w = w - step
        if np.abs(step).max() < tol:
            break
    return w


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    D = X[:, None] - C[None]
    Phi = np.sqrt(np.einsum("pnd,pnd->pn", D, D) + sigma ** 2)
    e = sigmoid(np.einsum("pn,n->p", Phi, w)) - y
    return -np.einsum("p,n,pnd,pn->nd", e, w, D, 1 / Phi) / len(X) + 2 * rho2 * C


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if not slope < 0:
        return np.float64(0)
    steps = t0 * beta ** np.arange(max_steps)
    start = f(x)
    good = (t for t in steps if f(x + t * direction) <= start + c1 * t * slope)
    return next(good, 0.0)


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    rng = np.random.default_rng(seed)
    C = rng.choice(X, n_centers, axis=0, replace=False)
    w = None
    history = np.zeros(n_iter)
    for k in range(n_iter):
        w = newton(multiquadric(X, C, sigma), y, rho1)
        G = gradient_centers(X, y, C, w, sigma, rho2)
        along = lambda c: loss(X, y, c, w, sigma, rho1, rho2)
        C = C - armijo(along, C, -G, -np.einsum("nd,nd->", G, G), t0=2.0, beta=0.7) * G
        history[k] = along(C)
    return C, w, history


def predict_proba(X, C, w, sigma):
    return sigmoid(np.einsum("pn,n->p", multiquadric(X, C, sigma), w))
