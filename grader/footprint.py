"""What of the course's own code a definition depends on, read off the sources.

A check is a function that calls others: cases, programs, the reference. When a course is mended in
the middle of a term, only what that touches should be graded again. So from a definition every name
that it mentions is followed to where it is defined, through the modules of the assignment and of
the reference, and the text of all that was reached is what the definition comes to. Comments and
layout have no part in it.

It reaches rather too much than too little:

- A name that its module does not define, and a module that is used as a value, stand for the whole
  module, a package with all that is in it.
- A star, an import that leads nowhere and one whose name is made up while the code runs stand for
  all modules of the package, or of all packages.
- A statement that does not just define names belongs to everything that imports its module, on
  whatever way. So does a definition that calls what may change a variable of the module; and if
  that is a variable of another module, then it belongs to everything that imports the other one.
- Such a statement that calls what is not the course's (`np.seterr(…)`) belongs to everything.

What is imported from elsewhere (NumPy, the grader) is not followed; the import itself belongs to
what uses the name. Not seen is what operators and attributes of the course's own classes change
when a module is imported, and files that are read: these the caller has to add.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.statements import NATURES, Chain, Import, Mention, Module, Statement, Use, read

Place = tuple[str, str]  # a module, and a name in it; "" is all of it
_Target = tuple[str, Chain]  # a module, and a dotted name in it; () is all of it

_EVERYTHING = ""  # the name of no module: whatever belongs to it belongs to all of them
# Ways to a module, or to its names, that no text tells.
_IMPORTERS = ("importlib.import_module", "builtins.__import__")
_ANYWHERE = ("importlib", "runpy", "pkgutil", "sys.modules", "builtins.exec", "builtins.eval")
_HARMLESS = ("importlib.metadata", "importlib.resources")
_OWN_NAMES = ("builtins.globals", "builtins.locals", "builtins.vars")


@dataclass(frozen=True, slots=True)
class Footprint:
    """What was reached: its text, the same for the same code, and the attributes that it asks for.

    `names` has strings, too, that may be used to ask for one; None if any may be asked for.
    """

    text: str
    names: frozenset[str] | None

    def may_ask_for(self, name: str) -> bool:
        """Whether the code may ask something for an attribute of that name."""
        return self.names is None or name in self.names


class Footprints:
    """The sources of some packages, by the names under which they are imported.

    `loaded` are the modules that are imported before anything is called.
    """

    def __init__(self, packages: Mapping[str, Path], loaded: Iterable[str]) -> None:
        self._packages = packages
        self._modules: dict[str, Module | None] = {}
        self._mentioned = functools.cache(self._find_mentioned)
        self._imported_by = functools.cache(lambda name: self._imported([name]))
        self._effects: dict[str, list[Statement]] = {}
        for name in sorted(self._imported(loaded, later=True)):
            for statement in self._statements(name):
                for changed in self._changed_by(statement):
                    self._effects.setdefault(changed, []).append(statement)

    def of(self, places: Iterable[Place]) -> Footprint:
        """All that these definitions come to."""
        reached = self._reach([(module, (name,) if name else ()) for module, name in places])
        ordered = sorted(reached, key=lambda it: (it.module, it.place))
        by_name = any(statement.asks_by_name for statement in ordered)
        names = frozenset().union(*(statement.names for statement in ordered))
        text = "\n".join(f"# {statement.module}\n{statement.text}" for statement in ordered)
        return Footprint(text, None if by_name else names)

    def places(self, places: Iterable[Place]) -> frozenset[Place]:
        """The definitions to which these lead, themselves among them."""
        reached = self._reach([(module, (name,)) for module, name in places], with_imports=False)
        return frozenset((it.module, name) for it in reached for name in it.binds)

    # --- following

    def _reach(self, pending: list[_Target], *, with_imports: bool = True) -> set[Statement]:
        """The statements to which these lead, with or without what importing them does."""
        seen: set[_Target] = set()
        imported: set[str] = set()
        reached: set[Statement] = set()
        found = list(self._effects.get(_EVERYTHING, ())) if with_imports else []
        while pending or found:
            while found:
                statement = found.pop()
                if statement not in reached:
                    reached.add(statement)
                    pending += self._mentioned(statement)
                    if with_imports:
                        for source in {statement.module, *_sources(statement)} - imported:
                            for name in self._imported_by(source) - imported:
                                imported.add(name)
                                found += self._done_by_importing(name)
            if pending:
                target = pending.pop()
                if target not in seen:
                    seen.add(target)
                    defining, further = self._resolve(target)
                    found += defining
                    pending += further
        return reached

    def _done_by_importing(self, name: str) -> list[Statement]:
        loose = [statement for statement in self._statements(name) if statement.is_loose]
        return [*loose, *self._effects.get(name, ())]

    def _resolve(self, target: _Target) -> tuple[list[Statement], list[_Target]]:
        """The statements that define a name, and where else it leads."""
        name, chain = target
        module = self._module(name)
        if module is None:
            return [], self._all_of(name.partition(".")[0])
        if not chain:
            inner = self._all_of(name) if module.is_package else []
            return list(module.statements), [it for it in inner if it != target]
        first, rest = chain[0], chain[1:]
        defining = module.defining(first)
        further = [
            followed
            for statement in defining
            for it in statement.imports
            if it.bound == first
            for followed in self._follow(it, rest)
        ]
        if module.is_package and self._module(f"{name}.{first}") is not None:
            further.append((f"{name}.{first}", rest))
        elif not defining:
            further.append((name, ()))
        return defining, further

    def _follow(self, it: Import, rest: Chain) -> list[_Target]:
        """Where an imported name leads; `cases.logits` leads into the module `cases`."""
        if it.name == "*":
            return self._all_of(it.module.partition(".")[0])
        return [(it.module, (it.name, *rest) if it.name else rest)]

    def _find_mentioned(self, statement: Statement) -> list[_Target]:
        """Where the names in a statement lead; many definitions come by, so it is found once."""
        return list(self._each_mentioned(statement))

    def _each_mentioned(self, statement: Statement) -> Iterator[_Target]:
        module = self._module(statement.module)
        assert module is not None
        for mention in statement.mentions:
            yield from self._targets(module, statement, mention)
            for origin in self._origins(module, statement, mention.chain):
                yield from self._by_another_way(module, origin, mention)
        for it in statement.imports:
            # Other names that are imported are followed when they are used.
            if it.name == "*" or it.in_class or self._module(it.module) is None:
                yield from self._follow(it, ())

    def _targets(self, module: Module, statement: Statement, mention: Mention) -> list[_Target]:
        first, rest = mention.chain[0], mention.chain[1:]
        found = [
            target
            for it in statement.imports
            if it.bound == first and not statement.is_import
            for target in self._follow(it, rest)
        ]
        inner = module.is_package and self._module(f"{module.name}.{first}") is not None
        if module.defining(first) or inner:
            found.append((module.name, mention.chain))
        return found

    def _origins(self, module: Module, statement: Statement | None, chain: Chain) -> Iterator[str]:
        """The full names that it may have where it is not ours."""
        first, rest = chain[0], chain[1:]
        defining = [*module.defining(first), *([statement] if statement else [])]
        if not module.defining(first):
            yield ".".join(("builtins", *chain))
        for it in {it for other in defining for it in other.imports if it.bound == first}:
            if it.module.partition(".")[0] not in self._packages:
                yield ".".join(filter(None, (it.module, it.name, *rest)))

    def _by_another_way(self, module: Module, origin: str, mention: Mention) -> list[_Target]:
        if origin in _OWN_NAMES:
            return [(module.name, ())] if mention.use != "filled" else []
        if origin in _IMPORTERS and mention.argument is not None:
            relative = mention.argument.startswith(".")
            name = module.name.partition(".")[0] if relative else mention.argument
            return [(name, ())]
        if _is_below(origin, _ANYWHERE + _IMPORTERS) and not _is_below(origin, _HARMLESS):
            return [target for package in self._packages for target in self._all_of(package)]
        return []

    # --- what happens when a module is imported

    def _imported(self, names: Iterable[str], *, later: bool = False) -> set[str]:
        """These modules and all that they import, at once or later, as far as they are ours."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name in found or self._module(name) is None:
                continue
            found.add(name)
            pending.append(name.rpartition(".")[0])
            for statement in self._statements(name):
                pending += _sources(statement, later=later)
        return found

    def _changed_by(self, statement: Statement) -> set[str]:
        """The modules in which a statement may change something when its own is imported."""
        if statement.is_import and not statement.is_loose:
            return set()
        module = self._module(statement.module)
        assert module is not None
        changed = {module.name} if statement.is_loose else set()
        if any(not self._is_ours(module, chain) for chain in statement.acts_on):
            changed.add(_EVERYTHING)
        targets: dict[bool, list[_Target]] = {False: [], True: []}
        for mention in statement.mentions:
            if statement.is_loose or not mention.later:
                called = statement.is_loose or mention.called
                targets[called] += self._targets(module, statement, mention)
                changed |= self._owners(statement, mention) if called else set()
        # A class that is only derived from runs its hooks, a function that is called all it has.
        run = self._reach(targets[True], with_imports=False)
        derived = self._reach(targets[False], with_imports=False)
        for other in {*run, *(it for it in derived if it.has_hooks)}:
            changed |= {other.module} if other.has_hooks else set()
            for mention in other.mentions:
                changed |= self._owners(other, mention) if mention.later else set()
        return changed

    def _is_ours(self, module: Module, chain: Chain) -> bool:
        """Whether a name is one of the course's own code, and not of a library."""
        return bool(chain) and not any(self._origins(module, None, chain))

    def _owners(self, statement: Statement, mention: Mention) -> set[str]:
        """The modules of which a variable may be changed by what is done with this name."""
        module = self._module(statement.module)
        assert module is not None
        owners: set[str] = set()
        for origin in self._origins(module, statement, mention.chain):
            if origin in _OWN_NAMES:
                owners.add(module.name)
            elif _is_below(origin, _ANYWHERE) or origin in _IMPORTERS:
                owners.add(_EVERYTHING)
        pending, seen = self._targets(module, statement, mention), set[_Target]()
        while pending:
            target = pending.pop()
            if target in seen:
                continue
            seen.add(target)
            name, chain = target
            if not chain:
                owners.add(name)
                continue
            defining, further = self._resolve(target)
            pending += further
            if _is_changed(defining, mention.use, attribute=len(chain) > 1):
                owners.add(name)
        return owners

    # --- modules

    def _all_of(self, name: str) -> list[_Target]:
        """All modules in a package, as values."""
        if name.partition(".")[0] not in self._packages:
            return []
        found, folder = [name], self._path(name)
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            found.append(".".join([name, *parts]))
        return [(it, ()) for it in found if self._module(it) is not None]

    def _statements(self, name: str) -> tuple[Statement, ...]:
        module = self._module(name)
        return module.statements if module is not None else ()

    def _path(self, name: str) -> Path:
        package, *rest = name.split(".")
        return self._packages[package].joinpath(*rest)

    def _module(self, name: str) -> Module | None:
        if name not in self._modules:
            self._modules[name] = self._read(name)
        return self._modules[name]

    def _read(self, name: str) -> Module | None:
        if name.partition(".")[0] not in self._packages:
            return None
        path = self._path(name)
        beside = path.parent / f"{path.name}.py" if "." in name else path
        for file, is_package in ((path / "__init__.py", True), (beside, False)):
            if file.is_file():
                return read(file.read_text(encoding="utf-8"), name, is_package=is_package)
        return Module(name, is_package=True) if path.is_dir() else None


def _sources(statement: Statement, *, later: bool = True) -> list[str]:
    """The modules that a statement imports; a name of one may be a module as well."""
    chosen = [it for it in statement.imports if later or not it.later]
    names = [name for it in chosen for name in (it.module, f"{it.module}.{it.name}")]
    return [name for name in names if not name.endswith((".", "*"))]


def _is_below(name: str, tops: Iterable[str]) -> bool:
    return any(name == top or name.startswith(f"{top}.") for top in tops)


def _is_changed(defining: list[Statement], use: Use, *, attribute: bool) -> bool:
    kinds = [statement.nature for statement in defining if not statement.is_import]
    kind = max(kinds, key=NATURES.index, default="constant")
    if kind == "definition":  # to call it is to do what it says, which is looked at by itself
        return attribute
    return (kind == "flat" and use in ("filled", "used")) or (
        kind == "object" and use != "compared"
    )
