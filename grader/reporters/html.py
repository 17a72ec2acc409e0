"""The report as one self-contained HTML page.

Everything in it that came from a submission is escaped by the template engine. What is put in as
markup is made here from plain values, and is checked to be nothing else: a report may have
travelled since it was made. The page forbids itself every script and every request besides.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Frame, Report, Source, Span
from grader.text import plural

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup


_SHAPE = r'<(circle|rect|path)( (class|d|cx|cy|r|x|y|width|height|fill-opacity)="[\w .-]*")*/>'
_DRAWING = re.compile(rf'<svg viewBox="[\d .]*" aria-hidden="true">({_SHAPE})*</svg>')
_MATH_TAGS = (
    "math|mrow|mi|mn|mo|ms|mtext|mspace|mfrac|msqrt|mroot|msub|msup|msubsup|munder|mover|munderover|"
    "mtable|mtr|mtd|mstyle|mpadded|mphantom|menclose"
)
_MATH_ATTRIBUTES = (
    "display|displaystyle|scriptlevel|stretchy|fence|form|separator|minsize|maxsize|lspace|rspace|"
    "width|height|depth|voffset|mathvariant|accent|accentunder|largeop|movablelimits|linethickness|"
    "columnalign|rowalign|columnspacing|rowspacing|notation"
)
_MATH = re.compile(
    rf'(<({_MATH_TAGS})( ({_MATH_ATTRIBUTES})="[\w .-]*")*( /)?>|</({_MATH_TAGS})>|[^<>])*'
)
_AROUND = 3
_CODE = re.compile(r"`([^`\n]{1,80})`")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a listing."""

    number: int
    code: Markup
    is_hot: bool


@dataclass(frozen=True, slots=True)
class Live:
    """A page that is made again and again, with a file beside it that says which is current."""

    file: str
    version: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def signal(self) -> str:
        """What that file holds."""
        return f'graderPage("{self.version}")\n'


def render(report: Report, templates: Path, *, live: Live | None = None) -> str:
    """The page. There is a script in it only if it is `live`: to load it again when it is old."""
    page = _environment(templates).get_template("report.html.j2")
    return page.render(report=report, first=report.first_failure, live=live)


@functools.cache
def _environment(templates: Path) -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "points": lambda value: f"{value:g}",
        "seconds": lambda value: f"{value:.2f} s" if value < 10.0 else f"{value:.0f} s",
        "drawing": _drawing,
        "formula": _formula,
        "marked": _marked,
        "listing": listing,
        "within": _within,
        "coded": _coded,
        "brief": _brief,
    }
    return environment


def _drawing(svg: str) -> Markup:
    """A drawing of ours, put in as it is, if it is nothing but shapes made of numbers."""
    from markupsafe import Markup, escape

    return Markup(svg) if _DRAWING.fullmatch(svg) else escape(svg)


@functools.cache
def _formula(line: str) -> Markup:
    """A line of LaTeX as MathML, which browsers show without a script."""
    from latex2mathml.converter import convert
    from markupsafe import Markup, escape

    try:
        math = convert(line, xmlns="", display="block").replace(' xmlns=""', "")
    except Exception:  # the library has many ways to say that it can't read something
        return escape(line)
    return Markup(math) if _MATH.fullmatch(math) else escape(line)


def _marked(text: str, spans: Sequence[Span]) -> Markup:
    """Text with some places in it marked."""
    from markupsafe import Markup, escape

    parts, end = [], 0
    for start, stop in spans:
        if end <= start < stop <= len(text):
            parts += [escape(text[end:start]), Markup("<mark>"), escape(text[start:stop])]
            parts.append(Markup("</mark>"))
            end = stop
    return Markup("").join([*parts, escape(text[end:])])


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
    from markupsafe import Markup
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    # Neither the lexer nor the formatter may touch the lines: their numbers have to stay.
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    page = highlight(text, lexer, HtmlFormatter(nowrap=True, classprefix="py-"))
    lines = page.removesuffix("\n").split("\n")
    count = text.count("\n") + 1
    return [Markup(line) for line in [*lines, *[""] * count][:count]]


def _within(frame: Frame, report: Report) -> Source | None:
    """The lines among which is the one on which an exception arose."""
    held = (source for source in report.sources if source.holds(frame.file, frame.line))
    return next(held, None)


def _coded(text: str) -> Markup:
    """Prose in which something between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(_CODE.sub(r"<code>\1</code>", str(escape(text))))


def _brief(output: str, passed: bool) -> str:
    """The beginning and the end of what was printed: a page has to stay small."""
    first, last, most = (5, 2, 600) if passed else (40, 10, 4000)
    lines = output.rstrip("\n").split("\n")
    if len(lines) > first + last:
        left_out = plural(len(lines) - first - last, "line")
        lines = [*lines[:first], f"… {left_out} left out …", *lines[-last:]]
    text = "\n".join(lines)
    return text if len(text) <= most else f"{text[:most]}\n… the rest is left out …"
