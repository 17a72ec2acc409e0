"""What to show beside a failure, where a look says more than numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Exhibit, picture, up_to
from reference.kmeans import kmeans
from reference.spectral_clustering import normalized_laplacian, spectral_embedding

Array = np.ndarray[Any, Any]
Exhibits = tuple[Exhibit, ...]


def clusters(X: Array, expected: Array, labels: Array) -> Exhibits:
    """The clusters that were found beside those that are there."""
    if X.shape[1] != 2 or labels.shape != expected.shape:
        return ()
    labels = up_to.matched(expected, labels)  # so that the same colour means the same cluster
    wrong = labels != expected
    where = f"{int(wrong.sum())} of {len(X)} rows are in another cluster and crossed out."
    return (
        picture.plane("Your clusters", X, labels, wrong=wrong, description=where),
        picture.plane(
            "Expected clusters",
            X,
            expected,
            description=f"The same rows in {len(np.unique(expected))} clusters.",
        ),
    )


def by_cluster(W: Array, expected: Array, labels: Array) -> Exhibits:
    """The affinities with the rows of each cluster side by side."""
    if labels.shape != expected.shape:
        return ()
    return tuple(
        picture.matrix(
            f"Affinities, ordered by {whose} clusters",
            W[np.ix_(order, order)],
            description=f"{said} A good clustering shows as filled squares along the diagonal.",
        )
        for whose, said, order in (
            ("your", "Rows and columns of your clusters side by side.", np.argsort(labels)),
            ("the expected", "The same for the expected clusters.", np.argsort(expected)),
        )
    )


def gap(W: Array, k: int) -> Exhibits:
    """The eigenvalues, with the gap after the first k."""
    values = np.linalg.eigvalsh(normalized_laplacian(W))
    before, after = values[k - 1], values[min(k, len(values) - 1)]
    said = f"The first {k} end at {before:.2g}, the next is {after:.2g}; the line is between them."
    title = "Eigenvalues of the normalised Laplacian, from the smallest"
    return (picture.steps(title, np.maximum(values, 0.0), gap=k, description=said),)


def products(W: Array, k: int, E: Any) -> Exhibits:
    """E Eᵀ as it came back beside the expected one, with the parts of the graph side by side."""
    right = spectral_embedding(W, k)
    order = np.argsort(kmeans(right, k)[0])
    drawn = [
        picture.matrix(title, np.abs(up_to.gram(rows))[np.ix_(order, order)], description=said)
        for title, rows, said in (
            ("Your |E @ E.T|, ordered by part", E, "As it came back."),
            ("Expected", right, "Squares along the diagonal: rows of a part point the same way."),
        )
        if np.shape(rows) == right.shape
    ]
    return tuple(drawn)
