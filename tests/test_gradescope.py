"""The upload for Gradescope: built, laid out and run as the platform does, whatever goes wrong."""

from __future__ import annotations

import html
import io
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.cli import run as run_cli
from grader.course import assignment_names, read_outline
from grader.errors import AssignmentError
from grader.gradescope import bundle, command, container, trial
from grader.gradescope.metadata import Metadata, read_metadata
from grader.gradescope.settings import Settings
from tests.gradescope import graded, not_graded
from tests.notebooks import book
from tests.support import HW0, ROOT

SETTINGS = Settings(
    assignment="hw0",
    seed=20_260_131,
    points=100.0,
    hidden="after_published",
    isolation="limited",
    timeout_seconds=600,
    leaderboard=False,
)
PRETEND = (sys.executable, str(ROOT / "tests" / "pretend.py"))
STUB = "def add(x, y):\n    return x + y\n"


@pytest.fixture(scope="module")
def upload() -> bytes:
    return bundle.build(read_outline("hw0"), SETTINGS)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What setup.sh makes, without the download: the packages are lent by the tests' own."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


class Platform:
    """Gradescope's part, in a folder of its own."""

    def __init__(self, root: Path, upload: bytes, environment: Path | None) -> None:
        self.root = root
        self.source = root / "source"
        for folder in ("source", "submission", "results"):
            (root / folder).mkdir()
        with zipfile.ZipFile(io.BytesIO(upload)) as archive:
            for entry in archive.infolist():  # `unzip` keeps the modes, `extractall` does not
                path = Path(archive.extract(entry, self.source))
                path.chmod(entry.external_attr >> 16)
        shutil.copy(self.source / "run_autograder", root)
        if environment is not None:
            (root / "venv").symlink_to(environment)

    def hand_in(self, **files: str | bytes) -> None:
        for name, data in files.items():
            path = self.root / "submission" / name.replace("__", ".")
            path.write_bytes(data.encode() if isinstance(data, str) else data)

    def start(self, *through: str, **variables: str) -> subprocess.Popen[bytes]:
        """As the platform's own program does it; its limit is the variable TIMEOUT_SECONDS."""
        with (self.root / "results" / "stdout").open("wb") as stdout:
            return subprocess.Popen(
                [*through, "./run_autograder"],
                cwd=self.root,
                env={**os.environ, "AUTOGRADER_ROOT": str(self.root), **variables},
                stdout=stdout,
                stderr=subprocess.STDOUT,
            )

    def grade(self, *through: str, **variables: str) -> int:
        return self.start(*through, **variables).wait(timeout=120)

    @property
    def results(self) -> str:
        return (self.root / "results" / "results.json").read_text(encoding="utf-8")

    @property
    def stdout(self) -> str:
        return (self.root / "results" / "stdout").read_text(encoding="utf-8")

    def configure(self, **changes: Any) -> None:
        (self.source / "gradescope.json").write_text(replace(SETTINGS, **changes).to_json())


@pytest.fixture
def platform(tmp_path: Path, upload: bytes, environment: Path) -> Platform:
    return Platform(tmp_path, upload, environment)


# Grading.


def test_a_correct_submission_gets_everything(platform: Platform, base: str) -> None:
    platform.hand_in(simple_ml__py=base)
    platform.configure(points=20.0, leaderboard=True)
    assert platform.grade() == 0
    results = graded(platform.results)
    assert results["score"] == 20.0
    assert all(test["status"] == "passed" for test in results["tests"])
    assert {test["visibility"] for test in results["tests"]} == {"visible", "after_published"}
    assert 0 < results["leaderboard"][0]["value"] < 20.0  # the hidden checks are not in it
    assert re.search("^isolation: ", platform.stdout, re.MULTILINE)


