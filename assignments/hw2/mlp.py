"""hw2: a small back-propagation framework.

Fill in the classes and functions below; README.md beside this file says what each of them means.
Then run

    python -m grader hw2

A layer has three methods: `setup(input_dim, rng)` makes its parameters, `forward(X)` computes its
output and remembers what `backward` needs, `backward(upstream)` takes the gradient of a loss in
the layer's output and returns the gradient in its input.
"""

import numpy as np


class Dense:
    """X W + b."""

    def __init__(self, units):
        """
        Args:
            units (int): number of outputs
        """
        raise NotImplementedError

    def setup(self, input_dim, rng):
        """Make self.W, shape (input_dim, units), and self.b, shape (units,).

        Args:
            input_dim (int): number of inputs, D
            rng: a numpy.random.Generator
        """
        raise NotImplementedError

    def forward(self, X):
        """X W + b.

        Args:
            X: array of shape (n, D)

        Returns:
            array of shape (n, units)
        """
        raise NotImplementedError

    def backward(self, upstream):
        """Set self.dW, shape (D, units), and self.db, shape (units,).

        Args:
            upstream: array of shape (n, units), the gradient in the output

        Returns:
            array of shape (n, D), the gradient in the input
        """
        raise NotImplementedError


class Tanh:
    """tanh(sigma x), entry by entry, without overflow."""

    def __init__(self, sigma=1.0):
        """
        Args:
            sigma (float): the slope at 0
        """
        raise NotImplementedError

    def setup(self, input_dim, rng):
        """There are no parameters to make.

        Args:
            input_dim (int): number of inputs, which is the number of outputs
            rng: a numpy.random.Generator
        """
        raise NotImplementedError

    def forward(self, X):
        """The function of each entry.

        Args:
            X: array of shape (n, D)

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError

    def backward(self, upstream):
        """The gradient in the input.

        Args:
            upstream: array of shape (n, D), the gradient in the output

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError


class ReLU:
    """max(x, 0), entry by entry."""

    def __init__(self):
        raise NotImplementedError

    def setup(self, input_dim, rng):
        """There are no parameters to make.

        Args:
            input_dim, rng: as for Tanh
        """
        raise NotImplementedError

    def forward(self, X):
        """The function of each entry.

        Args:
            X: array of shape (n, D)

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError

    def backward(self, upstream):
        """The gradient in the input.

        Args:
            upstream: array of shape (n, D)

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError


class Sigmoid:
    """1 / (1 + exp(-x)), entry by entry, without overflow."""

    def __init__(self):
        raise NotImplementedError

    def setup(self, input_dim, rng):
        """There are no parameters to make.

        Args:
            input_dim, rng: as for Tanh
        """
        raise NotImplementedError

    def forward(self, X):
        """The function of each entry.

        Args:
            X: array of shape (n, D)

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError

    def backward(self, upstream):
        """The gradient in the input.

        Args:
            upstream: array of shape (n, D)

        Returns:
            array of shape (n, D)
        """
        raise NotImplementedError


def cross_entropy(p, y, eps=1e-7):
    """The mean cross-entropy of probabilities of class 1.

    Args:
        p: array of shape (n, 1) or (n,)
        y: array of shape (n,), labels 0 and 1
        eps (float): is added inside each logarithm

    Returns:
        a single number
    """
    raise NotImplementedError


def cross_entropy_grad(p, y, eps=1e-7):
    """The exact gradient of cross_entropy in p.

    Args:
        p, y, eps: as above

    Returns:
        array of the shape of p
    """
    raise NotImplementedError


def softmax_cross_entropy(Z, y):
    """The mean softmax loss of logits, and its gradient.

    Args:
        Z: array of shape (n, k), a row of logits for each sample
        y: array of shape (n,), labels 0 to k-1

    Returns:
        (loss, dZ): a single number, and an array of shape (n, k)
    """
    raise NotImplementedError


class Model:
    """Layers one after the other, for two classes; the last one gives a probability."""

    def __init__(self, input_dim, rho=0.0, seed=0):
        """
        Args:
            input_dim (int): number of features
            rho (float): weight of the penalty
            seed (int): of the numpy.random.default_rng that the layers' setup is given
        """
        raise NotImplementedError

    def add(self, layer):
        """Set the layer up for the output of the one before it, and append it.

        Args:
            layer: one of the layers above
        """
        raise NotImplementedError

    def forward(self, X):
        """The output of the last layer.

        Args:
            X: array of shape (n, input_dim)

        Returns:
            array of shape (n, units of the last Dense layer)
        """
        raise NotImplementedError

    def get_params(self):
        """All parameters in one vector: W1, b1, W2, b2, ..., each flattened row by row.

        Returns:
            array of shape (number of parameters,)
        """
        raise NotImplementedError

    def set_params(self, v):
        """Put a vector of parameters, ordered as in get_params, into the layers.

        Args:
            v: array of shape (number of parameters,)
        """
        raise NotImplementedError

    def evaluate_loss(self, params, X, y):
        """The loss at these parameters, and its gradient in them.

        Args:
            params: array of shape (number of parameters,)
            X: array of shape (n, input_dim)
            y: array of shape (n,), labels 0 and 1

        Returns:
            (loss, grad): a single number, and an array of the shape of params
        """
        raise NotImplementedError


def adam(
    fun,
    x0,
    args=(),
    jac=True,
    lr=1e-3,
    beta1=0.9,
    beta2=0.999,
    eps=1e-8,
    maxiter=1000,
    tol=1e-8,
    callback=None,
    **options,
):
    """Minimise a function by Adam.

    Args:
        fun: fun(x, *args) returns (value, gradient) if jac is True, the value alone if jac is a
            function
        x0: array of shape (d,), the start
        args (tuple): further arguments of fun and jac
        jac: True, or a function: jac(x, *args) returns the gradient
        lr, beta1, beta2, eps (float): as in README.md
        maxiter (int): steps at most
        tol (float): stop when the norm of the gradient or of the step is below
        callback: None, or a function; callback(x) is called after each step
        options: anything else that scipy.optimize.minimize hands on; to be ignored

    Returns:
        scipy.optimize.OptimizeResult with x, fun, nit and success
    """
    raise NotImplementedError


class MLPClassifier:
    """ReLU hidden layers and a softmax output, trained by mini-batch gradient descent."""

    def __init__(self, hidden=(16,), lr=0.1, epochs=200, batch=16, l2=0.0, seed=0):
        """
        Args:
            hidden (tuple of int): units of each hidden layer
            lr (float): step size
            epochs (int): passes over the data
            batch (int): rows per step
            l2 (float): weight of the penalty
            seed (int): of numpy.random.default_rng
        """
        raise NotImplementedError

    def fit(self, X, y):
        """Train.

        Args:
            X: array of shape (n, d)
            y: array of shape (n,), labels 0 to k-1
        """
        raise NotImplementedError

    def predict_proba(self, X):
        """The probability of each class.

        Args:
            X: array of shape (n, d)

        Returns:
            array of shape (n, k), each row adds up to 1
        """
        raise NotImplementedError

    def predict(self, X):
        """The most probable class of each row.

        Args:
            X: array of shape (n, d)

        Returns:
            array of shape (n,) of labels 0 to k-1
        """
        raise NotImplementedError
