"""Functions of the grader's that a submission is given, and objects of it that the grader uses."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from grader import sandbox, wire
from grader.errors import (
    AssignmentError,
    NotImplementedYet,
    OutOfTime,
    ProtocolBreach,
    Raised,
    StudentFault,
    WrongAnswer,
)
from grader.launch import ForkLauncher
from grader.model import Limits, Question
from grader.sandbox import Workspace
from grader.session import RemoteSession
from grader.student import Remote, Student
from grader.submission import from_files

LIMITS = Limits(cpu_seconds=5, wall_seconds=10.0)
Open = Callable[..., Student]


@pytest.fixture(scope="module")
def shared_launcher() -> Iterator[ForkLauncher]:
    launcher = ForkLauncher(["numpy"], ["numpy", "numpy.random"])
    yield launcher
    launcher.close()


@pytest.fixture
def student(shared_launcher: ForkLauncher) -> Iterator[Open]:
    """Students made of a source, whose functions and classes are all questions."""
    opened: list[tuple[RemoteSession, Workspace]] = []

    def close() -> None:
        for session, workspace in opened:
            session.close()
            workspace.close()
        opened.clear()

    def make(source: str, limits: Limits = LIMITS) -> Student:
        close()
        submission = from_files("test", {"m.py": source.encode()}, ["m"])
        workspace = Workspace(shared_launcher, submission.files)
        session = RemoteSession(workspace, submission, limits, ("numpy",))
        opened.append((session, workspace))
        names = ["f", "g", "Thing", "Other"]
        return Student({name: Question(name, "m", name, 1.0, "") for name in names}, session)

    yield make
    close()


# --- functions that are given to the student's code ----------------------------------------------


def test_a_function_among_the_arguments_can_be_called(student: Open) -> None:
    it = student("def f(h, x, n):\n    return [float(h(x * i)) for i in range(n)]\n")
    seen: list[Any] = []

    def h(x: Any) -> float:
        seen.append(x)
        return float(x @ x)

    assert it.f(h, np.array([1.0, 2.0]), 3) == [0.0, 5.0, 20.0]
    assert all(isinstance(x, np.ndarray) for x in seen)


def test_functions_as_keywords_and_in_containers_and_several_at_once(student: Open) -> None:
    it = student("def f(pair, *, k):\n    return pair[0](1) + pair[1](10) + k(100, by=3)\n")
    assert it.f([lambda x: x + 1, lambda x: x * 2], k=lambda x, by: x * by) == 2 + 20 + 300


def test_what_a_function_returns_may_be_any_value(student: Open) -> None:
    it = student(
        "def f(h):\n    value, slope = h(2.0)\n    return value, slope, type(slope).__name__\n"
    )
    value, slope, kind = it.f(lambda x: (x * x, np.array([2.0 * x])))
    assert (value, kind) == (4.0, "ndarray")
    assert np.array_equal(slope, [4.0])


def test_the_students_own_method_can_be_given_and_stays_where_it_is(student: Open) -> None:
    it = student(
        "class Thing:\n    def __init__(self): self.n = 0\n"
        "    def hit(self, by): self.n += by; return self.n\n"
        "def f(h): return [h(2), h(3)]\n"
    )
    thing = it.Thing()
    assert it.f(thing.hit) == [2, 5]
    assert thing.n == 5


def test_a_function_that_is_called_wrongly_fails_in_the_students_line(student: Open) -> None:
    it = student("def f(h):\n    return h(1, 2, 3)\n")
    with pytest.raises(Raised, match=r"that was passed could not be called.*m\.py, line 2"):
        it.f(lambda x: x)
    it = student("def f(h):\n    return h(f)\n")
    with pytest.raises(Raised, match="could not be called"):
        it.f(lambda x: x + 1.0)


def test_the_students_code_may_survive_a_function_that_fails(student: Open) -> None:
    it = student("def f(h):\n    try: h('x')\n    except ValueError: return h(2.0)\n")
    assert it.f(lambda x: 1.0 / x) == 0.5


def test_an_argument_too_large_to_be_sent_is_the_students_to_handle(student: Open) -> None:
    it = student("import numpy as np\ndef f(h):\n    return h(np.zeros(10_000_000))\n")
    with pytest.raises(Raised, match="an array of 76 MiB"):
        it.f(lambda x: 1.0)


def test_a_function_is_called_again_and_again_and_again(student: Open) -> None:
    it = student("def f(h):\n    return sum(h(i) for i in range(5000))\n")
    assert it.f(lambda i: i) == sum(range(5000))


def test_a_million_calls_are_stopped(student: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MAX_ASKS", 2000)
    it = student("def f(h):\n    return sum(h(i) for i in range(1_000_000))\n")
    begin = time.monotonic()
    with pytest.raises(OutOfTime, match="more than 2,000 times"):
        it.f(lambda i: i)
    assert time.monotonic() - begin < 8.0


def test_a_flood_of_arguments_is_stopped(student: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MAX_ASKED_BYTES", 20 << 20)
    it = student("import numpy as np\ndef f(h):\n    while True: h(np.zeros(500_000))\n")
    kept: list[Any] = []
    with pytest.raises(OutOfTime, match="with more than 20 MiB of arguments in all"):
        it.f(kept.append)
    assert len(kept) < 6


def test_our_own_time_is_not_counted(student: Open) -> None:
    it = student(
        "def f(h):\n    return [h(1.0), h(2.0)]\n",
        dataclasses.replace(LIMITS, wall_seconds=1.0),
    )

    def slow(x: float) -> float:
        time.sleep(0.7)
        return x

    assert it.f(slow) == [1.0, 2.0]
    assert it.f(lambda x: x) == [1.0, 2.0]


def test_the_students_time_is_counted_across_the_calls(student: Open) -> None:
    it = student(
        "import time\ndef f(h):\n    while True:\n        h(1.0); time.sleep(0.2)\n",
        dataclasses.replace(LIMITS, wall_seconds=1.0),
    )
    with pytest.raises(OutOfTime):
        it.f(lambda x: x)


KEEPER = """
kept = []
def f(h):
    kept.append(h)
    return h(1.0)
