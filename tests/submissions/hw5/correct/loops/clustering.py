import math

import numpy as np


def d2(a, b):
    return sum((float(u) - float(v)) ** 2 for u, v in zip(a, b))


def jacobi(M):
    # All eigenvalues and eigenvectors (as columns) of a symmetric matrix, by rotations.
    n = len(M)
    A = [[float(v) for v in row] for row in M]
    V = [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]
    for _ in range(60):
        off = sum(A[i][j] ** 2 for i in range(n) for j in range(n) if i != j)
        if off < 1e-22:
            break
        for p in range(n):
            for q in range(p + 1, n):
                if abs(A[p][q]) < 1e-15:
                    continue
                theta = (A[q][q] - A[p][p]) / (2 * A[p][q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + math.sqrt(theta * theta + 1))
                c = 1 / math.sqrt(t * t + 1)
                s = t * c
                for r in range(n):
                    A[r][p], A[r][q] = c * A[r][p] - s * A[r][q], s * A[r][p] + c * A[r][q]
                for r in range(n):
                    A[p][r], A[q][r] = c * A[p][r] - s * A[q][r], s * A[p][r] + c * A[q][r]
                for r in range(n):
                    V[r][p], V[r][q] = c * V[r][p] - s * V[r][q], s * V[r][p] + c * V[r][q]
    return [A[i][i] for i in range(n)], V


def pca(X, k):
    n, d = len(X), len(X[0])
    mean = [sum(float(row[j]) for row in X) / n for j in range(d)]
    Z = [[float(row[j]) - mean[j] for j in range(d)] for row in X]
    cov = [[sum(z[i] * z[j] for z in Z) / n for j in range(d)] for i in range(d)]
    values, V = jacobi(cov)
    order = sorted(range(d), key=lambda j: -values[j])[:k]
    components = [[V[i][j] for i in range(d)] for j in order]
    scores = [[sum(a * b for a, b in zip(z, c)) for c in components] for z in Z]
    return scores, components


def kmeans_plus_plus(X, k, seed=0):
    rng = np.random.default_rng(seed)
    centers = [list(map(float, X[int(rng.random() * len(X))]))]
    while len(centers) < k:
        D = [min(d2(x, c) for c in centers) for x in X]
        total = sum(D)
        if total == 0:
            centers.append(list(map(float, X[0])))
            continue
        u = rng.random() * total
        for x, w in zip(X, D):
            u -= w
            if u < 0 and w > 0:
                centers.append(list(map(float, x)))
                break
        else:
            best = max(range(len(X)), key=lambda i: D[i])
            centers.append(list(map(float, X[best])))
    return centers


def kmeans(X, k, init=None, seed=0, max_iter=300):
    C = kmeans_plus_plus(X, k, seed) if init is None else [list(map(float, c)) for c in init]
    labels = []
    for _ in range(max_iter):
        new = []
        for x in X:
            best = 0
            for j in range(1, k):
                if d2(x, C[j]) < d2(x, C[best]):
                    best = j
            new.append(best)
        if new == labels:
            break
        labels = new
        for j in range(k):
            mine = [x for x, l in zip(X, labels) if l == j]
            if mine:
                C[j] = [sum(float(x[c]) for x in mine) / len(mine) for c in range(len(X[0]))]
    return labels, C, sum(d2(x, C[l]) for x, l in zip(X, labels))


def gaussian_affinity(X, sigma):
    n = len(X)
    W = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i):
            W[i][j] = W[j][i] = math.exp(-d2(X[i], X[j]) / (2 * sigma * sigma))
    return W


def laplacian(W):
    n = len(W)
    return [[(sum(map(float, W[i])) if i == j else 0.0) - float(W[i][j]) for j in range(n)] for i in range(n)]


def normalized_laplacian(W):
    n = len(W)
    d = [sum(map(float, row)) for row in W]
    L = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i == j:
                L[i][j] = 1.0 if d[i] > 0 else 0.0
            elif W[i][j]:
                L[i][j] = -float(W[i][j]) / math.sqrt(d[i] * d[j])
    return L


def spectral_embedding(W, k):
    values, V = jacobi(normalized_laplacian(W))
    order = sorted(range(len(W)), key=lambda j: values[j])[:k]
    E = []
    for row in V:
        e = [row[j] for j in order]
        length = math.sqrt(sum(v * v for v in e))
        E.append([v / length if length > 0 else 0.0 for v in e])
    return E


def spectral_clustering(X, k, sigma, seed=0):
    # The rotations take long for many vertices; the library's eigenvectors will do here.
    L = np.array(normalized_laplacian(gaussian_affinity(X, sigma)))
    V = np.linalg.eigh(L)[1][:, :k]
    E = [[v / math.sqrt(sum(u * u for u in row)) for v in row] for row in V]
    return kmeans(E, k, seed=seed)[0]


def average_weighted_degree(A, S, i):
    total = 0.0
    for j in S:
        total += float(A[i][j])
    return total / len(S)


def relative_similarity(A, S, i, j):
    return float(A[i][j]) - average_weighted_degree(A, S, i)


def node_weight(A, S, i):
    if len(S) == 1:
        return 1
    R = tuple(j for j in S if j != i)
    total = 0.0
    for j in R:
        total += relative_similarity(A, R, j, i) * node_weight(A, R, j)
    return total


def replicator(A, x0=None, tol=1e-8, max_iter=10_000):
    n = len(A)
    x = [1.0 / n] * n if x0 is None else [float(v) for v in x0]
    for _ in range(max_iter):
        g = [sum(float(A[i][j]) * x[j] for j in range(n)) for i in range(n)]
        value = sum(a * b for a, b in zip(x, g))
        if value == 0:
            return x
        new = [x[i] * g[i] / value for i in range(n)]
        if sum(abs(a - b) for a, b in zip(x, new)) < tol:
            return x
        x = new
    return x


def dominant_sets(A, cutoff=1e-5, min_size=1):
    labels = [-1] * len(A)
    left = list(range(len(A)))
    label = 0
    while left:
        x = replicator([[A[i][j] for j in left] for i in left])
        members = [i for i, v in zip(left, x) if v > cutoff]
        if len(members) >= min_size:
            for i in members:
                labels[i] = label
            label += 1
        left = [i for i in left if i not in members]
    return labels
