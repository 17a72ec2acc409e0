"""What is special about hw4: solutions that are not unique, and many right ways to them.

That the submissions under `tests/submissions/hw4` are judged rightly is tested with all the others.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.errors import Raised, WrongAnswer
from grader.kit import Kit
from grader.kit.certificate import certify
from grader.launch import ForkLauncher
from grader.model import Picture, Report, Table
from grader.runner import ReferenceSession, grade
from grader.seeds import seed_of_check
from grader.student import Student
from grader.submission import from_files
from reference import svm_dual, svm_primal
from reference.one_vs_all import OneVsAll
from reference.smo import bounds, select_pair, smo, step
from tests.support import ROOT, lost

Array = np.ndarray[Any, Any]
SEEDS = range(50)
HW4 = ROOT / "tests" / "submissions" / "hw4"


@pytest.fixture(scope="module")
def hw4() -> Assignment:
    return load_assignment(read_outline("hw4"))


@pytest.fixture(scope="module")
def cases(hw4: Assignment) -> ModuleType:
    return importlib.import_module("_assignment_hw4.cases")


def judge(
    hw4: Assignment, question: str, answer: Callable[..., Any], seed: int, only: str = ""
) -> None:
    """The checks of one question, in this process; a check that does not pass raises."""
    session = ReferenceSession({**hw4.truths, question: answer})
    for check, _ in hw4.checks:
        if check.question == question and check.kind != "property" and check.id.endswith(only):
            kit = Kit(hw4.truths, seed_of_check(seed, check.id))
            check.function(Student(hw4.questions, session), kit)


def part(style: str, module: str) -> ModuleType:
    """A module of one of the correct submissions."""
    path = HW4 / ("base" if style == "base" else f"correct/{style}") / f"{module}.py"
    spec = importlib.util.spec_from_file_location(f"_{style}_{module}", path)
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


# --- no correct solver fails by its luck ---------------------------------------------------------


def test_every_solver_has_a_certificate_for_every_problem(cases: ModuleType) -> None:
    machines = [
        part(style, "smo").smo
        for style in ("base", "second_order", "single_precision", "cone_programs")
    ]
    # One that imports nothing of the other module, and each with other settings of its solver.
    programs = [
        part(style, "svm").solve_qp
        for style in ("base", "single_precision", "cone_programs", "own_interior_point")
    ]
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        problems = [
            *cases.degenerate(rng),
            cases.soft(rng, 12, 1.0),
            cases.soft(rng, 20, 0.5, cases.quadratic),
            cases.hard(rng, 10),
            cases.tiny_bound(rng, 10, 0.001),
            *(made[:4] for made in cases.large_multipliers(rng)),
            *(made[:4] for made in cases.close_rows(rng)),
            cases.uneven_multipliers()[:4],
        ]
        for number, (_, K, y, C) in enumerate(problems):
            best = cases.least(K, y, C)
            for solve in machines:
                alpha, _, steps = solve(K, y, C, 1e-3, 50_000)
                proof = certify(np.asarray(alpha), K, y, C, best=best, tol=1e-3)
                assert proof.holds, (seed, number, solve.__module__, proof.table())
                assert steps < 50_000
            for solve in programs:
                proof = certify(solve(K, y, C), K, y, C, best=best, tol=1e-5, pair=False)
                assert proof.holds, (seed, number, solve.__module__, proof.table())


def test_no_problem_leaves_room_for_a_mistake(cases: ModuleType) -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        made = [cases.soft(rng, n, C) for n, C in ((6, 0.8), (12, 1.5), (16, 0.6), (40, 2.0))]
        made += [cases.hard(rng, 8), *cases.degenerate(rng), cases.tiny_bound(rng, 10, 0.001)]
        made += [problem[:4] for problem in cases.large_multipliers(rng)]
        made += [problem[:4] for problem in cases.close_rows(rng)]
        made += [cases.uneven_multipliers()[:4]]
        for _, K, y, C in made:
            best = cases.least(K, y, C)
            for tol, pair in ((1e-3, True), (1e-5, False)):
                proof = certify(cases.solution(K, y, C), K, y, C, best=best, tol=tol, pair=pair)
                assert proof.holds
                assert proof.conditions[-1].allowed < 0.025 * abs(best)
                assert proof.conditions[0].allowed < 0.011 * max(proof.alpha)


def test_no_choice_of_pairs_solves_the_long_problem_in_a_hundred_steps(
    cases: ModuleType,
) -> None:
    _, K, y, C = cases.tiny_bound(np.random.default_rng(0), 250)
    assert (cases.solution(K, y, C) == C).all()  # and a step moves two of them
    for style in ("base", "loops", "second_order", "cone_programs"):
        assert 125 <= part(style, "smo").smo(K, y, C)[2] < 10_000


def test_a_small_step_is_not_the_last(cases: ModuleType) -> None:
    _, K, y, C, _ = cases.scaled(cases.soft(np.random.default_rng(0), 16, 1.0), cases.rbf, 0.01)
    for style in ("base", "loops", "second_order", "single_precision", "cone_programs"):
        alpha, _, steps = part(style, "smo").smo(K, y, C, 1e-5, 20_000)
        proof = certify(np.asarray(alpha), K, y, C, best=cases.least(K, y, C), tol=1e-5)
        assert proof.holds, (style, proof.table())
        assert steps < 20_000


@pytest.mark.parametrize("style", ["base", "loops", "second_order"])
def test_every_way_to_choose_a_pair_arrives(hw4: Assignment, style: str) -> None:
    for seed in range(3):
        judge(hw4, "smo.smo", part(style, "smo").smo, seed)


@pytest.mark.parametrize("style", ["base", "single_precision", "own_interior_point"])
def test_every_way_to_train_machines_agrees(hw4: Assignment, style: str) -> None:
    for seed in range(4):
        judge(hw4, "svm.OneVsAll", part(style, "svm").OneVsAll, seed)


class Coarse(OneVsAll):
    """Trained no better than it must be."""

    def fit(self, X: Array, y: Array) -> Coarse:
        super().fit(X, y)
        shaken = np.random.default_rng(0)
        self._machines = [
            (signs, alpha, b + shaken.choice([-1.0, 1.0]) * 0.01)
            for signs, alpha, b in self._machines
        ]
        return self


def test_a_machine_may_stop_at_the_usual_tolerance(hw4: Assignment) -> None:
    for seed in range(6):
        judge(hw4, "svm.OneVsAll", Coarse, seed)


# --- what is free --------------------------------------------------------------------------------


def test_any_free_vector_gives_the_bias_and_any_end_without_one(hw4: Assignment) -> None:
    def biased(choose: Callable[[Array], Any], end: int) -> Callable[..., float]:
        def bias(alpha: Array, K: Array, y: Array, C: float) -> float:
            free = np.flatnonzero((alpha > 1e-6) & (alpha < C - 1e-6))
            wanted = y - K @ (alpha * y)
            if len(free):
                return float(wanted[choose(free)])
            return svm_dual.bias_interval(alpha, K, y, C)[end]

        return bias

    for seed in range(12):
        judge(hw4, "svm.bias", biased(min, 0), seed)
        judge(hw4, "svm.bias", biased(max, 1), seed)
    with pytest.raises(WrongAnswer, match="allow anything from"):
        judge(hw4, "svm.bias", lambda *args: biased(min, 0)(*args) - 0.01, 0, "no-free")


def test_a_row_on_the_margin_may_count_or_not(hw4: Assignment) -> None:
    def subgradient(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
        inside = y * (X @ w + b) <= 1.0
        return w - C * (X[inside].T @ y[inside]), float(-C * y[inside].sum())

    def half(X: Array, y: Array, w: Array, b: float, C: float) -> tuple[Array, float]:
        gw, gb = svm_primal.hinge_subgradient(X, y, w, b, C)
        ew, eb = subgradient(X, y, w, b, C)
        return (gw + ew) / 2.0, (gb + eb) / 2.0

    for seed in range(20):
        judge(hw4, "svm.hinge_subgradient", subgradient, seed)
        with pytest.raises(WrongAnswer, match="exactly 1"):
            judge(hw4, "svm.hinge_subgradient", half, seed, "on-margin")


def test_any_of_the_best_pairs_will_do(hw4: Assignment) -> None:
    def last(alpha: Array, grad: Array, y: Array, C: float) -> Any:
        i, j, gap = select_pair(alpha[::-1], grad[::-1], y[::-1], C)
        if gap <= 0.0:
            return None, None, -np.inf
        return np.int64(len(y) - 1 - i), np.array(len(y) - 1 - j), np.float32(gap)

    for seed in range(20):
        judge(hw4, "smo.select_pair", last, seed)


def test_labels_of_one_class_may_be_refused_and_nothing_else_but_zero_is_right(
    hw4: Assignment,
) -> None:
    def refuses(K: Array, y: Array, C: float) -> Array:
        if len(set(y)) < 2:
            raise Raised("ValueError: rows of both classes are needed", "ValueError")
        return svm_dual.solve_qp(K, y, C)

    def invents(K: Array, y: Array, C: float) -> Array:
        return np.full(len(y), C) if len(set(y)) < 2 else svm_dual.solve_qp(K, y, C)

    judge(hw4, "svm.solve_qp", refuses, 0, "degenerate")
    with pytest.raises(WrongAnswer, match="All labels are"):
        judge(hw4, "svm.solve_qp", invents, 0, "degenerate")

    def endless(*args: Any) -> Any:
        alpha, b, steps = smo(*args)
        return alpha, b, steps if len(set(args[1])) > 1 else 1_000

    judge(hw4, "smo.smo", endless, 0, "degenerate")


# --- what must show all the same -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (lambda steps, cap: 0, "n_iter should be"),
        (lambda steps, cap: cap, "far less"),
        (lambda steps, cap: steps + 1, "it went on after max_iter = 1 step,"),
    ],
    ids=["nothing", "the limit", "one more"],
)
def test_the_number_of_steps_is_honest(
    hw4: Assignment, report: Callable[[int, int], int], said: str
) -> None:
    def lying(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, tol, max_iter)
        return alpha, b, report(steps, max_iter)

    for seed in range(5):
        with pytest.raises(WrongAnswer, match=said):
            judge(hw4, "smo.smo", lying, seed, "cap")


def test_without_tol_and_max_iter_it_stops_in_time(hw4: Assignment) -> None:
    def going_on(
        K: Array, y: Array, C: float, tol: float | None = None, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, 1e-6 if tol is None else tol, max_iter)
        return alpha, b, max_iter if tol is None else steps

    with pytest.raises(WrongAnswer, match="although α is a solution"):
        judge(hw4, "smo.smo", going_on, 0, "solution")


def test_one_step_on_two_rows_is_the_exact_one(hw4: Assignment) -> None:
    def short(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, tol, max_iter)
        return (0.9 * alpha if max_iter == 1 else alpha), b, steps

    for seed in range(5):
        with pytest.raises(WrongAnswer, match="Two rows are a single pair"):
            judge(hw4, "smo.smo", short, seed, "cap")


def test_where_a_step_changes_nothing_any_is_right(hw4: Assignment) -> None:
    def anywhere(share: float) -> Callable[..., tuple[float, float]]:
        def moved(
            i: int, j: int, alpha: Array, grad: Array, K: Array, y: Array, C: float
        ) -> tuple[float, float]:
            slope = grad[i] - y[i] * y[j] * grad[j]
            if K[i, i] + K[j, j] - 2.0 * K[i, j] > 1e-12 or slope != 0.0:
                return step(i, j, alpha, grad, K, y, C)
            low, high = bounds(alpha[i], alpha[j], y[i], y[j], C)
            new = low + share * (high - low)
            return new, alpha[i] + alpha[j] - new

        return moved

    for seed in range(10):
        for share in (0.0, 0.3, 1.0):
            judge(hw4, "smo.step", anywhere(share), seed)
        with pytest.raises(WrongAnswer, match="stays the same wherever"):
            judge(hw4, "smo.step", anywhere(1.1), seed, "flat")


def test_a_step_moves_two_multipliers_and_the_answer_is_where_it_stopped(hw4: Assignment) -> None:
    def sweeping(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, tol, max_iter * len(y))
        return alpha, b, min(steps, max_iter)

    def forgetting(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, tol, max_iter)
        return (np.zeros(len(y)) if steps == max_iter else alpha), b, steps

    for seed in range(5):
        with pytest.raises(WrongAnswer, match="after 1 step at most 2 can differ"):
            judge(hw4, "smo.smo", sweeping, seed, "cap")
        with pytest.raises(WrongAnswer, match="not below the 0 of the start"):
            judge(hw4, "smo.smo", forgetting, seed, "cap")


def test_who_can_not_get_on_is_told_about_the_bounds(hw4: Assignment) -> None:
    def stuck(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, _ = smo(K, y, C, tol, 2)
        return alpha, b, max_iter

    with pytest.raises(WrongAnswer, match="up to a small tolerance"):
        judge(hw4, "smo.smo", stuck, 0, "solution")


def test_a_last_look_at_the_gap_may_count_as_a_step(hw4: Assignment) -> None:
    def counting(
        K: Array, y: Array, C: float, tol: float = 1e-3, max_iter: int = 100_000
    ) -> tuple[Array, float, int]:
        alpha, b, steps = smo(K, y, C, tol, max_iter)
        return alpha, b, min(steps + 1, max_iter)

    judge(hw4, "smo.smo", counting, 0)


@pytest.mark.parametrize("off", [0.05, -0.05])
def test_a_bias_that_is_a_little_off_shows(hw4: Assignment, off: float) -> None:
    def shifted(*args: Any) -> tuple[Array, float, int]:
        alpha, b, steps = smo(*args)
        return alpha, b + off, steps

    for seed in range(10):
        with pytest.raises(WrongAnswer, match="bias"):
            judge(hw4, "smo.smo", shifted, seed, "bias")
        with pytest.raises(WrongAnswer, match="bias"):
            judge(hw4, "svm.bias", lambda *args: svm_dual.bias(*args) + off, seed, "free")


def test_the_hints_of_what_notes_get_wrong_say_so_and_are_short(hw4: Assignment) -> None:
    hints = {item.id: item.hint for item in hw4.misconceptions}
    errata = (
        "svm.dual_objective.linear-term-sign",
        "svm.solve_qp.linear-term-sign",
        "svm.hinge_loss.unsquared-norm",
        "svm.kkt_violation.swapped",
        "svm.bias.all-rows",
        "svm.sgd_epoch.no-shrinkage-outside",
        "svm.sgd_epoch.no-rate",
        "smo.smo.gradient-restarts",
    )
    assert all(hints[id].startswith("Some notes ") for id in errata)
    assert all(hint.count(". ") <= 1 for hint in hints.values())
    assert len(hints) >= 35


def test_a_wrong_score_is_told_in_words(hw4: Assignment) -> None:
    class Opposite(OneVsAll):
        def decision_function(self, X: Array) -> Array:
            return -super().decision_function(X)

    class Doubled(OneVsAll):
        def decision_function(self, X: Array) -> Array:
            return 2.0 * super().decision_function(X)

    for wrong, said in ((Opposite, "(positive|negative)"), (Doubled, "about")):
        with pytest.raises(WrongAnswer, match=rf"score of row \d+ for class .* should be {said}"):
            judge(hw4, "svm.OneVsAll", wrong, 0, "any-labels")


# --- in the worker -------------------------------------------------------------------------------


def graded(hw4: Assignment, files: dict[str, str], *questions: str) -> Report:
    submission = from_files(
        "test", {name: text.encode() for name, text in files.items()}, hw4.outline.modules
    )
    launcher = ForkLauncher(hw4.outline.libraries, hw4.outline.preload)
    try:
        return grade(hw4, submission, launcher, questions=questions)
    finally:
        launcher.close()


def sources(style: str) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted((HW4 / style).glob("*.py"))}


def test_a_failed_certificate_is_shown_as_a_table_and_a_picture(hw4: Assignment) -> None:
    files = sources("base")
    files["svm.py"] += (HW4 / "wrong" / "svm.solve_qp__no-labels.py").read_text()
    report = graded(hw4, files, "svm.solve_qp")
    failed = [check for check in report.checks if not check.passed]
    assert failed
    for check in failed:
        table, picture = check.exhibits
        assert isinstance(table, Table)
        assert isinstance(picture, Picture)
        assert any(row[-1] == "✗" for row in table.rows)
        assert not any("tol" in row[0] for row in table.rows)
        assert "<svg" in picture.svg
        assert check.counterexample is not None
    assert Report.from_dict(report.to_dict()) == report


def test_a_mistake_in_a_helper_is_pointed_at(hw4: Assignment) -> None:
    files = sources("correct/built_on_each_other")
    wrong = files["smo.py"].replace("alpha[j] + y[i] * y[j] *", "alpha[j] - y[i] * y[j] *")
    assert wrong != files["smo.py"]
    report = graded(hw4, {**files, "smo.py": wrong}, "smo.bounds", "smo.step", "smo.smo")
    assert set(lost(report)) == {"smo.step", "smo.smo"}
    for check in report.checks:
        if not check.passed and check.question == "smo.smo":
            assert "follows from smo.step" in check.message
