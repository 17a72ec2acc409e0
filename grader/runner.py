"""Grading one submission: every check against a confined worker, every fault with its owner.

    for each module:  import it once, before its checks; if that fails, its questions have failed
    for each check:   take a worker, run the check against it, leave the worker, keep the verdict

Which worker that is, turns.py decides. A failure counts only in one that no check has had before.

A `StudentFault` becomes a verdict. Anything else is ours and ends the run: a submission is never
given a zero for a failure of the grader.
"""

from __future__ import annotations

import dataclasses
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from grader import cores
from grader.assignment import Assignment
from grader.diagnose import diagnose
from grader.errors import (
    AssignmentError,
    Died,
    GraderError,
    InfrastructureError,
    NotImplementedYet,
    StudentFault,
    WrongAnswer,
)
from grader.excerpt import excerpts
from grader.kit import Kit, local
from grader.kit.declare import CheckSpec
from grader.model import (
    NOTE_OF_PART,
    CheckResult,
    Counterexample,
    Diagnosis,
    Formula,
    Isolation,
    Level,
    Limits,
    Question,
    Report,
    Status,
    Visibility,
)
from grader.sandbox import LOG_BYTES, Launcher, Workspace
from grader.seeds import DEFAULT, seed_of_check
from grader.session import RemoteSession
from grader.student import Call, Outcome, Student
from grader.submission import Submission
from grader.text import printable
from grader.turns import Turns

# So many checks of one question may run out of time; the others are then not waited for.
PATIENCE = 2
MAX_SHOWN = 4_000
# So many inputs of a property are sent at once where it is only asked whether it holds.
TOGETHER = 20


class Progress(Protocol):
    """Told about each check before it runs."""

    def __call__(self, done: int, total: int, title: str) -> None:
        """`done` of `total` checks are finished; the next one is called `title`."""


def grade(
    assignment: Assignment,
    submission: Submission,
    launcher: Launcher,
    *,
    seed: int = DEFAULT,
    isolation: Level = "none",
    questions: Sequence[str] = (),
    progress: Progress | None = None,
    sharing: bool = True,
) -> Report:
    """Grade a submission, in workers that have at least that level of isolation.

    Without `sharing` every check has a worker of its own: slower, and the same report.
    """
    selected = assignment.select(questions)
    with (
        cores.one(),
        Workspace(launcher, submission.files, isolation) as workspace,
        _Run(assignment, submission, workspace, seed, sharing=sharing) as run,
    ):
        judged = {}
        for done, (place, (check, visibility)) in enumerate(_in_turn(selected)):
            run.probe(assignment.questions[check.question].module)
            if progress is not None:
                progress(done, len(selected), check.title)
            judged[place] = run.judge(check, visibility)
        results = run.explain([judged[place] for place in range(len(selected))])
    asked = [assignment.questions[name] for name in dict.fromkeys(it.question for it in results)]
    return Report(
        assignment=assignment.name,
        title=assignment.outline.title,
        submission=printable(submission.name)[:500],
        seed=seed,
        isolation=run.isolation,
        checks=tuple(results),
        notes=(*assignment.notes, *submission.notes, *run.notes, *_partial(assignment, selected)),
        formulas=tuple(Formula(it.name, it.formula) for it in asked if it.formula),
        sources=excerpts(submission, asked, results),
        broken=tuple(question.name for question in asked if question.module in run.broken),
    )


def _in_turn(
    selected: Sequence[tuple[CheckSpec, Visibility]],
) -> list[tuple[int, tuple[CheckSpec, Visibility]]]:
    """The order in which checks run, with their places in the report: the hidden ones last."""
    return sorted(enumerate(selected), key=lambda it: it[1][1] == "hidden")


def _partial(
    assignment: Assignment, selected: Sequence[tuple[CheckSpec, Visibility]]
) -> tuple[str, ...]:
    names = list(dict.fromkeys(check.question for check, _ in selected))
    if len(names) == len(assignment.questions):
        return ()
    points = sum(check.points for check, _ in selected)
    return (f"{NOTE_OF_PART}{', '.join(names)}, worth {points:g} of the 100 points.",)


@dataclasses.dataclass
class _Verdict:
    """What is known when a check has ended."""

    fault: StudentFault | None = None
    output: str = ""
    slow: bool = False  # most of the time that the check had was used up
    seconds: float = 0.0
    alarm: str = ""


