"""The inputs of hw0's checks: made from a generator, from small to large.

Mistakes that have a check of their own must not show in the others. So, unless a check is about
just that, the rows fill their batches, every batch holds all classes, and there are ten of them.
No two sizes of a case are the same, nor is one the inverse of the step: a factor that is too much
then has one explanation.
"""

from __future__ import annotations

import functools
import gzip
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.kit import File, plural
from reference.mnist import IMAGES_MAGIC, LABELS_MAGIC, parse_mnist
from reference.two_layer_network import nn_epoch

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]

CLASSES = 10
# A step of numerical differentiation moves the input of a hidden unit by less than this.
FAR_FROM_KINKS = 2e-2
DATA = Path(__file__).with_name("data")
TRAIN_ROWS = 1400


# --- IDX files ---------------------------------------------------------------------------------


def idx_images(pixels: Array) -> File:
    """A gzipped IDX file of images; `pixels` is uint8 of shape (n, rows, cols)."""
    header = struct.pack(">IIII", IMAGES_MAGIC, *pixels.shape)
    n, rows, cols = pixels.shape
    values = f"pixels from {pixels.min()} to {pixels.max()}"
    return File(
        "images-idx3-ubyte.gz",
        gzip.compress(header + pixels.tobytes(), mtime=0),
        f"{plural(n, 'image')} of {rows} × {cols}, {values}",
    )


def idx_labels(labels: Array) -> File:
    """A gzipped IDX file of labels; `labels` is uint8 of shape (n,)."""
    header = struct.pack(">II", LABELS_MAGIC, len(labels))
    return File(
        "labels-idx1-ubyte.gz",
        gzip.compress(header + labels.tobytes(), mtime=0),
        plural(len(labels), "label"),
    )


def mnist_files(
    rng: Rng, n: int, rows: int = 28, cols: int = 28, low: int = 0, high: int = 255
) -> tuple[File, File]:
    """A pair of files with random pixels whose smallest and largest are `low` and `high`."""
    pixels = rng.integers(low, high + 1, size=(n, rows, cols)).astype(np.uint8)
    pixels[0, 0, 0], pixels[-1, -1, -1] = low, high
    labels = rng.integers(0, CLASSES, size=n).astype(np.uint8)
    return idx_images(pixels), idx_labels(labels)


def files_that_look_unpacked(rng: Rng) -> tuple[File, File]:
    """Two files that can be read without unpacking them, too, and then hold other things.

    Other files taken as they lie on the disk end in some exception or other, which could come from
    anything. Here it is known what they would give: one image of a single row.
    """
    pixels = rng.integers(0, 256, size=(2, 28, 28)).astype(np.uint8)
    pixels[0, 0, 0], pixels[-1, -1, -1] = 0, 255
    named = rng.integers(0, CLASSES, size=2).astype(np.uint8)
    images, labels = idx_images(pixels), idx_labels(named)
    return (
        File(images.name, _two_faced(gzip.decompress(images.data)), images.description),
        File(labels.name, _two_faced(gzip.decompress(labels.data)), labels.description),
    )