def test_a_wrong_submission_is_told_what_is_wrong(platform: Platform, base: str) -> None:
    platform.hand_in(simple_ml__py=base + (HW0 / "wrong/add__subtracts.py").read_text())
    assert platform.grade() == 0
    results = graded(platform.results)
    assert results["score"] == 95.0
    failed = [test for test in results["tests"] if test["status"] == "failed"]
    assert {test["tags"][0] for test in failed} == {"add"}
    assert "expected" in failed[0]["output"]
    assert "Fix this first: add" in results["output"]


def test_a_hanging_submission_is_graded(platform: Platform) -> None:
    """It is the checks' own limits that it meets, made short here, not the platform's."""
    toml = platform.source / "assignments/hw0/assignment.toml"
    text = toml.read_text().replace("cpu_seconds = 10", "cpu_seconds = 1")
    toml.write_text(text.replace("wall_seconds = 20.0", "wall_seconds = 4.0"))
    platform.hand_in(simple_ml__py="def add(x, y):\n    while True:\n        pass\n")
    assert platform.grade() == 0
    results = graded(platform.results)
    assert results["score"] == 0.0
    assert "did not finish" in results["tests"][0]["output"]


ATTACK = """
import os

ROOT = {root!r}

def add(x, y):
    found = []
    for name in ("source/gradescope.json", "source/assignments/hw0/hidden.py", "results/stdout",
                 "submission_metadata.json", "source/reference/addition.py"):
        try:
            with open(os.path.join(ROOT, name)) as file:
                found.append(("read", name, file.read()[:50]))
        except OSError:
            pass
    for name in ("results/results.json", "results/results.json.part", "source/gradescope.json",
                 "run_autograder", "venv/bin/python"):
        for way in (os.O_WRONLY | os.O_TRUNC, os.O_WRONLY | os.O_CREAT):
            try:
                os.close(os.open(os.path.join(ROOT, name), way))
                found.append(("wrote", name))
            except OSError:
                pass
    try:
        os.replace(__file__, os.path.join(ROOT, "results/results.json"))
        found.append(("replaced",))
    except OSError:
        pass
    print('{{"score": 100}}')
    raise ValueError("FOUND" if found else "NOTHING", found)
"""


def test_a_hostile_submission_finds_nothing_and_changes_nothing(platform: Platform) -> None:
    (platform.root / "submission_metadata.json").write_text('{"users": [{"name": "Alice"}]}')
    platform.hand_in(simple_ml__py=ATTACK.format(root=str(platform.root)))
    before = (platform.root / "run_autograder").read_bytes()
    assert platform.grade() == 0
    results = graded(platform.results)
    assert results["score"] == 0.0
    assert "ValueError: ('NOTHING', [])" in html.unescape(results["tests"][0]["output"])
    assert (platform.root / "run_autograder").read_bytes() == before
    # The alarms are for the staff.
    assert "ALARM" in platform.stdout
    assert "ALARM" not in platform.results


def test_without_walls_that_attack_would_have_succeeded(platform: Platform) -> None:
    """So it is the walls that stop it."""
    for name in ("results.json", "stdout"):
        (platform.root / "results" / name).touch()
    file = platform.root / "submission" / "simple_ml.py"
    file.write_text(ATTACK.format(root=str(platform.root)) + "\nadd(1, 2)\n")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True)
    assert "FOUND" in done.stderr


def test_an_empty_submission_gets_nothing_and_is_told_why(platform: Platform) -> None:
    assert platform.grade() == 0
    results = graded(platform.results)
    assert results["score"] == 0.0
    assert "There is no simple_ml.py: nothing was handed in." in results["output"]


def test_a_zip_in_the_submission_is_unpacked(platform: Platform) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("my homework/simple_ml.py", STUB)
    platform.hand_in(homework__zip=packed.getvalue(), __DS_Store="clutter")
    assert platform.grade() == 0
    assert graded(platform.results)["score"] == 5.0


def test_a_single_file_may_have_any_name(platform: Platform) -> None:
    platform.hand_in(alice__py=STUB)
    assert platform.grade() == 0
    assert graded(platform.results)["score"] == 5.0


