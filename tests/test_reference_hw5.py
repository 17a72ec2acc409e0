"""The reference of hw5 against scikit-learn, SciPy and the definitions."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.sparse import csgraph
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.datasets import load_digits, make_blobs, make_circles, make_moons
from sklearn.decomposition import PCA
from sklearn.metrics import adjusted_rand_score

from reference import dominant_sets as dominant
from reference.kmeans import kmeans, kmeans_plus_plus
from reference.pca import pca
from reference.spectral_clustering import (
    gaussian_affinity,
    laplacian,
    normalized_laplacian,
    spectral_clustering,
    spectral_embedding,
)

Array = np.ndarray[Any, Any]


def rows(seed: int = 0, n: int = 60, d: int = 4) -> Array:
    rng = np.random.default_rng(seed)
    return np.asarray(rng.normal(size=(n, d)) * np.arange(1, d + 1) + 5.0)


def weights(seed: int, n: int, share: float = 1.0) -> Array:
    rng = np.random.default_rng(seed)
    W = np.triu(rng.uniform(size=(n, n)) * (rng.uniform(size=(n, n)) < share), 1)
    return np.asarray(W + W.T)


# --- pca ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "d", "k"), [(60, 4, 2), (10, 30, 5), (20, 3, 3), (7, 1, 1)])
def test_components_are_those_of_scikit_learn_up_to_signs(n: int, d: int, k: int) -> None:
    X = rows(n, n, d)
    theirs = PCA(n_components=k, svd_solver="full").fit(X)
    scores, components = pca(X, k)
    signs = np.sign(np.sum(components * theirs.components_, axis=1))
    assert np.allclose(components * signs[:, None], theirs.components_)
    assert np.allclose(scores * signs, theirs.transform(X))


def test_components_are_orthonormal_and_scores_have_decreasing_variance() -> None:
    X = load_digits().data
    scores, components = pca(X, 10)
    assert np.allclose(components @ components.T, np.eye(10))
    assert np.allclose(scores.mean(axis=0), 0.0)
    variances = scores.var(axis=0, ddof=1)
    assert (np.diff(variances) < 0.0).all()
    assert np.allclose(variances, eigh(np.cov(X.T), eigvals_only=True)[::-1][:10])


# --- k-means -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_lloyd_ends_where_scikit_learn_does_from_the_same_start(seed: int) -> None:
    X, _ = make_blobs(n_samples=400, centers=6, n_features=3, cluster_std=2.0, random_state=seed)
    init = kmeans_plus_plus(X, 6, seed)
    theirs = KMeans(6, init=init, n_init=1, max_iter=300, tol=0.0, algorithm="lloyd").fit(X)
    labels, centers, inertia = kmeans(X, 6, init)
    assert np.array_equal(labels, theirs.labels_)
    assert np.allclose(centers, theirs.cluster_centers_)
    assert np.isclose(inertia, theirs.inertia_)


def test_the_result_is_a_fixed_point() -> None:
    X = rows(1, 300, 2)
    labels, centers, inertia = kmeans(X, 7, seed=3)
    distances = cdist(X, centers, "sqeuclidean")
    assert np.array_equal(labels, distances.argmin(axis=1))
    assert np.allclose(centers, [X[labels == label].mean(axis=0) for label in range(7)])
    assert np.isclose(inertia, distances.min(axis=1).sum())


@pytest.mark.parametrize("init", [[[0.0], [0.5], [99.0]], [[0.0], [0.0], [1.0]], [[-6], [0], [6]]])
def test_a_cluster_that_empties_keeps_its_centre(init: Any) -> None:
    X = np.array([-3.2, -3.1, -1.7, 1.7, 3.1, 3.2])[:, None]
    labels, centers, inertia = kmeans(X, 3, np.array(init))
    assert np.isfinite(centers).all() and np.isfinite(inertia)
    assert len(np.unique(labels)) < 3
    assert np.array_equal(labels, cdist(X, centers).argmin(axis=1))


def test_centres_are_different_rows_as_long_as_there_are_any() -> None:
    X = np.repeat(np.array([[0.0, 0.0], [1e-3, 0.0], [5.0, 1.0], [1e3, 2.0]]), 5, axis=0)
    for seed in range(20):
        assert len(np.unique(kmeans_plus_plus(X, 4, seed), axis=0)) == 4
        assert len(np.unique(kmeans_plus_plus(X, 6, seed), axis=0)) == 4


def test_centres_are_drawn_by_squared_distance_to_the_nearest() -> None:
    # Two places beside the first centre, at distances 1 and 3: nine times as likely, not three.
    X = np.array([[0.0]] * 50 + [[1.0]] + [[-3.0]])
    second = [np.abs(kmeans_plus_plus(X, 2, seed)[1:]).max() for seed in range(600)]
    assert abs(np.mean(np.array(second) == 3.0) - 0.9) < 0.06
    # Once 0 and −3 are centres, what is left is near the one or the other.
    X = np.array([[0.0]] * 50 + [[1.0], [-3.0], [-3.2]])
    third = [kmeans_plus_plus(X, 3, seed) for seed in range(300)]
    with_both = [c for c in third if {0.0, -3.0} <= set(c.ravel())]
    assert len(with_both) > 100
    assert abs(np.mean([1.0 in c for c in with_both]) - 0.96) < 0.06


# --- graphs ------------------------------------------------------------------------------------


def test_affinities_by_their_definition() -> None:
    X = rows(0, 20, 3)
    W = gaussian_affinity(X, 1.7)
    expected = np.exp(-cdist(X, X, "sqeuclidean") / (2 * 1.7**2))
    assert np.allclose(W, expected - np.eye(20))
    assert np.array_equal(W, W.T) and not W.diagonal().any()


@pytest.mark.parametrize("share", [1.0, 0.4])
def test_laplacians_are_those_of_scipy(share: float) -> None:
    W = weights(3, 15, share)
    assert np.allclose(laplacian(W), csgraph.laplacian(W))
    assert np.allclose(normalized_laplacian(W), csgraph.laplacian(W, normed=True))
    assert np.allclose(laplacian(W).sum(axis=1), 0.0)
    assert np.linalg.eigvalsh(normalized_laplacian(W)).min() > -1e-12


def test_a_vertex_without_neighbours_gives_no_nan() -> None:
    W = weights(0, 6)
    W[2] = W[:, 2] = 0.0
    L = normalized_laplacian(W)
    assert np.isfinite(L).all() and L[2, 2] == 1.0
    others = [0, 1, 3, 4, 5]
    inner = np.ix_(others, others)
    assert np.allclose(L[inner], normalized_laplacian(W[inner]))
    assert np.isfinite(spectral_embedding(W, 2)).all()


def test_the_embedding_spans_the_eigenvectors_of_the_smallest_eigenvalues() -> None:
    W = weights(5, 12)
    E = spectral_embedding(W, 3)
    assert np.allclose(np.linalg.norm(E, axis=1), 1.0)
    values, vectors = eigh(csgraph.laplacian(W, normed=True))
    assert (np.diff(values) >= 0.0).all()
    U = vectors[:, :3]
    lengths = np.linalg.norm(U, axis=1)
    assert np.allclose(E @ E.T, U @ U.T / np.outer(lengths, lengths))


@pytest.mark.parametrize("shape", ["moons", "circles", "blobs"])
def test_clusters_are_those_of_scikit_learn_up_to_their_names(shape: str) -> None:
    X, parts = {
        "moons": lambda: make_moons(120, noise=0.03, random_state=0),
        "circles": lambda: make_circles(120, factor=0.4, noise=0.02, random_state=0),
        "blobs": lambda: make_blobs(120, centers=4, cluster_std=0.4, random_state=1),
    }[shape]()
    sigma, k = {"moons": 0.1, "circles": 0.12, "blobs": 0.7}[shape], len(np.unique(parts))
    labels = spectral_clustering(X, k, sigma)
    theirs = SpectralClustering(k, gamma=1.0 / (2.0 * sigma**2), random_state=0).fit(X)
    assert adjusted_rand_score(labels, parts) == 1.0
    assert adjusted_rand_score(labels, theirs.labels_) == 1.0


# --- dominant sets -----------------------------------------------------------------------------


def weight_by_definition(A: Array, S: tuple[int, ...], i: int) -> float:
    if len(S) == 1:
        return 1.0
    R = tuple(j for j in S if j != i)
    return float(
        sum((A[j, i] - np.mean([A[j, k] for k in R])) * weight_by_definition(A, R, j) for j in R)
    )


def all_dominant_sets(A: Array) -> list[tuple[int, ...]]:
    n = len(A)
    subsets = itertools.chain(*(itertools.combinations(range(n), m) for m in range(1, n + 1)))
    return [S for S in subsets if dominant.is_dominant(A, S)]


def characteristic(A: Array, S: tuple[int, ...]) -> Array:
    """The weights of the vertices of a set, as shares."""
    x = np.zeros(len(A))
    x[list(S)] = [dominant.node_weight(A, S, i) for i in S]
    return np.asarray(x / x.sum())


def test_weights_of_vertices_by_their_definition() -> None:
    A = weights(0, 6)
    assert np.isclose(dominant.average_weighted_degree(A, [1, 2, 4], 1), (A[1, 2] + A[1, 4]) / 3)
    expected = A[1, 5] - (A[1, 2] + A[1, 4]) / 3
    assert np.isclose(dominant.relative_similarity(A, (1, 2, 4), 1, 5), expected)
    for S in itertools.chain(*(itertools.combinations(range(6), m) for m in range(1, 7))):
        for i in S:
            assert np.isclose(dominant.node_weight(A, S, i), weight_by_definition(A, S, i))
    # Of two vertices each has their similarity for a weight.
    assert np.isclose(dominant.node_weight(A, [0, 3], 3), A[0, 3])


@pytest.mark.parametrize("seed", range(6))
def test_dominant_sets_are_the_strict_maxima_on_the_simplex(seed: int) -> None:
    # Pavan and Pelillo's theorem, by enumeration: the shares of a dominant set are at rest, and
    # no vertex outside could gain.
    A = weights(seed, 7)
    found = all_dominant_sets(A)
    assert found
    for S in found:
        x = characteristic(A, S)
        gains, value = A @ x, x @ A @ x
        assert np.allclose(gains[list(S)], value)
        assert (np.delete(gains, S) < value).all()
        assert np.allclose(dominant.replicator(A, x), x)


@pytest.mark.parametrize(("n", "seed"), [(n, seed) for n in (4, 6, 7, 8) for seed in range(4)])
def test_what_is_peeled_off_is_dominant_in_what_is_left(n: int, seed: int) -> None:
    A = weights(100 * n + seed, n)
    labels = dominant.dominant_sets(A)
    left = np.arange(n)
    for label in range(labels.max() + 1):
        S = np.flatnonzero(labels == label)
        part = A[np.ix_(left, left)]
        inside = tuple(int(i) for i in np.flatnonzero(np.isin(left, S)))
        x = dominant.replicator(part, None, 1e-14, 100_000)
        assert not ((x > 1e-9) & (x < 1e-3)).any(), "a graph without a clear support: take another"
        assert dominant.is_dominant(part, inside)
        assert np.allclose(x, characteristic(part, inside), atol=1e-6)
        left = np.setdiff1d(left, S)
    assert not len(left)


def test_the_dynamics_stay_on_the_simplex_and_grow() -> None:
    A = weights(7, 9)
    x = np.random.default_rng(0).dirichlet(np.ones(9))
    value = x @ A @ x
    for _ in range(60):
        x = dominant.replicator(A, x, 0.0, 1)
        assert x.min() >= 0.0 and np.isclose(x.sum(), 1.0)
        assert x @ A @ x >= value - 1e-15
        value = x @ A @ x


def test_the_dynamics_take_so_many_steps_and_stop_when_one_is_short() -> None:
    A = weights(8, 5)
    x = np.full(5, 0.2)
    path = [x]
    for _ in range(200):
        path.append(path[-1] * (A @ path[-1]) / (path[-1] @ A @ path[-1]))
    assert np.allclose(dominant.replicator(A, None, 1e-12, 7), path[7])
    stopped = dominant.replicator(A, None, 1e-3)
    at = next(t for t in range(1, 200) if np.abs(path[t] - path[t - 1]).sum() < 1e-3)
    assert np.allclose(stopped, path[at])


def test_where_nothing_is_to_be_gained_x_is_returned() -> None:
    assert np.allclose(dominant.replicator(np.zeros((3, 3))), 1 / 3)
    corner = np.array([0.0, 1.0, 0.0])
    assert np.array_equal(dominant.replicator(weights(0, 3), corner), corner)
    assert dominant.dominant_sets(np.zeros((1, 1))).tolist() == [0]
    assert set(dominant.dominant_sets(np.zeros((3, 3)))) == {0}


def test_groups_are_dominant_sets_and_small_ones_can_be_left_out() -> None:
    X, parts = make_blobs([9, 6, 3, 1], centers=None, cluster_std=0.1, random_state=3)
    A = gaussian_affinity(X, 1.0)
    labels = dominant.dominant_sets(A)
    assert adjusted_rand_score(labels, parts) == 1.0
    large = dominant.dominant_sets(A, min_size=6)
    assert (large[parts <= 1] >= 0).all() and (large[parts > 1] == -1).all()
    assert set(large[large >= 0]) == {0, 1}


def test_a_vertex_without_neighbours_is_a_set_of_its_own() -> None:
    A = weights(2, 5)
    A[0] = A[:, 0] = 0.0
    labels = dominant.dominant_sets(A)
    assert (labels == labels[0]).sum() == 1
