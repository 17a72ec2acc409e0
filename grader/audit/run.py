"""An audit from the mutants to what became of each."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from grader.assignment import Assignment, load_assignment, reference_submission
from grader.audit import squad
from grader.audit.allowed import Allowed
from grader.audit.mutant import Mutant
from grader.audit.notes import Notes, key_of, version_of
from grader.audit.reach import Reach, source_of
from grader.audit.result import BENIGN, Audit, Example, Trial
from grader.audit.separate import Evidence, separate, shown
from grader.audit.trial import Judge, broken, limited
from grader.course import Outline
from grader.errors import InfrastructureError, OutOfTime
from grader.kit import Kit, show
from grader.model import Status
from grader.seeds import seed_of_check
from grader.station import Station
from grader.submission import from_files
from grader.version import question_versions

HANGING_SECONDS = 120.0
SEARCH_SECONDS = 30.0
LEAST_TRIED = 30  # inputs without a difference, before it is said that there is none


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What is to be audited, and how."""

    outline: Outline
    seed: int
    jobs: int
    brief: bool = False  # only whether a mutant is killed, not by which checks
    sample: int | None = None
    questions: tuple[str, ...] = ()
    notes: Path | None = None


class Watcher(Protocol):
    """Told how far it is."""

    def __call__(self, done: int, total: int, survived: int) -> None:
        """So many of the mutants are judged, and so many of them got through."""


def audit(plan: Plan, tell: Watcher) -> Audit:
    """Judge the mutants of an assignment."""
    assignment = load_assignment(plan.outline)
    assignment.select(plan.questions)
    work = _Work(assignment, plan)
    chosen, left_out = work.mutants()
    with Notes(plan.notes) as notes, work:
        trials = work.judge(chosen, notes, tell)
    modules = dict.fromkeys(trial.module for trial in trials)
    return Audit(
        assignment=assignment.name,
        title=plan.outline.title,
        seed=plan.seed,
        brief=plan.brief,
        questions=tuple(plan.questions or assignment.questions),
        chosen=plan.questions,
        checks=tuple(
            (check.id, check.title, check.points) for check, _ in assignment.select(plan.questions)
        ),
        trials=tuple(trials),
        left_out=left_out,
        sources={module: source_of(module).source for module in modules},
        follows={name: it.built_on for name, it in assignment.questions.items()},
        unused=tuple(work.allowed.unused()) if not left_out and not plan.questions else (),
    )


