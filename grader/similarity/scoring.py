"""Which submissions of a class are suspiciously alike.

Fingerprints of the stub are worth nothing. Every other one is worth what it would tell if two
students shared it: −log p, where p is the chance that a student who has copied nothing has it,
too. That is the share of the *others* who have it, and in a class too small to tell, `PRIOR` of
them. So a softmax that half of the class has written is worth little, and an odd line that only two
have is worth most. A score is a share, so that rings of copies do not hide behind their number.

In a small class p says little, and whatever honest work has in common would count in full. There,
`BY_CHANCE` is deducted from what is shared; it fades as the class grows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.similarity.fingerprints import Fingerprints, Hashes, Stub
from grader.similarity.model import Comparison, Pair
from grader.similarity.regions import lines_of, regions

LEAST = 0.25  # pairs below are not worth keeping
EACH = (
    5  # a pair is kept if it is among so many best of one of the two: rings must not fill the list
)
ENOUGH = 25  # fingerprints of one's own, about six lines: with fewer nobody is compared

PRIOR = 0.1  # how many others have a fingerprint that two share, before the class is looked at
STRENGTH = 10  # students whose word that is worth
BY_CHANCE = 0.2  # of a plain homework stands in another one of which nothing was copied

_COMMON = 500  # as many may share what is counted, or a tenth of the class
_SHOWN = 0.25  # of the highest worth: what is worth less is not shown as alike
_ROWS = 256  # compared with everybody at a time; bounds the memory

_NO_STUB = Stub()

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp]


@dataclass(frozen=True)
class _Class:
    """A class as a table: who has which fingerprint, and what each of those is worth."""

    students: list[str]
    groups: Rows
    table: Any  # scipy.sparse, students × fingerprints, ones
    worth: Floats  # of each fingerprint
    hashes: Hashes  # of each fingerprint
    total: Floats  # worth of everything that a student has
    highest: float
    by_chance: float  # of a share, to be deducted


def pairs(
    fingerprints: Mapping[str, Fingerprints],
    stub: Stub = _NO_STUB,
    *,
    most: int = 200,
    group: Mapping[str, str] | None = None,
) -> list[Pair]:
    """The pairs of `compare`, the most suspicious first."""
    return list(compare(fingerprints, stub, most=most, group=group).pairs)


def compare(
    fingerprints: Mapping[str, Fingerprints],
    stub: Stub = _NO_STUB,
    *,
    most: int = 200,
    group: Mapping[str, str] | None = None,
) -> Comparison:
    """Compare everybody with everybody; at most `most` pairs are kept.

    `group` names those who are not to be compared because they may have the same: the attempts of
    one person, the members of a team. A group counts as one student. Who is not in it is alone.
    """
    own = {student: _own(prints, stub) for student, prints in fingerprints.items()}
    short = tuple(student for student, hashes in own.items() if len(hashes) < ENOUGH)
    own = {student: hashes for student, hashes in own.items() if len(hashes) >= ENOUGH}
    if len(own) < 2:
        return Comparison((), dict.fromkeys(own, 0.0), short)
    room = _tabulated(own, group or {})
    best = np.zeros(len(own))
    scores: dict[tuple[int, int], float] = {}
    for row, column, score in chain(_alike(room), _identical(room, fingerprints)):
        best[row] = max(best[row], score)
        if score >= LEAST:
            key = min(row, column), max(row, column)
            scores[key] = max(scores.get(key, 0.0), score)
    names = room.students
    ordered = sorted(scores.items(), key=lambda it: (-it[1], names[it[0][0]], names[it[0][1]]))
    shown = room.hashes[room.worth >= _SHOWN * room.highest]
    kept = tuple(_pair(room, *rows, score, fingerprints, shown) for rows, score in ordered[:most])
    return Comparison(kept, dict(zip(names, best.tolist(), strict=True)), short)


def _own(prints: Fingerprints, stub: Stub) -> Hashes:
    hashes: Hashes = np.unique(prints.marks["hash"])
    return hashes[~np.isin(hashes, stub.runs)]


def _tabulated(own: Mapping[str, Hashes], group: Mapping[str, str]) -> _Class:
    from scipy.sparse import csr_array

    students = list(own)
    # A person and a group may have the same name.
    keys = [("group", group[it]) if it in group else ("student", it) for it in students]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    groups = np.array([numbers[key] for key in keys])
    rows = np.repeat(np.arange(len(own)), [len(hashes) for hashes in own.values()])
    hashes, columns = np.unique(np.concatenate([*own.values()]), return_inverse=True)
    _, once = np.unique(columns * len(numbers) + groups[rows], return_index=True)
    having = np.bincount(columns[once], minlength=len(hashes))

    others = max(len(numbers) - 2, 0) + STRENGTH
    worth = -np.log((np.maximum(having - 2, 0) + STRENGTH * PRIOR) / others)
    worth[having > max(_COMMON, len(numbers) // 10)] = 0.0
    table = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(own), len(hashes)))
    highest = -np.log(STRENGTH * PRIOR / others)
    by_chance = BY_CHANCE * STRENGTH / others
    total = table @ worth
    return _Class(students, groups, table, worth, hashes, total, float(highest), by_chance)


def _alike(room: _Class) -> Iterator[tuple[int, int, float]]:
    """For each row those that are most like it, with their scores; a row is a student."""
    # What only one has, or is worth nothing, can't make a pair.
    useful = (room.worth > 0.0) & (room.table.sum(axis=0) > 1)
    table = room.table[:, np.flatnonzero(useful)].tocsr()
    weighted = (table * room.worth[useful]).T.tocsr()
    # With little of one's own that is rare, a little in common must not look like everything.
    total = np.maximum(room.total, ENOUGH * room.highest)
    for start in range(0, len(room.students), _ROWS):
        shared = (table[start : start + _ROWS] @ weighted).tocsr()
        for index in range(shared.shape[0]):
            row = start + index
            part = slice(shared.indptr[index], shared.indptr[index + 1])
            columns, common = shared.indices[part], shared.data[part]
            share = common / np.minimum(total[columns], total[row])
            scores = np.clip((share - room.by_chance) / (1.0 - room.by_chance), 0.0, 1.0)
            scores[room.groups[columns] == room.groups[row]] = 0.0
            for place in np.argsort(-scores, kind="stable")[:EACH]:
                yield row, int(columns[place]), float(scores[place])


def _identical(
    room: _Class, fingerprints: Mapping[str, Fingerprints]
) -> Iterator[tuple[int, int, float]]:
    same = defaultdict(list)
    for row, student in enumerate(room.students):
        same[fingerprints[student].digest].append(row)
    for rows in same.values():
        for place, row in enumerate(rows):
            # The next few, in a ring: all of them can be many.
            around = (rows[place - step] for step in range(1, len(rows)))
            others = (it for it in around if room.groups[it] != room.groups[row])
            for other in islice(others, EACH):
                yield row, other, 1.0


def _pair(
    room: _Class,
    left: int,
    right: int,
    score: float,
    fingerprints: Mapping[str, Fingerprints],
    shown: Hashes,
) -> Pair:
    first, second = sorted((room.students[left], room.students[right]))
    one, other = fingerprints[first], fingerprints[second]
    found = regions(one, other, shown)
    return Pair(
        first,
        second,
        score=round(score, 4),
        left_lines=lines_of(it.left for it in found),
        right_lines=lines_of(it.right for it in found),
        regions=found,
        identical=one.digest == other.digest,
        cut=one.cut or other.cut,
    )
