"""The checks of hw5 that a student may see and run."""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.kit import (
    Diagnosis,
    Exhibit,
    Function,
    Kit,
    Table,
    WrongAnswer,
    check,
    compare,
    plural,
    tolerance,
    up_to,
)
from reference import dominant_sets as dominant
from reference.kernels import squared_distances
from reference.kmeans import kmeans as lloyd
from reference.pca import pca as principal_components
from reference.spectral_clustering import gaussian_affinity, normalized_laplacian

from . import cases, exhibits, programs, sampling

Array = np.ndarray[Any, Any]
Case = tuple[Any, ...]

# Named here: what is drawn at random depends on the generator, so there is no one answer to compare
# a wrong one with.
_UNSQUARED = Diagnosis(
    "kmeans_plus_plus.unsquared",
    "The distance is not squared",
    "Some notes print the distance itself. The next centre is drawn with probability ∝ D(x)², the "
    "squared distance to the nearest centre.",
)
_NOT_NEAREST = Diagnosis(
    "kmeans_plus_plus.not-nearest",
    "The distance is not that to the nearest centre",
    "Some notes print the distance to the latest centre. D(x) is the smallest distance to any of "
    "the centres chosen so far: D² ← min(D², ‖x − c‖²).",
)
_UNIFORM = Diagnosis(
    "kmeans_plus_plus.uniform",
    "The centres are drawn uniformly",
    "Only the first one is. Every other is drawn with probability ∝ D(x)², the squared distance "
    "to the nearest centre chosen so far.",
)
_FARTHEST = Diagnosis(
    "kmeans_plus_plus.farthest",
    "The farthest row is always taken",
    "The next centre is drawn at random, with probability ∝ D(x)². A single outlier would "
    "otherwise always be a centre.",
)
_FIRST = Diagnosis(
    "kmeans_plus_plus.first-not-uniform",
    "The first centre is not drawn uniformly",
    "Every row has the same chance to be the first centre: `rng.integers(len(X))`.",
)
_SEED = Diagnosis(
    "kmeans_plus_plus.seed-ignored",
    "The seed changes nothing",
    "Every seed gives the same centres. Make the generator from the argument, "
    "`rng = np.random.default_rng(seed)`, and draw every centre with it.",
)
_SAME_NUMBER = Diagnosis(
    "kmeans_plus_plus.same-number",
    "The same random number decides every draw",
    "A new `default_rng(seed)` begins anew with the same numbers. Make the generator once, before "
    "the loop.",
)
_EMPTY = Diagnosis(
    "kmeans.empty-nan",
    "A cluster without rows has the mean of nothing",
    "The mean of no rows is nan. If a cluster is empty, keep its centre, or put it somewhere else.",
)
_MISTAKES = {
    sampling.Rule(1.0): (_UNSQUARED,),
    sampling.Rule(0.0): (_UNIFORM,),
    sampling.Rule(math.inf): (_FARTHEST,),
    sampling.Rule(2.0, "latest"): (_NOT_NEAREST,),
    sampling.Rule(1.0, "latest"): (_UNSQUARED, _NOT_NEAREST),
}


def matches(
    kit: Kit,
    function: Function,
    drawn: Sequence[Case],
    show: Callable[[Case, Any], tuple[Exhibit, ...]],
) -> None:
    """As the kit's, with something to look at beside a failure: `show(args, value)`."""
    for index, args in enumerate(drawn):
        try:
            kit.matches(function, [args], evidence=drawn[index + 1 :])
        except WrongAnswer as wrong:
            wrong.exhibits = show(args, function(*args))
            raise


def unreal(name: str, value: Any) -> str:
    """What is wrong with an array that holds no real numbers; empty if it does."""
    kind = value.dtype.kind if isinstance(value, np.ndarray) else ""
    if kind == "b":
        return f"{name} holds True and False, but whole numbers are asked for: .astype(int)"
    if kind == "c":
        return (
            f"{name} holds complex numbers; the matrix is symmetric, so its eigenvectors are real: "
            "np.linalg.eigh finds them"
        )
    return ""


# --- pca ---------------------------------------------------------------------------------------


@check("pca.values", points=5)
def pca_values(student: Any, kit: Kit) -> None:
    """Scores and components of a few rows are right, whatever the signs of the components."""
    principal = kit.steps(student, "pca", programs.principal)
    sizes = ((5, 2, 1), (6, 3, 2), (8, 2, 2), (12, 4, 3))
    components_match(kit, student, [kit.draw(principal, cases.cloud, *size) for size in sizes])


def components_match(kit: Kit, student: Any, drawn: Sequence[Case]) -> None:
    """Right up to signs; what is said of a wrong answer is about what came back, as it came."""
    principal = kit.steps(student, "pca", programs.principal)
    for index, args in enumerate(drawn):
        with as_returned(kit, student, args):
            kit.matches(principal, [args], evidence=drawn[index + 1 :])


@contextlib.contextmanager
def as_returned(kit: Kit, student: Any, args: Case) -> Iterator[None]:
    """If the answer is wrong, say how it differs as it is, not with its signs made equal."""
    try:
        yield
    except WrongAnswer as wrong:
        if wrong.diagnosis:  # it is about something else than values
            raise
        raise _as_returned(kit, student.unrecorded().pca, args) or wrong from None