class _Work:
    def __init__(self, assignment: Assignment, plan: Plan) -> None:
        self.assignment = assignment
        self.plan = plan
        self.reach = Reach(assignment)
        self.allowed = Allowed(plan.outline.folder)
        self.judges = Judge(assignment, plan.seed)
        self._station = Station(plan.outline, assignment)
        self._versions = question_versions(assignment, plan.seed)
        self._own = version_of("reach", "run", "session", "squad", "trial")
        self._search = version_of("separate")

    def __enter__(self) -> _Work:
        return self

    def __exit__(self, *_: object) -> None:
        self._station.close()

    def mutants(self) -> tuple[list[Mutant], int]:
        """Those to be judged, and how many others there are."""
        found = [it for it in self.reach.mutants() if self._is_wanted(it)]
        sample = self.plan.sample
        if sample is None or sample >= len(found):
            return found, 0
        rng = np.random.default_rng(self.plan.seed)
        places = sorted(rng.choice(len(found), size=sample, replace=False))
        return [found[place] for place in places], len(found) - sample

    def _is_wanted(self, mutant: Mutant) -> bool:
        wanted = self.plan.questions
        return not wanted or bool(set(wanted) & set(self._home(mutant)))

    def _touched(self, mutant: Mutant) -> tuple[str, ...]:
        return self.reach.touched(mutant.module, mutant.definition)

    def _home(self, mutant: Mutant) -> tuple[str, ...]:
        return self.reach.home(mutant.module, mutant.definition)

    def _key(self, mutant: Mutant) -> str:
        checks = self.reach.checks(self._touched(mutant))
        versions = sorted({self._versions[check.question] for check in checks})
        ids = [check.id for check in checks]
        return key_of([mutant.digest, self._own, str(self.plan.brief), *ids, *versions])

    def judge(self, mutants: Sequence[Mutant], notes: Notes, tell: Watcher) -> list[Trial]:
        """What becomes of each, in their order."""
        found: dict[str, Trial] = {}
        pending, doubtful = [], []  # to be judged; and not to be believed by one judgement

        def keep(mutant: Mutant, trial: Trial) -> None:
            found[mutant.id] = trial
            survived = sum(it.state == "survived" for it in found.values())
            tell(len(found), len(mutants), survived)

        def weigh(mutant: Mutant, trial: Trial) -> None:
            if trial.state == "survived":
                doubtful.append((mutant, trial))
            else:
                keep(mutant, trial)

        tell(0, len(mutants), 0)
        for mutant in mutants:
            known = self._known(mutant, notes)
            if known is None:
                pending.append(mutant)
            else:
                weigh(mutant, self._trial(mutant, known))
        if pending:
            self.judges.warm_up([check for check, _ in self.assignment.checks])
        for answer in squad.each(
            pending, self._found, jobs=self.plan.jobs, seconds=HANGING_SECONDS
        ):
            mutant = answer.task
            if answer.problem:  # ours: a mutant's own faults are verdicts
                raise InfrastructureError(f"{mutant.id} could not be judged: {answer.problem}")
            if answer.value is None:
                # It ended its process, or somebody did: a confined worker bears either.
                doubtful.append((mutant, self._trial(mutant, {"verdicts": {}})))
                continue
            self._keep(mutant, answer.value, notes)
            weigh(mutant, self._trial(mutant, answer.value))
        for mutant, trial in doubtful:
            keep(mutant, self._confirmed(mutant, trial, notes))
        return [found[mutant.id] for mutant in mutants]

    def _known(self, mutant: Mutant, notes: Notes) -> dict[str, Any] | None:
        """What was found before, as far as it would be found again."""
        key = self._key(mutant)
        known = notes.get(key)
        if known is None or "verdicts" not in known:  # the file may have been edited
            return None
        if _lost(known["verdicts"], self._home(mutant)):
            return known
        evidence = notes.get(key_of([key, self._search]))
        return None if evidence is None else known | evidence

    def _keep(self, mutant: Mutant, found: Mapping[str, Any], notes: Notes) -> None:
        """Verdicts by themselves: a search that has changed is not a reason to judge anew."""
        key = self._key(mutant)
        evidence = {name: value for name, value in found.items() if name != "verdicts"}
        notes.keep(key_of([key, self._search]), evidence)
        notes.keep(key, {"verdicts": found["verdicts"]})

    def _found(self, mutant: Mutant) -> dict[str, Any]:
        """In a process of its own: the verdicts, and of a survivor what tells it apart."""
        home = self._home(mutant)
        checks = self.reach.checks(self._touched(mutant))
        if self.plan.brief:
            checks = [check for check in checks if check.question in home]
        try:
            functions = broken(mutant, self.assignment)
        except Exception:  # it can't even be imported
            mine = [check for check in checks if check.question in self._touched(mutant)]
            return {"verdicts": {check.id: Status.ERROR.value for check in mine}}
        verdicts = self.judges.verdicts(functions, checks, brief=self.plan.brief)
        found: dict[str, Any] = {"verdicts": verdicts}
        if _lost(verdicts, home):
            return found
        made = self.judges.calls.values()
        calls = [call for calls in made for call in calls if call.question in home]
        rng = np.random.default_rng(seed_of_check(self.plan.seed, mutant.id))
        evidence = Evidence()
        with contextlib.suppress(OutOfTime), limited(SEARCH_SECONDS):
            evidence = separate(
                self.assignment.questions, self.assignment.truths, functions, calls, rng
            )
        return found | self._evidence(evidence)

    def _evidence(self, evidence: Evidence) -> dict[str, Any]:
        found: dict[str, Any] = {"tried": evidence.tried, "largest": evidence.largest}
        call = evidence.call
        if call is not None:
            kit = Kit(self.assignment.truths, 0)
            right, got = map(_told, (evidence.expected, evidence.got))
            question = self.assignment.questions[call.question]
            told = kit.example(question, call.args, right, got, program=call.program)
            example = Example(told.call, told.args, told.expected, told.got)
            found["example"] = dataclasses.asdict(example)
        return found

    def _trial(self, mutant: Mutant, found: Mapping[str, Any]) -> Trial:
        home = self._home(mutant)
        example = found.get("example")
        why = self.allowed.why(mutant)
        if why:
            state: Any = "right"
        elif _lost(found["verdicts"], home):
            state = "killed"
        elif example is None and found.get("tried", 0) >= LEAST_TRIED:
            state = "same"
        else:
            state = "survived"
        return Trial(
            id=mutant.id,
            module=mutant.module,
            definition=mutant.definition,
            line=mutant.line,
            operator=mutant.operator,
            diff=mutant.diff,
            touched=self._touched(mutant),
            home=home,
            verdicts=dict(found["verdicts"]),
            state=state,
            tried=found.get("tried", 0),
            largest=found.get("largest", 0.0),
            example=None if example is None else Example(**example),
            why=why,
        )

    def _confirmed(self, mutant: Mutant, trial: Trial, notes: Notes) -> Trial:
        """A mutant that got through or ended its process, graded just as a student's work is."""
        key = key_of([self._key(mutant), "confirmed"])
        verdicts = notes.get(key)
        if verdicts is None:
            verdicts = self._graded(mutant, trial.home)
            notes.keep(key, verdicts)
        if trial.why or not _lost(verdicts, trial.home):
            return dataclasses.replace(trial, verdicts=verdicts)
        return dataclasses.replace(trial, state="killed", verdicts=verdicts, example=None)

    def _graded(self, mutant: Mutant, questions: tuple[str, ...]) -> dict[str, str]:
        outline = self.plan.outline
        files = dict(reference_submission(outline).files)
        files[f"{mutant.module.replace('.', '/')}.py"] = mutant.source.encode()
        submission = from_files(mutant.id, files, outline.modules)
        report = self._station.grade(
            submission, seed=self.plan.seed, isolation="none", questions=questions
        )
        return {check.id: check.status.value for check in report.checks}


def _told(answer: Any) -> str:
    """An answer as text; one that never came is in words already."""
    return answer if isinstance(answer, str) else show.value(shown(answer))


def _lost(verdicts: Mapping[str, str], questions: Sequence[str]) -> bool:
    """Whether one of these questions lost points."""
    return any(
        verdict not in BENIGN
        for id, verdict in verdicts.items()
        if id.rpartition(".")[0] in questions
    )
