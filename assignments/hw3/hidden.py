"""The checks of hw3 that run only where the course staff runs them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from grader.kit import Kit, check, compare
from reference import rbf_network as rbf

from . import cases, checks


@check("multiquadric.arguments", points=1)
def multiquadric_arguments(student: Any, kit: Kit) -> None:
    """The values are right, and X and C are left as they were."""
    multiquadric = student.multiquadric
    kit.unchanged(multiquadric, [kit.draw(multiquadric, cases.points, 4)])


@check("multiquadric.any-size", points=2, kind="property")
def multiquadric_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows, centres and columns will do."""
    kit.agrees_on_any(student.multiquadric, cases.sizes(), cases.points, examples=25)


@check("loss.arguments", points=1)
def loss_arguments(student: Any, kit: Kit) -> None:
    """The loss is right, and its arguments are left as they were."""
    loss = student.loss
    kit.unchanged(loss, [kit.draw(loss, cases.network, 7, 3, 2, (0.3, 0.2))])


@check("loss.any-size", points=1, kind="property")
def loss_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows, centres and columns will do."""
    network = partial(cases.network, rho=(0.4, 0.15))
    kit.agrees_on_any(student.loss, cases.sizes(), network, examples=25)


@check("gradient_weights.arguments", points=1)
def gradient_weights_arguments(student: Any, kit: Kit) -> None:
    """The gradient is right, and its arguments are left as they were."""
    gradient = student.gradient_weights
    kit.unchanged(gradient, [kit.draw(gradient, cases.design, 7, 3, (0.3,))])


@check("gradient_weights.any-size", points=1, kind="property")
def gradient_weights_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and centres will do."""

    def case(rng: cases.Rng, P: int, N: int, _: int) -> cases.Case:
        return cases.design(rng, P, N, (0.4,))

    kit.agrees_on_any(student.gradient_weights, cases.sizes(), case, examples=25)


@check("hessian_weights.arguments", points=1)
def hessian_arguments(student: Any, kit: Kit) -> None:
    """The Hessian is right, and its arguments are left as they were."""
    hessian = student.hessian_weights
    kit.unchanged(hessian, [kit.draw(hessian, cases.curved, 7, 3, (0.3,))])


@check("hessian_weights.any-size", points=2, kind="property")
def hessian_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and centres will do."""

    def case(rng: cases.Rng, P: int, N: int, _: int) -> cases.Case:
        return cases.curved(rng, P, N, (0.4,))

    kit.agrees_on_any(student.hessian_weights, cases.sizes(), case, examples=25)


@check("newton.arguments", points=1)
def newton_arguments(student: Any, kit: Kit) -> None:
    """The minimiser is right, and Phi, y and w0 are left as they were."""
    newton = student.newton
    kit.unchanged(newton, [kit.draw(newton, cases.from_nearby, 8, 3, 0.1)])


@check("newton.any-size", points=2, kind="kkt")
def newton_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and centres will do, and any penalty."""
    for P, N in ((2, 2), (4, 1), (7, 3), (2, 5), (20, 2)):
        for rho1 in (0.1, 0.5):
            checks.optimal(kit, student.newton, cases.minimisation(kit.rng, P, N, rho1))


@check("gradient_centers.arguments", points=1)
def gradient_centers_arguments(student: Any, kit: Kit) -> None:
    """The gradient is right, and its arguments are left as they were."""
    gradient = student.gradient_centers
    kit.unchanged(gradient, [kit.draw(gradient, cases.network, 7, 3, 2, (0.3,))])