def _as_returned(kit: Kit, pca: Function, args: Case) -> WrongAnswer | None:
    """The first difference to the expected answer with the signs that the submission chose."""
    X, k = args
    value = pca(X.copy(), k)
    if not isinstance(value, tuple | list) or len(value) != 2:
        return None
    scores, components = principal_components(X.astype(np.float64), k)
    got = compare.numeric(value[1])
    if got is not None and got.shape == components.shape:
        signs = np.where(np.sum(got * components, axis=1) < 0.0, -1.0, 1.0)
        scores, components = scores * signs, components * signs[:, None]
    slack = tolerance.rounding(X, scores)
    for name, right, actual in (
        ("components", components, value[1]),
        ("scores", scores, value[0]),
    ):
        said = unreal(name, actual) or compare.difference(name, right, actual, slack)
        if said:
            return kit.wrong(pca, args, said, right, actual, slack=slack)
    return None


@check("pca.shapes", points=3)
def pca_shapes(student: Any, kit: Kit) -> None:
    """Scores and components are right for few rows or columns and many, in any precision."""
    principal = kit.steps(student, "pca", programs.principal)
    sizes = ((4, 6, 2), (5, 1, 1), (7, 5, 5), (3, 4, 1), (60, 8, 3))
    drawn = [kit.draw(principal, cases.cloud, *size) for size in sizes]
    layouts = [cases.single_precision(drawn[0]), cases.strided(drawn[2])]
    components_match(kit, student, [*drawn, *layouts])


# --- kmeans_plus_plus --------------------------------------------------------------------------


def drawn_centers(kit: Kit, function: Function, X: Array, k: int, seed: int | None = None) -> Array:
    """The centres of one call, with a seed or without, if they are k rows of X."""
    args: Case = (X, k) if seed is None else (X, k, seed)
    value = function(*args)
    centers = compare.numeric(value)
    form = f"an array of shape {(k, X.shape[1])}"
    if centers is None or centers.shape != (k, X.shape[1]):
        is_array = isinstance(value, np.ndarray)
        got = f"has shape {value.shape}" if is_array else f"is {compare.describe(value)}"
        raise kit.wrong(function, args, f"The result should be {form}, but {got}", X, value)
    centers = centers.astype(np.float64)
    for index, center in enumerate(centers):
        if not (np.abs(X - center).max(axis=1) <= tolerance.rounding(X)).any():
            said = f"Centre {index} is no row of X"
            raise kit.wrong(function, args, said, "rows of X", value)
    return centers


@check("kmeans_plus_plus.distinct", points=1)
def distinct_centers(student: Any, kit: Kit) -> None:
    """If X has just k different rows, these are the k centres, whatever the seed."""
    sample = student.kmeans_plus_plus
    for n, k, d in ((5, 2, 2), (9, 4, 2), (12, 5, 1), (30, 8, 3)):
        X = cases.few_places(kit.rng, n, k, d)
        for seed in range(6):
            centers = drawn_centers(kit, sample, X, k, seed)
            different = len(np.unique(np.rint(centers), axis=0))
            if different < k:
                said = (
                    f"Only {different} of the {k} centres are different, but X has {k} different "
                    "rows. A row that is a centre already has distance 0: it can't be drawn again"
                )
                raise kit.wrong(sample, (X, k, seed), said, np.unique(X, axis=0), centers)


def right_shares(kit: Kit, function: Function, places: sampling.Places, calls: int) -> None:
    """Over many seeds the outcomes are as frequent as they are likely.

    How far off they may be is derived in `sampling`: no correct sampler is, for any seed.
    """
    X, k = places.rows(), places.k
    # Which seeds are tried is fixed by the seed of the grading, so the verdict is, too.
    first = int(kit.rng.integers(1 << 30))
    counted = Counter(
        places.outcome(np.rint(drawn_centers(kit, function, X, k, seed)))
        for seed in range(first, first + calls)
    )
    seen = {outcome: count / calls for outcome, count in counted.items()}
    expected = places.shares(sampling.TRUE)
    worst = sampling.suspicious(seen, expected, calls)
    if worst is None:
        return
    right, got = expected.get(worst, 0.0), seen.get(worst, 0.0)
    what = "The centre is" if k == 1 else "The centres are"
    if right == 0.0:
        often = plural(counted[worst], "seed")
        said = f"{what} {places.named(worst)} for {often} of {calls}; that can never happen"
    else:
        said = (
            f"{what} {places.named(worst)} for {got:.1%} of {calls} seeds; that should happen with "
            f"a probability of {right:.1%}"
        )
    wrong = kit.wrong(function, (X, k, first), said, _shown(places, expected), _shown(places, seen))
    if wrong.counterexample is not None:
        given = f"X = {places}\nk = {k}\nseed = {first}, …, {first + calls - 1}"
        wrong.counterexample = dataclasses.replace(wrong.counterexample, args=given)
    rows = [
        (
            places.named(outcome),
            f"{expected.get(outcome, 0.0):.1%}",
            f"{seen.get(outcome, 0.0):.1%}",
        )
        for outcome in sorted({*expected, *seen})
    ]
    columns = ("centres", "probability", "your share")
    wrong.exhibits = (Table(f"What {calls} seeds gave", columns, tuple(rows)),)
    if len(counted) == 1 and _seed_ignored(function):
        wrong.diagnosis = (_SEED,)
    elif k == 1:
        wrong.diagnosis = (_FIRST,)
    elif places is sampling.STAR and sampling.neighbours(seen) > 0.9:
        wrong.diagnosis = (_SAME_NUMBER,)
    else:
        rule = sampling.explained_by(seen, places, calls)
        wrong.diagnosis = () if rule is None else _MISTAKES[rule]
    raise wrong


