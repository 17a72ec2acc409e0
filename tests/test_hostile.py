"""Submissions that crash, hang, lie or attack: each is the student's fault, and only theirs.

Each case replaces `softmax_loss` of a correct submission. It must cost that question alone, with a
message that says what happened, in bounded time, while everything else is graded as usual.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from grader import jail
from grader.assignment import Assignment
from grader.launch import ForkLauncher
from grader.model import CheckResult, Report, Status
from grader.reporters import json as json_reporter
from grader.runner import grade
from grader.sandbox import Launcher
from grader.submission import from_files
from tests.support import HW0, WALLS, GradeSource

QUESTIONS = ("add", "softmax_loss", "softmax_regression_epoch")

IN_A_CALL = {
    "exit": ("import os; os._exit(0)", Status.ERROR, r"ended the Python process itself.*status 0"),
    "exit with status": ("import os; os._exit(3)", Status.ERROR, r"exit status 3"),
    "sys.exit": ("import sys; sys.exit()", Status.ERROR, r"called sys.exit\(\)"),
    "sys.exit with success": ("import sys; sys.exit(0)", Status.ERROR, r"called sys.exit\(\)"),
    "endless loop": ("while True: pass", Status.TIMEOUT, "did not finish: it was stopped"),
    "loop that swallows everything": (
        "while True:\n        try:\n            while 1: pass\n        except BaseException: pass",
        Status.TIMEOUT,
        "did not finish: it was stopped",
    ),
    "loop that ignores signals": (
        "import signal\n    for s in range(1, 32):\n        try: signal.signal(s, signal.SIG_IGN)\n"
        "        except OSError: pass\n    while True: pass",
        Status.TIMEOUT,
        "did not finish: it was stopped",
    ),
    "hang in C": (
        "import itertools; sum(itertools.repeat(1))",
        Status.TIMEOUT,
        "did not finish: it was stopped",
    ),
    "sleep": ("import time; time.sleep(10**6)", Status.TIMEOUT, "did not finish: it was stopped"),
    "ten gigabytes": (
        "return float(np.ones(10 * 2**30 // 8).sum())",
        Status.ERROR,
        r"needed more memory than the limit of 256 MiB",
    ),
    "memory bit by bit": (
        "hoard = []\n    while True: hoard.append(bytearray(2**24))",
        Status.ERROR,
        "needed more memory",
    ),
    "deep recursion": (
        "f = lambda n: f(n + 1)\n    return f(0)",
        Status.ERROR,
        "RecursionError",
    ),
    "bottomless recursion in C": (
        "import sys\n    sys.setrecursionlimit(10**9)\n"
        "    f = lambda n: list(map(f, [n]))\n    return f(0)",
        Status.ERROR,
        "crashed the Python interpreter",
    ),
    "null pointer": (
        "import ctypes; ctypes.string_at(0)",
        Status.ERROR,
        r"crashed the Python interpreter \(segmentation fault\)",
    ),
    "abort": ("import os; os.abort()", Status.ERROR, "ended by SIGABRT"),
    "kills itself": (
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        Status.ERROR,
        "stopped your code .SIGKILL.",
    ),
    "kills its parent": (
        "import os, signal; os.kill(os.getppid(), signal.SIGKILL)\n    while True: pass",
        Status.ERROR,
        r"raised PermissionError: .* \(simple_ml.py, line \d+\)\. While it is graded, code",
    ),
    "endless output": (
        "while True: print('spam' * 1000)",
        Status.TIMEOUT,
        "did not finish: it was stopped",
    ),
    "keyboard interrupt": ("raise KeyboardInterrupt", Status.ERROR, "raised KeyboardInterrupt"),
    "exception that can't be printed": (
        "class Evil(Exception):\n        def __str__(self): raise SystemExit\n    raise Evil",
        Status.ERROR,
        "raised Evil",
    ),
    "closes all files": (
        "import os; os.closerange(3, 64)\n    return 1.0",
        Status.ERROR,
        "ended the Python process|closed the connection",
    ),
    "closes the channel and goes on": (
        "import os, time; os.closerange(3, 64)\n    time.sleep(60)",
        Status.ERROR,
        "closed the connection",
    ),
    "garbage on every descriptor": (
        "import os\n    for fd in range(3, 64):\n        try: os.write(fd, b'\\0' * 4096)\n"
        "        except OSError: pass\n    return 1.0",
        Status.ERROR,
        "wrote to the connection",
    ),
}

RETURNS = {
    "an object that pretends to be an array": (
        "class Liar:\n        def __array__(self, *a, **k): return np.array(RIGHT)\n"
        "        def __float__(self): return 1.0\n        def __eq__(self, other): return True\n"
        "        def __reduce__(self): return (print, ('gotcha',))\n    return Liar()",
        "should be a single number, but is an object of type .*Liar",
    ),
    "an array that equals everything": (
        "class Liar(np.ndarray):\n        def __eq__(self, other): return True\n"
        "        def __abs__(self): return 0\n    return np.array(12.5).view(Liar)",
        "is 12.5, expected",
    ),
    "a float that equals everything": (
        "class Liar(float):\n        def __eq__(self, other): return True\n"
        "        def __repr__(self): return '0'\n    return Liar(12.5)",
        "is 12.5, expected",
    ),
    "a function": ("return lambda: 1", "an object of type .*function"),
    "a generator": ("return (x for x in [1])", "an object of type generator"),
    "itself, nested": ("a = []; a.append(a); return a", "can't be judged"),
    "an object array": ("return np.array([object()])", "object of type array of dtype object"),
    "a string": ("return '1.0'", "should be a single number, but is a str"),
    "a complex number": ("return 1j", "should be a single number"),
    "a huge array": ("return np.zeros((2**10, 2**10, 60))", "can't be judged"),
    "a huge integer": ("return 10**5000", "can't be judged"),
    "nan": ("return float('nan')", "is nan, expected"),
}


def check_others(report: Report) -> list[CheckResult]:
    """The checks of the question; all others must have passed."""
    for check in report.checks:
        if check.question != "softmax_loss":
            assert check.passed, f"{check.id}: {check.message}"
    return [check for check in report.checks if check.question == "softmax_loss"]


@pytest.mark.parametrize("name", IN_A_CALL)
def test_what_a_call_can_do(
    grade_source: GradeSource, impatient: Assignment, base: str, name: str
) -> None:
    body, status, message = IN_A_CALL[name]
    source = f"{base}\n\ndef softmax_loss(Z, y):\n    {body}\n"
    checks = check_others(grade_source(source, assignment=impatient, questions=QUESTIONS))
    assert checks[0].status is status, checks[0].message
    assert _matches(message, checks[0].message), checks[0].message
    assert not any(check.passed for check in checks)
    assert checks[0].counterexample is not None
    assert "Z = array(" in checks[0].counterexample.args


@pytest.mark.parametrize("name", RETURNS)
def test_what_a_call_can_return(grade_source: GradeSource, base: str, name: str) -> None:
    body, message = RETURNS[name]
    source = f"{base}\n\ndef softmax_loss(Z, y):\n    {body}\n"
    checks = check_others(grade_source(source, questions=QUESTIONS))
    assert checks[0].status is Status.FAILED, checks[0].message
    assert _matches(message, checks[0].message), checks[0].message
    assert not any(check.passed for check in checks)


def test_a_forged_answer_is_worth_no_more_than_a_returned_one(
    grade_source: GradeSource, base: str
) -> None:
    """A frame of its own on the channel: at best it is the answer, at worst a breach."""
    forge = """
