"""The page of a whole class: one file that sorts and searches without any server.

It has one script, which is its own: the page names its digest, so that no other can run.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from grader.reporters.page import Filters, environment
from grader.tally import Row, Tally
from grader.text import called

_FILTERS: Filters = {
    "points": lambda value: f"{value:g}",
    # Where the name of a question may be broken: after a dot or an underscore.
    "parts": lambda name: re.findall(r"[^._]*[._]|[^._]+$", name),
}


@dataclass(frozen=True, slots=True)
class Summary:
    """What the page shows."""

    assignment: str
    title: str
    questions: tuple[str, ...]
    tally: Tally
    rows: tuple[Row, ...]
    problems: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()

    @property
    def missing(self) -> int:
        """How many handed in nothing."""
        return sum(row.state == "missing" for row in self.rows)

    @property
    def empty(self) -> int:
        """Of how many nothing that could be taken earned anything."""
        return sum(row.state == "problem" for row in self.rows)

    @property
    def failed(self) -> int:
        """How many the grader could not grade."""
        return sum(row.state == "not graded" for row in self.rows)

    @property
    def alarmed(self) -> int:
        """How many did something to look at."""
        return len({incident.student for incident in self.tally.alarms})


def render(summary: Summary, templates: Path) -> str:
    """The page."""
    from markupsafe import Markup

    script = (templates / "class.js").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = environment(templates, _FILTERS).get_template("class.html.j2")
    return page.render(
        summary=summary,
        names=called({row.student: row.name for row in summary.rows}),
        pages={row.student: row.page for row in summary.rows if row.page},
        script=Markup(script),
        script_hash=f"sha256-{digest}",
    )
