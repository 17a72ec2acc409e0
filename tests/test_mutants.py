"""Mutants: what each operator changes, and what is left alone."""

from __future__ import annotations

import ast
import textwrap

import pytest

from grader.assignment import Assignment, load_assignment
from grader.audit import field, general
from grader.audit.mutant import Mutant, Original, mutants_of
from grader.audit.reach import Reach, source_of
from grader.course import assignment_names, read_outline

NAMES = assignment_names()
ENDS = ("a + 1, b", "a - 1, b", "a, b + 1", "a, b - 1")


def mutants(source: str, operator: str | None = None) -> list[Mutant]:
    original = Original("reference.test", textwrap.dedent(source))
    names = [name for name, _ in original.definitions()]
    found = mutants_of(original, [*field.changes(original), *general.changes(original)], names)
    return [it for it in found if operator in (None, it.operator)]


def added(source: str, operator: str) -> set[str]:
    """The lines that mutants of that kind have instead."""
    return {
        line[1:].strip()
        for it in mutants(source, operator)
        for line in it.diff.splitlines()
        if line.startswith("+")
    }


@pytest.mark.parametrize(
    ("operator", "line", "instead"),
    [
        ("axis", "return Z.sum(axis=1)", {"return Z.sum(axis=0)"}),
        ("axis", "return Z.sum(axis=-1)", {"return Z.sum(axis=0)"}),
        ("transpose", "return X.T @ y", {"return X @ y"}),
        ("matrix product", "return X @ W", {"return W @ X", "return X.T @ W", "return X @ W.T"}),
        ("dropped term", "return a - b", {"return a", "return b", "return (b - a)"}),
        ("dropped factor", "return lr * g", {"return lr", "return g"}),
        ("mean, sum, largest, smallest", "return np.mean(X)", {"return np.sum(X)"}),
        ("mean, sum, largest, smallest", "return X.argmax()", {"return X.argmin()"}),
        ("slice", "return X[a:]", {"return X[a + 1:]", "return X[a - 1:]"}),
        ("range", "return range(n)", {"return range(n + 1)", "return range(n - 1)"}),
        ("size", "return X.shape[0]", {"return X.shape[1]"}),
        ("size", "return len(y) + len(X)", {"return len(X) + len(X)", "return len(y) + len(y)"}),
        ("square or root", "return np.sqrt(a + b)", {"return (a + b)"}),
        ("square or root", "return x**2", {"return x"}),
        ("function left out", "return np.exp(z)", {"return (z)"}),
        ("wrong end", "return V[:, :k]", {"return V[:, -(k):]"}),
        ("wrong end", "return order[::-1]", {"return order[:]"}),
        ("missing clip", "return np.clip(x, 0, C)", {"return (x)"}),
        ("missing clip", "return max(0.0, x)", {"return (0.0)", "return (x)"}),
        ("swapped arguments", "return f(a, b)", {"return f(b, a)"}),
        ("choice", "return a if c else b", {"return (a)", "return (b)"}),
        ("copy", "return x.copy()", {"return x"}),
        ("axis", "return X.sum(axis=2)", {"return X.sum(axis=0)", "return X.sum(axis=1)"}),
        ("dropped term", "return a & b", {"return a", "return b"}),
        ("slice", "return slice(a, b)", {f"return slice({it})" for it in ENDS}),
        ("square or root", "return norm(x)", {"return (norm(x)) ** 2"}),
        ("square or root", "return w @ w", {"return (w @ w) ** 0.5"}),
        ("function left out", "return sigmoid(a)", {"return (a)"}),
        ("function left out", "return reversed(a)", {"return (a)"}),
        ("function left out", "return float(len(a))", set()),
        (
            "missing clip",
            "return min(a, b, c)",
            {"return min(b, c)", "return min(a, c)", "return min(a, b)"},
        ),
        ("swapped arguments", "return a, b", {"return b, a"}),
        ("swapped arguments", "a, b = c", {"b, a = c"}),
        ("left to its default", "return eye(3, k=1)", {"return eye(3)"}),
        ("left to its default", "return f(1)", set()),
        ("index", "return c[a.argmax()]", {"return (c)", "return (a.argmax())"}),
        ("index", "return K[i, j]", {"return K[i, i]", "return K[j, j]"}),
        ("choice", "return [a for a in b if a]", {"return [a for a in b]"}),
        ("step", "x[a] -= g", {"x[a] = g", "x[a] += g"}),
        ("argument changed", "c = X - m", {"X -= m", "c = X"}),
        ("rebinding", "x -= lr * g", {"x = x - (lr * g)"}),
        ("rebinding", "x = x + g", {"x += g"}),
        ("step", "x -= g", {"x = g", "x += g"}),
        ("statement left out", "x -= g", {"pass"}),
        ("comparison", "return a is b", {"return a is not b"}),
        ("sign or not", "return -a", {"return a"}),
        ("number", "return 3", {"return 4", "return 2"}),
        ("arithmetic", "return a % b", {"return a // b"}),
    ],
)
def test_an_operator_changes_one_thing(operator: str, line: str, instead: set[str]) -> None:
    assert added(f"def f(X):\n    {line}\n", operator) == instead


