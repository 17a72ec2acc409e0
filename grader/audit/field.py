"""Changes of this field: the mistakes that people make when they write numerical code.

An operator is a function of a module and a node that yields what could stand there instead, as
pairs of a place and the text to put there. Those here are about expressions, blocks.py has those
about statements.
"""

from __future__ import annotations

import ast
import builtins
import itertools
from collections.abc import Callable, Iterator

from grader.audit import blocks
from grader.audit.mutant import Change, Original, active, called

Place = ast.AST | tuple[int, int]  # a node, or where a stretch of text begins and ends
Edits = Iterator[tuple[Place, str]]

_TWINS = (
    *(("mean", "sum"), ("argmax", "argmin"), ("max", "min"), ("maximum", "minimum")),
    *(("any", "all"), ("floor", "ceil"), ("zeros", "ones"), ("zeros_like", "ones_like")),
)
_OTHER = {one: other for pair in _TWINS for one, other in (pair, pair[::-1])}
_ELEMENTWISE = ("exp", "log", "abs", "sqrt", "tanh", "square", "log1p", "expm1", "sign", "cumsum")
_ORDERING = ("reversed", "sorted")
_ROOTS = ("sqrt", "square")
_CLIPPING = ("clip", "maximum", "minimum", "max", "min")


def changes(original: Original) -> Iterator[Change]:
    """Every change that one of the operators can make somewhere in the module."""
    for _, definition in original.definitions():
        for node in active(definition):
            for name, operator in _OPERATORS.items():
                for place, text in operator(original, node):
                    span = place if isinstance(place, tuple) else original.span(place)
                    yield Change(name, original.replaced(*span, text))
            yield from blocks.changes(original, node)


# --- operators on expressions --------------------------------------------------------------------


def _axis(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.keyword) and node.arg == "axis":
        match node.value:
            case ast.Constant(value=int() as axis):
                yield node.value, "0" if axis else "1"
                if axis > 1:
                    yield node.value, str(axis - 1)
            case ast.UnaryOp():
                yield node.value, "0"


def _transpose(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Attribute) and node.attr == "T":
        yield node, original.text(node.value)


