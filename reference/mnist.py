"""Reading MNIST: the IDX format of LeCun, Cortes and Burges.

An IDX file starts with a big-endian magic number (two zero bytes, the type of the entries, the
number of dimensions), followed by the dimensions, followed by the entries.
"""

from __future__ import annotations

import gzip
import struct
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

IMAGES_MAGIC = 0x803  # unsigned bytes, three dimensions
LABELS_MAGIC = 0x801  # unsigned bytes, one dimension

FILES = (
    ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"),
    ("t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"),
)


def parse_mnist(image_filename: str, label_filename: str) -> tuple[Array, Array]:
    """Read a gzipped pair of IDX files.

    Returns `X`, float32 of shape (n, rows * cols), the pixels divided by 255, and `y`, uint8 of
    shape (n,), the labels.
    """
    with gzip.open(image_filename, "rb") as file:
        magic, n, rows, cols = struct.unpack(">IIII", file.read(16))
        if magic != IMAGES_MAGIC:
            raise ValueError(f"{image_filename} is not an IDX file of images")
        pixels = np.frombuffer(file.read(), dtype=np.uint8).reshape(n, rows * cols)
    with gzip.open(label_filename, "rb") as file:
        magic, m = struct.unpack(">II", file.read(8))
        if magic != LABELS_MAGIC:
            raise ValueError(f"{label_filename} is not an IDX file of labels")
        labels = np.frombuffer(file.read(), dtype=np.uint8)
    if not n == m == labels.size:
        raise ValueError(f"{n} images, but {labels.size} labels")
    return pixels.astype(np.float32) / np.float32(255.0), labels.copy()


def load_mnist(folder: str | Path) -> tuple[Array, Array, Array, Array]:
    """Read the four MNIST files in a folder: training images and labels, test images and labels."""
    missing = [name for pair in FILES for name in pair if not Path(folder, name).is_file()]
    if missing:
        raise FileNotFoundError(f"{folder} lacks {', '.join(missing)}")
    (train_x, train_y), (test_x, test_y) = (
        parse_mnist(str(Path(folder, images)), str(Path(folder, labels)))
        for images, labels in FILES
    )
    return train_x, train_y, test_x, test_y
