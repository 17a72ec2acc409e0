"""What is special about hw5: answers that are drawn at random, or right up to something.

That the submissions under `tests/submissions/hw5` are judged rightly is tested with all the others.
"""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.cluster.vq import kmeans2
from scipy.linalg import eigh
from scipy.sparse.linalg import eigsh
from scipy.stats import binom

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.errors import WrongAnswer
from grader.kit import Kit
from grader.launch import ForkLauncher
from grader.runner import ReferenceSession, grade
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files
from reference import dominant_sets as dominant
from reference.kmeans import kmeans, kmeans_plus_plus
from reference.spectral_clustering import gaussian_affinity, spectral_embedding
from tests.support import ROOT, lost

Array = np.ndarray[Any, Any]
SEEDS = range(50)
# Tests that judge on the same cases are a group: one process draws them for all.
HW5 = ROOT / "tests" / "submissions" / "hw5"


@pytest.fixture(scope="module")
def hw5() -> Assignment:
    return load_assignment(read_outline("hw5"))


def part(hw5: Assignment, name: str) -> ModuleType:
    """A module of the assignment."""
    return sys.modules[f"_assignment_{hw5.name}.{name}"]


@pytest.fixture(scope="module")
def same_cases(hw5: Assignment) -> Iterator[None]:
    """What is drawn from the same generator, and expected of it, is found once for all."""
    cases = part(hw5, "cases")
    drawn: dict[tuple[str, str, str], tuple[Any, Any]] = {}

    def remembering(make: Callable[..., Any]) -> Callable[..., Any]:
        def draw(rng: np.random.Generator, *args: Any) -> Any:
            key = make.__name__, str(rng.bit_generator.state), str(args)
            if key not in drawn:
                drawn[key] = make(rng, *args), rng.bit_generator.state
            case, rng.bit_generator.state = drawn[key]
            return copy.deepcopy(case)

        return draw

    expected: dict[tuple[str, bytes], Any] = {}

    def expect(kit: Kit, function: Any, args: Any, *, sharp: bool) -> Any:
        key = f"{function.question.name} {function.program} {sharp}", pickle.dumps(args)
        if key not in expected:
            expected[key] = find(kit, function, args, sharp=sharp)
        return expected[key]

    clear, find = cases.clear, Kit._expect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cases, "clear", lambda make: remembering(clear(make)))
        for name in ("small_graph", "groups", "lloyd"):
            patch.setattr(cases, name, remembering(getattr(cases, name)))
        patch.setattr(Kit, "_expect", expect)
        yield


def judge(hw5: Assignment, question: str, answer: Callable[..., Any], seed: int) -> None:
    """All checks of one question, in this process; a check that does not pass raises."""
    session = ReferenceSession({**hw5.truths, question: answer})
    for check, _ in hw5.checks:
        if check.question == question and check.kind != "property":
            kit = Kit(hw5.truths, seed_of_check(seed, check.id))
            check.function(Student(hw5.questions, session), kit)


# --- no correct solution fails by its luck: k-means++ --------------------------------------------

Draw = Callable[[np.random.Generator, Array], int]


def sampler(draw: Draw) -> Callable[[Array, int, int], Array]:
    """k-means++ that draws the next row, given the weights, in this way."""

    def kmeans_plus_plus(X: Array, k: int, seed: int = 0) -> Array:
        rng = np.random.default_rng(seed)
        chosen = [int(rng.integers(len(X)))]
        nearest = np.sum((X - X[chosen[0]]) ** 2, axis=1)
        while len(chosen) < k:
            chosen.append(draw(rng, nearest) if nearest.any() else 0)
            nearest = np.minimum(nearest, np.sum((X - X[chosen[-1]]) ** 2, axis=1))
        return X[chosen]

    return kmeans_plus_plus


def by_choice(rng: np.random.Generator, weights: Array) -> int:
    return int(rng.choice(len(weights), p=weights / weights.sum()))


def by_cumulative_sum(rng: np.random.Generator, weights: Array) -> int:
    point = rng.random() * weights.sum()
    return int(np.argmax(np.cumsum(weights) > point))


