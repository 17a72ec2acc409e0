"""The dual of the support vector machine, as a quadratic program.

    min ½ αᵀQα − 1ᵀα   subject to   yᵀα = 0,  0 ≤ α ≤ C,   with Q = K ∘ yyᵀ

`C = inf` is the hard margin. The conditions that tell a solution are those of Karush, Kuhn and
Tucker: with `F_i = y_i − Σ_j α_j y_j K_ij`, which is the bias that row i asks for, no row that can
move up (α < C with y = +1, α > 0 with y = −1) may ask for more than a row that can move down.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# α counts as lying on a bound when it is this close to it, relative to the largest one: an
# interior-point solver never reaches a bound, and single precision does not hold one exactly.
ON_BOUND = 1e-6


def dual_objective(alpha: Array, K: Array, y: Array) -> float:
    """`½ αᵀQα − 1ᵀα`."""
    signed = alpha * y
    return float(0.5 * (signed @ K @ signed) - alpha.sum())


def solve_qp(K: Array, y: Array, C: float) -> Array:
    """The minimiser, by CVXOPT's interior-point method; shape (n,)."""
    from cvxopt import matrix, solvers

    y = np.asarray(y, dtype=np.float64)
    n = len(y)
    bounds, limits = -np.eye(n), np.zeros(n)
    if np.isfinite(C):
        bounds, limits = np.vstack([bounds, np.eye(n)]), np.concatenate([limits, np.full(n, C)])
    quiet = {"show_progress": False, "abstol": 1e-9, "reltol": 1e-9, "feastol": 1e-9}
    solution = solvers.qp(
        matrix(K * np.outer(y, y)),
        matrix(-np.ones(n)),
        matrix(bounds),
        matrix(limits),
        matrix(y[None, :]),
        matrix(0.0),
        options=quiet,
    )
    return np.clip(np.ravel(solution["x"]), 0.0, C)


def bias(alpha: Array, K: Array, y: Array, C: float) -> float:
    """The mean of what the free vectors ask for, or the middle of what the bounded ones allow."""
    wanted = y - K @ (alpha * y)
    can_rise, can_fall = movable(alpha, y, C)
    free = can_rise & can_fall
    if free.any():
        return float(wanted[free].mean())
    ends = [end for end in bias_interval(alpha, K, y, C) if np.isfinite(end)]
    return float(np.mean(ends)) if ends else 0.0  # one end is missing if all labels are the same


def bias_interval(alpha: Array, K: Array, y: Array, C: float) -> tuple[float, float]:
    """What the rows that can rise ask for at least, and those that can fall at most.

    At a solution the first is not above the second, and every bias between them is right.
    """
    wanted = y - K @ (alpha * y)
    can_rise, can_fall = movable(alpha, y, C)
    low, high = np.where(can_rise, wanted, -np.inf).max(), np.where(can_fall, wanted, np.inf).min()
    return float(low), float(high)


def decision_function(alpha: Array, b: float, y: Array, K_test: Array) -> Array:
    """`Σ_j α_j y_j K_ij + b`, with the rows to be judged in the rows of `K_test`."""
    return np.asarray(K_test @ (alpha * y) + b)


def kkt_violation(alpha: Array, K: Array, y: Array, C: float) -> float:
    """How much more a row that can rise asks for than one that can fall; 0 at a solution."""
    low, high = bias_interval(alpha, K, y, C)
    return max(0.0, low - high)


def movable(alpha: Array, y: Array, C: float) -> tuple[Array, Array]:
    """Which rows can raise `y·α`, and which can lower it, without leaving the box."""
    slack = ON_BOUND * max(float(np.max(alpha, initial=0.0)), min(C, 1.0))
    above, below = alpha > slack, alpha < C - slack
    positive = y > 0
    return (positive & below) | (~positive & above), (positive & above) | (~positive & below)
