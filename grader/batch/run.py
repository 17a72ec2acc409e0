"""The command `batch` from beginning to end, and `export`, which makes its files again."""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from grader.assignment import load_assignment, reference_submission
from grader.batch.formats import FORMATS, Format
from grader.batch.gradebook import Attempt, Rules
from grader.batch.handin import Handin
from grader.batch.intake import open_class
from grader.batch.job import Engine, Setup
from grader.batch.likeness import remove_likeness
from grader.batch.line import one_line
from grader.batch.outputs import Outputs, Terms
from grader.batch.progress import Counts, shown, tell
from grader.batch.roster import Roster, read_roster
from grader.batch.seed import settle_seed
from grader.batch.sheets import Sheet, canvas_column, doubts
from grader.batch.store import Filed, Known, Meta, Store
from grader.batch.times import read_times, set_times
from grader.batch.work import Work
from grader.course import Outline, course_folder, read_outline, stubs
from grader.errors import Interrupted, UsageError
from grader.late import LatePolicy
from grader.model import Audience, Level
from grader.seeds import VARIABLE
from grader.text import nearest, plural
from grader.version import question_versions

MAX_REMARKS = 500


@dataclass(frozen=True, slots=True)
class Request:
    """What `batch` is asked to do."""

    assignment: str
    submissions: Path
    out: Path
    roster: Path | None = None
    times: Path | None = None
    due: str | None = None
    attempt: Attempt = "last"
    checkers: int = 1
    cluster: str | None = None
    seed: str | None = None
    isolation: Level = "strict"
    regrade: bool = False
    only: tuple[str, ...] = ()
    audience: Audience = "student"
    column: str = ""
    similarity: bool = True
    quiet: bool = False


def grade_class(request: Request) -> Counts:
    """Grade what needs it and write everything; returns how it went."""
    outline = read_outline(request.assignment)
    _refuse_mixing(request.submissions, request.out)
    policy = _policy(outline, request.due)
    zone = (policy.due.tzinfo if policy is not None else None) or UTC
    roster = None if request.roster is None else read_roster(request.roster)
    with (
        open_class(
            *(request.submissions, outline.modules, roster),
            zone=zone,
            stubs=stubs(outline, request.submissions),
        ) as class_folder,
        Store(request.out) as store,
    ):
        handins = class_folder.handins
        remarks = [*(roster.remarks if roster else ()), *class_folder.remarks]
        if request.times is not None:
            handins, strangers = set_times(handins, read_times(request.times, zone), roster)
            remarks += strangers
        counting = _counting(handins, request.attempt)
        chosen = _chosen(counting, request.only, roster)
        remarks += _untimed(counting, policy)
        sheet = None if roster is None else Sheet.of(roster)
        column, about = _column(request, outline, sheet)
        # What is about everybody comes first: of too many the last ones are left out.
        about += [*_unlisted(handins, roster), *_pretended(handins, roster)]
        remarks = [*about, *remarks]
        _settle(store.meta, request, sheet, column, remarks)
        variable = os.environ.get(VARIABLE)
        seed, of_the_seed = settle_seed(store.meta, request.seed, variable)
        setup = Setup(
            *(outline.name, seed, request.isolation),
            question_versions(load_assignment(outline), seed),
        )
        store.meta.set("setup", json.dumps(setup.to_dict()))
        store.enrol(_people(handins, roster), _filed(handins))
        with shown(len(chosen), quiet=request.quiet) as progress:
            counts = Counts(len(chosen), progress)
            for line in _few([*of_the_seed, *remarks]):
                progress.say(line)
            work = Work(
                *(class_folder.read, store, counts, setup),
                reference=reference_submission(outline),
                again=_round(store) if request.regrade else "",
            )
            try:
                with closing(_engine(request, setup)) as engine:
                    work.do(chosen, engine)
                for handin in _others(counting, chosen):
                    work.file(handin)  # not to be graded now, but perhaps it was before
            except KeyboardInterrupt:
                raise Interrupted(
                    f"interrupted; {counts.words()}. All of that is kept: the same command goes on "
                    "from there"
                ) from None
        if not counts.failures:
            store.meta.set("round", "")
        formats = [it for it in FORMATS if request.similarity or it != "similarity"]
        if not request.similarity:
            remove_likeness(request.out)
        outputs = Outputs(store, request.out, _terms(store, outline))
        written = outputs.write(formats)
    if outputs.ungraded and not counts.failures:
        tell(f"{outputs.ungraded} The same command without --only grades them.")
    if not request.quiet:
        tell(f"{counts.words()}.", err=False)
        tell(f"Open {written[0]}", err=False)
        tell(f"Also written: {', '.join(str(path) for path in written[1:])}", err=False)
    return counts


