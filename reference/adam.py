"""Adam (Kingma and Ba 2015), as a method for `scipy.optimize.minimize`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def adam(
    fun: Callable[..., Any],
    x0: Array,
    args: tuple[Any, ...] = (),
    jac: Any = True,
    lr: float = 1e-3,
    beta1: float = 0.9,
    beta2: float = 0.999,
    eps: float = 1e-8,
    maxiter: int = 1000,
    tol: float = 1e-8,
    callback: Callable[[Array], Any] | None = None,
    **options: Any,
) -> Any:
    """Minimise `fun` from `x0`; returns a `scipy.optimize.OptimizeResult`.

    `fun` returns `(value, gradient)` if `jac` is true; otherwise `jac` is the gradient's function,
    which is how `minimize` hands over a `fun` that returned both.
    """
    from scipy.optimize import OptimizeResult

    def evaluate(x: Array) -> tuple[float, Array]:
        if callable(jac):
            value, gradient = fun(x, *args), jac(x, *args)
        else:
            value, gradient = fun(x, *args)
        return float(value), np.asarray(gradient, dtype=np.float64)

    x = np.array(x0, dtype=np.float64)
    mean, spread = np.zeros_like(x), np.zeros_like(x)
    value, gradient = evaluate(x)
    converged, steps = bool(np.linalg.norm(gradient) < tol), 0
    while not converged and steps < maxiter:
        steps += 1
        mean = beta1 * mean + (1.0 - beta1) * gradient
        spread = beta2 * spread + (1.0 - beta2) * gradient**2
        # Both start at zero: dividing by what the weights add up to so far takes the bias out.
        mean_hat = mean / (1.0 - beta1**steps)
        spread_hat = spread / (1.0 - beta2**steps)
        step = lr * mean_hat / (np.sqrt(spread_hat) + eps)
        x = x - step
        value, gradient = evaluate(x)
        if callback is not None:
            callback(x.copy())
        converged = bool(min(np.linalg.norm(gradient), np.linalg.norm(step)) < tol)
    return OptimizeResult(
        x=x,
        fun=value,
        jac=gradient,
        nit=steps,
        nfev=steps + 1,
        success=converged,
        status=0 if converged else 1,
        message="converged" if converged else "the limit of iterations was reached",
    )
