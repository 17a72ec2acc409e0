"""smo from its parts; a clear error for one class."""
import numpy as np


def select_pair(alpha, grad, y, C):
    eps = 1e-8 * max(1e-3, np.max(alpha))
    F = np.multiply(-y, grad)
    R = [k for k in range(len(y)) if (alpha[k] < C - eps if y[k] == 1 else alpha[k] > eps)]
    S = [k for k in range(len(y)) if (alpha[k] < C - eps if y[k] == -1 else alpha[k] > eps)]
    if not R or not S:
        return 0, 0, -1.0
    i, j = R[int(np.argmax(F[R]))], S[int(np.argmin(F[S]))]
    return i, j, F[i] - F[j]


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i == y_j:
        return max(0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
    return max(0, alpha_i - alpha_j), min(C, C + alpha_i - alpha_j)


def step(i, j, alpha, grad, K, y, C):
    low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
    eta = K[i, i] + K[j, j] - 2 * K[i, j]
    if eta <= 1e-14:
        change = {True: (alpha[i] - low), False: (alpha[i] - high)}[
            y[i] * grad[i] - y[j] * grad[j] > 0 if y[i] > 0 else y[i] * grad[i] - y[j] * grad[j] < 0]
        new = alpha[i] - change
    else:
        new = np.clip(alpha[i] - y[i] * (y[i] * grad[i] - y[j] * grad[j]) / eta, low, high)
    return new, alpha[j] + y[i] * y[j] * (alpha[i] - new)


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    if len(np.unique(y)) < 2:
        raise ValueError("smo needs rows of both classes")
    y = np.array(y, dtype=float)
    alpha = np.zeros(len(y))
    grad = -np.ones(len(y))
    Q = K * y[:, None] * y
    n_iter = 0
    i, j, gap = select_pair(alpha, grad, y, C)
    while gap > tol and n_iter < max_iter:
        ai, aj = step(i, j, alpha, grad, K, y, C)
        grad = grad + Q[:, i] * (ai - alpha[i]) + Q[:, j] * (aj - alpha[j])
        alpha[i], alpha[j] = ai, aj
        n_iter += 1
        i, j, gap = select_pair(alpha, grad, y, C)
    F = -y * grad
    free = (alpha > 1e-8) & (alpha < C - 1e-8)
    return alpha, np.mean(F[free]) if free.any() else (F[i] + F[j]) / 2, n_iter