def g(h=None):
    return kept[0](2.0)
"""


def test_a_function_that_is_kept_after_the_call_is_dead(student: Open) -> None:
    it = student(KEEPER)
    calls: list[float] = []

    def noted(x: float) -> float:
        calls.append(x)
        return x

    assert it.f(noted) == 1.0
    with pytest.raises(Raised, match="an argument of a call that has ended"):
        it.g()
    with pytest.raises(Raised, match="an argument of a call that has ended"):
        it.g(lambda x: x)
    assert calls == [1.0]


def test_asking_by_hand_for_a_function_of_an_earlier_call_gives_nothing(student: Open) -> None:
    it = student(
        "import sys, gc\n"
        "def f(h): return h(1.0)\n"
        "def g(h):\n"
        "    desk = next(o for o in gc.get_objects() if type(o).__name__ == '_Desk')\n"
        "    desk.live |= set(range(100))\n"
        "    return desk._ask(1, (1.0,), {})\n"
    )
    assert it.f(lambda x: x) == 1.0
    with pytest.raises(Raised, match="can't be called any more"):
        it.g(lambda x: 42.0)


THREADS = """
import threading
def f(h):
    found = []
    threads = [threading.Thread(target=lambda i=i: found.append(h(i))) for i in range(4)]
    for thread in threads: thread.start()
    found.append(h(100))
    for thread in threads: thread.join()
    return sorted(found)
def g(h):
    def late():
        import time
        time.sleep(0.3)
        try: h(1)
        except RuntimeError as error: print("late:", error)
    threading.Thread(target=late).start()
    return 1
"""


def test_threads_take_turns(student: Open) -> None:
    it = student(THREADS)
    assert it.f(lambda x: 2 * x) == [0, 2, 4, 6, 200]


def test_a_thread_that_outlives_the_call_does_not_confuse_the_next(student: Open) -> None:
    it = student(THREADS)
    assert it.g(lambda x: x) == 1
    time.sleep(0.5)
    assert it.f(lambda x: 2 * x) == [0, 2, 4, 6, 200]


def test_a_function_of_ours_may_use_the_students_code_again(student: Open) -> None:
    it = student("def f(h, n):\n    return 1 if n == 0 else n * h(n - 1)\ndef g(x): return x + 1\n")

    def h(n: int) -> int:
        return int(it.f(h, it.g(n) - 1))

    assert it.f(h, 6) == 720


def test_an_error_of_the_assignment_in_a_function_stays_one(student: Open) -> None:
    it = student("def f(h):\n    try: h(1)\n    except BaseException: return 0\n")

    def h(x: int) -> int:
        raise AssignmentError("a check that is wrong")

    with pytest.raises(AssignmentError, match="a check that is wrong"):
        it.f(h)


FORGERIES = {
    "no number": {"verb": "ask"},
    "a number that is text": {"verb": "ask", "number": "1", "args": [], "kwargs": {}},
    "arguments that are no list": {"verb": "ask", "number": 1, "args": 5, "kwargs": {}},
    "no verb": {"number": 1},
    "a verb that is a number": {"verb": 3},
    "another id": {"verb": "returned", "value": 1, "changed": {}, "warnings": [], "id": 77},
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_questions_are_breaches(student: Open, name: str) -> None:
    it = student(
        "import gc, sys\n"
        "def f(h, message):\n"
        "    desk = next(o for o in gc.get_objects() if type(o).__name__ == '_Desk')\n"
        "    desk.channel.send(message)\n"
        "    return desk.receive()\n"
    )
    with pytest.raises(ProtocolBreach):
        it.f(lambda x: x, FORGERIES[name])


def test_a_question_with_names_that_are_no_text_is_answered_somehow(student: Open) -> None:
    it = student(
        "import gc, sys\n"
        "def f(h):\n"
        "    desk = next(o for o in gc.get_objects() if type(o).__name__ == '_Desk')\n"
        "    kwargs = {1: 2, None: 3}\n"
        "    desk.channel.send({'verb': 'ask', 'number': 1, 'args': [], 'kwargs': kwargs})\n"
        "    return desk.receive()['verb']\n"
    )
    assert it.f(lambda x: x) == "failed"


# --- objects of the student's --------------------------------------------------------------------

THING = """
import numpy as np

