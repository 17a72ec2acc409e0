"""The pair is drawn at random among those that violate the conditions (with a fixed seed)."""
import numpy as np


def select_pair(alpha, grad, y, C):
    F = -1.0 * y * grad
    pairs = [(F[i] - F[j], i, j)
             for i in range(len(y)) if (alpha[i] < C if y[i] > 0 else alpha[i] > 0)
             for j in range(len(y)) if (alpha[j] < C if y[j] < 0 else alpha[j] > 0)]
    if not pairs:
        return 0, 0, -np.inf
    gap, i, j = max(pairs)
    return i, j, gap


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    kind = {True: (alpha_i + alpha_j - C, alpha_i + alpha_j),
            False: (alpha_i - alpha_j, C - alpha_j + alpha_i)}[y_i == y_j]
    return np.maximum(0.0, kind[0]), np.minimum(C, kind[1])


def step(i, j, alpha, grad, K, y, C):
    # in t: y_i alpha_i grows by t, y_j alpha_j falls by t
    F = -y * grad
    eta = K[i, i] - 2 * K[i, j] + K[j, j]
    ends_i = sorted([-y[i] * alpha[i], y[i] * (C - alpha[i])])
    ends_j = sorted([y[j] * alpha[j], -y[j] * (C - alpha[j])])
    low, high = max(ends_i[0], ends_j[0]), min(ends_i[1], ends_j[1])
    d = F[i] - F[j]
    if eta < 1e-12:
        t = high if d > 0 else low
    else:
        t = min(max(d / eta, low), high)
    return alpha[i] + y[i] * t, alpha[j] - y[j] * t


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    rng = np.random.default_rng(1)
    y = np.asarray(y, dtype=float)
    alpha, F = np.zeros(len(y)), y.copy()
    near = 1e-12 * min(C, 1.0)
    for n_iter in range(max_iter + 1):
        grow, shrink = alpha < C - near, alpha > near
        R = np.flatnonzero(np.where(y > 0, grow, shrink))
        S = np.flatnonzero(np.where(y > 0, shrink, grow))
        if not len(R) or not len(S):
            return alpha, 0.0, n_iter
        if F[R].max() - F[S].min() <= tol or n_iter == max_iter:
            break
        i = R[F[R].argmax()]
        worse = S[F[S] < F[i] - 0.5 * (F[i] - F[S].min())]
        j = rng.choice(worse)
        room = min(C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
        eta = K[i, i] + K[j, j] - 2 * K[i, j]
        t = min((F[i] - F[j]) / eta if eta > 1e-12 else np.inf, room)
        alpha[i] = min(max(alpha[i] + y[i] * t, 0), C)
        alpha[j] = min(max(alpha[j] - y[j] * t, 0), C)
        F = F - t * (K[i] - K[j])
    free = np.intersect1d(R, S)
    return alpha, F[free].mean() if len(free) else 0.5 * (F[R].max() + F[S].min()), n_iter
