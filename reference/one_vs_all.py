"""Several classes by one support vector machine for each against the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.kernels import rbf_kernel
from reference.smo import smo
from reference.svm_dual import decision_function

Array = np.ndarray[Any, Any]


class OneVsAll:
    """RBF machines, one per class; columns follow the sorted labels."""

    def __init__(self, C: float = 1.0, gamma: float = 1.0) -> None:
        self.C = C
        self.gamma = gamma

    def fit(self, X: Array, y: Array) -> OneVsAll:
        """Learn from rows and integer labels, whatever these are."""
        self.classes = np.unique(y)
        self._X = np.array(X, dtype=np.float64)
        K = rbf_kernel(self._X, self._X, self.gamma)
        self._machines = []
        for label in self.classes:
            signs = np.where(np.asarray(y) == label, 1.0, -1.0)
            alpha, b, _ = smo(K, signs, self.C)
            self._machines.append((signs, alpha, b))
        return self

    def decision_function(self, X: Array) -> Array:
        """How far inside its class each machine sees each row; shape (n, k)."""
        K = rbf_kernel(X, self._X, self.gamma)
        scores = [decision_function(alpha, b, signs, K) for signs, alpha, b in self._machines]
        return np.column_stack(scores)

    def predict(self, X: Array) -> Array:
        """The label of the machine that is surest; shape (n,)."""
        return np.asarray(self.classes[np.argmax(self.decision_function(X), axis=1)])
