"""What all pages share: the engine that fills the templates, and Python in colours."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from grader.model import Source
from grader.text import plural, printable

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

_AROUND = 3
_CODE = re.compile(r"`([^`\n]{1,80})`")
# What is longer is shown plainly: on a line that is made for it, the time that Pygments takes grows
# with the square of its length.
_MAX_COLOURED = 200_000
_MAX_WIDTH = 400

Filters: TypeAlias = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a listing."""

    number: int
    code: Markup
    is_hot: bool


def environment(templates: Path, filters: Filters) -> Environment:
    """An engine that takes nothing as markup unless a filter says so, with some more filters."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "listing": listing,
        "coded": _coded,
        "printable": printable,
        "many": plural,
        **filters,
    }
    return made


def listing(source: Source, hot: Iterable[int] = (), around: int | None = None) -> list[Line]:
    """Lines of Python in colours; those with the numbers `hot` are the ones to look at.

    With `around` only those near that line are shown.
    """
    marked = set(hot)
    return [
        Line(number, code, number in marked)
        for number, code in enumerate(_coloured(source.text), source.line)
        if around is None or abs(number - around) <= _AROUND
    ]


@functools.lru_cache(maxsize=256)
def _coloured(text: str) -> list[Markup]:
    from markupsafe import Markup, escape
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    plain = text.split("\n")
    if len(text) > _MAX_COLOURED or max(map(len, plain)) > _MAX_WIDTH:
        return [escape(line) for line in plain]
    # Neither the lexer nor the formatter may touch the lines: their numbers have to stay.
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    page = highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="py-"))
    lines = page.removesuffix("\n").split("\n")
    count = len(plain)
    return [Markup(line) for line in [*lines, *[""] * count][:count]]


def _coded(text: str) -> Markup:
    """Prose in which something between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))
