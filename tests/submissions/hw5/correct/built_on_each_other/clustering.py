import numpy as np


def centred(X):
    return X - X.mean(axis=0)


def pca(X, k):
    Z = centred(X)
    values, vectors = np.linalg.eigh(np.cov(Z, rowvar=False).reshape(Z.shape[1], -1))
    components = vectors[:, np.argsort(-values)[:k]].T
    return Z @ components.T, components


def sq(A, B):
    return np.maximum((A**2).sum(1)[:, None] + (B**2).sum(1) - 2 * A @ B.T, 0)


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    n = len(X)
    indices = [rng.integers(n)]
    for _ in range(1, k):
        weight = np.min([((X - X[i]) ** 2).sum(1) for i in indices], axis=0)
        total = weight.sum()
        indices.append(rng.choice(n, p=weight / total if total else None))
    return X[indices].copy()


def kmeans(X, k, init=None, seed=0, max_iter=300):
    centers = kmeans_plus_plus(X, k, seed) if init is None else init
    for _ in range(max_iter):
        labels = sq(X, centers).argmin(1)
        new = np.array([X[labels == j].mean(0) if (labels == j).any() else centers[j] for j in range(k)])
        if np.array_equal(new, centers):
            break
        centers = new
    return labels, centers, float(((X - centers[labels]) ** 2).sum())


def gaussian_affinity(X, sigma):
    W = np.exp(-sq(X, X) / 2 / sigma**2)
    W[np.diag_indices_from(W)] = 0
    return W


def degrees(W):
    return W @ np.ones(len(W))


def laplacian(W):
    return np.diag(degrees(W)) - W


def normalized_laplacian(W):
    d = degrees(W)
    d = np.where(d == 0, 1, d)
    return laplacian(W) / np.sqrt(d[:, None] * d)


def spectral_embedding(W, k):
    vectors = np.linalg.eigh(normalized_laplacian(W))[1][:, :k]
    return vectors / np.sqrt((vectors**2).sum(1, keepdims=True) + 1e-300)


def spectral_clustering(X, k, sigma, seed=0):
    return kmeans(spectral_embedding(gaussian_affinity(X, sigma), k), k, seed=seed)[0]


def average_weighted_degree(A, S, i):
    return A[i, list(S)].sum() / len(S)


def relative_similarity(A, S, i, j):
    return A[i, j] - average_weighted_degree(A, S, i)


def node_weight(A, S, i):
    if len(S) == 1:
        return 1.0
    R = [j for j in S if j != i]
    return sum(relative_similarity(A, R, j, i) * node_weight(A, R, j) for j in R)


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.ones(len(A)) / len(A) if x0 is None else x0.copy()
    for _ in range(max_iter):
        Ax = A @ x
        f = x @ Ax
        if f == 0:
            return x
        old, x = x, x * Ax / f
        if np.linalg.norm(x - old) < tol:
            break
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(len(A), -1)
    left = list(range(len(A)))
    label = 0
    while left:
        x = replicator(A[np.ix_(left, left)])
        found = [i for i, share in zip(left, x) if share > cutoff]
        if len(found) >= min_size:
            labels[found] = label
            label += 1
        left = sorted(set(left) - set(found))
    return labels
