"""The action: what it runs, from where, and that nothing of a pull request gets into it."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.runner_of_actions import Outcome, Runner, StandIn
from tests.support import HW0, ROOT

ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

# In place of the grader: it tells how it was called.
WITNESS = """
import json, os, sys
told = {"argv": sys.argv[1:], "path": sys.path, "cwd": os.getcwd()}
told["seed"] = os.environ.get("GRADER_SEED")
told["isolated"] = sys.flags.isolated
told["safe"] = os.environ.get("PYTHONSAFEPATH")
told["names"] = sorted(os.environ)
with open(os.environ["GITHUB_OUTPUT"], "a") as file:
    print("score=60", "max-score=100", "passed=false", "result=e30=", sep="\\n", file=file)
print("::error file=a.py,line=3,title=A%2C b::no%0Agood")
print(json.dumps(told))
print("TOLD:", os.environ.get("GRADER_SEED"))
sys.exit(1)
"""


@pytest.fixture(scope="module")
def setup_python(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, StandIn]:
    """In place of actions/setup-python: the Python of the tests.

    Environments made with it are lent the third-party packages of the tests, as a plain folder: its
    .pth files, and with them this checkout, are not followed.
    """
    python = tmp_path_factory.mktemp("setup-python") / "python"
    lent = sysconfig.get_path("purelib")
    python.write_text(
        "#!/bin/bash\nset -e\n"
        f'"{sys.executable}" "$@"\n'
        'if [ "$3" = venv ]; then for site in "$4"/lib/python*/site-packages; do '
        f'echo "{lent}" > "$site/lent.pth"; done; fi\n'
    )
    python.chmod(0o755)

    def install(given: Mapping[str, str]) -> Mapping[str, str]:
        assert given["update-environment"] == "false"
        return {"python-path": str(python)}

    return {"actions/setup-python@v5": install}


def environment() -> dict[str, str]:
    """What a job has, pip's settings of this machine included; nothing is fetched."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    return {**kept, "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1"}


