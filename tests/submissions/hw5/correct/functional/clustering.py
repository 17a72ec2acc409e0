from functools import lru_cache, reduce
from itertools import accumulate

import numpy as np

sq = lambda X, C: np.array([[np.dot(x - c, x - c) for c in C] for x in X])
unit = lambda v: v / (np.linalg.norm(v) or 1.0)


def pca(X, k):
    Z = X - X.mean(0)
    # The small matrix Z Z' has the same eigenvalues.
    if len(X) <= X.shape[1]:
        values, U = np.linalg.eigh(Z @ Z.T)
        V = (Z.T @ U[:, ::-1][:, :k]).T
        C = np.array([unit(v) for v in V])
    else:
        C = np.linalg.eigh(Z.T @ Z)[1].T[::-1][:k]
    return [[float(np.dot(z, c)) for c in C] for z in Z], C.tolist()


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)

    def another(chosen, _):
        if not chosen:
            return [rng.integers(len(X))]
        weight = np.array([min(np.sum((x - X[c]) ** 2) for c in chosen) for x in X])
        with np.errstate(divide="ignore"):
            gumbel = np.log(weight) + rng.gumbel(size=len(X))
        return chosen + [int(np.argmax(gumbel))]

    return np.array([X[i] for i in reduce(another, range(k), [])])


def kmeans(X, k, init=None, seed=0, max_iter=300):
    def step(state, _):
        C, labels, done = state
        if done:
            return state
        new = sq(X, C).argmin(1)
        moved = np.array([np.mean(X[new == j], 0) if (new == j).any() else C[j] for j in range(k)])
        return moved, new, labels is not None and np.array_equal(new, labels)

    start = kmeans_plus_plus(X, k, seed) if init is None else init
    C, labels, _ = reduce(step, range(max_iter), (start, None, False))
    return [labels, C, sum(np.sum((x - C[j]) ** 2) for x, j in zip(X, labels))]


def gaussian_affinity(X, sigma):
    return np.exp(-0.5 * sq(X, X) / sigma**2) - np.eye(len(X))


def laplacian(W):
    return -W + np.diag(list(map(sum, W)))


def normalized_laplacian(W):
    r = np.array([s**-0.5 if s else 0.0 for s in W.sum(0)])
    return np.diag((r > 0).astype(float)) - W * r * r[:, None]


def spectral_embedding(W, k):
    return np.apply_along_axis(unit, 1, np.linalg.eigh(normalized_laplacian(W)).eigenvectors[:, :k])


def spectral_clustering(X, k, sigma, seed=0):
    E = spectral_embedding(gaussian_affinity(X, sigma), k)
    return np.array(kmeans(E, k, seed=seed)[0]) + 0.0


def average_weighted_degree(A, S, i):
    return np.array([np.mean([A[i, j] for j in S])])


def relative_similarity(A, S, i, j):
    return np.mean([A[i, j] - A[i, k] for k in S])


def node_weight(A, S, i):
    @lru_cache(None)
    def w(T, i):
        R = tuple(j for j in T if j != i)
        return sum(relative_similarity(A, R, j, i) * w(R, j) for j in R) if R else 1.0

    return w(tuple(S), i)


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.repeat(1 / len(A), len(A)) if x0 is None else x0
    step = lambda x: x * (A @ x) / (x @ A @ x)
    for _ in range(max_iter):
        if x @ A @ x <= 0:
            break
        new = step(x)
        if np.abs(new - x).sum() < tol:
            return new
        x = new
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    def peel(left):
        if not left:
            return []
        x = replicator(A[np.ix_(left, left)])
        S = [i for i, v in zip(left, x) if v > cutoff]
        return [S, *peel([i for i in left if i not in S])]

    sets = peel(list(range(len(A))))
    where = {i: (n if len(S) >= min_size else -1) for n, S in enumerate(sets) for i in S}
    return [where[i] for i in range(len(A))]
