import numpy as np


def _squares(X, C):
    return ((X[:, None, :] - C[None, :, :]) ** 2).sum(axis=2)


def _seeding(X, k, rng):
    chosen = [rng.integers(len(X))]
    D = ((X - X[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < k:
        if D.sum() > 0:
            i = rng.choice(len(X), p=D / D.sum())
        else:
            i = rng.integers(len(X))
        chosen.append(i)
        D = np.minimum(D, ((X - X[i]) ** 2).sum(axis=1))
    return X[chosen]


def _lloyd(X, C, max_iter):
    C = np.array(C, dtype=float)
    labels = None
    for _ in range(max_iter):
        new = _squares(X, C).argmin(axis=1)
        if labels is not None and (new == labels).all():
            break
        labels = new
        for j in range(len(C)):
            if (labels == j).any():
                C[j] = X[labels == j].mean(axis=0)
    return labels, C, ((X - C[labels]) ** 2).sum()


def _affinity(X, sigma):
    W = np.exp(-_squares(X, X) / (2 * sigma ** 2))
    np.fill_diagonal(W, 0)
    return W


def _sym(W):
    d = W.sum(axis=1)
    r = np.zeros(len(d))
    r[d > 0] = 1 / np.sqrt(d[d > 0])
    return np.eye(len(W)) - r[:, None] * W * r


def _embed(W, k):
    V = np.linalg.eigh(_sym(W))[1][:, :k]
    length = np.linalg.norm(V, axis=1, keepdims=True)
    length[length == 0] = 1
    return V / length


def _awdeg(A, S, i):
    return sum(A[i, j] for j in S) / len(S)


def _weight(A, S, i):
    R = [j for j in S if j != i]
    if not R:
        return 1.0
    return sum((A[j, i] - _awdeg(A, R, j)) * _weight(A, R, j) for j in R)


def _dynamics(A, x, tol, max_iter):
    for _ in range(max_iter):
        g = A @ x
        v = x @ g
        if v == 0:
            break
        new = x * g / v
        done = np.linalg.norm(new - x) < tol
        x = new
        if done:
            break
    return x


def pca(X, k):
    Z = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return Z @ Vt[:k].T, Vt[:k]


def kmeans_plus_plus(X, k, seed=0):
    return _seeding(X, k, np.random.default_rng(seed))


def kmeans(X, k, init=None, seed=0, max_iter=300):
    C = _seeding(X, k, np.random.default_rng(seed)) if init is None else init
    return _lloyd(X, C, max_iter)


def gaussian_affinity(X, sigma):
    return _affinity(X, sigma)


def laplacian(W):
    return np.diag(W.sum(axis=1)) - W


def normalized_laplacian(W):
    return _sym(W)


def spectral_embedding(W, k):
    return _embed(W, k)


def spectral_clustering(X, k, sigma, seed=0):
    E = _embed(_affinity(X, sigma), k)
    return _lloyd(E, _seeding(E, k, np.random.default_rng(seed)), 300)[0]


def average_weighted_degree(A, S, i):
    return _awdeg(A, S, i)


def relative_similarity(A, S, i, j):
    return A[i, j] - _awdeg(A, S, i)


def node_weight(A, S, i):
    return _weight(A, S, i)


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1 / len(A)) if x0 is None else np.array(x0, dtype=float)
    return _dynamics(A, x, tol, max_iter)


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = np.full(len(A), -1)
    left = np.arange(len(A))
    label = 0
    while len(left):
        x = _dynamics(A[np.ix_(left, left)], np.full(len(left), 1 / len(left)), 1e-8, 10_000)
        inside = x > cutoff
        if inside.sum() >= min_size:
            labels[left[inside]] = label
            label += 1
        left = left[~inside]
    return labels
