"""What isolation costs a class: graded in confined workers against the same checks in-process.

Both ways the runner does the same: it draws the inputs, judges, diagnoses, makes the report. Only
the session differs: on one side confined workers, on the other the functions of the submission are
called in this very interpreter, into which it is loaded once. Ratios of two runs that take turns:

    python benchmarks/isolation.py

Processor time is that of all processes; the clock is that of two graders side by side.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
import time
import types
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, cast
from unittest import mock

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

from grader import runner  # noqa: E402
from grader.assignment import load_assignment  # noqa: E402
from grader.course import read_outline  # noqa: E402
from grader.errors import NotImplementedYet, Raised  # noqa: E402
from grader.kit import local  # noqa: E402
from grader.model import Isolation, Question  # noqa: E402
from grader.sandbox import Launcher  # noqa: E402
from grader.station import Station  # noqa: E402
from grader.student import Outcome  # noqa: E402
from grader.submission import Submission, from_files, read_submission  # noqa: E402

ROUNDS = 3
GRADERS = 2
SUBMISSIONS = Path(__file__).parents[1] / "tests" / "submissions" / "hw0"
OUTLINE = read_outline("hw0")


def correct() -> list[Submission]:
    """Correct submissions in all styles."""
    paths = [SUBMISSIONS / "base.py", *sorted((SUBMISSIONS / "correct").glob("*.py"))]
    return [_submission(path.stem, path.read_text()) for path in paths]


def mixed() -> list[Submission]:
    """A class of forty: 16 correct, 22 with a mistake in one function, 2 that did nothing."""
    base = (SUBMISSIONS / "base.py").read_text()
    wrong = sorted((SUBMISSIONS / "wrong").glob("*.py"))
    mistaken = [
        _submission(path.stem, f"{base}\n\n{path.read_text()}")
        for path in wrong[:: len(wrong) // 22][:22]
    ]
    stub = read_submission(OUTLINE.folder, OUTLINE.modules)
    return [*correct()[:16], *mistaken, stub, stub]


def _submission(name: str, text: str) -> Submission:
    return from_files(name, {"simple_ml.py": text.encode()}, ["simple_ml"])


# --- without any isolation -----------------------------------------------------------------------


class InProcess:
    """Stands for `RemoteSession`: the functions are here, and loaded once."""

    modules: Mapping[str, types.ModuleType]
    isolation = Isolation("none")
    uses: Mapping[str, frozenset[str]] = {}
    remaining = OUTLINE.limits.wall_seconds
    fresh = True

    def __init__(self, *_: object) -> None:
        pass

    def load(self, *_: object, **__: object) -> None:
        """It is loaded."""

    def leave(self) -> str:
        """Nothing is to be forgotten."""
        return ""

    def resume(self, *_: object) -> None:
        """Nothing is to be begun."""

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        """Call the function on copies, as the worker does on what it is sent."""
        function = getattr(self.modules[question.module], question.function)
        try:
            return local.run(function, args, kwargs)
        except NotImplementedError:
            raise NotImplementedYet(f"{question.function} is not implemented yet.") from None
        except Exception as error:
            raise Raised(str(error), type(error).__name__) from None

    def alarm(self, *_: object) -> str:
        """Nobody is on the lookout."""
        return ""

    def crowded(self) -> bool:
        """The disk is not watched."""
        return False

    def close(self) -> str:
        """Nothing was started."""
        return ""


class Nothing:
    """Stands for a `Workspace` that lays nothing out."""

    def __init__(self, *_: object) -> None:
        pass

    def clean(self, text: str) -> str:
        """Text as it is."""
        return text

    def __enter__(self) -> Nothing:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def load(submission: Submission) -> dict[str, types.ModuleType]:
    """The modules of a submission, in this interpreter."""
    modules = {}
    for name in OUTLINE.modules:
        module = sys.modules[name] = types.ModuleType(name)
        path = submission.path_of(name)
        exec(compile(submission.files[path], path, "exec"), vars(module))
        modules[name] = module
    return modules


# --- a grader ------------------------------------------------------------------------------------


class Grader:
    """Grades submissions, confined or not; its processor time is that of all its processes."""

    def __init__(self) -> None:
        self.station = Station(OUTLINE)
        self.assignment = load_assignment(OUTLINE)

    def grade(self, submission: Submission, *, confined: bool) -> None:
        """Grade one submission."""
        if confined:
            self.station.grade(submission, seed=0, isolation="none")
            return
        nobody = cast(Launcher, None)
        with (
            mock.patch.object(runner, "RemoteSession", InProcess),
            mock.patch.object(runner, "Workspace", Nothing),
            open(os.devnull, "w") as null,
            mock.patch("sys.stdout", null),
            mock.patch("sys.stderr", null),
        ):
            InProcess.modules = load(submission)
            runner.grade(self.assignment, submission, nobody)

    def seconds(self, submissions: Sequence[Submission], *, confined: bool) -> float:
        """Processor seconds for these submissions."""
        begin = _processor_seconds()
        for submission in submissions:
            self.grade(submission, confined=confined)
        return _processor_seconds() - begin


def _processor_seconds() -> float:
    """What this process, its descendants and all that these have reaped have used.

    Not from RUSAGE_CHILDREN: the zygote is killed with those that it reaped on its account.
    """
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    mine, found = set[int](), {os.getpid()}
    while found:
        mine |= found
        found = {pid for pid, (parent, _) in parents.items() if parent in mine} - mine
    ticks = sum(parents[pid][1] for pid in mine - {os.getpid()})
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def _work(orders: Connection) -> None:
    grader = Grader()
    while order := orders.recv():
        submissions, confined = order
        for submission in submissions:
            grader.grade(submission, confined=confined)
        orders.send(True)
    grader.station.close()


def clock(submissions: Sequence[Submission]) -> list[tuple[float, float]]:
    """Seconds that two graders take side by side, confined and not, several times."""
    context = multiprocessing.get_context("spawn")
    pairs = [context.Pipe() for _ in range(GRADERS)]
    workers = [context.Process(target=_work, args=(theirs,)) for _, theirs in pairs]
    for worker in workers:
        worker.start()

    def together(confined: bool) -> float:
        begin = time.perf_counter()
        for index, (ours, _) in enumerate(pairs):
            ours.send((submissions[index::GRADERS], confined))
        for ours, _ in pairs:
            ours.recv()
        return time.perf_counter() - begin

    together(True)  # what every later round finds in memory
    together(False)
    times = [(together(True), together(False)) for _ in range(ROUNDS)]
    for ours, _ in pairs:
        ours.send(None)
    for worker in workers:
        worker.join()
    return times


def main() -> None:
    """Print one table."""
    print("hw0, each submission            confined   in-process   ratio")
    grader = Grader()
    for what, submissions in (("correct", correct()), ("mixed class", mixed())):
        for confined in (True, False):
            grader.seconds(submissions, confined=confined)
        times = [
            (
                grader.seconds(submissions, confined=True),
                grader.seconds(submissions, confined=False),
            )
            for _ in range(ROUNDS)
        ]
        show(f"{what}, processor time", times, len(submissions))
    grader.station.close()
    for what, submissions in (("correct", correct()), ("mixed class", mixed())):
        show(f"{what}, clock, {GRADERS} graders", clock(submissions), len(submissions))


def show(what: str, times: Sequence[tuple[float, float]], count: int) -> None:
    """A row: medians, and the median of the ratios."""
    confined, free = (
        1e3 * statistics.median(column) / count for column in zip(*times, strict=True)
    )
    ratio = statistics.median(one / other for one, other in times)
    print(f"{what:<30} {confined:7.1f} ms  {free:8.1f} ms {ratio:7.2f}", flush=True)


if __name__ == "__main__":
    main()
