"""Checks that share a worker: what they must not know of each other; no verdict changes."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import strategies as st

from grader import launch
from grader.assignment import Assignment, load_assignment
from grader.course import read_outline
from grader.errors import WrongAnswer
from grader.kit import Kit, check, compare
from grader.kit.declare import CheckSpec
from grader.model import Limits, Question, Report, Status, Visibility
from grader.runner import TOGETHER, ReferenceSession, grade
from grader.sandbox import SHARE, Launcher, Log
from grader.seeds import seed_of_check
from grader.session import RemoteSession
from grader.student import Outcome, Student
from grader.submission import from_files
from grader.turns import Turns
from tests.support import HW0, ROOT, explain
from tests.test_determinism import without_times

Both = Callable[..., Report]


def sums(student: Any, kit: Kit) -> None:
    """A sum."""
    kit.matches(student.add, [(1, 2)])


def losses(student: Any, kit: Kit) -> None:
    """A loss."""
    kit.matches(student.softmax_loss, [(np.array([[1.0, 2.0]]), np.array([1]))])


def spec(
    id: str, function: Callable[..., None] = sums, cpu_seconds: int | None = None
) -> CheckSpec:
    noted: CheckSpec = check(id, points=1, cpu_seconds=cpu_seconds)(function).__grader_check__  # type: ignore[attr-defined]
    return noted


def of(
    assignment: Assignment, *checks: CheckSpec, visibility: Visibility = "visible"
) -> Assignment:
    return dataclasses.replace(assignment, checks=tuple((it, visibility) for it in checks))


@pytest.fixture
def three(hw0: Assignment) -> Assignment:
    return of(hw0, *(spec(f"add.test-{index}") for index in range(3)))


@pytest.fixture
def both(launcher: Launcher) -> Both:
    """Grade with shared workers, and see that fresh ones come to the same report."""

    def grade_both(source: str, assignment: Assignment, seed: int = 0) -> Report:
        submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
        shared = grade(assignment, submission, launcher, seed=seed)
        alone = grade(assignment, submission, launcher, seed=seed, sharing=False)
        assert without_times(shared) == without_times(alone)
        return shared

    return grade_both


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Limits]:
    """The limits of each worker that is started."""
    noted: list[Limits] = []
    fork = launch.ForkLauncher._fork

    def counted(self: launch.ForkLauncher, limits: Limits) -> Any:
        noted.append(limits)
        return fork(self, limits)

    monkeypatch.setattr(launch.ForkLauncher, "_fork", counted)
    return noted


# --- what a check must not find ------------------------------------------------------------------


def test_two_workers_do_for_a_correct_submission(
    hw0: Assignment, launcher: Launcher, base: str, started: list[Limits]
) -> None:
    submission = from_files("test", {"simple_ml.py": base.encode()}, ["simple_ml"])
    report = grade(hw0, submission, launcher)
    assert report.passed, explain(report)
    assert len(started) == 2


@pytest.mark.parametrize(
    "source",
    [
        "def add(x, y):\n    raise NotImplementedError\n",
        'def add(x, y):\n    """The sum."""\n    raise NotImplementedError("later")\n',
    ],
)
def test_a_function_without_anything_in_it_is_looked_at_in_one_fresh_worker(
    three: Assignment, both: Both, started: list[Limits], source: str
) -> None:
    report = both(f"print('loading')\n{source}", three)
    assert report.score == 0.0
    assert [it.status for it in report.checks] == [Status.FAILED] * len(three.checks)
    assert {it.message for it in report.checks} == {"add is not implemented yet."}
    assert {it.output for it in report.checks} == {"loading\n"}
    assert len(started) == 1 + len(three.checks)  # shared, and each in one of its own


@pytest.mark.parametrize(
    "source",
    [
        "print('nothing here')\n",
        "def add(x, y):\n    print('adding')\n    raise NotImplementedError\n",
        "def add(x, y):\n    return later()\ndef later():\n    raise NotImplementedError\n",
        "def add(x, y):\n    if (lambda: add)():\n        raise NotImplementedError\n",
    ],
    ids=["missing", "does something", "elsewhere", "inside"],
)
def test_what_may_depend_on_something_is_looked_at_in_a_fresh_worker_each_time(
    three: Assignment, both: Both, started: list[Limits], source: str
) -> None:
    assert both(source, three).score == 0.0
    assert len(started) == 2 * len(three.checks)


def test_what_is_written_in_part_is_not_taken_for_nothing(hw0: Assignment, both: Both) -> None:
    """Not implemented for numbers; and for arrays only if an earlier check has left something."""
    source = (
        "import fractions\nimport numpy as np\ndef add(x, y):\n"
        "    seen = hasattr(fractions, 'seen')\n    fractions.seen = 1\n"
        "    if seen or not isinstance(x, np.ndarray):\n        raise NotImplementedError\n"
        "    return x + y\n"
    )

    def arrays(student: Any, kit: Kit) -> None:
        """Arrays."""
        kit.matches(student.add, [(np.array([1.0, 2.0]), np.array([3.0, 4.0]))])

    report = both(source, of(hw0, spec("add.numbers"), spec("add.arrays", arrays)))
    assert [it.passed for it in report.checks] == [False, True]


def test_what_only_a_used_worker_says_is_not_implemented_is_judged_in_a_fresh_one(
    three: Assignment, both: Both, started: list[Limits]
) -> None:
    """The memory is hidden where the renewal does not look: in a library that stays."""
    source = (
        "import fractions\ndef add(x, y):\n    if hasattr(fractions, 'seen'):\n"
        "        raise NotImplementedError\n    fractions.seen = 1\n    return x + y\n"
    )
    assert both(source, three).passed
    assert len(started) == 2 * len(three.checks)


def test_a_global_that_one_function_sets_is_not_there_for_another(
    hw0: Assignment, base: str, both: Both
) -> None:
    source = base + (
        "\n\n_loss, _epoch = softmax_loss, nn_epoch\n"
        "def softmax_loss(Z, y):\n    global ready\n    ready = True\n    return _loss(Z, y)\n"
        "def nn_epoch(*args, **kwargs):\n    ready\n    return _epoch(*args, **kwargs)\n"
    )
    report = both(source, hw0)
    verdicts = {question.name: question.points for question in report.questions}
    assert verdicts["nn_epoch"] == 0.0
    assert "name 'ready' is not defined" in explain(report)
    assert verdicts["softmax_loss"] == 20.0


@pytest.mark.parametrize(
    "left",
    [
        "np.shape_of_you = 1",
        "np.exp = None",
        "import builtins; builtins.seen = 1; builtins.ascii = None",
        "import sys; sys.path.append('/nowhere'); sys.setrecursionlimit(77)",
        "import sys; sys.stdout = sys.stderr = None",
        "import os; os.environ['SEEN'] = '1'; os.mkdir('deeper'); os.chdir('deeper')",
        "open('seen', 'w').close()",
        "np.seterr(all='raise'); np.set_printoptions(precision=1)",
        "import warnings; warnings.simplefilter('error')",
        "import random; random.random(); np.random.rand()",
        "add.seen = 1; cache[1] = 1",
        "import sys; sys.settrace(lambda *_: None)",
    ],
)
def test_what_a_call_leaves_behind_is_gone(three: Assignment, both: Both, left: str) -> None:
    source = f"""
