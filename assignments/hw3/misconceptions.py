"""Known mistakes of hw3: each is the wrong code itself, with its name and a hint.

When a check fails, the submission's answers are compared with these; and each of them, handed in
as a submission, must lose points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception
from reference import rbf_network as rbf
from reference.logistic_regression import sigmoid

Array = np.ndarray[Any, Any]
Landscape = Callable[[Array], float]

# --- multiquadric ------------------------------------------------------------------------------


def _distances(X: Array, C: Array) -> Array:
    return rbf.multiquadric(X.astype(np.float64), C.astype(np.float64), 0.0)


@misconception("multiquadric.unsquared-distance")
def unsquared_distance(X: Array, C: Array, sigma: float) -> Array:
    """The distance is not squared under the root.

    Some notes print sqrt(‖x − c‖ + σ²). A multiquadric has the square of the distance there,
    sqrt(‖x − c‖² + σ²): so it grows like the distance itself far from the centre.
    """
    return np.asarray(np.sqrt(_distances(X, C) + sigma**2))


@misconception("multiquadric.unsquared-sigma")
def unsquared_sigma(X: Array, C: Array, sigma: float) -> Array:
    """σ is not squared under the root.

    It is sqrt(‖x − c‖² + σ²): at the centre the value is σ.
    """
    return np.asarray(np.sqrt(_distances(X, C) ** 2 + sigma))


@misconception("multiquadric.no-sigma")
def no_sigma(X: Array, C: Array, sigma: float) -> Array:
    """σ is missing.

    Without it this is the plain distance, which has no derivative at the centre. Add σ² under the
    root.
    """
    return _distances(X, C)


@misconception("multiquadric.sigma-outside")
def sigma_outside(X: Array, C: Array, sigma: float) -> Iterator[Callable[..., Array]]:
    """σ stands outside the root.

    σ² belongs under it, beside ‖x − c‖²: sqrt(‖x − c‖² + σ²).
    """
    yield lambda X, C, sigma: _distances(X, C) + sigma
    yield lambda X, C, sigma: _distances(X, C) + sigma**2


@misconception("multiquadric.no-root")
def no_root(X: Array, C: Array, sigma: float) -> Array:
    """The root is missing.

    Φ is the square root of ‖x − c‖² + σ²: far from the centre it grows like the distance, not like
    its square.
    """
    return np.asarray(_distances(X, C) ** 2 + sigma**2)


@misconception("multiquadric.inverse")
def inverse_multiquadric(X: Array, C: Array, sigma: float) -> Array:
    """This is the inverse multiquadric.

    Here Φ grows with the distance: sqrt(‖x − c‖² + σ²), not one over it.
    """
    return np.asarray(1.0 / rbf.multiquadric(X, C, sigma))


@misconception("multiquadric.gaussian")
def gaussian(X: Array, C: Array, sigma: float) -> Iterator[Callable[..., Array]]:
    """This is a Gaussian, not a multiquadric.

    A generalised RBF network may have other functions than exp(−‖x − c‖²/2σ²); this one has
    sqrt(‖x − c‖² + σ²), which grows with the distance.
    """
    yield lambda X, C, sigma: np.exp(-(_distances(X, C) ** 2) / (2.0 * sigma**2))
    yield lambda X, C, sigma: np.exp(-(_distances(X, C) ** 2) / sigma**2)
    yield lambda X, C, sigma: np.exp(-((_distances(X, C) * sigma) ** 2))


# --- loss --------------------------------------------------------------------------------------


def _data_loss(Phi: Array, y: Array, w: Array) -> float:
    scores = Phi @ w
    return float(np.mean(np.logaddexp(0.0, scores) - y * scores))


def _squares(values: Array) -> float:
    return float(np.sum(np.square(values, dtype=np.float64)))


@misconception("loss.sum")
def summed_loss(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The loss is summed over the rows, not averaged.

    Some notes print the sum in one place and the mean in another. Here it is the mean, −(1/P) Σ …,
    so that the penalties weigh the same however many rows there are.
    """
    return len(y) * rbf.loss(X, y, C, w, sigma) + rho1 * _squares(w) + rho2 * _squares(C)


