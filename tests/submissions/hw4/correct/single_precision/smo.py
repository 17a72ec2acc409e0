"""float32, as far as that goes."""
import numpy as np

f = np.float32


def select_pair(alpha, grad, y, C):
    alpha, F = alpha.astype(f), -(y.astype(f)) * grad.astype(f)
    eps = f(1e-6) * (f(C) if np.isfinite(C) else max(f(1), alpha.max()))
    grow, shrink = alpha < f(C) - eps, alpha > eps
    R, S = np.where(y > 0, grow, shrink), np.where(y > 0, shrink, grow)
    if R.sum() == 0 or S.sum() == 0:
        return -1, -1, -np.inf
    i = np.flatnonzero(R)[F[R].argmax()]
    j = np.flatnonzero(S)[F[S].argmin()]
    return i, j, F[i] - F[j]


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    a, b, C = f(alpha_i), f(alpha_j), f(C)
    if y_i == y_j:
        return np.maximum(f(0), a + b - C), np.minimum(C, a + b)
    return np.maximum(f(0), a - b), np.minimum(C, C - b + a)


def step(i, j, alpha, grad, K, y, C):
    a, b, s = f(alpha[i]), f(alpha[j]), f(y[i] * y[j])
    low, high = bounds(a, b, y[i], y[j], C)
    eta = f(K[i, i]) + f(K[j, j]) - 2 * f(K[i, j])
    eta = eta if eta > 1e-7 else f(1e-7)
    new = np.clip(a - (f(grad[i]) - s * f(grad[j])) / eta, low, high)
    return new, b + s * (a - new)


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    K, y = K.astype(f), np.asarray(y).astype(f)
    alpha, grad, C = np.zeros(len(y), f), -np.ones(len(y), f), f(C)
    for n_iter in range(max_iter + 1):
        if n_iter % 50 == 0 and n_iter:
            grad = (y * (K.astype(float) @ (alpha.astype(float) * y)) - 1).astype(f)
        i, j, gap = select_pair(alpha, grad, y, C)
        if gap <= tol or n_iter == max_iter:
            break
        ai, aj = step(i, j, alpha, grad, K, y, C)
        aj = min(max(aj, f(0)), C)
        grad = grad + y * (K[i] * y[i] * (ai - alpha[i]) + K[j] * y[j] * (aj - alpha[j]))
        alpha[i], alpha[j] = ai, aj
    F = -y * grad
    if i < 0:
        return alpha, F.mean(), n_iter
    return alpha, (F[i] + F[j]) / 2, n_iter