import numpy as np
cache = {{}}

def add(x, y):
    import builtins, os, random, sys, warnings
    print(hasattr(np, "shape_of_you"), np.exp is None, hasattr(builtins, "seen"), builtins.ascii)
    print(len(sys.path), sys.getrecursionlimit(), sorted(os.environ), sorted(os.listdir()))
    print(os.path.basename(os.getcwd()), np.geterr(), np.get_printoptions(), len(warnings.filters))
    print(random.random(), np.random.rand(), hasattr(add, "seen"), cache, sys.gettrace())
    print(np.array([1.23456789]))
    {left}
    return x + y
"""
    report = both(source, three)
    assert report.passed, explain(report)
    first, second, third = report.checks
    assert first.output and first.output == second.output == third.output


def test_a_warning_is_shown_again_in_every_check(three: Assignment, both: Both) -> None:
    source = (
        "import numpy as np\ndef add(x, y):\n    np.linalg.norm(np.array([1e300, 1e300]))\n"
        "    np.array([1e300]).var()\n    return x + y\n"
    )
    report = both(source, three)
    assert all("RuntimeWarning" in item.output for item in report.checks)


def test_what_was_printed_belongs_to_its_check(three: Assignment, both: Both) -> None:
    source = (
        "import sys\nprint('loading')\ndef add(x, y):\n    print('adding', end='')\n"
        "    sys.stdout.flush()\n    sys.stderr.write('!')\n    return x + y\n"
    )
    report = both(source, three)
    assert [item.output for item in report.checks] == ["loading\nadding!"] * 3


def test_a_flood_does_not_flow_over_into_the_next_check(three: Assignment, both: Both) -> None:
    source = "def add(x, y):\n    print('x' * 500_000)\n    print('end')\n    return x + y\n"
    report = both(source, three)
    assert all(item.output.startswith("xxx") for item in report.checks)
    assert all(
        item.output.endswith("(the rest of the output was dropped)\n") for item in report.checks
    )


def test_what_objects_print_when_they_are_forgotten_is_not_heard(
    three: Assignment, both: Both
) -> None:
    source = (
        "class Loud:\n    def __del__(self):\n        print('gone')\n"
        "kept = Loud()\nkept.me = kept\nother = Loud()\ndef add(x, y):\n    return x + y\n"
    )
    assert [item.output for item in both(source, three).checks] == [""] * 3


def test_objects_are_forgotten(hw0: Assignment, both: Both) -> None:
    def keeps(student: Any, kit: Kit) -> None:
        """Nothing was kept before."""
        thing = student.add.kept(1, 2)
        if thing.number() != 1:
            raise kit.wrong(student.add, (1, 2), "objects are left", 1, thing.number())

    source = (
        "import gc\nclass Thing:\n    def number(self):\n"
        "        return sum(type(it).__name__ == 'Thing' for it in gc.get_objects())\n"
        "add = lambda x, y: Thing()\n"
    )
    assert both(source, of(hw0, *(spec(f"add.test-{n}", keeps) for n in range(3)))).passed


def test_modules_of_the_submission_are_imported_anew(hw0: Assignment, launcher: Launcher) -> None:
    files = {
        "simple_ml.py": b"import helper\ndef add(x, y):\n    helper.n += 1\n    print(helper.n)\n"
        b"    from parts import more\n    more.n += 1\n    print(more.n)\n    return x + y\n",
        "helper.py": b"n = 0\n",
        "parts/more.py": b"n = 0\n",
    }
    submission = from_files("test", files, ["simple_ml"])
    assignment = of(hw0, *(spec(f"add.test-{n}") for n in range(3)))
    report = grade(assignment, submission, launcher)
    assert [item.output for item in report.checks] == ["1\n1\n"] * 3, explain(report)


def test_where_a_thread_goes_on_the_next_check_has_a_fresh_worker(
    three: Assignment, both: Both, started: list[Limits]
) -> None:
    source = (
        "import threading, time\n"
        "def add(x, y):\n    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    print(threading.active_count())\n    return x + y\n"
    )
    report = both(source, three)
    assert [item.output for item in report.checks] == ["2\n"] * 3
    assert len(started) == 3 + 3


def test_what_fails_leaves_its_worker_to_the_next_question(
    hw0: Assignment, base: str, both: Both, started: list[Limits]
) -> None:
    mixed = of(hw0, spec("add.test"), spec("softmax_loss.test", losses))
    report = both(f"{base}\ndef add(x, y):\n    return 0\n", mixed)
    assert [item.passed for item in report.checks] == [False, True], explain(report)
    assert len(started) == 1 + 2


def test_where_a_call_was_given_up_the_next_check_has_a_fresh_worker(
    hw0: Assignment, base: str, both: Both, started: list[Limits]
) -> None:
    def gives_up(student: Any, kit: Kit) -> None:
        """Too many steps."""

        def step(x: float) -> float:
            raise WrongAnswer("That are too many steps.")

        student.add(step, 1.0)

    def goes_on(student: Any, kit: Kit) -> None:
        """Too many steps in the first of several cases."""

        def judge(case: int) -> None:
            def step(x: float) -> float:
                if case == 0:
                    raise WrongAnswer("That are too many steps.")
                return x

            student.add(step, 1.0)

        kit.each([0, 1, 2], judge)

    for judging in (gives_up, goes_on):
        mixed = of(hw0, spec("add.test", judging), spec("softmax_loss.test", losses))
        report = both(f"{base}\ndef add(f, x):\n    return f(x)\n", mixed)
        assert [item.message for item in report.checks] == ["That are too many steps.", ""]
        assert len(started) == 2 + 2
        started.clear()


def test_a_case_that_was_sent_with_others_is_there_only_for_its_call(
    hw0: Assignment, base: str, both: Both
) -> None:
    def agrees(student: Any, kit: Kit) -> None:
        """Any loss."""
        function = student.softmax_loss
        sizes = st.tuples(st.integers(0, 99), st.integers(1, 4), st.integers(2, 4))
        kit.agrees_on_any(function, sizes, logits, examples=TOGETHER)

    def logits(rng: np.random.Generator, n: int, k: int) -> tuple[Any, ...]:
        return rng.normal(size=(n, k)), rng.integers(k, size=n)

    # Where an array is says nothing about what is in it: the next one is often in the same place.
    remembers = (
        "\nimport numpy as np\nknown = {}\ndef softmax_loss(Z, y):\n"
        "    if id(Z) not in known: known[id(Z)] = Z.copy()\n    Z = known[id(Z)]\n"
        "    return np.mean(np.log(np.exp(Z).sum(axis=1)) - Z[np.arange(len(y)), y])\n"
    )
    mixed = of(hw0, spec("add.test"), spec("softmax_loss.test", agrees))
    report = both(f"{base}{remembers}", mixed)
    assert [item.passed for item in report.checks] == [True, False], explain(report)


# --- verdicts do not change ----------------------------------------------------------------------

# Code that hides how often it was called from whoever renews its worker.
COUNTING = """
import numpy.fft