def test_a_notebook_counts_beside_a_stub_that_nobody_has_touched(platform: Platform) -> None:
    untouched = (ROOT / "assignments" / "hw0" / "simple_ml.py").read_bytes()
    platform.hand_in(simple_ml__py=untouched, my_work__ipynb=book("%matplotlib inline", STUB))
    assert platform.grade() == 0
    assert graded(platform.results)["score"] == 5.0


@pytest.mark.parametrize("machine", ["container", "old"])
def test_the_strongest_isolation_that_there_is_is_used_and_recorded(
    platform: Platform, machine: str
) -> None:
    platform.hand_in(simple_ml__py=STUB)
    modes = ("container", "old") if machine == "old" else ("container",)
    level = "limited" if machine == "old" else "strict"
    assert platform.grade(*PRETEND, *modes, "--") == 0
    assert graded(platform.results)["extra_data"]["isolation"] == level
    assert f"isolation: {level}" in platform.stdout


def test_less_isolation_than_was_demanded_is_no_grade(platform: Platform) -> None:
    platform.hand_in(simple_ml__py=STUB)
    platform.configure(isolation="strict")
    assert platform.grade(*PRETEND, "container", "old", "--") == 3
    assert "failed" in not_graded(platform.results)
    assert "strict" in platform.stdout
    assert "strict" not in platform.results


# What goes wrong.


def test_metadata_that_can_be_read_is_for_the_staff(platform: Platform) -> None:
    users = [{"name": "Alice \x1b[31m"}, {"email": "bob@example.org"}]
    data = {
        "users": users,
        "previous_submissions": [{}, {}],
        "assignment": {"total_points": "20.0"},
    }
    (platform.root / "submission_metadata.json").write_text(json.dumps(data))
    assert platform.grade() == 0
    graded(platform.results)
    assert "handed in by Alice ␛[31m, bob@example.org" in platform.stdout
    assert "after 2 earlier submissions" in platform.stdout
    assert "build it again with --points 20" in platform.stdout
    assert "Alice" not in platform.results


@pytest.mark.parametrize(
    "text",
    [
        *("", "null", "[]", "{", '{"users": 7, "assignment": [], "previous_submissions": "no"}'),
        '{"users": [null, 7, {"name": []}], "assignment": {"total_points": "many"}}',
        '{"assignment": {"total_points": 1e999}}',
        "[" * 200_000,
    ],
)
def test_malformed_metadata_is_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "submission_metadata.json"
    file.write_text(text)
    assert read_metadata(file) == Metadata()
    assert read_metadata(tmp_path) == Metadata()
    assert read_metadata(tmp_path / "missing") == Metadata()


def test_malformed_metadata_is_no_reason_not_to_grade(platform: Platform) -> None:
    (platform.root / "submission_metadata.json").write_bytes(b"\xff\xfe{")
    platform.hand_in(simple_ml__py=STUB)
    assert platform.grade() == 0
    assert graded(platform.results)["score"] == 5.0


FULL = "import tempfile\ndef mkdtemp(*_, **__):\n    raise OSError(28, 'No space left on device')\n"
CRASHES = {
    "the grader can't be started": ("grader/gradescope/container.py", "import nothing_at_all\n", 1),
    "the grader can't be imported": ("grader/runner.py", "def broken(:\n", 3),
    "the settings are broken": ("gradescope.json", "{", 3),
    "the assignment is broken": ("assignments/hw0/hidden.py", "raise RuntimeError('SECRET')\n", 3),
    "the disk is full": ("tempfile.py", FULL, 3),
    "it is killed": ("grader/station.py", "import os\nos.kill(os.getpid(), 9)\n", 137),
    "it ends by itself": ("grader/station.py", "import os\nos._exit(0x2a)\n", 42),
}


