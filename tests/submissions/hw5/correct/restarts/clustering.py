import numpy as np
from numpy.linalg import eigh, norm


def pca(X, k):
    mu = np.mean(X, axis=0, keepdims=True)
    lam, V = eigh(np.cov((X - mu).T, bias=True).reshape(X.shape[1], X.shape[1]))
    idx = lam.argsort()[::-1][:k]
    return np.einsum("ij,jk->ik", X - mu, V[:, idx]), V[:, idx].T


def kmeans_plus_plus(X, k, seed=0, rng=None):
    rng = np.random.default_rng(seed) if rng is None else rng
    order = rng.permutation(len(X))
    C = [X[order[0]]]
    closest = np.einsum("ij,ij->i", X - C[0], X - C[0])
    for _ in range(k - 1):
        cum = np.cumsum(closest)
        if cum[-1] > 0:
            i = np.searchsorted(cum, rng.uniform(0, cum[-1]), side="right")
            i = min(i, len(X) - 1)
        else:
            i = 0
        C.append(X[i])
        closest = np.minimum(closest, np.einsum("ij,ij->i", X - X[i], X - X[i]))
    return np.array(C)


def once(X, C, max_iter):
    C = np.array(C, dtype=float)
    for _ in range(max_iter):
        labels = np.argmin(norm(X[:, None] - C[None], axis=-1), axis=1)
        onehot = np.equal.outer(np.arange(len(C)), labels).astype(float)
        size = onehot.sum(1)
        new = np.where(size[:, None] > 0, onehot @ X / np.maximum(size, 1)[:, None], C)
        if norm(new - C) <= 1e-12:
            break
        C = new
    return labels, C, norm(X - C[labels]) ** 2


def kmeans(X, k, init=None, seed=0, max_iter=300, n_init=5):
    if init is not None:
        return once(X, init, max_iter)
    rng = np.random.default_rng(seed)
    tries = [once(X, kmeans_plus_plus(X, k, rng=rng), max_iter) for _ in range(n_init)]
    return min(tries, key=lambda t: t[2])


def gaussian_affinity(X, sigma):
    G = X @ X.T
    D = np.diag(G)[:, None] + np.diag(G) - 2 * G
    W = np.exp(D / (-2 * sigma**2))
    W.flat[:: len(W) + 1] = 0
    return (W + W.T) / 2


def laplacian(W):
    return np.eye(len(W)) * W.sum(1) - W


def normalized_laplacian(W):
    d = W.sum(1)
    ok = d > 0
    inv = np.divide(1.0, np.sqrt(d), out=np.zeros(len(d)), where=ok)
    return np.einsum("i,ij,j->ij", inv, np.diag(d) - W, inv)


def spectral_embedding(W, k):
    # The largest eigenvalues of the normalised affinities are the smallest of the Laplacian.
    lam, V = eigh(np.eye(len(W)) - normalized_laplacian(W))
    Y = V[:, -k:]
    return np.divide(Y, norm(Y, axis=1, keepdims=True), out=np.zeros_like(Y), where=norm(Y, axis=1, keepdims=True) > 0)


def spectral_clustering(X, k, sigma, seed=0):
    labels = kmeans(spectral_embedding(gaussian_affinity(X, sigma), k), k, seed=seed, n_init=20)[0]
    return np.unique(labels, return_inverse=True)[1] * 10 + 3


def average_weighted_degree(A, S, i):
    return np.take(A[i], S).mean()


def relative_similarity(A, S, i, j):
    return A[j, i] - np.take(A[:, i], S).mean()


def node_weight(A, S, i):
    # By determinants: the weights are the solution of a linear system, up to a factor.
    S = list(S)
    if len(S) == 1:
        return np.float64(1.0)
    R = S.copy()
    R.remove(i)
    return np.sum([(A[j, i] - A[j, R].mean()) * node_weight(A, R, j) for j in R])


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    x = np.full(len(A), 1.0 / len(A)) if x0 is None else np.copy(x0)
    for _ in range(max_iter):
        num = x * (A @ x)
        den = num.sum()
        if den == 0:
            break
        prev, x = x, num / den
        if np.abs(x - prev).sum() < tol:
            break
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    B = np.array(A, dtype=float)
    names = np.arange(len(B))
    out = dict.fromkeys(range(len(A)), -1)
    label = 0
    while B.size:
        x = replicator(B, tol=1e-10)
        S = x > cutoff
        if S.sum() >= min_size:
            out.update(dict.fromkeys(names[S].tolist(), label))
            label += 1
        B, names = B[~S][:, ~S], names[~S]
    return np.array([out[i] for i in range(len(A))])
