"""The command line as a user meets it: output, files, exit codes, one-line errors."""

from __future__ import annotations

import functools
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.classes import make_course
from tests.support import HW0, ROOT

BASE = HW0 / "base.py"


def grader(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A submission that sums the loss."""
    path = tmp_path_factory.mktemp("wrong") / "alice.py"
    loss = "\n\ndef softmax_loss(Z, y):\n    return len(y) * float(_right(Z, y))\n"
    path.write_text(BASE.read_text() + "\n\n_right = softmax_loss\n" + loss)
    return path


def test_a_right_submission_ends_with_0_and_names_both_reports(tmp_path: Path) -> None:
    done = grader("hw0", "--submission", str(BASE), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    last = done.stdout.strip().splitlines()[-1]
    assert "reports/hw0.html" in last
    assert "reports/hw0.json" in last
    assert "Score: 100 of 100" in done.stdout
    report = json.loads((tmp_path / "reports/hw0.json").read_text())
    assert (report["schema"], report["assignment"], report["score"]) == (1, "hw0", 100.0)
    assert (tmp_path / "reports/hw0.html").read_text().startswith("<!doctype html>")


def test_a_wrong_submission_ends_with_1_and_is_told_what_is_wrong(
    tmp_path: Path, wrong: Path
) -> None:
    done = grader("hw0", "--submission", str(wrong), cwd=tmp_path)
    assert done.returncode == 1
    assert "Score: 80 of 100" in done.stdout
    assert "summed over the batch, not averaged" in done.stdout
    assert "Z = array([[" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout  # colour is for terminals only


def test_the_working_copy_is_graded_without_naming_it() -> None:
    done = grader("hw0", "--json", "-", "--html", "/dev/null", cwd=ROOT)
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert (report["submission"], report["score"]) == ("assignments/hw0", 0.0)
    assert "not implemented yet" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--min-score", "80"], 0), (["--min-score", "80.5"], 1), (["--question", "add"], 0)],
)
def test_what_passing_means_can_be_chosen(
    tmp_path: Path, wrong: Path, arguments: list[str], status: int
) -> None:
    done = grader("hw0", "--submission", str(wrong), *arguments, cwd=tmp_path)
    assert done.returncode == status, done.stderr


def test_reports_go_where_they_are_sent(tmp_path: Path, wrong: Path) -> None:
    where = ["--json", "a/b.json", "--html", "c.html", "--junit", "d.xml"]
    done = grader(
        *("hw0", "--submission", str(wrong), "--question", "add"),
        *("--question", "softmax_loss", *where),
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert not list(tmp_path.glob("reports/*"))
    report = json.loads((tmp_path / "a/b.json").read_text())
    assert {check["question"] for check in report["checks"]} == {"add", "softmax_loss"}
    suites = ET.parse(tmp_path / "d.xml").getroot()
    assert [suite.get("name") for suite in suites] == ["hw0.add", "hw0.softmax_loss"]
    assert "a/b.json" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("kind", ["json", "html", "junit"])
def test_standard_output_holds_nothing_but_the_report_sent_there(tmp_path: Path, kind: str) -> None:
    done = grader(
        *("hw0", "--submission", str(BASE), "--question", "add", f"--{kind}", "-"), cwd=tmp_path
    )
    assert done.returncode == 0
    if kind == "json":
        assert json.loads(done.stdout)["max_score"] == 5.0
    else:
        assert done.stdout.startswith({"html": "<!doctype html>", "junit": "<?xml"}[kind])
    assert "Score: 5 of 5" in done.stderr


USAGE = {
    "hw00": ["hw00"],
    "did you mean hw0?": ["hw00"],
    "did you mean list?": ["lst"],
    "did you mean softmax_loss?": ["hw0", "--question", "softmaxloss"],
    "there is no submission at nowhere": ["hw0", "--submission", "nowhere"],
    "--seed takes a whole number from 0 to 9007199254740991, or the word fresh": [
        *("hw0", "--seed", "one")
    ],
    "'--isolation': 'iron' is not one of": ["hw0", "--isolation", "iron"],
    "'--min-score'": ["hw0", "--min-score", "101"],
    "--bogus": ["hw0", "--bogus"],
    "--seed takes a whole number": ["hw0", "--seed", "9007199254740992"],
    "'--min-score': it is": ["hw0", "--min-score", "nan"],
    "use --question NAME": ["hw0", "softmax_loss"],
    "the same file": ["hw0", "--json", "a.out", "--html", "./a.out"],
    "only one report": ["hw0", "--submission", "reference", "--json", "-", "--html", "-"],
}


@pytest.mark.parametrize("said", USAGE)
def test_a_wrong_call_is_one_clear_line_and_status_2(tmp_path: Path, said: str) -> None:
    done = grader(*USAGE[said], cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("target", ["file/x.json", "folder", "simple_ml.py"])
def test_a_report_that_cannot_be_written_is_one_line_before_the_grading(
    tmp_path: Path, target: str
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    done = grader(
        *("hw0", "--submission", str(BASE), "--question", "add", "--json", target),
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert target in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("name", ["evil.zip", "notes.docx", "empty"])
def test_a_submission_that_cannot_be_taken_is_graded_with_nothing(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    if name == "empty":
        path.mkdir()
    else:
        path.write_bytes(b"not an archive")
    done = grader("hw0", "--submission", str(path), "--json", "out.json", cwd=tmp_path)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    report = json.loads((tmp_path / "out.json").read_text())
    assert report["score"] == 0.0
    assert all(check["message"] for check in report["checks"])


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_an_interrupted_run_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "hang.py").write_text("print('here', flush=True)\nwhile True: pass\n")
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "hw0", "--submission", "hang.py"],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while not list((tmp_path / "tmp").glob("grader-*/submission/*.py")):
            time.sleep(0.05)
        process.send_signal(getattr(signal, name))
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err.strip()) == ("", "grader: interrupted; nothing was graded")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_list_names_every_question_with_its_points(tmp_path: Path) -> None:
    done = grader("list", cwd=tmp_path)
    assert done.returncode == 0
    assert "hw0  Softmax regression and a two-layer network" in done.stdout
    assert [line.split() for line in done.stdout.splitlines()[1:6]] == [
        *(["add", "5", "points"], ["parse_mnist", "20", "points"]),
        *(["softmax_loss", "20", "points"], ["softmax_regression_epoch", "27", "points"]),
        ["nn_epoch", "28", "points"],
    ]


def test_doctor_says_what_this_machine_gives(tmp_path: Path) -> None:
    done = grader("doctor", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for word in ("Python", "NumPy", "BLAS", "isolation", "resource limits", "file access rules"):
        assert word in done.stdout


def pretending(*modes: str, cwd: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """The grader on a machine that gives less: see pretend.py."""
    pretend = [sys.executable, str(ROOT / "tests" / "pretend.py"), *modes, "--"]
    command = [*pretend, sys.executable, "-m", "grader", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True)


def test_a_container_is_strict_and_doctor_says_what_it_lacks_and_what_to_do(tmp_path: Path) -> None:
    done = pretending("container", cwd=tmp_path, arguments=["doctor"])
    assert done.returncode == 0, done.stderr
    assert "isolation      strict" in done.stdout
    assert "missing      namespaces: [Errno 1] Operation not permitted: 'unshare'" in done.stdout
    assert "without it, the size and date of files can be seen" in done.stdout
    assert "to have it, allow user namespaces" in done.stdout


def test_an_old_kernel_in_a_container_is_limited_and_says_why(tmp_path: Path) -> None:
    done = pretending("container", "old", cwd=tmp_path, arguments=["doctor"])
    assert done.returncode == 0, done.stderr
    assert "isolation      limited" in done.stdout
    assert "file access rules: [Errno 38] the kernel has no Landlock" in done.stdout
    assert "use Linux 5.13 or newer" in done.stdout


def test_less_isolation_than_demanded_is_refused_before_anything_runs(
    tmp_path: Path, base: str
) -> None:
    (tmp_path / "simple_ml.py").write_text(f"{base}\nopen('{tmp_path}/ran', 'w').close()\n")
    arguments = ["hw0", "--submission", "simple_ml.py", "--question", "add", "--isolation"]
    weak = functools.partial(pretending, "container", "old", cwd=tmp_path)
    refused = weak(arguments=[*arguments, "strict"])
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "isolation strict is demanded, and this machine gives limited" in refused.stderr
    assert "--isolation limited would do" in refused.stderr
    assert not (tmp_path / "ran").exists()
    assert weak(arguments=[*arguments, "limited"]).returncode == 0
    assert (tmp_path / "ran").exists()


def test_the_report_records_the_isolation_and_the_seed(tmp_path: Path, base: str) -> None:
    (tmp_path / "simple_ml.py").write_text(base)
    arguments = ["hw0", "--submission", "simple_ml.py", "--question", "add", "--json", "-"]
    done = pretending("container", cwd=tmp_path, arguments=[*arguments, "--isolation", "strict"])
    report = json.loads(done.stdout)
    assert report["isolation"]["level"] == "strict"
    assert "system call filter" in report["isolation"]["mechanisms"]
    assert "namespaces" in report["isolation"]["missing"]
    assert report["seed"] == 0
    seeds = set()
    for _ in range(2):
        fresh = grader(*arguments, "--seed", "fresh", cwd=tmp_path)
        seeds.add(json.loads(fresh.stdout)["seed"])
        assert fresh.returncode == 0
    assert len(seeds) == 2
    assert str(min(seeds)) not in (tmp_path / "reports" / "hw0.html").read_text()


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["hw0", "--help"], []])
def test_small_commands_import_nothing_heavy(tmp_path: Path, arguments: list[str]) -> None:
    heavy = ("numpy", "scipy", "sklearn", "hypothesis", "matplotlib", "jinja2", "rich", "pytest")
    code = (
        "import sys; from grader.cli import run; status = run(sys.argv[1:]); "
        f"loaded = [name for name in {heavy} if name in sys.modules]; "
        "print(loaded, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "[]"


def test_a_failure_of_the_grader_is_status_3_and_never_a_zero(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from grader import cli, launch

    monkeypatch.setattr(launch, "WORKER", tmp_path / "there is no worker.py")
    monkeypatch.chdir(tmp_path)
    assert cli.run(["hw0", "--submission", str(BASE)]) == 3
    captured = capfd.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert "the grader itself failed, nothing was graded: no worker could be" in captured.err
    assert not list(tmp_path.glob("reports/*"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def add(x, y:", "add: reference.addition can't be imported: SyntaxError"),
        ("import nothing_of_that_name", "can't be imported: ModuleNotFoundError"),
        ("def plus(x, y):\n    return x + y\n", "add: reference.addition has no add"),
    ],
)
def test_a_reference_that_is_broken_is_the_assignments_fault(
    tmp_path: Path, source: str, said: str
) -> None:
    course = make_course(tmp_path)
    (course / "reference" / "addition.py").write_text(source)
    done = grader("tiny", "--submission", "reference", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
