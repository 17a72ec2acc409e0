"""Spectral clustering (Ng, Jordan and Weiss 2002), from affinities to labels."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.kernels import squared_distances
from reference.kmeans import kmeans

Array = np.ndarray[Any, Any]

STARTS = 10


def gaussian_affinity(X: Array, sigma: float) -> Array:
    """`exp(−‖x_i − x_j‖²/(2σ²))`, symmetric, (n, n); nothing is its own neighbour."""
    W = np.exp(-squared_distances(X, X) / (2.0 * sigma**2))
    W = (W + W.T) / 2.0
    np.fill_diagonal(W, 0.0)
    return np.asarray(W)


def laplacian(W: Array) -> Array:
    """`D − W`, with the degrees on the diagonal of D."""
    return np.asarray(np.diag(W.sum(axis=1)) - W)


def normalized_laplacian(W: Array) -> Array:
    """`I − D^{−½} W D^{−½}`; a vertex without neighbours has degree 0, and keeps its 1."""
    return np.asarray(np.eye(len(W)) - _normalized(W))


def _normalized(W: Array) -> Array:
    degrees = W.sum(axis=1)
    roots = np.zeros(len(W))
    roots[degrees > 0.0] = degrees[degrees > 0.0] ** -0.5
    return np.asarray(roots[:, None] * W * roots[None, :])


def spectral_embedding(W: Array, k: int) -> Array:
    """Rows of the k eigenvectors with the smallest eigenvalues, each of length 1; (n, k)."""
    from scipy.linalg import eigh

    _, vectors = eigh(normalized_laplacian(W), subset_by_index=[0, k - 1])
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0.0, lengths, 1.0))


def spectral_clustering(X: Array, k: int, sigma: float, seed: int = 0) -> Array:
    """k-means of the embedded rows, the best of several starts; labels (n,)."""
    embedded = spectral_embedding(gaussian_affinity(X, sigma), k)
    runs = [kmeans(embedded, k, seed=seed + start) for start in range(STARTS)]
    return min(runs, key=lambda run: run[2])[0]
