from dataclasses import dataclass, field

import numpy as np


class Centred:
    def __init__(self, X):
        self.mean = X.mean(axis=0)
        self.Z = X - self.mean

    def components(self, k):
        _, _, Vt = np.linalg.svd(self.Z)
        return Vt[:k]


@dataclass
class Seeder:
    X: np.ndarray
    rng: np.random.Generator
    picked: list = field(default_factory=list)

    def pick(self):
        n = len(self.X)
        if not self.picked:
            self.nearest = np.full(n, np.inf)
            index = self.rng.integers(0, n)
        else:
            # The largest of exponential clocks with these rates rings first.
            with np.errstate(divide="ignore"):
                clock = self.rng.exponential(size=n) / self.nearest
            index = int(np.argmin(clock))
        self.picked.append(index)
        self.nearest = np.minimum(self.nearest, np.square(self.X - self.X[index]).sum(1))

    def centers(self, k):
        while len(self.picked) < k:
            self.pick()
        return self.X[self.picked]


class Lloyd:
    def __init__(self, X, centers):
        self.X, self.centers = X, np.array(centers, dtype=float)

    def assign(self):
        self.distance = np.stack([np.square(self.X - c).sum(1) for c in self.centers], 1)
        self.labels = np.argmin(self.distance, 1)

    def update(self):
        for j in range(len(self.centers)):
            mine = self.labels == j
            if not mine.any():
                # An empty cluster gets the row that is farthest from its centre.
                own = self.distance[np.arange(len(self.X)), self.labels].copy()
                self.centers[j] = self.X[own.argmax()]
            else:
                self.centers[j] = self.X[mine].mean(0)

    def run(self, max_iter):
        self.assign()
        for _ in range(max_iter):
            before = self.labels
            self.update()
            self.assign()
            if np.array_equal(before, self.labels):
                break
        for j in np.unique(self.labels):
            self.centers[j] = self.X[self.labels == j].mean(0)
        return self

    @property
    def inertia(self):
        return np.square(self.X - self.centers[self.labels]).sum()


class Graph:
    def __init__(self, W):
        self.W = np.asarray(W)

    @property
    def degrees(self):
        return self.W.sum(axis=1)

    @property
    def laplacian(self):
        return np.diag(self.degrees) - self.W

    @property
    def normalized(self):
        with np.errstate(divide="ignore"):
            scale = 1 / np.sqrt(self.degrees)
        scale[np.isinf(scale)] = 0
        return np.eye(len(self.W)) - np.diag(scale) @ self.W @ np.diag(scale)

    def embedding(self, k):
        values, vectors = np.linalg.eigh(self.normalized)
        rows = vectors[:, np.argsort(values)[:k]]
        return np.array([row / np.linalg.norm(row) if row.any() else row for row in rows])


class Affinities:
    def __init__(self, A):
        self.A = A
        self.known = {}

    def degree(self, S, i):
        return self.A[i, sorted(S)].mean()

    def phi(self, S, i, j):
        return self.A[i, j] - self.degree(S, i)

    def weight(self, S, i):
        key = S, i
        if key not in self.known:
            R = S - {i}
            self.known[key] = sum(self.phi(R, j, i) * self.weight(R, j) for j in R) if R else 1.0
        return self.known[key]

    def settle(self, x, tol=1e-8, max_iter=10_000):
        for _ in range(max_iter):
            y = x * (self.A @ x)
            if y.sum() == 0:
                return x
            y = y / y.sum()
            if np.sqrt(((x - y) ** 2).sum()) < tol:
                return y
            x = y
        return x


def pca(X, k):
    it = Centred(X)
    C = it.components(k)
    return it.Z @ C.T, C


def kmeans_plus_plus(X, k, seed=0):
    return Seeder(X, np.random.default_rng(seed)).centers(k)


def kmeans(X, k, init=None, seed=0, max_iter=300):
    it = Lloyd(X, kmeans_plus_plus(X, k, seed) if init is None else init).run(max_iter)
    return it.labels, it.centers, it.inertia


def gaussian_affinity(X, sigma):
    W = np.exp(-np.square(X[:, None] - X).sum(-1) / (2 * sigma**2))
    return W - np.diag(np.diag(W))


def laplacian(W):
    return Graph(W).laplacian


def normalized_laplacian(W):
    return Graph(W).normalized


def spectral_embedding(W, k):
    return Graph(W).embedding(k)


def spectral_clustering(X, k, sigma, seed=0):
    E = Graph(gaussian_affinity(X, sigma)).embedding(k)
    return kmeans(E, k, seed=seed)[0]


def average_weighted_degree(A, S, i):
    return Affinities(A).degree(S, i)


def relative_similarity(A, S, i, j):
    return Affinities(A).phi(S, i, j)


def node_weight(A, S, i):
    return Affinities(A).weight(frozenset(S), i)


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    return Affinities(A).settle(np.full(len(A), 1 / len(A)) if x0 is None else x0, tol, max_iter)


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels, left, sets = np.full(len(A), -1), set(range(len(A))), []
    while left:
        order = sorted(left)
        x = Affinities(A[np.ix_(order, order)]).settle(np.full(len(order), 1 / len(order)))
        sets.append([i for i, v in zip(order, x) if v > cutoff])
        left -= set(sets[-1])
    for label, members in enumerate(s for s in sets if len(s) >= min_size):
        labels[members] = label
    return labels