def count():
    numpy.fft.count = getattr(numpy.fft, "count", 0) + 1
    return numpy.fft.count

def add(x, y):
    n = count()
    {what}
    return x + y
"""


@pytest.mark.parametrize(
    "what",
    [
        "if n > 1: return 0",
        "if n > 1: raise ValueError(n)",
        "if n > 1: import os; os._exit(3)",
        "if n > 1: import os; os.kill(os.getpid(), 9)",
        "if n > 1: import os; os.closerange(3, 64)",
        "if n > 1: return object()",
        "if n > 1: return [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]",
        "if n > 2: numpy.add = None; return 0",
        "if n == 1: return 0",
    ],
)
def test_code_that_counts_gets_the_verdict_of_fresh_workers(
    three: Assignment, both: Both, what: str
) -> None:
    report = both(COUNTING.format(what=what), three)
    assert report.passed is ("n == 1" not in what), explain(report)


def test_time_is_not_lost_to_a_worker_that_turns_slow(
    hw0: Assignment, both: Both, launcher: Launcher
) -> None:
    limits = Limits(cpu_seconds=3, wall_seconds=6.0)
    outline = dataclasses.replace(hw0.outline, limits=limits)
    hurried = dataclasses.replace(
        of(hw0, *(spec(f"add.test-{n}") for n in range(2))), outline=outline
    )
    source = COUNTING.format(what="while n > 1: pass")
    begin = time.perf_counter()
    assert both(source, hurried).passed
    assert time.perf_counter() - begin < 2 * SHARE * limits.wall_seconds + 3


def test_a_check_that_needs_its_time_gets_it(hw0: Assignment, launcher: Launcher) -> None:
    limits = Limits(cpu_seconds=1, wall_seconds=2.0)
    checks = [spec("add.test-1"), spec("add.long", cpu_seconds=20), spec("add.test-2")]
    outline = dataclasses.replace(hw0.outline, limits=limits)
    source = (
        "import numpy.fft, time\ndef add(x, y):\n"
        "    numpy.fft.n = getattr(numpy.fft, 'n', 0) + 1\n"
        "    if numpy.fft.n == 2: time.sleep(60)\n    return x + y\n"
    )
    assignment = dataclasses.replace(of(hw0, *checks), outline=outline)
    submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
    assert grade(assignment, submission, launcher).passed
    burns = (
        "import time\ndef add(x, y):\n    end = time.process_time() + 1.6\n"
        "    while time.process_time() < end: pass\n    return x + y\n"
    )
    submission = from_files("test", {"simple_ml.py": burns.encode()}, ["simple_ml"])
    first, long, last = grade(assignment, submission, launcher).checks
    assert first.status is last.status is Status.TIMEOUT
    assert long.passed


def test_only_the_time_of_the_last_attempt_is_shown(three: Assignment, both: Both) -> None:
    source = COUNTING.format(what="if n > 1:\n        import time; time.sleep(0.5); return 0")
    report = both(source, three)
    assert report.passed
    assert all(item.seconds < 0.5 for item in report.checks)


WRONG = sorted((HW0 / "wrong").glob("*.py"))


@pytest.mark.parametrize("path", WRONG[::9], ids=lambda path: path.stem)
def test_a_wrong_submission_gets_the_report_of_fresh_workers(
    path: Any, hw0: Assignment, base: str, both: Both
) -> None:
    report = both(f"{base}\n\n{path.read_text()}", hw0)
    assert report.score < 100.0


@pytest.mark.parametrize("name", ["remembering", "chatty", "objects", "scipy_special"])
def test_a_correct_submission_gets_the_report_of_fresh_workers(
    name: str, hw0: Assignment, both: Both
) -> None:
    assert both((HW0 / "correct" / f"{name}.py").read_text(), hw0).score == 100.0


# --- what hidden checks are given ----------------------------------------------------------------


@pytest.mark.parametrize("ending", ["print(seen)", "raise ValueError(seen)", "return seen"])
def test_what_a_hidden_check_is_given_never_shows_in_a_visible_one(
    hw0: Assignment, launcher: Launcher, ending: str
) -> None:
    def secret(student: Any, kit: Kit) -> None:
        """A secret sum."""
        kit.matches(student.add, [(424242, 2)])

    marked: list[tuple[CheckSpec, Visibility]] = [
        (spec("add.hidden-1", secret), "hidden"),
        (spec("add.visible-1"), "visible"),
        (spec("add.hidden-2", secret), "hidden"),
        (spec("add.visible-2"), "visible"),
    ]
    assignment = dataclasses.replace(hw0, checks=tuple(marked))
    source = (
        "import numpy.fft\nseen = numpy.fft.seen = getattr(numpy.fft, 'seen', [])\n"
        "def add(x, y):\n    seen.append(x)\n"
        f"    if x == 1 and len(seen) > 1: {ending}\n    return x + y\n"
    )
    submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
    report = grade(assignment, submission, launcher)
    assert [item.id for item in report.checks] == [item.id for item, _ in marked]
    shown = [item.to_dict() for item in report.checks if item.visibility == "visible"]
    assert "424242" not in str(shown)
    assert report.passed


def test_visible_and_hidden_checks_never_share_a_worker(
    hw0: Assignment, launcher: Launcher
) -> None:
    marked: list[tuple[CheckSpec, Visibility]] = [
        (spec("add.visible"), "visible"),
        (spec("add.hidden"), "hidden"),
    ]
    source = (
        "import numpy.fft\ndef add(x, y):\n    print(hasattr(numpy.fft, 'seen'))\n"
        "    numpy.fft.seen = 1\n    return x + y\n"
    )
    submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
    report = grade(dataclasses.replace(hw0, checks=tuple(marked)), submission, launcher)
    assert [item.output for item in report.checks] == ["False\n"] * 2


# --- what is given must not be an answer ---------------------------------------------------------


class Watched(ReferenceSession):
    """Answers with the reference, and notes what was given and what came back."""

    def __init__(self, assignment: Assignment) -> None:
        super().__init__(assignment.truths)
        self.order = list(assignment.questions)
        self.asked = ""
        self.given: dict[tuple[int, ...], list[tuple[int, Any]]] = {}
        self.told: list[str] = []

    def call(self, question: Question, args: Any, kwargs: Any, *, keep: bool = False) -> Outcome:
        outcome = super().call(question, args, kwargs, keep=keep)
        place = self.order.index(self.asked)
        for answer in telling(outcome.value):
            earlier = self.given.get(answer.shape, [])
            if any(it < place and np.allclose(answer, array) for it, array in earlier):
                self.told.append(f"{self.asked}: {answer!r}"[:300])
        for array in telling(args):
            self.given.setdefault(array.shape, []).append((place, array.copy()))
        return outcome


def telling(value: Any) -> Iterator[Any]:
    """The arrays in a value that nobody would hit upon by chance."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, tuple | list):
        for item in value:
            yield from telling(item)
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fiu" and np.unique(value).size > 3:
        yield value.astype(float)


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "assignments").glob("hw*")))
def test_no_check_is_given_what_a_later_question_asks_for(name: str) -> None:
    """Questions share a worker in their order: what was given before must not be an answer."""
    assignment = load_assignment(read_outline(name))
    for visibility in ("visible", "hidden"):
        session = Watched(assignment)
        for it, kind in assignment.checks:
            if kind != visibility or it.kind in ("property", "accuracy"):
                continue
            session.asked = it.question
            kit = Kit(assignment.truths, seed_of_check(1, it.id))
            it.function(Student(assignment.questions, session), kit)
        assert not session.told


