"""Principal components, by the singular values of the centred rows."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


def pca(X: Array, k: int) -> tuple[Array, Array]:
    """Scores (n, k) and components (k, d): orthonormal, by decreasing variance."""
    centred = X - X.mean(axis=0)
    _, _, components = np.linalg.svd(centred, full_matrices=False)
    components = components[:k]
    return centred @ components.T, components
