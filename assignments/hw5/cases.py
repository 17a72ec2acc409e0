"""The inputs of hw5's checks: made from a generator, from small to large.

Every choice that a correct solution makes by rounding is out of the way: no row is as near to one
centre as to another, singular values differ, the eigenvalues have a gap where they are cut, and no
vertex is almost in a dominant set.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.kit import drawn_once
from reference import dominant_sets as dominant
from reference.kernels import squared_distances
from reference.spectral_clustering import gaussian_affinity, normalized_laplacian

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Array = np.ndarray[Any, Any]
Rng = np.random.Generator
Case = tuple[Any, ...]

# None of them is its own square, nor twice it: σ for σ² and 2σ for σ must show.
SIGMAS = (0.6, 0.8, 1.5, 2.5)

# --- principal components ----------------------------------------------------------------------


def cloud(rng: Rng, n: int, d: int, k: int) -> Case:
    """Rows and k: arguments of `pca`.

    The rows lie far from the origin and spread by different amounts along directions that are not
    the axes; the largest entry of each component is the largest by a margin, so that it can tell
    the sign.
    """
    while True:
        directions, _ = np.linalg.qr(rng.normal(size=(d, d)))
        spread = 4.0 * 0.55 ** np.arange(d)
        X = rng.normal(size=(n, d)) * spread @ directions.T
        X = np.round(X + rng.choice([-1.0, 1.0], size=d) * rng.uniform(2.0, 5.0, size=d), 2)
        _, sizes, components = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        told_apart = [*sizes[: k + 1], 0.0] if k == len(sizes) else sizes[: k + 1]
        entries = np.sort(np.abs(components[:k]), axis=1)
        if (
            all(large > 1.3 * small for large, small in itertools.pairwise(told_apart))
            and sizes[k - 1] > 0.2
            and (d == 1 or (entries[:, -1] > 1.1 * entries[:, -2]).all())
        ):
            return X, k


# --- k-means -----------------------------------------------------------------------------------


@drawn_once
def lloyd(rng: Rng, n: int, k: int, d: int = 2, rounds: int = 3) -> Case:
    """Rows, k and where to start: arguments of `kmeans` with only one way to go.

    In every round each row is nearer to its centre than to any other by a margin, no cluster
    empties, and until the end some centre moves clearly.
    """
    while True:
        X = np.round(3.0 * rng.normal(size=(n, d)), 2)
        init = X[rng.choice(n, size=k, replace=False)]
        if len(np.unique(init, axis=0)) == k and _clear_way(X, init) >= rounds:
            return X, k, init


def _clear_way(X: Array, centers: Array) -> int:
    """How many rounds Lloyd's iteration takes from there; −1 if a rounding error could turn it."""
    for done in range(100):
        distances = squared_distances(X, centers)
        two = np.sort(distances, axis=1)[:, :2]
        labels = distances.argmin(axis=1)
        sizes = np.bincount(labels, minlength=len(centers))
        if not sizes.all() or (two[:, 1] - two[:, 0] < 0.02 * (1.0 + two[:, 0])).any():
            return -1
        means = np.array([X[labels == label].mean(axis=0) for label in range(len(centers))])
        moved = np.abs(means - centers).max()
        if moved < 1e-12:
            return done
        if moved < 0.02:
            return -1
        centers = means
    return -1


@drawn_once
def long_way(rng: Rng, n: int, k: int, rounds: int, scale: float = 1.0) -> Case:
    """Rows without clusters and a start from which Lloyd's iteration takes many rounds.

    None of them moves the centres by next to nothing, and in one of them the clusters change but
    not their sizes.
    """
    while True:
        X = np.round(scale * rng.normal(size=(n, 2)), 4)
        init = X[rng.choice(n, size=k, replace=False)]
        moves, sizes = _rounds(X, init, 0.01 * scale)
        if len(moves) >= rounds and any(map(np.array_equal, sizes[:-2], sizes[1:-1])):
            return X, k, init


