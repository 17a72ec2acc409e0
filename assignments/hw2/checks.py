"""The checks of hw2 that a student may see and run."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grader.kit import (
    Diagnosis,
    Exhibit,
    Function,
    Kit,
    Program,
    Raised,
    WrongAnswer,
    check,
    compare,
    picture,
    show,
)
from reference.cross_entropy import cross_entropy, softmax_cross_entropy
from reference.layers import Sigmoid, Tanh

from . import cases, programs

Array = np.ndarray[Any, Any]

# Named here: in extreme cases single precision may be far off, and a classifier is one of many.
_WITHOUT_EPSILON = Diagnosis(
    "Model.epsilon-forgotten",
    "ε is missing from what goes back",
    "The loss has ln(p + ε) and ln(1 − p + ε), so its gradient in p has p + ε and 1 − p + ε below: "
    "start with cross_entropy_grad(p, y), whose ε is 1e-7 if nothing is said.",
)
_CONSTANT_COLUMN = Diagnosis(
    "MLPClassifier.constant-column",
    "A column that is the same in all rows becomes nan",
    "Its standard deviation is 0, and so is its largest entry minus its smallest: 0/0 is nan. "
    "Where what you divide by is 0, divide by 1.",
)

# --- Dense -------------------------------------------------------------------------------------

_DENSE = {"backward(upstream)": "X", "dW": "W", "db": "b"}


def _through_dense(X: Array, W: Array, b: Array, upstream: Array) -> float:
    """A number whose derivative in the output of a dense layer is `upstream`."""
    return float(np.sum(upstream * (X @ W + b)))


@check("Dense.setup", points=2)
def dense_setup(student: Any, kit: Kit) -> None:
    """setup makes W of shape (D, units) and b of shape (units,)."""
    setup = kit.steps(student, "Dense", programs.dense_setup)
    for args in ((3, 2, 0), (1, 4, 1), (5, 1, 2)):
        made, shapes = setup(*args), {"W": args[:2], "b": args[1:2]}
        for name, shape in shapes.items():
            value = compare.numeric(made[name])
            if value is None or value.shape != shape or not np.isfinite(value).all():
                said = f"{name} should be an array of shape {shape}, but is "
                said += compare.describe(made[name])
                raise kit.wrong(setup, args, said, f"an array of shape {shape}", made[name])


@check("Dense.forward", points=3)
def dense_forward(student: Any, kit: Kit) -> None:
    """forward gives XW + b, for one row and many, and for a wide, a tall and a square W."""
    forward = kit.steps(student, "Dense", programs.dense_forward)
    kit.matches(forward, [kit.draw(forward, cases.dense_output, *shape) for shape in cases.SHAPES])


@check("Dense.backward", points=5, kind="gradient")
def dense_backward(student: Any, kit: Kit) -> None:
    """A small step of X, W or b changes what comes out as backward says."""
    backward = kit.steps(student, "Dense", programs.dense_backward)
    drawn = [kit.draw(backward, cases.dense, *shape) for shape in cases.SHAPES]
    kit.each(drawn, lambda case: kit.derivative(backward, case, _through_dense, of=_DENSE))
    kit.matches(backward, drawn)


@check("Dense.second-batch", points=2)
def dense_second_batch(student: Any, kit: Kit) -> None:
    """backward belongs to the last forward of its own layer, whatever went through before."""
    for program in (programs.dense_again, programs.two_dense):
        again = kit.steps(student, "Dense", program)
        kit.matches(
            again, [kit.draw(again, cases.dense, *shape) for shape in ((3, 2, 4), (2, 4, 3))]
        )


@check("Dense.precision", points=1)
def dense_precision(student: Any, kit: Kit) -> None:
    """Single precision and other orders in memory will do."""
    backward = kit.steps(student, "Dense", programs.dense_backward)
    drawn = [kit.draw(backward, cases.dense, *shape) for shape in ((4, 2, 3), (3, 5, 2))]
    kit.matches(backward, [cases.single_precision(case) for case in drawn])


# --- activations -------------------------------------------------------------------------------


@check("Tanh.forward", points=3)
def tanh_forward(student: Any, kit: Kit) -> None:
    """forward gives tanh(σx)."""
    forward = kit.steps(student, "Tanh", programs.tanh_forward)
    sizes = ((2, 3, 1.0), (3, 2, 0.4), (2, 4, 2.5), (20, 3, 0.1))
    kit.matches(forward, [(cases.entries(kit.rng, n, d), sigma) for n, d, sigma in sizes])


@check("Tanh.backward", points=3, kind="gradient")
def tanh_backward(student: Any, kit: Kit) -> None:
    """A small step of X changes tanh(σx) as backward says."""
    backward = kit.steps(student, "Tanh", programs.tanh_backward)

    def through(X: Array, sigma: float, upstream: Array) -> float:
        return float(np.sum(upstream * Tanh(sigma).forward(X)))

    drawn = []
    for n, d, sigma in ((2, 3, 1.0), (1, 3, 0.4), (4, 2, 1.7), (2, 5, 0.3)):
        X, upstream = cases.activation(kit.rng, n, d)
        drawn.append((X, sigma, upstream))
    kit.each(
        drawn, lambda case: kit.derivative(backward, case, through, of={"backward(upstream)": "X"})
    )
    kit.matches(backward, drawn)


@check("Tanh.second-batch", points=1)
def tanh_second_batch(student: Any, kit: Kit) -> None:
    """backward belongs to the last forward of its own layer."""
    again = kit.steps(student, "Tanh", programs.tanh_again)
    X, upstream = cases.activation(kit.rng, 3, 2)
    kit.matches(again, [(X, 0.8, upstream)])


@check("Tanh.large", points=1, kind="robustness")
def tanh_large(student: Any, kit: Kit) -> None:
    """Large inputs give −1 and +1 with slope 0, not nan."""
    forward = kit.steps(student, "Tanh", programs.tanh_forward)
    backward = kit.steps(student, "Tanh", programs.tanh_backward)
    X = np.array([[-800.0, 900.0], [1e4, -1e4]])
    _saturates(kit, forward, (X, 2.0), np.sign(X))
    _saturates(kit, backward, (X, 2.0, np.ones((2, 2))), np.zeros((2, 2)))


def _saturates(kit: Kit, steps: Any, args: Sequence[Any], expected: Array) -> None:
    """The only result is that, to single precision."""
    ((name, value),) = steps(*args).items()
    # Between −1 and 1, however large the input: so is its rounding.
    difference = compare.difference(name, expected, value, 1e-5)
    if difference:
        raise kit.wrong(steps, args, difference, expected, value)


@check("ReLU.forward", points=2)
def relu_forward(student: Any, kit: Kit) -> None:
    """forward gives max(x, 0)."""
    forward = kit.steps(student, "ReLU", programs.relu_forward)
    drawn = [(cases.entries(kit.rng, n, d),) for n, d in ((2, 3), (1, 4), (6, 4))]
    far = np.array([[10.0, -40.0, 500.0], [-0.001, 0.001, 0.0001]])
    kit.matches(forward, [*drawn, (np.array([[0.0, -1.0, 2.0]]),), (far,)])


@check("ReLU.backward", points=2, kind="gradient")
def relu_backward(student: Any, kit: Kit) -> None:
    """A small step of X changes max(x, 0) as backward says."""
    backward = kit.steps(student, "ReLU", programs.relu_backward)

    def through(X: Array, upstream: Array) -> float:
        return float(np.sum(upstream * np.maximum(X, 0.0)))

    drawn = [cases.activation(kit.rng, n, d) for n, d in ((2, 3), (1, 5), (5, 3))]
    kit.each(
        drawn, lambda case: kit.derivative(backward, case, through, of={"backward(upstream)": "X"})
    )
    far = np.array([[10.0, -40.0, 500.0], [-0.001, 0.001, 0.0001]])
    kit.matches(backward, [*drawn, (far, np.array([[-1.5, 2.0, 0.5], [0.75, -1.0, 3.0]]))])


@check("ReLU.second-batch", points=1)
def relu_second_batch(student: Any, kit: Kit) -> None:
    """backward belongs to the last forward of its own layer."""
    again = kit.steps(student, "ReLU", programs.relu_again)
    kit.matches(again, [cases.activation(kit.rng, 3, 4)])


@check("Sigmoid.forward", points=2)
def sigmoid_forward(student: Any, kit: Kit) -> None:
    """forward gives 1/(1 + e^−x)."""
    forward = kit.steps(student, "Sigmoid", programs.sigmoid_forward)
    shapes = ((2, 3), (1, 4), (6, 4))
    kit.matches(forward, [(cases.entries(kit.rng, n, d, scale=2.0),) for n, d in shapes])


@check("Sigmoid.backward", points=2, kind="gradient")
def sigmoid_backward(student: Any, kit: Kit) -> None:
    """A small step of X changes the sigmoid as backward says."""
    backward = kit.steps(student, "Sigmoid", programs.sigmoid_backward)

    def through(X: Array, upstream: Array) -> float:
        return float(np.sum(upstream * Sigmoid().forward(X)))

    drawn = [cases.activation(kit.rng, n, d, scale=1.5) for n, d in ((2, 3), (1, 5), (5, 3))]
    kit.each(
        drawn, lambda case: kit.derivative(backward, case, through, of={"backward(upstream)": "X"})
    )
    kit.matches(backward, drawn)


@check("Sigmoid.second-batch", points=1)
def sigmoid_second_batch(student: Any, kit: Kit) -> None:
    """backward belongs to the last forward of its own layer."""
    again = kit.steps(student, "Sigmoid", programs.sigmoid_again)
    kit.matches(again, [cases.activation(kit.rng, 3, 2, scale=1.5)])


@check("Sigmoid.large", points=1, kind="robustness")
def sigmoid_large(student: Any, kit: Kit) -> None:
    """Large inputs give 0 and 1 with slope 0, not nan."""
    forward = kit.steps(student, "Sigmoid", programs.sigmoid_forward)
    backward = kit.steps(student, "Sigmoid", programs.sigmoid_backward)
    X = np.array([[-800.0, 900.0], [1e4, -1e4]])
    _saturates(kit, forward, (X,), (X > 0.0).astype(np.float64))
    _saturates(kit, backward, (X, np.ones((2, 2))), np.zeros((2, 2)))


# --- cross_entropy -----------------------------------------------------------------------------


@check("cross_entropy.values", points=3)
def entropy_values(student: Any, kit: Kit) -> None:
    """The loss is the mean over the rows of −[y ln(p + ε) + (1 − y) ln(1 − p + ε)]."""
    it = student.cross_entropy
    kit.matches(it, [kit.draw(it, cases.probabilities, n) for n in (2, 3, 5, 60)])


@check("cross_entropy.column", points=1)
def entropy_column(student: Any, kit: Kit) -> None:
    """p may be a column, of shape (n, 1), while y is a row of labels."""
    it = student.cross_entropy
    kit.matches(it, [kit.draw(it, cases.probabilities, n, column=True) for n in (2, 5, 30)])


@check("cross_entropy.epsilon", points=1)
def entropy_epsilon(student: Any, kit: Kit) -> None:
    """ε is added inside both logarithms."""
    it = student.cross_entropy
    drawn = [kit.draw(it, cases.probabilities, n, eps=eps) for n, eps in ((2, 0.1), (6, 0.05))]
    kit.matches(it, drawn)


@check("cross_entropy.certain", points=1, kind="robustness")
def entropy_certain(student: Any, kit: Kit) -> None:
    """A probability of exactly 0 or 1 costs as much as ε says, and not nan or inf."""
    it = student.cross_entropy
    for p, y in (([0.0, 1.0, 0.5], [1, 0, 1]), ([1.0, 0.0, 0.25], [1, 0, 0])):
        args = np.array(p), np.array(y)
        expected, value = cross_entropy(*args), it(*args)
        # 1 − p + ε cancels to ε in double precision; in single precision it may be 1.19e-7.
        difference = compare.difference("The result", expected, value, 0.2)
        if difference:
            raise kit.wrong(it, args, difference, expected, value)


# --- cross_entropy_grad ------------------------------------------------------------------------


def _entropy(p: Array, y: Array, eps: float = 1e-7) -> float:
    return cross_entropy(p, y, eps)


@check("cross_entropy_grad.slope", points=4, kind="gradient")
def entropy_slope(student: Any, kit: Kit) -> None:
    """A small step of p changes the cross-entropy as the gradient says."""
    it = student.cross_entropy_grad
    drawn = [kit.draw(it, cases.probabilities, n) for n in (2, 3, 6, 25)]
    kit.each(drawn, lambda case: kit.derivative(it, case, _entropy, of="p"))
    kit.matches(it, drawn)


@check("cross_entropy_grad.column", points=2, kind="gradient")
def entropy_slope_column(student: Any, kit: Kit) -> None:
    """For a column of probabilities the gradient is a column, too."""
    it = student.cross_entropy_grad
    drawn = [kit.draw(it, cases.probabilities, n, column=True) for n in (2, 5)]
    kit.each(drawn, lambda case: kit.derivative(it, case, _entropy, of="p"))
    kit.matches(it, drawn)


@check("cross_entropy_grad.epsilon", points=2, kind="gradient")
def entropy_slope_epsilon(student: Any, kit: Kit) -> None:
    """ε is part of the loss, and so of its gradient."""
    it = student.cross_entropy_grad
    drawn = [kit.draw(it, cases.probabilities, n, eps=eps) for n, eps in ((3, 0.2), (6, 0.05))]
    kit.each(drawn, lambda case: kit.derivative(it, case, _entropy, of="p"))
    kit.matches(it, drawn)
    # By default it is 1e-7. Half as much or twice as much is rounding: 1 − p + ε in float32.
    args = np.array([0.0, 1.0, 0.5, 0.5]), np.array([1, 0, 1, 0])
    value, expected = compare.numeric(it(*args)), np.array([-2.5e6, 2.5e6, -0.5, 0.5])
    right = value is not None and value.shape == (4,) and bool((value * expected > 0.0).all())
    if not right or not np.abs(np.log2(np.abs(value / expected))).max() <= 1.0:
        said = (
            "Where p is exactly 0 and y is 1, or the other way round, the gradient should be "
            "∓1/(n·ε), with ε = 1e-7"
        )
        raise kit.wrong(it, args, said, expected, "None" if value is None else value)


# --- softmax_cross_entropy ---------------------------------------------------------------------

_LOGITS = ((2, 3), (1, 4), (5, 2), (3, 3), (40, 10))


@check("softmax_cross_entropy.loss", points=3)
def softmax_value(student: Any, kit: Kit) -> None:
    """The loss is the mean over the rows of log Σ exp Z − Z_y."""
    it = kit.steps(student, "softmax_cross_entropy", programs.softmax_loss)
    kit.matches(it, [kit.draw(it, cases.logits, n, k) for n, k in _LOGITS])


@check("softmax_cross_entropy.slope", points=3, kind="gradient")
def softmax_slope(student: Any, kit: Kit) -> None:
    """A small step of Z changes that loss as dZ says."""
    it = kit.steps(student, "softmax_cross_entropy", programs.softmax_slope)

    def value(Z: Array, y: Array) -> float:
        return softmax_cross_entropy(Z, y)[0]

    drawn = [kit.draw(it, cases.logits, n, k) for n, k in _LOGITS[:4]]
    kit.each(drawn, lambda case: kit.derivative(it, case, value, of={"dZ": "Z"}))
    kit.matches(it, drawn)


@check("softmax_cross_entropy.large", points=1, kind="robustness")
def softmax_large(student: Any, kit: Kit) -> None:
    """Logits in the thousands give finite numbers."""
    it = student.softmax_cross_entropy
    kit.agrees(it, (np.array([[1000.0, 0.0, -1000.0], [-2000.0, 3000.0, 0.0]]), np.array([0, 2])))


@check("softmax_cross_entropy.label-types", points=1)
def softmax_label_types(student: Any, kit: Kit) -> None:
    """Labels of any integer type, missing classes and logits in single precision will do."""
    it = student.softmax_cross_entropy
    Z, _ = cases.logits(kit.rng, 4, 5)
    kit.matches(it, [(Z, np.array([0, 2, 2, 3], dtype=np.uint8))])
    kit.matches(it, [(np.asfortranarray(Z.astype(np.float32)), np.array([1, 0, 3, 1], np.int32))])


# --- Model -------------------------------------------------------------------------------------

# A model is judged by what the mathematics says or, where a layer of the submission is wrong and
# has lost its points already, by what its own layers and losses make of the same steps.


def _model(
    kit: Kit, student: Any, program: Program, parts: Sequence[Program], drawn: Sequence[Any]
) -> None:
    model, quiet = kit.steps(student, "Model", program), student.unrecorded()
    kit.matches(model, drawn, otherwise=[kit.steps(quiet, "Model", other) for other in parts])


@check("Model.forward", points=3)
def model_forward(student: Any, kit: Kit) -> None:
    """forward sends the rows through all layers, with the parameters that were set."""
    sizes: list[tuple[int, int, list[int]]] = [(2, 3, []), (3, 2, [4]), (1, 3, [2, 5])]
    drawn = [cases.model_input(kit.rng, n, D, units) for n, D, units in sizes]
    _model(kit, student, programs.model_forward, [programs.parts_forward], drawn)


@check("Model.parameters", points=3)
def model_parameters(student: Any, kit: Kit) -> None:
    """get_params lists W1, b1, W2, b2 row by row, and set_params puts them back."""
    parameters = kit.steps(student, "Model", programs.model_parameters)
    kit.matches(parameters, [cases.two_layers(kit.rng, *size) for size in ((2, 3, 1), (3, 2, 4))])
    round_trip = kit.steps(student, "Model", programs.model_round_trip)
    for D, units in ((2, 3), (4, 2)):
        v = np.round(kit.rng.normal(size=D * units + 3 * units + 2), 2)
        kit.matches(round_trip, [(v, D, units)])


@check("Model.loss", points=2)
def model_loss(student: Any, kit: Kit) -> None:
    """Without penalty, the loss is the cross-entropy of what comes out."""
    _losses(student, kit, 0.0)
    by_default = kit.steps(student, "Model", programs.model_loss_by_default)
    params, X, y, _, _ = cases.model_problem(kit.rng, 4, 3, [], 0.0)
    try:
        kit.matches(by_default, [(params, X, y)])
    except WrongAnswer:
        given = kit.steps(student.unrecorded(), "Model", programs.model_loss)
        value, same = by_default(params, X, y)["loss"], given(params, X, y, [], 0.0)["loss"]
        if not compare.equal(value, same, 1e-6):  # else it is the parts that are wrong
            raise


@check("Model.penalty", points=2)
def model_penalty(student: Any, kit: Kit) -> None:
    """With a penalty, rho times the sum of the squared weights is added, biases left out."""
    _losses(student, kit, 0.3)


def _losses(student: Any, kit: Kit, rho: float) -> None:
    sizes: list[tuple[int, int, list[int]]] = [(3, 2, []), (4, 3, [2]), (6, 2, [3, 4])]
    drawn = [cases.model_problem(kit.rng, n, D, units, rho) for n, D, units in sizes]
    parts = [programs.parts_loss, programs.parts_loss_true_entropy]
    _model(kit, student, programs.model_loss, parts, drawn)


@check("Model.gradient", points=3, kind="gradient")
def model_gradient(student: Any, kit: Kit) -> None:
    """A small step of any parameter changes the loss as the gradient says."""
    model = kit.steps(student, "Model", programs.model_gradient)
    sizes: list[tuple[int, int, list[int], float]] = [
        *[(3, 2, [], 0.0), (4, 2, [3], 0.0), (1, 3, [2], 0.0)],
        *[(4, 2, [3], 0.2), (6, 2, [3, 4], 0.35)],
    ]
    for n, D, units, rho in sizes:
        case = cases.model_problem(kit.rng, n, D, units, rho)
        try:
            kit.derivative(model, case, cases.loss_of_network, of={"grad": "params"})
        except WrongAnswer:
            parts = [programs.parts_gradient, programs.parts_gradient_true_entropy]
            _model(kit, student, programs.model_gradient, parts, [case])
            continue
        kit.matches(model, [case])


@check("Model.saturated", points=1, kind="robustness")
def model_saturated(student: Any, kit: Kit) -> None:
    """Where a probability is nearly 0 or 1, loss and gradient are what ε makes of them."""
    params, y = np.array([1.0, 0.0]), np.array([0, 1])
    near: tuple[Any, ...] = params, np.array([[15.0], [-16.0]]), y, [], 0.0
    beyond: tuple[Any, ...] = params, np.array([[40.0], [-40.0]]), y, [], 0.0
    # How far 1 − p may be off in single precision. Without ε the first gradient is 15.5, not 9.9.
    _saturated(kit, student, programs.model_gradient, near, 1.5)
    _saturated(kit, student, programs.model_gradient, beyond, 0.1)
    _saturated(kit, student, programs.model_loss, beyond, 0.3)


_PARTS = {
    programs.model_gradient: (programs.parts_gradient, programs.parts_gradient_true_entropy),
    programs.model_loss: (programs.parts_loss, programs.parts_loss_true_entropy),
}


def _saturated(
    kit: Kit, student: Any, program: Program, args: tuple[Any, ...], slack: float
) -> None:
    model = kit.steps(student, "Model", program)
    params, X, y, *_ = args
    loss, grad = cases.network(1, []).evaluate_loss(params, X, y)
    ((name, value),) = model(*args).items()
    expected = grad if name == "grad" else loss
    difference = compare.difference(name, expected, value, slack)
    if not difference or _as_the_parts(kit, student, program, args, value, slack):
        return
    wrong = kit.wrong(model, args, difference, expected, value)
    error = 1.0 / (1.0 + np.exp(-X[:, 0])) - y
    if name == "grad" and compare.equal(
        value, np.array([np.mean(error * X[:, 0]), np.mean(error)]), slack
    ):
        wrong.diagnosis = (_WITHOUT_EPSILON,)
    raise wrong


def _as_the_parts(
    kit: Kit, student: Any, program: Program, args: tuple[Any, ...], value: Any, slack: float
) -> bool:
    """Whether that is what the student's own layers and losses come to."""
    for other in _PARTS[program]:
        try:
            ((_, got),) = kit.steps(student.unrecorded(), "Model", other)(*args).items()
        except (Raised, WrongAnswer):
            continue
        if compare.equal(value, got, slack):
            return True
    return False


