"""Changes of this field: the mistakes that people make when they write numerical code.

An operator is a function of a module and a node that yields what could stand there instead, as
pairs of a place and the text to put there.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator

from grader.audit.mutant import Change, Original, active, is_guard

Place = ast.AST | tuple[int, int]  # a node, or where a stretch of text begins and ends
Edits = Iterator[tuple[Place, str]]

_TWINS = (
    *(("mean", "sum"), ("argmax", "argmin"), ("max", "min"), ("maximum", "minimum")),
    *(("any", "all"), ("floor", "ceil"), ("zeros", "ones"), ("zeros_like", "ones_like")),
)
_OTHER = {one: other for pair in _TWINS for one, other in (pair, pair[::-1])}
_ELEMENTWISE = ("exp", "log", "abs", "sqrt", "tanh", "square", "log1p", "expm1", "sign", "cumsum")
_CLIPPING = ("clip", "maximum", "minimum", "max", "min")
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


def changes(original: Original) -> Iterator[Change]:
    """Every change that one of the operators can make somewhere in the module."""
    for _, definition in original.definitions():
        for node in active(definition):
            for name, operator in _OPERATORS.items():
                for place, text in operator(original, node):
                    span = place if isinstance(place, tuple) else original.span(place)
                    yield Change(name, original.replaced(*span, text))
            for name, source in _of_blocks(original, node):
                yield Change(name, source)


# --- operators on expressions --------------------------------------------------------------------


def _axis(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.keyword) and node.arg == "axis":
        match node.value:
            case ast.Constant(value=int() as axis):
                yield node.value, "0" if axis else "1"
            case ast.UnaryOp():
                yield node.value, "0"


def _transpose(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield node, original.text(node.value)


def _matrix_product(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        left, right = _operand(original, node.left), _operand(original, node.right)
        yield node, f"{right} @ {left}"
        yield node, f"{left}.T @ {right}"
        yield node, f"{left} @ {right}.T"


def _term(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield node, _operand(original, node.left)
        yield node, _operand(original, node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        yield node, f"({original.text(node.right)} - {_operand(original, node.left)})"


def _factor(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        yield node, _operand(original, node.left)
        yield node, _operand(original, node.right)


def _other_name(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Call):
        return
    name = _called(node)
    if name in _OTHER:
        text = original.text(node.func)
        yield node.func, text[: len(text) - len(name)] + _OTHER[name]


def _slice(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Slice):
        return
    for bound in (node.lower, node.upper):
        if bound is not None:
            text = _operand(original, bound)
            yield bound, f"{text} + 1"
            yield bound, f"{text} - 1"


def _range(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Call) and _called(node) == "range":
        for bound in node.args[:2]:
            text = _operand(original, bound)
            yield bound, f"{text} + 1"
            yield bound, f"{text} - 1"


def _size(original: Original, node: ast.AST) -> Edits:
    match node:
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant(value=int() as k)):
            yield node.slice, "0" if k else "1"


def _power(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        yield node, _operand(original, node.left)
    if isinstance(node, ast.Call) and _called(node) in ("sqrt", "square") and len(node.args) == 1:
        yield node, f"({original.text(node.args[0])})"


def _function(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Call) and _called(node) in _ELEMENTWISE and len(node.args) == 1:
        yield node, f"({original.text(node.args[0])})"


def _end(original: Original, node: ast.AST) -> Edits:
    """The first k columns or rows for the last, a reversed order for the one as it comes."""
    match node:
        case ast.Slice(lower=None, upper=ast.expr() as upper, step=None):
            yield node, f"-({original.text(upper)}):"
        case ast.Slice(lower=ast.UnaryOp(op=ast.USub()) as lower, upper=None, step=None):
            yield node, f":{original.text(lower.operand)}"
        case ast.Slice(lower=None, upper=None, step=ast.UnaryOp(op=ast.USub())):
            yield node, ":"


def _clip(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Call) or _called(node) not in _CLIPPING:
        return
    if _called(node) == "clip":
        if isinstance(node.func, ast.Attribute) and len(node.args) == 2:
            yield node, original.text(node.func.value)
        else:
            yield node, f"({original.text(node.args[0])})"
    elif len(node.args) == 2:
        for argument in node.args:
            yield node, f"({original.text(argument)})"


def _arguments(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Call):
        return
    for one, other in itertools.pairwise(node.args):
        if original.text(one) != original.text(other) and not _is_star(one, other):
            start, end = original.span(one)[0], original.span(other)[1]
            between = original.source.encode()[original.span(one)[1] : original.span(other)[0]]
            swapped = original.text(other) + between.decode() + original.text(one)
            yield (start, end), swapped


def _choice(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Call) and _called(node) == "where" and len(node.args) == 3:
        for argument in node.args[1:]:
            yield node, f"({original.text(argument)})"
    if isinstance(node, ast.IfExp):
        yield node, f"({original.text(node.body)})"
        yield node, f"({original.text(node.orelse)})"
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            yield node, f"({original.text(value)})"


def _copy(original: Original, node: ast.AST) -> Edits:
    """Another name for the caller's array instead of a new one."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr == "copy" and not node.args:
        yield node, original.text(node.func.value)
    elif node.func.attr == "array":
        yield node.func, f"{original.text(node.func.value)}.asarray"


