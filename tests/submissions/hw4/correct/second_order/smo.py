"""The second half of the pair by the decrease that it promises."""
import numpy as np


def _can(alpha, y, C):
    slack = 1e-9 * (C if np.isfinite(C) else 1.0)
    up = np.where(y == 1, alpha < C - slack, alpha > slack)
    down = np.where(y == 1, alpha > slack, alpha < C - slack)
    return up, down


def select_pair(alpha, grad, y, C):
    up, down = _can(alpha, y, C)
    v = -y * grad
    if not (up.any() and down.any()):
        return None, None, 0
    i = max(np.flatnonzero(up), key=lambda k: v[k])
    j = min(np.flatnonzero(down), key=lambda k: v[k])
    return i, j, v[i] - v[j]


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    # alpha_j = alpha_j0 - s (alpha_i - alpha_i0) must stay in the box
    s = y_i * y_j
    ends = sorted([alpha_i + s * alpha_j, alpha_i + s * (alpha_j - C)])
    return [max(0.0, ends[0]), min(C, ends[1])]


def step(i, j, alpha, grad, K, y, C):
    s = y[i] * y[j]
    direction = np.zeros(len(alpha))
    direction[i], direction[j] = 1.0, -s
    slope = grad @ direction
    curvature = (direction * y) @ K @ (direction * y)
    low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
    t = np.inf if slope < 0 else -np.inf
    if curvature > 1e-12:
        t = -slope / curvature
    new = np.clip(alpha[i] + t, low, high)
    return new, alpha[j] - s * (new - alpha[i])


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    y = np.asarray(y, dtype=float)
    n = len(y)
    alpha, v = np.zeros(n), y.copy()
    for count in range(max_iter + 1):
        up, down = _can(alpha, y, C)
        if not up.any() or not down.any():
            return alpha, 0.0, count
        i = int(np.argmax(np.where(up, v, -np.inf)))
        least = v[down].min()
        if v[i] - least <= tol or count == max_iter:
            break
        eta = np.maximum(K[i, i] + K.diagonal() - 2 * K[i], 1e-12)
        gain = np.where(down & (v < v[i]), (v[i] - v) ** 2 / eta, -1)
        j = int(gain.argmax())
        room = min(C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
        t = min((v[i] - v[j]) / eta[j], room)
        alpha[i] = np.clip(alpha[i] + y[i] * t, 0, C)
        alpha[j] = np.clip(alpha[j] - y[j] * t, 0, C)
        v -= t * (K[:, i] - K[:, j])
    free = up & down
    return alpha, v[free].mean() if free.any() else (v[i] + least) / 2, count