# --- adam --------------------------------------------------------------------------------------


@check("adam.steps", points=4)
def adam_steps(student: Any, kit: Kit) -> None:
    """The first steps are those of Adam, bias correction and all."""
    adam = kit.steps(student, "adam", programs.adam_steps)
    usual = 0.9, 0.999, 1e-8
    fun, x0 = cases.bowl_at(kit.rng, 1)
    far, start = cases.bowl_at(kit.rng, 3)
    wavy = np.array([0.7, -1.1])
    kit.matches(
        adam,
        [
            *[(fun, x0, 0.1, *usual, steps) for steps in (1, 2, 3)],
            *[(far, start, 0.5, *usual, steps) for steps in (1, 4, 12)],
            (cases.wave, wavy, 0.05, *usual, 6),
        ],
    )


@check("adam.settings", points=2)
def adam_settings(student: Any, kit: Kit) -> None:
    """The settings are used as the formulas say, and have the defaults that they should."""
    adam = kit.steps(student, "adam", programs.adam_steps)
    fun, x0 = cases.bowl_at(kit.rng, 3)
    settings = ((0.2, 0.5, 0.9, 1e-8), (0.05, 0.8, 0.6, 1e-8), (0.3, 0.9, 0.99, 0.5))
    kit.matches(adam, [(fun, x0, *setting, 5) for setting in settings])
    by_default = kit.steps(student, "adam", programs.adam_by_default)
    # A slope of 1e-7 is ten times tol: no reason to stop, and small enough for eps to matter.
    kit.matches(
        by_default, [(cases.wave, np.array([0.3, -0.2]), 60), (cases.slight, np.zeros(1), 20)]
    )
    _makes_1000_steps(student, kit)


