"""The seed of a class: one for everybody, and for every time that the command is run."""

from __future__ import annotations

from grader.batch.store import Meta
from grader.seeds import FRESH, seed_of_run


def settle_seed(meta: Meta, asked: str | None, variable: str | None) -> tuple[int, list[str]]:
    """The seed, and what is to be said about it.

    One that is drawn is drawn once: what was stopped goes on. One that was named stays until
    another one is: grades stay what they are.
    """
    known, named = meta.get("seed"), meta.get("seed named") == "yes"
    drawn = asked == FRESH or not (asked or (variable or "").strip())
    if drawn and known is not None and not (named and asked == FRESH):
        said = (
            f"The seed is still {known}, which was named before: --seed fresh draws one that "
            "nobody knows, and grades everybody again."
        )
        return int(known), [said] if named else []
    seed = seed_of_run(FRESH if drawn else asked, variable)
    meta.set("seed", str(seed))
    meta.set("seed named", "" if drawn else "yes")
    return seed, []
