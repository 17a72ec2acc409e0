"""Subspace iteration, exponential races, subsets as bit masks, peeling without submatrices."""
import numpy as np


def pca(X, k):
    X = np.asarray(X, float)
    Z = X - X.mean(0)
    S = Z.T @ Z
    rng = np.random.default_rng(12345)
    comps = []
    for _ in range(k):
        v = rng.standard_normal(len(S))
        for _ in range(20000):
            for c in comps:
                v = v - (v @ c) * c
            v /= np.linalg.norm(v)
            u = S @ v
            for c in comps:
                u = u - (u @ c) * c
            nu = np.linalg.norm(u)
            if nu < 1e-300:
                break
            u /= nu
            if np.linalg.norm(u - v) < 1e-15:
                v = u
                break
            v = u
        comps.append(v)
    C = np.array(comps)
    return Z @ C.T, C


def _dist2(X, C):
    return np.maximum((X * X).sum(1)[:, None] - 2 * X @ C.T + (C * C).sum(1), 0)


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    X = np.asarray(X, float)
    c = [int(np.argmin(rng.random(len(X))))]
    for _ in range(k - 1):
        D = np.min([np.sum((X - X[i]) ** 2, axis=1) for i in c], axis=0)
        e = rng.exponential(size=len(X))
        with np.errstate(divide='ignore'):
            c.append(int(np.argmin(np.where(D > 0, e / np.where(D > 0, D, 1), np.inf))))
    return X[np.array(c)]


def kmeans(X, k, init=None, seed=0, max_iter=300):
    """stops when centres do not move; an emptied cluster is re-seeded at the row farthest from its centre"""
    X = np.asarray(X, float)
    C = kmeans_plus_plus(X, k, seed) if init is None else np.array(init, float)
    for _ in range(max_iter):
        D = _dist2(X, C)
        lab = D.argmin(1)
        near = D.min(1).copy()
        N = C.copy()
        for j in range(k):
            if not (lab == j).any():
                far = near.argmax()
                if near[far] > 0:
                    N[j] = X[far]
                    near[far] = -1
            else:
                N[j] = X[lab == j].mean(0)
        if np.allclose(N, C, rtol=0, atol=1e-12):
            break
        C = N
    lab = _dist2(X, C).argmin(1)
    return lab, C, np.linalg.norm(X - C[lab]) ** 2


def gaussian_affinity(X, sigma):
    X = np.asarray(X, float)
    X = X - X.mean(0)
    W = np.exp(-_dist2(X, X) / (2.0 * sigma ** 2))
    W = (W + W.T) / 2
    return W - np.diag(np.diag(W))


def laplacian(W):
    n = len(W)
    L = np.zeros((n, n))
    for i in range(n):
        for j in range(i):
            b = np.zeros(n)
            b[i], b[j] = 1, -1
            L += W[i, j] * np.outer(b, b)
    return L


def normalized_laplacian(W):
    """zero on the diagonal for isolated ones"""
    W = np.asarray(W, float)
    d = W.sum(1)
    h = np.diag(np.array([v ** -0.5 if v > 0 else 0. for v in d]))
    return h @ (np.diag(d) - W) @ h


def spectral_embedding(W, k):
    n = len(W)
    M = 2 * np.eye(n) - normalized_laplacian(W)
    # SVD of a psd matrix: largest singular first
    U, s, _ = np.linalg.svd(M)
    E = U[:, :k]
    # a random rotation: the basis is free
    Q, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((k, k)))
    E = E @ Q
    r = np.sqrt(np.sum(E ** 2, 1))
    return np.array([row / t if t > 1e-12 else 0 * row for row, t in zip(E, r)])


def spectral_clustering(X, k, sigma, seed=0):
    E = spectral_embedding(gaussian_affinity(X, sigma), k)
    return min((kmeans(E, k, seed=s) for s in range(seed, seed + 20)), key=lambda t: t[2])[0]


def average_weighted_degree(A, S, i):
    e = np.zeros(len(A))
    e[list(S)] = 1
    return np.asarray(A[i] @ e / e.sum())


def relative_similarity(A, S, i, j):
    return np.asarray(A[i, j] - A[i, list(S)].sum() / len(S))


def node_weight(A, S, i):
    """iterative over subsets by size (bit masks)"""
    S = list(S)
    m = len(S)
    w = {}
    for mask in sorted(range(1, 1 << m), key=lambda b: bin(b).count('1')):
        mem = [t for t in range(m) if mask >> t & 1]
        for t in mem:
            R = mask ^ (1 << t)
            if R == 0:
                w[mask, t] = 1.0
                continue
            Rm = [u for u in mem if u != t]
            w[mask, t] = sum((A[S[u], S[t]] - sum(A[S[u], S[v]] for v in Rm) / len(Rm)) * w[R, u] for u in Rm)
    return w[(1 << m) - 1, S.index(i)]


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    A = np.asarray(A, float)
    x = np.ones(len(A)) / len(A) if x0 is None else np.array(x0, float)
    for _ in range(max_iter):
        y = x * A.dot(x)
        t = y.sum()
        if t <= 0:
            return x
        y /= t
        y /= y.sum()
        if np.linalg.norm(y - x, 1) < tol:
            return y
        x = y
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    """zero x0 on the removed vertices instead of a submatrix; own replicator to a tight tolerance"""
    A = np.asarray(A, float)
    n = len(A)
    alive = np.ones(n, bool)
    lab = np.zeros(n, int) - 1
    c = 0
    while alive.any():
        x = replicator(A, alive / alive.sum(), 1e-13, 200000)
        s = alive & (x > cutoff)
        if s.sum() >= min_size:
            lab[s] = c
            c += 1
        alive &= ~s
    return lab