def _makes_1000_steps(student: Any, kit: Kit) -> None:
    """Downhill on a plane each step is lr = 0.001, and neither gradient nor step becomes small."""
    alone = kit.steps(student, "adam", programs.adam_left_alone)
    args = cases.plane, np.array([0.25, -0.5])
    end = args[1] - 1.0
    x = _point(kit, alone, args, end)
    if not np.abs(x - end).max() <= 3e-4:  # a third of a step: 1000 of them may be rounded
        said = (
            "Without maxiter there should be 1000 steps, each of 0.001 where the gradient is 1 "
            f"everywhere, but x moved from {args[1].tolist()} to {show.line(x)}"
        )
        raise kit.wrong(alone, args, said, end, x)


def _point(kit: Kit, steps: Function, args: Sequence[Any], like: Array) -> Array:
    """Where adam ends, if that is a point."""
    value = steps(*args)["result.x"]
    x = compare.numeric(value)
    if x is None or x.shape != like.shape or not np.isfinite(x).all():
        found = compare.describe(value) if x is None or x.shape != like.shape else show.line(x)
        said = f"x should be a point of {like.size} finite numbers, but is {found}"
        raise kit.wrong(steps, args, said, like, value)
    return x


# The steps themselves have been judged: what follows does not ask for them again.