@pytest.mark.parametrize("case", CRASHES)
def test_a_crash_of_the_grader_is_no_grade(platform: Platform, case: str) -> None:
    file, text, status = CRASHES[case]
    if case == "the disk is full":
        stage = platform.source / "grader/stage.py"
        stage.write_text(stage.read_text() + FULL + "tempfile.mkdtemp = mkdtemp\n")
    else:
        (platform.source / file).write_text(text)
    platform.hand_in(simple_ml__py=STUB)
    assert platform.grade() == status
    assert not_graded(platform.results).startswith("The grader itself failed")
    assert "NOT GRADED" in platform.stdout
    assert "SECRET" not in platform.results
    if case in ("the settings are broken", "the disk is full"):  # known mishaps: one line each
        assert "Traceback" not in platform.stdout


@pytest.mark.parametrize("lack", ["venv", "source"])
def test_without_python_or_grader_there_is_still_a_result(
    tmp_path: Path, upload: bytes, environment: Path, lack: str
) -> None:
    platform = Platform(tmp_path, upload, None if lack == "venv" else environment)
    if lack == "source":
        shutil.rmtree(platform.source)
    assert platform.grade() not in (0, 3)
    assert not_graded(platform.results).startswith("The grader itself failed")
    assert "NOT GRADED" in platform.stdout


def test_a_missing_folder_is_no_zero(platform: Platform) -> None:
    """Whoever hands in nothing has an empty folder; none at all is the platform's mistake."""
    (platform.root / "submission").rmdir()
    assert platform.grade() == 3
    not_graded(platform.results)


def test_a_run_that_is_killed_leaves_the_result_that_says_so(platform: Platform) -> None:
    """As the platform does it at its time limit: only the script, and without warning."""
    platform.hand_in(simple_ml__py="while True:\n    pass\n")
    script = platform.start()
    children = Path(f"/proc/{script.pid}/task/{script.pid}/children")
    wait_until(lambda: grading(children.read_text()))
    (grader,) = children.read_text().split()
    script.kill()
    script.wait()
    wait_until(lambda: gone(int(grader)))
    assert not_graded(platform.results).startswith("The grader was stopped before")


def test_a_run_that_is_interrupted_says_so(platform: Platform) -> None:
    platform.hand_in(simple_ml__py="while True:\n    pass\n")
    script = platform.start()
    children = Path(f"/proc/{script.pid}/task/{script.pid}/children")
    wait_until(lambda: grading(children.read_text()))
    os.kill(int(children.read_text()), signal.SIGTERM)
    assert script.wait(timeout=60) == 3
    assert not_graded(platform.results).startswith("The grader was stopped before")
    assert "interrupted" in platform.stdout


