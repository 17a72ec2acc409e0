"""The checks of hw5 that run only where the course staff runs them."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.kit import Kit, check, compare, tolerance, up_to

from . import cases, checks, programs

Size = tuple[int, int, int]
SEEDS = range(0, 12_000, 1000)  # so far apart that the starts of one are not those of another


@check("pca.arguments", points=1)
def pca_arguments(student: Any, kit: Kit) -> None:
    """Scores and components are right, and X is left as it was."""
    principal = kit.steps(student, "pca", programs.principal)
    args = kit.draw(principal, cases.cloud, 7, 3, 2)
    with checks.as_returned(kit, student, args):
        kit.unchanged(principal, [args])


@check("pca.any-size", points=1, kind="property")
def pca_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows, columns and components will do."""
    principal = kit.steps(student, "pca", programs.principal)

    def holds(size: Size) -> None:
        seed, n, d = size
        rng = np.random.default_rng(seed)
        args = cases.cloud(rng, n, d, int(rng.integers(1, min(n - 1, d) + 1)))
        with checks.as_returned(kit, student, args):
            kit.agrees(principal, args)

    kit.property(holds, cases.sizes(3), examples=20)


@check("kmeans_plus_plus.seeds", points=1)
def seeds_of_centers(student: Any, kit: Kit) -> None:
    """The same seed gives the same centres, and so does none."""
    sample = student.kmeans_plus_plus
    X = cases.scattered(kit.rng, 50, 4)
    for seed in (*range(4), None):
        first, again = (checks.drawn_centers(kit, sample, X, 5, seed) for _ in range(2))
        if not compare.same(first, again):
            args = (X, 5) if seed is None else (X, 5, seed)
            said = f"Two calls {_seeded(seed)} gave different centres: draw with default_rng(seed)"
            raise kit.wrong(sample, args, said, first, again)


def _seeded(seed: int | None) -> str:
    return "with the same seed" if seed is not None else "without a seed, which is then 0,"


@check("kmeans_plus_plus.arguments", points=1)
def sampling_arguments(student: Any, kit: Kit) -> None:
    """X is left as it was."""
    every_row = kit.steps(student, "kmeans_plus_plus", programs.every_row)
    drawn = [(cases.few_places(kit.rng, n, k), k, 0) for n, k in ((3, 1), (6, 2))]
    kit.unchanged(every_row, drawn)


@check("kmeans_plus_plus.too-few", points=1, kind="robustness")
def too_few_rows(student: Any, kit: Kit) -> None:
    """If there are not so many different rows, some are chosen twice."""
    sample = student.kmeans_plus_plus
    for n, places, k in ((3, 1, 2), (6, 2, 4)):
        X = cases.few_places(kit.rng, n, places)
        for seed in range(3):
            centers = checks.drawn_centers(kit, sample, X, k, seed)
            if len(np.unique(centers, axis=0)) != places:
                said = f"X has {places} different rows; all of them should be among the centres"
                raise kit.wrong(sample, (X, k, seed), said, np.unique(X, axis=0), centers)


@check("kmeans.sizes", points=1)
def kmeans_sizes(student: Any, kit: Kit) -> None:
    """One cluster, a cluster for each row, many columns and any precision will do."""
    kmeans = student.kmeans
    one = kit.draw(kmeans, cases.lloyd, 9, 3, 2, 2)
    X = one[0]
    checks.at_rest(kit, kmeans, (X, 1, X[:1]))
    checks.at_rest(kit, kmeans, (X, 1, None, 3))
    checks.at_rest(kit, kmeans, (X, len(X), X[::-1]))
    drawn = [kit.draw(kmeans, cases.lloyd, *size) for size in ((10, 2, 6, 1), (80, 3, 2, 3))]
    kit.matches(kmeans, [*drawn, cases.single_precision(one), cases.strided(one)])


@check("kmeans.arguments", points=1)
def kmeans_arguments(student: Any, kit: Kit) -> None:
    """The clusters are right, and X and init are left as they were."""
    kmeans = student.kmeans
    kit.unchanged(kmeans, [kit.draw(kmeans, cases.lloyd, 10, 3, 2, 2)])