def by_search(rng: np.random.Generator, weights: Array) -> int:
    shares = np.cumsum(weights.astype(np.float32), dtype=np.float32)
    return int(np.searchsorted(shares / shares[-1], rng.random(dtype=np.float32), side="right"))


def by_gumbel(rng: np.random.Generator, weights: Array) -> int:
    with np.errstate(divide="ignore"):
        return int(np.argmax(np.log(weights) + rng.gumbel(size=len(weights))))


SAMPLERS = [by_choice, by_cumulative_sum, by_search, by_gumbel]


def designs(hw5: Assignment) -> list[tuple[Any, int]]:
    """Where rows lie in the checks, and how many seeds are tried."""
    sampling = part(hw5, "sampling")
    several = (sampling.SECOND, sampling.LATER, sampling.STAR)
    return [(sampling.FIRST, 200), *((places, 300) for places in several)]


@pytest.mark.parametrize("draw", SAMPLERS, ids=lambda draw: draw.__name__)
def test_every_way_to_draw_is_as_frequent_as_it_should(hw5: Assignment, draw: Draw) -> None:
    sampling = part(hw5, "sampling")
    sample = sampler(draw)
    for places, calls in designs(hw5)[1:]:  # the first centre is the same with all of them
        X, expected = places.rows(), places.shares(sampling.TRUE)
        for seed in SEEDS:
            first = 7919 * seed
            outcomes = [places.outcome(sample(X, places.k, first + call)) for call in range(calls)]
            seen = {outcome: count / calls for outcome, count in Counter(outcomes).items()}
            assert sampling.suspicious(seen, expected, calls) is None
    judge(hw5, "kmeans_plus_plus", sample, 0)


def accepted(sampling: ModuleType, share: float, calls: int, outcomes: int) -> Array:
    """Which counts of an outcome of this probability are not held against a sampler."""
    limit = math.log(2.0 * outcomes / sampling.DELTA) / calls
    shares = np.arange(calls + 1) / calls
    return np.array([sampling.divergence(q, round(share, 12)) <= limit for q in shares])


def test_the_bound_holds_for_any_correct_sampler(hw5: Assignment) -> None:
    # Exactly, by the binomial distribution of each count; not only by the inequality.
    sampling = part(hw5, "sampling")
    for places, calls in designs(hw5):
        shares = places.shares(sampling.TRUE)
        assert math.isclose(sum(shares.values()), 1.0)
        marked_down = 0.0
        for share in shares.values():
            fine = accepted(sampling, share, calls, len(shares))
            marked_down += float(binom.pmf(np.arange(calls + 1), calls, share)[~fine].sum())
        assert marked_down <= sampling.DELTA <= 1e-9


def test_known_wrong_rules_are_not_let_through(hw5: Assignment) -> None:
    sampling = part(hw5, "sampling")
    wrong = {
        sampling.SECOND: [sampling.Rule(1.0), sampling.Rule(0.0), sampling.Rule(math.inf)],
        sampling.LATER: [sampling.Rule(2.0, "latest"), sampling.Rule(1.0, "latest")],
        sampling.STAR: [sampling.Rule(2.0, "latest"), sampling.Rule(1.0, "latest")],
    }
    # Half a power is harder to tell, but hardly ever missed.
    seldom = {sampling.Rule(1.5): 1e-3}
    wrong[sampling.SECOND] += [*seldom]
    for places, rules in wrong.items():
        right = places.shares(sampling.TRUE)
        for rule in rules:
            shares = places.shares(rule)
            outcomes = {*right, *shares}
            let_through = min(
                float(
                    binom.pmf(np.arange(301), 300, min(shares.get(outcome, 0.0), 1.0))[
                        accepted(sampling, right.get(outcome, 0.0), 300, len(outcomes))
                    ].sum()
                )
                for outcome in outcomes
            )
            assert let_through < seldom.get(rule, 1e-6), (places, rule)


def test_shares_are_what_sampling_gives(hw5: Assignment) -> None:
    sampling = part(hw5, "sampling")
    places = sampling.LATER
    X, shares = places.rows(), places.shares(sampling.TRUE)
    seen = Counter(places.outcome(kmeans_plus_plus(X, places.k, seed)) for seed in range(2000))
    for outcome, share in shares.items():
        assert abs(seen[outcome] / 2000 - share) < 0.07
    assert set(seen) <= set(shares)


