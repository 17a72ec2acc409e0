"""How fast is the reference's SMO: against CVXOPT, and against scikit-learn's libsvm?

Ratios of times measured in one run, alternating, the best of several. The kernel matrix is computed
beforehand and given to all three; tolerance 1e-3 for both that have one.

    python benchmarks/svm.py
"""

from __future__ import annotations

from functools import partial

import numpy as np
from sklearn.datasets import make_classification
from sklearn.svm import SVC
from timing import best  # type: ignore[import-not-found]

from reference.kernels import rbf_kernel
from reference.smo import smo
from reference.svm_dual import dual_objective, solve_qp

TOL = 1e-3
SIZES = (500, 1000, 2000)


def main() -> None:
    """Print a line for each size and C."""
    print("   n     C    SMO s  steps   CVXOPT/SMO  SMO/libsvm  objectives (SMO, libsvm)")
    before: dict[float, float] = {}
    for n in SIZES:
        X, y = make_classification(n, 20, n_informative=8, flip_y=0.05, random_state=0)
        signs = np.where(y > 0, 1.0, -1.0)
        K = rbf_kernel(X, X, 1.0 / (X.shape[1] * X.var()))
        for C in (1.0, 100.0):
            machine = SVC(C=C, kernel="precomputed", tol=TOL, cache_size=1000)
            ours, theirs = best(partial(smo, K, signs, C, TOL), partial(machine.fit, K, signs))
            (slow,) = best(partial(solve_qp, K, signs, C), times=1)
            alpha, _, steps = smo(K, signs, C, TOL)
            other = np.zeros(n)
            other[machine.support_] = np.abs(machine.dual_coef_[0])
            values = dual_objective(alpha, K, signs), dual_objective(other, K, signs)
            growth = f"  ×{ours / before[C]:.1f} for twice n" if C in before else ""
            print(
                f"{n:5d} {C:5g} {ours:8.4f} {steps:6d} {slow / ours:12.0f} {ours / theirs:11.1f}"
                f"  {values[0]:.4f}, {values[1]:.4f}{growth}"
            )
            before[C] = ours


if __name__ == "__main__":
    main()