@check("adam.arguments", points=1)
def adam_arguments(student: Any, kit: Kit) -> None:
    """args reach the function, and the gradient's function where it is another one."""
    x0, args = np.array([2.0, -1.0]), (np.array([0.5, 1.5]), 3.0)
    # Without args, or with others, these functions can't be called at all.
    one = kit.steps(student, "adam", programs.adam_with_args)
    _point(kit, one, (cases.shifted_bowl, x0, args), x0)
    two = kit.steps(student, "adam", programs.adam_with_args_twice)
    value, slope = _value_of(cases.shifted_bowl), _slope_of(cases.shifted_bowl)
    _point(kit, two, (value, x0, args, slope), x0)


@check("adam.minimize", points=2)
def adam_minimize(student: Any, kit: Kit) -> None:
    """As a method of scipy.optimize.minimize it finds the minimum of a quadratic function."""
    import scipy.optimize

    centre = np.array([1.0, -2.0])
    target = cases.bowl(centre, np.array([1.0, 2.0]))
    two = kit.steps(student, "adam", programs.adam_two_functions)
    args = _value_of(target), np.zeros(2), _slope_of(target)
    _near(kit, two, args, centre, _point(kit, two, args, centre))

    def method(*args: Any, **kwargs: Any) -> Any:
        return student.adam.kept(*args, **kwargs)

    options = {"lr": 0.1, "maxiter": 1500}
    found = scipy.optimize.minimize(target, np.zeros(2), method=method, jac=True, options=options)
    try:
        value = compare.numeric(found.x)
    except WrongAnswer:
        said = "What adam returns has no attribute x: make it a scipy.optimize.OptimizeResult."
        raise WrongAnswer(said) from None
    if value is None or value.shape != (2,) or not np.abs(value - centre).max() <= 0.05:
        raise WrongAnswer(
            "scipy.optimize.minimize(fun, x0, method=adam, jac=True, "
            f"options={options}) with fun = {target.__doc__} should end at {centre.tolist()}, but "
            + ("its x is no array of numbers." if value is None else f"x is {show.line(value)}.")
        )


