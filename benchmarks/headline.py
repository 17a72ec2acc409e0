"""The headline of hw0: test errors of the reference on MNIST, or on the built-in digits.

    python benchmarks/headline.py [FOLDER]

FOLDER holds the four gzipped IDX files of MNIST.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from reference.mnist import load_mnist, parse_mnist
from reference.softmax_regression import softmax_regression_epoch
from reference.two_layer_network import logits, nn_epoch

DIGITS = Path(__file__).parents[1] / "assignments" / "hw0" / "data"


def main(folder: str | None) -> None:
    """Train both models and print their test errors."""
    if folder:
        X, y, X_test, y_test = load_mnist(folder)
    else:
        names = ("digits-images-idx3-ubyte.gz", "digits-labels-idx1-ubyte.gz")
        X, y = parse_mnist(*(str(DIGITS / name) for name in names))
        test = np.arange(len(y)) % 5 == 4
        X, y, X_test, y_test = X[~test], y[~test], X[test], y[test]
    k = int(y.max()) + 1

    begin = time.perf_counter()
    theta = np.zeros((X.shape[1], k), dtype=np.float32)
    for _ in range(10):
        softmax_regression_epoch(X, y, theta, lr=0.2, batch=100)
    error = np.mean(np.argmax(X_test @ theta, axis=1) != y_test)
    print(f"softmax regression, 10 passes: {error:.1%} errors, {time.perf_counter() - begin:.1f} s")

    begin = time.perf_counter()
    rng = np.random.default_rng(0)
    W1 = (rng.normal(size=(X.shape[1], 400)) / np.sqrt(400)).astype(np.float32)
    W2 = (rng.normal(size=(400, k)) / np.sqrt(k)).astype(np.float32)
    for _ in range(20):
        nn_epoch(X, y, W1, W2, lr=0.2, batch=100)
    error = np.mean(np.argmax(logits(X_test, W1, W2), axis=1) != y_test)
    print(f"400 hidden units, 20 passes:   {error:.1%} errors, {time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
