import numpy as np
from scipy.cluster.vq import kmeans2, vq
from scipy.linalg import eigh, svd
from scipy.sparse import csgraph
from scipy.sparse.linalg import eigsh
from scipy.spatial.distance import cdist, pdist, squareform


def pca(X, k):
    Z = X - np.mean(X, 0)
    if k < min(Z.shape):
        from scipy.sparse.linalg import svds

        U, s, Vt = svds(np.asarray(Z, dtype=float), k=k, v0=np.ones(min(Z.shape)))
        order = np.argsort(s)[::-1]
        return (U * s)[:, order], Vt[order]
    U, s, Vt = svd(Z, full_matrices=False)
    return (U * s)[:, :k], Vt[:k]


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    centers = X[[rng.integers(len(X))]]
    while len(centers) < k:
        d = cdist(X, centers, "sqeuclidean").min(axis=1)
        p = d / d.sum() if d.any() else None
        centers = np.vstack([centers, rng.choice(X, p=p, axis=0)])
    return centers


def kmeans(X, k, init=None, seed=0, max_iter=300):
    centers = np.array(kmeans_plus_plus(X, k, seed) if init is None else init, dtype=float)
    X = np.asarray(X, dtype=float)
    for _ in range(max_iter):
        labels, _ = vq(X, centers)
        before = centers.copy()
        for j in range(k):
            if np.any(labels == j):
                centers[j] = X[labels == j].mean(0)
        if np.linalg.norm(centers - before) < 1e-9:
            break
    labels, distances = vq(X, centers)
    return labels, centers, np.sum(distances**2)


def gaussian_affinity(X, sigma):
    return squareform(np.exp(-pdist(X, "sqeuclidean") / (2 * sigma**2)))


def laplacian(W):
    return csgraph.laplacian(W)


def normalized_laplacian(W):
    return csgraph.laplacian(W, normed=True)


def spectral_embedding(W, k):
    L = np.asarray(normalized_laplacian(W), dtype=float)
    if k < len(W) - 1:
        _, V = eigsh(2 * np.eye(len(W)) - L, k=k, which="LA", v0=np.linspace(1, 2, len(W)))
    else:
        _, V = eigh(L, subset_by_index=[0, k - 1])
    norms = np.linalg.norm(V, axis=1)
    return V / np.where(norms == 0, 1, norms)[:, None]


def spectral_clustering(X, k, sigma, seed=0):
    E = spectral_embedding(gaussian_affinity(X, sigma), k)
    _, labels = kmeans2(E, kmeans_plus_plus(E, k, seed), iter=50, minit="matrix")
    return labels


def average_weighted_degree(A, S, i):
    return np.average(A[i][list(S)])


def relative_similarity(A, S, i, j):
    return A[i, j] - average_weighted_degree(A, S, i)


def node_weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return np.dot([relative_similarity(A, R, j, i) for j in R], [node_weight(A, R, j) for j in R])


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(A.shape[0], 1 / A.shape[0]) if x0 is None else x0
    for _ in range(max_iter):
        y = x * A.dot(x)
        if not y.any():
            return x
        y = y / np.sum(y)
        if np.linalg.norm(y - x, 1) < tol:
            return y
        x = y
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(A.shape[0], -1)
    remaining = np.arange(A.shape[0])
    label = 0
    while remaining.size:
        x = replicator(A[remaining[:, None], remaining])
        support = remaining[x > cutoff]
        if support.size >= min_size:
            labels[support] = label
        label += 1
        remaining = np.setdiff1d(remaining, support)
    return labels