@pytest.fixture(scope="module")
def witness(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The action with the witness in it."""
    folder = tmp_path_factory.mktemp("witness")
    shutil.copy(ROOT / "action.yml", folder)
    (folder / "grader").mkdir()
    (folder / "grader/__init__.py").touch()
    (folder / "grader/__main__.py").write_text(WITNESS)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        '[project]\nname = "witness"\nversion = "1"\n'
        '[tool.hatch.build.targets.wheel]\ninclude = ["grader"]\n'
    )
    return folder


def hostile(folder: Path) -> Path:
    """A checkout in which everything that Python or pip might pick up by its name is a trap."""
    folder.mkdir(parents=True, exist_ok=True)
    trap = "raise SystemExit('PWNED')\n"
    for name in ("json", "click", "sitecustomize", "usercustomize", "grader", "pip", "venv", "os"):
        (folder / f"{name}.py").write_text(trap)
    (folder / "setup.py").write_text(trap)
    (folder / "pyproject.toml").write_text("this is no TOML")
    (folder / "pip.conf").write_text("[global]\nindex-url = https://example.invalid\n")
    (folder / "requirements.txt").write_text("./pip\n")
    (folder / "pyvenv.cfg").write_text("home = /nowhere\n")
    return folder


def told(outcome: Outcome) -> dict[str, Any]:
    line = next(it for it in outcome.log.splitlines() if it.startswith('{"argv"'))
    found: dict[str, Any] = json.loads(line)
    return found


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return hostile(tmp_path / "workspace")


def test_the_action_installs_its_own_ref_and_hands_over_its_inputs(
    setup_python: Mapping[str, StandIn], witness: Path, workspace: Path, tmp_path: Path
) -> None:
    runner = Runner(workspace, tmp_path / "runner", environment(), setup_python)
    before = sorted(workspace.rglob("*"))
    outcome = runner.action(
        witness,
        {"assignment": "hw0 hw1", "submission": "some where/$(touch pwned)", "seed": "tulip-7"},
    )
    seen = told(outcome)
    assert seen["argv"] == [
        *("ci", "--format=github", "--audience=student", "--isolation=strict"),
        f"--reports={outcome.outputs['reports']}",
        "--submission=some where/$(touch pwned)",
        *("--", "hw0", "hw1"),
    ]
    assert not outcome.succeeded, "its status is that of the command"
    assert {**outcome.outputs, "reports": ""} == {
        "score": "60",
        "max-score": "100",
        "passed": "false",
        "result": "e30=",
        "reports": "",
    }
    (annotation,) = outcome.annotations
    assert (annotation.message, annotation.properties["title"]) == ("no\ngood", "A, b")
    # Nothing of the workspace is imported, installed or written, and it is where the command runs.
    assert seen["cwd"] == str(workspace)
    assert not [entry for entry in seen["path"] if entry.startswith(str(workspace)) or not entry]
    assert (seen["isolated"], seen["safe"]) == (1, "1")
    assert sorted(workspace.rglob("*")) == before
    assert "PWNED" not in outcome.log
    for place in (outcome.outputs["reports"], seen["path"][-1]):
        assert not place.startswith(str(workspace))


@pytest.fixture
def grade(witness: Path, workspace: Path, tmp_path: Path) -> Any:
    """Only the last step, with the witness beside it."""
    shim = tmp_path / "python"
    shim.write_text(
        f'#!/bin/bash\n"{sys.executable}" -I "{witness}/grader/__main__.py" "${{@:4}}"\n'
    )
    shim.chmod(0o755)
    installed = {"python": str(shim), "reports": "/somewhere/reports"}

    def step(inputs: Mapping[str, str], more: Mapping[str, str] | None = None) -> Outcome:
        folder = tmp_path / f"runner-{len(list(tmp_path.glob('runner-*')))}"
        runner = Runner(workspace, folder, {**environment(), **(more or {})}, {})
        return runner.step(witness, "grade", inputs, {"install": installed})

    return step


COMMON = ["ci", "--format=github", "--audience=student"]


@pytest.mark.parametrize(
    ("inputs", "arguments"),
    [
        (
            {"changed": "true", "base": "abc", "min-score": "62.5"},
            [
                *("ci", "--seed=fresh", "--format=github", "--audience=student"),
                *("--isolation=strict", "--reports=/somewhere/reports"),
                *("--changed", "--base=abc", "--min-score=62.5", "--"),
            ],
        ),
        (
            {"assignment": "hw0,\nhw1\n--help", "seed": "", "reports": "out", "isolation": "none"},
            [*COMMON, "--isolation=none", "--reports=out", "--", "hw0", "hw1", "--help"],
        ),
        (
            {"assignment": "'; touch pwned; '", "seed": "7", "submission": "--help"},
            [
                *(*COMMON, "--isolation=strict", "--reports=/somewhere/reports"),
                *("--submission=--help", "--", "';", "touch", "pwned;", "'"),
            ],
        ),
    ],
)
def test_inputs_are_arguments_and_nothing_else(
    grade: Any, workspace: Path, inputs: dict[str, str], arguments: list[str]
) -> None:
    assert told(grade(inputs))["argv"] == arguments
    assert not (workspace / "pwned").exists()


def test_a_secret_seed_is_no_argument_and_not_in_the_log(grade: Any) -> None:
    outcome = grade({"assignment": "hw0", "seed": "100%\ntulips"})
    assert "TOLD: ***" in outcome.log
    assert "tulips" not in outcome.log.replace("\\n***", "")
    assert "GRADER_SEED_INPUT" not in told(outcome)["names"]
    assert "seed" not in " ".join(told(outcome)["argv"])


def test_a_short_seed_does_not_make_the_log_unreadable(grade: Any) -> None:
    outcome = grade({"assignment": "hw0", "seed": "12"})
    assert told(outcome)["seed"] == "12"
    assert "add-mask" not in outcome.log


@pytest.mark.parametrize(("given", "seen"), [("", "of the job"), ("fresh", "of the job")])
def test_the_seed_of_the_job_is_used_if_there_is_no_other(
    grade: Any, given: str, seen: str
) -> None:
    outcome = grade({"assignment": "hw0", "seed": given}, {"GRADER_SEED": "of the job"})
    assert told(outcome)["seed"] == seen
    assert ("--seed=fresh" in told(outcome)["argv"]) == (given == "fresh")


def test_no_script_of_the_action_has_an_expression_in_it() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


def test_every_input_is_used_and_every_option_that_is_promised_can_be_given() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name in ACTION["inputs"]:
        assert f"inputs.{name} " in text


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", "-C", str(folder), *who, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def pull_request(folder: Path) -> dict[str, Any]:
    """A checkout of a pull request: hw0, wrong in one question, and edits of what judges it."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    for name in ("hw0", "hw1"):
        shutil.copytree(ROOT / "assignments" / name, folder / "assignments" / name)
    for name in ("grader/__init__.py", "reference/softmax.py", ".github/workflows/grade.yml"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("# what the course has\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "The course")
    base = git(folder, "rev-parse", "HEAD")
    git(folder, "checkout", "-q", "-b", "work")
    hostile(folder)
    (folder / "grader/__main__.py").write_text("print('PWNED')\n")
    (folder / "grader/__init__.py").write_text("raise SystemExit(0)\n")
    for name in ("checks.py", "hidden.py", "cases.py"):
        (folder / "assignments/hw0" / name).write_text("print('PWNED')\n")
    (folder / "reference/softmax.py").write_text("raise SystemExit(0)\n")
    (folder / ".github/workflows/grade.yml").write_text("on: push\njobs: {}\n")
    wrong = HW0 / "wrong/softmax_loss__sum-not-mean.py"
    answer = (HW0 / "base.py").read_text() + "\n\n" + wrong.read_text()
    (folder / "assignments/hw0/simple_ml.py").write_text(
        answer + "\nprint('::error::forged')\nprint('::add-mask::o')\n"
    )
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "My work")
    head = git(folder, "rev-parse", "HEAD")
    sides = {"base": {"sha": base, "ref": "main"}, "head": {"sha": head, "ref": "work"}}
    return {"action": "opened", "number": 5, "pull_request": {"number": 5, **sides}}


def test_a_pull_request_is_graded_by_the_checks_of_the_default_branch(
    setup_python: Mapping[str, StandIn], tmp_path: Path
) -> None:
    """By the workflow that the documents offer to courses, as it stands there."""
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    uploaded: list[str] = []

    def checkout(given: Mapping[str, str]) -> Mapping[str, str]:
        assert given["persist-credentials"] == "false"
        if "ref" not in given:
            (workspace / given["path"]).symlink_to(ROOT)
        else:
            assert given["ref"] == event["pull_request"]["head"]["sha"]
            shutil.move(tmp_path / "fork", workspace / given["path"])
        return {}

    def upload(given: Mapping[str, str]) -> Mapping[str, str]:
        uploaded.extend(sorted(it.name for it in Path(given["path"]).iterdir()))
        return {}

    event = pull_request(tmp_path / "fork")
    others = {"actions/checkout@v4": checkout, "actions/upload-artifact@v4": upload}
    runner = Runner(
        workspace,
        tmp_path / "runner",
        environment(),
        {**setup_python, **others},
        event=event,
        event_name="pull_request_target",
    )
    outcome = runner.job(ROOT / "docs/ci/course.yml", "grade", {"GRADER_SEED": "tulips and more"})
    outputs = outcome.steps["grade"]["outputs"]
    assert outputs["score"] == "80", outcome.log
    assert (outputs["max-score"], outputs["passed"]) == ("100", "false")
    assert not outcome.succeeded
    result = json.loads(base64.b64decode(outputs["result"]))
    assert sum(test["score"] for test in result["tests"]) == 80
    # hw1 is not touched by the pull request.
    assert uploaded == ["hw0.html", "hw0.json", "junit.xml"]
    assert "PWNED" not in outcome.log
    assert "tulips" not in outcome.log + outcome.summary
    assert "***" not in outcome.log.replace("::add-mask::***", ""), "the student has masked"
    errors = [it for it in outcome.annotations if it.kind == "error"]
    assert errors
    assert not [it for it in errors if "forged" in it.message]
    # A path in the repository, not in the workspace: the note is to stand on the student's line.
    assert "assignments/hw0/simple_ml.py" in {it.properties.get("file", "") for it in errors}
    said = outcome.log + outcome.summary + "".join(it.message for it in outcome.annotations)
    assert "grader/" in said, "a pull request that edits its judges is told so"
