"""Python source as words in which renaming and reformatting leave no trace.

A regular expression cuts the text; nothing is parsed or compiled, because a text that is made for
it can bring a parser down. Every alternative takes at least one character and never gives one back,
so the time is proportional to the length whatever the text is, and what is not Python is cut into
something, too.

What goes: comments, docstrings, blank lines, indentation, parentheses, commas at the end, type
annotations, imports, the heads of functions and classes (most of them are the stub's). What stays
but loses its face: strings, numbers, and the names that the student chose. What stays: keywords,
operators, built-in functions, and names that come from a library, however it was imported:
`np.exp`, `numpy.exp` and an imported `exp` are the same word.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

# A name that the student chose, an attribute that they made, and what has lost its value. None of
# them can be the text of a token.
NAME, OWN, NUMBER, STRING = "a name", "an attribute", "a number", "a string"

_TOKEN = re.compile(
    r"""[ \t\f]*+(?:
    ([rRbBuUfF]{0,2}+(?:
        \"{3}[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:\"{3}|\\?\Z)
      | '{3}[^'\\]*+(?:(?:\\.|'(?!''))[^'\\]*+)*+(?:'{3}|\\?\Z)
      | "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?
      | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?))    # 1 a string; what is not closed ends somewhere
    | ([^\W\d]\w*+)                            # 2 a name
    | (\.?\d[\w.]*+(?:(?<=[eE])[+-]\d\w*+)?)   # 3 a number
    | (\n)                                     # 4 the end of a line
    | (\#[^\n]*+|\\\n)                         # 5 nothing
    | \Z                                       # spaces at the end must not be tried one by one
    | (->|\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^=!<>:]=|.)  # 6 an operator, or whatever it is
    )""",
    re.VERBOSE | re.DOTALL,
)
_STRING, _NAME, _NUMBER, _END, _NOTHING = 1, 2, 3, 4, 5

_KEYWORDS = frozenset(keyword.kwlist)
_STAYS = _KEYWORDS | {name for name in dir(builtins) if not name.startswith("_")}
_CLOSING = frozenset(")]}")
# A line that begins with one of these is not inside a bracket: one further up was never closed.
_BEGINS = frozenset(["def", "class", "return", "import", "raise", "while", "with", "try", "del"])


class Token(NamedTuple):
    """A piece of the text and the number of the line on which it begins."""

    kind: int
    text: str
    line: int


@dataclass(slots=True)
class Words:
    """The words of a file with their lines, and what its names stand for."""

    words: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    own: set[str] = field(default_factory=set)  # attributes that this file assigns or defines
    modules: set[str] = field(default_factory=set)
    imported: dict[str, str] = field(default_factory=dict)


def read(text: str, most: int) -> Words:
    """The words of a source text with `\\n` at the ends of its lines; hardly more than `most`."""
    found = Words()
    for statement in _statements(text):
        _take(statement, found)
        if len(found.words) >= most:
            break
    del found.words[most:], found.lines[most:]
    return found


def _statements(text: str) -> Iterator[list[Token]]:
    """The text cut into statements, as far as that can be seen without parsing."""
    statement: list[Token] = []
    line, depth, fresh = 1, 0, True
    for match in _TOKEN.finditer(text):
        kind = match.lastindex
        if kind is None:  # the end of the text
            break
        piece = match[kind]
        if kind == _END:
            line += 1
            fresh = True
            if not depth and statement:
                yield statement
                statement = []
            continue
        if kind == _NOTHING:
            line += piece[0] == "\\"
            continue
        if kind == _NAME:
            if fresh and depth and piece in _BEGINS:
                yield statement
                statement, depth = [], 0
        elif piece in "([{":
            depth += 1
        elif piece in ")]}":
            depth = max(depth - 1, 0)
        elif piece == ";" and not depth:
            if statement:
                yield statement
            statement = []
            continue
        fresh = False
        statement.append(Token(kind, piece, line))
        if kind == _STRING:
            line += piece.count("\n")
    if statement:
        yield statement


def _take(statement: list[Token], found: Words) -> None:
    first = statement[0]
    if first.kind == _NAME:
        if first.text in ("import", "from"):
            return _import([token.text for token in statement], found)
        if first.text == "async" and len(statement) > 1:
            statement = statement[1:]
            first = statement[0]
        if first.text in ("def", "class"):
            if len(statement) > 1:
                found.own.add(statement[1].text)
            found.words.append(first.text)
            found.lines.append(first.line)
            statement = _after_colon(statement)
        else:
            _note_attributes(statement, found)
            statement = _without_annotation(statement, found)
    if all(token.kind == _STRING for token in statement):  # a docstring
        return None
    return _words(statement, found)


def _words(statement: list[Token], found: Words) -> None:
    words, lines = found.words, found.lines
    end = len(statement)
    index = 0
    while index < end:
        kind, text, line = statement[index]
        index += 1
        after = statement[index].text if index < end else ""
        word = text
        if kind == _NAME:
            if text in _STAYS:
                pass
            elif after == "." and text in found.modules and index + 1 < end:
                word = statement[index + 1].text
                index += 2
            else:
                word = found.imported.get(text, NAME)
        elif kind == _NUMBER:
            word = NUMBER
        elif kind == _STRING:
            if index > 1 and statement[index - 2].kind == _STRING:
                continue  # the second part of one
            word = STRING
        elif text == "." and index < end and statement[index].kind == _NAME:
            word = f".{after}"
            index += 1
            if index < end and statement[index].text == "=":
                found.own.add(after)
        elif text in "()" or (text == "," and after in _CLOSING):
            continue
        words.append(word)
        lines.append(line)


def _note_attributes(statement: list[Token], found: Words) -> None:
    """`self.a, self.b = 1, 2` makes two; one before a mark of equality is seen anyway."""
    for index, (kind, text, _) in enumerate(statement):
        if text == "=":
            left = [token.text for token in statement[:index]]
            found.own |= {name for dot, name in pairwise(left) if dot == "."}
        if kind != _NAME and text not in ".,":
            return


def _import(texts: list[str], found: Words) -> None:
    """Remember under which name what was imported: `import a.b as c`, `from a import b as c`."""
    begin = texts.index("import") + 1 if "import" in texts else len(texts)
    part: list[str] = []
    for text in [*texts[begin:], ","]:
        if text in "()":
            continue
        if text != ",":
            part.append(text)
            continue
        if part:
            known = part[-1] if "as" in part else part[0]
            if texts[0] == "import":
                found.modules.add(known)
            else:
                found.imported[known] = part[0]
        part = []


def _after_colon(statement: list[Token]) -> list[Token]:
    """What follows the head of a function or class on the same line."""
    depth = 0
    for index, token in enumerate(statement):
        if token.kind in (_STRING, _NAME, _NUMBER):
            continue
        depth += (token.text in "([{") - (token.text in ")]}")
        if token.text == ":" and not depth:
            return statement[index + 1 :]
    return []


def _without_annotation(statement: list[Token], found: Words) -> list[Token]:
    """`x: int = 1` without its type; a field of a class can be used as an attribute."""
    index = 0
    while index + 1 < len(statement) and statement[index].kind == _NAME:
        if statement[index].text in _KEYWORDS:
            break
        mark = statement[index + 1].text
        if mark == ":":
            found.own.add(statement[index].text)
            rest = [at for at in range(index, len(statement)) if statement[at].text == "="]
            return statement[: index + 1] + statement[rest[0] :] if rest else []
        if mark != ".":
            break
        index += 2
    return statement
