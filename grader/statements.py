"""What the statements of a module define, mention and do, read off its source.

Nothing is run. Where it can't be told what a statement does, more is said of it rather than less:
scopes are not told apart, so a local name that is also one of the module counts as that.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Chain: TypeAlias = tuple[str, ...]  # `cases.small.rows` in parts
# How much of a value can be changed: nothing; by an attribute of it; only what it holds; anything.
Nature = Literal["constant", "definition", "flat", "object"]
NATURES: tuple[Nature, ...] = ("constant", "definition", "flat", "object")
# What is done with a name: it is compared with something, an entry is read or set, or anything.
Use = Literal["compared", "read", "filled", "used"]

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_HOOKS = ("__init_subclass__", "__set_name__", "__prepare__", "metaclass")
_RUNNING = ("eval", "exec")
_BY_NAME = ("getattr", "attrgetter", "methodcaller", "__getattr__", "__getattribute__", *_RUNNING)
_FORWARDING = ("__getattr__", "__getattribute__")
_READING = ("get", "items", "keys", "values", "index", "count", "copy")
_SETTING = ("setattr", "delattr")
_OWN_NAMES = ("globals", "locals", "vars")
_ALL_SETTING = tuple((name,) for name in _SETTING)
_ALL_OWN = tuple((name,) for name in _OWN_NAMES)
_LOOKING = (
    *("len", "sorted", "tuple", "list", "dict", "set", "frozenset", "zip", "enumerate"),
    *("min", "max", "sum", "any", "all", "range", "isinstance", "repr", "str"),
)


@dataclass(frozen=True, slots=True)
class Import:
    """One name of an import statement."""

    bound: str  # "*" for a star
    module: str
    name: str  # "" where the module itself is imported
    later: bool  # not when its module is imported, but when a function is called
    in_class: bool = False  # so that others can ask the class for it


@dataclass(frozen=True, slots=True)
class Mention:
    """A name, or a dotted one, somewhere in a statement."""

    chain: Chain
    use: Use
    later: bool
    called: bool  # it takes part in a call
    argument: str | None = None  # the first argument, if this is called with a literal string


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """One statement at the top of a module; of an import one name."""

    module: str
    place: int
    text: str
    binds: frozenset[str]
    nature: Nature
    is_import: bool
    is_loose: bool  # it may do anything, beyond defining its names
    acts_on: tuple[Chain, ...]  # what it calls for the effect, or changes, when it is imported
    has_hooks: bool
    imports: tuple[Import, ...]
    mentions: tuple[Mention, ...]
    names: frozenset[str]  # those of attributes, and those that strings consist of
    asks_by_name: bool  # for an attribute whose name is not written there


@dataclass(frozen=True, slots=True)
class Module:
    """The statements of a module, and those that define each of its names."""

    name: str
    is_package: bool
    statements: tuple[Statement, ...] = ()

    def defining(self, name: str) -> list[Statement]:
        """The statements that define that name, or may."""
        return _index(self).get(name, [])


@functools.lru_cache(maxsize=512)
def _index(module: Module) -> dict[str, list[Statement]]:
    index: dict[str, list[Statement]] = {}
    for statement in module.statements:
        for name in statement.binds:
            index.setdefault(name, []).append(statement)
    return index


@functools.lru_cache(maxsize=256)
def read(source: str, name: str, *, is_package: bool) -> Module:
    """A module by its source; what is no Python is one statement that may do anything."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        body = ast.parse(f"eval({source!r})").body
    statements: list[Statement] = []
    for node in _flat(body):
        reader = _Reader(name, is_package)
        reader.visit(node)
        statements.append(reader.statement(node, len(statements)))
    return Module(name, is_package, tuple(statements))


def _flat(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """Each import by itself, and nothing that only type checkers see."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (ast.Import([alias]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (ast.ImportFrom(node.module, [it], node.level) for it in node.names)
        elif _is_for_type_checkers(node):
            assert isinstance(node, ast.If)
            yield from _flat(node.orelse)
        else:
            yield node


def _is_for_type_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in (
        "TYPE_CHECKING",
        "typing.TYPE_CHECKING",
    )


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement does nothing but define names, as far as its form tells."""
    if isinstance(node, ast.ImportFrom):
        return node.module != "__future__" and node.names[0].name != "*"
    targets: Sequence[ast.expr] = ()
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    elif not isinstance(node, (*_DEFINITIONS, ast.Import, ast.Pass)):
        return _is_docstring(node)
    parts = [part for target in targets for part in ast.walk(target)]
    return not any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts)