@check("kmeans.seeds", points=1)
def kmeans_seeds(student: Any, kit: Kit) -> None:
    """The same seed gives the same clusters, and so does none; but not every seed does."""
    kmeans = student.kmeans
    X = 3.0 * kit.rng.normal(size=(60, 2))
    for seed in (0, 5, 6, None):
        args = (X, 7) if seed is None else (X, 7, None, seed)
        first, again = (checks.at_rest(kit, kmeans, args) for _ in range(2))
        if not compare.same(first[0], again[0]):
            said = f"Two calls {_seeded(seed)} gave different labels: draw with default_rng(seed)"
            raise kit.wrong(kmeans, args, said, first[0], again[0])
    # So many rows without clusters that no two starts end alike, even the best of many.
    X = np.round(kit.rng.uniform(size=(100, 2)), 3)
    found = [up_to.renamed(checks.at_rest(kit, kmeans, (X, 15, None, seed))[0]) for seed in SEEDS]
    if all(compare.same(found[0], labels) for labels in found):
        said = f"{len(SEEDS)} different seeds all give the same clusters: is the seed used?"
        raise kit.wrong(kmeans, (X, 15, None, SEEDS[-1]), said, "others than seed 0", found[-1])


@check("gaussian_affinity.arguments", points=1)
def affinity_arguments(student: Any, kit: Kit) -> None:
    """The affinities are right, and X is left as it was."""
    affinity = student.gaussian_affinity
    kit.unchanged(affinity, [kit.draw(affinity, cases.points, 5)])


@check("gaussian_affinity.any-size", points=1, kind="property")
def affinity_any_size(student: Any, kit: Kit) -> None:
    """Any number of rows and columns will do."""
    kit.agrees_on_any(student.gaussian_affinity, cases.sizes(), cases.points, examples=20)


@check("laplacian.arguments", points=1)
def laplacian_arguments(student: Any, kit: Kit) -> None:
    """The matrix is right, and W is left as it was."""
    kit.unchanged(student.laplacian, [kit.draw(student.laplacian, cases.weights, 5)])


@check("normalized_laplacian.arguments", points=1)
def normalized_arguments(student: Any, kit: Kit) -> None:
    """The matrix is right, and W is left as it was."""
    normalized = student.normalized_laplacian
    kit.unchanged(normalized, [kit.draw(normalized, cases.weights, 5)])
    # With a vertex that has no neighbours, too; its entry of the diagonal is free.
    off_diagonal = kit.steps(student, "normalized_laplacian", programs.off_diagonal)
    kit.unchanged(off_diagonal, [(cases.with_isolated(kit.rng, 5, [1]),)])


@check("spectral_embedding.arguments", points=1)
def embedding_arguments(student: Any, kit: Kit) -> None:
    """The products of the rows are right, and W is left as it was."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    kit.unchanged(embedded, [kit.draw(embedded, cases.communities, (4, 5))])


@check("spectral_embedding.precision", points=1)
def embedding_precision(student: Any, kit: Kit) -> None:
    """Larger graphs, single precision and any memory order will do."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    drawn = [kit.draw(embedded, cases.communities, sizes) for sizes in ((4, 4), (20, 15, 12))]
    layouts = [cases.single_precision(drawn[0]), cases.strided(drawn[0])]
    checks.embeds(kit, student, [*drawn, *layouts])


@check("spectral_embedding.isolated", points=1, kind="robustness")
def embedding_isolated(student: Any, kit: Kit) -> None:
    """With a vertex that has no neighbours, all other rows have length 1, and none is nan."""
    embedding = student.spectral_embedding
    # So many columns that it does not matter whether such a vertex has eigenvalue 0 or 1.
    for n, at in ((5, [2]), (9, [0, 4])):
        k = len(at) + 1
        args = cases.with_isolated(kit.rng, n, at), k
        value = embedding(*args)
        E = compare.numeric(value)
        form = f"{n} rows of {k} numbers, of length 1 where the vertex has neighbours"
        if E is None or E.shape != (n, k) or not np.isfinite(E).all():
            said = f"spectral_embedding should return {form}, and nan nowhere"
            raise kit.wrong(embedding, args, said, form, value)
        lengths = np.linalg.norm(E.astype(np.float64), axis=1)
        off = np.abs(np.delete(lengths, at) - 1.0).max()
        # The row of a vertex without neighbours may be anything in the ball: 0, or a direction.
        if off > tolerance.rounding(1.0) or lengths.max() > 1.0 + tolerance.rounding(1.0):
            raise kit.wrong(embedding, args, f"There should be {form}", form, lengths)


@check("spectral_clustering.seeds", points=1)
def clustering_seeds(student: Any, kit: Kit) -> None:
    """Any seed gives the same clusters where they are clear; elsewhere each its own, twice."""
    moons, heaps = cases.clear(cases.moons), cases.clear(cases.heaps)
    for case in (moons(kit.rng, 24, 0.3), heaps(kit.rng, (6, 5, 7), 4.0)):
        for seed in (3, 11, 12345):
            checks.finds_parts(kit, student, case, seed)
    # Rows without clusters: what comes out depends on the start, but the start on the seed only.
    spectral = student.unrecorded().spectral_clustering
    for seed in (*range(4), None):
        X = np.round(kit.rng.uniform(size=(50, 2)), 3)
        args = (X, 12, 0.1) if seed is None else (X, 12, 0.1, seed)
        first, again = (up_to.renamed(spectral(X.copy(), *args[1:])) for _ in range(2))
        if not compare.same(first, again):
            said = (
                f"Two calls {_seeded(seed)} gave different clusters: let all that is drawn "
                "follow from default_rng(seed)"
            )
            raise kit.wrong(spectral, args, said, first, again)