@misconception("loss.unsquared-distance")
def loss_unsquared_distance(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The distance is not squared under the root of the multiquadric.

    Some notes print sqrt(‖x − c‖ + σ²). The scores are Φw with Φ = sqrt(‖x − c‖² + σ²).
    """
    data = _data_loss(unsquared_distance(X, C, sigma), y, w)
    return data + rho1 * _squares(w) + rho2 * _squares(C)


@misconception("loss.wrong-sign")
def negated_loss(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The log-likelihood is not negated.

    It is the logarithm of numbers below 1, so it is negative; the loss is minus that.
    """
    return -rbf.loss(X, y, C, w, sigma) + rho1 * _squares(w) + rho2 * _squares(C)


@misconception("loss.only-ones")
def loss_of_ones(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """Only the rows with label 1 have a loss.

    A row with label 0 costs −ln(1 − p): the more, the surer the network is of class 1.
    """
    p = rbf.predict_proba(X, C, w, sigma)
    return float(-np.mean(y * np.log(p)) + rho1 * _squares(w) + rho2 * _squares(C))


@misconception("loss.no-weight-penalty")
def no_weight_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The penalty of the weights is missing.

    Add rho1·‖w‖², the sum of the squares of all weights: this is what keeps them small.
    """
    return rbf.loss(X, y, C, w, sigma, 0.0, rho2)


@misconception("loss.no-center-penalty")
def no_center_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The penalty of the centres is missing.

    Add rho2·‖C‖², the sum of the squares of all entries of C.
    """
    return rbf.loss(X, y, C, w, sigma, rho1)


@misconception("loss.half-penalty")
def half_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The penalties are halved.

    They are rho1·‖w‖² and rho2·‖C‖² here, without ½; hence the 2 in the gradients.
    """
    return rbf.loss(X, y, C, w, sigma, rho1 / 2.0, rho2 / 2.0)


@misconception("loss.penalty-over-P")
def penalty_over_rows(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The penalties are divided by the number of rows.

    Only the log-likelihood is a mean; add rho1·‖w‖² and rho2·‖C‖² as they are.
    """
    return rbf.loss(X, y, C, w, sigma, rho1 / len(y), rho2 / len(y))


@misconception("loss.root-penalty")
def root_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """The penalties are norms, not their squares.

    ‖w‖² is the sum of the squares, `w @ w`; `np.linalg.norm(w)` is its square root. The same holds
    for C.
    """
    penalties = rho1 * np.sqrt(_squares(w)) + rho2 * np.sqrt(_squares(C))
    return float(rbf.loss(X, y, C, w, sigma) + penalties)


@misconception("loss.swapped-penalties")
def swapped_penalties(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho1: float = 0.0, rho2: float = 0.0
) -> float:
    """rho1 and rho2 are swapped.

    rho1 belongs to the weights and rho2 to the centres: rho1·‖w‖² + rho2·‖C‖².
    """
    return rbf.loss(X, y, C, w, sigma, rho2, rho1)


# --- gradient_weights --------------------------------------------------------------------------


@misconception("gradient_weights.sum")
def weights_sum(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """The gradient is summed over the rows, not averaged.

    Some notes print the sum in one place and the mean in another. The loss is a mean, so its
    gradient is (1/P) Φᵀ(p − y) + 2 rho1 w.
    """
    return len(y) * rbf.gradient_weights(Phi, y, w) + 2.0 * rho1 * w


@misconception("gradient_weights.wrong-sign")
def weights_wrong_sign(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """The gradient of the likelihood has the wrong sign.

    It is Φᵀ(p − y)/P, prediction minus label. With label minus prediction a step along minus the
    gradient goes uphill.
    """
    return -rbf.gradient_weights(Phi, y, w) + 2.0 * rho1 * w


@misconception("gradient_weights.half-penalty")
def weights_half_penalty(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """The gradient of the penalty is halved.

    The penalty is rho1·‖w‖², and the derivative of a square brings a 2: 2 rho1 w.
    """
    return rbf.gradient_weights(Phi, y, w, rho1 / 2.0)


@misconception("gradient_weights.no-penalty")
def weights_no_penalty(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """The penalty is missing from the gradient.

    What is added to the loss is part of its gradient: 2 rho1 w.
    """
    return rbf.gradient_weights(Phi, y, w)


@misconception("gradient_weights.penalty-over-P")
def weights_penalty_over_rows(
    Phi: Array, y: Array, w: Array, rho1: float = 0.0
) -> Iterator[Callable[..., Array]]:
    """The gradient of the penalty is divided by the number of rows.

    Only the log-likelihood is a mean: (1/P) Φᵀ(p − y) + 2 rho1 w.
    """
    yield lambda Phi, y, w, rho1=0.0: rbf.gradient_weights(Phi, y, w, rho1 / len(y))
    yield lambda Phi, y, w, rho1=0.0: rbf.gradient_weights(Phi, y, w, rho1 / len(y) / 2.0)


@misconception("gradient_weights.scores")
def weights_scores(Phi: Array, y: Array, w: Array, rho1: float = 0.0) -> Array:
    """The score is compared with the label, not the probability.

    p = σ(Φw): without the sigmoid this is the gradient of least squares.
    """
    return np.asarray(Phi.T @ (Phi @ w - y) / len(y) + 2.0 * rho1 * w)


# --- hessian_weights ---------------------------------------------------------------------------


def _curvature(Phi: Array, diagonal: Array) -> Array:
    return np.asarray((Phi.T * diagonal) @ Phi / len(Phi))


@misconception("hessian_weights.weights-on-diagonal")
def weights_on_diagonal(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """The weights stand in the diagonal matrix.

    Some notes call that matrix W. It has nothing to do with the weights w: its entries are
    p(1 − p), one for each of the P rows.
    """
    return np.asarray(Phi.T @ np.diag(w) @ Phi / len(Phi) + 2.0 * rho1 * np.eye(len(w)))


@misconception("hessian_weights.sum")
def hessian_sum(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """The Hessian is summed over the rows, not averaged.

    Some notes print the sum in one place and the mean in another. The gradient has 1/P, so the
    Hessian has it, too: (1/P) Φᵀ D Φ + 2 rho1 I.
    """
    return len(Phi) * rbf.hessian_weights(Phi, w) + 2.0 * rho1 * np.eye(len(w))


@misconception("hessian_weights.no-penalty")
def hessian_no_penalty(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """The penalty is missing from the Hessian.

    The gradient has 2 rho1 w, whose derivative is 2 rho1 I. Without it the matrix may be singular.
    """
    return rbf.hessian_weights(Phi, w)


@misconception("hessian_weights.half-penalty")
def hessian_half_penalty(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """The penalty's part of the Hessian is halved.

    The second derivative of rho1·w² is 2 rho1: add 2 rho1 I.
    """
    return rbf.hessian_weights(Phi, w, rho1 / 2.0)


@misconception("hessian_weights.penalty-everywhere")
def penalty_everywhere(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """2 rho1 is added to every entry.

    It belongs on the diagonal only: 2 rho1 times `np.eye(N)`.
    """
    return rbf.hessian_weights(Phi, w) + 2.0 * rho1


@misconception("hessian_weights.no-curvature")
def no_curvature(Phi: Array, w: Array, rho1: float = 0.0) -> Array:
    """p(1 − p) is missing.

    ΦᵀΦ/P is the Hessian of least squares. The derivative of the sigmoid puts p(1 − p) between.
    """
    return _curvature(Phi, np.ones(len(Phi))) + 2.0 * rho1 * np.eye(len(w))


@misconception("hessian_weights.only-p")
def only_p(Phi: Array, w: Array, rho1: float = 0.0) -> Iterator[Callable[..., Array]]:
    """The diagonal has p or its square, not p(1 − p).

    The derivative of the sigmoid is p(1 − p): the curvature is largest where the network is unsure,
    at p = ½.
    """

    def with_diagonal(diagonal: Callable[[Array], Array]) -> Callable[..., Array]:
        return lambda Phi, w, rho1=0.0: (
            _curvature(Phi, diagonal(sigmoid(Phi @ w))) + 2.0 * rho1 * np.eye(len(w))
        )

    yield with_diagonal(lambda p: p)
    yield with_diagonal(lambda p: 1.0 - p)
    yield with_diagonal(lambda p: p * p)
    yield with_diagonal(lambda p: (p * (1.0 - p)) ** 2)


# --- newton: one skeleton, so that each mistake is the one thing in which it differs -------------


def _newton(
    Phi: Array,
    y: Array,
    w0: Array | None,
    max_iter: int,
    gradient: Callable[[Array], Array],
    hessian: Callable[[Array], Array],
) -> Array:
    """Full steps; if many of them do not settle, nobody knows where exactly they end."""
    w = np.zeros(Phi.shape[1]) if w0 is None else np.array(w0, dtype=np.float64)
    for _ in range(max_iter):
        slope = gradient(w)
        if np.linalg.norm(slope) <= 1e-8:
            return w
        try:
            w = w - np.linalg.solve(hessian(w), slope)
        except np.linalg.LinAlgError:
            raise Undecided from None
    if max_iter > 1 and not np.linalg.norm(gradient(w)) <= 1e-6:
        raise Undecided
    return w


def _steps_with(in_gradient: float, in_hessian: float) -> Callable[..., Array]:
    """Newton's method with these shares of the penalty."""

    def minimise(
        Phi: Array,
        y: Array,
        rho1: float,
        w0: Array | None = None,
        tol: float = 1e-8,
        max_iter: int = 50,
    ) -> Array:
        return _newton(
            *(Phi, y, w0, max_iter),
            lambda w: rbf.gradient_weights(Phi, y, w, in_gradient * rho1),
            lambda w: rbf.hessian_weights(Phi, w, in_hessian * rho1),
        )

    return minimise


@misconception("newton.half-penalty")
def newton_half_penalty(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Iterator[Callable[..., Array]]:
    """The penalty is counted by half.

    The loss has rho1·‖w‖²: the gradient gains 2 rho1 w, and the Hessian 2 rho1 I.
    """
    # With the Hessian of the right penalty or of the wrong one: the way differs, the end does not.
    for share in (0.5, 1.0):
        yield _steps_with(0.5, share)


@misconception("newton.no-penalty")
def newton_no_penalty(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Iterator[Callable[..., Array]]:
    """The penalty is not part of what is minimised.

    What is minimised includes rho1·‖w‖²: the gradient gains 2 rho1 w, and the Hessian 2 rho1 I.
    """
    for share in (0.0, 1.0):
        yield _steps_with(0.0, share)


@misconception("newton.sum")
def newton_sum(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """The likelihood is summed over the rows, not averaged.

    Some notes print the sum in one place and the mean in another. With the sum the penalty weighs P
    times less, and the minimum is another one: both Φᵀ(p − y) and ΦᵀDΦ are divided by P.
    """
    return _newton(
        *(Phi, y, w0, max_iter),
        lambda w: len(y) * rbf.gradient_weights(Phi, y, w) + 2.0 * rho1 * w,
        lambda w: len(y) * rbf.hessian_weights(Phi, w) + 2.0 * rho1 * np.eye(len(w)),
    )


@misconception("newton.no-penalty-in-hessian")
def newton_no_penalty_in_hessian(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """The penalty is missing from the Hessian.

    The gradient has 2 rho1 w, so the Hessian has 2 rho1 I. Without it the steps are too long where
    the loss is nearly flat, and they need not arrive anywhere.
    """
    return _steps_with(1.0, 0.0)(Phi, y, rho1, w0, tol, max_iter)


@misconception("newton.ascends")
def newton_ascends(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """The step is added, not subtracted.

    The step is −H⁻¹g: w − solve(H, g). With a plus each step leads further away from the minimum,
    and the weights run off.
    """
    return _newton(
        *(Phi, y, w0, max_iter),
        lambda w: -rbf.gradient_weights(Phi, y, w, rho1),
        lambda w: rbf.hessian_weights(Phi, w, rho1),
    )


@misconception("newton.one-step")
def newton_one_step(
    Phi: Array,
    y: Array,
    rho1: float,
    w0: Array | None = None,
    tol: float = 1e-8,
    max_iter: int = 50,
) -> Array:
    """Only one step is made.

    One step is enough for a quadratic function, and this is none: repeat until the gradient is
    small.
    """
    return _steps_with(1.0, 1.0)(Phi, y, rho1, w0, tol, 1)


# --- gradient_centers --------------------------------------------------------------------------


def _centers(X: Array, y: Array, C: Array, w: Array, Phi: Array, slopes: Array) -> Array:
    """The gradient without penalty, if ∂φ_ij/∂c_j is −(x_i − c_j)·slopes_ij."""
    weight = np.outer(sigmoid(Phi @ w) - y, w) * slopes / len(X)
    return np.asarray(weight.sum(axis=0)[:, None] * C - weight.T @ X)


@misconception("gradient_centers.wrong-sign")
def centers_wrong_sign(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Array:
    """The gradient of the likelihood has the wrong sign: a step along minus it goes up.

    The derivative of φ in its centre is −(x − c)/φ, with a minus, and it is multiplied by p − y.
    """
    return -rbf.gradient_centers(X, y, C, w, sigma) + 2.0 * rho2 * C


@misconception("gradient_centers.unsquared-distance")
def centers_unsquared_distance(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Iterator[Callable[..., Array]]:
    """The distance is not squared under the root of the multiquadric.

    Some notes print sqrt(‖x − c‖ + σ²). With φ = sqrt(‖x − c‖² + σ²) the derivative in the centre
    is −(x − c)/φ.
    """

    def with_slopes(slopes: Callable[[Array, Array], Array]) -> Callable[..., Array]:
        def wrong(X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0) -> Array:
            Phi = unsquared_distance(X, C, sigma)
            return _centers(X, y, C, w, Phi, slopes(Phi, _distances(X, C))) + 2.0 * rho2 * C

        return wrong

    yield with_slopes(lambda Phi, distances: 1.0 / Phi)
    yield with_slopes(lambda Phi, distances: 1.0 / (2.0 * distances * Phi))


@misconception("gradient_centers.sum")
def centers_sum(X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0) -> Array:
    """The gradient is summed over the rows, not averaged.

    Some notes print the sum in one place and the mean in another. The loss is a mean, so the sum
    over the rows is divided by P; the penalty is not.
    """
    return len(y) * rbf.gradient_centers(X, y, C, w, sigma) + 2.0 * rho2 * C


@misconception("gradient_centers.not-divided")
def centers_not_divided(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Iterator[Callable[..., Array]]:
    """The derivative of the root is missing.

    The derivative of sqrt(u) is 1/(2 sqrt(u)), and that of u = ‖x − c‖² + σ² is −2(x − c): together
    −(x − c)/φ.
    """

    def with_factor(factor: float) -> Callable[..., Array]:
        def wrong(X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0) -> Array:
            Phi = rbf.multiquadric(X, C, sigma)
            return _centers(X, y, C, w, Phi, np.full_like(Phi, factor)) + 2.0 * rho2 * C

        return wrong

    yield with_factor(1.0)
    yield with_factor(2.0)


@misconception("gradient_centers.half-root")
def centers_half_root(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Iterator[Callable[..., Array]]:
    """The 2 of the square and the ½ of the root do not cancel.

    The derivative of sqrt(u) is 1/(2 sqrt(u)), and that of u = ‖x − c‖² + σ² is −2(x − c): together
    −(x − c)/φ.
    """
    yield (
        lambda X, y, C, w, sigma, rho2=0.0: (
            rbf.gradient_centers(X, y, C, w, sigma) / 2.0 + 2.0 * rho2 * C
        )
    )
    yield (
        lambda X, y, C, w, sigma, rho2=0.0: (
            rbf.gradient_centers(X, y, C, w, sigma) * 2.0 + 2.0 * rho2 * C
        )
    )


@misconception("gradient_centers.no-weights")
def centers_no_weights(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Array:
    """The weight of the centre is missing.

    The score is Σ w_j φ_ij, so its derivative in c_j is w_j ∂φ_ij/∂c_j.
    """
    return rbf.gradient_centers(X, y, C, w, sigma) / w[:, None] + 2.0 * rho2 * C


@misconception("gradient_centers.half-penalty")
def centers_half_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Array:
    """The gradient of the penalty is halved.

    The penalty is rho2·‖C‖², and the derivative of a square brings a 2: 2 rho2 C.
    """
    return rbf.gradient_centers(X, y, C, w, sigma, rho2 / 2.0)


@misconception("gradient_centers.no-penalty")
def centers_no_penalty(
    X: Array, y: Array, C: Array, w: Array, sigma: float, rho2: float = 0.0
) -> Array:
    """The penalty is missing from the gradient.

    What is added to the loss is part of its gradient: 2 rho2 C.
    """
    return rbf.gradient_centers(X, y, C, w, sigma)


# --- armijo: one skeleton here, too --------------------------------------------------------------

# f(x + td), f(x), t, slope, c1, the direction and t0: is this step good enough?
Accept = Callable[[float, float, float, float, float, Array, float], bool]


def _armijo(accept: Accept) -> Callable[..., float]:
    def search(
        f: Landscape,
        x: Array,
        direction: Array,
        slope: float,
        t0: float = 1.0,
        beta: float = 0.5,
        c1: float = 1e-4,
        max_steps: int = 50,
    ) -> float:
        if slope >= 0.0:
            return 0.0
        start, t = f(x), t0
        for _ in range(max_steps):
            if accept(f(x + t * direction), start, t, slope, c1, direction, t0):
                return t
            t *= beta
        return 0.0

    return search


@misconception("armijo.any-decrease")
def any_decrease(*_: Any) -> Iterator[Callable[..., float]]:
    """Any decrease is accepted.

    Armijo's rule wants enough of it: f(x + t·d) ≤ f(x) + c1·t·slope. Steps that gain next to
    nothing can go on for ever without arriving.
    """
    yield _armijo(lambda there, start, *_: there < start)
    yield _armijo(lambda there, start, *_: there <= start)


@misconception("armijo.no-step-length")
def no_step_length(*_: Any) -> Iterator[Callable[..., float]]:
    """The decrease that is asked for does not depend on the step.

    A shorter step can't gain as much as a long one. Ask for c1·t·slope, with the t that is tried.
    """
    yield _armijo(lambda there, start, t, slope, c1, d, t0: there <= start + c1 * slope)
    yield _armijo(lambda there, start, t, slope, c1, d, t0: there <= start + c1 * t0 * slope)


@misconception("armijo.wrong-sign")
def wrong_sign(*_: Any) -> Iterator[Callable[..., float]]:
    """The slope has the wrong sign in the condition.

    It is negative, so f(x) + c1·t·slope lies below f(x). With a minus f may even grow.
    """
    yield _armijo(lambda there, start, t, slope, c1, d, t0: there <= start - c1 * t * slope)


@misconception("armijo.direction-for-slope")
def direction_for_slope(*_: Any) -> Iterator[Callable[..., float]]:
    """The slope is taken from the direction, not from the argument.

    −‖d‖² is the slope of steepest descent only. Use the slope that is given: other directions, such
    as Newton's, have another one.
    """
    yield _armijo(lambda there, start, t, slope, c1, d, t0: there <= start - c1 * t * _squares(d))


@misconception("armijo.fixed-start")
def fixed_start(
    f: Landscape,
    x: Array,
    direction: Array,
    slope: float,
    t0: float = 1.0,
    beta: float = 0.5,
    c1: float = 1e-4,
    max_steps: int = 50,
) -> float:
    """The first step is always 1.

    1 is only its default: the first step to try is t0.
    """
    return rbf.armijo(f, x, direction, slope, 1.0, beta, c1, max_steps)


@misconception("armijo.always-halves")
def always_halves(
    f: Landscape,
    x: Array,
    direction: Array,
    slope: float,
    t0: float = 1.0,
    beta: float = 0.5,
    c1: float = 1e-4,
    max_steps: int = 50,
) -> float:
    """The step is halved whatever beta is.

    ½ is only its default: multiply the step by beta.
    """
    return rbf.armijo(f, x, direction, slope, t0, 0.5, c1, max_steps)


@misconception("armijo.last-step")
def last_step(
    f: Landscape,
    x: Array,
    direction: Array,
    slope: float,
    t0: float = 1.0,
    beta: float = 0.5,
    c1: float = 1e-4,
    max_steps: int = 50,
) -> Iterator[Callable[..., float]]:
    """If no step is good enough, the last one is returned.

    It is not good enough either, and f would grow. Return 0.0.
    """

    def ending(extra: int) -> Callable[..., float]:
        def search(*args: Any) -> float:
            t = rbf.armijo(*args)
            given = (*args, *(1.0, 0.5, 1e-4, 50)[len(args) - 4 :])
            return t if t or given[3] >= 0.0 else given[4] * given[5] ** (given[7] + extra)

        return search

    yield ending(0)
    yield ending(-1)
    yield ending(1)


@misconception("armijo.uphill")
def uphill(
    f: Landscape,
    x: Array,
    direction: Array,
    slope: float,
    t0: float = 1.0,
    beta: float = 0.5,
    c1: float = 1e-4,
    max_steps: int = 50,
) -> float:
    """A slope that is not negative is not refused.

    Armijo's rule is for directions that go down. If slope ≥ 0, return 0.0 before trying anything.
    """
    start, t = f(x), t0
    for _ in range(max_steps):
        if f(x + t * direction) <= start + c1 * t * slope:
            return t
        t *= beta
    return 0.0


# --- predict_proba -----------------------------------------------------------------------------


@misconception("predict_proba.unsquared-distance")
def proba_unsquared_distance(X: Array, C: Array, w: Array, sigma: float) -> Array:
    """The distance is not squared under the root of the multiquadric.

    Some notes print sqrt(‖x − c‖ + σ²). The scores are Φw with Φ = sqrt(‖x − c‖² + σ²).
    """
    return sigmoid(unsquared_distance(X, C, sigma) @ w)


@misconception("predict_proba.score")
def score(X: Array, C: Array, w: Array, sigma: float) -> Array:
    """This is the score, not the probability.

    Take the sigmoid of it: 1/(1 + e^−a), entry by entry.
    """
    return np.asarray(rbf.multiquadric(X, C, sigma) @ w)


@misconception("predict_proba.labels")
def labels(X: Array, C: Array, w: Array, sigma: float) -> Array:
    """These are labels, not probabilities.

    Return σ(Φw) itself, without rounding it to 0 or 1: how sure the network is would be lost.
    """
    return (rbf.predict_proba(X, C, w, sigma) > 0.5).astype(np.float64)


@misconception("predict_proba.class-zero")
def class_zero(X: Array, C: Array, w: Array, sigma: float) -> Array:
    """These are the probabilities of class 0.

    That of class 1 is σ(Φw) = 1/(1 + e^−a), with a minus in the exponent.
    """
    return 1.0 - rbf.predict_proba(X, C, w, sigma)
