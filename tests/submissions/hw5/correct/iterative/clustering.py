import numpy as np


def orthogonal_iteration(M, k, steps=20_000):
    # The k eigenvectors of the largest eigenvalues of a symmetric positive matrix.
    rng = np.random.default_rng(7)
    Q = np.linalg.qr(rng.normal(size=(len(M), k)))[0]
    for _ in range(steps):
        Z = np.linalg.qr(M @ Q)[0]
        if np.linalg.norm(Z - Q @ (Q.T @ Z)) < 1e-12:
            Q = Z
            break
        Q = Z
    # Turn them into eigenvectors, by decreasing eigenvalue.
    values, R = np.linalg.eigh(Q.T @ M @ Q)
    return Q @ R[:, ::-1]


def pca(X, k):
    # One direction after the other by the power method, each taken out of the data.
    Z = np.asarray(X, dtype=float) - X.mean(axis=0)
    rest = Z.copy()
    components = []
    for _ in range(k):
        v = rest[np.argmax((rest**2).sum(axis=1))].copy()
        for _ in range(20_000):
            w = rest.T @ (rest @ v)
            w /= np.linalg.norm(w)
            if np.abs(w - v).max() < 1e-13:
                break
            v = w
        components.append(v)
        rest = rest - np.outer(rest @ v, v)
    components = np.array(components)
    return Z @ components.T, components


def kmeans_plus_plus(X, k, seed=0):
    # By rejection: a row is proposed uniformly and taken with probability D²/max D².
    rng = np.random.default_rng(seed)
    chosen = [int(rng.integers(len(X)))]
    while len(chosen) < k:
        D = ((X[:, None, :] - X[chosen]) ** 2).sum(axis=2).min(axis=1)
        if D.max() == 0:
            chosen.append(int(rng.integers(len(X))))
            continue
        while True:
            i = int(rng.integers(len(X)))
            if rng.random() < D[i] / D.max():
                chosen.append(i)
                break
    return X[chosen]


def kmeans(X, k, init=None, seed=0, max_iter=300):
    rng = np.random.default_rng(seed)
    C = np.array(kmeans_plus_plus(X, k, seed) if init is None else init, dtype=float)
    for _ in range(max_iter):
        labels = np.linalg.norm(X[:, None] - C, axis=2).argmin(axis=1)
        old = C.copy()
        for j in range(k):
            rows = X[labels == j]
            C[j] = rows.mean(axis=0) if len(rows) else X[rng.integers(len(X))]
        if np.abs(C - old).max() < 1e-10:
            break
    labels = np.linalg.norm(X[:, None] - C, axis=2).argmin(axis=1)
    return labels, C, np.sum((X - C[labels]) ** 2)


def gaussian_affinity(X, sigma):
    n = len(X)
    W = np.zeros((n, n))
    for i in range(n):
        W[i] = np.exp(-((X - X[i]) ** 2).sum(axis=1) / (2 * sigma**2))
        W[i, i] = 0
    return W


def laplacian(W):
    L = -np.array(W, dtype=float)
    for i in range(len(L)):
        L[i, i] += W[i].sum()
    return L


def normalized_laplacian(W):
    L = laplacian(W)
    d = np.diag(L).copy()
    for i in range(len(L)):
        if d[i] > 0:
            L[i] /= np.sqrt(d[i])
            L[:, i] /= np.sqrt(d[i])
    return L


def spectral_embedding(W, k):
    V = orthogonal_iteration(2 * np.eye(len(W)) - normalized_laplacian(W), k)
    for i in range(len(V)):
        length = np.sqrt(V[i] @ V[i])
        if length > 1e-12:
            V[i] /= length
    return V


def spectral_clustering(X, k, sigma, seed=0):
    E = spectral_embedding(gaussian_affinity(X, sigma), k)
    # As in the paper: the first row at random, each next one as orthogonal as possible.
    rng = np.random.default_rng(seed)
    chosen = [int(rng.integers(len(E)))]
    cosine = np.zeros(len(E))
    while len(chosen) < k:
        cosine += np.abs(E @ E[chosen[-1]])
        chosen.append(int(cosine.argmin()))
    return kmeans(E, k, E[chosen])[0]


def average_weighted_degree(A, S, i):
    inside = np.zeros(len(A))
    inside[list(S)] = 1
    return A[i] @ inside / inside.sum()


def relative_similarity(A, S, i, j):
    return A[i, j] - average_weighted_degree(A, S, i)


def node_weight(A, S, i):
    # From small sets to large ones.
    from itertools import combinations

    S = list(S)
    w = {(frozenset([j]), j): 1.0 for j in S}
    for size in range(2, len(S) + 1):
        for T in combinations(S, size):
            for a in T:
                R = [j for j in T if j != a]
                w[frozenset(T), a] = sum(relative_similarity(A, R, j, a) * w[frozenset(R), j] for j in R)
    return w[frozenset(S), i]


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.ones(len(A)) / len(A) if x0 is None else np.array(x0)
    change, step = np.inf, 0
    while step < max_iter and change >= tol:
        fitness = A @ x
        mean = x @ fitness
        if mean < 1e-300:
            break
        new = np.multiply(x, fitness) / mean
        change = np.linalg.norm(new - x)
        x = new
        step += 1
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    n = len(A)
    labels = np.full(n, -1)
    taken = np.zeros(n, dtype=bool)
    label = 0
    while not taken.all():
        # Vertices that are gone have no share to begin with, and never get one.
        x = np.where(taken, 0.0, 1.0)
        x = replicator(A, x / x.sum())
        found = (x > cutoff) & ~taken
        if not found.any():
            found = ~taken
        taken |= found
        if found.sum() >= min_size:
            labels[found] = label
            label += 1
    return labels