def _rounds(X: Array, centers: Array, least: float) -> tuple[list[float], list[Array]]:
    """Of each round of Lloyd's iteration, how far the centres move and the sizes of clusters.

    Nothing where a cluster empties, or where the centres move by no more than the least.
    """
    moves, sizes = [np.inf], []
    while moves[-1] > 0.0 and len(moves) < 100:
        labels = squared_distances(X, centers).argmin(axis=1)
        sizes.append(np.bincount(labels, minlength=len(centers)))
        if not sizes[-1].all():
            return [], []
        members = labels == np.arange(len(centers))[:, None]
        means = members.astype(np.float64) @ X / sizes[-1][:, None]
        moves.append(float(np.abs(means - centers).max()))
        if 0.0 < moves[-1] <= least:
            return [], []
        centers = means
    return moves[1:], sizes


def scattered(rng: Rng, n: int, k: int, d: int = 2) -> Array:
    """Rows around k places that overlap a little."""
    places = 4.0 * rng.normal(size=(k, d))
    return np.asarray(np.round(places[rng.integers(k, size=n)] + rng.normal(size=(n, d)), 2))


def few_places(rng: Rng, n: int, k: int, d: int = 2) -> Array:
    """n rows of which k are different, at whole numbers: distances have no rounding error.

    Equal rows follow each other, so the first k are not all of them.
    """
    places = rng.permutation(np.array(list(itertools.product(range(-4, 5), repeat=d))))[:k]
    which = np.sort(np.concatenate([np.arange(k), rng.integers(k, size=n - k)]))
    return np.asarray(places[which], dtype=np.float64)


def one_far_away(rng: Rng, n: int, k: int) -> Case:
    """A start of which one centre is so far away that it never gets a row."""
    X = scattered(rng, n, k)
    init = X[rng.choice(n, size=k, replace=False)]
    init[rng.integers(k)] = 1e3 * rng.choice([-1.0, 1.0], size=2)
    return X, k, init


def one_alone(rng: Rng, n: int, k: int) -> Case:
    """A row so far from the others that it has a centre to itself, which starts beside it."""
    while True:
        X = scattered(rng, n, k - 1)
        X[-1] = 30.0 * rng.choice([-1.0, 1.0], size=2)
        init = X[[*rng.choice(n - 1, size=k - 1, replace=False), -1]]
        init[-1] += np.round(rng.choice([-1.0, 1.0], size=2) * rng.uniform(2.0, 4.0, size=2), 2)
        if len(np.unique(init, axis=0)) == k and _clear_way(X, init) > 0:
            return X, k, init


def twice_the_same(rng: Rng, n: int, k: int) -> Case:
    """A start with two centres at the same place: one of them gets nothing."""
    X = scattered(rng, n, k)
    init = X[rng.choice(n, size=k, replace=False)]
    init[-1] = init[0]
    return X, k, init


