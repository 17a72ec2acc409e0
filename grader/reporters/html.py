"""The report as one self-contained HTML page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from grader.model import Report

if TYPE_CHECKING:
    from markupsafe import Markup


_SHAPE = r'<(circle|rect|path)( (class|d|cx|cy|r|x|y|width|height|fill-opacity)="[\w .-]*")*/>'
_DRAWING = re.compile(rf'<svg viewBox="[\d .]*" aria-hidden="true">({_SHAPE})*</svg>')


def _drawing(svg: str) -> Markup:
    """A drawing of ours, put into the page as it is, if it is nothing but shapes made of numbers.

    A report may have travelled since it was made: anything else is shown as text.
    """
    from markupsafe import Markup, escape

    return Markup(svg) if _DRAWING.fullmatch(svg) else escape(svg)


def render(report: Report, templates: Path) -> str:
    """The page; everything in it that came from a submission is escaped by the template engine."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["points"] = lambda value: f"{value:g}"
    environment.filters["drawing"] = _drawing
    return environment.get_template("report.html.j2").render(report=report)
