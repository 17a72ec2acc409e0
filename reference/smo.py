"""Sequential minimal optimisation of the SVM's dual (Platt 1998; Keerthi et al. 2001).

Two multipliers at a time, because of `yᵀα = 0`: a pair that violates the conditions of optimality,
its two-variable problem solved exactly, the gradient `Qα − 1` kept up by a rank-two update. The
pair is the maximal violating one or, inside `smo`, its first half with the second that promises
the largest decrease (Fan, Chen and Lin 2005): the same answers in fewer steps.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.svm_dual import movable

Array = np.ndarray[Any, Any]

FLAT = 1e-12


def select_pair(alpha: Array, grad: Array, y: Array, C: float) -> tuple[int, int, float]:
    """The maximal violating pair `(i, j)` and its gap, which is at most 0 if there is none."""
    wanted = -y * grad
    rising, falling = movable(alpha, y, C)
    if not rising.any() or not falling.any():
        return 0, 0, 0.0
    i = int(np.argmax(np.where(rising, wanted, -np.inf)))
    j = int(np.argmin(np.where(falling, wanted, np.inf)))
    return i, j, float(wanted[i] - wanted[j])


def bounds(alpha_i: float, alpha_j: float, y_i: float, y_j: float, C: float) -> tuple[float, float]:
    """Between what `α_i` can lie while `α_j` follows it along `yᵀα = 0`, both in the box."""
    if y_i * y_j < 0.0:
        return max(0.0, alpha_i - alpha_j), min(C, C - alpha_j + alpha_i)
    return max(0.0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)


def step(
    i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
) -> tuple[float, float]:
    """The exact minimiser in `α_i` and `α_j`, the others fixed."""
    low, high = bounds(float(alpha[i]), float(alpha[j]), float(y[i]), float(y[j]), C)
    curvature = float(K[i, i] + K[j, j] - 2.0 * K[i, j])
    slope = float(grad[i] - y[i] * y[j] * grad[j])
    if curvature > FLAT * float(K[i, i] + K[j, j]):
        new = float(np.clip(alpha[i] - slope / curvature, low, high))
    elif slope == 0.0:
        new = float(alpha[i])
    else:  # a straight line: to the end that lies lower
        new = low if slope > 0.0 else high
    # The other one follows from yᵀα = 0; rounding must not push it out of the box.
    return new, float(np.clip(alpha[j] + y[i] * y[j] * (alpha[i] - new), 0.0, C))


def smo(
    K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
) -> tuple[Array, float, int]:
    """Multipliers, bias and the number of steps, from `α = 0` until the gap is at most `tol`."""
    y = np.asarray(y, dtype=np.float64)
    n = len(y)
    alpha = np.zeros(n)
    wanted = y.copy()  # −y·grad: the bias that each row asks for; grad = −1 at the start
    # Added to what is compared: 0 for a row that can move that way, infinite for one that can't.
    rising, falling = np.where(y > 0, 0.0, -np.inf), np.where(y > 0, np.inf, 0.0)
    diagonal = np.ascontiguousarray(np.diagonal(K))
    gain, curvature, lack = np.empty(n), np.empty(n), np.empty(n)
    steps = 0
    while steps < max_iter:
        np.add(wanted, rising, out=gain)
        i = int(gain.argmax())
        top = gain[i]
        np.add(wanted, falling, out=gain)
        if not top - gain.min() > tol:
            break
        # The second half: of all that ask for less, the one with the largest (top − F)²/curvature.
        np.subtract(top, gain, out=lack)
        np.multiply(K[i], -2.0, out=curvature)
        curvature += diagonal
        curvature += diagonal[i]
        np.maximum(curvature, FLAT, out=curvature)
        np.maximum(lack, 0.0, out=lack)
        lack *= lack
        lack /= curvature
        j = int(lack.argmax())
        # Both move by the same |t|, so that yᵀα = 0 stays: up the one's y·α, down the other's.
        room_i = C - alpha[i] if y[i] > 0 else alpha[i]
        room_j = alpha[j] if y[j] > 0 else C - alpha[j]
        t = min((top - wanted[j]) / curvature[j], room_i, room_j)
        alpha[i] = _moved(alpha[i], t if y[i] > 0 else -t, C, t == room_i)
        alpha[j] = _moved(alpha[j], -t if y[j] > 0 else t, C, t == room_j)
        for k in (i, j):
            can_grow, can_shrink = alpha[k] < C, alpha[k] > 0.0
            up, down = (can_grow, can_shrink) if y[k] > 0 else (can_shrink, can_grow)
            rising[k] = 0.0 if up else -np.inf
            falling[k] = 0.0 if down else np.inf
        np.subtract(K[i], K[j], out=gain)
        gain *= t
        wanted -= gain
        steps += 1
    return alpha, _bias(wanted, rising, falling), steps


def _moved(value: float, change: float, C: float, to_the_bound: bool) -> float:
    """The new multiplier; exactly on its bound if that is what stopped it."""
    if to_the_bound:
        return C if change > 0.0 else 0.0
    return value + change


def _bias(wanted: Array, rising: Array, falling: Array) -> float:
    free = (rising == 0.0) & (falling == 0.0)
    if free.any():
        return float(wanted[free].mean())
    top, bottom = (wanted + rising).max(), (wanted + falling).min()
    ends = [end for end in (top, bottom) if np.isfinite(end)]
    return float(np.mean(ends)) if ends else 0.0