@check("gradient_centers.any-size", points=2, kind="property")
def gradient_centers_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows, centres and columns will do."""
    network = partial(cases.network, rho=(0.15,))
    kit.agrees_on_any(student.gradient_centers, cases.sizes(), network, examples=25)


@check("armijo.any-shape", points=1)
def armijo_any_shape(student: Any, kit: Kit) -> None:
    """x may be a matrix, or have one entry."""
    armijo = student.armijo
    wanted = [(cases.sheet, 2, (2, 3)), (cases.steep, 1, (1,)), (cases.bowl, 0, (2, 1, 2))]
    kit.matches(
        armijo, [kit.draw(armijo, cases.descent, f, m, shape=shape) for f, m, shape in wanted]
    )


@check("armijo.max-steps", points=1)
def armijo_max_steps(student: Any, kit: Kit) -> None:
    """max_steps steps are tried, or one more, and no others."""
    armijo = student.armijo
    wanted = [(cases.bowl, 3, 1.0, 0.5, 1e-4, 4), (cases.steep, 5, 1.0, 0.7, 0.1, 6)]
    kit.matches(armijo, [kit.draw(armijo, cases.descent, *each) for each in wanted])
    f, x, d, slope = cases.descent(kit.rng, cases.bowl, 7)
    why = "The first step that is good enough comes after the last one to try"
    checks.no_step(kit, armijo, (f, x, d, slope, 1.0, 0.5, 1e-4, 4), why)
    # By default there are 50 or 51, the last of which are 2⁻⁴⁹ and 2⁻⁵⁰.
    edge = np.zeros(1), np.ones(1), -1.0
    said = "Of the 50 steps that are tried by default the last one is good enough"
    checks.exact_step(kit, armijo, (cases.far_down, *edge), 2.0**-49, said)
    checks.no_step(kit, armijo, (cases.too_far_down, *edge), why)


@check("armijo.arguments", points=1)
def armijo_arguments(student: Any, kit: Kit) -> None:
    """The step is right, and x and the direction are left as they were."""
    armijo = student.armijo
    drawn = [kit.draw(armijo, cases.descent, f, 2) for f in (cases.bowl, cases.steep)]
    kit.unchanged(armijo, drawn)


@check("fit.seeds", points=1)
def fit_seeds(student: Any, kit: Kit) -> None:
    """The same seed gives the same network, another one another; the defaults are as stated."""
    fit = student.fit
    data = cases.ring(kit.rng, 50)
    first, again, *others = (
        checks.fitted(kit, fit, (*data, 5, 0.7, 0.01, 0.01, 2, seed)) for seed in (3, 3, 4, 5, 6)
    )
    args = *data, 5, 0.7, 0.01, 0.01, 2, 3
    if not all(compare.same(one, other) for one, other in zip(first, again, strict=True)):
        said = "Two calls with the same seed gave different networks: draw with default_rng(seed)"
        raise kit.wrong(fit, args, said, first[0], again[0])
    if all(compare.same(first[0], other[0]) for other in others):
        said = (
            "Four different seeds gave the same centres: the rows at which they start are to be "
            "drawn at random, with default_rng(seed)"
        )
        raise kit.wrong(fit, args, said, "centres that depend on the seed", first[0])
    short, full = (*data, 5), (*data, 5, 1.0, 1e-3, 1e-3, 20, 0)
    one, other = checks.fitted(kit, fit, short), checks.fitted(kit, fit, full)
    if not all(compare.equal(*parts, 1e-9) for parts in zip(one, other, strict=True)):
        said = (
            "fit(X, y, n_centers) should do the same as with sigma=1, rho1=rho2=0.001, n_iter=20 "
            "and seed=0, but it gives another network"
        )
        raise kit.wrong(fit, short, said, other[0], one[0])


@check("fit.rounds", points=1)
def fit_rounds(student: Any, kit: Kit) -> None:
    """Every round fits the weights anew to the centres that the one before left."""
    fit = student.fit
    X, y = cases.ring(kit.rng, 60)
    sigma, rho1 = 0.7, 0.01
    runs = [(X, y, 6, sigma, rho1, 0.001, rounds, 0) for rounds in (4, 5)]
    (before, _, _), (after, w, _) = (checks.fitted(kit, fit, args) for args in runs)
    if not compare.same(before, checks.fitted(kit, fit, runs[0])[0]):
        said = "Two calls with the same seed gave different networks: draw with default_rng(seed)"
        raise kit.wrong(fit, runs[0], said, "the same centres", before)
    # The last thing that was fitted: the weights to the centres before the last step or, where a
    # fit closes the training, after it. The margin leaves room for a single step of Newton's.
    slopes = [
        float(np.linalg.norm(rbf.gradient_weights(rbf.multiquadric(X, C, sigma), y, w, rho1)))
        for C in (before, after)
    ]
    if not min(slopes) <= 0.03:
        said = (
            "After five rounds the weights fit neither the centres after the fourth nor those "
            f"after the fifth: the gradient in w has norm {min(slopes):.2g}. Newton's method "
            "belongs in every round"
        )
        raise kit.wrong(fit, runs[1], said, "a gradient near 0", min(slopes))


@check("predict_proba.arguments", points=1)
def predict_arguments(student: Any, kit: Kit) -> None:
    """The probabilities are right in single precision, too, and the arguments stay as they were."""
    predict = student.predict_proba
    kit.unchanged(predict, [cases.single_precision(kit.draw(predict, cases.probabilities, 6))])