def _two_faced(content: bytes) -> bytes:
    """Content, gzipped with a header that is the header of an IDX file as well."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(content) + packer.flush()
    ending = struct.pack("<II", zlib.crc32(content), len(content))
    length = 256  # of the extra field: written backwards it is 1, the number of rows
    rest = length - 4 + len(packed) + len(ending)
    # Bytes 4–7 are the time stamp, or the number of images; 12–15 begin the extra field.
    header = b"\x1f\x8b\x08\x04" + struct.pack(">I", 1) + struct.pack("<BBH", 0, 0, length)
    return header + struct.pack(">I", rest) + bytes(length - 4) + packed + ending


@functools.cache
def digits() -> tuple[Array, Array, Array, Array]:
    """The built-in digits: training rows and labels, test rows and labels.

    Every fifth digit is for the test, so that all writers are in both parts.
    """
    X, y = parse_mnist(
        str(DATA / "digits-images-idx3-ubyte.gz"), str(DATA / "digits-labels-idx1-ubyte.gz")
    )
    test = np.arange(len(y)) % 5 == 4
    return X[~test][:TRAIN_ROWS], y[~test][:TRAIN_ROWS], X[test], y[test]


def _normal(rng: Rng, rows: int, columns: int, *, scale: float = 1.0) -> Array:
    # Two decimals: what the report shows is exactly what was passed, and can be pasted.
    return np.round(scale * rng.normal(size=(rows, columns)), 2)


# --- the loss ----------------------------------------------------------------------------------


def logits(rng: Rng, n: int, k: int = CLASSES, scale: float = 1.0) -> tuple[Array, Array]:
    """Logits and labels, the largest label among them."""
    return _normal(rng, n, k, scale=scale), labels(rng, 1, n, k)


def spread_logits(rng: Rng, n: int) -> tuple[Array, Array]:
    """Logits up to 60, as far as `exp` goes in any precision, and not on the true class."""
    Z, y = logits(rng, n, scale=12.0)
    Z = np.clip(Z, -60.0, 59.0)
    Z[0, (int(y[0]) + 1) % CLASSES] = 60.0
    return Z, y


def sure_logits() -> tuple[Array, Array]:
    """Rows of which the true class has all but a ten-millionth: their loss is next to nothing."""
    return np.array([[0.0, -15.0], [-17.0, 0.0], [0.0, -16.0]]), np.array([0, 1, 0])


def huge_logits(rng: Rng, n: int) -> tuple[Array, Array]:
    """Logits in the thousands; in the first row the true class is the least likely."""
    Z, y = logits(rng, n, scale=2000.0)
    Z[0, y[0]] = Z[0].min() - 1000.0
    return Z, y


def logits_of_any_size() -> SearchStrategy[tuple[Array, Array]]:
    """A strategy for logits of any shape, the largest label among the labels."""
    from hypothesis import strategies as st

    @st.composite
    def draw(draw: Any) -> tuple[Array, Array]:
        n, k = draw(st.integers(1, 5)), draw(st.integers(2, 13))
        # Eighths between −4 and 4: exact in any precision, and easy to read.
        cells = draw(st.lists(st.integers(-32, 32), min_size=n * k, max_size=n * k))
        rest = draw(st.lists(st.integers(0, k - 1), min_size=n - 1, max_size=n - 1))
        return np.array(cells).reshape(n, k) / 8.0, np.array([k - 1, *rest])

    return draw()


# --- epochs ------------------------------------------------------------------------------------


def labels(rng: Rng, batches: int, size: int, k: int = CLASSES) -> Array:
    """Labels such that each batch holds all classes, or at least the largest if it is small."""
    parts = []
    for _ in range(batches):
        part = rng.integers(0, k, size=size)
        part[0] = k - 1
        if size >= k:
            part[:k] = np.arange(k)
        parts.append(rng.permutation(part))
    return np.concatenate(parts).astype(np.uint8)


def regression(
    rng: Rng,
    batches: int = 1,
    size: int = 12,
    d: int = 3,
    k: int = CLASSES,
    *,
    lr: float = 0.3,
    scale: float = 1.0,
) -> Case:
    """Arguments of `softmax_regression_epoch`: `batches` full batches of `size` rows."""
    X = _normal(rng, batches * size, d, scale=scale)
    theta = _normal(rng, d, k, scale=d**-0.5)
    return X, labels(rng, batches, size, k), theta, lr, size


def network(
    rng: Rng,
    batches: int = 1,
    size: int = 12,
    d: int = 3,
    h: int = 4,
    k: int = CLASSES,
    *,
    lr: float = 0.3,
    scale: float = 1.0,
    margin: float = 1e-3,
    change: Callable[[Case], Case] = lambda case: case,
) -> Case:
    """Arguments of `nn_epoch`, drawn again until no hidden unit is near the kink of the ReLU.

    At the kink the gradient is a matter of taste, and near it rounding decides. Where the gradient
    is taken numerically the margin has to be wider than its steps: see `FAR_FROM_KINKS`.
    """
    while True:
        X = _normal(rng, batches * size, d, scale=scale)
        W1 = _normal(rng, d, h, scale=d**-0.5)
        W2 = _normal(rng, h, k, scale=h**-0.5)
        case = change((X, labels(rng, batches, size, k), W1, W2, lr, size))
        if _away_from_kinks(case, margin=margin * scale):
            return case


def _away_from_kinks(case: Case, margin: float) -> bool:
    """Whether every hidden unit stays clear of zero during the whole pass, and some are active."""
    X, y, W1, W2, lr, batch = case
    W1, W2 = W1.copy(), W2.copy()
    for start in range(0, len(X), batch):
        rows, part = X[start : start + batch], y[start : start + batch]
        inputs = rows @ W1
        if np.abs(inputs).min() < margin or not (inputs > 0.0).any():
            return False
        nn_epoch(rows, part, W1, W2, lr, batch)
    return True


def ending_with(tail: int) -> Callable[[Case], Case]:
    """A change of a case: its last batch keeps only so many rows."""

    def change(case: Case) -> Case:
        X, y, *rest = case
        size = rest[-1]
        rows = len(X) - size + tail
        # Every slice starts with the largest label, and holds all of them if it can.
        descending = CLASSES - 1 - np.arange(rows) % size % CLASSES
        return (X[:rows], descending.astype(y.dtype), *rest)

    return change


def single_precision(case: Case) -> Case:
    """The same case as the public course passes it: float32 arrays, and labels of another type."""
    X, y, *rest = case
    arrays = [value.astype(np.float32) if np.ndim(value) else value for value in rest]
    return (X.astype(np.float32), y.astype(np.int64), *arrays)


def by_column(case: Case) -> Case:
    """The same case with parameters that are stored column by column."""
    X, y, *rest = case
    return (X, y, *(np.asfortranarray(part) if np.ndim(part) else part for part in rest))


def without_last_classes(case: Case) -> Case:
    """The same case with labels in which the last two classes do not occur."""
    X, y, *rest = case
    return (X, np.where(y >= CLASSES - 2, 0, y).astype(y.dtype), *rest)


def epochs_of_any_size() -> SearchStrategy[tuple[int, int, int, int, int, int]]:
    """A strategy for sizes (seed, batches, rows in a batch, features, hidden units, classes)."""
    from hypothesis import strategies as st

    return st.tuples(
        st.integers(0, 2**32 - 1),
        st.integers(1, 3),
        st.integers(1, 4),
        st.integers(1, 4),
        st.integers(1, 4),
        st.integers(2, 12),
    )
