"""Where the random inputs of the checks come from.

Everything that a check draws follows from one number, the seed of the run. A student's own run
uses 0, so that it can be repeated. Where the course grades, the seed is one that no student knows,
so that answers can't be prepared for the inputs: `--seed fresh` draws one, and the environment
variable GRADER_SEED holds one that several runs share, as a CI system's secret for example. The
worker in which the student's code runs is never told.
"""

from __future__ import annotations

import hashlib
import secrets

from grader.errors import UsageError

DEFAULT = 0
FRESH = "fresh"
VARIABLE = "GRADER_SEED"
BITS = 53  # the largest that every reader of JSON takes for a whole number


def seed_of_run(option: str | None, variable: str | None) -> int:
    """The seed that the option asks for, else the environment variable, else 0."""
    if option == FRESH:
        return secrets.randbits(BITS)
    if option is not None:
        number = _plain(option)
        if number is None:
            raise UsageError(
                f"--seed takes a whole number from 0 to {2**BITS - 1}, or the word {FRESH}"
            )
        return number
    text = (variable or "").strip()
    if not text:
        return DEFAULT
    # Any text will do, a passphrase for example; a seed from a report is taken as it is.
    number = _plain(text)
    return _number(text, BITS) if number is None else number


def seed_of_check(seed: int, check: str) -> int:
    """Each check has random numbers of its own: selecting one question changes no other.

    One way only: whoever learns the numbers of one check learns nothing about those of another.
    """
    return _number(f"{seed}:{check}", 64)


def _plain(text: str) -> int | None:
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(2**BITS)):
        return None
    return int(text) if int(text) < 2**BITS else None


def _number(text: str, bits: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> (64 - bits)