def test_what_was_interrupted_and_caught_is_no_interruption_at_the_end(tmp_path: Path) -> None:
    # Python itself forgets that it was caught, if it came while a text was executed.
    (tmp_path / "sitecustomize.py").write_text(
        "from grader.gradescope import container\n"
        "def grade(root):\n"
        "    def stop(): raise KeyboardInterrupt\n"
        "    try: exec('stop()')\n"
        "    except KeyboardInterrupt: return 3\n"
        "container.grade = grade\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "grader.gradescope", "grade"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr


def test_grading_ends_by_itself_before_the_platform_ends_it(platform: Platform) -> None:
    platform.hand_in(simple_ml__py="while True:\n    pass\n")
    assert platform.grade(TIMEOUT_SECONDS="12") == 3
    assert "it took longer than it may take here" in not_graded(platform.results)


def test_the_time_to_use_is_less_than_the_platform_gives() -> None:
    assert container.seconds_to_use(SETTINGS, None) == 560.0
    assert container.seconds_to_use(SETTINGS, "1200") == 1130.0
    for nonsense in ("", "soon", "-1", "0", "9" * 20):
        assert container.seconds_to_use(SETTINGS, nonsense) == 560.0
    for seconds in range(12, 2400):
        assert 0 < container.seconds_to_use(SETTINGS, str(seconds)) < seconds - 5


def grading(children: str) -> bool:
    """Whether the grader has begun: its zygote is there."""
    pid = children.strip()
    return bool(pid) and bool(Path(f"/proc/{pid}/task/{pid}/children").read_text().strip())


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def wait_until(true: Any) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# The upload.


def files_of(upload: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(upload)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_same_settings_give_the_same_bytes(upload: bytes) -> None:
    assert bundle.build(read_outline("hw0"), SETTINGS) == upload
    assert bundle.build(read_outline("hw0"), replace(SETTINGS, seed=1)) != upload


def test_the_scripts_can_be_executed_and_nothing_has_a_date(upload: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(upload)) as archive:
        for entry in archive.infolist():
            mode = entry.external_attr >> 16
            assert stat.S_ISREG(mode)
            assert bool(mode & 0o111) == (entry.filename in bundle.SCRIPTS)
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert not entry.filename.startswith("/")
            assert ".." not in entry.filename.split("/")
    for script in bundle.SCRIPTS:
        assert files_of(upload)[script].startswith(b"#!")
        assert b"\r" not in files_of(upload)[script]


@pytest.mark.parametrize("name", assignment_names())
def test_an_upload_holds_one_assignment_and_what_it_needs(name: str) -> None:
    outline = read_outline(name)
    files = files_of(bundle.build(outline, replace(SETTINGS, assignment=name)))
    tops = {file.split("/")[0] for file in files}
    assert tops == {
        *("setup.sh", "run_autograder", "gradescope.json", "requirements.txt"),
        *("grader", "templates", "assignments", "reference"),
    }
    assert {file.split("/")[1] for file in files if file.startswith("assignments/")} == {name}
    for needed in ("assignment.toml", "checks.py", "hidden.py"):
        assert f"assignments/{name}/{needed}" in files
    for module in outline.modules:  # to know a stub that nobody has touched
        assert f"assignments/{name}/{module}.py" in files
    modules = {question.reference.partition(":")[0] for question in outline.questions.values()}
    for module in modules:
        assert f"{module.replace('.', '/')}.py" in files
    for file, data in files.items():
        assert not re.search(r"(^|/)(__pycache__|tests|\.\w)", file), file
        assert str(ROOT).encode() not in data, file


def test_of_the_reference_only_what_is_used_is_in_it(upload: bytes) -> None:
    names = {name for name in files_of(upload) if name.startswith("reference/")}
    assert "reference/softmax_loss.py" in names
    assert not names & {"reference/smo.py", "reference/kmeans.py", "reference/adam.py"}


def test_what_is_installed_is_named_with_bounds(upload: bytes) -> None:
    lines = files_of(upload)["requirements.txt"].decode().splitlines()
    assert lines == sorted(lines)
    assert all(re.fullmatch(r"[\w-]+>=[\d.]+,<\d+", line) for line in lines), lines
    assert {"numpy", "scipy", "click", "hypothesis"} <= {line.split(">")[0] for line in lines}
    assert bundle._bounded("numpy; python_version > '3'").endswith("; python_version > '3'")
    assert bundle._bounded("no-such-package-at-all>=1") == "no-such-package-at-all>=1"


def test_no_script_names_a_host(upload: bytes) -> None:
    for name, data in files_of(upload).items():
        if not name.startswith(("templates/", "assignments/")):
            assert b"pypi" not in data.lower(), name


def test_an_upload_that_lacks_something_is_not_handed_out(upload: bytes) -> None:
    lacking = io.BytesIO()
    with zipfile.ZipFile(lacking, "w") as archive:
        for name, data in files_of(upload).items():
            if name != "assignments/hw0/cases.py":
                archive.writestr(name, data)
    with pytest.raises(AssignmentError, match=r"does not work.*cases"):
        trial.try_out(lacking.getvalue())


def test_it_is_the_grader_of_the_upload_that_grades(platform: Platform) -> None:
    """Not another one that is installed on the same machine."""
    done = subprocess.run(
        [sys.executable, "-m", "grader.gradescope", "check"],
        cwd=ROOT,
        env={**os.environ, "AUTOGRADER_ROOT": str(platform.root)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    assert f"this is the grader in {ROOT}, not that in {platform.source}" in done.stdout


# The command.


def test_the_command_builds_what_has_been_tried(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], upload: bytes
) -> None:
    out = tmp_path / "new" / "autograder.zip"
    seed = ["--seed", str(SETTINGS.seed), "--timeout", "10"]
    assert run_cli(["gradescope", "hw0", "--out", str(out), *seed]) == 0
    said = capsys.readouterr().out
    assert "the reference gets 100 of 100 points" in said
    assert f"The seed is {SETTINGS.seed}." in said
    assert out.read_bytes() == upload


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hw9", "--out", "a.zip"], "there is no assignment 'hw9'"),
        (["hw0"], "--out"),
        (["hw0", "--out", "a.tar"], "takes a .zip"),
        (["hw0", "--out", "a.zip", "--points", "0"], "above 0"),
        (["hw0", "--out", "a.zip", "--points", "nan"], "above 0"),
        (["hw0", "--out", "a.zip", "--points", "1.001"], "two decimals"),
        (["hw0", "--out", "a.zip", "--hidden", "never"], "after_published"),
        (["hw0", "--out", "a.zip", "--seed", "x"], "--seed takes"),
        (["hw0", "--out", "a.zip", "--timeout", "60"], "40"),
    ],
)
def test_a_wrong_call_is_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_cli(["gradescope", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "try_out", lambda upload: "not tried")


def settings_in(path: Path) -> Settings:
    return Settings.from_json(files_of(path.read_bytes())["gradescope.json"].decode())


@pytest.mark.usefixtures("untried")
def test_the_seed_is_a_secret_unless_one_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "a.zip"
    monkeypatch.delenv("GRADER_SEED", raising=False)
    seeds = set()
    for _ in range(2):
        assert run_cli(["gradescope", "hw0", "--out", str(out)]) == 0
        seeds.add(settings_in(out).seed)
    assert len(seeds) == 2
    assert min(seeds) > 1000
    monkeypatch.setenv("GRADER_SEED", "77")
    assert run_cli(["gradescope", "hw0", "--out", str(out)]) == 0
    assert settings_in(out).seed == 77
    assert run_cli(["gradescope", "hw0", "--out", str(out), "--seed", "0"]) == 0
    assert settings_in(out).seed == 0


@pytest.mark.usefixtures("untried")
def test_what_is_chosen_is_in_the_upload(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.zip"
    chosen = ["--points", "12.5", "--hidden", "hidden", "--isolation", "strict", "--leaderboard"]
    assert run_cli(["gradescope", "hw0", "--out", str(out), *chosen, "--timeout", "3"]) == 0
    expected = Settings("hw0", 0, 12.5, "hidden", "strict", 180, leaderboard=True)
    assert replace(settings_in(out), seed=0) == expected
    said = capsys.readouterr().out
    assert "12.5 autograder points, a timeout of 3 minutes" in said
    assert "Code that hangs everywhere needs" in said
    (tmp_path / "file").touch()
    assert run_cli(["gradescope", "hw0", "--out", str(tmp_path / "file" / "a.zip")]) == 2


def test_within_the_timeout_a_submission_that_hangs_everywhere_is_graded(hw0: Any) -> None:
    minutes = command.minutes_needed(hw0)
    assert minutes >= 10
    hanging = 2 * len(hw0.questions) * hw0.outline.limits.wall_seconds
    settings = replace(SETTINGS, timeout_seconds=60 * minutes)
    assert container.seconds_to_use(settings, None) > hanging


# The setup.


def test_the_setup_makes_an_environment_that_grades(tmp_path: Path, upload: bytes) -> None:
    """The only test that installs: everything by name, from wherever this machine has it."""
    platform = Platform(tmp_path, upload, None)
    variables = {name: os.environ[name] for name in os.environ if name.startswith("PIP_")}
    done = subprocess.run(
        ["bash", "source/setup.sh"],
        cwd=platform.root,
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **variables},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the reference gets 100 of 100 points" in done.stdout
    assert stat.S_IMODE(platform.source.stat().st_mode) == 0o700
    assert not stat.S_IMODE((platform.source / "gradescope.json").stat().st_mode) & 0o077
    platform.hand_in(simple_ml__py=STUB)
    assert platform.grade() == 0
    assert graded(platform.results)["score"] == 5.0


# A Python that can do nothing but say so; its version is the first argument of the script.
FAKE = """#!/bin/sh
echo "$(basename "$0") $*" >>"$LOG"
case "$1 $2" in
    "-c "*) exit {fits} ;;
    "-m venv") mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
esac
"""
FAKE_APT = """#!/bin/sh
echo "apt-get $*" >>"$LOG"
[ "$1" = update ] && exit 0
case " $* " in
    *" {offered} "*) cp "$(dirname "$0")/new" "$(dirname "$0")/{offered}" ;;
    *) exit 100 ;;
esac
"""


class Image:
    """A base image with nothing in its path but what is put there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "bin"
        self.path.mkdir()
        self.log = folder / "log"
        for tool in ("bash", "sh", "dirname", "basename", "mkdir", "cp", "chmod"):
            (self.path / tool).symlink_to(str(shutil.which(tool)))

    def put(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def set_up(self, root: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.path / "bash"), str(root / "source" / "setup.sh")],
            env={"PATH": str(self.path), "LOG": str(self.log)},
            capture_output=True,
            text=True,
            timeout=60,
        )


@pytest.fixture
def image(tmp_path: Path) -> Image:
    (tmp_path / "image").mkdir()
    return Image(tmp_path / "image")


@pytest.fixture
def bare(tmp_path: Path, upload: bytes) -> Path:
    """The upload, and no environment."""
    (tmp_path / "autograder").mkdir()
    return Platform(tmp_path / "autograder", upload, None).root


def test_the_setup_takes_the_python_that_is_there(image: Image, bare: Path) -> None:
    image.put("python3", FAKE.format(fits=1))
    image.put("python3.12", FAKE.format(fits=0))
    done = image.set_up(bare)
    assert done.returncode == 0, done.stderr
    log = image.log.read_text()
    assert f"python3.12 -m venv --clear {bare}/venv" in log
    assert f"--requirement {bare}/source/requirements.txt" in log
    assert log.splitlines()[-1] == "python -E -s -m grader.gradescope check"


@pytest.mark.parametrize("offered", ["python3", "python3.12", "python3.11"])
def test_the_setup_installs_a_newer_python_where_the_image_has_an_old_one(
    image: Image, bare: Path, offered: str
) -> None:
    image.put("python3", FAKE.format(fits=1))
    image.put("new", FAKE.format(fits=0))
    image.put("apt-get", FAKE_APT.format(offered=offered))
    done = image.set_up(bare)
    assert done.returncode == 0, done.stderr
    log = image.log.read_text()
    assert f"--no-install-recommends {offered} {offered}-venv" in log
    assert f"{offered} -m venv --clear {bare}/venv" in log


def test_the_setup_says_what_to_do_where_there_is_no_python(image: Image, bare: Path) -> None:
    image.put("python3", FAKE.format(fits=1))
    for apt in (None, FAKE_APT.format(offered="nothing")):
        if apt is not None:
            image.put("apt-get", apt)
        done = image.set_up(bare)
        assert done.returncode == 1
        assert "Choose another base image" in done.stderr
        assert not (bare / "venv").exists()
