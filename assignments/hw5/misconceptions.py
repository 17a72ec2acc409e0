"""Known mistakes of hw5: each is the wrong code itself, with its name and a hint.

When a check fails, the submission's answers are compared with these; and each of them, handed in
as a submission, must lose points. Mistakes in what is drawn at random are named by the checks.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.kit import Undecided, misconception
from reference import dominant_sets as dominant
from reference import spectral_clustering as spectral
from reference.kernels import squared_distances
from reference.kmeans import kmeans

Array = np.ndarray[Any, Any]
Pair = tuple[Array, Array]

# --- pca ---------------------------------------------------------------------------------------


def _directions(rows: Array, k: int) -> Array:
    return np.asarray(np.linalg.svd(rows, full_matrices=False)[2][:k])


@misconception("pca.not-centred")
def not_centred(X: Array, k: int) -> Pair:
    """The rows are not centred.

    Subtract the mean of each column first: components are directions of variance, not of the mean.
    """
    components = _directions(X, k)
    return X @ components.T, components


@misconception("pca.scores-not-centred")
def scores_not_centred(X: Array, k: int) -> Pair:
    """The components are right, but the scores are those of rows that are not centred.

    Scores are measured from the mean of the rows: (X − mean) @ components.T.
    """
    components = _directions(X - X.mean(axis=0), k)
    return X @ components.T, components


@misconception("pca.rows-centred")
def rows_centred(X: Array, k: int) -> Pair:
    """The mean of each row is subtracted, not that of each column.

    `X.mean(axis=0)` is the mean of the rows: one number for each column.
    """
    centred = X - X.mean(axis=1, keepdims=True)
    components = _directions(centred, k)
    return centred @ components.T, components


@misconception("pca.least-variance")
def least_variance(X: Array, k: int) -> Iterator[Callable[[Array, int], Pair]]:
    """These are the components with the least variance.

    `np.linalg.eigh` sorts the eigenvalues from the smallest: take the last k columns, in reverse.
    """

    def ending(order: int) -> Callable[[Array, int], Pair]:
        def wrong(X: Array, k: int) -> Pair:
            if len(X) <= X.shape[1]:  # several directions have no variance at all
                raise Undecided
            centred = X - X.mean(axis=0)
            components = np.linalg.eigh(centred.T @ centred)[1].T[:k][::order]
            return centred @ components.T, components

        return wrong

    yield ending(1)
    yield ending(-1)


@misconception("pca.increasing")
def increasing(X: Array, k: int) -> Pair:
    """The components are in the wrong order.

    They are the right ones, but the first should be the one with the most variance: reverse them,
    and the scores with them.
    """
    centred = X - X.mean(axis=0)
    components = _directions(centred, k)[::-1]
    return centred @ components.T, components


@misconception("pca.columns")
def components_as_columns(X: Array, k: int) -> Iterator[Callable[[Array, int], Pair]]:
    """The components are columns.

    Return them as rows, shape (k, d): the transpose of what `eigh` gives, or the rows of `Vt` as
    they are.
    """

    # The signs of columns show in what is compared, but the same library was most likely asked.
    def turned(directions: Callable[[Array, int], Array]) -> Callable[[Array, int], Pair]:
        def wrong(X: Array, k: int) -> Pair:
            centred = X - X.mean(axis=0)
            components = directions(centred, k)
            return centred @ components.T, components.T

        return wrong

    yield turned(_directions)
    yield turned(lambda rows, k: np.linalg.eigh(rows.T @ rows)[1].T[::-1][:k])


@misconception("pca.standardised")
def standardised(X: Array, k: int) -> Iterator[Callable[[Array, int], Pair]]:
    """The columns are divided by their standard deviation.

    Only the mean is subtracted: columns that vary more weigh more.
    """

    def dividing(ddof: int) -> Callable[[Array, int], Pair]:
        def wrong(X: Array, k: int) -> Pair:
            centred = (X - X.mean(axis=0)) / X.std(axis=0, ddof=ddof)
            components = _directions(centred, k)
            return centred @ components.T, components

        return wrong

    yield dividing(0)
    yield dividing(1)


@misconception("pca.whitened")
def whitened(X: Array, k: int) -> Iterator[Callable[[Array, int], Pair]]:
    """The scores are scaled to the same size.

    Scores are (X − mean) @ components.T, or U times the singular values; U alone is not enough.
    """

    def scaling(factor: Callable[[Array], float]) -> Callable[[Array, int], Pair]:
        def wrong(X: Array, k: int) -> Pair:
            U, _, components = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
            return U[:, :k] * factor(X), components[:k]

        return wrong

    yield scaling(lambda X: 1.0)
    yield scaling(lambda X: float(np.sqrt(len(X))))
    yield scaling(lambda X: float(np.sqrt(len(X) - 1)))


# --- kmeans ------------------------------------------------------------------------------------


def _lloyd(
    X: Array,
    centers: Array,
    *,
    rounds: int = 300,
    mean: Callable[[Array], Array] = lambda rows: np.mean(rows, axis=0),
    distances: Callable[[Array, Array], Array] = squared_distances,
) -> Pair:
    """Lloyd's iteration with parts that can be exchanged."""
    centers = np.array(centers, dtype=np.float64)
    labels = distances(X, centers).argmin(axis=1)
    for _ in range(rounds):
        for label in np.unique(labels):
            centers[label] = mean(X[labels == label])
        moved = distances(X, centers).argmin(axis=1)
        if np.array_equal(moved, labels):
            break
        labels = moved
    return labels, centers