def empties_later(rng: Rng, n: int) -> Case:
    """A start from which all three centres have rows at first, and the middle one loses them.

    Its rows lie on either side of it, and the outer centres come nearer to them.
    """
    outer = rng.uniform(3.1, 3.4, size=n)
    along = np.concatenate([-outer[: n // 2], outer[n // 2 :], [-1.7, 1.7]])
    X = np.column_stack([along, 0.2 * rng.uniform(-1.0, 1.0, size=n + 2)])
    init = np.array([[-6.0, 0.0], [0.0, 0.0], [6.0, 0.0]])
    return np.round(rng.permutation(X), 2), 3, init[rng.permutation(3)]


# --- graphs ------------------------------------------------------------------------------------


def points(rng: Rng, n: int, d: int = 2) -> Case:
    """Rows and σ: arguments of `gaussian_affinity`."""
    while True:
        X = np.round(1.2 * rng.normal(size=(n, d)), 2)
        distances = np.sqrt(squared_distances(X, X))[~np.eye(n, dtype=bool)]
        # At a distance of 1 it would not matter whether it is squared.
        if distances.min() > 0.05 and np.abs(distances - 1.0).max() > 0.2:
            return X, float(rng.choice(SIGMAS))


def far_apart(rng: Rng, n: int) -> Case:
    """Rows at such distances that no affinity is above 1e-6, nor so small as to be lost."""
    sigma = float(rng.choice(SIGMAS))
    while True:
        X = np.round(sigma * rng.uniform(-5.0, 5.0, size=(n, 2)), 2)
        distances = np.sqrt(squared_distances(X, X))[~np.eye(n, dtype=bool)] / sigma
        if distances.min() > 5.4 and distances.max() < 9.5:
            return X, sigma


def graph(rng: Rng, n: int, share: float = 0.7) -> Array:
    """Weights of a graph in which every vertex has a neighbour; not every pair is connected."""
    while True:
        W = np.triu(np.round(rng.uniform(0.2, 2.0, size=(n, n)), 2), 1)
        W = W * (rng.uniform(size=(n, n)) < share)
        W = W + W.T
        if (W.sum(axis=1) > 0.0).all():
            return np.asarray(W)


def weights(rng: Rng, n: int, share: float = 0.7) -> Case:
    """The same as an argument."""
    return (graph(rng, n, share),)


def with_isolated(rng: Rng, n: int, at: Sequence[int]) -> Array:
    """The same with vertices that have no neighbour."""
    W = graph(rng, n, 1.0)
    W[list(at)] = 0.0
    W[:, list(at)] = 0.0
    return W


def communities(rng: Rng, sizes: Sequence[int], two_sided: bool = False) -> Case:
    """A graph of as many loosely linked parts as k: arguments of `spectral_embedding`.

    The eigenvalues have a wide gap after the first k, so the space of those eigenvectors is well
    determined, but the links are strong enough for the eigenvectors to be no mere indicators.
    In a two-sided graph every edge leads from one side to the other; then the eigenvalues are as
    near to 2 at their upper end as they are to 0 at the lower.
    """
    k, n = len(sizes), sum(sizes)
    part = np.repeat(np.arange(k), sizes)
    together = part[:, None] == part
    while True:
        inside = rng.uniform(0.5, 2.0, size=(n, n))
        links = rng.uniform(0.05, 0.6, size=(n, n)) * (rng.uniform(size=(n, n)) < 1.5 / n)
        W = np.triu(np.round(np.where(together, inside, links), 2), 1)
        if two_sided:
            W *= np.add.outer(np.arange(n), np.arange(n)) % 2
        order = rng.permutation(n)
        W = (W + W.T)[np.ix_(order, order)]
        values, vectors = np.linalg.eigh(normalized_laplacian(W))
        lengths = np.linalg.norm(vectors[:, :k], axis=1)
        linked = values[1] > 0.01 or k == 1
        if linked and values[k] - values[k - 1] > 0.35 and lengths.min() > 0.15:
            return W, k


def chain(rng: Rng, parts: int, size: int, k: int) -> Case:
    """Parts in a row, more of them than k, so the gap after the first k eigenvalues is small.

    It is clear all the same; only an iteration that stops too soon can't tell.
    """
    n = parts * size
    part = np.repeat(np.arange(parts), size)
    apart = np.abs(np.subtract.outer(part, part))
    while True:
        inside = rng.uniform(0.5, 2.0, size=(n, n))
        links = rng.uniform(0.01, 0.05, size=(n, n))
        W = np.triu(np.round(np.where(apart == 0, inside, links * (apart == 1)), 3), 1)
        order = rng.permutation(n)
        W = (W + W.T)[np.ix_(order, order)]
        values, vectors = np.linalg.eigh(normalized_laplacian(W))
        lengths = np.linalg.norm(vectors[:, :k], axis=1)
        if 0.03 < values[k] - values[k - 1] < 0.08 and lengths.min() > 0.1 and _mixed_up(W, k):
            return W, k


def path(rng: Rng, n: int) -> Case:
    """A path: its largest eigenvalues are as far from 1 as its smallest."""
    while True:
        order = rng.permutation(n)
        W = np.diag(np.round(rng.uniform(0.8, 1.2, size=n - 1), 2), 1)
        W = (W + W.T)[np.ix_(order, order)]
        if _mixed_up(W, 2):
            return W, 2


def _mixed_up(W: Array, k: int) -> bool:
    """Whether a general solver, which does not sort, gives others than the k smallest first."""
    values = np.linalg.eigvals(normalized_laplacian(W)).real
    return bool(values[:k].max() > np.sort(values)[k - 1] + 1e-3)


# --- shapes to be clustered --------------------------------------------------------------------


def rings(rng: Rng, n: int, scale: float) -> Case:
    """A small ring inside a large one: arguments of `spectral_clustering`, and who belongs where.

    Here and below, links between the parts are so weak that the embedded rows of a part all but
    coincide, at a right angle to the others: wherever k-means++ begins, it ends at the parts.
    """
    inner, outer = n // 3, n - n // 3
    X = np.vstack([_arc(rng, inner, 1.0, 2.0 * np.pi), _arc(rng, outer, 4.0, 2.0 * np.pi)])
    return _mixed(rng, X, [inner, outer], scale, 0.6)


def moons(rng: Rng, n: int, scale: float) -> Case:
    """Two half circles that reach into each other."""
    half = n // 2
    upper, lower = _arc(rng, half, 1.0, np.pi), _arc(rng, n - half, 1.0, np.pi)
    X = np.vstack([upper, np.array([1.0, 0.4]) - lower])
    return _mixed(rng, X, [half, n - half], scale, 0.1)


def comets(rng: Rng, count: int, scale: float) -> Case:
    """Heads of many rows with tails of few: within a cluster the degrees differ a lot."""
    parts = []
    away = 0.95 / np.sin(np.pi / count)
    for angle in 2.0 * np.pi * (np.arange(count) + rng.uniform()) / count:
        ahead, aside = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        head = 0.1 * rng.normal(size=(12, 2))
        along = 0.5 * np.arange(1, 7)[:, None]
        turns = (-0.8, 0.0, 0.8)
        tails = [along * (np.cos(turn) * ahead + np.sin(turn) * aside) for turn in turns]
        rows = np.vstack([head, *tails])
        parts.append(away * ahead + rows + 0.02 * rng.normal(size=rows.shape))
    return _mixed(rng, np.vstack(parts), [len(part) for part in parts], scale, 0.3)


def heaps(rng: Rng, sizes: Sequence[int], scale: float, d: int = 2) -> Case:
    """Plain clusters of different sizes, one beside the other."""
    places = np.zeros((len(sizes), d))
    places[:, 0] = 6.0 * np.arange(len(sizes))
    inside = rng.uniform(-1.0, 1.0, size=(sum(sizes), d))
    return _mixed(rng, np.repeat(places, sizes, axis=0) + inside, sizes, scale, 0.7)


def _arc(rng: Rng, n: int, radius: float, angle: float) -> Array:
    """Rows at nearly even distances on an arc."""
    angles = angle * (np.arange(n) + 0.15 * rng.uniform(-1.0, 1.0, size=n)) / n
    return np.asarray(radius * np.column_stack([np.cos(angles), np.sin(angles)]))


def _mixed(rng: Rng, X: Array, sizes: Sequence[int], scale: float, sigma: float) -> Case:
    order = rng.permutation(len(X))
    parts = np.repeat(np.arange(len(sizes)), sizes)[order]
    digits = 3 - int(np.floor(np.log10(scale)))
    return np.round(scale * X[order], digits), len(sizes), float(f"{scale * sigma:.6g}"), parts


def clear(make: Callable[..., Case]) -> Callable[..., Case]:
    """The same cases, drawn until the embedded rows of each part all but coincide."""
    from scipy.linalg import eigh

    @functools.wraps(make)
    def draw(rng: Rng, *args: Any) -> Case:
        while True:
            X, k, sigma, parts = make(rng, *args)
            L = normalized_laplacian(gaussian_affinity(X, sigma))
            values, vectors = eigh(L, subset_by_index=[0, k])
            rows = vectors[:, :k] / np.linalg.norm(vectors[:, :k], axis=1, keepdims=True)
            means = np.array([rows[parts == part].mean(axis=0) for part in range(k)])
            scatter = float(np.sum((rows - means[parts]) ** 2))
            if values[k] - values[k - 1] > 0.005 and scatter < 1e-7:
                return X, k, sigma, parts

    return draw


# --- vertices and sets of them -----------------------------------------------------------------


def _subset(rng: Rng, n: int, size: int) -> list[int]:
    return [int(index) for index in rng.choice(n, size=size, replace=False)]


def degree_in(rng: Rng, n: int, size: int, inside: bool = True) -> Case:
    """A graph, a set and a vertex of it, or one outside: arguments of `average_weighted_degree`."""
    A, some = graph(rng, n, 0.9), _subset(rng, n, size + 1)
    S = some[:size]
    return A, S, int(rng.choice(S)) if inside else some[size]


def likeness(rng: Rng, n: int, size: int) -> Case:
    """A graph, a set, a vertex of it and one outside: arguments of `relative_similarity`."""
    A, some = graph(rng, n, 0.9), _subset(rng, n, size + 1)
    return A, some[:size], int(rng.choice(some[:size])), some[size]


def membership(rng: Rng, n: int, size: int) -> Case:
    """A graph, a set and a vertex of it: arguments of `node_weight`."""
    while True:
        A, S = 2.0 * graph(rng, n, 1.0), _subset(rng, n, size)
        i = int(rng.choice(S))
        # A weight that is next to nothing would drown in the rounding errors of the others.
        if abs(dominant.node_weight(A, S, i)) > 0.05:
            return A, S, i


# --- replicator dynamics -----------------------------------------------------------------------


def game(rng: Rng, n: int) -> Case:
    """Weights on which the dynamics settle soon, and at one place: arguments of `replicator`."""
    while True:
        A = graph(rng, n, 0.9)
        if soon_settled(A):
            return (A,)


def soon_settled(A: Array) -> bool:
    """Whether the dynamics settle within some steps, and whoever stops a bit earlier sees it."""
    late = dominant.replicator(A, None, 1e-13, 300)
    if len(A) > 1 and not settled(A, late):
        return False
    early = dominant.replicator(A, None, 1e-6, 300)
    return bool(np.abs(early - late).max() < 4e-6)


def settled(A: Array, x: Array) -> bool:
    """Whether x is clear: who is in the support is well in, who is not has left for good."""
    gains = A @ x
    inside = x > 1e-3
    value = float(x @ gains)
    return bool(
        value > 0.0
        and (x[inside] > 0.02).all()
        and (x[~inside] < 1e-7).all()
        and (gains[~inside] < 0.85 * value).all()
    )


def on_simplex(rng: Rng, n: int, zeros: int = 0) -> Array:
    """Shares that add up to 1, each of them clearly above 0 but for so many zeros."""
    x = np.round(rng.uniform(0.1, 1.0, size=n) / n, 2)
    x[rng.choice(n, size=zeros, replace=False)] = 0.0
    at = int(np.argmax(x))
    x[at] = 0.0
    x[at] = 1.0 - x.sum()
    return np.asarray(x)


def started(rng: Rng, n: int, steps: int, zeros: int = 0) -> Case:
    """Weights, a start and how many steps to make: nothing stops before."""
    while True:
        A, x = graph(rng, n, 0.9), on_simplex(rng, n, zeros)
        if x @ A @ x > 0.1:
            return A, x, 1e-12, steps


def iterates(A: Array, x: Array, count: int) -> list[Array]:
    """So many steps of the dynamics, the start included."""
    found = [x]
    for _ in range(count):
        gains = A @ found[-1]
        found.append(found[-1] * gains / (found[-1] @ gains))
    return found


def by_default() -> list[tuple[Case, Array, str]]:
    """A and x0 on which tol and max_iter tell, what they lead to, and what to say if they do not.

    A third vertex doubles its share with every step. And of two vertices that are linked to one
    other the second gains on the first, by a factor that single precision holds exactly.
    """
    triangle, factor = np.ones((3, 3)) - np.eye(3), 1.0 + 2.0**-10
    fork = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, factor], [1.0, factor, 0.0]])
    ratio = 1e-4 / 0.4999 * factor**10_000
    return [
        (
            (triangle, np.array([0.5, 0.5 - 1e-10, 1e-10])),
            np.array([0.5, 0.5, 0.0]),
            "The first step is shorter than 1e-8, which tol is by default: x should hardly change",
        ),
        (
            (triangle, np.array([0.5, 0.5 - 1e-7, 1e-7])),
            np.full(3, 1.0 / 3.0),
            "The first step is longer than 1e-8, which tol is by default, and so are the next: x "
            "should be where all shares are equal",
        ),
        (
            (fork, np.array([0.4999, 1e-4, 0.5])),
            np.array([0.5 / (1.0 + ratio), 0.5 * ratio / (1.0 + ratio), 0.5]),
            "No step is shorter than tol here, so there are 10000, which max_iter is by default; x "
            "should be where those lead",
        ),
    ]