def test_a_statement_that_comes_too_soon_works_with_an_old_value() -> None:
    source = "def f(w, g):\n    step = 0.1 * g\n    w -= step\n    return w\n"
    (mutant,) = mutants(source, "stale variable")
    body = [line.strip() for line in mutant.source.splitlines()]
    assert body == ["def f(w, g):", "w -= step", "step = 0.1 * g", "return w"]


def test_a_statement_that_comes_too_late_works_with_a_new_value() -> None:
    source = """
        def f(W, V, g):
            slope = g @ W
            step = 0.1
            W -= step * g
            V -= step * slope
    """
    late = [it for it in mutants(source, "stale variable") if "-    slope" in it.diff]
    assert [it.diff.splitlines() for it in late] == [
        ["-    slope = g @ W", "     step = 0.1", "     W -= step * g", "+    slope = g @ W"]
    ]


def test_sizes_are_mistaken_for_each_other() -> None:
    source = """
        def f(X, batch):
            for start in range(0, len(X), batch):
                rows = X[start : start + batch]
                g(len(rows))
    """
    lines = added(source, "size")
    assert {"g(len(X))", "g(batch)"} <= lines
    assert "for start in range(0, len(X) // batch * batch, batch):" in lines


def test_an_argument_that_has_a_default_is_not_passed_on() -> None:
    source = "def loss(X, l2=0.0):\n    return X\n\ndef fit(X, l2):\n    return loss(X, l2)\n"
    assert added(source, "left to its default") == {"return loss(X)"}


def test_the_other_end_of_the_eigenvectors() -> None:
    source = "def f(L, k):\n    return eigh(L, subset_by_index=[0, k - 1])\n"
    assert added(source, "wrong end") == {
        "return eigh(L, subset_by_index=[len(L) - 1 - (k - 1), len(L) - 1 - 0])"
    }


def test_constants_with_a_type_are_changed_as_well() -> None:
    assert added("LIMIT: float = 0.5\n", "number") == {"LIMIT: float = 1.5", "LIMIT: float = -0.5"}


def test_what_takes_no_part_is_left_alone() -> None:
    source = '''
        """A module of 3 lines."""
        import numpy as np

        def f(x: float = 2) -> "3":
            """Returns 5 + x."""
            if x > 7:
                raise ValueError(f"{x} > 7")
            return x
    '''
    assert {it.operator for it in mutants(source)} == {"number"}
    assert {it.line for it in mutants(source)} == {5}


def test_changes_that_come_to_the_same_are_one() -> None:
    texts = [it.source for it in mutants("def f(a, b):\n    return (a + b) * (a + b)\n")]
    assert len({ast.dump(ast.parse(text)) for text in texts}) == len(texts)


def test_a_change_in_one_function_keeps_the_ids_of_the_others() -> None:
    def ids(first: str) -> list[str]:
        source = f"def f(a):\n    return {first}\n\ndef g(a):\n    return a + 1\n"
        return [it.id for it in mutants(source) if it.definition == "g"]

    assert ids("a * 2") == ids("a * 2 + a") != []


@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_changes_one_definition_that_a_question_uses(name: str) -> None:
    assignment = load_assignment(read_outline(name))
    reach = Reach(assignment)
    found = list(reach.mutants())
    assert len({it.id for it in found}) == len(found) > 100
    assert len({it.digest for it in found}) == len(found)
    for mutant in found:
        touched = reach.touched(mutant.module, mutant.definition)
        assert touched
        assert set(reach.home(mutant.module, mutant.definition)) <= set(touched)
    originals = {module: source_of(module) for module in {it.module for it in found}}
    for mutant in found[:: len(found) // 25]:
        before = dict(originals[mutant.module].definitions())
        after = dict(Original(mutant.module, mutant.source).definitions())
        changed = [it for it in before if ast.dump(before[it]) != ast.dump(after[it])]
        assert changed == [mutant.definition]


def test_a_helper_is_at_home_wherever_it_is_used(hw0: Assignment) -> None:
    reach = Reach(hw0)
    loss, epoch = "softmax_loss", "softmax_regression_epoch"
    assert reach.home("reference.softmax_loss", "softmax_loss") == (loss,)
    assert reach.touched("reference.softmax_loss", "loss_slope") == (epoch, "nn_epoch")
    assert reach.home("reference.softmax_loss", "loss_slope") == (epoch, "nn_epoch")
