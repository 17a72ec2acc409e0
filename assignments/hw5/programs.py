"""What the checks of hw5 do with an answer before they compare it.

Signs, rotations and the names of clusters are free. Each of these is a function of the submission,
`clustering`, and of what it is given; it returns what every correct solution has in common.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import compare, up_to

Array = np.ndarray[Any, Any]
Results = dict[str, Any]


def principal(clustering: Any, X: Array, k: int) -> Results:
    """Scores and components; of each component and its negative, that with a positive largest."""
    answer = clustering.pca(X, k)
    return {"components": signed_components(answer), "scores": signed_scores(answer)}


def signed_scores(answer: Any) -> Any:
    """The scores, with the signs that belong to the signed components."""
    if not _is_pair(answer):
        return answer
    scores, signs = compare.numeric(answer[0]), up_to.signs(answer[1])
    if scores is None or signs is None or scores.shape[1:] != signs.shape:
        return answer[0]
    return scores * signs


def signed_components(answer: Any) -> Any:
    """The components, each with its largest entry positive."""
    if not _is_pair(answer):
        return answer
    components, signs = compare.numeric(answer[1]), up_to.signs(answer[1])
    if components is None or signs is None:
        return answer[1]
    return components * signs[:, None]


def _is_pair(answer: Any) -> bool:
    return isinstance(answer, tuple | list) and len(answer) == 2


def every_row(clustering: Any, X: Array, k: int, seed: int) -> Results:
    """The centres in alphabetical order: where there are k different rows, those."""
    centers = clustering.kmeans_plus_plus(X, k, seed)
    return {"the centres in order": in_order(centers)}


def in_order(rows: Any) -> Any:
    """The rows of a matrix, sorted by their entries; what a rounding error does is rounded away."""
    array = compare.numeric(rows)
    if array is None or array.ndim != 2 or not array.size:
        return rows
    array = np.round(array.astype(np.float64), 3)
    return array[np.lexsort(array.T[::-1])]


def off_diagonal(clustering: Any, W: Array) -> Results:
    """The normalised Laplacian but for its diagonal, which has two right forms."""
    L = clustering.normalized_laplacian(W)
    return {"L with a diagonal of 0": without_diagonal(L)}


def without_diagonal(matrix: Any) -> Any:
    """A square matrix with zeros on its diagonal."""
    array = compare.numeric(matrix)
    if array is None or array.ndim != 2 or array.shape[0] != array.shape[1]:
        return matrix
    return np.where(np.eye(len(array), dtype=bool), 0.0, array)


def embedded(clustering: Any, W: Array, k: int) -> Results:
    """The products of the embedded rows, which no rotation of the eigenvectors changes."""
    E = clustering.spectral_embedding(W, k)
    return {"E.shape": shape(E), "E @ E.T": gram(E)}


def shape(value: Any) -> Any:
    """The shape of an array, to be compared like one."""
    array = compare.numeric(value)
    return value if array is None else np.array(array.shape)


def gram(rows: Any) -> Any:
    """The products of all pairs of rows."""
    return up_to.gram(rows)


def spectral(clustering: Any, X: Array, k: int, sigma: float, seed: int) -> Results:
    """The clusters of spectral clustering, numbered as they appear."""
    labels = clustering.spectral_clustering(X, k, sigma, seed)
    return {"labels, renamed in the order in which they appear": renamed(labels)}


def dominant(clustering: Any, A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Results:
    """The dominant sets, numbered as they appear."""
    labels = clustering.dominant_sets(A, cutoff, min_size)
    return {"labels, renamed in the order in which they appear": renamed(labels)}


def renamed(labels: Any) -> Any:
    """Labels with the clusters numbered in the order in which they appear; −1 stays."""
    return up_to.renamed(labels)
