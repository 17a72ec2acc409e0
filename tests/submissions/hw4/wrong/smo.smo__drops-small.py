# question: smo.smo
# mistake: multipliers below a hundredth of the largest are dropped in the end
# nameless: yes
import numpy as np


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
    alpha[alpha < 1e-2 * alpha.max()] = 0.0
    return alpha, float(b), n_iter
