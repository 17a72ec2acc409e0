"""The maximal violating pair, every question on its own."""
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -y * grad
    R = ((alpha < C - 1e-7) & (y > 0)) | ((alpha > 1e-7) & (y < 0))
    S = ((alpha < C - 1e-7) & (y < 0)) | ((alpha > 1e-7) & (y > 0))
    if not R.any() or not S.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(R, F, -np.inf)))
    j = int(np.argmin(np.where(S, F, np.inf)))
    return i, j, float(F[i] - F[j])


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0.0, alpha_i - alpha_j), min(C, C - alpha_j + alpha_i)
    return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)


def step(i, j, alpha, grad, K, y, C):
    ai, aj, s = float(alpha[i]), float(alpha[j]), float(y[i] * y[j])
    if s < 0:
        low, high = max(0.0, ai - aj), min(C, C - aj + ai)
    else:
        low, high = max(0.0, ai + aj - C), min(C, ai + aj)
    eta = K[i, i] + K[j, j] - 2 * K[i, j]
    slope = grad[i] - s * grad[j]
    if eta > 1e-12:
        new = min(max(ai - slope / eta, low), high)
    else:  # which end is better, the objective itself says

        def objective(value):
            moved = np.array(alpha, dtype=float)
            moved[i], moved[j] = value, aj + s * (ai - value)
            signed = moved * y
            return 0.5 * signed @ K @ signed - moved.sum()

        new = min(low, high, key=objective)
    return float(new), float(aj + s * (ai - new))


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    y = np.asarray(y, dtype=float)
    n = len(y)
    alpha, grad = np.zeros(n), -np.ones(n)
    eps = 1e-10 * min(C, 1.0)
    n_iter = 0
    while True:
        F = -y * grad
        R = ((alpha < C - eps) & (y > 0)) | ((alpha > eps) & (y < 0))
        S = ((alpha < C - eps) & (y < 0)) | ((alpha > eps) & (y > 0))
        if not R.any() or not S.any():
            return alpha, float(np.mean(F)), n_iter
        i = int(np.argmax(np.where(R, F, -np.inf)))
        j = int(np.argmin(np.where(S, F, np.inf)))
        if F[i] - F[j] <= tol or n_iter >= max_iter:
            break
        s = y[i] * y[j]
        if s < 0:
            low, high = max(0.0, alpha[i] - alpha[j]), min(C, C - alpha[j] + alpha[i])
        else:
            low, high = max(0.0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
        eta = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        new = min(max(alpha[i] - (grad[i] - s * grad[j]) / eta, low), high)
        di, dj = new - alpha[i], s * (alpha[i] - new)
        alpha[i] += di
        alpha[j] = min(max(alpha[j] + dj, 0.0), C)
        grad = grad + y * (K[:, i] * y[i] * di + K[:, j] * y[j] * dj)
        n_iter += 1
    free = R & S
    b = np.mean(F[free]) if free.any() else (F[i] + F[j]) / 2
    return alpha, float(b), n_iter
