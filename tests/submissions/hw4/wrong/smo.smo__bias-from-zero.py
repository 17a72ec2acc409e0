# question: smo.smo
# mistake: without a free vector the ends of the interval are looked for from 0 on
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
    if free.any():
        return alpha, float(np.mean(F[free])), n_iter
    top = bottom = 0.0
    for k in range(n):
        if R[k]:
            top = max(top, F[k])
        if S[k]:
            bottom = min(bottom, F[k])
    return alpha, float((top + bottom) / 2), n_iter
