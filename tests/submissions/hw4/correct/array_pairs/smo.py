"""Pairs and triples as arrays and lists; and it prints as it goes."""
import numpy as np


def select_pair(alpha, grad, y, C):
    tiny = 1e-7 * min(1.0, C)
    grows, shrinks = alpha < C - tiny, alpha > tiny
    asks = -y * grad
    up = np.where(np.where(y > 0, grows, shrinks), asks, -np.inf)
    down = np.where(np.where(y > 0, shrinks, grows), asks, np.inf)
    gap = up.max() - down.min()
    print("gap", gap)
    return np.array([up.argmax(), down.argmin(), gap])


def bounds(alpha_i, alpha_j, y_i, y_j, C):
    together = y_i != y_j
    low = alpha_i - alpha_j if together else alpha_i + alpha_j - C
    return np.clip(np.array([low, low + C]), 0.0, C) if np.isfinite(C) else np.array(
        [max(0.0, low), np.inf if together else alpha_i + alpha_j])


def step(i, j, alpha, grad, K, y, C):
    low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
    sign = y[i] * y[j]
    slope = grad[i] - sign * grad[j]
    bend = K[i, i] - 2 * K[i, j] + K[j, j]
    new = np.clip(alpha[i] - slope / max(bend, 1e-12), low, high)
    return np.array([new, alpha[j] - sign * (new - alpha[i])])


def smo(K, y, C, tol=1e-3, max_iter=100_000):
    y = np.array(y, dtype=float)
    alpha, grad = np.zeros(len(y)), np.full(len(y), -1.0)
    steps = 0
    while True:
        i, j, gap = select_pair(alpha, grad, y, C)
        if gap <= tol or steps == max_iter:
            break
        pair = [int(i), int(j)]
        new = np.clip(step(*pair, alpha, grad, K, y, C), 0.0, C)
        grad = grad + y * (K[:, pair] @ (y[pair] * (new - alpha[pair])))
        alpha[pair] = new
        steps += 1
    print(steps, "steps")
    asks, tiny = -y * grad, 1e-7 * min(1.0, C)
    free = (alpha > tiny) & (alpha < C - tiny)
    b = asks[free].mean() if free.any() else (asks[int(i)] + asks[int(j)]) / 2
    return [alpha.tolist(), np.array([b]), np.array(steps)]
