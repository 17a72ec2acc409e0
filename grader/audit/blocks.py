"""Changes of statements: what is done in place, in which order, over how many rows."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from grader.audit.mutant import Change, Original, active, called, is_guard

_OTHER_SIGN = {"+": "-", "-": "+", "*": "/", "/": "*"}
_SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_APART = 3  # statements that change places stand so close together


def changes(original: Original, node: ast.AST) -> Iterator[Change]:
    """What can be done with the statements inside a function, a loop or a branch."""
    if isinstance(node, ast.FunctionDef):
        yield from _other_sizes(original, node)
        yield from _spoiled(original, node)
    if isinstance(node, ast.ClassDef | ast.Module):
        return
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for statement in block:
                yield from _rebound(original, statement)
                yield from _left_out(original, statement)
            for first, second in itertools.pairwise(block):
                yield from _too_soon(original, first, second)
            for place in range(len(block)):
                yield from _too_late(original, block[place : place + 1 + _APART])


def _rebound(original: Original, node: ast.stmt) -> Iterator[Change]:
    """`x -= step` makes no new array, `x = x - step` does: the caller's stays as it was."""
    if isinstance(node, ast.AugAssign):
        name, value = original.text(node.target), original.operand(node.value)
        sign = original.text(node)[len(name) :].lstrip().partition("=")[0]
        if not isinstance(node.target, ast.Subscript):
            text = f"{name} = {name} {sign} {value}"
            yield Change("rebinding", original.replaced(*original.span(node), text))
        yield Change("step", original.replaced(*original.span(node), f"{name} = {value}"))
        if sign in _OTHER_SIGN:
            text = f"{name} {_OTHER_SIGN[sign]}= {value}"
            yield Change("step", original.replaced(*original.span(node), text))
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=left), op=operator, right=right),
        ):
            if name == left and type(operator) in _SIGNS:
                text = f"{name} {_SIGNS[type(operator)]}= {original.text(right)}"
                yield Change("rebinding", original.replaced(*original.span(node), text))


def _spoiled(original: Original, function: ast.FunctionDef) -> Iterator[Change]:
    """`centred = X - mean` done in the caller's own array: `X -= mean`."""
    given = {argument.arg for argument in function.args.args}
    for node in active(function):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(left=ast.Name(id=left), op=operator, right=right),
            ):
                if left in given and name != left and type(operator) in _SIGNS:
                    indent = "\n" + " " * node.col_offset
                    text = f"{left} {_SIGNS[type(operator)]}= {original.text(right)}"
                    text += f"{indent}{name} = {left}"
                    source = original.replaced(*original.span(node), text)
                    yield Change("argument changed", source)


def _left_out(original: Original, node: ast.stmt) -> Iterator[Change]:
    if is_guard(node):
        return
    if isinstance(node, ast.AugAssign | ast.Assign | ast.If | ast.For | ast.While) or (
        isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    ):
        yield Change("statement left out", original.replaced(*original.span(node), "pass"))


def _too_soon(original: Original, first: ast.stmt, second: ast.stmt) -> Iterator[Change]:
    """The second before the first: it works with what was there before."""
    if isinstance(second, ast.Return) or not (_bound(first) & _read(second)):
        return
    yield Change("stale variable", _moved(original, [first, second]))


def _too_late(original: Original, block: Sequence[ast.stmt]) -> Iterator[Change]:
    """The first after a later one that changes what it works with, as far as nobody misses it."""
    first = block[0]
    for place, later in enumerate(block[1:], 1):
        if isinstance(later, ast.Return) or _bound(first) & (_read(later) | _bound(later)):
            return
        if _bound(later) & _read(first):
            yield Change("stale variable", _moved(original, block[: place + 1]))


def _moved(original: Original, block: Sequence[ast.stmt]) -> str:
    """The module with the first of these statements behind the last."""
    first, rest = block[0], block[1:]
    indent = "\n" + " " * first.col_offset
    followers = original.between(original.span(rest[0])[0], original.span(rest[-1])[1])
    start, end = original.span(first)[0], original.span(rest[-1])[1]
    return original.replaced(start, end, followers + indent + original.text(first))


def _other_sizes(original: Original, function: ast.FunctionDef) -> Iterator[Change]:
    """The size of one thing for that of another: the batch and the data, rows and labels.

    Also that of a whole batch for that of the last one, and what is left after whole ones.
    """
    nodes = list(active(function))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    sized = [node for node in calls if called(node) == "len"]
    strides = [
        (node.args[1], original.operand(node.args[2]))
        for node in calls
        if called(node) == "range" and len(node.args) == 3
    ]
    for stop, stride in strides:
        text = f"{original.operand(stop)} // {stride} * {stride}"
        yield Change("size", original.replaced(*original.span(stop), text))
    named = {f"len({original.text(node.args[0])})" for node in sized if node.args}
    parameters = [it.arg for it in function.args.args[:1] if it.arg != "self"]
    named |= {f"len({name})" for name in parameters} | {stride for _, stride in strides}
    for node in sized:
        for text in sorted(named - {original.text(node)}):
            yield Change("size", original.replaced(*original.span(node), text))


def _bound(node: ast.stmt) -> set[str]:
    """Names that a statement gives a value or, by an index, other entries."""
    found = set()
    for it in ast.walk(node):
        if isinstance(it, ast.Name | ast.Subscript) and isinstance(it.ctx, ast.Store):
            target = it.value if isinstance(it, ast.Subscript) else it
            found |= {target.id} if isinstance(target, ast.Name) else set()
    return found


def _read(node: ast.stmt) -> set[str]:
    """Names whose values a statement works with; `x -= 1` works with x."""
    found = set()
    for it in ast.walk(node):
        target = it.target if isinstance(it, ast.AugAssign) else it
        if isinstance(target, ast.Name) and (target is not it or isinstance(it.ctx, ast.Load)):
            found.add(target.id)
    return found
