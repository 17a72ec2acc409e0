import numpy as np

F = np.float32


def pca(X, k):
    X = X.astype(F)
    Z = X - X.mean(axis=0, dtype=F)
    values, V = np.linalg.eigh(Z.T @ Z)
    C = V[:, ::-1][:, :k].T
    return (Z @ C.T).astype(F), C.astype(F)


def kmeans_plus_plus(X, k, seed=0):
    X = np.asarray(X, dtype=F)
    rng = np.random.default_rng(seed)
    C = np.empty((k, X.shape[1]), dtype=F)
    C[0] = X[rng.integers(X.shape[0])]
    for j in range(1, k):
        D = np.square(X[:, None] - C[:j]).sum(axis=-1).min(axis=1).astype(np.float64)
        if D.max() == 0:
            D[:] = 1
        C[j] = X[np.searchsorted(np.cumsum(D), rng.random() * D.sum(), side="right")]
    return C


def kmeans(X, k, init=None, seed=0, max_iter=300):
    X = np.asarray(X, dtype=F)
    C = kmeans_plus_plus(X, k, seed) if init is None else init.astype(F)
    for _ in range(max_iter):
        D = (X * X).sum(1, keepdims=True) - 2 * X @ C.T + (C * C).sum(1)
        labels = D.argmin(1)
        new = C.copy()
        for j in np.unique(labels):
            new[j] = X[labels == j].mean(axis=0)
        if np.allclose(new, C, atol=1e-6):
            break
        C = new
    return labels, C, F(np.square(X - C[labels]).sum())


def gaussian_affinity(X, sigma):
    X = X.astype(F)
    D = X[:, None] - X[None]
    return np.exp(-np.einsum("ijk,ijk->ij", D, D) / F(2 * sigma * sigma)) * (1 - np.eye(len(X), dtype=F))


def laplacian(W):
    W = W.astype(F)
    return np.diag(W.sum(0)) - W


def normalized_laplacian(W):
    W = W.astype(F)
    d = W.sum(1)
    s = np.where(d > 0, 1 / np.sqrt(np.where(d > 0, d, 1)), 0).astype(F)
    return np.eye(len(W), dtype=F) - np.outer(s, s) * W


def spectral_embedding(W, k):
    V = np.linalg.eigh(normalized_laplacian(W))[1][:, :k]
    return V / np.maximum(np.linalg.norm(V, axis=1), F(1e-12))[:, None]


def spectral_clustering(X, k, sigma, seed=0):
    return kmeans(spectral_embedding(gaussian_affinity(X, sigma), k), k, None, seed)[0]


def average_weighted_degree(A, S, i):
    return np.mean(A[i, list(S)], dtype=F)


def relative_similarity(A, S, i, j):
    return F(A[i, j]) - average_weighted_degree(A, S, i)


def node_weight(A, S, i):
    rest = [j for j in S if j != i]
    out = F(0) if rest else F(1)
    for j in rest:
        out = out + relative_similarity(A, rest, j, i) * node_weight(A, rest, j)
    return out


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    A = A.astype(F)
    x = np.ones(len(A), F) / F(len(A)) if x0 is None else x0.astype(F)
    for _ in range(max_iter):
        p = x * (A @ x)
        if p.sum() == 0:
            return x
        p /= p.sum()
        small = np.abs(p - x).sum() < tol
        x = p
        if small:
            break
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = -np.ones(len(A), dtype=np.int32)
    alive = np.ones(len(A), dtype=bool)
    count = 0
    while alive.any():
        x = replicator(A[alive][:, alive])
        who = np.flatnonzero(alive)[x > cutoff]
        alive[who] = False
        if who.size >= min_size:
            labels[who] = count
            count += 1
    return labels
