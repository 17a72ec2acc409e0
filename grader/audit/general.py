"""Changes that fit any Python code, made by the operators of Cosmic Ray.

It knows many more: those that are left out turn arithmetic into something that raises on every
array (`+` to `<<`), and a mutant that crashes at once says nothing about the checks.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from grader.audit.mutant import Change, Original
from grader.errors import UsageError

_ARITHMETIC = (
    *("Add_Sub", "Sub_Add", "Mul_Div", "Div_Mul", "FloorDiv_Div", "Pow_Mul", "Mul_Pow"),
    *("Mod_FloorDiv", "BitAnd_BitOr", "BitOr_BitAnd", "Add_Mul", "Mul_Add"),
)
_COMPARISONS = ("Lt", "LtE", "Gt", "GtE", "Eq", "NotEq")


def changes(original: Original) -> Iterator[Change]:
    """Every change that one of the operators can make somewhere in the module."""
    mutate, trees = _library("mutating").mutate_code, _library("ast")
    nodes = list(trees.ast_nodes(trees.get_ast(original.source)))
    for name, operator in _operators():
        count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        for occurrence in range(count):
            yield Change(name, mutate(original.source, operator, occurrence))


def _operators() -> Iterator[tuple[str, Any]]:
    arithmetic = _library("operators.binary_operator_replacement")
    for pair in _ARITHMETIC:
        yield "arithmetic", getattr(arithmetic, f"ReplaceBinaryOperator_{pair}")()
    comparison = _library("operators.comparison_operator_replacement")
    pairs = [(a, b) for a in _COMPARISONS for b in _COMPARISONS if a != b]
    for a, b in [*pairs, ("Is", "IsNot"), ("IsNot", "Is")]:
        yield "comparison", getattr(comparison, f"ReplaceComparisonOperator_{a}_{b}")()
    unary = _library("operators.unary_operator_replacement")
    for suffix in ("Delete_USub", "Delete_Invert", "Delete_Not"):
        yield "sign or not", getattr(unary, f"ReplaceUnaryOperator_{suffix}")()
    boolean = _library("operators.boolean_replacer")
    for kind in ("TrueWithFalse", "FalseWithTrue", "AndWithOr", "OrWithAnd"):
        yield "boolean", getattr(boolean, f"Replace{kind}")()
    yield "condition", boolean.AddNot()
    yield "number", _library("operators.number_replacer").NumberReplacer()
    loops = _library("operators.break_continue")
    yield "loop", loops.ReplaceBreakWithContinue()
    yield "loop", loops.ReplaceContinueWithBreak()
    yield "loop", _library("operators.zero_iteration_for_loop").ZeroIterationForLoop()


def _library(name: str) -> Any:
    try:
        return importlib.import_module(f"cosmic_ray.{name}")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("cosmic_ray"):
            raise
        raise UsageError(
            "the audit needs Cosmic Ray: pip install -e '.[audit]', in the checkout"
        ) from None
