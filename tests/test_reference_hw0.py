"""The reference of hw0 against independent oracles, and the accuracies that the checks ask for."""

from __future__ import annotations

import gzip
import importlib.util
import struct
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.special import log_softmax, softmax
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

from grader.kit import differentiate
from reference.addition import add
from reference.mnist import FILES, load_mnist, parse_mnist
from reference.softmax_loss import loss_slope, softmax_loss
from reference.softmax_regression import softmax_regression_epoch
from reference.two_layer_network import logits, nn_epoch
from tests.support import ROOT


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(5)


@pytest.fixture(scope="module")
def cases() -> ModuleType:
    path = ROOT / "assignments" / "hw0" / "cases.py"
    spec = importlib.util.spec_from_file_location("hw0_cases", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["hw0_cases"] = module
    spec.loader.exec_module(module)
    return module


def test_add() -> None:
    assert add(2, 3) == 5
    assert add(np.array([1.0, 2.0]), 1.5).tolist() == [2.5, 3.5]


# --- parse_mnist -------------------------------------------------------------------------------


def write_idx(folder: Path, names: tuple[str, str], pixels: Any, labels: Any) -> list[str]:
    """Written byte by byte from the description of the format, not by the code under test."""
    n, rows, cols = pixels.shape
    image_bytes = bytes([0, 0, 8, 3]) + struct.pack(">3I", n, rows, cols) + pixels.tobytes()
    label_bytes = bytes([0, 0, 8, 1]) + struct.pack(">I", n) + labels.tobytes()
    for name, content in zip(names, (image_bytes, label_bytes), strict=True):
        (folder / name).write_bytes(gzip.compress(content))
    return [str(folder / name) for name in names]


@pytest.mark.parametrize(("rows", "cols"), [(28, 28), (8, 8), (2, 5), (1, 1)])
def test_idx_files_are_read_pixel_by_pixel(
    tmp_path: Path, rng: np.random.Generator, rows: int, cols: int
) -> None:
    pixels = rng.integers(0, 256, size=(7, rows, cols)).astype(np.uint8)
    labels = rng.integers(0, 10, size=7).astype(np.uint8)
    X, y = parse_mnist(*write_idx(tmp_path, ("i.gz", "l.gz"), pixels, labels))
    assert (X.dtype, y.dtype) == (np.float32, np.uint8)
    assert X.shape == (7, rows * cols)
    assert np.allclose(X.reshape(pixels.shape) * 255.0, pixels, atol=1e-4)
    assert np.array_equal(y, labels)


@pytest.mark.parametrize("swap", [True, False])
def test_files_that_are_not_what_they_should_be_are_refused(tmp_path: Path, swap: bool) -> None:
    images, labels = write_idx(
        tmp_path, ("i.gz", "l.gz"), np.zeros((2, 2, 2), np.uint8), np.zeros(2, np.uint8)
    )
    if swap:
        images, labels = labels, images
    else:
        other = write_idx(
            tmp_path, ("i3.gz", "l3.gz"), np.zeros((3, 2, 2), np.uint8), np.zeros(3, np.uint8)
        )
        labels = other[1]
    with pytest.raises((ValueError, struct.error)):
        parse_mnist(images, labels)


def test_the_four_files_of_mnist_are_loaded_from_a_folder(
    tmp_path: Path, rng: np.random.Generator
) -> None:
    with pytest.raises(FileNotFoundError, match="t10k-images"):
        load_mnist(tmp_path)
    for names, n in zip(FILES, (5, 3), strict=True):
        pixels = rng.integers(0, 256, size=(n, 28, 28)).astype(np.uint8)
        write_idx(tmp_path, names, pixels, np.arange(n, dtype=np.uint8))
    train_x, train_y, test_x, test_y = load_mnist(tmp_path)
    assert (train_x.shape, test_x.shape) == ((5, 784), (3, 784))
    assert (train_y.tolist(), test_y.tolist()) == ([0, 1, 2, 3, 4], [0, 1, 2])


def test_the_shipped_digits_are_scikit_learns(cases: ModuleType) -> None:
    X, y, X_test, y_test = cases.digits()
    digits = load_digits()
    test = np.arange(len(digits.target)) % 5 == 4
    assert np.array_equal(y_test, digits.target[test])
    assert np.array_equal(y, digits.target[~test][: len(y)])
    # Rounded to 255 steps, hence not exact.
    assert np.abs(16.0 * X_test - digits.data[test]).max() < 0.04
    assert np.abs(16.0 * X - digits.data[~test][: len(y)]).max() < 0.04


def test_every_batch_of_the_digits_holds_all_classes(cases: ModuleType) -> None:
    _, y, _, _ = cases.digits()
    assert all(len(set(y[start : start + 100])) == 10 for start in range(0, len(y), 100))


# --- the loss ----------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 50.0, 1e4])
def test_the_loss_is_that_of_scipy(rng: np.random.Generator, scale: float) -> None:
    Z, y = scale * rng.normal(size=(40, 7)), rng.integers(0, 7, size=40)
    assert softmax_loss(Z, y) == pytest.approx(-log_softmax(Z, axis=1)[np.arange(40), y].mean())
    assert np.allclose(loss_slope(Z, y), softmax(Z, axis=1) - np.eye(7)[y])


def test_the_slope_is_the_derivative_of_the_summed_loss(rng: np.random.Generator) -> None:
    Z, y = rng.normal(size=(4, 5)), rng.integers(0, 5, size=4)
    slope, error = differentiate.gradient(lambda Z: 4.0 * softmax_loss(Z, y), Z)
    assert np.abs(slope - loss_slope(Z, y)).max() <= error.max() + 1e-12


# --- epochs ------------------------------------------------------------------------------------


def test_a_step_of_softmax_regression_descends_the_gradient(rng: np.random.Generator) -> None:
    X, y, theta = rng.normal(size=(9, 3)), rng.integers(0, 4, size=9), rng.normal(size=(3, 4))
    slope, error = differentiate.gradient(lambda theta: softmax_loss(X @ theta, y), theta)
    after = theta.copy()
    softmax_regression_epoch(X, y, after, lr=0.3, batch=9)
    assert np.abs((theta - after) / 0.3 - slope).max() <= error.max() + 1e-12


def test_a_step_of_the_network_descends_both_gradients(rng: np.random.Generator) -> None:
    X, y = rng.normal(size=(9, 3)), rng.integers(0, 4, size=9)
    W1, W2 = rng.normal(size=(3, 5)), rng.normal(size=(5, 4))
    slope1, error1 = differentiate.gradient(lambda W: softmax_loss(logits(X, W, W2), y), W1)
    slope2, error2 = differentiate.gradient(lambda W: softmax_loss(logits(X, W1, W), y), W2)
    after1, after2 = W1.copy(), W2.copy()
    nn_epoch(X, y, after1, after2, lr=0.3, batch=9)
    assert np.abs((W1 - after1) / 0.3 - slope1).max() <= error1.max() + 1e-12
    assert np.abs((W2 - after2) / 0.3 - slope2).max() <= error2.max() + 1e-12


@pytest.mark.parametrize("batch", [1, 4, 5, 10, 100])
def test_an_epoch_is_one_step_for_each_slice(rng: np.random.Generator, batch: int) -> None:
    X, y = rng.normal(size=(10, 3)), rng.integers(0, 4, size=10)
    whole, sliced = np.zeros((3, 4)), np.zeros((3, 4))
    softmax_regression_epoch(X, y, whole, lr=0.5, batch=batch)
    for start in range(0, 10, batch):
        rows = slice(start, start + batch)
        softmax_regression_epoch(X[rows], y[rows], sliced, lr=0.5, batch=len(X[rows]))
    assert np.allclose(whole, sliced)


def test_softmax_regression_ends_where_scikit_learn_ends(rng: np.random.Generator) -> None:
    """Without regularisation both minimise the same convex loss, so both reach its minimum."""
    X = np.c_[rng.normal(size=(60, 2)), np.ones(60)]
    y = np.argmax(X @ rng.normal(size=(3, 3)) + rng.gumbel(size=(60, 3)), axis=1)
    theta = np.zeros((3, 3))
    for _ in range(3000):
        softmax_regression_epoch(X, y, theta, lr=0.5, batch=60)
    model = LogisticRegression(C=1e8, fit_intercept=False, tol=1e-8, max_iter=10_000).fit(X, y)
    assert softmax_loss(X @ theta, y) == pytest.approx(
        softmax_loss(model.decision_function(X), y), abs=1e-4
    )


# --- accuracy ----------------------------------------------------------------------------------


def train(cases: ModuleType, epochs: int, lr: float) -> float:
    X, y, X_test, y_test = cases.digits()
    theta = np.zeros((64, 10))
    for _ in range(epochs):
        softmax_regression_epoch(X, y, theta, lr=lr, batch=100)
    return float(np.mean(np.argmax(X_test @ theta, axis=1) == y_test))


def test_softmax_regression_on_digits_is_well_above_the_threshold_of_its_check(
    cases: ModuleType,
) -> None:
    assert train(cases, epochs=10, lr=0.2) >= 0.88 + 0.03


def test_the_network_on_digits_is_well_above_the_threshold_of_its_check(cases: ModuleType) -> None:
    X, y, X_test, y_test = cases.digits()
    rng = np.random.default_rng(0)
    W1 = rng.normal(size=(64, 20)) / 8.0
    W2 = rng.normal(size=(20, 10)) / np.sqrt(20.0)
    for _ in range(10):
        nn_epoch(X, y, W1, W2, lr=0.5, batch=100)
    share = np.mean(np.argmax(logits(X_test, W1, W2), axis=1) == y_test)
    assert share >= 0.85 + 0.03