def test_one_number_for_all_draws_is_seen_and_named(hw5: Assignment) -> None:
    def same_number(X: Array, k: int, seed: int = 0) -> Array:
        point = np.random.default_rng(seed).random()
        chosen = [int(np.random.default_rng([seed, 1]).integers(len(X)))]
        while len(chosen) < k:
            weights = np.min([np.sum((X - X[i]) ** 2, axis=1) for i in chosen], axis=0)
            ahead = np.cumsum(weights) > point * weights.sum()
            chosen.append(int(np.argmax(ahead)))
        return X[chosen]

    for seed in range(3):
        with pytest.raises(WrongAnswer) as caught:
            judge(hw5, "kmeans_plus_plus", same_number, seed)
        assert [item.id for item in caught.value.diagnosis] == ["kmeans_plus_plus.same-number"]


def test_what_can_never_happen_is_said_so(hw5: Assignment) -> None:
    def never_zero(rng: np.random.Generator, weights: Array) -> int:
        return by_choice(rng, weights + 0.05 * weights.mean())

    checks, sampling = part(hw5, "checks"), part(hw5, "sampling")
    session = ReferenceSession({**hw5.truths, "kmeans_plus_plus": sampler(never_zero)})
    student = Student(hw5.questions, session)
    with pytest.raises(WrongAnswer, match=r"for \d+ seeds? of 300; that can never happen\."):
        checks.right_shares(Kit(hw5.truths, 0), student.kmeans_plus_plus, sampling.LATER, 300)


# --- … k-means -----------------------------------------------------------------------------------


def lloyd(
    *, stops: str = "labels", empty: str = "stays", starts: int = 1, dtype: Any = np.float64
) -> Callable[..., tuple[Array, Array, float]]:
    """A correct `kmeans` that makes these of the choices that are free."""

    def run(
        X: Array, C: Array, rng: np.random.Generator, max_iter: int
    ) -> tuple[Array, Array, float]:
        C, labels = np.array(C, dtype=dtype), np.full(len(X), -1)
        for _ in range(max_iter):
            distances = np.stack([np.sum((X - c) ** 2, axis=1) for c in C], axis=1)
            new, before = distances.argmin(axis=1), C.copy()
            for j in range(len(C)):
                if (new == j).any():
                    C[j] = X[new == j].mean(axis=0)
                elif empty == "farthest":
                    C[j] = X[distances.min(axis=1).argmax()]
                elif empty == "random":
                    C[j] = X[rng.integers(len(X))]
            resting = np.array_equal(new, labels) and np.array_equal(C, before)
            labels = new
            if resting if stops == "labels" else np.linalg.norm(C - before) < 1e-5:
                break
        return labels, C, float(np.sum((X - C[labels]) ** 2))

    def kmeans(
        X: Array, k: int, init: Array | None = None, seed: int = 0, max_iter: int = 300
    ) -> tuple[Array, Array, float]:
        X = np.asarray(X, dtype=dtype)
        rng = np.random.default_rng(seed)
        if init is not None:
            return run(X, init, rng, max_iter)
        tries = [run(X, kmeans_plus_plus(X, k, seed + t), rng, max_iter) for t in range(starts)]
        return min(tries, key=lambda found: found[2])

    return kmeans


@pytest.mark.xdist_group("iterate")
@pytest.mark.usefixtures("same_cases")
@pytest.mark.parametrize(
    "answer",
    [
        lloyd(stops="centres", empty="farthest"),
        lloyd(empty="random", starts=2),
        lloyd(stops="centres", dtype=np.float32),
    ],
    ids=["farthest", "random", "float32"],
)
def test_every_way_to_iterate_arrives(hw5: Assignment, answer: Callable[..., Any]) -> None:
    for seed in SEEDS:
        judge(hw5, "kmeans", answer, seed)


# --- … spectral clustering -----------------------------------------------------------------------


def single_start(X: Array, k: int, sigma: float, seed: int = 0) -> Array:
    """k-means++ once: no second chance."""
    return kmeans(spectral_embedding(gaussian_affinity(X, sigma), k), k, seed=seed)[0]