def _seed_ignored(function: Function) -> bool:
    """Whether many seeds give the same centres of many different rows."""
    X = np.arange(200.0).reshape(100, 2)
    found = [compare.numeric(function(X, 8, seed)) for seed in range(12)]
    return all(compare.same(found[0], centers) for centers in found)


def _shown(places: sampling.Places, shares: sampling.Shares) -> dict[str, str]:
    return {places.named(outcome): f"{shares[outcome]:.1%}" for outcome in sorted(shares)}


@check("kmeans_plus_plus.first", points=2)
def first_center(student: Any, kit: Kit) -> None:
    """The first centre is any row, each with the same probability."""
    right_shares(kit, student.kmeans_plus_plus, sampling.FIRST, 200)


@check("kmeans_plus_plus.second", points=3)
def second_center(student: Any, kit: Kit) -> None:
    """The second centre is drawn in proportion to the squared distance to the first."""
    right_shares(kit, student.kmeans_plus_plus, sampling.SECOND, 300)


@check("kmeans_plus_plus.later", points=2)
def later_centers(student: Any, kit: Kit) -> None:
    """A later centre is drawn in proportion to the squared distance to the nearest so far."""
    right_shares(kit, student.kmeans_plus_plus, sampling.LATER, 300)


@check("kmeans_plus_plus.independent", points=1)
def independent_draws(student: Any, kit: Kit) -> None:
    """Each draw is independent of those before it: every pair of rows like that is as frequent."""
    right_shares(kit, student.kmeans_plus_plus, sampling.STAR, 300)


# --- kmeans ------------------------------------------------------------------------------------


def _show_clusters(args: Case, value: Any) -> tuple[Exhibit, ...]:
    X, k, init = args
    labels = compare.numeric(value[0]) if isinstance(value, tuple | list) and value else None
    return () if labels is None else exhibits.clusters(X, lloyd(X, k, init)[0], labels)


@check("kmeans.lloyd", points=3)
def kmeans_lloyd(student: Any, kit: Kit) -> None:
    """From given centres, labels, centres and inertia are those at the end of Lloyd's iteration."""
    kmeans = student.kmeans
    sizes = ((8, 2, 2, 2), (12, 3, 2, 2), (15, 2, 1, 2), (40, 4, 2, 4), (30, 3, 4, 3))
    drawn = [kit.draw(kmeans, cases.lloyd, *size) for size in sizes]
    matches(kit, kmeans, drawn, _show_clusters)


