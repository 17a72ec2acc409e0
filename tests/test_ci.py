"""Grading inside a CI job, with the environment and the files that the systems would give."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from grader.ci.changes import homeworks_of, not_the_students, told
from grader.ci.job import this_job
from grader.ci.repository import Repository
from grader.cli import run
from grader.course import assignment_names, read_outline
from grader.errors import UsageError
from grader.model import CheckResult, Diagnosis, Frame, Isolation, Report, Source, Status
from grader.reporters import github, markdown
from tests.support import HW0, ROOT

WRONG = """

def add(x, y):
    print("::error::printed")
    print("##[error]printed")
    raise ValueError("wrong\\n::set-output name=score::100\\n::error::raised")
"""
EVIL = "a%0A\r\n::error::b, c: `x` <b>d</b> [e](http://f) ```\n| g |\n# h\n</details>"


# --- a checkout, and the job that grades it -------------------------------------------------------


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def put(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@dataclass
class Checkout:
    """A repository with a branch `main` and the head of a pull request checked out."""

    folder: Path
    base: str = ""

    @classmethod
    def make(cls, folder: Path, base: dict[str, str], change: dict[str, str]) -> Checkout:
        folder.mkdir(parents=True, exist_ok=True)
        git(folder, "init", "-q", "-b", "main")
        put(folder, base)
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "--allow-empty", "-m", "base")
        made = cls(folder, git(folder, "rev-parse", "HEAD"))
        git(folder, "checkout", "-q", "-b", "work")
        put(folder, change)
        made.commit()
        return made

    def commit(self) -> None:
        git(self.folder, "add", "-A")
        git(self.folder, "commit", "-q", "--allow-empty", "-m", "work")


@dataclass
class Actions:
    """What GitHub's runner gives to a step, and what it would make of the answer."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, event: object) -> Actions:
        folder.mkdir()
        (folder / "event.json").write_text(json.dumps(event))
        files = {"GITHUB_STEP_SUMMARY": "summary.md", "GITHUB_OUTPUT": "output"}
        environment = {name: str(folder / file) for name, file in files.items()}
        for path in environment.values():
            Path(path).touch()
        environment |= {"GITHUB_ACTIONS": "true", "CI": "true"}
        return cls(folder, environment | {"GITHUB_EVENT_PATH": str(folder / "event.json")})

    @property
    def outputs(self) -> dict[str, str]:
        lines = (self.folder / "output").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    @property
    def summary(self) -> str:
        return (self.folder / "summary.md").read_text(encoding="utf-8")


