"""The report as JSON, in the published schema."""

from __future__ import annotations

import json

from grader.model import Report


def render(report: Report) -> str:
    """The report as a JSON document."""
    return json.dumps(report.to_dict(), indent=2, ensure_ascii=False) + "\n"
