"""Loops over everything; the solver's options are global."""
import math

import numpy as np
from cvxopt import matrix, solvers, spmatrix

solvers.options["show_progress"] = False


def _dot(a, b):
    total = 0.0
    for s, t in zip(a, b):
        total += float(s) * float(t)
    return total


def functional_margin(X, y, w, b):
    best = None
    for i in range(len(X)):
        m = float(y[i]) * (_dot(X[i], w) + b)
        if best is None or m < best:
            best = m
    return best


def geometric_margin(X, y, w, b):
    return functional_margin(X, y, w, b) / math.sqrt(_dot(w, w))


def linear_kernel(X, Z):
    return np.array([[_dot(x, z) for z in Z] for x in X])


def polynomial_kernel(X, Z, degree=3, coef0=1.0):
    return [[(_dot(x, z) + coef0) ** degree for z in Z] for x in X]


def rbf_kernel(X, Z, gamma=1.0):
    out = np.zeros((len(X), len(Z)))
    for i in range(len(X)):
        for j in range(len(Z)):
            out[i, j] = math.exp(-gamma * _dot(X[i] - Z[j], X[i] - Z[j]))
    return out


def dual_objective(alpha, K, y):
    total = 0.0
    for i in range(len(y)):
        for j in range(len(y)):
            total += 0.5 * alpha[i] * alpha[j] * y[i] * y[j] * K[i, j]
        total -= alpha[i]
    return total


def solve_qp(K, y, C):
    n = len(y)
    P = matrix(0.0, (n, n))
    for i in range(n):
        for j in range(n):
            P[i, j] = float(y[i] * y[j] * K[i, j])
    G = spmatrix(-1.0, range(n), range(n))
    h = matrix(0.0, (n, 1))
    if C != float("inf"):
        G = matrix([matrix(G), matrix(spmatrix(1.0, range(n), range(n)))])
        h = matrix([h, matrix(float(C), (n, 1))])
    A = matrix([float(t) for t in y], (1, n))
    sol = solvers.qp(P, matrix(-1.0, (n, 1)), G, h, A, matrix([0.0]))
    out = []
    for a in sol["x"]:
        out.append(0.0 if a < 1e-7 else float(a))
    return out


def _wanted(alpha, K, y):
    return [float(y[i]) - sum(float(alpha[j] * y[j] * K[i, j]) for j in range(len(y)))
            for i in range(len(y))]


def bias(alpha, K, y, C):
    F = _wanted(alpha, K, y)
    free, up, down = [], [], []
    for i in range(len(y)):
        tiny = 1e-5 * min(C, 1)
        low, high = alpha[i] <= tiny, alpha[i] >= C - tiny
        if not low and not high:
            free.append(F[i])
        if (y[i] > 0 and not high) or (y[i] < 0 and not low):
            up.append(F[i])
        if (y[i] > 0 and not low) or (y[i] < 0 and not high):
            down.append(F[i])
    if free:
        return sum(free) / len(free)
    return 0.5 * (max(up) + min(down))


def decision_function(alpha, b, y, K_test):
    return np.array([sum(alpha[j] * y[j] * row[j] for j in range(len(y))) + b for row in K_test])


def kkt_violation(alpha, K, y, C):
    F = _wanted(alpha, K, y)
    up, down = -math.inf, math.inf
    for i in range(len(y)):
        tiny = 1e-5 * min(C, 1)
        low, high = alpha[i] <= tiny, alpha[i] >= C - tiny
        if (y[i] > 0 and not high) or (y[i] < 0 and not low):
            up = max(up, F[i])
        if (y[i] > 0 and not low) or (y[i] < 0 and not high):
            down = min(down, F[i])
    return max(up - down, 0)


def hinge_loss(X, y, w, b, C):
    total = 0.5 * _dot(w, w)
    for i in range(len(X)):
        m = y[i] * (_dot(X[i], w) + b)
        if m < 1:
            total += C * (1 - m)
    return total


def hinge_subgradient(X, y, w, b, C):
    gw = [float(v) for v in w]
    gb = 0.0
    for i in range(len(X)):
        if y[i] * (_dot(X[i], w) + b) <= 1:
            for k in range(len(w)):
                gw[k] -= C * y[i] * X[i][k]
            gb -= C * y[i]
    return [np.array(gw), gb]


def sgd_epoch(X, y, w, b, lr, C):
    w = [float(v) for v in w]
    n = len(X)
    for i in range(n):
        gw, gb = [v / n for v in w], 0.0
        if y[i] * (_dot(X[i], w) + b) <= 1:
            gw = [g - C * y[i] * x for g, x in zip(gw, X[i])]
            gb = -C * y[i]
        w = [v - lr * g for v, g in zip(w, gw)]
        b = b - lr * gb
    return w, b


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C, self.gamma = C, gamma

    def fit(self, X, y):
        self.X = [row for row in X]
        self.labels = sorted(set(int(c) for c in y))
        K = rbf_kernel(np.array(self.X), np.array(self.X), self.gamma)
        self.parts = {}
        for c in self.labels:
            t = np.array([1.0 if int(v) == c else -1.0 for v in y])
            a = np.array(solve_qp(K, t, self.C))
            self.parts[c] = (a, t, bias(a, K, t, self.C))

    def decision_function(self, X):
        K = rbf_kernel(np.asarray(X), np.array(self.X), self.gamma)
        columns = []
        for c in self.labels:
            a, t, b = self.parts[c]
            columns.append(decision_function(a, b, t, K))
        return np.array(columns).T

    def predict(self, X):
        out = []
        for row in self.decision_function(X):
            best = max(range(len(row)), key=lambda k: row[k])
            out.append(self.labels[best])
        return out