def by_scipy(X: Array, k: int, sigma: float, seed: int = 0) -> Array:
    """Iterative eigenvectors, and SciPy's k-means from a single k-means++ start."""
    W = gaussian_affinity(X, sigma)
    roots = np.sqrt(W.sum(axis=1))
    start = np.random.default_rng(seed).uniform(0.5, 1.0, size=len(X))
    _, vectors = eigsh(W / np.outer(roots, roots) + np.eye(len(X)), k=k, which="LA", v0=start)
    E = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    init = sampler(by_gumbel)(E, k, seed)
    return np.asarray(kmeans2(E, init, iter=30, minit="matrix")[1])


def in_single_precision(X: Array, k: int, sigma: float, seed: int = 0) -> Array:
    """float32 from the affinities on, with a unit diagonal, and orthogonal rows to start with."""
    W = gaussian_affinity(X, sigma).astype(np.float32) + np.eye(len(X), dtype=np.float32)
    roots = np.sqrt(W.sum(axis=1))
    last = [len(W) - k, len(W) - 1]
    _, vectors = eigh(W / np.outer(roots, roots), subset_by_index=last)
    E = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    chosen = [int(np.random.default_rng(seed).integers(len(E)))]
    while len(chosen) < k:
        chosen.append(int(np.abs(E @ E[chosen].T).sum(axis=1).argmin()))
    return lloyd(dtype=np.float32)(E, k, E[chosen])[0]


@pytest.mark.xdist_group("cluster")
@pytest.mark.usefixtures("same_cases")
@pytest.mark.parametrize("answer", [single_start, by_scipy, in_single_precision])
def test_every_way_to_cluster_arrives(hw5: Assignment, answer: Callable[..., Any]) -> None:
    for seed in SEEDS:
        judge(hw5, "spectral_clustering", answer, seed)


def test_a_single_start_has_next_to_no_chance_to_go_wrong(hw5: Assignment) -> None:
    # k-means++ goes wrong if it chooses two rows of a part. Given the centres so far, that has at
    # most the probability of their parts' scatter over what is left of the others.
    cases = part(hw5, "cases")
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, k, sigma, parts = cases.clear(cases.heaps)(rng, (6, 9, 12, 5), 20.0, 3)
        E = spectral_embedding(gaussian_affinity(X, sigma), k)
        squares = np.sum((E[:, None] - E) ** 2, axis=2)
        together = parts[:, None] == parts
        within, between = squares[together].max(), squares[~together].min()
        smallest = np.bincount(parts).min()
        assert k * len(X) * within / (smallest * between) < 1e-5
        assert between > 1.9


# --- … dominant sets -----------------------------------------------------------------------------


def peeling(settle: Callable[[Array], Array]) -> Callable[..., list[int]]:
    """A correct `dominant_sets` with this way to a maximum."""

    def dominant_sets(A: Array, cutoff: float = 1e-5, min_size: int = 1) -> list[int]:
        labels, left, label = [-1] * len(A), list(range(len(A))), 0
        while left:
            x = settle(A[np.ix_(left, left)])
            found = [i for i, share in zip(left, x, strict=True) if share > cutoff]
            if len(found) >= min_size:
                for i in found:
                    labels[i] = label
                label += 1
            left = [i for i in left if i not in found]
        return labels

    return dominant_sets


def early(A: Array) -> Array:
    """Stops a good deal earlier."""
    return dominant.replicator(A, None, 1e-6)


def from_a_random_point(A: Array) -> Array:
    """May find the sets in another order, or others."""
    start = np.random.default_rng(len(A)).dirichlet(np.full(len(A), 20.0))
    return dominant.replicator(A, start, 1e-9, 100_000)


def exponential(A: Array) -> Array:
    """Another kind of replicator dynamics, with the same maxima."""
    x = np.full(len(A), 1.0 / len(A))
    for _ in range(3000):
        gains = A @ x
        moved = x * np.exp(3.0 * (gains - gains.max()) / max(A.max(), 1e-12))
        moved /= moved.sum()
        if np.abs(moved - x).sum() < 1e-8:
            break
        x = moved
    return np.asarray(x)


