"""First order with a full table of Q; every tenth step the gradient is made afresh."""
import numpy as np


def _fr(alpha, y, C):
    hi = alpha >= C * (1 - 1e-9) if np.isfinite(C) else np.zeros(len(y), bool)
    lo = alpha <= 1e-9
    return ~np.where(y > 0, hi, lo), ~np.where(y > 0, lo, hi)


def select_pair(alpha, grad, y, C):
    r, s = _fr(np.asarray(alpha), np.asarray(y), C)
    v = np.where(y > 0, -grad, grad)
    if not r.any() or not s.any():
        return (0, 0, 0.0)
    order = np.argsort(v, kind="stable")
    i = next(k for k in order[::-1] if r[k])
    j = next(k for k in order if s[k])
    return (int(i), int(j), max(0.0, v[i] - v[j]))


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    if y_i * y_j > 0:
        low, high = alpha_i + alpha_j - C, alpha_i + alpha_j
    else:
        low, high = alpha_i - alpha_j, C - alpha_j + alpha_i
    return [low if low > 0 else 0, high if high < C else C]


def step(i, j, alpha, grad, K, y, C):
    Q = np.array([[K[i, i], y[i] * y[j] * K[i, j]], [y[i] * y[j] * K[i, j], K[j, j]]])
    d = np.array([1.0, -y[i] * y[j]])
    g = np.array([grad[i], grad[j]])
    low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
    slope, curvature = g @ d, d @ Q @ d
    if curvature <= 1e-12:
        t = (low if slope > 0 else high) - alpha[i]
    else:
        t = np.clip(-slope / curvature, low - alpha[i], high - alpha[i])
    return tuple(np.array([alpha[i], alpha[j]]) + t * d)


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    y = np.array(y) * 1.0
    Q = K * np.outer(y, y)
    alpha = np.zeros(len(y))
    grad = Q @ alpha - 1
    for k in range(max_iter):
        i, j, gap = select_pair(alpha, grad, y, C)
        if gap <= tol:
            n_iter = k
            break
        old = alpha[[i, j]].copy()
        alpha[i], alpha[j] = step(i, j, alpha, grad, K, y, C)
        alpha[[i, j]] = np.clip(alpha[[i, j]], 0, C)
        grad = Q @ alpha - 1 if k % 10 == 9 else grad + Q[:, [i, j]] @ (alpha[[i, j]] - old)
    else:
        n_iter = max_iter
    r, s = _fr(alpha, y, C)
    v = -y * grad
    both = r & s
    if both.any():
        b = v[both].mean()
    elif r.any() and s.any():
        b = (v[r].max() + v[s].min()) / 2
    else:
        b = v.mean()
    return alpha, b, n_iter