@check("spectral_clustering.arguments", points=1)
def clustering_arguments(student: Any, kit: Kit) -> None:
    """The clusters are right, and X is left as it was."""
    spectral = kit.steps(student, "spectral_clustering", programs.spectral)
    X, k, sigma, _ = cases.clear(cases.rings)(kit.rng, 24, 3.0)
    kit.unchanged(spectral, [(X, k, sigma, 0)])


@check("average_weighted_degree.outside", points=1)
def degree_outside(student: Any, kit: Kit) -> None:
    """It is right for a vertex outside, too; S may be a tuple, and A and S stay as they were."""
    degree = student.average_weighted_degree
    drawn = [kit.draw(degree, cases.degree_in, *size, False) for size in ((4, 2), (6, 5), (3, 1))]
    kit.unchanged(degree, [cases.as_tuple(drawn[0]), *drawn[1:], cases.single_precision(drawn[1])])
    A, S, _ = drawn[1]
    kit.unchanged(degree, [(A, S, i) for i in S])


@check("relative_similarity.arguments", points=1)
def similarity_arguments(student: Any, kit: Kit) -> None:
    """S may be a tuple, and A and S are left as they were."""
    similarity = student.relative_similarity
    drawn = [kit.draw(similarity, cases.likeness, *size) for size in ((5, 2), (7, 4))]
    given = [*drawn, *map(cases.as_tuple, drawn), cases.single_precision(drawn[1])]
    A, S, _, j = drawn[1]
    kit.unchanged(similarity, [*given, *((A, S, i, j) for i in S)])


@check("node_weight.arguments", points=1)
def weight_arguments(student: Any, kit: Kit) -> None:
    """S may be a tuple, and A and S are left as they were."""
    weight = student.node_weight
    drawn = [kit.draw(weight, cases.membership, *size) for size in ((4, 2), (6, 4))]
    given = [*drawn, *map(cases.as_tuple, drawn)]
    kit.matches(weight, given, unchanged=True, evidence=[(drawn[0][0], [0], 0)])


@check("replicator.arguments", points=1)
def replicator_arguments(student: Any, kit: Kit) -> None:
    """What starts with no share never gets one, and A and x0 are left as they were."""
    replicator = student.replicator
    drawn = [kit.draw(replicator, cases.started, *size) for size in ((5, 3), (5, 4, 2), (6, 1, 3))]
    kit.unchanged(replicator, [*drawn, cases.single_precision(drawn[0])])


@check("replicator.stops", points=1)
def replicator_stops(student: Any, kit: Kit) -> None:
    """It stops as soon as a step is shorter than tol, or after max_iter steps, by default, too."""
    replicator = student.replicator
    for n, tol in ((4, 1e-2), (5, 3e-3)):
        args = cases.stopped(kit.rng, n, tol)
        A = args[0]
        start = np.full(n, 1.0 / n)
        first, last = cases.stops_at(A, start, tol)
        path = cases.iterates(A, start, last)
        x = checks.shares(kit, replicator, args)
        if all(np.abs(x - path[t]).max() > tolerance.rounding(1.0) for t in range(first, last + 1)):
            said = (
                f"Step {last} is the first of which the 1-norm is below tol = {tol:g} (in the "
                f"2-norm it may be a little earlier); x should be where that step leads"
            )
            raise kit.wrong(replicator, args, said, path[last], x)
    for args, expected, said in cases.by_default():
        x = checks.shares(kit, replicator, args)
        # What rounding makes of ten thousand steps in single precision is far less.
        if not np.abs(x - expected).max() <= 2e-3:
            raise kit.wrong(replicator, args, said, expected, x)


@check("dominant_sets.arguments", points=1)
def dominant_arguments(student: Any, kit: Kit) -> None:
    """The sets are right, also with a vertex without neighbours, and A is left as it was."""
    peel = kit.steps(student, "dominant_sets", programs.dominant)
    A, _, _ = cases.groups(kit.rng, (5, 3, 1), 3.0)
    alone = np.zeros((len(A) + 1, len(A) + 1))
    alone[1:, 1:] = cases.groups(kit.rng, (4, 3, 2))[0]
    kit.unchanged(peel, [(A,), (alone,)])
