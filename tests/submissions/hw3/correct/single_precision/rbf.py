import numpy as np

f32 = np.float32


def squash(a):
    e = np.exp(-np.abs(a))
    return np.where(a >= 0, 1 / (1 + e), e / (1 + e))


def _phi(X, C, sigma):
    X, C = X.astype(f32), C.astype(f32)
    squared = (X * X).sum(1)[:, None] + (C * C).sum(1)[None] - 2 * X @ C.T
    return np.sqrt(np.maximum(squared, 0) + f32(sigma) ** 2)


def multiquadric(X, C, sigma):
    return _phi(X, C, sigma)


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    w, C = w.astype(f32), C.astype(f32)
    a = _phi(X, C, sigma) @ w
    data = np.mean(np.logaddexp(f32(0), a) - y.astype(f32) * a)
    return data + f32(rho1) * (w @ w) + f32(rho2) * (C * C).sum()


def gradient_weights(Phi, y, w, rho1=0.0):
    Phi, w = Phi.astype(f32), w.astype(f32)
    return Phi.T @ (squash(Phi @ w) - y.astype(f32)) / f32(len(y)) + f32(2 * rho1) * w


def hessian_weights(Phi, w, rho1=0.0):
    Phi, w = Phi.astype(f32), w.astype(f32)
    p = squash(Phi @ w)
    return (Phi.T * (p * (1 - p))) @ Phi / f32(len(Phi)) + f32(2 * rho1) * np.eye(len(w), dtype=f32)


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = np.zeros(Phi.shape[1], f32) if w0 is None else w0.astype(f32)
    for _ in range(max_iter):
        g = gradient_weights(Phi, y, w, rho1)
        if np.linalg.norm(g) <= tol:
            break
        w = w - np.linalg.solve(hessian_weights(Phi, w, rho1), g)
    return w


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    X, C, w = X.astype(f32), C.astype(f32), w.astype(f32)
    Phi = _phi(X, C, sigma)
    A = np.outer(squash(Phi @ w) - y.astype(f32), w) / Phi / f32(len(X))
    return (A[:, :, None] * (C[None] - X[:, None])).sum(0) + f32(2 * rho2) * C


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    x, direction = x.astype(f32), direction.astype(f32)
    t = f32(t0)
    if slope >= 0:
        return f32(0)
    for _ in range(max_steps):
        if f(x + t * direction) <= f(x) + c1 * t * slope:
            return t
        t = t * f32(beta)
    return f32(0)


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    # Inside in double precision: the loss must not rise by rounding.
    rng = np.random.default_rng(seed)
    C = X[rng.permutation(len(X))[:n_centers]].astype(float)
    w = np.zeros(n_centers)
    history = []

    def phi(C):
        return np.sqrt(((X[:, None] - C[None]) ** 2).sum(2) + sigma ** 2)

    def L(C, w):
        a = phi(C) @ w
        return np.mean(np.logaddexp(0, a) - y * a) + rho1 * w @ w + rho2 * (C * C).sum()

    for _ in range(n_iter):
        Phi = phi(C)
        for _ in range(20):
            p = squash(Phi @ w)
            H = (Phi.T * (p * (1 - p))) @ Phi / len(y) + 2 * rho1 * np.eye(n_centers)
            w = w - np.linalg.solve(H, Phi.T @ (p - y) / len(y) + 2 * rho1 * w)
        A = np.outer(squash(Phi @ w) - y, w) / Phi / len(X)
        G = (A[:, :, None] * (C[None] - X[:, None])).sum(0) + 2 * rho2 * C
        t, now = 1.0, L(C, w)
        while t > 1e-10 and L(C - t * G, w) > now - 1e-4 * t * (G * G).sum():
            t *= 0.5
        C = C - (t if t > 1e-10 else 0) * G
        history.append(f32(L(C, w)))
    return C.astype(f32), w.astype(f32), np.array(history)


def predict_proba(X, C, w, sigma):
    return squash(_phi(X, C, sigma) @ w.astype(f32))