def obeyed(log: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands that the runner takes from a log: name, properties, message."""
    found, stopped = [], ""
    for line in log.splitlines():
        command = re.match(r"\s*::([^ :]+)(?: ([^:]*))?::(.*)", line)
        if command is None:
            continue
        name, given, data = command.groups()
        if stopped:
            stopped = "" if name == stopped else stopped
        elif name == "stop-commands":
            stopped = data
        else:
            pairs = (item.split("=", 1) for item in (given or "").split(",") if item)
            found.append((name, {key: undone(value) for key, value in pairs}, undone(data)))
    assert not stopped
    return found


def undone(text: str) -> str:
    for written, meant in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(written, meant)
    return text


def pull_request(base: str) -> dict[str, object]:
    return {"pull_request": {"number": 7, "base": {"sha": base, "ref": "main"}}}


@pytest.fixture
def in_job(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, dict[str, str]], None]:
    """Stand in a checkout, in the environment of a job and no other."""

    def stand(folder: Path, environment: dict[str, str]) -> None:
        monkeypatch.chdir(folder)
        for name in os.environ:
            if name.startswith(("GITHUB_", "GITLAB_", "CI")):
                monkeypatch.delenv(name)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)

    return stand


# --- what the systems say -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "format", "is_pull_request", "base"),
    [
        ({}, "plain", False, ""),
        ({"GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main"}, "github", True, "origin/main"),
        ({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": "/no/such"}, "github", False, ""),
        ({"GITLAB_CI": "true", "CI_COMMIT_BEFORE_SHA": "0" * 40}, "gitlab", False, ""),
        ({"GITLAB_CI": "true", "CI_COMMIT_BEFORE_SHA": "a1"}, "gitlab", False, "a1"),
        (
            {
                "GITLAB_CI": "true",
                "CI_MERGE_REQUEST_IID": "3",
                "CI_MERGE_REQUEST_DIFF_BASE_SHA": "b2",
                "CI_COMMIT_BEFORE_SHA": "0" * 40,
            },
            "gitlab",
            True,
            "b2",
        ),
        (
            {
                "GITLAB_CI": "true",
                "CI_MERGE_REQUEST_IID": "3",
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            },
            "gitlab",
            True,
            "origin/main",
        ),
    ],
)
def test_the_system_is_known_by_its_environment(
    environment: dict[str, str], format: str, is_pull_request: bool, base: str
) -> None:
    job = this_job(environment, None, None)
    assert (job.format, job.is_pull_request, job.base) == (format, is_pull_request, base)


@pytest.mark.parametrize(
    ("event", "is_pull_request", "base"),
    [
        (pull_request("c3"), True, "c3"),
        ({"merge_group": {"base_sha": "d4"}}, True, "d4"),
        ({"before": "e5"}, False, "e5"),
        ({"before": "0" * 40}, False, ""),
        ({"pull_request": {"base": None}}, False, ""),
        (["nonsense"], False, ""),
    ],
)
def test_the_event_says_what_is_compared(
    event: object, is_pull_request: bool, base: str, tmp_path: Path
) -> None:
    job = this_job(Actions.of(tmp_path / "job", event).environment, None, None)
    assert (job.format, job.is_pull_request, job.base) == ("github", is_pull_request, base)


def test_options_have_the_last_word(tmp_path: Path) -> None:
    environment = Actions.of(tmp_path / "job", pull_request("c3")).environment
    job = this_job(environment, "plain", "HEAD~1")
    assert (job.format, job.base) == ("plain", "HEAD~1")
    assert this_job({}, None, "origin/main").is_pull_request


# --- what a change touches ------------------------------------------------------------------------


def test_homeworks_are_known_by_their_folder_or_their_files() -> None:
    outlines = [read_outline(name) for name in assignment_names()]

    def touched(*changed: str) -> list[str]:
        return [outline.name for outline in homeworks_of(changed, outlines)]

    assert touched("assignments/hw1/perceptron.py") == ["hw1"]
    assert touched("assignments/hw4/plots/notes.txt", "src/simple_ml.py") == ["hw0", "hw4"]
    assert touched("course/assignments/hw2/x.py") == ["hw2"]
    assert touched("work/smo.ipynb") == ["hw4"]
    assert touched("assignments/hw9/svm.py", "README.md", "assignments", "hw1", "mlp.txt") == []


def test_files_of_the_course_are_told_from_the_students() -> None:
    outlines = [read_outline(name) for name in assignment_names()]
    students = [
        "assignments/hw0/simple_ml.py",
        "assignments/hw0/helper.py",
        "notes.md",
        "my/grader.py",
    ]
    courses = [
        "grader/runner.py",
        "reference/svm.py",
        "assignments/hw0/checks.py",
        "assignments/hw0/misconceptions_new.py",
        "assignments/hw0/README.md",
        ".github/workflows/grade.yml",
        ".gitlab-ci.yml",
        "action.yml",
        "pyproject.toml",
        "templates/a\nb",
    ]
    assert not_the_students([*students, *courses], outlines) == courses


def test_no_name_in_a_change_is_too_long_and_none_is_more_than_a_word() -> None:
    outlines = [read_outline("hw0")]
    # A path that git can check out, and that is too long for the system below another folder.
    deep = "assignments/hw0/" + "/".join(["a" * 200] * 20)
    assert not_the_students([deep], outlines) == []
    said = told(["grader/a\nScore: 100 of 100\n::error::b"], "")
    assert "\n" not in said
    assert "::" not in said


def test_a_change_is_what_the_work_added_not_what_the_base_did_meanwhile(tmp_path: Path) -> None:
    name = 'sp äce\n"quoted".py'
    checkout = Checkout.make(tmp_path / "a", {"old.py": "1", "gone.py": "2"}, {name: "3"})
    git(checkout.folder, "rm", "-q", "gone.py")
    checkout.commit()
    git(checkout.folder, "checkout", "-q", "main")
    put(checkout.folder, {"later.py": "4"})
    git(checkout.folder, "add", "-A")
    git(checkout.folder, "commit", "-q", "-m", "later")
    git(checkout.folder, "checkout", "-q", "work")
    repository = Repository.around(checkout.folder / "old.py")
    assert repository is not None
    assert repository.changed(repository.commit("main")) == ["gone.py", name]
    for unknown in ("f" * 40, "no-such-branch", "--help", "HEAD:old.py"):
        with pytest.raises(UsageError, match="fetch-depth: 0"):
            repository.commit(unknown)


def test_histories_without_a_common_commit_are_compared_as_they_are(tmp_path: Path) -> None:
    checkout = Checkout.make(tmp_path / "a", {"old.py": "1", "same.py": "2"}, {})
    git(checkout.folder, "checkout", "-q", "--orphan", "alone")
    put(checkout.folder, {"old.py": "3"})
    checkout.commit()
    assert Repository(checkout.folder).changed(checkout.base) == ["old.py"]


def test_a_tag_is_not_taken_for_the_branch_of_that_name(tmp_path: Path) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {"new.py": "1"})
    git(checkout.folder, "update-ref", "refs/remotes/origin/main", checkout.base)
    git(checkout.folder, "tag", "origin/main", "HEAD")
    assert Repository(checkout.folder).commit("origin/main") == checkout.base


def test_links_in_the_work_are_seen(tmp_path: Path) -> None:
    checkout = Checkout.make(tmp_path / "real", {}, {"a/b/c.py": "1"})
    (tmp_path / "way").symlink_to(tmp_path / "real")
    (checkout.folder / "link").symlink_to("a")
    for top in (checkout.folder, tmp_path / "way"):
        repository = Repository.around(top / "a" / "b")
        if repository is None:  # a link to the whole checkout is not a part of it
            assert top.is_symlink()
            continue
        assert repository.link_on_the_way(top / "a" / "b" / "c.py") is None
        assert repository.link_on_the_way(top / "link" / "b") == top / "link"


# --- annotations ----------------------------------------------------------------------------------


def failing(count: int, **changes: object) -> Report:
    checks = [
        CheckResult(
            **{
                "id": f"q{n}.c",
                "question": f"q{n}",
                "title": f"title {n}, 50%: {EVIL}",
                "kind": "value",
                "visibility": "visible",
                "status": Status.FAILED,
                "points": 0.0,
                "max_points": 1.0,
                "message": f"message {n} {EVIL}",
                "diagnosis": (Diagnosis("x", f"known {EVIL}", f"hint {EVIL}"),),
                "output": EVIL,
                **changes,
            }  # type: ignore[arg-type]
        )
        for n in range(count)
    ]
    sources = tuple(Source("m.py", 10 * n + 1, "def f(): ...", f"q{n}") for n in range(count))
    return Report("hw0", "x", 0, Isolation("none"), tuple(checks), "Title", sources=sources)


def test_an_annotation_says_just_what_it_was_given() -> None:
    (command,) = github.commands(github.remarks(failing(1), str))
    assert "\n" not in command
    ((name, given, said),) = obeyed(command)
    assert name == "error"
    assert (given["file"], given["line"]) == ("m.py", "1")
    assert given["title"].startswith("q0: title 0, 50%: a%0A")
    assert "message 0 a%0A" in said
    assert "\n::error::b, c:" in said
    awkward = github.Annotation("warning", "t", "m", "a,b:c%\nd.py", 3)
    assert obeyed(awkward.command)[0][1]["file"] == "a,b:c%\nd.py"


def test_ten_of_a_kind_are_shown_and_the_last_stands_for_the_rest() -> None:
    def kinds(count: int) -> list[str]:
        made = github.remarks(failing(count), str)
        return [said for _, _, said in obeyed("\n".join(github.commands(made)))]

    assert len(kinds(10)) == 10
    assert "message 9" in kinds(10)[-1]
    assert len(kinds(25)) == 10
    assert kinds(25)[-1].startswith("16 more remarks")


def test_the_line_that_raised_is_the_place_and_one_reason_is_one_annotation() -> None:
    frames = (Frame("m.py", 3, "f", "f()"), Frame("h.py", 5, "g", "1 / 0"))
    made = github.remarks(failing(4, trace=frames, message="the same", diagnosis=()), str)
    assert [(it.file, it.line, it.title) for it in made] == [
        ("h.py", 5, "q0, q1, q2, q3: 4 checks failed")
    ]
    robust = github.remarks(failing(1, kind="robustness"), str)
    assert [it.kind for it in robust] == ["warning"]


def test_in_a_notebook_the_words_tell_the_line() -> None:
    frames = (Frame("m.ipynb", 3, "f", "f()", cell=4),)
    (made,) = github.remarks(failing(1, trace=frames), str)
    assert (made.file, made.line) == ("m.ipynb", 0)
    assert made.message.startswith("m.ipynb, cell 4, line 3:\nmessage 0")
    assert "m.ipynb, cell 4, line 3: f()" in markdown.render([failing(1, trace=frames)])


# --- the summary ----------------------------------------------------------------------------------


def tokens_of(text: str) -> list[str]:
    """The kinds of things that a renderer of Markdown finds, with those inside a line."""
    found = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        found += [token.type, *(child.type for child in token.children or ())]
    return found


def test_nothing_of_a_students_text_is_markdown() -> None:
    text = markdown.render([failing(3)])
    page = MarkdownIt("commonmark").enable("table").render(text)
    kinds = set(tokens_of(text))
    assert "link_open" not in kinds
    assert "image" not in kinds
    assert "code_inline" not in kinds
    assert "<b>" not in page
    assert page.count("<details>") == page.count("</details>") == 2
    assert page.count("<table>") == 1
    assert page.count("<h3>") == 1
    assert page.count("<h2>") == 1
    assert not re.search("<h1>", page)
    # Wherever that text was told it is there as it was, and nowhere as a fence.
    assert page.count("```") == 3 + 5 + 2 * 5


def test_a_long_summary_stays_below_its_limit_and_says_so() -> None:
    report = failing(100, output="x" * 1_000)
    whole = markdown.render([report])
    for limit in (60_000, 100_000, 150_000):
        text = markdown.render([report], limit=limit)
        assert len(text.encode()) <= limit
        assert "failed checks): the page of the report has all of it" in text
        assert text.count("<details>") == text.count("</details>") > 5
        assert whole.startswith(text[: text.index("\n… More")])
    assert len(markdown.render([report], limit=500).encode()) <= 500
    assert "More is not shown" not in whole


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def wrong() -> dict[str, str]:
    return {"assignments/hw0/simple_ml.py": (HW0 / "base.py").read_text() + WRONG}


def test_a_pull_request_on_github(
    tmp_path: Path,
    wrong: dict[str, str],
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    meddled = {"grader/runner.py": "1", "assignments/hw0/checks.py": "1"}
    checkout = Checkout.make(tmp_path / "a", {}, wrong | meddled)
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "--changed"]) == 1
    log = capsys.readouterr().out
    commands = obeyed(log)
    assert {name for name, _, _ in commands} == {"error"}
    line = wrong["assignments/hw0/simple_ml.py"].splitlines().index(WRONG.splitlines()[-1]) + 1
    _, given, said = commands[0]
    assert (given["file"], given["line"]) == ("assignments/hw0/simple_ml.py", str(line))
    assert len(commands) == 1  # hidden checks of the same question have nothing to add
    assert given["title"].startswith("add: ")
    assert said.startswith("add raised ValueError: wrong\n::set-output")
    wanted = {"score": "95", "max-score": "100", "passed": "false"}
    assert actions.outputs | wanted == actions.outputs
    assert "Fix this first: add" in actions.summary
    for text in (log, actions.summary.replace("\\", "")):
        flat = " ".join(text.split())
        assert "also changes assignments/hw0/checks.py, grader/runner.py. That changes" in flat
    report = json.loads((checkout.folder / "reports" / "hw0.json").read_text())
    assert report["score"] == 95
    assert report["seed"] is None
    assert (checkout.folder / "reports" / "hw0.html").is_file()


def test_nothing_that_is_asked_for_is_touched(
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {"notes.md": "1", "assignments/hw1/x.py": "1"})
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "--changed", "hw0"]) == 0
    assert "No homework is touched" in capsys.readouterr().out
    assert actions.outputs["passed"] == "true"
    assert "No homework is touched" in actions.summary


def test_a_merge_request_on_gitlab(
    tmp_path: Path, in_job: Callable[[Path, dict[str, str]], None]
) -> None:
    source = {"simple_ml.py": (HW0 / "base.py").read_text()}
    checkout = Checkout.make(tmp_path / "a", {}, source)
    environment = {
        "GITLAB_CI": "true",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": checkout.base,
    }
    in_job(checkout.folder, environment)
    assert run(["ci", "hw0", "--reports", "made"]) == 0
    variables = (checkout.folder / "made" / "grader.env").read_text().splitlines()
    assert variables == ["GRADER_SCORE=100", "GRADER_MAX_SCORE=100", "GRADER_PASSED=true"]
    assert "<testsuites" in (checkout.folder / "made" / "junit.xml").read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ci"], "let --changed find it out"),
        (["ci", "--changed"], "name it with --base"),
        (["ci", "hw9"], "there is no assignment 'hw9'"),
        (["ci", "hw0", "--submission", "nowhere"], "there is no submission at nowhere"),
        (["ci", "--changed", "--base", "nothing"], "fetch-depth: 0"),
        (["ci", "hw0", "--min-score", "nan"], "from 0 to 100"),
    ],
)
def test_a_wrong_call_is_one_line(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {})
    in_job(checkout.folder, {})
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_on_github_a_failure_of_ours_is_an_annotation(
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {})
    in_job(checkout.folder, Actions.of(tmp_path / "job", pull_request("f" * 40)).environment)
    assert run(["ci", "--changed"]) == 2
    ((name, given, said),) = obeyed(capsys.readouterr().out)
    assert (name, given["title"]) == ("error", "Nothing was graded")
    assert "fetch-depth: 0" in said


def test_no_link_of_a_pull_request_is_followed(
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Neither to a solution that lies about, nor to a file that the report would overwrite."""
    solution = tmp_path / "solution"
    put(solution, {"simple_ml.py": (HW0 / "base.py").read_text(), "hw0.json": "precious"})
    checkout = Checkout.make(tmp_path / "a", {}, {})
    (checkout.folder / "assignments").mkdir()
    (checkout.folder / "assignments" / "hw0").symlink_to(solution)
    (checkout.folder / "reports").symlink_to(solution)
    checkout.commit()
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "--changed"]) == 1
    assert actions.outputs["score"] == "0"
    assert "hw0 is a link" in capsys.readouterr().out
    assert (solution / "hw0.json").read_text() == "precious"
    assert not (checkout.folder / "reports").is_symlink()
    assert (checkout.folder / "reports" / "hw0.json").is_file()