def _near(kit: Kit, steps: Function, args: Sequence[Any], centre: Array, x: Array) -> None:
    if not np.abs(x - centre).max() <= 0.05:
        said = f"adam should end near {centre.tolist()}, where fun is smallest, but ends elsewhere"
        raise kit.wrong(steps, args, said, centre, x)


def _value_of(fun: Callable[..., tuple[float, Array]]) -> Callable[..., float]:
    def value(*args: Any) -> float:
        return fun(*args)[0]

    value.__doc__ = (fun.__doc__ or "").partition(" and its gradient")[0]
    return value


def _slope_of(fun: Callable[..., tuple[float, Array]]) -> Callable[..., Array]:
    def slope(*args: Any) -> Array:
        return fun(*args)[1]

    slope.__doc__ = "the gradient of fun"
    return slope


@check("adam.stops", points=1)
def adam_stops(student: Any, kit: Kit) -> None:
    """It stops when the norm of the gradient or of the step is below tol, and not before."""
    calls = 0

    def fun(x: Array) -> tuple[float, Array]:
        """x ↦ xᵀx − 1 and its gradient"""
        nonlocal calls
        calls += 1
        return float(x @ x) - 1.0, 2.0 * x

    limit = 4000
    steps = kit.steps(student, "adam", programs.adam_with_tol)
    args = fun, np.array([0.5, -0.3]), 0.05, limit, 1e-3
    x = _point(kit, steps, args, np.zeros(2))
    if calls > limit:
        said = (
            f"fun was called {calls} times: adam should stop long before, when the norm of the "
            "gradient or of the step is below tol"
        )
        raise kit.wrong(steps, args, said, "fewer steps", f"{calls} calls of fun")
    _near(kit, steps, args, np.zeros(2), x)
    first, calls = calls, 0
    finer = *args[:4], 1e-6
    _point(kit, steps, finer, np.zeros(2))
    if calls <= first:
        said = f"fun was called {first} times with tol = 0.001 and {calls} times with tol = 1e-06"
        raise kit.wrong(steps, finer, said, "more steps for a smaller tol", f"{calls} calls of fun")
    alone, calls = kit.steps(student, "adam", programs.adam_left_alone), 0
    _point(kit, alone, (fun, np.zeros(2)), np.zeros(2))
    if calls > 500:
        said = (
            "Without tol it is 1e-8, but from a point where the gradient is 0 adam went on: fun "
            f"was called {calls} times"
        )
        raise kit.wrong(alone, (fun, np.zeros(2)), said, "an end at once", f"{calls} calls of fun")