def _nature(node: ast.stmt) -> Nature:
    if isinstance(node, _DEFINITIONS):
        return "definition"
    if _is_docstring(node):
        return "constant"
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return "object"
    value = node.value
    if value is None or _is_constant(value):
        return "constant"
    entries: list[ast.expr | None] = [value]
    if isinstance(value, ast.List | ast.Set):
        entries = [*value.elts]
    elif isinstance(value, ast.Dict):
        entries = [*value.keys, *value.values]
    # Into an empty one anything may be put.
    flat = bool(entries) and all(it is not None and _is_constant(it) for it in entries)
    return "flat" if flat else "object"


def _is_constant(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(_is_constant, value.elts))
    if isinstance(value, ast.UnaryOp):
        return _is_constant(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_constant(value.left) and _is_constant(value.right)
    return isinstance(value, ast.Constant)


def _is_set(node: ast.Name, name: str) -> bool:
    return node.id == name and not isinstance(node.ctx, ast.Load)


def chain_of(node: ast.expr) -> Chain | None:
    """The parts of a dotted name; None for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return (node.id, *reversed(parts)) if isinstance(node, ast.Name) else None


class _Reader(ast.NodeVisitor):
    """Takes notes of one statement."""

    def __init__(self, module: str, is_package: bool) -> None:
        self._module = module
        self._package = module if is_package else module.rpartition(".")[0]
        self._later = False
        self._called = False
        self._inner = False  # in a function or a class, whose names are not the module's
        self._in_class = False
        self._forwarded = ""  # what `__getattr__` is asked for: that is written elsewhere
        self._binds: set[str] = set()
        self._names: set[str] = set()
        self._imports: list[Import] = []
        self._mentions: set[Mention] = set()
        self._acts_on: list[Chain] = []
        self._asks_by_name = False
        self._has_hooks = False

    def statement(self, node: ast.stmt, place: int) -> Statement:
        """What was noted."""
        return Statement(
            module=self._module,
            place=place,
            text=ast.unparse(node),
            binds=frozenset({"__doc__"} if _is_docstring(node) else self._binds),
            nature=_nature(node),
            is_import=isinstance(node, ast.Import | ast.ImportFrom),
            is_loose=not _is_plain(node),
            acts_on=tuple(self._acts_on),
            has_hooks=self._has_hooks,
            imports=tuple(self._imports),
            mentions=tuple(sorted(self._mentions, key=repr)),
            names=frozenset(self._names),
            asks_by_name=self._asks_by_name,
        )

    # --- definitions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Only the body waits for a call: decorators and defaults do not."""
        self._define(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        """As for any function."""
        self._define(node)

    def _define(self, node: _Function) -> None:
        self._bind(node.name)
        self._has_hooks |= node.name in _HOOKS
        with self._set(_called=True):
            self._visit_all(node.decorator_list)
        self.visit(node.args)
        if node.returns is not None:
            self.visit(node.returns)
        names = [argument.arg for argument in node.args.args]
        forwarded = names[-1] if node.name in _FORWARDING and names else self._forwarded
        if any(isinstance(it, ast.Name) and _is_set(it, forwarded) for it in ast.walk(node)):
            forwarded = ""
        with self._set(_later=True, _inner=True, _forwarded=forwarded):
            self._visit_all(node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """As for any function; one that is handed to a call may run at once."""
        self.visit(node.args)
        with self._set(_later=self._later or not self._called, _inner=True):
            self.visit(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """The body of a class runs where it is written."""
        self._bind(node.name)
        self._has_hooks |= any(keyword.arg == "metaclass" for keyword in node.keywords)
        with self._set(_called=True):
            self._visit_all(node.decorator_list)
        self._visit_all([*node.bases, *node.keywords])
        with self._set(_inner=True, _in_class=True):
            self._visit_all(node.body)

    def visit_Import(self, node: ast.Import) -> None:
        """`import a.b` defines `a`."""
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._bind(bound)
            if not alias.asname and "." in alias.name:
                self._imports.append(Import("", alias.name, "", self._later))
            origin = alias.name if alias.asname else bound
            self._imports.append(Import(bound, origin, "", self._later, self._in_class))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Relative ones are named in full."""
        origin = node.module or ""
        if node.level:
            parts = self._package.split(".")
            above = parts[: len(parts) - node.level + 1]
            origin = ".".join([*above, *filter(None, [origin])])
        for alias in node.names:
            bound = alias.asname or alias.name
            self._bind(bound)
            self._imports.append(Import(bound, origin, alias.name, self._later, self._in_class))
            self._asks_by_name |= alias.name in _BY_NAME and bound != alias.name

    def visit_If(self, node: ast.If) -> None:
        """What only type checkers see does nothing."""
        if _is_for_type_checkers(node):
            self._visit_all(node.orelse)
        else:
            self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        """A function that defines a name of the module takes part in it."""
        self._binds |= set(node.names)
        for name in node.names:
            self._note((name,), "used")

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """`except Error as error`."""
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        """`case [1, *_] as found`."""
        self._bind(node.name)
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        """`case [first, *others]`."""
        self._bind(node.name)

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        """`case {"a": 1, **others}`."""
        self._bind(node.rest)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        """`case Point(x=0)` reads an attribute."""
        self._names |= set(node.kwd_attrs)
        self.generic_visit(node)

    def _bind(self, name: str | None) -> None:
        if name and not self._inner:
            self._binds.add(name)

    # --- mentions

    def visit_Name(self, node: ast.Name) -> None:
        """A name by itself."""
        self._mention(node, "used")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """A dotted name, or an attribute of what some expression gives."""
        self._mention(node, "used")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        """Reading an entry leaves the rest as it is; setting one says nothing about others."""
        use: Use = "read" if isinstance(node.ctx, ast.Load) else "filled"
        mine = node.value
        if isinstance(mine, ast.Call) and chain_of(mine.func) in _ALL_OWN and not mine.args:
            mine = mine.func
        self._mention(mine, use if mine is node.value or use == "filled" else "used")
        self._store(node)
        self.visit(node.slice)

    def visit_Compare(self, node: ast.Compare) -> None:
        """`name in TABLE` changes nothing."""
        for part in (node.left, *node.comparators):
            self._mention(part, "compared")

    def visit_For(self, node: ast.For) -> None:
        """To go through something is to read it."""
        self._mention(node.iter, "read")
        self._visit_all([node.target, *node.body, *node.orelse])

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """As for a loop."""
        self._mention(node.iter, "read")
        self._visit_all([node.target, *node.ifs])

    def visit_Call(self, node: ast.Call) -> None:
        """What takes part in a call may be changed by it."""
        chain = chain_of(node.func) or ()
        first = node.args[0] if node.args else None
        written = first.value if isinstance(first, ast.Constant) else None
        with self._set(_called=True):
            use: Use = "read" if len(chain) > 1 and chain[-1] in _READING else "used"
            argument = written if isinstance(written, str) else None
            if chain != ("vars",) or first is None:  # `vars(it)` is what `it` has
                self._mention(node.func, use, argument, is_function=True)
            use = "read" if len(chain) == 1 and chain[0] in _LOOKING else "used"
            for given in (*node.args, *(keyword.value for keyword in node.keywords)):
                self._mention(given, use)
            changed = chain_of(first) if first and chain[-1:] in _ALL_SETTING else None
            if changed:
                self._note((*changed, "*"), "used")
        called = node.func.attr if isinstance(node.func, ast.Attribute) else "".join(chain)
        self._asks_by_name |= called in _BY_NAME and not self._is_written(called, node.args)

    def _is_written(self, called: str, given: list[ast.expr]) -> bool:
        """Whether the name of the attribute stands there, or where this is forwarded from."""
        named = given[1:2] if called == "getattr" else given
        return (
            called not in _RUNNING
            and bool(named)
            and all(
                isinstance(name, ast.Constant)
                or (isinstance(name, ast.Name) and name.id == self._forwarded)
                for name in named
            )
        )

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call by itself is made for what it does."""
        if isinstance(node.value, ast.Call) and not self._later:
            self._acts_on.append(chain_of(node.value.func) or ())
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """`"mlp.ReLU"` may be used to ask for an attribute."""
        if isinstance(node.value, str):
            parts = [part for part in node.value.split(".") if part]
            if all(part.isidentifier() for part in parts):
                self._names |= set(parts)

    def _mention(
        self, node: ast.expr, use: Use, argument: str | None = None, *, is_function: bool = False
    ) -> None:
        chain = chain_of(node)
        last = node.attr if isinstance(node, ast.Attribute) else chain[-1] if chain else ""
        self._asks_by_name |= last in _BY_NAME and not is_function
        if isinstance(node, ast.Attribute):
            self._names.add(node.attr)
            self._store(node)
        if chain is not None:
            self._names |= set(chain[1:])
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self._bind(node.id)
            self._note(chain, use, argument)
        else:
            self.visit(node.value if isinstance(node, ast.Attribute) else node)

    def _store(self, node: ast.Attribute | ast.Subscript) -> None:
        """`np.seterr = quiet` and `os.environ["A"] = "b"` change what is everybody's."""
        if not isinstance(node.ctx, ast.Load) and not self._later:
            inner: ast.expr = node
            while isinstance(inner, ast.Attribute | ast.Subscript | ast.Call):
                inner = inner.func if isinstance(inner, ast.Call) else inner.value
            self._acts_on.append(chain_of(inner) or ())

    def _note(self, chain: Chain, use: Use, argument: str | None = None) -> None:
        self._mentions.add(Mention(chain, use, self._later, self._called, argument))

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    @contextlib.contextmanager
    def _set(self, **settings: Any) -> Iterator[None]:
        before = {name: getattr(self, name) for name in settings}
        vars(self).update(settings)
        yield
        vars(self).update(before)