def export(
    folder: Path,
    formats: Sequence[Format],
    *,
    audience: Audience | None = None,
    piped: bool = False,
) -> list[Path]:
    """Make files of a class again from its store; returns which, none if they are `piped`."""
    with Store.existing(folder, writing=not piped) as store:
        name = store.meta.get("assignment")
        if name is None or store.meta.get("setup") is None:
            raise UsageError(f"{folder} holds no graded class yet: `batch` grades one")
        terms = _terms(store, read_outline(name))
        outputs = Outputs(
            store, folder, terms if audience is None else replace(terms, audience=audience)
        )
        if not piped:
            written = outputs.write(formats)
            if outputs.ungraded:
                tell(f"{outputs.ungraded} `batch` grades them.")
            return written
        for text in outputs.texts(formats[0]):
            sys.stdout.write(text)
        sys.stdout.flush()
        return []


def _round(store: Store) -> str:
    """The name of this round of grading again: that of the last one, if it was not finished."""
    return store.meta.get("round") or store.meta.set("round", uuid.uuid4().hex)


def _engine(request: Request, setup: Setup) -> Engine:
    if request.cluster is not None:
        from grader.batch.cluster import Cluster

        return Cluster(setup, request.cluster)
    from grader.batch.pool import Pool

    return Pool(setup, request.checkers)


def _refuse_mixing(submissions: Path, out: Path) -> None:
    """What is written must not be taken for somebody's submission the next time."""
    inside, around = out.resolve(), submissions.resolve()
    if submissions.is_dir() and (inside == around or around in inside.parents):
        raise UsageError(
            f"{out} lies inside {submissions}, where every folder is a student: name another "
            "folder with --out"
        )


def _column(request: Request, outline: Outline, sheet: Sheet | None) -> tuple[str, list[str]]:
    """The column of Canvas's gradebook to fill, and what is odd about the platform's table."""
    names = [request.column] if request.column else [outline.name, outline.title]
    column, said = canvas_column(names, sheet)
    return column, [*([said] if said else []), *doubts(sheet, column)]


def _unlisted(handins: Sequence[Handin], roster: Roster | None) -> list[str]:
    """Who has a grade that the platform's table has no row for."""
    if roster is None or roster.kind == "list":
        return []
    listed = {person.key for person in roster.people}
    others = list(dict.fromkeys(it.student for it in handins if it.student not in listed))
    if not others:
        return []
    some = ", ".join(map(one_line, others[:5])) + (" …" if len(others) > 5 else "")
    return [
        f"{plural(len(others), 'student')} who handed in ({some}) can't be in {roster.kind}.csv, "
        "for the roster has no row for them: take their grades from grades.csv."
    ]


def _pretended(handins: Sequence[Handin], roster: Roster | None) -> list[str]:
    """Who has a grade, but is nobody."""
    busy = {handin.student for handin in handins}
    tests = [it for it in (roster.people if roster else ()) if it.is_test and it.key in busy]
    return [
        f"{one_line(it.name)} ({one_line(it.key)}) is Canvas's test student: graded, but left out "
        "of all that is counted."
        for it in tests
    ]


def _settle(
    meta: Meta, request: Request, sheet: Sheet | None, column: str, remarks: Sequence[str]
) -> None:
    """Write down what the class is graded with."""
    known = meta.setdefault("assignment", request.assignment)
    if known != request.assignment:
        raise UsageError(
            f"{request.out} holds the grades of {known}: name another folder with --out"
        )
    meta.set("due", request.due or "")
    meta.set("attempt", request.attempt)
    meta.set("audience", request.audience)
    meta.set("column", column)
    meta.set("sheet", "" if sheet is None else sheet.to_json())
    meta.set("remarks", json.dumps(_few(remarks), ensure_ascii=False))