@check("adam.callback", points=1)
def adam_callback(student: Any, kit: Kit) -> None:
    """callback is called after each step, with the new point."""
    fun, x0 = cases.bowl_at(kit.rng, 3)
    seen: list[Any] = []

    def callback(x: Any) -> None:
        """keeps each x that it is given"""
        seen.append(compare.numeric(x))

    steps = kit.steps(student, "adam", programs.adam_with_callback)
    args = fun, x0, 4, callback
    x = _point(kit, steps, args, x0)
    # Once more at the start is no mistake.
    if len(seen) not in (4, 5):
        said = (
            f"callback should be called after each of the 4 steps, but was called {len(seen)} times"
        )
        raise kit.wrong(steps, args, said, "4 calls", f"{len(seen)} calls")
    points = [np.asarray(point) for point in seen if point is not None and point.shape == x.shape]
    if len(points) != len(seen) or not compare.equal(points[-1], x, 1e-6):
        said = "callback should be given the new point: the last one should be the x of the result"
        raise kit.wrong(steps, args, said, x, seen[-1])
    if any(compare.equal(one, two, 1e-6) for one, two in itertools.pairwise(points)):
        said = "callback was given the same point after two different steps"
        raise kit.wrong(steps, args, said, "a new point after each step", points[-1])


# --- MLPClassifier -----------------------------------------------------------------------------


def _labels(kit: Kit, steps: Function, args: Sequence[Any], name: str, value: Any, n: int) -> Array:
    """One class for each row, or a wrong answer."""
    array = compare.numeric(value)
    if array is None or array.shape != (n,):
        said = (
            f"{name} should be one class for each of the {n} rows, an array of shape ({n},), but "
            f"is {compare.describe(value)}"
        )
        raise kit.wrong(steps, args, said, f"an array of shape ({n},)", value)
    return array


@check("MLPClassifier.iris", points=1, kind="accuracy", cpu_seconds=60)
def classifier_on_iris(student: Any, kit: Kit) -> None:
    """With its defaults it learns iris: 92 % of the training rows and 93 % of the test rows."""
    X, y, X_test, y_test = cases.iris()
    rows, truth = np.concatenate([X, X_test]), np.concatenate([y, y_test])
    training = np.arange(len(rows)) < len(X)
    steps = kit.steps(student, "MLPClassifier", programs.classifier)
    failures = []
    for seed in (0, 1, 2):  # a third chance: whoever is right fails one of 200 at the very most
        args = X, y, rows, seed
        ((name, value),) = steps(*args).items()
        predicted = _labels(kit, steps, args, name, value, len(rows))
        right = predicted == truth
        train, test = float(right[training].mean()), float(right[~training].mean())
        if train >= 0.92 and test >= 0.93:
            return
        said = (
            f"predict is right on {train:.1%} of the training rows and {test:.1%} of the test rows "
            "of iris; at least 92% and 93% are expected of a correct solution"
        )
        failures.append(kit.wrong(steps, args, said, truth, predicted))
    raise failures[0]


@check("MLPClassifier.corners", points=1, kind="accuracy", cpu_seconds=60)
def classifier_on_corners(student: Any, kit: Kit) -> None:
    """Classes in opposite corners, which no straight line separates, are learnt as well."""
    X, y = cases.corners(kit.rng)
    steps = kit.steps(student, "MLPClassifier", programs.classifier)
    args = X, y, X, 0
    ((name, value),) = steps(*args).items()
    predicted = _labels(kit, steps, args, name, value, len(X))
    share = float(np.mean(predicted == y))
    if share < 0.93:
        said = (
            "Each class lies in two opposite corners of a square: no straight line separates them. "
            f"predict is right on {share:.1%} of the training rows; a network with a hidden "
            "layer that learns and ReLU behind it gets nearly all"
        )
        raise kit.wrong(
            *(steps, args, said, y, predicted),
            exhibits=lambda: _regions(kit, steps, X, y, predicted != y),
        )


def _regions(kit: Kit, steps: Function, X: Array, y: Array, wrong: Array) -> tuple[Exhibit, ...]:
    """What predict makes of the plane of the first two columns, the others being 0."""

    def decide(points: Array) -> Array:
        rows = np.zeros((len(points), X.shape[1]))
        rows[:, :2] = points
        ((name, value),) = steps(X, y, rows, 0).items()
        return _labels(kit, steps, (X, y, rows, 0), name, value, len(rows))

    drawn = picture.regions(
        "What predict makes of the first two columns",
        X,
        y,
        decide,
        wrong=wrong,
        description=f"{int(wrong.sum())} of {len(X)} rows are taken for the other class.",
    )
    return (drawn,)


