"""Workflow files, ours and those that the documents offer: valid by their schemas, and safe."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.ci.commands import ci_command
from grader.cli import run
from tests.support import ROOT

OURS = sorted((ROOT / ".github/workflows").glob("*.yml"))
OFFERED = [ROOT / "docs/ci" / name for name in ("classroom.yml", "course.yml", "student.yml")]
GITLAB = ROOT / "docs/ci/gitlab.yml"
WORKFLOWS = [*OURS, *OFFERED]
KINDS = [
    *(("vendor.github-workflows", path) for path in WORKFLOWS),
    ("vendor.github-actions", ROOT / "action.yml"),
    ("vendor.gitlab-ci", GITLAB),
]


def check(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """With the schemas inside the package: nothing is fetched."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    transform = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    return subprocess.run([*command, *transform, *map(str, files)], capture_output=True, text=True)


@pytest.mark.parametrize("schema", sorted({schema for schema, _ in KINDS}))
def test_files_are_valid_by_the_schema_of_their_vendor(schema: str) -> None:
    done = check(schema, *(path for kind, path in KINDS if kind == schema))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_of_workflows_can_fail(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yml"
    bad.write_text(OFFERED[0].read_text().replace("runs-on:", "run-on:"))
    assert check("vendor.github-workflows", bad).returncode == 1


def read(path: Path) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def jobs(path: Path) -> list[dict[str, Any]]:
    return list(read(path)["jobs"].values())


def steps(path: Path) -> Iterator[dict[str, Any]]:
    for job in jobs(path):
        yield from job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_and_nothing_else(path: Path) -> None:
    assert set(read(path)["permissions"].items()) <= {("contents", "read"), ("actions", "read")}
    assert not any("permissions" in job for job in jobs(path))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_keeps_no_token_and_ends(path: Path) -> None:
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert all(0 < job["timeout-minutes"] <= 75 for job in jobs(path))
    assert read(path)["concurrency"]["cancel-in-progress"] is True


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda path: path.name)
def test_actions_of_others_are_of_a_fixed_major_version(path: Path) -> None:
    found = read(path)
    used = found["runs"]["steps"] if "runs" in found else steps(path)
    for step in used:
        name = step.get("uses", "./")
        assert name.startswith("./") or re.fullmatch(r"[\w./-]+@v\d+", name), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_no_script_has_an_expression_in_it(path: Path) -> None:
    """What an expression stands for becomes part of the script, and may be a stranger's words."""
    for step in steps(path):
        assert "${{" not in step.get("run", "")


def test_where_a_strangers_work_is_checked_out_with_secrets_nothing_of_it_is_run() -> None:
    path = ROOT / "docs/ci/course.yml"
    triggers = read(path)[True]  # what YAML makes of the word `on`
    assert list(triggers) == ["pull_request_target"]
    (job,) = jobs(path)
    course, work, grade, _ = job["steps"]
    assert "ref" not in course["with"] and course["with"]["path"] == "course"
    assert work["with"]["path"] == "submission"
    assert work["with"]["ref"] == "${{ github.event.pull_request.head.sha }}"
    assert work["with"]["allow-unsafe-pr-checkout"] is True
    assert grade["uses"] == "./course"
    # The action runs no script of the checkout; other steps, which could, do not exist.
    assert not [step for step in job["steps"] if "run" in step]
    assert path.read_text().count("secrets.") == 1


@pytest.mark.parametrize(
    "path", [path for path in WORKFLOWS if path.name != "course.yml"], ids=lambda path: path.name
)
def test_no_other_workflow_has_secrets(path: Path) -> None:
    assert "pull_request_target" not in read(path)[True]
    assert "secrets." not in path.read_text()


def test_what_a_step_hands_over_is_an_input_or_an_output_of_the_action() -> None:
    action = read(ROOT / "action.yml")
    for path in WORKFLOWS:
        ids = set()
        for step in steps(path):
            if step.get("uses", "") in ("./", "./course", "OWNER/REPO@v1"):
                assert set(step["with"]) <= set(action["inputs"])
                ids.add(step.get("id"))
        for name, output in re.findall(r"steps\.([\w-]+)\.outputs\.([\w-]+)", path.read_text()):
            assert name in ids and output in action["outputs"], f"{path.name}: {name}.{output}"


def test_the_tests_run_on_every_python_that_is_supported() -> None:
    (job,) = jobs(ROOT / ".github/workflows/tests.yml")
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13"]
    assert job["steps"][-1]["run"] == "bash .ci/run"


def test_the_pipeline_of_gitlab_hands_over_what_the_command_writes() -> None:
    (job,) = read(GITLAB).values()
    assert job["artifacts"]["when"] == "always"
    assert job["artifacts"]["reports"] == {
        "junit": "reports/junit.xml",
        "dotenv": "reports/grader.env",
    }
    script = job["script"]
    assert script[0] == "rm -rf reports"
    install = next(number for number, line in enumerate(script) if "pip install" in line)
    assert script.index("cd /") < install < script.index('cd "$CI_PROJECT_DIR"')
    assert all(" -I -m " in line for line in script if "python" in line)


@pytest.mark.parametrize("name", ["ci.md", "classroom.md"])
def test_the_documents_name_options_that_there_are(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    known = {option for it in ci_command.params for option in it.opts}
    other = {"--no-deps", "--wheel-dir", "--hook-type", "--no-verify"}
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text))
    assert named - other and named - other <= known


def test_the_document_offers_every_file() -> None:
    text = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs/ci").iterdir():
        assert f"(ci/{path.name})" in text


def test_the_document_shows_a_hook_that_there_is() -> None:
    text = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(repos:.*?)```", text, re.DOTALL)
    (shown,) = yaml.safe_load(block)["repos"][0]["hooks"]
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert shown["id"] == hook["id"]
    assert run(["pre-commit", *shown["args"]]) == 0
