"""What the CI system says about a job: which system it is, and what a pull request changes.

Everything is read from the environment, as GitHub Actions and GitLab document it. Other systems are
served as well as a terminal would be; what they do not say can be given as an option.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

Format = Literal["github", "gitlab", "plain"]
FORMATS: tuple[Format, ...] = get_args(Format)

MAX_EVENT_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a CI system."""

    format: Format
    is_pull_request: bool = False
    is_disposable: bool = False  # on a CI system: the checkout is thrown away after the job
    base: str = ""  # the commit or branch that a change is compared with; empty if nobody said
    summary: Path | None = None  # GitHub's files, to which a step may add
    outputs: Path | None = None


def this_job(environment: Mapping[str, str], wanted: Format | None, base: str | None) -> Job:
    """The job in which this runs; `wanted` and `base` are what the caller asked for."""
    if environment.get("GITHUB_ACTIONS") == "true":
        is_pull_request, known = _github(environment)
        detected: Format = "github"
    elif environment.get("GITLAB_CI") == "true":
        is_pull_request, known = _gitlab(environment)
        detected = "gitlab"
    else:
        # Whoever names a base outside of a CI system means a change to be merged into it.
        is_pull_request, known, detected = base is not None, "", "plain"
    return Job(
        format=wanted or detected,
        is_pull_request=is_pull_request,
        is_disposable=detected != "plain" or environment.get("CI") == "true",
        base=known if base is None else base,
        summary=_file(environment, "GITHUB_STEP_SUMMARY"),
        outputs=_file(environment, "GITHUB_OUTPUT"),
    )


def _github(environment: Mapping[str, str]) -> tuple[bool, str]:
    event = _event(environment.get("GITHUB_EVENT_PATH", ""))
    match event:
        case {"pull_request": {"base": {"sha": str() as base}}}:
            return True, base
        case {"merge_group": {"base_sha": str() as base}}:
            return True, base
    if branch := environment.get("GITHUB_BASE_REF"):
        return True, f"origin/{branch}"
    match event:
        case {"before": str() as before}:
            return False, _unless_zero(before)
    return False, ""


def _event(path: str) -> Any:
    """What GitHub says about the event; nothing if that can't be read."""
    try:
        with open(path, "rb") as file:
            return json.loads(file.read(MAX_EVENT_BYTES))
    except (OSError, ValueError, RecursionError):
        return None


def _gitlab(environment: Mapping[str, str]) -> tuple[bool, str]:
    if "CI_MERGE_REQUEST_IID" in environment:
        branch = environment.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")
        base = environment.get("CI_MERGE_REQUEST_DIFF_BASE_SHA")
        return True, base or (f"origin/{branch}" if branch else "")
    return False, _unless_zero(environment.get("CI_COMMIT_BEFORE_SHA", ""))


def _unless_zero(commit: str) -> str:
    """A commit; a new branch has none before it, which both systems write as zeros."""
    return commit if commit.strip("0") else ""


def _file(environment: Mapping[str, str], name: str) -> Path | None:
    return Path(environment[name]) if environment.get(name) else None
