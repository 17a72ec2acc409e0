"""The report as one self-contained HTML page."""

from __future__ import annotations

from pathlib import Path

from grader.model import Report


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
    return environment.get_template("report.html.j2").render(report=report)