class Together(ReferenceSession):
    """Answers with the reference, and notes where one case of several holds another's answer."""

    def __init__(self, assignment: Assignment) -> None:
        super().__init__(assignment.truths)
        self.sent: list[int] = []
        self.told: list[str] = []

    def call_all(self, question: Question, cases: Any) -> list[Outcome]:
        outcomes = [self.call(question, args, {}) for args in cases]
        given = [list(telling(args)) for args in cases]
        for place, (outcome, args) in enumerate(zip(outcomes, cases, strict=True)):
            pairs = zip(args, outcome.args, strict=True)
            changed = [after for before, after in pairs if not compare.same(before, after)]
            others = [array for arrays in (*given[:place], *given[place + 1 :]) for array in arrays]
            for answer in telling([outcome.value, changed]):
                if any(it.shape == answer.shape and np.allclose(it, answer) for it in others):
                    self.told.append(f"{question.name}: {answer!r}"[:300])
        self.sent.append(len(cases))
        return outcomes


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "assignments").glob("hw*")))
def test_of_cases_that_are_sent_together_none_holds_the_answer_to_another(name: str) -> None:
    """Code that looks ahead in what was sent must find nothing there."""
    assignment = load_assignment(read_outline(name))
    session = Together(assignment)
    for it, _ in assignment.checks:
        if it.kind != "property":
            continue
        kit = Kit(assignment.truths, seed_of_check(1, it.id), brief=True, together=TOGETHER)
        it.function(Student(assignment.questions, session), kit)
    assert max(session.sent) > 1
    assert not session.told