class Thing:
    limit = 7
    def __init__(self, size, label="none"):
        self.size, self.label, self.parts = size, label, []
    def add(self, other):
        self.parts.append(other)
        return self
    def total(self):
        return self.size + sum(part.size for part in self.parts)
    def scale(self, x, by=2.0):
        x *= by
        return x.sum()
    def draw(self, rng):
        self.drawn = rng.normal(size=self.size)
        return self.drawn
    def boom(self):
        raise ValueError("no")
    def later(self):
        raise NotImplementedError
    @property
    def fixed(self):
        return self.__dict__.setdefault("_fixed", np.zeros(3))
    @property
    def bad(self):
        return 1 / 0
    def adder(self):
        return lambda x: x + self.size

class Other:
    def __init__(self):
        raise NotImplementedError

def f(thing):
    return thing.size

def g(size):
    return Thing(size)
"""


def test_an_object_is_made_used_read_and_written(student: Open) -> None:
    it = student(THING)
    thing = it.Thing(3, label="x")
    assert isinstance(thing, Remote)
    assert (thing.size, thing.label, thing.limit) == (3, "x", 7)
    thing.size = 10
    assert thing.total() == 10
    thing.W = np.eye(2)
    assert np.array_equal(thing.W, np.eye(2))


def test_an_object_can_be_given_to_another_and_to_a_function(student: Open) -> None:
    it = student(THING)
    thing, other = it.Thing(1), it.g(4)
    again = thing.add(other).add(it.Thing(5))
    assert thing.total() == again.total() == 10
    assert it.f(other) == 4


def test_arguments_of_a_method_that_change_in_place_change_here(student: Open) -> None:
    it, x = student(THING), np.array([1.0, 2.0])
    assert it.Thing(1).scale(x, by=3.0) == 9.0
    assert np.array_equal(x, [3.0, 6.0])


def test_a_random_generator_arrives_in_its_state(student: Open) -> None:
    it, rng = student(THING), np.random.default_rng(5)
    rng.normal(size=3)
    drawn = it.Thing(4).draw(rng)
    assert np.array_equal(drawn, rng.normal(size=4))


def test_an_attribute_that_can_only_be_read_is_filled(student: Open) -> None:
    thing = student(THING).Thing(1)
    thing.fixed = np.array([1.0, 2.0, 3.0])
    assert np.array_equal(thing.fixed, [1.0, 2.0, 3.0])


def test_what_is_missing_or_fails_is_told_by_its_name(student: Open) -> None:
    thing = student(THING).Thing(1)
    with pytest.raises(Raised, match=r"Thing\.boom raised ValueError: no \(m\.py, line 20\)"):
        thing.boom()
    with pytest.raises(NotImplementedYet, match=r"Thing\.later is not implemented yet"):
        thing.later()
    with pytest.raises(WrongAnswer, match="The Thing object has no attribute dW"):
        _ = thing.dW
    with pytest.raises(Raised, match=r"Thing\.bad raised ZeroDivisionError"):
        _ = thing.bad
    with pytest.raises(Raised, match=r"Setting Thing\.bad raised"):
        thing.bad = 3
    with pytest.raises(NotImplementedYet, match="Other is not implemented yet"):
        student(THING).Other()


def test_a_function_that_comes_back_can_be_called(student: Open) -> None:
    add = student(THING).Thing(3).adder()
    assert add(4) == 7


def test_the_protocols_of_python_are_never_asked_of_an_object(student: Open) -> None:
    it = student(
        "class Thing:\n"
        "    def __getattr__(self, name):\n        raise SystemExit(name)\n"
        "    def __array__(self, *_): raise SystemExit\n    def __len__(self): raise SystemExit\n"
    )
    thing = it.Thing()
    assert np.asarray(thing).dtype == object
    assert it.Thing.call().value == wire.Kept("Thing", 2)
    with pytest.raises(AttributeError):
        _ = thing.__len__


def test_a_value_can_be_kept_where_it_is(student: Open) -> None:
    it = student("class D(dict):\n    x = 3\ndef f(): return D(x=5)\ndef g(): return dict(x=5)\n")
    assert it.f() == {"x": 5}
    assert it.f.kept().x == 3
    with pytest.raises(WrongAnswer, match="has no attribute x"):
        _ = it.g.kept().x


def test_numbers_that_nobody_has_are_nobodys_objects(student: Open) -> None:
    it = student(
        "import sys\nclass Thing: pass\n"
        "def f(): return sys.modules['_grader.wire'].Kept('Thing', 1_000_000)\n"
    )
    forged = it.f()
    with pytest.raises(StudentFault):
        _ = forged.x
    with pytest.raises(StudentFault):
        forged.x = 1


def test_thousands_of_objects(student: Open) -> None:
    it = student(THING)
    things = [it.Thing(index) for index in range(500)]
    assert [thing.size for thing in things[::100]] == [0, 100, 200, 300, 400]


# --- several calls in one message ----------------------------------------------------------------


def test_all_cases_are_called_in_their_order_and_come_back_with_what_they_changed(
    student: Open,
) -> None:
    it = student(
        "import warnings\n"
        "seen = []\n"
        "def f(x, y):\n"
        "    seen.append(y)\n"
        "    x += len(seen)\n"
        "    if y > 4: warnings.warn('large')\n"
        "    return list(seen)\n"
    )
    cases = [(np.zeros(2), y) for y in (3, 5)]
    first, second = it.f.call_all(cases)
    assert (first.value, second.value) == ([3], [3, 5])
    assert first.args[0].tolist() == [1, 1]
    assert second.args[0].tolist() == [2, 2]
    assert (first.warnings, second.warnings) == ((), ("UserWarning",))
    assert all(x.tolist() == [0, 0] for x, _ in cases)
    # Whoever looks for a mistake finds them like any other calls.
    assert [call.args[1] for call in it.calls] == [3, 5]
    assert [call.outcome and call.outcome.value for call in it.calls] == [[3], [3, 5]]


def test_the_first_exception_of_several_calls_is_the_fault(student: Open) -> None:
    it = student("def f(x):\n    return 1 / x\n")
    with pytest.raises(Raised, match="ZeroDivisionError"):
        it.f.call_all([(1.0,), (0.0,), (2.0,)])
    assert it.f(4.0) == 0.25


def test_a_function_that_is_not_there_is_missing_for_all_cases(student: Open) -> None:
    it = student("def ff(x): return x\n")
    with pytest.raises(NotImplementedYet, match=r"m.py has no function f. Did you mean ff\?"):
        it.f.call_all([(1.0,)])


def test_a_file_that_can_not_be_imported_is_said_to_be_one(student: Open) -> None:
    it = student("1 / 0\n")
    with pytest.raises(Raised, match=r"m\.py could not be imported"):
        it.f.call_all([(1.0,)])


REPLIES: dict[str, Any] = {
    "fewer than asked for": [{"verb": "returned", "value": 1, "changed": {}, "warnings": []}],
    "more than asked for": [{"verb": "returned", "value": 1, "changed": {}, "warnings": []}] * 3,
    "no replies": [1, "returned"],
    "replies without a value": [{"verb": "returned"}] * 2,
    "missing": [{"verb": "missing"}] * 2,
    "no list": {"verb": "returned"},
}


@pytest.mark.parametrize("name", REPLIES)
def test_forged_replies_to_several_calls_are_breaches(student: Open, name: str) -> None:
    it = student(
        "import gc\n"
        "def f(replies):\n"
        "    desk = next(o for o in gc.get_objects() if type(o).__name__ == '_Desk')\n"
        "    desk.verbs['call_all'] = lambda request: {'verb': 'returned', 'replies': replies}\n"
    )
    it.f(REPLIES[name])
    with pytest.raises(ProtocolBreach):
        it.f.call_all([(1,), (2,)])