class _Run:
    def __init__(
        self,
        assignment: Assignment,
        submission: Submission,
        workspace: Workspace,
        seed: int,
        *,
        sharing: bool,
    ) -> None:
        self.assignment = assignment
        self.submission = submission
        self.workspace = workspace
        self.seed = seed
        self.turns = Turns(self._session, sharing=sharing)
        self.probed: set[str] = set()
        self.broken: dict[str, _Verdict] = {}
        self.late: Counter[str] = Counter()
        self.absent: dict[str, str] = {}
        self.calls: dict[str, list[Call]] = {}
        self.uses: dict[str, frozenset[str]] = {}
        self.isolation = Isolation("none")
        self.notes: tuple[str, ...] = ()

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.turns.close()

    def probe(self, module: str) -> None:
        """Import a module before its checks; one that fails is not tried again in each of them.

        The first check then goes on in that worker, in which nothing else has happened.
        """
        if module in self.probed:
            return
        self.probed.add(module)
        session = self.turns.fresh(self.assignment.outline.limits)
        self.isolation = session.isolation
        try:
            session.load(module)
            self.uses |= session.uses
        except StudentFault as fault:
            alarm = session.alarm(fault)
            self.broken[module] = _Verdict(fault, self.turns.close(), alarm=alarm)

    def judge(self, check: CheckSpec, visibility: Visibility) -> CheckResult:
        """The verdict of one check."""
        module = self.assignment.questions[check.question].module
        status: Status | None = None
        if module in self.broken:
            verdict = self.broken[module]
        elif self.late[check.question] >= PATIENCE:
            verdict = _Verdict(_skipped(check))
            status = Status.SKIPPED
        else:
            verdict = self._run(check, visibility)
        fault = verdict.fault
        if fault is not None and (verdict.slow or fault.status is Status.TIMEOUT):
            self.late[check.question] += 1
        return CheckResult(
            id=check.id,
            question=check.question,
            title=check.title,
            kind=check.kind,
            visibility=visibility,
            status=status or (Status.PASSED if fault is None else fault.status),
            points=check.points if fault is None else 0.0,
            max_points=check.points,
            seconds=round(verdict.seconds, 4),
            message="" if fault is None else self._shown(fault.message),
            diagnosis=() if fault is None else fault.diagnosis,
            counterexample=None if fault is None else self._shown_example(fault.counterexample),
            trace=() if fault is None else fault.trace,
            output=_shorten(verdict.output),
            exhibits=() if fault is None else fault.exhibits,
            alarm=verdict.alarm,
        )

    def explain(self, results: Sequence[CheckResult]) -> list[CheckResult]:
        """The same results, with each mistake called by its name if it has one."""
        named: dict[str, tuple[Diagnosis, ...]] = {}
        for name, question in self.assignment.questions.items():
            mine = [result for result in results if result.question == name]
            calls = {result.id: self.calls[result.id] for result in mine if result.id in self.calls}
            known = self.assignment.misconceptions
            try:
                named |= diagnose(question, mine, calls, self.assignment.truths, known)
            except Exception as error:  # the verdict stands, whatever it was that we stumbled over
                said = f"For {name} there is no hint this time ({type(error).__name__})."
                self.notes += (said,)
        wrong = {result.question for result in results if not result.passed}
        explained = []
        for result in results:
            elsewhere = self._source(result, wrong)
            # What looks like a mistake here may well be what a mistake there comes to.
            found = () if elsewhere else named.get(result.id, ())
            explained.append(
                dataclasses.replace(
                    result,
                    diagnosis=result.diagnosis or found,
                    message=result.message + elsewhere,
                )
            )
        return explained

    def _source(self, result: CheckResult, wrong: set[str]) -> str:
        """Where a failure may come from: another question that the code of this one calls."""
        if result.passed or result.status is Status.SKIPPED:
            return ""
        mine = self.assignment.questions[result.question]
        if result.message == f"{mine.function} is not implemented yet.":
            return ""
        used = self.uses.get(f"{mine.module}.{mine.function}", frozenset())
        guilty = [
            name
            for name, other in self.assignment.questions.items()
            if name in wrong
            and name != mine.name
            and (name in mine.built_on or f"{other.module}.{other.function}" in used)
        ]
        if not guilty:
            return ""
        names = " and ".join(guilty)
        return f" (Perhaps this follows from {names}, which {mine.function} uses: fix that first.)"

    def _run(self, check: CheckSpec, visibility: Visibility) -> _Verdict:
        limits = self._limits(check)
        begin = time.perf_counter()
        session = self.turns.take(check.question, visibility, limits)
        verdict = self._attempt(check, session)
        if not (verdict.fault is None or session.fresh or self._absent(check, verdict.fault)):
            # Perhaps it is the fault of what an earlier check has left behind.
            self.turns.close()
            begin = time.perf_counter()
            session = self.turns.take(check.question, visibility, limits)
            verdict = self._attempt(check, session)
        verdict.slow = session.fresh and session.remaining < 0.5 * limits.wall_seconds
        verdict.alarm = session.alarm(verdict.fault)
        if _is_blank(verdict.fault) and verdict.fault is not None:
            self.absent.setdefault(check.question, verdict.fault.message)
        certain = verdict.fault is None or _is_blank(verdict.fault)
        verdict.output = self.turns.leave(failing="" if certain else check.question)
        verdict.seconds = time.perf_counter() - begin
        return verdict

    def _absent(self, check: CheckSpec, fault: StudentFault) -> bool:
        """Whether it is what a fresh worker has already said: that there is nothing to judge."""
        return _is_blank(fault) and fault.message == self.absent.get(check.question)

    def _limits(self, check: CheckSpec) -> Limits:
        limits, seconds = self.assignment.outline.limits, check.cpu_seconds
        if seconds is None:
            return limits
        return dataclasses.replace(limits, cpu_seconds=seconds, wall_seconds=2.0 * seconds)

    def _attempt(self, check: CheckSpec, session: RemoteSession) -> _Verdict:
        """Run a check against a worker; a fault is a verdict only if that is fresh."""
        student = Student(self.assignment.questions, session)
        seed = seed_of_check(self.seed, check.id)
        together = 1 if session.fresh else TOGETHER
        kit = Kit(self.assignment.truths, seed, brief=not session.fresh, together=together)
        fault: StudentFault | None = None
        try:
            with np.errstate(all="ignore"):  # what a student returns may well overflow
                check.function(student, kit)
        except StudentFault as raised:
            fault = _without_traceback(raised)
        except AssignmentError as error:
            raise AssignmentError(f"{check.id} (seed {self.seed}): {error}") from None
        except GraderError:
            raise
        except Exception as error:
            crowded = session.crowded()
            session.close()  # what the student's code does to the machine ends here
            if not session.fresh:
                return _Verdict(WrongAnswer("It is judged again."))
            fault = self._whose_fault(check, error, crowded)
        self.calls[check.id] = student.calls
        bare = fault is not None and fault.counterexample is None
        if fault is not None and bare and not isinstance(fault, NotImplementedYet):
            for call in student.calls:
                if call.fault is fault:
                    called = self.assignment.questions[call.question]
                    fault.counterexample = kit.example(called, call.args, program=call.program)
        return _Verdict(fault)

    def _whose_fault(self, check: CheckSpec, error: Exception, crowded: bool) -> StudentFault:
        """A check crashed: if it does so on the reference too, it is the check that is wrong.

        The machine is another matter: it fails the grader, unless a worker has just filled it.
        """
        if isinstance(error, OSError):
            if crowded:
                return Died("Your code was stopped: it filled the disk.")
            raise InfrastructureError(f"{check.id}: {error}") from error
        kit = Kit(self.assignment.truths, seed_of_check(self.seed, check.id))
        session = ReferenceSession(self.assignment.truths)
        try:
            check.function(Student(self.assignment.questions, session), kit)
        except Exception as again:
            raise AssignmentError(
                f"the check {check.id} fails on the reference itself: "
                f"{type(again).__name__}: {again}"
            ) from again
        return WrongAnswer(
            "What came back can't be judged: it does not have the form that is asked for. Look at "
            f"its type and shape ({type(error).__name__})."
        )

    def _shown(self, text: str) -> str:
        """Text that a student's code had a hand in, as it may stand in a report."""
        shown = self.workspace.clean(text)
        return shown if len(shown) <= MAX_SHOWN else shown[:MAX_SHOWN] + " …"

    def _shown_example(self, example: Counterexample | None) -> Counterexample | None:
        if example is None:
            return None
        args, expected, got = map(self._shown, (example.args, example.expected, example.got))
        # Marks are places in a text: where the text had to be cleaned, they would be wrong ones.
        return dataclasses.replace(
            example,
            args=args,
            expected=expected,
            got=got,
            expected_marks=example.expected_marks if expected == example.expected else (),
            got_marks=example.got_marks if got == example.got else (),
        )

    def _session(self, limits: Limits) -> RemoteSession:
        libraries = self.assignment.outline.libraries
        return RemoteSession(self.workspace, self.submission, limits, libraries)


def _is_blank(fault: StudentFault | None) -> bool:
    return isinstance(fault, NotImplementedYet) and fault.blank


class ReferenceSession:
    """Answers the calls of a check with the reference, in this process."""

    def __init__(self, truths: Mapping[str, Callable[..., Any]]) -> None:
        self.truths = truths

    def call(
        self,
        question: Question,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        *,
        keep: bool = False,
    ) -> Outcome:
        """Call the reference of that question; everything stays here anyway."""
        return local.run(self.truths[question.name], args, kwargs)


def _without_traceback(fault: StudentFault) -> StudentFault:
    """The same fault, without the frames on its way: they hold on to whatever came back."""
    fault.__traceback__ = fault.__context__ = fault.__cause__ = None
    return fault


def _skipped(check: CheckSpec) -> StudentFault:
    return StudentFault(
        f"Not run, because {PATIENCE} other checks of {check.question} ran out of time. "
        "Fix those first."
    )


def _shorten(text: str) -> str:
    if len(text) <= LOG_BYTES:
        return text
    return text[:LOG_BYTES] + "\n… (the rest of the output was dropped)\n"