def _unlike(value: Any, labels: Array | None, shape: tuple[int, ...]) -> str:
    """In what way these are no labels."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "b":
        return "they are True and False: .astype(int)"
    if labels is None or labels.shape != shape:
        return f"it is {compare.describe(value)}"
    if not (labels == np.rint(labels)).all():
        return "not all of them are whole"
    return f"they go from {labels.min():g} to {labels.max():g}"


def at_rest(kit: Kit, kmeans: Function, args: Case) -> tuple[Array, Array, float]:
    """What came back is a fixed point: labels are nearest centres, and centres are means."""
    X, k, *_ = args
    n, d = X.shape
    value = kmeans(*args)
    form = f"labels of shape ({n},), centers of shape ({k}, {d}) and a number"
    if not isinstance(value, tuple | list) or len(value) != 3:
        said = f"kmeans should return three values ({form}); it returned {compare.describe(value)}"
        raise kit.wrong(kmeans, args, said, form, value)
    labels, centers, inertia = (compare.numeric(part) for part in value)
    if labels is None or labels.shape != (n,) or not np.isin(labels, np.arange(k)).all():
        said = f"labels should be an array of {n} whole numbers from 0 to {k - 1}, but "
        said += _unlike(value[0], labels, (n,))
        raise kit.wrong(kmeans, args, said, form, value[0])
    if centers is None or centers.shape != (k, d) or inertia is None or inertia.size != 1:
        found = [compare.describe(part) for part in value[1:]]
        said = f"kmeans should return {form}, but centers is {found[0]}, and inertia is {found[1]}"
        raise kit.wrong(kmeans, args, said, form, value)
    names = labels.astype(np.int64)
    empty = np.setdiff1d(np.arange(k), names)
    if not np.isfinite(centers).all():
        which = int(np.flatnonzero(~np.isfinite(centers).all(axis=1))[0])
        wrong = kit.wrong(kmeans, args, f"Centre {which} is not finite", "finite centres", centers)
        wrong.diagnosis = (_EMPTY,) if len(empty) else ()
        raise wrong
    centers = centers.astype(np.float64)
    distances = squared_distances(X, centers)
    slack = tolerance.rounding(np.sum(X**2, axis=1))
    behind = distances[np.arange(n), names] - distances.min(axis=1)
    if behind.max() > slack:
        row = int(behind.argmax())
        nearest = int(distances[row].argmin())
        said = f"Row {row} is in cluster {names[row]}, but centre {nearest} is nearer to it"
        wrong = kit.wrong(kmeans, args, said, distances.argmin(axis=1), value[0])
        wrong.exhibits = exhibits.clusters(X, distances.argmin(axis=1), names)
        raise wrong
    for label in range(k):
        if label in empty:
            continue
        mean = X[names == label].mean(axis=0)
        if np.abs(centers[label] - mean).max() > tolerance.rounding(X):
            said = (
                f"Centre {label} is not the mean of the rows with that label: another round would "
                "still move it"
            )
            raise kit.wrong(kmeans, args, said, mean, centers[label])
    right = float(np.sum((X - centers[names]) ** 2))
    got = float(inertia.reshape(-1)[0])
    if not abs(got - right) <= tolerance.rounding(np.array([right, n * np.max(X**2)])):
        said = (
            f"inertia is {got:.6g}, but the squared distances of the rows to their centres add up "
            f"to {right:.6g}"
        )
        raise kit.wrong(kmeans, args, said, right, got)
    return names, centers, right


@check("kmeans.at-rest", points=2, kind="kkt")
def kmeans_at_rest(student: Any, kit: Kit) -> None:
    """Wherever it starts, at the end labels are nearest centres and centres are means."""
    for n, k, d in ((6, 2, 2), (20, 3, 2), (60, 4, 2), (40, 5, 3)):
        X = cases.scattered(kit.rng, n, k, d)
        for seed in range(3):
            at_rest(kit, student.kmeans, (X, k, None, seed))
    # Many rounds from a given start; and rows so close together that no step is a large one.
    for n, k, rounds, scale in ((60, 3, 13, 1.0), (80, 4, 13, 1.0), (80, 4, 13, 0.05)):
        at_rest(kit, student.kmeans, cases.long_way(kit.rng, n, k, rounds, scale))
    # The mean of a single row is that row; the centre begins beside it.
    for n, k in ((6, 2), (15, 3)):
        at_rest(kit, student.kmeans, cases.one_alone(kit.rng, n, k))


@check("kmeans.start", points=1)
def kmeans_start(student: Any, kit: Kit) -> None:
    """Without init it starts with k-means++: k different places are then k clusters."""
    for n, k in ((12, 4), (30, 6)):
        X = cases.few_places(kit.rng, n, k)
        for seed in range(8):
            args = X, k, None, seed
            labels, _, inertia = at_rest(kit, student.kmeans, args)
            if inertia > tolerance.rounding(X**2):
                said = (
                    f"X has rows at {k} places only, and k-means++ takes a centre at each of them; "
                    f"but two of them are in one cluster, and the inertia is {inertia:.4g}"
                )
                wrong = kit.wrong(student.kmeans, args, said, 0.0, inertia)
                _, places = np.unique(X, axis=0, return_inverse=True)
                wrong.exhibits = exhibits.clusters(X, places.reshape(-1), labels)
                raise wrong


@check("kmeans.max-iter", points=1)
def kmeans_max_iter(student: Any, kit: Kit) -> None:
    """After max_iter rounds it stops, even where it has not come to rest."""
    for n, clusters in ((60, 3), (80, 4)):
        X, k, init = cases.long_way(kit.rng, n, clusters, 13)
        args = X, k, init, 0, 1
        # Which labels these are is free, so they are no evidence for the name of a mistake.
        value = student.unrecorded().kmeans(X.copy(), k, init.copy(), 0, 1)
        labels = compare.numeric(value[0]) if isinstance(value, tuple | list) and value else None
        rest = lloyd(X, k, init)[0]
        if labels is None or labels.shape != rest.shape:
            said = f"labels should be an array of {n} whole numbers"
            raise kit.wrong(student.kmeans, args, said, "labels, centers, inertia", value)
        if np.array_equal(labels, rest):
            said = (
                "These are the labels at the end of Lloyd's iteration, more than ten rounds away; "
                "max_iter = 1 asks for one round at most"
            )
            raise kit.wrong(student.kmeans, args, said, lloyd(X, k, init, 0, 1)[0], value[0])


@check("kmeans.empty", points=2)
def kmeans_empty(student: Any, kit: Kit) -> None:
    """A cluster that loses its rows keeps its centre or gets a new one, but never nan."""
    for args in (
        cases.one_far_away(kit.rng, 6, 2),
        cases.one_far_away(kit.rng, 20, 3),
        cases.twice_the_same(kit.rng, 12, 3),
        cases.empties_later(kit.rng, 8),
    ):
        at_rest(kit, student.kmeans, args)


# --- gaussian_affinity -------------------------------------------------------------------------


@check("gaussian_affinity.values", points=2)
def affinity_values(student: Any, kit: Kit) -> None:
    """Each entry is exp(−‖x_i − x_j‖²/(2σ²)), and the diagonal is 0."""
    affinity = student.gaussian_affinity
    sizes = ((2, 2), (3, 2), (4, 3), (7, 1))
    kit.matches(affinity, [kit.draw(affinity, cases.points, *size) for size in sizes])


@check("gaussian_affinity.shapes", points=1)
def affinity_shapes(student: Any, kit: Kit) -> None:
    """The affinities are right for one column and many, many rows, in any precision."""
    affinity = student.gaussian_affinity
    drawn = [kit.draw(affinity, cases.points, *size) for size in ((3, 1), (3, 6), (40, 2))]
    kit.matches(affinity, [*drawn, cases.single_precision(drawn[1]), cases.strided(drawn[1])])


@check("gaussian_affinity.near-and-far", points=1)
def affinity_extremes(student: Any, kit: Kit) -> None:
    """Equal rows have affinity 1; rows far apart a small one, but not 0."""
    affinity = student.gaussian_affinity
    for n in (3, 6):
        X, sigma = kit.draw(affinity, cases.points, n)
        equal = np.vstack([X, X[:1], X[n // 2 :]])
        kit.matches(affinity, [(equal, sigma)])
    for n in (2, 4):
        args = cases.far_apart(kit.rng, n)
        value = affinity(*args)
        expected = gaussian_affinity(*args)
        W = compare.numeric(value)
        if W is None or W.shape != expected.shape:
            said = compare.difference("The result", expected, value, 0.0)
            raise kit.wrong(affinity, args, said or "", expected, value)
        # Of something so small only the share by which it is off says anything.
        off = np.abs(W.astype(np.float64) - expected)
        small = off > 0.01 * expected + np.eye(n)
        if small.any() or not np.isfinite(W).all():
            i, j = (int(index) for index in np.argwhere(small | ~np.isfinite(W))[0])
            said = f"The result has {W[i, j]:.4g} at [{i}, {j}], expected {expected[i, j]:.4g}"
            if W[i, j] == 0.0:
                said += ": an affinity may be small, but is not 0"
            raise kit.wrong(affinity, args, said, expected, value)


# --- laplacian and normalized_laplacian ---------------------------------------------------------


@check("laplacian.values", points=3)
def laplacian_values(student: Any, kit: Kit) -> None:
    """The degrees on the diagonal, minus the weights."""
    laplacian = student.laplacian
    drawn = [kit.draw(laplacian, cases.weights, n) for n in (3, 4, 6, 20)]
    layouts = [cases.single_precision(drawn[1]), cases.strided(drawn[2])]
    kit.matches(laplacian, [*drawn, *layouts])


@check("laplacian.isolated", points=1)
def laplacian_isolated(student: Any, kit: Kit) -> None:
    """A vertex without neighbours has a row of zeros."""
    graphs = [(4, [1]), (6, [0, 3])]
    kit.matches(student.laplacian, [(cases.with_isolated(kit.rng, n, at),) for n, at in graphs])


@check("normalized_laplacian.values", points=4)
def normalized_values(student: Any, kit: Kit) -> None:
    """I minus the weights divided by the roots of the degrees of both ends."""
    normalized = student.normalized_laplacian
    drawn = [kit.draw(normalized, cases.weights, n) for n in (3, 4, 6)]
    kit.matches(normalized, drawn)


@check("normalized_laplacian.sizes", points=1)
def normalized_sizes(student: Any, kit: Kit) -> None:
    """The matrix is right for two vertices and many, for tiny weights, and in any precision."""
    normalized = student.normalized_laplacian
    drawn = [kit.draw(normalized, cases.weights, n) for n in (2, 5, 30)]
    layouts = [cases.single_precision(drawn[1]), cases.strided(drawn[1])]
    # The same graph in other units: small weights are weights, too.
    units = [(2e-4 * drawn[0][0],), (2e-4 * drawn[1][0],)]
    kit.matches(normalized, [*drawn, *layouts, *units])


@check("normalized_laplacian.isolated", points=2)
def normalized_isolated(student: Any, kit: Kit) -> None:
    """A vertex without neighbours has 1 or 0 on the diagonal, and no nan anywhere."""
    normalized = student.normalized_laplacian
    for n, at in ((4, [1]), (5, [0, 3]), (12, [11])):
        W = cases.with_isolated(kit.rng, n, at)
        value = normalized(W)
        expected = normalized_laplacian(W)
        slack = tolerance.rounding(W, expected)
        got = compare.numeric(value)
        if got is not None and got.shape == expected.shape:
            for vertex in at:
                if abs(got[vertex, vertex]) <= slack:
                    expected[vertex, vertex] = 0.0
        difference = compare.difference("The result", expected, value, slack)
        if difference:
            raise kit.wrong(normalized, (W,), difference, expected, value)


# --- spectral_embedding ------------------------------------------------------------------------


def _show_embedding(student: Any) -> Callable[[Case, Any], tuple[Exhibit, ...]]:
    def show(args: Case, value: Any) -> tuple[Exhibit, ...]:
        W, k = args
        E = compare.numeric(student.unrecorded().spectral_embedding(W, k))
        drawn = () if E is None else exhibits.products(W, k, E)
        return (*drawn, *exhibits.gap(W, k))

    return show


def embeds(kit: Kit, student: Any, drawn: Sequence[Case]) -> None:
    """Right up to a rotation; of what has another form that is said first."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    try:
        matches(kit, embedded, drawn, _show_embedding(student))
    except WrongAnswer:
        embedding = student.unrecorded().spectral_embedding
        for W, k in drawn:
            value = embedding(W.copy(), k)
            E, right = compare.numeric(value), (len(W), k)
            said = unreal("E", value)
            if E is not None and E.shape != right:
                said = f"E has shape {E.shape}, expected {right}"
            if said:
                raise kit.wrong(embedding, (W, k), said, f"shape {right}", value) from None
        raise