def probabilities(
    kit: Kit, steps: Function, args: Sequence[Any], value: Any, n: int, k: int
) -> Array:
    """What predict_proba returned, if it is a row of k probabilities for each of n samples."""
    p = compare.numeric(value)
    if p is None or p.shape != (n, k):
        said = (
            f"For {n} rows of {k} classes predict_proba should return an array of shape "
            f"({n}, {k}), but returned {compare.describe(value)}"
        )
        raise kit.wrong(steps, args, said, f"an array of shape ({n}, {k})", value)
    p = p.astype(np.float64)
    if not (p >= 0.0).all() or not np.abs(p.sum(axis=1) - 1.0).max() <= 1e-4:
        worst = int(np.argmax(np.abs(p.sum(axis=1) - 1.0)))
        said = (
            "Each row of predict_proba should be probabilities that add up to 1, but row "
            f"{worst} is {np.round(p[worst], 4).tolist()}"
        )
        raise kit.wrong(steps, args, said, "rows that add up to 1", value)
    return p


@check("MLPClassifier.probabilities", points=1)
def classifier_probabilities(student: Any, kit: Kit) -> None:
    """predict_proba gives each sample a row of probabilities, and predict picks the largest."""
    both = kit.steps(student, "MLPClassifier", programs.classifier_both)
    for k in (3, 2, 4):
        X, y = cases.rings(kit.rng, 30 * k, k)
        args = X, y, X, (8,), 0.1, 5, 16
        many, classes, one = both(*args).values()
        p = probabilities(kit, both, args, many, len(X), k)
        predicted = _labels(kit, both, args, "predict(rows)", classes, len(X))
        two = np.sort(p, axis=1)[:, -2:]
        clear = two[:, 1] - two[:, 0] > 1e-4
        if not (predicted == np.argmax(p, axis=1))[clear].all():
            said = (
                "predict should give the class whose probability is the largest, but gives another"
            )
            raise kit.wrong(both, args, said, np.argmax(p, axis=1), predicted)
        alone = probabilities(kit, both, args, one, 1, k)
        if not compare.equal(alone[0], p[0], 1e-3):
            said = (
                "The probabilities of a row should not depend on the rows beside it, but alone the "
                "first row gets others"
            )
            raise kit.wrong(both, args, said, p[0], alone[0])


@check("MLPClassifier.constant-column", points=1, kind="robustness", cpu_seconds=60)
def classifier_constant_column(student: Any, kit: Kit) -> None:
    """Columns that are the same in all rows, as in pictures with a black margin, do no harm."""
    X, y = cases.two_blobs(kit.rng)
    X = np.column_stack([X[:, 0], np.ones(len(X)), X[:, 1], np.zeros(len(X))])
    train = kit.steps(student, "MLPClassifier", programs.classifier_by_default)
    failures = []
    for seed in (0, 1, 2):
        args = X, y, ((8,), 0.1, 150, 8, 0.0, seed)
        ((_, value),) = train(*args).items()
        try:
            p = probabilities(kit, train, args, value, len(X), 2)
        except WrongAnswer as wrong:
            array = compare.numeric(value)
            if array is not None and np.isnan(array).any():
                wrong.diagnosis = (_CONSTANT_COLUMN,)
            raise
        share = float(np.mean(np.argmax(p, axis=1) == y))
        if share >= 0.9:
            return
        said = (
            "The classes are two heaps that lie far apart, and two columns say nothing, but only "
            f"{share:.1%} of the training rows get the larger probability for their own class"
        )
        failures.append(kit.wrong(train, args, said, y, p))
    raise failures[0]


@check("MLPClassifier.settings", points=1)
def classifier_settings(student: Any, kit: Kit) -> None:
    """Each setting makes a difference and has its default; a batch may be larger than the data."""
    X, y = cases.rings(kit.rng, 45)
    steps = kit.steps(student, "MLPClassifier", programs.classifier_proba)
    usual: dict[str, Any] = {"hidden": (6, 5), "lr": 0.1, "epochs": 3, "batch": 8}
    others: dict[str, list[Any]] = {
        "hidden": [(6,), (6, 4), (7, 5)],
        "lr": [0.05],
        "epochs": [4],
        "batch": [16, 64],
    }

    def trained(settings: dict[str, Any]) -> Array:
        args = X, y, X, *settings.values()
        ((_, value),) = steps(*args).items()
        return probabilities(kit, steps, args, value, len(X), 3)

    first = trained(usual)
    for name, values in others.items():
        for value in values:
            if compare.equal(first, trained({**usual, name: value}), 1e-12):
                args = X, y, X, *{**usual, name: value}.values()
                said = (
                    f"{name} = {value} gives the very same classifier as {name} = {usual[name]}: "
                    f"is {name} used at all?"
                )
                raise kit.wrong(steps, args, said, "other probabilities", "the same ones")
    large = {**usual, "batch": 64}
    if compare.equal(trained(large), trained({**large, "epochs": 30}), 1e-12):
        args = X, y, X, *{**large, "epochs": 30}.values()
        said = (
            "With batches larger than the data nothing is learnt: a batch with fewer rows has to "
            "be used as well"
        )
        raise kit.wrong(steps, args, said, "other probabilities", "the same ones")
    _by_default(student, kit)


_DEFAULTS = {"hidden": (16,), "lr": 0.1, "epochs": 200, "batch": 16, "l2": 0.0, "seed": 0}