def _few(remarks: Sequence[str]) -> list[str]:
    """No more of them than anybody reads."""
    more = len(remarks) - MAX_REMARKS
    return [*remarks] if more <= 0 else [*remarks[:MAX_REMARKS], f"… and {more} more like these."]


def _terms(store: Store, outline: Outline) -> Terms:
    """How the grades are made, as it was written down."""
    meta = store.meta
    setup = Setup(**json.loads(meta.get("setup") or "{}"))
    sheet = meta.get("sheet")
    return Terms(
        outline=outline,
        templates=course_folder() / "templates",
        rules=Rules(
            settings=setup.settings,
            versions=setup.versions,
            policy=_policy(outline, meta.get("due")),
            attempt="best" if meta.get("attempt") == "best" else "last",
        ),
        audience="staff" if meta.get("audience") == "staff" else "student",
        sheet=Sheet.from_json(sheet) if sheet else None,
        column=meta.get("column") or outline.name,
        remarks=tuple(json.loads(meta.get("remarks") or "[]")),
    )


def _policy(outline: Outline, due: str | None) -> LatePolicy | None:
    if not due:
        return outline.late
    try:
        time = datetime.fromisoformat(due)
    except ValueError:
        time = datetime.min
    if time.tzinfo is None:
        raise UsageError(
            f"--due takes a date and time with its zone, such as 2026-10-01T23:59+02:00, not {due}"
        )
    if outline.late is None:
        raise UsageError(
            f"{outline.name} has no late policy that --due could go with: add [late] to its "
            "assignment.toml"
        )
    return replace(outline.late, due=time)


def _counting(handins: Sequence[Handin], attempt: Attempt) -> list[Handin]:
    """Those that may count for somebody."""
    last = {handin.student: handin.attempt for handin in handins}
    return [it for it in handins if attempt == "best" or it.attempt == last[it.student]]


def _chosen(handins: Sequence[Handin], only: Sequence[str], roster: Roster | None) -> list[Handin]:
    """Those that are to be graded now: everybody's, or those of whom `only` names."""
    known = {key: it.student for it in handins for key in (it.name, it.email, it.student) if key}
    wanted = set()
    for name in only:
        person = None if roster is None else roster.find(name)
        student = known.get(name) or (None if person is None else known.get(person.key))
        if student is None:
            hint = nearest(name, known)
            meant = f"; did you mean {hint}?" if hint else ""
            raise UsageError(f"nobody called {name!r} has handed in anything{meant}")
        wanted.add(student)
    return [it for it in handins if not only or it.student in wanted]


def _others(handins: Sequence[Handin], chosen: Sequence[Handin]) -> list[Handin]:
    students = {handin.student for handin in chosen}
    return [handin for handin in handins if handin.student not in students]


def _untimed(handins: Sequence[Handin], policy: LatePolicy | None) -> list[str]:
    """Who may be late without anybody knowing."""
    if policy is None:
        return []
    unknown = [it.student for it in handins if it.submitted is None]
    if not unknown:
        return []
    some = ", ".join(unknown[:5]) + (" …" if len(unknown) > 5 else "")
    return [
        f"There is a late policy, but of {len(unknown)} of {plural(len(handins), 'submission')} no "
        f"time is known ({some}): nothing is taken off there. Give the times with --times."
    ]


def _people(handins: Sequence[Handin], roster: Roster | None) -> list[Known]:
    """Everybody: the roster in its order, then who else has handed in something.

    Who only pretends to be a student is missed by nobody.
    """
    busy = {it.student for it in handins}
    listed = () if roster is None else roster.people
    people = {it.key: it for it in listed if not it.is_test or it.key in busy}
    known = [Known(it.key, it.name, it.email) for it in people.values()]
    others = {it.student: it for it in handins if it.student not in people}
    return [*known, *(Known(it.student, it.name, it.email) for it in others.values())]


def _filed(handins: Sequence[Handin]) -> Iterator[Filed]:
    shared = Counter(handin.place for handin in handins)
    for it in handins:
        team = str(it.place) if shared[it.place] > 1 else ""
        yield Filed(it.student, it.attempt, it.submitted, it.marked_late, team)
