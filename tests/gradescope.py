"""What the tests of Gradescope share: the platform's form of results.json."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from jsonschema import Draft202012Validator

from tests.support import ROOT

_SCHEMA = json.loads((ROOT / "tests" / "gradescope-results.schema.json").read_text())
_FORM = {**_SCHEMA["$defs"]["form"], "$defs": _SCHEMA["$defs"]}


def graded(text: str) -> dict[str, Any]:
    """A result that the platform takes for a grade; its total is the sum of its tests, exactly."""
    Draft202012Validator(_SCHEMA).validate(json.loads(text))
    exact = json.loads(text, parse_float=Decimal)
    assert sum(test["score"] for test in exact["tests"]) == exact["score"]
    assert exact["stdout_visibility"] == "hidden"
    results: dict[str, Any] = json.loads(text)
    return results


def not_graded(text: str) -> str:
    """A result that is formed like one, and can't be taken for a grade; what it says."""
    results = json.loads(text)
    Draft202012Validator(_FORM).validate(results)
    assert not Draft202012Validator(_SCHEMA).is_valid(results)
    assert not {"score", "tests", "leaderboard"} & {*results}
    assert results["stdout_visibility"] == "hidden"
    assert "This is not a grade." in results["output"]
    said: str = results["output"]
    return said