def stops_at(A: Array, x: Array, tol: float) -> tuple[int, int]:
    """The first and the last step at which it is right to stop, whichever norm is used.

    What is returned may be the point before the short step or the one after it.
    """
    changes = [after - before for before, after in itertools.pairwise(iterates(A, x, 300))]
    short = [
        next(t for t, change in enumerate(changes, 1) if np.linalg.norm(change, kind) < tol)
        for kind in (np.inf, 1)
    ]
    return short[0] - 1, short[1]


@drawn_once
def stopped(rng: Rng, n: int, tol: float) -> Case:
    """Weights on which it shows whether the dynamics stop where tol says."""
    while True:
        A = graph(rng, n, 0.9)
        x = np.full(n, 1.0 / n)
        path = iterates(A, x, 300)
        first, last = stops_at(A, x, tol) if soon_settled(A) else (0, 0)
        apart = [np.abs(path[t] - path[s]).max() for t, s in ((first, first - 1), (last, -1))]
        if first > 2 and min(apart) > 1e-3:
            return A, None, tol


# --- dominant sets -----------------------------------------------------------------------------


@drawn_once
def small_graph(rng: Rng, n: int, scale: float = 1.0) -> Case:
    """A graph small enough to try all subsets, with at least two sets to be peeled off.

    Whichever dominant sets are peeled off first, each of them is clear. Which they are does not
    depend on the scale, unless there is something on the diagonal.
    """
    while True:
        A = np.triu(np.round(scale * rng.uniform(0.05, 1.0, size=(n, n)) ** 2, 2), 1)
        A = A + A.T
        connected = (A + np.eye(n) > 0.0).all()
        several = connected and soon_settled(A) and (dominant.replicator(A) < 1e-5).any()
        if several and _all_clear(A):
            return (A,)


