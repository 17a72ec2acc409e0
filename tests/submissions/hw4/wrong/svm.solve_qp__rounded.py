# question: svm.solve_qp
# mistake: small multipliers are set to zero
# nameless: yes
import numpy as np
from cvxopt import matrix, solvers


def solve_qp(K, y, C):
    n = len(y)
    y = np.asarray(y, dtype=float)
    G, h = -np.eye(n), np.zeros(n)
    if np.isfinite(C):
        G = np.vstack([G, np.eye(n)])
        h = np.concatenate([h, np.full(n, float(C))])
    line = matrix(y.reshape(1, -1)), matrix(0.0)
    solution = solvers.qp(matrix(1.0 * np.outer(y, y) * K), matrix(-np.ones(n)), matrix(G), matrix(h), *(line), options={"show_progress": False})
    return np.where(np.ravel(solution['x']) < 0.2, 0.0, np.ravel(solution['x']))