def _by_default(student: Any, kit: Kit) -> None:
    """A setting that is left out is the one of the handout: so the classifier is the same."""
    X, y = cases.rings(kit.rng, 20, 2)
    steps = kit.steps(student, "MLPClassifier", programs.classifier_by_default)
    settings = tuple(_DEFAULTS.values())

    def trained(count: int) -> Any:
        return steps(X, y, settings[:count])["predict_proba(X)"]

    named = trained(len(settings))
    if compare.same(named, trained(0)):
        return
    for count, (name, value) in reversed([*enumerate(_DEFAULTS.items())]):
        got = trained(count)
        if not compare.same(named, got):
            said = f"Without {name} the classifier is another one than with {name} = {value}, "
            said += "which is the default"
            raise kit.wrong(steps, (X, y, settings[:count]), said, named, got)


@check("MLPClassifier.passes", points=1)
def classifier_passes(student: Any, kit: Kit) -> None:
    """Every pass uses every row, there are as many passes as epochs, and lr scales every step."""
    train = kit.steps(student, "MLPClassifier", programs.classifier_by_default)
    # Much larger than the data: a pass is a single step, whatever the order of the rows.
    few = [_Training(kit, train, cases.rings(kit.rng, 6, 2), batch=4096) for _ in range(3)]
    data = few[0].X, few[0].y
    seeded = [_Training(kit, train, data, batch=4096, seed=seed) for seed in range(8)]
    drawn_anew = _misses_rows_by_chance(seeded)
    _every_batch_counts(_Training(kit, train, cases.rings(kit.rng, 20, 2), batch=1))
    _lr_scales_every_step(few[0])
    if not drawn_anew:  # else no pass is like the other
        _as_many_passes_as_epochs(few)


class _Training:
    """A classifier of two classes that is trained on the same rows again and again."""

    def __init__(
        self, kit: Kit, train: Function, data: tuple[Array, Array], batch: int, seed: int = 0
    ) -> None:
        self.kit, self.train, self.batch, self.seed = kit, train, batch, seed
        self.X, self.y = data

    def args(self, y: Array, lr: float, epochs: int) -> tuple[Any, ...]:
        return self.X, y, ((8,), lr, epochs, self.batch, 0.0, self.seed)

    def __call__(self, y: Array, lr: float, epochs: int) -> Array:
        args = self.args(y, lr, epochs)
        ((_, value),) = self.train(*args).items()
        return probabilities(self.kit, self.train, args, value, len(y), 2)

    def wrong(self, setting: tuple[Array, float, int], *said: Any) -> WrongAnswer:
        return self.kit.wrong(self.train, self.args(*setting), *said)

    def without_effect(self) -> list[tuple[int, Array]]:
        """The rows whose label makes no difference after a single pass, with other labels there."""
        first, rows = self(self.y, 0.01, 1), np.arange(len(self.y))
        others = [(int(row), np.where(rows == row, 1 - self.y, self.y)) for row in rows]
        return [(row, y) for row, y in others if compare.equal(first, self(y, 0.01, 1), 1e-12)]


def _misses_rows_by_chance(trainings: Sequence[_Training]) -> bool:
    """Who draws a batch with some rows twice misses now more of them and now fewer: that is right.

    Who leaves rows out misses as many with every seed.
    """
    first = trainings[0]
    missed = first.without_effect()
    if not missed:
        return False
    if any(len(it.without_effect()) != len(missed) for it in trainings[1:]):
        return True
    row, y = missed[0]
    said = (
        f"After one pass over {len(y)} rows in a single batch the classifier is the very same "
        f"if y[{row}] is {y[row]} in place of {first.y[row]}: a pass has to use every row"
    )
    raise first.wrong((y, 0.01, 1), said, "other probabilities", "the same ones")


def _every_batch_counts(training: _Training) -> None:
    """Not all rows, here: who draws each batch anew may miss some by chance, but never most."""
    missed = training.without_effect()
    n = len(training.y)
    if len(missed) > 0.75 * n:
        said = (
            f"After one pass over {n} rows in batches of one row the labels of {len(missed)} rows "
            "have made no difference: a pass goes on to the last batch, and a batch of one row "
            "holds that row"
        )
        _, y = missed[0]
        raise training.wrong((y, 0.01, 1), said, "other probabilities", "the same ones")


# So small that nothing is learnt, or so small that many steps are that many times one.
_NEXT_TO_NOTHING, _SMALL = 1e-12, 2e-4


def _lr_scales_every_step(training: _Training) -> None:
    y = training.y
    first, other = training(y, _NEXT_TO_NOTHING, 1), training(1 - y, _NEXT_TO_NOTHING, 1)
    if not compare.equal(first, other, 1e-6):
        said = (
            f"With lr = {_NEXT_TO_NOTHING} no parameter should move to speak of, biases included, "
            "but other labels give another classifier"
        )
        raise training.wrong((1 - y, _NEXT_TO_NOTHING, 1), said, first, other)


def _as_many_passes_as_epochs(trainings: Sequence[_Training]) -> None:
    """Two passes go about twice as far as one; farther with momentum, less with shorter steps."""
    ratio = 0.0
    for training in trainings:  # a unit of ReLU that bends just there spoils one, but not all
        ratio = _twice_to_once(training)
        if 1.65 <= ratio <= 3.25:
            return
    said = (
        f"With lr = {_SMALL} two epochs should change the probabilities about twice as much as "
        f"one, but change them {ratio:.2f} times as much: are there as many passes as epochs?"
    )
    last = trainings[-1]
    raise last.wrong((last.y, _SMALL, 2), said, "about 2", round(ratio, 4))


def _twice_to_once(training: _Training) -> float:
    """How far two passes go, in terms of one; 2 where that can't be told."""
    y = training.y
    starts = [training(y, _NEXT_TO_NOTHING, epochs) for epochs in (1, 2)]
    if not compare.equal(starts[0], starts[1], 1e-6):
        return 2.0  # what is drawn first depends on the number of epochs
    once, twice = (
        float(np.linalg.norm(training(y, _SMALL, epochs) - start))
        for epochs, start in zip((1, 2), starts, strict=True)
    )
    return twice / once if once > 1e-5 else 2.0  # else rounding decides