def dominant_subsets(A: Array, among: Sequence[int] | None = None) -> list[tuple[int, ...]]:
    """All dominant sets of a graph, or of the part of it that is left, by definition."""
    left = tuple(range(len(A))) if among is None else tuple(among)

    @functools.cache
    def weight(S: frozenset[int], i: int) -> float:
        others = S - {i}
        if not others:
            return 1.0
        return float(
            sum(
                dominant.relative_similarity(A, [*others], j, i) * weight(others, j) for j in others
            )
        )

    def is_dominant(S: frozenset[int]) -> bool:
        return all(weight(S, i) > 0.0 for i in S) and all(
            weight(S | {i}, i) < 0.0 for i in left if i not in S
        )

    subsets = itertools.chain(*(itertools.combinations(left, m) for m in range(1, len(left) + 1)))
    return [S for S in subsets if is_dominant(frozenset(S))]


def _all_clear(A: Array) -> bool:
    """Whether this holds for all that can be left at some time."""
    seen: set[tuple[int, ...]] = set()
    waiting = [tuple(range(len(A)))]
    while waiting:
        left = waiting.pop()
        if left in seen or not left:
            continue
        seen.add(left)
        part = A[np.ix_(left, left)]
        found = dominant_subsets(A, left)
        if not found or not soon_settled(part):
            return False
        for S in found:
            x = np.zeros(len(left))
            inside = [left.index(i) for i in S]
            x[inside] = [dominant.node_weight(A, S, i) for i in S]
            if len(left) > 1 and not settled(part, x / x.sum()):
                return False
            waiting.append(tuple(i for i in left if i not in S))
    return True


