"""What in a notebook's cell is a command to the notebook and not Python.

    %matplotlib inline        a magic                 dropped
    !pip install numpy        a line for the shell    dropped
    np.dot?                   a question              dropped
    files = !ls               what a command gives    dropped
    %time W = train(X, y)     a timed statement       W = train(X, y)
    %%time                    a timed cell            the rest of the cell
    %%writefile simple_ml.py  the module itself       the rest of the cell
    %%bash                    another language        nothing of the cell

These count only where a statement begins. Inside brackets, after a backslash and in strings a
percent sign is the modulo operator, or text. Which is which is found by a glance at quotes and
brackets: the source is never parsed here, since Python's parser can be brought down by a text that
is made for it. Every line keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

# Cell magics whose cell is Python like any other.
WRAPPERS = frozenset(["time", "timeit", "capture", "prun"])
# So many can stand above one another; each means to go through the rest of the cell once more.
MAX_WRAPPERS = 10

_BLANK = " \t\f"
_CELL_MAGIC = re.compile(r"%%(\w*)(?!\w*\?)")
_TIMED = re.compile(r"%time[ \t]+(?![-%!?])(?=\S)")
# After the sign of an assignment neither of the two can begin a value of Python's.
_ASSIGNED = re.compile(r"""[^'"#=!%<>]*(?<![-+*/%&|^@<>=!:~])=[ \t]*[!%]""")
_FUTURE = re.compile(r"from[ \t]+__future__[ \t]+import\b")

_TOKEN = re.compile(r"'''|\"\"\"|['\"#()\[\]{}]")
_END = {
    "'": re.compile(r"(?:[^\\']|\\.)*+'", re.DOTALL),
    '"': re.compile(r'(?:[^\\"]|\\.)*+"', re.DOTALL),
    "'''": re.compile(r"(?:[^\\']|\\.|'(?!''))*+'''", re.DOTALL),
    '"""': re.compile(r'(?:[^\\"]|\\.|"(?!""))*+"""', re.DOTALL),
}


@dataclass(slots=True)
class Plain:
    """The Python of a cell, line by line as in the cell itself.

    `dropped` are the numbers, from 0, of the lines on which a command began, and `foreign` is the
    magic that makes the whole cell something else. Imports from `__future__`, which a notebook may
    have anywhere and a file only at its top, are taken out and kept apart with their numbers.
    """

    lines: list[str] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    futures: list[tuple[int, list[str]]] = field(default_factory=list)
    foreign: str = ""


def plain(cell: Sequence[str], module: str = "") -> Plain:
    """The Python of a cell that is given as its lines, without their ends.

    A cell that is written to the file of the `module` that is asked for is a part of that.
    """
    found = Plain()
    lines = _dedented(cell)
    index = 0
    for _ in range(MAX_WRAPPERS):
        first = _first(lines, index)
        magic = None if first is None else _CELL_MAGIC.match(lines[first])
        if first is None or magic is None:
            break
        if magic[1] not in WRAPPERS and not _writes(lines[first], module):
            return Plain(foreign=lines[first])
        found.dropped.append(first)
        found.lines += [*lines[index:first], _without(lines[first])]
        index = first + 1
        lines[index:] = _dedented(lines[index:])
    scan = _Scan()
    while index < len(lines):
        index = _statement(lines, index, scan, found)
    return found


def _writes(magic: str, module: str) -> bool:
    """Whether it puts the rest of the cell into the file of that module."""
    name, *options = magic.split()
    if name not in ("%%writefile", "%%file") or not options or not module:
        return False
    return options[-1].strip("\"'").replace("\\", "/").rpartition("/")[2] == f"{module}.py"


def _statement(lines: Sequence[str], index: int, scan: _Scan, found: Plain) -> int:
    """Take in a line of Python, or a command with the lines that continue it; returns the next."""
    line = lines[index]
    if not scan.is_between:
        scan.read(line)
        found.lines.append(line)
        return index + 1
    bare = line.lstrip(_BLANK)
    if timed := _TIMED.match(bare):
        line = line[: len(line) - len(bare)] + bare[timed.end() :]
        bare = line.lstrip(_BLANK)
    if bare[:1] in ("%", "!", "?") or _ASSIGNED.match(bare):
        end = index + 1
        while lines[end - 1].endswith("\\") and end < len(lines):
            end += 1
        found.dropped.append(index)
        found.lines += [_without(line), *map(_commented, lines[index + 1 : end])]
        return end
    code = scan.read(line)
    if scan.is_between and len(line.rstrip()) > code and line.rstrip().endswith("?"):
        found.dropped.append(index)
        found.lines.append(_without(line))
        return index + 1
    if _FUTURE.match(line):
        end = index + 1
        while not scan.is_between and end < len(lines):
            scan.read(lines[end])
            end += 1
        found.futures.append((index, list(lines[index:end])))
        found.lines += map(_commented, lines[index:end])
        return end
    found.lines.append(line)
    return index + 1


class _Scan:
    """Where in Python's grammar a line begins, as far as quotes and brackets tell."""

    def __init__(self) -> None:
        self.depth = 0
        self.quote = ""
        self.joined = False

    @property
    def is_between(self) -> bool:
        """Whether a statement may begin on the next line."""
        return not (self.depth or self.quote or self.joined)

    def read(self, line: str) -> int:
        """Go through a line; returns from where on it has neither string nor comment."""
        self.joined = False
        place = 0
        while True:
            if self.quote:
                end = _END[self.quote].match(line, place)
                if end is None:
                    if len(self.quote) == 1 and not _is_escaped(line):
                        self.quote = ""  # a mistake, which ends with its line
                    return len(line)
                place, self.quote = end.end(), ""
            token = _TOKEN.search(line, place)
            if token is None:
                break
            place = token.end()
            if token[0] == "#":
                return len(line)
            if token[0] in "([{":
                self.depth += 1
            elif token[0] in ")]}":
                self.depth = max(0, self.depth - 1)
            else:
                self.quote = token[0]
        self.joined = line.endswith("\\")
        return place


def _is_escaped(line: str) -> bool:
    """Whether the end of the line is."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _first(lines: Sequence[str], start: int) -> int | None:
    """The first line that is not blank."""
    return next((at for at in range(start, len(lines)) if lines[at].strip(_BLANK)), None)


def _dedented(cell: Sequence[str]) -> list[str]:
    """The lines without what the first one is indented by: notebooks forgive that."""
    first = _first(cell, 0)
    if first is None:
        return list(cell)
    head = cell[first]
    margin = head[: len(head) - len(head.lstrip(" \t"))]
    return [line.removeprefix(margin) for line in cell]


def _without(line: str) -> str:
    """A line that does nothing in the place of a command; in a block one is needed."""
    bare = line.lstrip(_BLANK)
    margin = line[: len(line) - len(bare)]
    return f"{margin}pass  # {bare}" if margin else f"# {bare}"


def _commented(line: str) -> str:
    return f"# {line}"