def softmax_loss(Z, y):
    import json, os, struct
    pairs = [["id", 2], ["verb", "returned"], ["value", 0.0], ["changed", {"d": []}]]
    text = json.dumps({"d": pairs})
    frame = struct.pack("!4sIQ", b"MLG1", len(text), 0) + text.encode()
    for fd in range(3, 64):
        try: os.write(fd, frame)
        except OSError: pass
    return 0.0
"""
    checks = check_others(grade_source(base + forge, questions=QUESTIONS))
    assert not any(check.passed for check in checks)


FRAMES: dict[str, dict[str, object]] = {
    "verdict": {"verb": "passed", "points": 100},
    "no verb": {"value": 1.0},
    "wrong types": {"verb": "returned", "value": 1.0, "changed": [1]},
    "changed argument that does not exist": {
        "verb": "returned",
        "value": 1.0,
        "changed": {"d": [[7, 1]]},
    },
    "an array for a verb": {"verb": {"a": ["int64", [0], "C"]}},
    "exception of the wrong form": {"verb": "raised", "type": 1},
    "frames of the wrong form": {
        "verb": "raised",
        "type": "E",
        "text": "",
        "kinds": {"l": []},
        "frames": {"l": [1]},
    },
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_forged_frame_of_any_form_is_a_breach(
    grade_source: GradeSource, base: str, name: str
) -> None:
    pairs = [["id", 2], *([key, value] for key, value in FRAMES[name].items())]
    forge = f"""