def test_nothing_in_a_checkout_is_in_the_way_of_the_reports(
    tmp_path: Path, in_job: Callable[[Path, dict[str, str]], None]
) -> None:
    added = "def add(x, y):\n    return x + y\n"
    change = {"simple_ml.py": added, "out": "a file", "other/junit.xml/x": "1"}
    checkout = Checkout.make(tmp_path / "a", {}, change)
    put(checkout.folder, {"other/hw0.json/y": "1", "other/keep": "2"})
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    for place in ("out/deeper", "other"):
        assert run(["ci", "hw0", "--reports", place]) == 1
        assert (checkout.folder / place / "hw0.json").is_file()
        assert (checkout.folder / place / "junit.xml").is_file()
    assert (checkout.folder / "other" / "keep").is_file()


def test_reports_that_came_with_the_work_are_not_taken_for_ours(
    tmp_path: Path, in_job: Callable[[Path, dict[str, str]], None]
) -> None:
    forged = {"reports/junit.xml": "1", "reports/hw0.json": "1"}
    checkout = Checkout.make(tmp_path / "a", {}, forged)
    put(checkout.folder, {"reports/hw1.json": "of an earlier step"})
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "--changed"]) == 0
    assert [path.name for path in (checkout.folder / "reports").iterdir()] == ["hw1.json"]