@pytest.mark.xdist_group("peel")
@pytest.mark.usefixtures("same_cases")
@pytest.mark.parametrize("settle", [early, from_a_random_point, exponential])
def test_every_way_to_peel_arrives(hw5: Assignment, settle: Callable[[Array], Array]) -> None:
    for seed in SEEDS:
        judge(hw5, "dominant_sets", peeling(settle), seed)


def test_small_graphs_are_judged_by_the_definition(hw5: Assignment) -> None:
    cases = part(hw5, "cases")
    (A,) = cases.small_graph(np.random.default_rng(0), 5)
    found = cases.dominant_subsets(A)
    assert found == [
        S
        for m in range(1, 6)
        for S in itertools.combinations(range(5), m)
        if dominant.is_dominant(A, S)
    ]
    labels = dominant.dominant_sets(A)
    sets = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
    assert cases.can_be_peeled(A, sets)
    assert not cases.can_be_peeled(A, sets[::-1]) or tuple(sets[-1]) in found
    assert not cases.can_be_peeled(A, [[i] for i in range(5)])


# --- what must show all the same -----------------------------------------------------------------


def test_the_norm_that_stops_the_dynamics_is_free(hw5: Assignment) -> None:
    def stopping(norm: float, back: bool) -> Callable[..., Array]:
        def replicator(
            A: Array, x0: Array | None = None, tol: float = 1e-8, max_iter: int = 10_000
        ) -> Array:
            x = np.full(len(A), 1.0 / len(A)) if x0 is None else np.array(x0)
            for _ in range(max_iter):
                moved = dominant.replicator(A, x, 0.0, 1)
                if np.linalg.norm(moved - x, norm) < tol:
                    return x if back else moved
                x = moved
            return x

        return replicator

    for seed in range(2):
        for norm, back in itertools.product((1, 2), (False, True)):
            judge(hw5, "replicator", stopping(norm, back), seed)


@pytest.mark.parametrize("diagonal", [0.0, 1.0])
def test_an_isolated_vertex_may_have_either_diagonal(hw5: Assignment, diagonal: float) -> None:
    def normalized(W: Array) -> Array:
        L = hw5.truths["normalized_laplacian"](W)
        L[np.diag_indices_from(L)] = np.where(W.any(axis=1), L.diagonal(), diagonal)
        return np.asarray(L)

    judge(hw5, "normalized_laplacian", normalized, 0)
    with pytest.raises(WrongAnswer):
        judge(hw5, "normalized_laplacian", lambda W: normalized(W) + 0.01 * np.eye(len(W)), 0)


def test_rotations_of_eigenvectors_are_free_but_only_those(hw5: Assignment) -> None:
    def turned(W: Array, k: int) -> Array:
        turn, _ = np.linalg.qr(np.random.default_rng(len(W)).normal(size=(k, k)))
        return np.asarray(spectral_embedding(W, k) @ turn)

    judge(hw5, "spectral_embedding", turned, 0)
    with pytest.raises(WrongAnswer, match=r"E @ E\.T is wrong"):
        judge(hw5, "spectral_embedding", lambda W, k: turned(W, k) * 1.01, 0)


def test_the_hints_of_what_notes_get_wrong_say_so_and_are_short(hw5: Assignment) -> None:
    hints = {item.id: item.hint for item in hw5.misconceptions}
    assert len(hints) >= 30
    checks = part(hw5, "checks")
    drawn = {item.id: item.hint for item in (*itertools.chain(*checks._MISTAKES.values()),)}
    others = (checks._FIRST, checks._SEED, checks._SAME_NUMBER, checks._EMPTY)
    drawn |= {item.id: item.hint for item in others}
    errata = [id for id, hint in {**hints, **drawn}.items() if hint.startswith("Some notes ")]
    assert sorted(errata) == [
        "dominant_sets.second-condition",
        "kmeans_plus_plus.not-nearest",
        "kmeans_plus_plus.unsquared",
        "node_weight.swapped-arguments",
        "relative_similarity.degree-of-j",
    ]
    assert all(hint.count(". ") <= 1 for hint in {**hints, **drawn}.values())


