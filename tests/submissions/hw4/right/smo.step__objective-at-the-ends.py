# question: smo.step
# way: where there is no curvature the objective says which end is better
import numpy as np


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