def test_on_a_new_branch_everything_is_new(
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {"simple_ml.py": ""})
    actions = Actions.of(tmp_path / "job", {"before": "0" * 40})
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "--changed", "hw0"]) == 1
    assert actions.outputs["score"] == "0"


def test_who_can_not_be_compared_is_told(
    tmp_path: Path, in_job: Callable[[Path, dict[str, str]], None]
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {"deep/er/simple_ml.py": WRONG})
    actions = Actions.of(tmp_path / "job", pull_request("f" * 40))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "hw0"]) == 1
    summary = actions.summary.replace("\\", "")
    assert "could not be looked at: the commit" in summary
    assert "fetch-depth: 0" in summary
    # The folders around everything are left out in words, and there where files are named.
    assert "(simple_ml.py, line" in summary
    assert 'file="deep/er/simple_ml.py"' in (checkout.folder / "reports/junit.xml").read_text()


def test_at_a_desk_nothing_is_removed(
    tmp_path: Path,
    in_job: Callable[[Path, dict[str, str]], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    checkout = Checkout.make(tmp_path / "a", {}, {"simple_ml.py": "", "reports": "a file"})
    in_job(checkout.folder, {})
    assert run(["ci", "hw0", "--base", checkout.base]) == 2
    assert "cannot write reports" in capsys.readouterr().err
    assert (checkout.folder / "reports").read_text() == "a file"


def test_a_missing_homework_is_a_report_not_a_failure_of_the_job(
    tmp_path: Path, in_job: Callable[[Path, dict[str, str]], None]
) -> None:
    checkout = Checkout.make(tmp_path / "a", {"assignments/hw0/simple_ml.py": "1"}, {})
    shutil.rmtree(checkout.folder / "assignments" / "hw0")
    put(checkout.folder, {"assignments/hw1/x.py": "1"})
    checkout.commit()
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    in_job(checkout.folder, actions.environment)
    assert run(["ci", "hw0"]) == 1
    assert actions.outputs["score"] == "0"
    assert "There is no hw0 in this checkout" in actions.summary.replace("\\", "")


# --- whose checks ---------------------------------------------------------------------------------


def course(folder: Path) -> dict[str, str]:
    """A repository that holds the course itself, with one homework."""
    for name in ("grader", "reference", "templates", "assignments/hw0"):
        shutil.copytree(
            *(ROOT / name, folder / name), ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
        )
    return {"assignments/hw0/simple_ml.py": (ROOT / "assignments/hw0/simple_ml.py").read_text()}


def test_a_pull_request_does_not_bring_its_own_checks(
    tmp_path: Path, wrong: dict[str, str]
) -> None:
    """Even where the grader itself lies in the checkout that the pull request has changed."""
    folder = tmp_path / "course"
    generous = re.sub(
        r"(?ms)^(def \w+\(student.*?:\n)(.*?)(?=^@|\Z)",
        lambda it: f'{it[1]}    """A title."""\n\n\n',
        (ROOT / "assignments/hw0/checks.py").read_text(),
    )
    checkout = Checkout.make(folder, course(folder), {})
    change = {
        "assignments/hw0/checks.py": generous,
        "grader/runner.py": (ROOT / "grader/runner.py").read_text() + "\n1 / 0\n",
        "reference/softmax_loss.py": "1 / 0",
    }
    put(folder, wrong | change)
    checkout.commit()
    actions = Actions.of(tmp_path / "job", pull_request(checkout.base))
    clean = {key: it for key, it in os.environ.items() if not key.startswith(("GITHUB_", "CI"))}
    done = subprocess.run(
        [sys.executable, "-m", "grader", "ci", "--changed"],
        cwd=folder,
        env=clean | actions.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert actions.outputs["score"] == "95"
    flat = " ".join(done.stdout.split())
    assert f"not taken from the pull request, but from its base, {checkout.base[:12]}" in flat
    assert "grader/runner.py" in flat
    assert ("error", "assignments/hw0/simple_ml.py") in [
        (name, given.get("file")) for name, given, _ in obeyed(done.stdout)
    ]


def test_without_a_base_nobody_grades_with_checks_that_may_be_changed(tmp_path: Path) -> None:
    folder = tmp_path / "course"
    checkout = Checkout.make(folder, course(folder), {})
    environment = Actions.of(tmp_path / "job", pull_request("f" * 40)).environment
    done = subprocess.run(
        [sys.executable, "-m", "grader", "ci", "hw0"],
        cwd=checkout.folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "is not in this clone" in done.stderr
    assert "Traceback" not in done.stderr