def test_what_is_said_of_components_is_about_what_came_back(hw5: Assignment) -> None:
    pca = hw5.truths["pca"]

    def said(answer: Callable[..., Any]) -> str:
        with pytest.raises(WrongAnswer) as caught:
            judge(hw5, "pca", answer, 0)
        return str(caught.value)

    def negated(X: Array, k: int) -> tuple[Array, Array]:
        scores, components = pca(X, k)
        return scores, -components

    def absolute(X: Array, k: int) -> tuple[Array, Array]:
        scores, components = pca(X, k)
        return np.abs(scores), -components

    assert said(negated).startswith("scores is wrong in 5 of its 5 entries")
    assert " is -" not in said(absolute)
    assert said(lambda X, k: (pca(X, k)[0], pca(X, k)[1].T)).startswith("components has shape")
    complex_scores = said(lambda X, k: (pca(X, k)[0] + 0j, pca(X, k)[1]))
    assert complex_scores.startswith("scores holds complex numbers")


def test_a_wrong_form_is_said_in_plain_words(hw5: Assignment) -> None:
    with pytest.raises(WrongAnswer, match=r"E has shape \(2, 6\), expected \(6, 2\)\."):
        judge(hw5, "spectral_embedding", lambda W, k: spectral_embedding(W, k).T, 0)
    with pytest.raises(WrongAnswer, match="whole numbers are asked for"):
        judge(hw5, "spectral_clustering", lambda X, k, sigma, seed: X[:, 0] > 0.0, 0)
    alone = peeling(dominant.replicator)
    with pytest.raises(WrongAnswer, match="with min_size = 1 every vertex is in a set"):
        judge(hw5, "dominant_sets", lambda A, cutoff=1e-5, least=1: alone(A, cutoff, 2), 0)


def test_a_mistake_in_a_helper_is_pointed_at(hw5: Assignment) -> None:
    source = (HW5 / "correct" / "built_on_each_other" / "clustering.py").read_text()
    wrong = source.replace("return np.diag(degrees(W)) - W", "return W - np.diag(degrees(W))")
    assert wrong != source
    submission = from_files("test", {"clustering.py": wrong.encode()}, hw5.outline.modules)
    launcher = ForkLauncher(hw5.outline.libraries, hw5.outline.preload)
    try:
        asked = ("gaussian_affinity", "laplacian", "normalized_laplacian", "spectral_embedding")
        report = grade(hw5, submission, launcher, questions=(*asked, "spectral_clustering"))
    finally:
        launcher.close()
    assert set(lost(report)) == {
        "laplacian",
        "normalized_laplacian",
        "spectral_embedding",
        "spectral_clustering",
    }
    failed = [check for check in report.checks if not check.passed]
    assert all(
        "follows from laplacian" in check.message
        for check in failed
        if check.question != "laplacian"
    )
    # What it looks like elsewhere may well be no mistake of its own.
    named = {item.id for check in failed for item in check.diagnosis}
    assert "laplacian.wrong-sign" in named
    assert not any(name.startswith("spectral_embedding.") for name in named)


def test_failures_that_one_would_rather_look_at_have_pictures(hw5: Assignment) -> None:
    def shown(question: str, answer: Callable[..., Any]) -> list[str]:
        with pytest.raises(WrongAnswer) as caught:
            judge(hw5, question, answer, 0)
        return [exhibit.title for exhibit in caught.value.exhibits]

    found = shown("spectral_clustering", lambda X, k, sigma, seed: kmeans(X, k, seed=seed)[0])
    assert found[:3] == [
        "Your clusters",
        "Expected clusters",
        "Affinities, ordered by your clusters",
    ]
    assert found[-1].startswith("Eigenvalues")
    embedding = shown("spectral_embedding", lambda W, k: spectral_embedding(W, k)[::-1])
    assert embedding[0].startswith("Your") and embedding[-1].startswith("Eigenvalues")
    rounds = shown("kmeans", lambda X, k, init=None, seed=0: kmeans(X, k, init, seed, 1))
    assert rounds == ["Your clusters", "Expected clusters"]
    first = shown("kmeans_plus_plus", lambda X, k, seed: np.unique(X, axis=0)[:k])
    assert first == ["What 200 seeds gave"]