@check("spectral_embedding.two", points=3)
def embedding_of_two(student: Any, kit: Kit) -> None:
    """Graphs of two parts are embedded rightly, up to a rotation."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    drawn = [kit.draw(embedded, cases.communities, sizes) for sizes in ((3, 3), (3, 4), (6, 4))]
    embeds(kit, student, drawn)


@check("spectral_embedding.more", points=2)
def embedding_of_more(student: Any, kit: Kit) -> None:
    """Graphs of three and four parts are embedded rightly, up to a rotation."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    parts = ((4, 3, 4), (5, 5, 4, 6), (7, 9, 8))
    drawn = [kit.draw(embedded, cases.communities, sizes) for sizes in parts]
    embeds(kit, student, drawn)


@check("spectral_embedding.order", points=2)
def embedding_order(student: Any, kit: Kit) -> None:
    """It is the smallest eigenvalues that count, also where others are near to them or to 2."""
    embedded = kit.steps(student, "spectral_embedding", programs.embedded)
    drawn = [kit.draw(embedded, cases.path, n) for n in (4, 5, 6)]
    drawn += [kit.draw(embedded, cases.communities, sizes, True) for sizes in ((4, 4), (6, 6, 7))]
    drawn += [kit.draw(embedded, cases.chain, *size) for size in ((3, 4, 2), (4, 5, 2), (4, 5, 3))]
    embeds(kit, student, drawn)


