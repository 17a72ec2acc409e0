"""Known mistakes in hw2's adam: each is the wrong code itself, with its name and a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception
from reference.adam import adam

Array = np.ndarray[Any, Any]
Wrong = Iterator[Callable[..., Any]]


# --- adam: one skeleton, so that each mistake is the one thing in which it differs --------------

_LONG = 100  # steps, after which rounding and tol have a say in where it ends


def _mean(at: Any) -> Any:
    return at.beta1 * at.mean + (1.0 - at.beta1) * at.slope


def _spread(at: Any) -> Any:
    return at.beta2 * at.spread + (1.0 - at.beta2) * at.slope**2


def _mean_hat(at: Any) -> Any:
    return at.mean / (1.0 - at.beta1**at.t)


def _spread_hat(at: Any) -> Any:
    return at.spread / (1.0 - at.beta2**at.t)


def _step(at: Any) -> Any:
    return at.lr * at.mean_hat / (np.sqrt(at.spread_hat) + at.eps)


def _adam(**replaced: Callable[[Any], Any]) -> Callable[..., dict[str, Array]]:
    """Adam in which some of the quantities are other ones."""
    rules: dict[str, Callable[[Any], Any]] = {
        "slope": lambda at: at.slope,
        "mean": _mean,
        "spread": _spread,
        "mean_hat": _mean_hat,
        "spread_hat": _spread_hat,
        "step": _step,
    }

    def minimise(
        fun: Callable[..., Any],
        x0: Array,
        args: tuple[Any, ...] = (),
        jac: Any = True,
        maxiter: int = 1000,
        **settings: Any,
    ) -> dict[str, Array]:
        if maxiter > _LONG:
            raise Undecided
        x = np.array(x0, dtype=np.float64)
        at = SimpleNamespace(
            lr=1e-3, beta1=0.9, beta2=0.999, eps=1e-8, mean=0.0 * x, spread=0.0 * x
        )
        vars(at).update(settings)
        for at.t in range(1, maxiter + 1):
            at.slope = jac(x, *args) if callable(jac) else fun(x, *args)[1]
            for name, rule in {**rules, **replaced}.items():
                setattr(at, name, rule(at))
            x = x - at.step
        return {"x": x}

    return minimise


def _settings(
    change: Callable[[Mapping[str, Any]], Mapping[str, Any]], *, long: bool = False
) -> Callable[..., Any]:
    """Adam with other settings than the given ones."""

    def minimise(*args: Any, **given: Any) -> Any:
        if given.get("maxiter", 1000) > _LONG and not long:
            raise Undecided
        return adam(*args, **{**given, **change(given)})

    return minimise


@misconception("adam.ascends")
def adam_ascends(*_: Any) -> Wrong:
    """The step goes uphill.

    The gradient points uphill, so the step is subtracted: x − lr·m̂/(√v̂ + ε).
    """
    yield _adam(step=lambda at: -_step(at))


@misconception("adam.no-bias-correction")
def no_bias_correction(*_: Any) -> Wrong:
    """The bias correction is missing.

    m and v start at zero and are too small at first: divide them by 1 − β₁ᵗ and 1 − β₂ᵗ.
    """
    yield _adam(mean_hat=lambda at: at.mean, spread_hat=lambda at: at.spread)


@misconception("adam.first-moment-not-corrected")
def mean_not_corrected(*_: Any) -> Wrong:
    """m is not corrected.

    m starts at zero and is too small at first. v̂ = v/(1 − β₂ᵗ), and in the same way m̂ = m/(1 −
    β₁ᵗ).
    """
    yield _adam(mean_hat=lambda at: at.mean)


@misconception("adam.second-moment-not-corrected")
def spread_not_corrected(*_: Any) -> Wrong:
    """v is not corrected.

    v starts at zero and is too small at first, so the first steps are too long. m̂ = m/(1 − β₁ᵗ),
    and in the same way v̂ = v/(1 − β₂ᵗ).
    """
    yield _adam(spread_hat=lambda at: at.spread)


@misconception("adam.first-step-nan")
def first_step_nan(*_: Any) -> Wrong:
    """The first step already divides by zero, or gives nan.

    If t starts at 0: 1 − β₁⁰ is 0, and the bias correction divides by it, so count the steps from
    1. If it does not, look for the root of a negative number.
    """
    yield _nowhere
    yield _division_by_zero


def _nowhere(fun: Callable[..., Any], x0: Array, *_: Any, **settings: Any) -> dict[str, Array]:
    """However many steps follow: what is nan stays so."""
    return {"x": np.full(np.shape(x0), np.nan)}


def _division_by_zero(*_: Any, **settings: Any) -> dict[str, Array]:
    raise ZeroDivisionError


@misconception("adam.correction-constant")
def correction_constant(*_: Any) -> Wrong:
    """The bias correction is the same in each step.

    It is the power t of β that counts, with t = 1, 2, …: m/(1 − β₁ᵗ) and v/(1 − β₂ᵗ).
    """
    yield _adam(
        mean_hat=lambda at: at.mean / (1.0 - at.beta1),
        spread_hat=lambda at: at.spread / (1.0 - at.beta2),
    )


@misconception("adam.correction-kept")
def correction_kept(*_: Any) -> Wrong:
    """The corrected means are carried on into the next step.

    m̂ and v̂ are for this step only, so give them names of their own: the next step begins with m and
    v as they were before the correction.
    """
    yield _adam(
        mean=lambda at: _mean(at) / (1.0 - at.beta1**at.t),
        spread=lambda at: _spread(at) / (1.0 - at.beta2**at.t),
        mean_hat=lambda at: at.mean,
        spread_hat=lambda at: at.spread,
    )


@misconception("adam.no-momentum")
def no_momentum(*_: Any) -> Wrong:
    """The step has the gradient itself in place of its running mean.

    The mean smooths out the noise of single gradients: x − lr·m̂/(√v̂ + ε), with
    m = β₁m + (1 − β₁)g and m̂ = m/(1 − β₁ᵗ).
    """
    yield _adam(mean_hat=lambda at: at.slope)


@misconception("adam.plain-descent")
def plain_descent(*_: Any) -> Wrong:
    """The step is lr times the gradient.

    That is plain gradient descent, with one step size for all entries. Adam's step is lr·m̂/(√v̂ +
    ε).
    """
    yield _adam(step=lambda at: at.lr * at.slope)


@misconception("adam.root-forgotten")
def root_forgotten(*_: Any) -> Wrong:
    """The root of v is missing.

    v is a mean of squares, so divide by its root: m̂/(√v̂ + ε).
    """
    yield _adam(step=lambda at: at.lr * at.mean_hat / (at.spread_hat + at.eps))


@misconception("adam.eps-inside-root")
def eps_inside_root(*_: Any) -> Wrong:
    """ε is added under the root.

    It is added to the root: √v̂ + ε. Under the root it weighs far more: √(10⁻⁸) is 10⁻⁴.
    """
    yield _adam(step=lambda at: at.lr * at.mean_hat / np.sqrt(at.spread_hat + at.eps))


@misconception("adam.eps-forgotten")
def eps_forgotten(*_: Any) -> Wrong:
    """The argument eps is not used.

    Divide by √v̂ + eps: where a gradient is 0, the step is then 0 and not 0/0.
    """
    yield _settings(lambda given: {"eps": 0.0})
    yield _settings(lambda given: {"eps": 1e-8})


@misconception("adam.gradient-not-squared")
def gradient_not_squared(*_: Any) -> Wrong:
    """v is a mean of absolute values, not of squares.

    v = β₂v + (1 − β₂)g²: the step is divided by the root of v, which undoes the square.
    """
    yield _adam(spread=lambda at: at.beta2 * at.spread + (1.0 - at.beta2) * np.abs(at.slope))


@misconception("adam.one-scale-for-all")
def one_scale_for_all(*_: Any) -> Wrong:
    """All entries share the same v.

    g² is meant entry by entry, `g**2`: that each has a scale of its own is the point of Adam.
    """

    def shared(total: Callable[[Array], Any]) -> Callable[..., Any]:
        return _adam(spread=lambda at: at.beta2 * at.spread + (1.0 - at.beta2) * total(at.slope**2))

    yield shared(np.sum)
    yield shared(np.mean)


@misconception("adam.moments-not-averaged")
def moments_not_averaged(*_: Any) -> Wrong:
    """The means lack the factors 1 − β.

    Without them m and v are sums that grow, not means: m = β₁m + (1 − β₁)g and
    v = β₂v + (1 − β₂)g².
    """
    yield _adam(
        mean=lambda at: at.beta1 * at.mean + at.slope,
        spread=lambda at: at.beta2 * at.spread + at.slope**2,
    )


@misconception("adam.decay-swapped")
def decay_swapped(*_: Any) -> Wrong:
    """β and 1 − β have changed places.

    β goes with the past: m = β₁m + (1 − β₁)g and v = β₂v + (1 − β₂)g².
    """
    yield _adam(
        mean=lambda at: (1.0 - at.beta1) * at.mean + at.beta1 * at.slope,
        spread=lambda at: (1.0 - at.beta2) * at.spread + at.beta2 * at.slope**2,
    )


@misconception("adam.gradient-of-start")
def gradient_of_start(*_: Any) -> Wrong:
    """The gradient is always that of the start.

    Compute it anew in each step, at the point where x is now.
    """

    def slope(at: Any) -> Any:
        at.first = getattr(at, "first", at.slope)
        return at.first

    yield _adam(slope=slope)


@misconception("adam.betas-swapped")
def betas_swapped(*_: Any) -> Wrong:
    """beta1 and beta2 have changed places.

    beta1 belongs to m, the mean of the gradient, and beta2 to v, the mean of its square.
    """
    yield _settings(
        lambda given: {"beta1": given.get("beta2", 0.999), "beta2": given.get("beta1", 0.9)}
    )


@misconception("adam.betas-ignored")
def betas_ignored(*_: Any) -> Wrong:
    """beta1 and beta2 are not used.

    0.9 and 0.999 are only their defaults: use what is passed.
    """
    yield _settings(lambda given: {"beta1": 0.9, "beta2": 0.999})


@misconception("adam.lr-ignored")
def lr_ignored(*_: Any) -> Wrong:
    """lr is not used.

    0.001 is only its default: the step is lr·m̂/(√v̂ + ε).
    """
    yield _settings(lambda given: {"lr": 1e-3})


@misconception("adam.one-step-more")
def one_step_more(*_: Any) -> Wrong:
    """It makes one step more than maxiter.

    Count from 1 to maxiter: `for t in range(1, maxiter + 1)`, or `while t < maxiter` from t = 0.
    """
    yield _settings(lambda given: {"maxiter": given.get("maxiter", 1000) + 1})


@misconception("adam.maxiter-ignored")
def maxiter_ignored(*_: Any) -> Wrong:
    """maxiter is not used.

    1000 is only its default: stop after maxiter steps.
    """
    yield _settings(lambda given: {"maxiter": 1000})


@misconception("adam.tol-ignored")
def tol_ignored(*_: Any) -> Wrong:
    """tol is not used.

    Stop as soon as the norm of the gradient or of the step is below tol.
    """
    yield _settings(lambda given: {"tol": 0.0}, long=True)