def _matrix_product(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        left, right = original.operand(node.left), original.operand(node.right)
        yield node, f"{right} @ {left}"
        yield node, f"{left}.T @ {right}"
        yield node, f"{left} @ {right}.T"


def _term(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(
        node.op, ast.Add | ast.Sub | ast.BitAnd | ast.BitOr
    ):
        yield node, original.operand(node.left)
        yield node, original.operand(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        yield node, f"({original.text(node.right)} - {original.operand(node.left)})"


def _factor(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
        yield node, original.operand(node.left)
        yield node, original.operand(node.right)


def _other_name(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Call):
        return
    name = called(node)
    if name in _OTHER:
        text = original.text(node.func)
        yield node.func, text[: len(text) - len(name)] + _OTHER[name]


def _slice(original: Original, node: ast.AST) -> Edits:
    bounds: list[ast.expr | None] = []
    if isinstance(node, ast.Slice):
        bounds = [node.lower, node.upper]
    elif isinstance(node, ast.Call) and called(node) == "slice":
        bounds = [*node.args[:2]]
    for bound in bounds:
        if bound is not None:
            text = original.operand(bound)
            yield bound, f"{text} + 1"
            yield bound, f"{text} - 1"


def _range(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Call) and called(node) == "range":
        for bound in node.args[:2]:
            text = original.operand(bound)
            yield bound, f"{text} + 1"
            yield bound, f"{text} - 1"


def _size(original: Original, node: ast.AST) -> Edits:
    match node:
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant(value=int() as k)):
            yield node.slice, "0" if k else "1"


def _power(original: Original, node: ast.AST) -> Edits:
    """A square or a root that is forgotten, or one too many."""
    text = original.text(node) if isinstance(node, ast.expr) else ""
    match node:
        case ast.BinOp(op=ast.Pow()):
            yield node, original.operand(node.left)
        case ast.BinOp(op=ast.MatMult()) if original.text(node.left) == original.text(node.right):
            yield node, f"({text}) ** 0.5"
        case ast.Call(args=[ast.expr() as only], keywords=[]) if called(node) in _ROOTS:
            yield node, f"({original.text(only)})"
        case ast.Call() if called(node) == "norm":
            yield node, f"({text}) ** 2"
        case ast.Call(args=[ast.BinOp(op=ast.Pow()), *_]) if called(node) == "sum":
            yield node, f"({text}) ** 0.5"


def _function(original: Original, node: ast.AST) -> Edits:
    """A function of one argument: NumPy's, one that puts in order, one of the reference's own."""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return
    name = called(node)
    own = isinstance(node.func, ast.Name) and name.islower() and not hasattr(builtins, name)
    if name in (*_ELEMENTWISE, *_ORDERING) or own:
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
        case ast.Call(args=[ast.expr() as matrix, *_], keywords=keywords):
            for keyword in keywords:
                match keyword:
                    case ast.keyword(arg="subset_by_index", value=ast.List(elts=[first, last])):
                        end = f"len({original.text(matrix)}) - 1"
                        ends = [f"{end} - {original.operand(it)}" for it in (last, first)]
                        yield keyword.value, f"[{', '.join(ends)}]"


def _clip(original: Original, node: ast.AST) -> Edits:
    if not isinstance(node, ast.Call) or called(node) not in _CLIPPING:
        return
    if called(node) == "clip":
        if isinstance(node.func, ast.Attribute) and len(node.args) == 2:
            yield node, original.text(node.func.value)
        else:
            yield node, f"({original.text(node.args[0])})"
    elif len(node.args) == 2:
        for argument in node.args:
            yield node, f"({original.text(argument)})"
    elif len(node.args) > 2:
        for argument in node.args:
            kept = [original.text(other) for other in node.args if other is not argument]
            yield node, f"{original.text(node.func)}({', '.join(kept)})"


def _arguments(original: Original, node: ast.AST) -> Edits:
    """Neighbours that change places: arguments, results, the names that results are given."""
    match node:
        case ast.Call(args=parts):
            pass
        case ast.Return(value=ast.Tuple(elts=parts)) | ast.Assign(targets=[ast.Tuple(elts=parts)]):
            pass
        case _:
            return
    for one, other in itertools.pairwise(parts):
        if original.text(one) != original.text(other) and not _is_star(one, other):
            start, end = original.span(one)[0], original.span(other)[1]
            between = original.source.encode()[original.span(one)[1] : original.span(other)[0]]
            swapped = original.text(other) + between.decode() + original.text(one)
            yield (start, end), swapped


def _left_to_default(original: Original, node: ast.AST) -> Edits:
    """An argument that is not passed on: one with a name, or a last one that has a default."""
    if not isinstance(node, ast.Call):
        return
    passed = [original.text(it) for it in node.args]
    named = [f"{it.arg}={original.text(it.value)}" for it in node.keywords if it.arg]
    if len(named) < len(node.keywords):
        return
    for left_out in named:
        others = [*passed, *(it for it in named if it != left_out)]
        yield node, f"{original.text(node.func)}({', '.join(others)})"
    for definition in original.tree.body:
        if isinstance(definition, ast.FunctionDef) and definition.name == called(node):
            needed = len(definition.args.args) - len(definition.args.defaults)
            if len(passed) > needed:
                yield node, f"{original.text(node.func)}({', '.join([*passed[:-1], *named])})"


def _choice(original: Original, node: ast.AST) -> Edits:
    if isinstance(node, ast.Call) and called(node) == "where" and len(node.args) == 3:
        for argument in node.args[1:]:
            yield node, f"({original.text(argument)})"
    if isinstance(node, ast.IfExp):
        yield node, f"({original.text(node.body)})"
        yield node, f"({original.text(node.orelse)})"
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            yield node, f"({original.text(value)})"
    if isinstance(node, ast.comprehension) and node.ifs:
        yield (original.span(node.iter)[1], original.span(node.ifs[-1])[1]), ""


def _copy(original: Original, node: ast.AST) -> Edits:
    """Another name for the caller's array instead of a new one."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    if node.func.attr == "copy" and not node.args:
        yield node, original.text(node.func.value)
    elif node.func.attr == "array":
        yield node.func, f"{original.text(node.func.value)}.asarray"


def _index(original: Original, node: ast.AST) -> Edits:
    """An array without its index, an index that is taken for the entry, one index twice."""
    match node:
        case ast.Subscript(ctx=ast.Load(), value=ast.Name() | ast.Attribute(), slice=index):
            if isinstance(index, ast.Name | ast.Call | ast.Compare):
                yield node, f"({original.text(node.value)})"
                yield node, f"({original.text(index)})"
            match index:
                case ast.Tuple(elts=[ast.Name(id=one), ast.Name(id=other)]) if one != other:
                    yield index, f"{one}, {one}"
                    yield index, f"{other}, {other}"


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
    "left to its default": _left_to_default,
    "index": _index,
    "choice": _choice,
    "copy": _copy,
}


def _is_star(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.Starred) for node in nodes)