# --- spectral_clustering -----------------------------------------------------------------------


def same_clusters(
    kit: Kit, clusters: Function, args: Case, parts: Array, *, rows: Array, W: Array, what: str
) -> None:
    """The clusters are those that the data was made of, whatever they are called."""
    (value,) = clusters(*args).values()
    expected = up_to.renamed(parts)
    difference = unreal("labels", value) or compare.difference("labels", expected, value, 0.25)
    if not difference:
        return
    labels = compare.numeric(value)
    if labels is None or labels.shape != expected.shape:
        raise kit.wrong(clusters, args, difference, expected, value)
    missed = int(up_to.misplaced(expected, labels).sum())
    said = (
        f"{missed} of the {len(labels)} {what} {'is' if missed == 1 else 'are'} in another cluster "
        "than expected, whatever the clusters are called"
    )
    wrong = kit.wrong(clusters, args, said, expected, value)
    shown = exhibits.clusters(rows, expected, labels), exhibits.by_cluster(W, expected, labels)
    wrong.exhibits = (*shown[0], *shown[1])
    raise wrong


def finds_parts(kit: Kit, student: Any, case: Case, seed: int) -> None:
    """Spectral clustering finds the parts of which the rows were made."""
    X, k, sigma, parts = case
    spectral = kit.steps(student, "spectral_clustering", programs.spectral)
    W = gaussian_affinity(X, sigma)
    try:
        same_clusters(kit, spectral, (X, k, sigma, seed), parts, rows=X, W=W, what="rows")
    except WrongAnswer as wrong:
        if wrong.exhibits:
            wrong.exhibits += exhibits.gap(W, k)
        raise


@check("spectral_clustering.curved", points=3)
def curved_clusters(student: Any, kit: Kit) -> None:
    """It separates two rings, one inside the other, and two moons, which k-means alone can't."""
    for make, n, scale, seed in (
        (cases.rings, 24, 1.0, 0),
        (cases.moons, 30, 50.0, 1),
        (cases.rings, 36, 0.02, 2),
    ):
        finds_parts(kit, student, cases.clear(make)(kit.rng, n, scale), seed)


@check("spectral_clustering.parts", points=3)
def several_clusters(student: Any, kit: Kit) -> None:
    """It finds three and four clusters of different sizes, some with long tails."""
    finds_parts(kit, student, cases.clear(cases.heaps)(kit.rng, (5, 8, 6), 1.0), 0)
    for seed in range(3):
        finds_parts(kit, student, cases.clear(cases.comets)(kit.rng, 3, 0.02), seed)
    finds_parts(kit, student, cases.clear(cases.heaps)(kit.rng, (6, 9, 12, 5), 20.0, 3), 1)


# --- weights of vertices -----------------------------------------------------------------------


