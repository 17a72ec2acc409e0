"""A mutant: the reference with one change in one place."""

from __future__ import annotations

import ast
import difflib
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

# What is written here takes no part in what a function does.
_SILENT = (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert)
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One module of the reference with one change."""

    id: str  # the same as long as the definition around the change stays the same
    module: str
    definition: str  # the function or class at the top of the module
    line: int
    operator: str
    source: str  # the whole module
    diff: str  # the lines that differ, with - and + before them

    @property
    def digest(self) -> str:
        """What tells one mutant from another."""
        text = f"{self.module}\n{self.source}"
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Change:
    """The text of a module after a change, and what kind of change it was."""

    operator: str
    source: str


class Original:
    """A module of the reference, as text and as a tree."""

    def __init__(self, module: str, source: str) -> None:
        self.module = module
        self.source = source
        self.tree = ast.parse(source)
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line.encode()))
        self._bytes = source.encode()

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        assert isinstance(node, ast.expr | ast.stmt | ast.keyword)
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> str:
        """What is written there."""
        return self.between(*self.span(node))

    def between(self, start: int, end: int) -> str:
        """What is written between two places."""
        return self._bytes[start:end].decode()

    def operand(self, node: ast.expr) -> str:
        """An expression as it can stand beside an operator."""
        text = self.text(node)
        return text if isinstance(node, _ATOMS) else f"({text})"

    def replaced(self, start: int, end: int, text: str) -> str:
        """The module with something else between two places."""
        return (self._bytes[:start] + text.encode() + self._bytes[end:]).decode()

    def definitions(self) -> Iterator[tuple[str, ast.stmt]]:
        """The statements at the top that define something, by the names that they define."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, node
            elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        yield target.id, node


def active(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, without docstrings, annotations, imports and guards."""
    if isinstance(node, _SILENT) or is_guard(node):
        return
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield from active(child)


def is_guard(node: ast.AST) -> bool:
    """Whether it only refuses what no homework asks for, such as a broken file."""
    return (
        isinstance(node, ast.If)
        and not node.orelse
        and all(isinstance(statement, ast.Raise) for statement in node.body)
    )


def called(node: ast.AST) -> str:
    """The name of what is called, without what it belongs to; empty if nothing is."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def meaning(definition: ast.stmt) -> str:
    """What a definition does, as text: layout, comments and annotations have no part in it."""
    return "\n".join(_parts(definition))


def _parts(node: ast.AST) -> Iterator[str]:
    for it in active(node):
        plain = [
            f"{field}={value!r}"
            for field, value in ast.iter_fields(it)
            if not isinstance(value, ast.AST | list)
        ]
        sizes = [str(len(value)) for _, value in ast.iter_fields(it) if isinstance(value, list)]
        yield f"{type(it).__name__} {' '.join(plain)} {' '.join(sizes)}"


def mutants_of(
    original: Original, changes: Iterable[Change], wanted: Iterable[str]
) -> Iterator[Mutant]:
    """Of these changes one each of those that mean something, in the definitions wanted.

    Each changes one definition; several that come to the same are one.
    """
    chosen = set(wanted)
    before = {name: (node, meaning(node)) for name, node in original.definitions()}
    known = {text for _, text in before.values()}
    counts: dict[tuple[str, str], int] = {}
    for change in changes:
        try:
            tree = Original(original.module, change.source)
        except SyntaxError:
            continue
        after = {name: meaning(node) for name, node in tree.definitions()}
        if after.keys() != before.keys():
            continue
        changed = [name for name, text in after.items() if text != before[name][1]]
        if len(changed) != 1 or changed[0] not in chosen or after[changed[0]] in known:
            continue
        (name,) = changed
        known.add(after[name])
        count = counts[name, change.operator] = counts.get((name, change.operator), 0) + 1
        line, diff = _difference(original.source, change.source)
        yield Mutant(
            id=f"{original.module.rpartition('.')[2]}.{name}:{change.operator}:{count}",
            module=original.module,
            definition=name,
            line=line,
            operator=change.operator,
            source=change.source,
            diff=diff,
        )


def _difference(before: str, after: str) -> tuple[int, str]:
    """The first line that differs, and those that do, with what stands between them."""
    old, new = before.splitlines(), after.splitlines()
    lines, first = list[str](), 0
    for tag, start, stop, from_, to in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if tag == "equal":
            if first and stop < len(old):
                lines += [f" {line}" for line in old[start:stop]]
            continue
        first = first or start + 1
        lines += [f"-{line}" for line in old[start:stop]]
        lines += [f"+{line}" for line in new[from_:to]]
    return first, "\n".join(lines)
