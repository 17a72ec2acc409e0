# question: svm.OneVsAll
# mistake: labels in the order of their sizes, whatever the sign
# nameless: yes
import numpy as np
from cvxopt import matrix, solvers


class OneVsAll:
    def __init__(self, C=1.0, gamma=1.0):
        self.C = C
        self.gamma = gamma

    def _kernel(self, X):
        d = X[:, None, :] - self.X[None, :, :]
        return np.exp(-self.gamma * np.sum(d * d, axis=2))

    def _train(self, K, t):
        n = len(t)
        solution = solvers.qp(
            matrix(np.outer(t, t) * K), matrix(-np.ones(n)),
            matrix(np.vstack([-np.eye(n), np.eye(n)])),
            matrix(np.concatenate([np.zeros(n), np.full(n, float(self.C))])),
            matrix(t.reshape(1, -1)), matrix(0.0), options={"show_progress": False})
        v = np.ravel(np.array(solution["x"])) * t
        F = t - K @ v
        a = v * t
        free = (a > 1e-5 * self.C) & (a < self.C * (1 - 1e-5))
        if free.any():
            return v, F[free].mean()
        R = np.where(t > 0, a < self.C * (1 - 1e-5), a > 1e-5 * self.C)
        S = np.where(t > 0, a > 1e-5 * self.C, a < self.C * (1 - 1e-5))
        return v, (F[R].max() + F[S].min()) / 2

    def fit(self, X, y):
        self.X = X
        self.labels = np.array(sorted(set(y.tolist()), key=abs))
        K = self._kernel(X)
        self.machines = [self._train(K, np.where(y == c, 1.0, -1.0)) for c in self.labels]
        return self

    def decision_function(self, X):
        K = self._kernel(X)
        return np.column_stack([K @ v + b for v, b in self.machines])

    def predict(self, X):
        return self.labels[np.argmax(self.decision_function(X), axis=1)]