@check("average_weighted_degree.inside", points=2)
def degree_inside(student: Any, kit: Kit) -> None:
    """It is the mean of the weights from a vertex to all vertices of its own set."""
    degree = student.average_weighted_degree
    sizes = ((4, 2), (5, 3), (8, 7), (9, 4))
    kit.matches(degree, [kit.draw(degree, cases.degree_in, *size) for size in sizes])


@check("relative_similarity.values", points=3)
def similarity_values(student: Any, kit: Kit) -> None:
    """It is how much more similar i is to j than to its own set, on average."""
    similarity = student.relative_similarity
    sizes = ((3, 1), (4, 2), (5, 3), (9, 7))
    kit.matches(similarity, [kit.draw(similarity, cases.likeness, *size) for size in sizes])


@check("node_weight.alone", points=1)
def weight_alone(student: Any, kit: Kit) -> None:
    """In a set of its own a vertex has weight 1."""
    weight = student.node_weight
    kit.matches(weight, [kit.draw(weight, cases.membership, n, 1) for n in (2, 5)])


@check("node_weight.small", points=3)
def weight_small(student: Any, kit: Kit) -> None:
    """The weights are right in sets of two and three vertices."""
    weight = student.node_weight
    sizes = ((3, 2), (4, 2), (4, 3), (6, 3), (6, 3))
    drawn = [kit.draw(weight, cases.membership, *size) for size in sizes]
    # Some mistakes make every weight 0; what a vertex alone gets tells them apart.
    kit.matches(weight, drawn, evidence=[(drawn[0][0], [0], 0)])


@check("node_weight.larger", points=3)
def weight_larger(student: Any, kit: Kit) -> None:
    """The weights are right in sets of four to seven vertices."""
    weight = student.node_weight
    sizes = ((5, 4), (6, 5), (8, 6), (8, 7))
    drawn = [kit.draw(weight, cases.membership, *size) for size in sizes]
    kit.matches(weight, drawn, evidence=[(drawn[0][0], [0], 0)])


# --- replicator --------------------------------------------------------------------------------


@check("replicator.steps", points=2)
def replicator_steps(student: Any, kit: Kit) -> None:
    """One step from a given start is right, and so are the next."""
    replicator = student.replicator
    sizes = ((3, 1), (4, 1), (4, 2), (6, 5))
    kit.matches(replicator, [kit.draw(replicator, cases.started, *size) for size in sizes])


@check("replicator.settles", points=2)
def replicator_settles(student: Any, kit: Kit) -> None:
    """From the barycentre it arrives where x comes to rest, for tiny weights, too."""
    replicator = student.replicator
    drawn = [kit.draw(replicator, cases.game, n) for n in (3, 4, 5, 7)]
    # In other units: x depends on the ratios of the weights only.
    kit.matches(replicator, [*drawn, (1e-4 * drawn[1][0],)])


def shares(kit: Kit, replicator: Function, args: Case) -> Array:
    """What came back, if it is a point of the simplex."""
    n = len(args[0])
    value = replicator(*args)
    x = compare.numeric(value)
    form = f"{n} numbers, none negative, that add up to 1"
    if x is None or x.shape != (n,) or not np.isfinite(x).all():
        said = f"replicator should return {form}, but returned {compare.describe(value)}"
        raise kit.wrong(replicator, args, said, form, value)
    x = x.astype(np.float64)
    if x.min() < -tolerance.rounding(1.0) or abs(x.sum() - 1.0) > tolerance.rounding(1.0):
        said = f"x has left the simplex: its entries add up to {x.sum():.6g}"
        if x.min() < 0.0:
            said = f"x has left the simplex: it has the entry {x.min():.6g}"
        raise kit.wrong(replicator, args, said, form, value)
    return x


@check("replicator.growth", points=1, kind="kkt")
def replicator_growth(student: Any, kit: Kit) -> None:
    """With every step xᵀAx grows, on the simplex, and at the end no vertex gains more."""
    replicator = student.replicator
    for n in (4, 7):
        A, x, tol, _ = cases.started(kit.rng, n, 1)
        before = float(x @ A @ x)
        for steps in range(1, 7):
            args = A, x, tol, steps
            now = shares(kit, replicator, args)
            value = float(now @ A @ now)
            if value < before - tolerance.rounding(A):
                said = (
                    f"After {steps} steps xᵀAx is {value:.6g}; one step earlier it was {before:.6g}"
                )
                raise kit.wrong(replicator, args, said, f"at least {before:.6g}", value)
            before = value
        (A,) = cases.game(kit.rng, n)
        x = shares(kit, replicator, (A,))
        gains, value = A @ x, float(x @ A @ x)
        # Of order tol, times the number of steps that it would take to the end.
        slack = 1e-4 * value
        if (gains > value + slack).any() or (gains[x > 1e-3] < value - slack).any():
            said = "x is not at rest: there (Ax)_i is xᵀAx where x_i > 0, and nowhere larger"
            raise kit.wrong(replicator, (A,), said, value, gains)


@check("replicator.nothing-to-gain", points=1)
def replicator_zero(student: Any, kit: Kit) -> None:
    """If xᵀAx is 0, x is returned as it is."""
    corner = np.eye(4)[int(kit.rng.integers(4))]
    kit.matches(
        student.replicator,
        [(np.zeros((3, 3)),), (cases.graph(kit.rng, 4), corner), (np.zeros((1, 1)),)],
    )