def _inertia(X: Array, labels: Array, centers: Array) -> float:
    return float(np.sum((X - centers[labels]) ** 2))


Clusters = tuple[Array, Array, float]


def _from_start(init: Array | None) -> Array:
    if init is None:  # where it starts is not known
        raise Undecided
    return np.array(init, dtype=np.float64)


@misconception("kmeans.centers-not-recomputed")
def centers_not_recomputed(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Clusters:
    """The centres are never recomputed.

    Each round has two halves: assign every row to its nearest centre, then move every centre to the
    mean of its rows.
    """
    centers = _from_start(init)
    labels = squared_distances(X, centers).argmin(axis=1)
    return labels, centers, _inertia(X, labels, centers)


@misconception("kmeans.one-round")
def one_round(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Iterator[Callable[..., Clusters]]:
    """Only one round is made.

    Repeat both halves, labels and centres, until the labels no longer change.
    """

    def ending(again: bool) -> Callable[..., Clusters]:
        def wrong(X: Array, k: int, init: Array | None = None, *_: Any) -> Clusters:
            start = _from_start(init)
            labels = squared_distances(X, start).argmin(axis=1)
            after, centers = _lloyd(X, start, rounds=1)
            labels = after if again else labels
            return labels, centers, _inertia(X, labels, centers)

        return wrong

    yield ending(again=False)
    yield ending(again=True)


@misconception("kmeans.medians")
def medians(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Clusters:
    """A centre is the median of its rows.

    The sum of the squared distances is smallest at their mean: `X[labels == j].mean(axis=0)`.
    """
    labels, centers = _lloyd(X, _from_start(init), mean=lambda rows: np.median(rows, axis=0))
    return labels, centers, _inertia(X, labels, centers)


@misconception("kmeans.manhattan")
def manhattan(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Iterator[Callable[..., Clusters]]:
    """Rows are compared with centres by the sum of absolute differences.

    The nearest centre is the one with the smallest ‖x − c‖², the sum of the squared differences.
    """

    def wrong(X: Array, k: int, init: Array | None = None, *_: Any) -> Pair:
        return _lloyd(
            X,
            _from_start(init),
            distances=lambda X, C: np.abs(X[:, None, :] - C).sum(axis=2),
        )

    def squares(*args: Any) -> Clusters:
        labels, centers = wrong(*args)
        return labels, centers, _inertia(args[0], labels, centers)

    def absolutes(*args: Any) -> Clusters:
        labels, centers = wrong(*args)
        return labels, centers, float(np.abs(args[0] - centers[labels]).sum())

    yield squares
    yield absolutes


def _with_inertia(measure: Callable[[Array, Array], float]) -> Callable[..., Clusters]:
    def wrong(X: Array, k: int, init: Array | None = None, *_: Any) -> Clusters:
        labels, centers, _right = kmeans(X, k, _from_start(init))
        return labels, centers, measure(X, centers[labels])

    return wrong


@misconception("kmeans.mean-inertia")
def mean_inertia(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Clusters:
    """The inertia is a mean.

    It is the sum of ‖x − c‖² over all rows, not divided by their number.
    """
    return _with_inertia(lambda X, own: float(np.sum((X - own) ** 2) / len(X)))(X, k, init)


@misconception("kmeans.unsquared-inertia")
def unsquared_inertia(
    X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
) -> Iterator[Callable[..., Clusters]]:
    """The inertia has a root in it.

    It is the sum of the squared distances, Σ ‖x − c‖²: no root of the terms, none of the sum.
    """
    yield _with_inertia(lambda X, own: float(np.linalg.norm(X - own, axis=1).sum()))
    yield _with_inertia(lambda X, own: float(np.linalg.norm(X - own)))


# --- gaussian_affinity -------------------------------------------------------------------------


def _affinity(exponent: Callable[[Array, float], Array]) -> Callable[[Array, float], Array]:
    """Affinities by another exponent, as a function of the squared distances and σ."""

    def wrong(X: Array, sigma: float) -> Array:
        W = np.exp(exponent(squared_distances(X, X), sigma))
        np.fill_diagonal(W, 0.0)
        return np.asarray(W)

    return wrong


@misconception("gaussian_affinity.no-two")
def no_two(X: Array, sigma: float) -> Array:
    """The 2 of 2σ² is missing.

    The exponent is −‖x_i − x_j‖²/(2σ²), as in a normal distribution of standard deviation σ.
    """
    return _affinity(lambda squares, sigma: -squares / sigma**2)(X, sigma)


@misconception("gaussian_affinity.unsquared-sigma")
def unsquared_sigma(X: Array, sigma: float) -> Iterator[Callable[..., Array]]:
    """σ is not squared.

    The exponent is −‖x_i − x_j‖²/(2σ²): σ is a distance, and compared with one.
    """
    yield _affinity(lambda squares, sigma: -squares / (2.0 * sigma))
    yield _affinity(lambda squares, sigma: -squares / sigma)


@misconception("gaussian_affinity.two-sigma-squared")
def two_sigma_squared(X: Array, sigma: float) -> Array:
    """The 2 is squared together with σ.

    Only σ is: 2 * sigma**2, not (2 * sigma)**2.
    """
    return _affinity(lambda squares, sigma: -squares / (2.0 * sigma) ** 2)(X, sigma)


@misconception("gaussian_affinity.unsquared-distance")
def unsquared_distance(X: Array, sigma: float) -> Array:
    """The distance is not squared.

    The exponent is −‖x_i − x_j‖²/(2σ²); `np.linalg.norm` gives ‖x_i − x_j‖ itself.
    """
    return _affinity(lambda squares, sigma: -np.sqrt(squares) / (2.0 * sigma**2))(X, sigma)


@misconception("gaussian_affinity.times-sigma")
def times_sigma(X: Array, sigma: float) -> Iterator[Callable[..., Array]]:
    """σ multiplies where it should divide.

    The exponent is −‖x_i − x_j‖²/(2σ²): the larger σ, the more rows are similar.
    """
    yield _affinity(lambda squares, sigma: -squares * sigma)
    yield _affinity(lambda squares, sigma: -squares * sigma**2)
    yield _affinity(lambda squares, sigma: -squares / 2.0 * sigma**2)
    yield _affinity(lambda squares, sigma: -squares * 2.0 * sigma**2)


@misconception("gaussian_affinity.unit-diagonal")
def unit_diagonal(X: Array, sigma: float) -> Array:
    """The diagonal is 1.

    Nothing is its own neighbour: set the diagonal to 0, `np.fill_diagonal(W, 0.0)`.
    """
    return spectral.gaussian_affinity(X, sigma) + np.eye(len(X))


# --- laplacian ---------------------------------------------------------------------------------


@misconception("laplacian.wrong-sign")
def wrong_sign(W: Array) -> Array:
    """The sign is the other way round.

    It is D − W: degrees on the diagonal, and minus the weights beside it.
    """
    return -spectral.laplacian(W)


@misconception("laplacian.plus")
def plus(W: Array) -> Array:
    """The weights are added to the degrees.

    It is D − W: every row adds up to 0.
    """
    return np.asarray(np.diag(W.sum(axis=1)) + W)


@misconception("laplacian.diagonal-of-W")
def diagonal_of_weights(W: Array) -> Array:
    """The degrees are taken from the diagonal of W.

    The degree of a vertex is the sum of its row: `np.diag(W.sum(axis=1))`. `np.diag(W)` is what
    stands on the diagonal of W, and that is 0.
    """
    return np.asarray(np.diag(np.diag(W)) - W)


@misconception("laplacian.counted")
def counted(W: Array) -> Array:
    """The degree is the number of neighbours.

    In a graph with weights it is the sum of the weights, Σ_j W_ij.
    """
    return np.asarray(np.diag((W > 0.0).sum(axis=1).astype(np.float64)) - W)


@misconception("laplacian.normalised")
def normalised_at_once(W: Array) -> Array:
    """This is the normalised Laplacian.

    Here it is D − W, not divided by anything; `normalized_laplacian` is the other question.
    """
    return spectral.normalized_laplacian(W)


# --- normalized_laplacian ----------------------------------------------------------------------


def _scaled(left: float, right: float) -> Iterator[Callable[[Array], Array]]:
    """I − D^left W D^right; with nan where a vertex has no neighbours, and without."""

    def careless(W: Array) -> Array:
        degrees = W.sum(axis=1)
        return np.asarray(np.eye(len(W)) - degrees[:, None] ** left * W * degrees**right)

    def careful(W: Array) -> Array:
        degrees = np.where(W.sum(axis=1) > 0.0, W.sum(axis=1), 1.0)
        return np.asarray(np.eye(len(W)) - degrees[:, None] ** left * W * degrees**right)

    yield careful
    yield careless


@misconception("normalized_laplacian.random-walk")
def random_walk(W: Array) -> Iterator[Callable[[Array], Array]]:
    """This is the Laplacian of the random walk, I − D⁻¹W, which is not symmetric.

    Divide by the roots of both degrees: W_ij / sqrt(d_i d_j).
    """
    yield from _scaled(-1.0, 0.0)
    yield from _scaled(0.0, -1.0)


@misconception("normalized_laplacian.no-root")
def no_root(W: Array) -> Iterator[Callable[[Array], Array]]:
    """The weights are divided by the degrees, not by their roots.

    It is D^(−½) on both sides, W_ij / sqrt(d_i d_j). Then 0 is an eigenvalue.
    """
    yield from _scaled(-1.0, -1.0)


@misconception("normalized_laplacian.multiplied")
def multiplied(W: Array) -> Iterator[Callable[[Array], Array]]:
    """The weights are multiplied by the roots of the degrees.

    They are divided by them: W_ij / sqrt(d_i d_j).
    """
    yield from _scaled(0.5, 0.5)


@misconception("normalized_laplacian.no-identity")
def no_identity(W: Array) -> Iterator[Callable[[Array], Array]]:
    """I is missing.

    It is I − D^(−½) W D^(−½): of this matrix the smallest eigenvalues count, of the second part
    alone it would be the largest.
    """

    def alone(right: Callable[[Array], Array], sign: float) -> Callable[[Array], Array]:
        return lambda W: sign * (np.eye(len(W)) - right(W))

    for right in _scaled(-0.5, -0.5):
        yield alone(right, 1.0)
        yield alone(right, -1.0)


@misconception("normalized_laplacian.not-normalised")
def not_normalised(W: Array) -> Array:
    """This is D − W, which is not normalised.

    Divide row and column i by the root of the degree: I − D^(−½) W D^(−½).
    """
    return spectral.laplacian(W)


@misconception("normalized_laplacian.isolated-nan")
def isolated_nan(W: Array) -> Array:
    """A vertex without neighbours gives nan.

    Its degree is 0, and 0/0 is nan. Take 0 for 1/sqrt(d) where d is 0.
    """
    _, careless = _scaled(-0.5, -0.5)
    return careless(W)


# --- spectral_embedding ------------------------------------------------------------------------


def _on_sphere(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0.0, lengths, 1.0))


def _eigenvectors(matrix: Array) -> Array:
    return np.asarray(np.linalg.eigh(matrix)[1])


@misconception("spectral_embedding.largest")
def largest(W: Array, k: int) -> Array:
    """These are the eigenvectors of the largest eigenvalues.

    Of I − D^(−½) W D^(−½) take those of the smallest: the first k columns that `np.linalg.eigh`
    gives. The largest ones are right for D^(−½) W D^(−½) alone.
    """
    return _on_sphere(_eigenvectors(spectral.normalized_laplacian(W))[:, -k:])


@misconception("spectral_embedding.rows-not-normalised")
def rows_not_normalised(W: Array, k: int) -> Array:
    """The rows are not normalised.

    Divide each row by its length, so that all vertices of a cluster lie at the same point.
    """
    return _eigenvectors(spectral.normalized_laplacian(W))[:, :k]


@misconception("spectral_embedding.plain-laplacian")
def plain_laplacian(W: Array, k: int) -> Array:
    """These are eigenvectors of D − W.

    Take those of the normalised Laplacian, I − D^(−½) W D^(−½): vertices with many and
    with few neighbours then count alike.
    """
    return _on_sphere(_eigenvectors(spectral.laplacian(W))[:, :k])


@misconception("spectral_embedding.random-walk")
def embedding_random_walk(W: Array, k: int) -> Array:
    """These are eigenvectors of the random walk, I − D⁻¹W.

    Take those of the symmetric matrix I − D^(−½) W D^(−½).
    """
    roots = np.sqrt(W.sum(axis=1))[:, None]
    vectors = _eigenvectors(spectral.normalized_laplacian(W))[:, :k] / roots
    return _on_sphere(vectors / np.linalg.norm(vectors, axis=0))


@misconception("spectral_embedding.first-dropped")
def first_dropped(W: Array, k: int) -> Array:
    """The first eigenvector is left out.

    It belongs to eigenvalue 0, but it is one of the k: take the columns 0 to k − 1.
    """
    return _on_sphere(_eigenvectors(spectral.normalized_laplacian(W))[:, 1 : k + 1])


@misconception("spectral_embedding.rows-for-columns")
def rows_for_columns(W: Array, k: int) -> Iterator[Callable[..., Array]]:
    """The rows of the matrix of eigenvectors are taken for eigenvectors.

    `np.linalg.eigh` returns them as columns: `vectors[:, :k]`.
    """

    # Their signs are not determined here, but the same library was most likely asked; only where a
    # rounding error would turn one of them it says nothing.
    def wrong(W: Array, k: int) -> Array:
        L = spectral.normalized_laplacian(W)
        noise = np.random.default_rng(0).normal(size=(4, *L.shape))
        rows = [_on_sphere(_eigenvectors(L + 1e-15 * (E + E.T))[:k].T) for E in noise]
        if any(np.abs(other @ other.T - rows[0] @ rows[0].T).max() > 1e-6 for other in rows[1:]):
            raise Undecided
        return _on_sphere(_eigenvectors(L)[:k].T)

    yield wrong


@misconception("spectral_embedding.of-affinities")
def of_affinities(W: Array, k: int) -> Iterator[Callable[..., Array]]:
    """These are eigenvectors of W itself.

    Take those of the normalised Laplacian, I − D^(−½) W D^(−½): vertices with many and
    with few neighbours then count alike.
    """
    yield lambda W, k: _on_sphere(_eigenvectors(W)[:, -k:])
    yield lambda W, k: _on_sphere(_eigenvectors(W)[:, :k])


# --- spectral_clustering -----------------------------------------------------------------------

# Where k-means ends on rows that are no clear clusters depends on where it starts.
_TRIES = 12


def _clustered(embed: Callable[[Array, int, float], Array]) -> Iterator[Callable[..., Array]]:
    def starting(seed: int) -> Callable[..., Array]:
        return lambda X, k, sigma, *_: kmeans(embed(X, k, sigma), k, seed=seed)[0]

    for seed in range(_TRIES):
        yield starting(seed)


@misconception("spectral_clustering.kmeans-of-rows")
def kmeans_of_rows(X: Array, k: int, sigma: float, seed: int = 0) -> Iterator[Callable[..., Array]]:
    """This is k-means of the rows themselves.

    Cluster the rows of the spectral embedding: of `spectral_embedding(gaussian_affinity(X, sigma),
    k)`.
    """
    yield from _clustered(lambda X, k, sigma: X)


@misconception("spectral_clustering.rows-not-normalised")
def clustering_not_normalised(
    X: Array, k: int, sigma: float, seed: int = 0
) -> Iterator[Callable[..., Array]]:
    """The rows of the eigenvectors are not normalised before k-means.

    Divide each row by its length. Otherwise vertices with few neighbours lie near the origin,
    whatever cluster they belong to.
    """
    yield from _clustered(
        lambda X, k, sigma: rows_not_normalised(spectral.gaussian_affinity(X, sigma), k)
    )


# --- weights of vertices -----------------------------------------------------------------------


@misconception("average_weighted_degree.sum")
def degree_sum(A: Array, S: Sequence[int], i: int) -> float:
    """The weights are added up, not averaged.

    Divide by |S|, the number of vertices in S.
    """
    return float(A[i, list(S)].sum())


@misconception("average_weighted_degree.without-i")
def degree_without_self(A: Array, S: Sequence[int], i: int) -> float:
    """The sum is divided by the number of the other vertices of S.

    It has no weight to itself, but it is one of the |S| vertices that the sum is divided by.
    """
    others = [j for j in S if j != i]
    if not others:
        raise Undecided
    return float(A[i, others].mean())


@misconception("average_weighted_degree.whole-graph")
def degree_in_graph(A: Array, S: Sequence[int], i: int) -> Iterator[Callable[..., float]]:
    """All vertices of the graph are counted, not those of S.

    The mean is about the set alone: (1/|S|) Σ a_ij over j in S.
    """
    yield lambda A, S, i: float(A[i].mean())
    yield lambda A, S, i: float(A[i, list(S)].sum() / len(A))
    yield lambda A, S, i: float(A[i].sum() / len(S))


@misconception("relative_similarity.degree-of-j")
def similarity_of_other(A: Array, S: Sequence[int], i: int, j: int) -> float:
    """The average degree is that of j, which is not in S.

    Some notes have the two arguments the wrong way round. φ_S(i, j) = a_ij − awdeg_S(i), with i in
    S and j outside.
    """
    return float(A[i, j]) - dominant.average_weighted_degree(A, S, j)


@misconception("relative_similarity.no-degree")
def similarity_alone(A: Array, S: Sequence[int], i: int, j: int) -> float:
    """The average degree is missing.

    φ_S(i, j) = a_ij − awdeg_S(i): the similarity compared with what is usual in S.
    """
    return float(A[i, j])


@misconception("relative_similarity.wrong-sign")
def similarity_sign(A: Array, S: Sequence[int], i: int, j: int) -> float:
    """The difference has the wrong sign.

    φ_S(i, j) = a_ij − awdeg_S(i): positive if j is closer to i than S is.
    """
    return -dominant.relative_similarity(A, S, i, j)


@misconception("relative_similarity.sum")
def similarity_sum(A: Array, S: Sequence[int], i: int, j: int) -> float:
    """The degree is the sum, not the mean.

    φ_S(i, j) = a_ij − (1/|S|) Σ a_ik over k in S.
    """
    return float(A[i, j]) - degree_sum(A, S, i)


def _weight(
    part: Callable[[Array, list[int], int, int], float],
    deeper: bool = True,
    least: float = 1.0,
) -> Callable[..., float]:
    """The weights by another recursion: `part(A, R, j, i)` stands for φ_R(j, i)."""

    def wrong(A: Array, S: Sequence[int], i: int) -> float:
        others = sorted(j for j in S if j != i)
        if not others:
            return least
        return float(
            sum(part(A, others, j, i) * (wrong(A, others, j) if deeper else 1.0) for j in others)
        )

    return wrong


@misconception("node_weight.swapped-arguments")
def swapped_arguments(A: Array, S: Sequence[int], i: int) -> float:
    """The arguments of φ are the wrong way round.

    Some notes print φ_{S∖i}(i, j), but i is not in S∖i. It is Σ φ_{S∖i}(j, i)·w_{S∖i}(j), with the
    average degree of j.
    """
    return _weight(lambda A, R, j, i: dominant.relative_similarity(A, R, i, j))(A, S, i)


@misconception("node_weight.no-recursion")
def no_recursion(A: Array, S: Sequence[int], i: int) -> float:
    """The weights of the others are missing.

    Each φ_{S∖i}(j, i) is multiplied by w_{S∖i}(j), the weight of j in the set without i.
    """
    return _weight(dominant.relative_similarity, deeper=False)(A, S, i)


@misconception("node_weight.i-not-removed")
def not_removed(A: Array, S: Sequence[int], i: int) -> float:
    """The average degree is taken in S, not in S∖i.

    It is Σ φ_{S∖i}(j, i)·w_{S∖i}(j): i is left out of both.
    """
    return _weight(lambda A, R, j, i: dominant.relative_similarity(A, [*R, i], j, i))(A, S, i)


@misconception("node_weight.similarities-only")
def similarities_only(A: Array, S: Sequence[int], i: int) -> float:
    """The average degree is missing from φ.

    φ_{S∖i}(j, i) = a_ji − awdeg_{S∖i}(j), not a_ji alone.
    """
    return _weight(lambda A, R, j, i: float(A[j, i]))(A, S, i)


@misconception("node_weight.alone-zero")
def alone_zero(A: Array, S: Sequence[int], i: int) -> float:
    """A vertex on its own has weight 0.

    w_S(i) = 1 if i is the only vertex of S; with 0 there all weights are 0.
    """
    return _weight(dominant.relative_similarity, least=0.0)(A, S, i)


# --- replicator --------------------------------------------------------------------------------


def _dynamics(
    step: Callable[[Array, Array], Array],
    *,
    start: Callable[[Array, Array | None], Array] | None = None,
) -> Callable[..., Array]:
    """The dynamics with another step."""

    def wrong(
        A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
    ) -> Array:
        x = np.full(len(A), 1.0 / len(A)) if x0 is None else np.array(x0, dtype=np.float64)
        if start is not None:
            x = start(A, x0)
        for _ in range(max_iter):
            if not x @ A @ x > 0.0:
                return x
            moved = step(A, x)
            change = np.abs(moved - x).sum()
            x = moved
            if not change >= tol or not np.isfinite(x).all():
                break
        return x

    return wrong


@misconception("replicator.not-divided")
def not_divided(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """The step is not divided by xᵀAx.

    x_i ← x_i (Ax)_i / xᵀAx; the division is what keeps Σ x_i = 1.
    """
    return _dynamics(lambda A, x: x * (A @ x))(A, x0, tol, max_iter)


@misconception("replicator.no-x")
def power_iteration(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Iterator[Callable[..., Array]]:
    """The factor x_i is missing: this is the power method.

    Each share grows in proportion to itself: x_i ← x_i (Ax)_i / xᵀAx. Who has no share never gets
    one.
    """

    def summing(A: Array, x: Array) -> Array:
        return np.asarray((A @ x) / (A @ x).sum())

    yield _dynamics(summing)
    yield _dynamics(lambda A, x: (A @ x) / (x @ A @ x))
    yield _dynamics(lambda A, x: (A @ x) / np.linalg.norm(A @ x))


@misconception("replicator.divided-by-sum")
def divided_by_sum(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """The step is divided by the sum of Ax.

    It is divided by xᵀAx, the mean of (Ax)_i with the weights x_i; so x stays on the simplex.
    """
    return _dynamics(lambda A, x: x * (A @ x) / (A @ x).sum())(A, x0, tol, max_iter)


@misconception("replicator.unit-diagonal")
def replicator_unit_diagonal(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """The diagonal is taken for 1.

    Nothing is its own neighbour, so A has zeros there: with ones every vertex alone is a maximum.
    """

    def step(A: Array, x: Array) -> Array:
        B = A + np.eye(len(A))
        return np.asarray(x * (B @ x) / (x @ B @ x))

    return _dynamics(step)(A, x0, tol, max_iter)


@misconception("replicator.x0-ignored")
def start_ignored(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """x0 is ignored.

    Start from x0 if it is given; the barycentre, 1/n everywhere, is for None.
    """
    return dominant.replicator(A, None, tol, max_iter)


@misconception("replicator.nan")
def replicator_nan(
    A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
) -> Array:
    """The step divides by xᵀAx where that is 0.

    Then no two vertices of the support are connected, and there is nothing to gain: return x.
    """
    x = np.full(len(A), 1.0 / len(A)) if x0 is None else np.array(x0, dtype=np.float64)
    return dominant.replicator(A, x0, tol, max_iter) if x @ A @ x > 0.0 else x * np.nan


# --- dominant_sets -----------------------------------------------------------------------------


def _peel(
    A: Array,
    cutoff: float,
    min_size: int,
    support: Callable[[Array, float], Array],
    *,
    once: bool = False,
) -> Array:
    """Peeling with another way to find the support in what is left."""
    labels, left, label = np.full(len(A), -1), np.arange(len(A)), 0
    while len(left):
        members = support(A[np.ix_(left, left)], cutoff)
        if not members.any():
            raise Undecided
        if members.sum() >= min_size:
            labels[left[members]] = label
            label += 1
        left = left[~members]
        if once:
            break
    return labels


@misconception("dominant_sets.unit-diagonal")
def dominant_unit_diagonal(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
    """The diagonal is taken for 1.

    A vertex has no similarity to itself here: the diagonal of A is 0. With ones on it every vertex
    alone is a strict maximum of xᵀAx.
    """

    def support(part: Array, cutoff: float) -> Array:
        x = dominant.replicator(part + np.eye(len(part)))
        return np.asarray(x > min(cutoff, x.max() / 2.0))

    return _peel(A, cutoff, min_size, support)


@misconception("dominant_sets.second-condition")
def second_condition(
    A: Array, cutoff: float = 1e-5, min_size: int = 1
) -> Iterator[Callable[..., Array]]:
    """The sets meet another second condition than that of dominant sets.

    Some notes print it with the wrong sign or set. For every i outside S it is w_{S∪{i}}(i) < 0: no
    other vertex could be added.
    """
    # Few vertices only: all subsets are tried.
    if len(A) > 6:
        raise Undecided

    def by_definition(
        outside: Callable[[Array, Sequence[int], int], bool], order: int
    ) -> Callable[..., Array]:
        def support(part: Array, cutoff: float) -> Array:
            n = len(part)
            sizes = range(1, n + 1)[::order]
            for S in itertools.chain(*(itertools.combinations(range(n), m) for m in sizes)):
                inside = all(dominant.node_weight(part, S, i) > 0.0 for i in S)
                if inside and all(outside(part, S, i) for i in range(n) if i not in S):
                    return np.isin(np.arange(n), S)
            return np.zeros(n, dtype=bool)

        return lambda A, cutoff=1e-5, min_size=1: _peel(A, cutoff, min_size, support)

    for order in (1, -1):
        yield by_definition(lambda A, S, i: dominant.node_weight(A, [*S, i], i) > 0.0, order)
        yield by_definition(lambda A, S, i: True, order)


@misconception("dominant_sets.one-set")
def one_set(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Iterator[Callable[..., Array]]:
    """Only the first set is found.

    Take its vertices out of the graph and go on with the rest, until nothing is left.
    """

    def support(part: Array, cutoff: float) -> Array:
        return dominant.replicator(part) > cutoff

    def only(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
        return _peel(A, cutoff, min_size, support, once=True)

    def with_the_rest(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
        inside = support(A, cutoff)
        first = 0 if inside.sum() >= min_size else -1
        return np.where(inside, first, first + 1)

    yield only
    yield with_the_rest


@misconception("dominant_sets.min-size-ignored")
def min_size_ignored(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
    """min_size is ignored.

    The vertices of a set with fewer than min_size vertices get the label −1.
    """
    return dominant.dominant_sets(A, cutoff)


@misconception("dominant_sets.min-size-left-out")
def min_size_strict(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
    """Sets of exactly min_size vertices get −1, too.

    A set of min_size vertices is large enough: only smaller sets get −1.
    """
    return dominant.dominant_sets(A, cutoff, min_size + 1)


@misconception("dominant_sets.above-mean")
def above_mean(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> Array:
    """Only vertices with more than an even share are taken into the set.

    The support is where x is above cutoff, which is nearly 0: members of a set may have quite
    different shares.
    """
    return _peel(
        A, cutoff, min_size, lambda part, _: dominant.replicator(part) >= 1.0 / len(part) - 1e-12
    )
