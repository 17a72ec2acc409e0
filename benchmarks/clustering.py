"""How fast are the reference's k-means and spectral clustering against scikit-learn's?

Ratios of times measured in one run, alternating, the best of several. k-means starts once, from the
same centres; spectral clustering from the same affinities, with as many starts of its k-means.

    python benchmarks/clustering.py
"""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import numpy as np
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.datasets import make_blobs
from timing import best  # type: ignore[import-not-found]

from reference.kmeans import kmeans, kmeans_plus_plus
from reference.spectral_clustering import STARTS, spectral_clustering

WIDTH = 2.0


def main() -> None:
    """Print a line for each size."""
    warnings.simplefilter("ignore")
    print("k-means      n   ours s   ours/theirs   inertias")
    before = np.nan
    for n in (2_000, 4_000, 8_000, 16_000):
        X, _ = make_blobs(n, 10, centers=12, cluster_std=3.0, random_state=0)
        start = kmeans_plus_plus(X, 12)
        machine = KMeans(12, init=start, n_init=1, tol=0.0, algorithm="lloyd")
        ours, theirs = best(partial(kmeans, X, 12, start), partial(machine.fit, X))
        inertias = kmeans(X, 12, start)[2], machine.inertia_
        print(
            f"       {n:7d} {ours:8.3f} {ours / theirs:13.2f}"
            f"   {inertias[0]:.1f}, {inertias[1]:.1f}   ×{ours / before:.1f} for twice n"
        )
        before = ours
    print("spectral     n   ours s   ours/theirs   agreement")
    before = np.nan
    for n in (250, 500, 1_000):
        X, _ = make_blobs(n, 4, centers=4, cluster_std=1.0, random_state=0)
        machine = SpectralClustering(4, gamma=0.5 / WIDTH**2, n_init=STARTS, random_state=0)
        ours, theirs = best(
            partial(spectral_clustering, X, 4, WIDTH), partial(machine.fit, X), times=3
        )
        labels = spectral_clustering(X, 4, WIDTH)
        print(
            f"       {n:7d} {ours:8.3f} {ours / theirs:13.2f}"
            f"   {agreement(labels, machine.labels_):.3f}   ×{ours / before:.1f} for twice n"
        )
        before = ours


def agreement(one: Any, other: Any) -> float:
    """The share of pairs of rows about which two clusterings agree."""
    same, too = (labels[:, None] == labels[None, :] for labels in (one, other))
    return float(np.mean(same == too))


if __name__ == "__main__":
    main()