# --- dominant_sets -----------------------------------------------------------------------------


def peeled(kit: Kit, peel: Function, args: Case) -> None:
    """The sets are dominant, the first one in the whole graph; and each vertex is in one."""
    (A,) = args
    n = len(A)
    value = peel(A)
    expected = dominant.dominant_sets(A)
    labels = compare.numeric(value)
    form = f"an array of {n} labels 0, 1, …"
    if labels is None or labels.shape != (n,):
        said = f"dominant_sets should return {form}, but returned {compare.describe(value)}"
        raise kit.wrong(peel, args, unreal("labels", value) or said, expected, value)
    if (labels < 0).any():
        said = (
            f"Vertex {int(np.argmin(labels))} has the label {labels.min():g}, but with "
            "min_size = 1 every vertex is in a set, be it alone: no set is too small, and the "
            "search goes on until nothing is left"
        )
        raise kit.wrong(peel, args, said, expected, value)
    sets = [members for _, members in cases.pairs_of(labels)]
    if tuple(sets[0]) not in cases.dominant_subsets(A):
        said = f"The first set, {_listed(sets[:1])}, is not a dominant set of the graph"
    elif not cases.can_be_peeled(A, sets):
        said = f"The sets {_listed(sets)} are not dominant one after the other, in what is left"
    else:
        return
    wrong = kit.wrong(peel, args, said, expected, value)
    wrong.exhibits = (_node_weights(A, sets[0]),)
    raise wrong


def _listed(sets: Sequence[Sequence[int]]) -> str:
    return ", ".join(f"{{{', '.join(map(str, S))}}}" for S in sets)


def _node_weights(A: Array, S: Sequence[int]) -> Table:
    """The two conditions of the definition for one of the sets."""
    rows = [
        (f"{i}", "yes", f"{dominant.node_weight(A, S, i):.3g}", "above 0")
        if i in S
        else (f"{i}", "no", f"{dominant.node_weight(A, [*S, i], i):.3g}", "below 0")
        for i in range(len(A))
    ]
    columns = ("vertex", "in it", "weight in the set and itself", "in a dominant set")
    return Table(f"Is {_listed([S])} dominant?", columns, tuple(rows))


@check("dominant_sets.small", points=2)
def small_dominant_sets(student: Any, kit: Kit) -> None:
    """In small graphs each set is dominant in what the sets before it left."""
    for n, scale in ((3, 4.0), (4, 1.0), (4, 3.0), (5, 1.0), (6, 1.0)):
        peeled(kit, student.dominant_sets, cases.small_graph(kit.rng, n, scale))


@check("dominant_sets.groups", points=1)
def groups_of_rows(student: Any, kit: Kit) -> None:
    """Groups of rows that lie far apart are the sets, whatever they are called."""
    peel = kit.steps(student, "dominant_sets", programs.dominant)
    for sizes, scale in (((3, 2), 3.0), ((5, 4, 3), 1.0), ((8, 6, 5, 1), 1.0)):
        A, parts, X = cases.groups(kit.rng, sizes, scale)
        same_clusters(kit, peel, (A,), parts, rows=X, W=A, what="vertices")


@check("dominant_sets.min-size", points=1)
def smallest_sets(student: Any, kit: Kit) -> None:
    """Vertices of a set with fewer than min_size get −1."""
    peel = kit.steps(student, "dominant_sets", programs.dominant)
    graphs = []
    for sizes, least, scale in (((4, 2, 1), 2, 3.0), ((5, 3, 2), 3, 1.0), ((4, 3, 2), 5, 1.0)):
        A, parts, X = cases.groups(kit.rng, sizes, scale)
        graphs.append((A, X, least, np.where(np.array(sizes)[parts] >= least, parts, -1)))
    # Here the set that is too small is found first; the search does not end with it.
    for n in (3, 5):
        A, parts, X = cases.strong_pair(kit.rng, n)
        graphs.append((A, X, 3, np.where(parts == 1, 0, -1)))

    def peeled(graph: tuple[Array, Array, int, Array]) -> None:
        A, X, least, expected = graph
        same_clusters(kit, peel, (A, 1e-5, least), expected, rows=X, W=A, what="vertices")

    kit.each(graphs, peeled)


@check("dominant_sets.cutoff", points=1)
def shares_above_cutoff(student: Any, kit: Kit) -> None:
    """A vertex is in a set if its share of the settled x is above cutoff, whatever that is."""
    peel = kit.steps(student, "dominant_sets", programs.dominant)
    for n in (2, 3):
        A, with_it, without, X = cases.small_share(kit.rng, n)
        same_clusters(kit, peel, (A, 0.2), without, rows=X, W=A, what="vertices")
        same_clusters(kit, peel, (A, 1e-5), with_it, rows=X, W=A, what="vertices")
        A, parts, X = cases.slow(kit.rng, n)
        same_clusters(kit, peel, (A, 1e-3), parts, rows=X, W=A, what="vertices")
