"""The report as one self-contained HTML page.

Everything in it that came from a submission is escaped by the template engine. What is put in as
markup is made here from plain values, and is checked to be nothing else: a report may have
travelled since it was made. The page forbids itself every script and every request besides.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Frame, Report, Source, Span
from grader.reporters.page import Filters, environment
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


@dataclass(frozen=True, slots=True)
class Live:
    """A page that is made again and again, with a file beside it that says which is current."""

    file: str
    version: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @property
    def signal(self) -> str:
        """What that file holds."""
        return f'graderPage("{self.version}")\n'


@dataclass(frozen=True, slots=True)
class Final:
    """What is left of the score after a deduction, and how that came about."""

    points: float
    how: str


def render(
    report: Report, templates: Path, *, live: Live | None = None, final: Final | None = None
) -> str:
    """The page. There is a script in it only if it is `live`: to load it again when it is old.

    With `final` that is the score which comes first, wherever the page names one.
    """
    page = _environment(templates).get_template("report.html.j2")
    return page.render(
        report=report,
        first=report.first_failure,
        live=live,
        score=report.score if final is None else round(final.points, 2),
        how="" if final is None else final.how,
    )


@functools.cache
def _environment(templates: Path) -> Environment:
    filters: Filters = {
        "points": lambda value: f"{value:g}",
        "seconds": lambda value: f"{value:.2f} s" if value < 10.0 else f"{value:.0f} s",
        "drawing": _drawing,
        "formula": _formula,
        "marked": _marked,
        "within": _within,
        "brief": _brief,
    }
    return environment(templates, filters)


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


def _within(frame: Frame, report: Report) -> Source | None:
    """The lines among which is the one on which an exception arose."""
    held = (source for source in report.sources if source.holds(frame))
    return next(held, None)


def _brief(output: str, passed: bool) -> str:
    """The beginning and the end of what was printed: a page has to stay small."""
    first, last, most = (5, 2, 600) if passed else (40, 10, 4000)
    lines = output.rstrip("\n").split("\n")
    if len(lines) > first + last:
        left_out = plural(len(lines) - first - last, "line")
        lines = [*lines[:first], f"… {left_out} left out …", *lines[-last:]]
    text = "\n".join(lines)
    return text if len(text) <= most else f"{text[:most]}\n… the rest is left out …"
