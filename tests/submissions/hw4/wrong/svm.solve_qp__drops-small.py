# question: svm.solve_qp
# mistake: multipliers below a hundredth of the largest are dropped
# nameless: yes
import numpy as np
from cvxopt import matrix, solvers


def solve_qp(K, y, C):
    n = len(y)
    y = np.asarray(y, dtype=float)
    P = matrix(np.outer(y, y) * K)
    q = matrix(-np.ones(n))
    if np.isinf(C):
        G, h = matrix(-np.eye(n)), matrix(np.zeros(n))
    else:
        G = matrix(np.vstack([-np.eye(n), np.eye(n)]))
        h = matrix(np.concatenate([np.zeros(n), np.full(n, float(C))]))
    solution = solvers.qp(P, q, G, h, matrix(y.reshape(1, -1)), matrix(0.0),
                          options={"show_progress": False})
    alpha = np.ravel(np.array(solution["x"]))
    alpha[alpha < 1e-2 * alpha.max()] = 0.0
    return alpha
