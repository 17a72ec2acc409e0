"""From what a layout shows to who handed in what: keys, names and attempts.

A roster decides who is who. Whatever strangers chose as a name, no two students get one key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo

from grader.batch.handin import Handin
from grader.batch.layouts.scene import Draft
from grader.batch.line import MAX_KEY, key_of, one_line
from grader.batch.roster import Person, Roster
from grader.errors import UsageError

MAX_NAMESAKES = 5


def enrol(
    drafts: Iterable[Draft], roster: Roster | None, zone: tzinfo, remarks: list[str]
) -> tuple[tuple[Handin, ...], tuple[Person, ...]]:
    """The hand-ins in the order of students and attempts, and who has handed in nothing."""
    people: dict[str, Person] = {}
    groups: defaultdict[str, list[Draft]] = defaultdict(list)
    for draft, person in _matched(drafts, roster):
        if person is not None:
            people[person.key] = person
        group = groups[draft.student if person is None else person.key]
        # Somebody may be named twice as a submitter of one submission.
        if all(draft.place != other.place for other in group):
            group.append(draft)
    if roster is not None:
        strangers = {name: group[0] for name, group in sorted(groups.items()) if name not in people}
        remarks += _strangers(strangers, roster, nobody_fits=not people)
    keys = _keys(groups, remarks)
    handins = [
        handin
        for student, group in groups.items()
        for handin in _attempts(keys[student], group, people.get(student), zone, remarks)
    ]
    handins.sort(key=lambda handin: (handin.student, handin.attempt))
    expected = () if roster is None else tuple(it for it in roster.people if not it.is_test)
    return tuple(handins), tuple(it for it in expected if it.key not in people)


def _matched(drafts: Iterable[Draft], roster: Roster | None) -> list[tuple[Draft, Person | None]]:
    """Each hand-in with whose it is by the roster.

    A name is taken only for somebody whom nobody else's key names: who can change the name under
    which a platform knows them must not become somebody else.
    """
    if roster is None:
        return [(draft, None) for draft in drafts]
    by_key = [(it, roster.by_key(it.student, *it.others, it.email)) for it in drafts]
    claimed = {person.key for _, person in by_key if person is not None}
    matched = []
    for draft, person in by_key:
        if person is None:
            named = roster.by_name(draft.name, draft.student)
            person = named if named is not None and named.key not in claimed else None
        matched.append((draft, person))
    return matched


def _strangers(
    strangers: Mapping[str, Draft], roster: Roster, *, nobody_fits: bool
) -> Iterator[str]:
    """What is to be said about those who are not known by the roster.

    `UsageError` if nobody is: such a class would be everybody twice, as a stranger and as missing.
    """
    fits = {
        name: roster.several(it.student, *it.others, it.email, name=it.name)
        for name, it in strangers.items()
    }
    if nobody_fits and strangers and not any(fits.values()):
        theirs, ours = next(iter(strangers)), roster.people[0].key
        raise UsageError(
            f"nobody of {len(strangers)} who handed in (such as {one_line(theirs)}) is among the "
            f"{len(roster.people)} on the roster (such as {one_line(ours)}): is it the roster of "
            "this class? A grading worksheet of Moodle has to be exported in English; without "
            "--roster it is graded all the same"
        )
    for name, it in strangers.items():
        who = f"{one_line(name)} ({one_line(it.source)})"
        if people := fits[name]:
            keys = ", ".join(one_line(person.key) for person in people[:MAX_NAMESAKES])
            keys += " …" if len(people) > MAX_NAMESAKES else ""
            yield (
                f"{who} fits {len(people)} on the roster ({keys}) and is taken for none of them; "
                "graded all the same."
            )
        else:
            yield f"{who} is not on the roster; graded all the same."


def _keys(students: Iterable[str], remarks: list[str]) -> dict[str, str]:
    """A key for each student that can be shown; two that would look the same are numbered."""
    keys: dict[str, str] = {}
    taken: dict[str, str] = {}
    for student in sorted(students):
        key = base = key_of(student)
        number = 1
        while key in taken:
            number += 1
            key = f"{base[: MAX_KEY - 8]}~{number}"
        keys[student] = taken[key] = key
    folded: dict[str, str] = {}
    for key in keys.values():
        other = folded.setdefault(key.casefold(), key)
        if other != key:
            remarks.append(
                f"{one_line(other)} and {one_line(key)} differ in case only: "
                "they are taken for two students."
            )
    return keys


def _attempts(
    key: str, group: Sequence[Draft], person: Person | None, zone: tzinfo, remarks: list[str]
) -> list[Handin]:
    """The hand-ins of one student, from the earliest to the latest."""
    ordered = sorted(group, key=lambda draft: (draft.order, draft.source))
    times = [draft.submitted for draft in ordered if draft.submitted is not None]
    if len(times) == len(ordered):
        ordered = [draft for _, draft in sorted(zip(times, ordered, strict=True), key=_first)]
    if _is_doubtful(ordered, timed=len(times) == len(ordered)):
        names = ", ".join(dict.fromkeys(one_line(_origin(draft)) for draft in ordered))
        remarks.append(f"{names} are all of {one_line(key)}: they count as attempts in this order.")
    handins = [
        Handin(
            student=key,
            name=_shown(person.name if person else draft.name),
            email=_shown((person and person.email) or draft.email),
            attempt=number,
            submitted=draft.submitted,
            marked_late=draft.marked_late,
            place=draft.place,
        )
        for number, draft in enumerate(ordered, start=1)
    ]
    if person is not None and person.submitted is not None and handins[-1].submitted is None:
        time = person.submitted
        time = time if time.tzinfo else time.replace(tzinfo=zone)
        handins[-1] = replace(handins[-1], submitted=time)
    return handins


def _is_doubtful(ordered: Sequence[Draft], *, timed: bool) -> bool:
    """Whether it is uncertain that all are of one student, or which of them came first."""
    if len({draft.student for draft in ordered}) > 1:
        return True
    if timed:
        return False
    origins = [_origin(draft) for draft in ordered]
    if len(set(origins)) == 1:
        return False
    numbers = {draft.order[0] for draft in ordered}
    counted = len(numbers) == len(set(origins)) == len(ordered) and not {0, 1} <= numbers
    return not counted


def _origin(draft: Draft) -> str:
    """What it comes from at the top of the class folder."""
    return draft.source.partition("/")[0]


def _first(pair: tuple[datetime, Draft]) -> datetime:
    return pair[0]


def _shown(text: str | None) -> str:
    return key_of(text) if text else ""