def can_be_peeled(A: Array, sets: Sequence[Sequence[int]]) -> bool:
    """Whether the sets are dominant, one after the other, in what those before them leave.

    The first one comes first; in which order the others do is free.
    """

    def go(left: tuple[int, ...], waiting: tuple[tuple[int, ...], ...], first: bool) -> bool:
        if not waiting:
            return not left
        found = dominant_subsets(A, left)
        return any(
            S in found
            and go(tuple(i for i in left if i not in S), tuple(T for T in waiting if T != S), False)
            for S in (waiting[:1] if first else waiting)
        )

    parts = tuple(tuple(sorted(int(i) for i in S)) for S in sets)
    return go(tuple(range(len(A))), parts, True)


@drawn_once
def groups(rng: Rng, sizes: Sequence[int], scale: float = 1.0) -> Case:
    """Affinities of rows in groups far apart, each a dominant set; and who belongs where."""
    k = len(sizes)
    parts = rng.permutation(np.repeat(np.arange(k), sizes))
    while True:
        places = np.column_stack([6.0 * np.arange(k), 3.0 * rng.uniform(size=k)])
        X = np.round(places[parts] + 0.3 * rng.uniform(-1.0, 1.0, size=(len(parts), 2)), 2)
        A = np.round(scale * gaussian_affinity(X, 0.9), 6)
        if _peels_into(A, parts):
            return A, parts, X