_OPERATORS: dict[str, Callable[[Original, ast.AST], Edits]] = {
    "axis": _axis,
    "transpose": _transpose,
    "matrix product": _matrix_product,
    "dropped term": _term,
    "dropped factor": _factor,
    "mean, sum, largest, smallest": _other_name,
    "slice": _slice,
    "range": _range,
    "size": _size,
    "square or root": _power,
    "function left out": _function,
    "wrong end": _end,
    "missing clip": _clip,
    "swapped arguments": _arguments,
    "choice": _choice,
    "copy": _copy,
}


# --- operators on statements ---------------------------------------------------------------------


def _of_blocks(original: Original, node: ast.AST) -> Iterator[tuple[str, str]]:
    """What can be done with the statements inside a function, a loop or a branch."""
    if isinstance(node, ast.FunctionDef):
        yield from _other_sizes(original, node)
    if isinstance(node, ast.ClassDef | ast.Module):
        return
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for statement in block:
                yield from _rebound(original, statement)
                yield from _left_out(original, statement)
            for first, second in itertools.pairwise(block):
                yield from _in_other_order(original, first, second)


def _rebound(original: Original, node: ast.stmt) -> Iterator[tuple[str, str]]:
    """`x -= step` makes no new array, `x = x - step` does: the caller's stays as it was."""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name | ast.Attribute):
        name, value = original.text(node.target), _operand(original, node.value)
        sign = original.text(node)[len(name) :].lstrip().partition("=")[0]
        yield (
            "rebinding",
            original.replaced(*original.span(node), f"{name} = {name} {sign} {value}"),
        )
        yield "step", original.replaced(*original.span(node), f"{name} = {value}")
        for one, other in (("+", "-"), ("-", "+"), ("*", "/"), ("/", "*")):
            if sign == one:
                text = f"{name} {other}= {value}"
                yield "step", original.replaced(*original.span(node), text)
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(left=ast.Name(id=left))):
            assert isinstance(node.value, ast.BinOp)
            joined = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}.get(
                type(node.value.op)
            )
            if name == left and joined:
                text = f"{name} {joined}= {original.text(node.value.right)}"
                yield "rebinding", original.replaced(*original.span(node), text)


def _left_out(original: Original, node: ast.stmt) -> Iterator[tuple[str, str]]:
    if is_guard(node):
        return
    if isinstance(node, ast.AugAssign | ast.Assign | ast.If | ast.For | ast.While) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ):
        yield "statement left out", original.replaced(*original.span(node), "pass")


def _in_other_order(
    original: Original, first: ast.stmt, second: ast.stmt
) -> Iterator[tuple[str, str]]:
    """The second before the first: it works with what was there before."""
    if isinstance(second, ast.Return) or not (_bound(first) & _read(second)):
        return
    start, end = original.span(first)[0], original.span(second)[1]
    indent = "\n" + " " * first.col_offset
    swapped = original.text(second) + indent + original.text(first)
    yield "stale variable", original.replaced(start, end, swapped)


def _other_sizes(original: Original, function: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """The size of one thing for that of another: the batch and the data, rows and labels."""
    nodes = list(active(function))
    sized = [node for node in nodes if isinstance(node, ast.Call) and _called(node) == "len"]
    named = {original.text(node.args[0]) for node in sized if node.args}
    parameters = function.args.args[:1] if function.args.args[:1] else []
    named |= {argument.arg for argument in parameters if argument.arg != "self"}
    for node in sized:
        for name in sorted(named - {original.text(node.args[0])}):
            yield "size", original.replaced(*original.span(node), f"len({name})")


def _bound(node: ast.stmt) -> set[str]:
    """Names that a statement gives a value, as far as they may have had one before."""
    return {it.id for it in ast.walk(node) if isinstance(it, ast.Name) and _is_store(it)}


def _read(node: ast.stmt) -> set[str]:
    return {it.id for it in ast.walk(node) if isinstance(it, ast.Name) and not _is_store(it)}


def _is_store(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


# --- what several need ---------------------------------------------------------------------------


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _operand(original: Original, node: ast.expr) -> str:
    """An expression as it can stand beside an operator."""
    text = original.text(node)
    return text if isinstance(node, _ATOMS) else f"({text})"


def _is_star(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.Starred) for node in nodes)