def test_a_case_that_holds_the_answer_to_another_is_noticed(hw0: Assignment) -> None:
    session = Together(hw0)
    x, y = np.arange(4.0), np.arange(4.0) ** 2
    session.call_all(hw0.questions["add"], [(x, y), (x, 3 * y)])
    assert not session.told
    session.call_all(hw0.questions["add"], [(x, y), (x + y, y)])
    assert session.told


# --- who gets which worker -----------------------------------------------------------------------


class Noted:
    """A session that only notes what is done with it."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.fresh, self.done = limits, True, ""

    def leave(self) -> str | None:
        self.fresh = False
        self.done += "leave "
        return "printed"

    def resume(self, limits: Limits) -> None:
        self.done += f"resume({limits.cpu_seconds}) "

    def close(self) -> str:
        self.done += "close"
        return "the end"


@pytest.fixture
def workers() -> list[Noted]:
    return []


def turns_of(workers: list[Noted], *, sharing: bool = True) -> Turns:
    def start(limits: Limits) -> RemoteSession:
        assert all(it.done.endswith("close") for it in workers), "two workers at a time"
        workers.append(Noted(limits))
        return cast(RemoteSession, workers[-1])

    return Turns(start, sharing=sharing)


SHORT, LONG = Limits(cpu_seconds=1), Limits(cpu_seconds=60)


def test_checks_share_but_one_behind_a_failure_of_its_question_does_not(
    workers: list[Noted],
) -> None:
    turns = turns_of(workers)
    for question, failing in (("a", ""), ("a", "a"), ("a", "a"), ("b", ""), ("a", "")):
        turns.take(question, "visible", SHORT)
        assert turns.leave(failing=failing) == "printed"
    turns.close()
    assert [it.done for it in workers] == [
        "leave resume(1) leave close",
        "leave resume(1) leave resume(1) leave close",
    ]


def test_a_worker_that_has_seen_nothing_is_anybodys_with_the_same_limits(
    workers: list[Noted],
) -> None:
    turns = turns_of(workers)
    turns.fresh(SHORT)
    assert turns.take("a", "hidden", SHORT).fresh
    turns.leave()
    turns.fresh(SHORT)
    turns.take("a", "visible", LONG)
    turns.leave()
    turns.take("a", "hidden", LONG)
    turns.close()
    assert [(it.limits.cpu_seconds, it.done) for it in workers] == [
        (1, "leave close"),
        (1, "close"),
        (60, "leave close"),
        (60, "close"),
    ]


def test_a_worker_that_is_not_fresh_is_used_whatever_the_limits(workers: list[Noted]) -> None:
    turns = turns_of(workers)
    for limits in (SHORT, LONG, SHORT):
        turns.take("a", "visible", limits)
        turns.leave()
    turns.close()
    assert [it.done for it in workers] == ["leave resume(60) leave resume(1) leave close"]


def test_without_sharing_every_check_has_a_worker_of_its_own(workers: list[Noted]) -> None:
    turns = turns_of(workers, sharing=False)
    for _ in range(3):
        assert turns.take("a", "visible", SHORT).fresh
        turns.leave()
    assert [it.done for it in workers] == ["close"] * 3


def test_a_worker_without_a_log_that_can_be_cut_is_not_shared(
    three: Assignment, launcher: Launcher, started: list[Limits], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_socket_log", lambda log: whole(log))
    source = "print('loading')\ndef add(x, y):\n    return x + y\n"
    submission = from_files("test", {"simple_ml.py": source.encode()}, ["simple_ml"])
    report = grade(three, submission, launcher)
    assert [item.output for item in report.checks] == ["loading\n"] * 3
    assert len(started) == 3


def whole(log: Any) -> Log:
    return Log(lambda size: os.read(log.fileno(), size), log.close)
