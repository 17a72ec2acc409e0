import math

import numpy as np


def sig(a):
    if a >= 0:
        return 1 / (1 + math.exp(-a))
    return math.exp(a) / (1 + math.exp(a))


def dot(a, b):
    return sum(float(u) * float(v) for u, v in zip(a, b))


def phi(x, c, sigma):
    return math.sqrt(sum((float(u) - float(v)) ** 2 for u, v in zip(x, c)) + sigma * sigma)


def multiquadric(X, C, sigma):
    return [[phi(x, c, sigma) for c in C] for x in X]


def loss(X, y, C, w, sigma, rho1=0.0, rho2=0.0):
    total = 0.0
    for x, t in zip(X, y):
        a = dot([phi(x, c, sigma) for c in C], w)
        total += max(a, 0.0) + math.log1p(math.exp(-abs(a))) - float(t) * a
    total /= len(X)
    total += rho1 * dot(w, w)
    for c in C:
        total += rho2 * dot(c, c)
    return total


def gradient_weights(Phi, y, w, rho1=0.0):
    g = [2 * rho1 * float(v) for v in w]
    for row, t in zip(Phi, y):
        e = (sig(dot(row, w)) - float(t)) / len(Phi)
        for j in range(len(g)):
            g[j] += e * float(row[j])
    return g


def hessian_weights(Phi, w, rho1=0.0):
    n = len(w)
    H = [[0.0] * n for _ in range(n)]
    for row in Phi:
        p = sig(dot(row, w))
        for i in range(n):
            for j in range(n):
                H[i][j] += float(row[i]) * float(row[j]) * p * (1 - p) / len(Phi)
    for i in range(n):
        H[i][i] += 2 * rho1
    return H


def eliminate(A, b):
    n = len(b)
    M = [list(A[i]) + [b[i]] for i in range(n)]
    for i in range(n):
        k = max(range(i, n), key=lambda r: abs(M[r][i]))
        M[i], M[k] = M[k], M[i]
        for r in range(i + 1, n):
            q = M[r][i] / M[i][i]
            for c in range(i, n + 1):
                M[r][c] -= q * M[i][c]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (M[i][n] - sum(M[i][c] * x[c] for c in range(i + 1, n))) / M[i][i]
    return x


def newton(Phi, y, rho1, w0=None, tol=1e-8, max_iter=50):
    w = [0.0] * len(Phi[0]) if w0 is None else [float(v) for v in w0]
    for _ in range(max_iter):
        g = gradient_weights(Phi, y, w, rho1)
        if math.sqrt(dot(g, g)) < tol:
            break
        step = eliminate(hessian_weights(Phi, w, rho1), g)
        w = [v - s for v, s in zip(w, step)]
    return w


def gradient_centers(X, y, C, w, sigma, rho2=0.0):
    G = [[2 * rho2 * float(v) for v in c] for c in C]
    for x, t in zip(X, y):
        row = [phi(x, c, sigma) for c in C]
        e = (sig(dot(row, w)) - float(t)) / len(X)
        for j, c in enumerate(C):
            for k in range(len(c)):
                G[j][k] -= e * float(w[j]) * (float(x[k]) - float(c[k])) / row[j]
    return G


def armijo(f, x, direction, slope, t0=1.0, beta=0.5, c1=1e-4, max_steps=50):
    if slope >= 0:
        return 0.0
    m = 0
    while m <= max_steps:
        t = t0 * beta ** m
        if f(x + t * direction) - f(x) <= c1 * t * slope:
            return t
        m += 1
    return 0.0


def fit(X, y, n_centers, sigma=1.0, rho1=1e-3, rho2=1e-3, n_iter=20, seed=0):
    order = np.random.default_rng(seed).permutation(len(X))
    C = [[float(v) for v in X[i]] for i in order[:n_centers]]
    w = [0.0] * n_centers
    history = [loss(X, y, C, w, sigma, rho1, rho2)]
    for _ in range(n_iter):
        # A few steps are enough: the next round goes on from there.
        w = newton(multiquadric(X, C, sigma), y, rho1, w, max_iter=5)
        G = np.array(gradient_centers(X, y, C, w, sigma, rho2))
        at = np.array(C)
        t = armijo(lambda c: loss(X, y, c, w, sigma, rho1, rho2), at, -G, -float((G ** 2).sum()))
        C = (at - t * G).tolist()
        history.append(loss(X, y, C, w, sigma, rho1, rho2))
    return C, w, history


def predict_proba(X, C, w, sigma):
    return [sig(dot(row, w)) for row in multiquadric(X, C, sigma)]
