"""Type hints and dataclasses everywhere."""
from __future__ import annotations

import gzip
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

Number = Union[int, float, NDArray[np.float64]]


class Dataset(NamedTuple):
    X: NDArray[np.float32]
    y: NDArray[np.uint8]


@dataclass(frozen=True)
class Batch:
    rows: NDArray[np.float64]
    labels: NDArray[np.uint8]
    classes: int

    @property
    def size(self) -> int:
        return self.rows.shape[0]

    def targets(self) -> NDArray[np.float64]:
        table = np.zeros((self.size, self.classes), dtype=np.float64)
        table[range(self.size), self.labels.tolist()] = 1.0
        return table


@dataclass
class Settings:
    rate: float = 0.1
    size: int = 100
    seen: list[int] = field(default_factory=list)

    def walk(self, X: NDArray, y: NDArray, classes: int) -> Iterator[Batch]:
        for start in range(0, X.shape[0], self.size):
            part = slice(start, min(start + self.size, X.shape[0]))
            self.seen.append(part.stop - part.start)
            yield Batch(X[part], y[part], classes)


def add(x: Number, y: Number) -> Number:
    return x + y


def parse_mnist(image_filename: str | Path, label_filename: str | Path) -> Dataset:
    with gzip.open(image_filename, mode="rb") as stream:
        magic, count, height, width = struct.unpack(">IIII", stream.read(16))
        if magic != 2051:
            raise ValueError("not a file of images")
        pixels = np.frombuffer(stream.read(), dtype=np.uint8)
    with gzip.open(label_filename, mode="rb") as stream:
        magic, count = struct.unpack(">II", stream.read(8))
        if magic != 2049:
            raise ValueError("not a file of labels")
        labels = np.frombuffer(stream.read(), dtype=np.uint8)
    scaled = pixels.astype(np.float32) / np.float32(255)
    return Dataset(scaled.reshape((count, height * width)), labels)


def softmax(Z: NDArray) -> NDArray[np.float64]:
    raised: NDArray = np.exp(Z - Z.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def softmax_loss(Z: NDArray, y: NDArray) -> float:
    highest: NDArray = Z.max(axis=1)
    spread: NDArray = np.log1p(
        np.exp(Z - highest[:, None]).sum(axis=1) - 1.0
    )
    return float((highest + spread - Z[np.arange(Z.shape[0]), y]).mean())


def loss_err(h: NDArray, y: NDArray) -> tuple[float, float]:
    return softmax_loss(h, y), float(np.mean(h.argmax(axis=1) != y))


def softmax_regression_epoch(
    X: NDArray, y: NDArray, theta: NDArray, lr: float = 0.1, batch: int = 100
) -> None:
    settings = Settings(rate=lr, size=batch)
    for part in settings.walk(X, y, theta.shape[1]):
        slope = part.rows.T @ (softmax(part.rows @ theta) - part.targets())
        theta -= settings.rate / part.size * slope


def nn_epoch(
    X: NDArray, y: NDArray, W1: NDArray, W2: NDArray, lr: float = 0.1, batch: int = 100
) -> None:
    settings = Settings(rate=lr, size=batch)
    for part in settings.walk(X, y, W2.shape[1]):
        hidden = np.maximum(part.rows @ W1, 0.0)
        outer = softmax(hidden @ W2) - part.targets()
        inner = np.where(hidden > 0.0, outer @ W2.T, 0.0)
        slopes = part.rows.T @ inner, hidden.T @ outer
        for weight, slope in zip((W1, W2), slopes):
            weight -= settings.rate / part.size * slope
