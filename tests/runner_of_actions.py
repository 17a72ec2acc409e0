"""A runner of GitHub Actions, small enough to read: it runs the steps of a job or an action.

It does what the real one does with what our files use, and nothing else: expressions that look
something up, steps under bash, the files for outputs, summary, environment and path, commands in
the log with their masks and pauses, composite actions of a local folder. Whatever it doesn't know
is an error, so that a test can't pass by a misunderstanding. Actions of others are stand-ins.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

# What an action of others does here: it gets its `with` and says what its outputs are.
StandIn = Callable[[Mapping[str, str]], Mapping[str, str]]

_EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
_COMMAND = re.compile(r"^::([\w-]+)(?: ([^:]*))?::(.*)$", re.DOTALL)
_TEMPORARY = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH")


@dataclass(frozen=True)
class Annotation:
    """A note, warning or error that a step has put on a line."""

    kind: str
    message: str
    properties: Mapping[str, str]


@dataclass
class Outcome:
    """What became of a job."""

    succeeded: bool = True
    log: str = ""
    summary: str = ""
    annotations: list[Annotation] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)


class Runner:
    """Runs jobs on the workspace as it is."""

    def __init__(
        self,
        workspace: Path,
        folder: Path,
        environment: Mapping[str, str],
        stand_ins: Mapping[str, StandIn],
        event: Mapping[str, Any] | None = None,
        event_name: str = "pull_request",
    ) -> None:
        self.workspace, self.folder, self.stand_ins = workspace, folder, stand_ins
        self.temp = folder / "temp"
        self.temp.mkdir(parents=True)
        (folder / "event.json").write_text(json.dumps(event or {}))
        self.github = {"event_name": event_name, "workspace": str(workspace), "event": event or {}}
        self.environment = {
            **environment,
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_EVENT_NAME": event_name,
            "GITHUB_EVENT_PATH": str(folder / "event.json"),
            "RUNNER_TEMP": str(self.temp),
            "RUNNER_OS": "Linux",
        }
        self.masks: list[str] = []
        self.numbers = iter(range(1000))

    def job(self, file: Path, name: str, secrets: Mapping[str, str] | None = None) -> Outcome:
        """Run a job of a workflow file."""
        workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
        job = workflow["jobs"][name]
        outcome = Outcome()
        self.masks += (secrets or {}).values()
        context = {"secrets": secrets or {}, "env": {}}
        self._steps(
            job["steps"], context, outcome, {**workflow.get("env", {}), **job.get("env", {})}
        )
        return outcome

    def action(self, folder: Path, inputs: Mapping[str, str]) -> Outcome:
        """Run a composite action as the only step of a job."""
        outcome = Outcome()
        outcome.succeeded, outcome.outputs = self._composite(folder, inputs, outcome, {})
        return outcome

    def step(
        self, folder: Path, name: str, inputs: Mapping[str, str], before: Mapping[str, Any]
    ) -> Outcome:
        """Run one step of a composite action, as if those before it had had these outputs."""
        action = yaml.safe_load((folder / "action.yml").read_text(encoding="utf-8"))
        defaults = {key: str(it.get("default", "")) for key, it in action["inputs"].items()}
        outcome = Outcome(steps={key: {"outputs": it} for key, it in before.items()})
        steps = [step for step in action["runs"]["steps"] if step.get("id") == name]
        context = {"inputs": {**defaults, **inputs}, "action_path": str(folder)}
        self._steps(steps, context, outcome, {})
        outcome.outputs = outcome.steps[name]["outputs"]
        return outcome

    def _composite(
        self, folder: Path, given: Mapping[str, str], outcome: Outcome, env: Mapping[str, str]
    ) -> tuple[bool, dict[str, str]]:
        action = yaml.safe_load((folder / "action.yml").read_text(encoding="utf-8"))
        assert action["runs"]["using"] == "composite"
        assert given.keys() <= action["inputs"].keys(), "an unexpected input"
        defaults = {name: str(it.get("default", "")) for name, it in action["inputs"].items()}
        inner = Outcome(log=outcome.log, summary=outcome.summary, annotations=outcome.annotations)
        context: dict[str, Any] = {"inputs": {**defaults, **given}, "action_path": str(folder)}
        self._steps(action["runs"]["steps"], context, inner, env)
        outcome.log, outcome.summary = inner.log, inner.summary
        context["steps"] = inner.steps
        outputs = {name: self._text(it["value"], context) for name, it in action["outputs"].items()}
        return inner.succeeded, outputs

    def _steps(
        self,
        steps: list[dict[str, Any]],
        context: dict[str, Any],
        outcome: Outcome,
        env: Mapping[str, str],
    ) -> None:
        known = {"name", "id", "uses", "with", "run", "shell", "env", "if", "continue-on-error"}
        for step in steps:
            assert step.keys() <= known, f"a step with {step.keys() - known}"
            context["steps"] = outcome.steps
            if not self._wanted(step.get("if", "success()"), outcome.succeeded):
                continue
            own = {key: self._text(value, context) for key, value in step.get("env", {}).items()}
            given = {key: self._text(value, context) for key, value in step.get("with", {}).items()}
            merged = {**env, **own}
            if "run" in step:
                assert "shell" in step or "inputs" not in context, "a composite needs a shell"
                assert not _EXPRESSION.search(step["run"]), "an expression inside a script"
                worked, outputs = self._script(step["run"], merged, context, outcome)
            elif step["uses"].startswith("./"):
                folder = self.workspace / step["uses"]
                worked, outputs = self._composite(folder, given, outcome, merged)
            else:
                worked, outputs = True, dict(self.stand_ins[step["uses"]](given))
            if "id" in step:
                result = "success" if worked else "failure"
                outcome.steps[step["id"]] = {"outputs": outputs, "outcome": result}
            if not worked and not step.get("continue-on-error", False):
                outcome.succeeded = False

    def _wanted(self, condition: str, succeeded: bool) -> bool:
        answers = {"success()": succeeded, "failure()": not succeeded, "always()": True}
        return any(answers[part.strip()] for part in condition.split("||"))

    def _script(
        self, script: str, env: Mapping[str, str], context: dict[str, Any], outcome: Outcome
    ) -> tuple[bool, dict[str, str]]:
        own = self.folder / f"step-{next(self.numbers)}"
        own.mkdir()
        files = {name: own / name.lower() for name in _TEMPORARY}
        for file in files.values():
            file.touch()
        (own / "script.sh").write_text(script, encoding="utf-8")
        environment = {**self.environment, **env, **{key: str(it) for key, it in files.items()}}
        if "action_path" in context:
            environment["GITHUB_ACTION_PATH"] = context["action_path"]
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(own / "script.sh")],
            cwd=self.workspace,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        outcome.log += self._read(done.stdout.decode("utf-8", "replace"), outcome)
        outcome.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        self.environment |= pairs(files["GITHUB_ENV"].read_text(encoding="utf-8"))
        for line in files["GITHUB_PATH"].read_text(encoding="utf-8").splitlines():
            self.environment["PATH"] = f"{line}:{self.environment['PATH']}"
        return done.returncode == 0, pairs(files["GITHUB_OUTPUT"].read_text(encoding="utf-8"))

    def _read(self, printed: str, outcome: Outcome) -> str:
        """The log as it is shown; commands in it are obeyed."""
        shown, paused = [], None
        for line in printed.splitlines():
            command = _COMMAND.match(line.lstrip())
            if paused is not None:
                paused = None if line.strip() == f"::{paused}::" else paused
            elif command:
                name, properties, value = command.groups()
                if name == "stop-commands":
                    paused = value
                elif name == "add-mask":
                    self.masks += [it for it in _decoded(value).splitlines() if it]
                    line = "::add-mask::***"
                elif name in ("error", "warning", "notice"):
                    given = [it.split("=", 1) for it in (properties or "").split(",") if it]
                    values = {key.strip(): _property(it) for key, it in given}
                    outcome.annotations.append(Annotation(name, _decoded(value), values))
                else:
                    assert name in ("group", "endgroup", "debug"), f"an unknown command: {line}"
            for mask in self.masks:
                line = line.replace(mask, "***")
            shown.append(line + "\n")
        return "".join(shown)

    def _text(self, value: Any, context: Mapping[str, Any]) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        return _EXPRESSION.sub(lambda found: self._value(found[1], context), str(value))

    def _value(self, expression: str, context: Mapping[str, Any]) -> str:
        return next(filter(None, (self._look(it, context) for it in expression.split("||"))), "")

    def _look(self, name: str, context: Mapping[str, Any]) -> str:
        if re.fullmatch(r"\s*'[^']*'\s*", name):
            return name.strip()[1:-1]
        github = {**self.github, "action_path": context.get("action_path", "")}
        found: Any = {**context, "github": github, "runner": {"temp": str(self.temp)}}
        for part in name.strip().split("."):
            assert isinstance(found, Mapping), f"no such value: {name}"
            optional = found is context.get("secrets") or "outputs" in name
            assert optional or part in found, f"no value {name}"
            found = found.get(part, "")
        return found if isinstance(found, str) else json.dumps(found)


def pairs(text: str) -> dict[str, str]:
    """The names and values of a file such as GITHUB_OUTPUT."""
    found: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        name, equals, value = line.partition("=")
        if "<<" in name:
            name, _, delimiter = line.partition("<<")
            held = []
            for inner in lines:
                if inner == delimiter:
                    break
                held.append(inner)
            else:
                raise AssertionError(f"{name} never ends")
            found[name] = "\n".join(held)
        elif line:
            assert equals, f"neither a name nor a value: {line!r}"
            found[name] = value
    return found


def _decoded(value: str) -> str:
    return value.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def _property(value: str) -> str:
    return _decoded(value.replace("%3A", ":").replace("%2C", ","))