def strong_pair(rng: Rng, n: int) -> Case:
    """A pair with large weights, peeled off first; n vertices with smaller ones; and one alone."""
    parts = np.repeat([0, 1, 2], [2, n, 1])
    weights = np.where(np.add.outer(parts, parts) == 0, 8.0, 1.0) * rng.uniform(0.97, 1.03, n + 3)
    return _blocks(rng, parts, weights)


def small_share(rng: Rng, n: int) -> Case:
    """Three vertices, one of them with a share of about 0.04, and n others in a set of their own.

    The clusters with a small cutoff, with which that vertex is in the set of the two, and with a
    cutoff of 0.2, with which it is left over.
    """
    parts = np.repeat([0, 1, 2], [2, 1, n])
    weights = np.where(np.add.outer(parts, parts) == 4, 0.3, 1.0)
    weights[:2, 2] = rng.uniform(0.52, 0.53)
    A, without, X = _blocks(rng, parts, weights, together=lambda a, b: (a < 2) == (b < 2))
    return A, np.where(without == 1, 0, without), without, X


def slow(rng: Rng, n: int) -> Case:
    """A set that one more vertex leaves so slowly that it takes hundreds of steps; n others."""
    parts = np.repeat([0, 1, 2], [3, 1, n])
    weights = np.where(np.add.outer(parts, parts) == 4, 0.3, 1.0)
    # In the set of three each gains 2/3, this one a share of that, which is what is left of it.
    weights[:3, 3] = rng.uniform(0.991, 0.992) * 2.0 / 3.0
    return _blocks(rng, parts, weights, together=lambda a, b: (a < 2) == (b < 2))


def _blocks(
    rng: Rng,
    parts: Array,
    weights: Array,
    together: Callable[[Array, Array], Array] = np.equal,
) -> Case:
    """A graph with these weights inside the parts and weak links between; the parts; a picture."""
    n = len(parts)
    links = rng.uniform(0.01, 0.03, size=(n, n))
    A = np.triu(np.round(np.where(together(parts[:, None], parts), weights, links), 4), 1)
    order = rng.permutation(n)
    X = np.column_stack([4.0 * parts, np.arange(n)]) + 0.2 * rng.uniform(size=(n, 2))
    return (A + A.T)[np.ix_(order, order)], parts[order], np.round(X[order], 2)


def _peels_into(A: Array, parts: Array) -> bool:
    left = np.arange(len(A))
    while len(left):
        part = A[np.ix_(left, left)]
        members = left[dominant.replicator(part) > 1e-3]
        whole = np.array_equal(members, np.flatnonzero(parts == parts[members[0]]))
        if not whole or not soon_settled(part):
            return False
        left = np.setdiff1d(left, members)
    return True


# --- in any precision and layout, and of any size ----------------------------------------------


def single_precision(case: Case) -> Case:
    """The same case in float32 and Fortran's order, which no longer lies row by row."""
    return tuple(
        np.asfortranarray(part, dtype=np.float32) if isinstance(part, np.ndarray) else part
        for part in case
    )


def strided(case: Case) -> Case:
    """The same case in arrays that are every other entry of larger ones."""

    def spread(part: Any) -> Any:
        if not isinstance(part, np.ndarray):
            return part
        wide = np.zeros([2 * size for size in part.shape])
        every_other = wide[(slice(None, None, 2),) * part.ndim]
        every_other[...] = part
        return every_other

    return tuple(map(spread, case))


def as_tuple(case: Case) -> Case:
    """The same case with a tuple for the set."""
    A, S, *rest = case
    return A, tuple(S), *rest


def sizes(low: int = 2, high: int = 8) -> SearchStrategy[tuple[int, int, int]]:
    """A strategy for (seed, rows or vertices, columns)."""
    from hypothesis import strategies as st

    return st.tuples(st.integers(0, 2**32 - 1), st.integers(low, high), st.integers(1, 4))


def pairs_of(labels: Array) -> Iterator[tuple[int, list[int]]]:
    """Each label that there is, with who has it."""
    for label in np.unique(labels):
        yield int(label), [int(i) for i in np.flatnonzero(labels == label)]