def softmax_loss(Z, y):
    import json, os, struct
    text = json.dumps({{"d": {pairs!r}}})
    frame = struct.pack("!4sIQ", b"MLG1", len(text), 0) + text.encode()
    for fd in range(3, 64):
        try: os.write(fd, frame)
        except OSError: pass
"""
    checks = check_others(grade_source(base + forge, questions=QUESTIONS))
    assert checks[0].status is Status.ERROR
    assert "connection" in checks[0].message
    assert not any(check.passed for check in checks)


def test_a_flood_of_output_is_cut_and_costs_nothing(grade_source: GradeSource, base: str) -> None:
    source = base + (
        "\n\n_loss = softmax_loss\ndef softmax_loss(Z, y):\n"
        "    for _ in range(20000): print('x' * 100)\n    return _loss(Z, y)\n"
    )
    report = grade_source(source, questions=("softmax_loss",))
    assert report.passed
    output = report.checks[0].output
    assert output.startswith("x" * 100)
    assert "the rest of the output was dropped" in output
    assert len(output) < 70_000


@pytest.mark.parametrize("leave", ["", "os.setsid()"])
def test_a_child_that_outlives_its_worker_is_ended_where_it_can_be_started(
    grade_source: GradeSource, impatient: Assignment, base: str, tmp_path: Path, leave: str
) -> None:
    """Without walls, that is: behind them there is no child."""
    source = base + (
        "\n\n_loss = softmax_loss\ndef softmax_loss(Z, y):\n    import os, time\n"
        f"    if os.fork() == 0:\n        {leave}\n        if os.fork() == 0:\n"
        f"            time.sleep(4)\n            open({str(tmp_path / 'alive')!r}, 'w')\n"
        "            time.sleep(30)\n        os._exit(0)\n"
        "    return _loss(Z, y)\n"
    )
    outline = impatient.outline
    launcher = ForkLauncher(outline.libraries, outline.preload, without=WALLS)
    try:
        report = grade_source(source, assignment=impatient, questions=QUESTIONS, launcher=launcher)
        assert all(check.passed for check in check_others(report))
        time.sleep(4.5)
        assert not (tmp_path / "alive").exists()
    finally:
        launcher.close()


AT_IMPORT = {
    "syntax error": ("def broken(:\n    pass", r"could not be imported \(line \d+\): SyntaxError"),
    "missing package": ("import pandas", "No module named 'pandas'. Besides .* numpy and scipy"),
    "scikit-learn": ("import sklearn", "No module named 'sklearn'"),
    "the grader": ("import grader", "No module named 'grader'"),
    "the reference": ("import reference", "No module named 'reference'"),
    "exit": ("import os; os._exit(0)", "exit status 0"),
    "sys.exit": ("raise SystemExit", "calls sys.exit"),
    "endless loop": ("while True: pass", "did not finish: it was stopped"),
    "called at import": (
        "def f():\n    return 1 / 0\n\n\nf()",
        r"\(line \d+\): ZeroDivisionError: .*outside of functions runs when the file is imported",
    ),
    "a function of NumPy, called at import": (
        "import numpy as np\nnp.linalg.inv(np.zeros((2, 2)))",
        r"\(line \d+\): .*LinAlgError: Singular matrix$",
    ),
    "exception": ("1 / 0", r"\(line \d+\): ZeroDivisionError: division by zero"),
    "null pointer": ("import ctypes; ctypes.string_at(0)", "segmentation fault"),
}


@pytest.mark.parametrize("name", AT_IMPORT)
def test_what_an_import_can_do(
    grade_source: GradeSource, impatient: Assignment, base: str, name: str
) -> None:
    statement, message = AT_IMPORT[name]
    report = grade_source(f"{base}\n\n{statement}\n", assignment=impatient)
    assert report.score == 0.0
    for check in report.checks:
        assert _matches(message, check.message), check.message


def test_a_file_that_is_not_text_is_the_students_fault(hw0: Assignment, launcher: Launcher) -> None:
    submission = from_files("test", {"simple_ml.py": b"x = '\xff\x00'"}, ["simple_ml"])
    report = grade(hw0, submission, launcher)
    assert report.score == 0.0
    assert "simple_ml.py could not be imported" in report.checks[0].message


def test_the_line_of_an_import_error_is_shown(grade_source: GradeSource, base: str) -> None:
    report = grade_source(f"{base}\n\nvalue = 1 / 0\n")
    (frame,) = report.checks[0].trace
    assert (frame.file, frame.source) == ("simple_ml.py", "value = 1 / 0")


def test_an_exception_shows_the_students_own_lines_and_none_of_ours(
    grade_source: GradeSource, base: str
) -> None:
    source = base + (
        "\n\ndef helper(Z):\n    return Z.sum(axis=7)\n\n"
        "def softmax_loss(Z, y):\n    return helper(Z)\n"
    )
    check = grade_source(source, questions=("softmax_loss",)).checks[0]
    assert [(frame.function, frame.source) for frame in check.trace] == [
        ("softmax_loss", "return helper(Z)"),
        ("helper", "return Z.sum(axis=7)"),
    ]
    assert check.message.startswith("softmax_loss raised AxisError: axis 7 is out of bounds")
    assert f"(simple_ml.py, line {check.trace[-1].line})" in check.message


def test_after_every_attack_the_next_submission_is_graded_normally(
    grade_source: GradeSource, base: str
) -> None:
    assert grade_source(base).score == 100.0


def _matches(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None


# --- what it leaves behind ---------------------------------------------------------------------

LEFTOVERS = {
    "a deep tree": "for _ in range(2000):\n        os.mkdir('d')\n        os.chdir('d')",
    "an unreadable tree": "os.makedirs('a/b/c')\n    os.chmod('a/b', 0)\n    os.chmod('a', 0)",
    "odd names": "[open(n, 'w').close() for n in ('-rf', ' ', 'a\\nb', '\\udcff')]",
    "a link instead of the folder": (
        "here = os.getcwd()\n    os.rmdir(here)\n    os.symlink(VICTIM, here)"
    ),
}


@pytest.mark.parametrize("without", [(), (jail.NAMESPACES,), WALLS], ids=["all", "few", "none"])
@pytest.mark.parametrize("name", LEFTOVERS)
def test_whatever_is_left_in_the_scratch_folder_is_removed_and_nothing_else(
    grade_source: GradeSource,
    hw0: Assignment,
    base: str,
    name: str,
    without: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "victim" / "sub").mkdir(parents=True)
    (tmp_path / "victim" / "sub").chmod(0o755)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    source = base + (
        f"\n\nimport os\nVICTIM = {str(tmp_path / 'victim')!r}\n_add = add\n"
        f"def add(x, y):\n    {LEFTOVERS[name]}\n    return _add(x, y)\n"
    )
    launcher = ForkLauncher(hw0.outline.libraries, hw0.outline.preload, without=without)
    report = grade_source(source, questions=("add", "softmax_loss"), launcher=launcher)
    assert all(check.passed for check in report.checks if check.question == "softmax_loss")
    assert list(launcher.stage.scratch.iterdir()) == []
    launcher.close()
    assert list((tmp_path / "tmp").iterdir()) == []
    assert (tmp_path / "victim" / "sub").stat().st_mode & 0o777 == 0o755


# --- what it gives back ------------------------------------------------------------------------

FEEDBACK = {
    "an integer without end": "10**5000",
    "a ragged list": "[[1], [1, 2]]",
    "a wide array": "np.zeros((64, 2**18), np.uint8)",
    "strings": "['x' * 1000] * 1000",
    "infinity": "np.full((64, 10), np.inf)",
}


@pytest.mark.parametrize("name", FEEDBACK)
def test_an_argument_replaced_from_behind_costs_its_own_question(
    grade_source: GradeSource, base: str, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    source = base + (
        "\n\nimport sys\ndef softmax_regression_epoch(X, y, theta, lr=0.1, batch=100):\n"
        f"    sys._getframe(1).f_locals['arguments'][2] = {FEEDBACK[name]}\n"
    )
    report = grade_source(source, questions=("add", "softmax_regression_epoch"))
    assert [question.points for question in report.questions] == [5.0, 0.0]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "value",
    ["bytes(30 << 20)", "'x' * 900_000", "[bytes(10)] * 50_000", "{'a': bytes(20 << 20)}"],
)
def test_a_large_answer_is_judged_without_being_copied_around(
    grade_source: GradeSource, base: str, value: str
) -> None:
    source = f"{base}\n\ndef softmax_loss(Z, y):\n    return {value}\n"
    report = grade_source(source, questions=("softmax_loss",))
    assert report.score == 0.0
    assert all(len(check.message) < 5_000 for check in report.checks)


NAMES = {
    "a key of a strange class": "class K:\n    pass\nK.__qualname__ = EVIL\n"
    "def softmax_loss(Z, y):\n    return {K(): 1}\n",
    "an object of a strange class": "class K:\n    pass\nK.__qualname__ = EVIL\n"
    "def softmax_loss(Z, y):\n    return K()\n",
    "a function that is almost there": "del softmax_loss\n"
    "globals()['softmax_los' + EVIL] = lambda: 1\n",
    "an exception of a strange class": "E = type(EVIL, (Exception,), {})\n"
    "def softmax_loss(Z, y):\n    raise E(EVIL)\n",
    "a string": "def softmax_loss(Z, y):\n    return EVIL\n",
}


@pytest.mark.parametrize("name", NAMES)
def test_strange_names_stay_text_in_every_report(
    grade_source: GradeSource, base: str, name: str
) -> None:
    evil = "\\x1b[31m\\u202e\\x07\\ud800"
    report = grade_source(f"{base}\n\nEVIL = '{evil}'\n{NAMES[name]}", questions=("softmax_loss",))
    assert report.score == 0.0
    text = json_reporter.render(report)
    text.encode()
    assert not set("\x1b\x07\u202e") & set(text)
    assert "\\u001b" not in text


def test_a_wrong_answer_that_then_hangs_is_not_waited_for_in_every_check(
    grade_source: GradeSource, impatient: Assignment, base: str
) -> None:
    source = base + (
        "\n\nn = 0\ndef softmax_loss(Z, y):\n    global n\n    n += 1\n"
        "    while n > 1: pass\n    return 1e9\n"
    )
    report = grade_source(source, assignment=impatient, questions=("softmax_loss",))
    assert report.checks[0].status is Status.FAILED
    assert report.score == 0.0


def test_a_hostile_submission_does_not_get_hold_of_the_trusted_process_through_the_folder(
    tmp_path: Path,
) -> None:
    """`python -m` puts the current folder on the path: what lies there must not be imported."""
    for name in ("click", "numpy", "rich", "jinja2"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken over')")
    (tmp_path / "simple_ml.py").write_text((HW0 / "base.py").read_text())
    done = subprocess.run(
        [sys.executable, "-m", "grader", "hw0", "--submission", "simple_ml.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "taken over" not in done.stdout + done.stderr
