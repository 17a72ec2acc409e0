"""What is to be seen in a mistake that nobody has listed: a relation between wrong and right.

A title says what was seen, and is literally true of every call that it speaks of; the hint says
what that usually means. Nothing here knows an assignment: there are only arguments, results, what
is right, and how far from it an answer may be.

The order of the relations is the order in which they are tried: the most special ones first, and
the first one that holds is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from grader.model import Diagnosis
from grader.structure import alias, elementwise, factor, normal, partly, shape, term, when
from grader.structure.observe import Case, Cases, Observation, Output

__all__ = ["MAX_TOLD", "Observation", "Output", "explain"]

MAX_TOLD = 2

Relation = Callable[[Cases], Diagnosis | None]

RELATIONS: tuple[Relation, ...] = (
    elementwise.kind,
    alias.given_back,
    elementwise.labels,
    elementwise.wrapped,
    shape.transposed,
    shape.reordered,
    shape.reshaped,
    shape.not_reduced,
    shape.one_too_many,
    shape.over_the_wrong_axis,
    shape.outer,
    partly.not_finite,
    elementwise.whole,
    partly.always_the_same,
    factor.simple,
    factor.varying,
    term.in_one_entry,
    term.missing,
    normal.unnormalised,
    elementwise.function,
    elementwise.signs,
    elementwise.clipped,
    elementwise.rounded,
    partly.first_rows,
    partly.places,
    factor.constant,
    term.constant,
    factor.affine,
    normal.wrong_axis,
    elementwise.nearly,
)


# What one step in place shows, even if several steps make something else of it.
STEP: tuple[Relation, ...] = (
    shape.transposed,
    factor.simple,
    factor.varying,
    term.in_one_entry,
    term.missing,
    elementwise.clipped,
    partly.places,
    factor.constant,
)


def explain(
    wrong: Sequence[Observation], others: Sequence[Observation], right: Sequence[Observation]
) -> tuple[Diagnosis, ...]:
    """What is to be seen in the wrong calls of a check.

    `others` are the wrong calls of the other failed checks of the question, which may contradict,
    and `right` those that came out right.
    """
    with np.errstate(all="ignore"):  # what came back may be anything
        return _explain(wrong, others, right) if wrong else ()


def _explain(
    wrong: Sequence[Observation], others: Sequence[Observation], right: Sequence[Observation]
) -> tuple[Diagnosis, ...]:
    found: dict[str, Diagnosis] = {}
    if all(call.outputs for call in wrong):  # an exception speaks for itself
        exchanged = alias.exchanged([*wrong, *others])
        if exchanged is not None:
            return (exchanged,)
        for name in dict.fromkeys(output.name for call in wrong for output in call.wrong):
            seen = _relation(name, wrong, others, right)
            if seen is not None:
                found.setdefault(seen.title, seen)
        aliased = alias.changed(wrong)
        if aliased is not None:
            found[aliased.title] = aliased
    if not found:
        only = when.separated(right, [*wrong, *others])
        return () if only is None else (only,)
    return tuple(found.values())[:MAX_TOLD]


def _cases(calls: Sequence[Observation], name: str) -> list[Case]:
    return [call.cases[name] for call in calls if name in call.cases]


def _relation(
    name: str,
    wrong: Sequence[Observation],
    others: Sequence[Observation],
    right: Sequence[Observation],
) -> Diagnosis | None:
    """The first relation that holds in all calls in which a result is wrong."""
    mine = _cases(wrong, name)
    like_mine = [case for case in _cases(others, name) if case.call.names == mine[0].call.names]
    every = [*mine, *like_mine]
    if any(not case.expected.size or case.is_blunt for case in every):
        return None
    fine = [
        Case(call, output)
        for call in (*wrong, *others, *right)
        for output in call.outputs
        if output.name == name and name not in call.cases and call.names == mine[0].call.names
    ]
    together = Cases(every, " that came out wrong" if fine else "", fine)
    tried = [(relation, together) for relation in RELATIONS]
    if together.in_place and like_mine:
        # Several steps make something else of a relation: then it is single ones that show it,
        # those of the other checks as well.
        if all(case.call.is_one_step for case in mine):
            single = [case for case in every if case.call.is_one_step]
            clear = [case for case in single if case.is_clear_move]
            few = Cases(clear or single, " with a single batch", of=len(single))
        else:
            few = Cases(mine, " of this check")
        tried += [(relation, few) for relation in STEP]
    for relation, cases in tried:
        seen = relation(cases)
        if seen is not None:
            return seen
    return None
