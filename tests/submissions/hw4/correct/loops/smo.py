"""Loops; Platt's idea of two nested choices, with the maximal pair as a last resort."""
import math


def _sets(alpha, y, C, i):
    tiny = 1e-8 * min(C, 1.0)
    can_grow, can_shrink = alpha[i] < C - tiny, alpha[i] > tiny
    return (can_grow, can_shrink) if y[i] > 0 else (can_shrink, can_grow)


def select_pair(alpha, grad, y, C):
    bi, bj, top, bottom = -1, -1, -math.inf, math.inf
    for k in range(len(y)):
        up, down = _sets(alpha, y, C, k)
        f = -y[k] * grad[k]
        if up and f >= top:
            bi, top = k, f
        if down and f <= bottom:
            bj, bottom = k, f
    return [bi, bj, top - bottom]


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    low, high = 0.0, C
    if y_i == y_j:
        total = alpha_i + alpha_j
        if total - C > low:
            low = total - C
        if total < high:
            high = total
    else:
        difference = alpha_i - alpha_j
        if difference > low:
            low = difference
        if C + difference < high:
            high = C + difference
    return low, high


def step(i, j, alpha, grad, K, y, C):
    low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
    s = y[i] * y[j]
    eta = K[i][i] + K[j][j] - 2 * K[i][j]
    slope = grad[i] - s * grad[j]
    if eta <= 0:
        new = low if slope > 0 else high
    else:
        new = alpha[i] - slope / eta
        if new < low:
            new = low
        elif new > high:
            new = high
    return new, alpha[j] - s * (new - alpha[i])


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    n = len(y)
    y = [float(t) for t in y]
    K = [[float(v) for v in row] for row in K]
    alpha, grad = [0.0] * n, [-1.0] * n
    count = 0
    while count < max_iter:
        i, j, gap = select_pair(alpha, grad, y, C)
        if gap <= tol:
            break
        ai, aj = step(i, j, alpha, grad, K, y, C)
        di, dj = ai - alpha[i], aj - alpha[j]
        alpha[i], alpha[j] = ai, aj
        for k in range(n):
            grad[k] += y[k] * (K[k][i] * y[i] * di + K[k][j] * y[j] * dj)
        count += 1
    i, j, _ = select_pair(alpha, grad, y, C)
    ends = [-y[k] * grad[k] for k in (i, j) if k >= 0]
    return alpha, sum(ends) / len(ends), count
