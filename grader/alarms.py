"""What to tell the course staff about code that tried what no homework needs.

An alarm changes no verdict. The kinds come from the worker (see lookout.py), where the student's
code could forge them, so only known ones count.
"""

from __future__ import annotations

from collections.abc import Iterable

CONNECTION, KERNEL = "connection", "kernel"

_WORDS = {
    "network": "It tried to use the network.",
    "programs": "It tried to start another process.",
    "signals": "It tried to send a signal to a process.",
    "machine": "It loaded machine code with ctypes.",
    "files": "It tried to look at files of the machine or the grader.",
    "grader": "It tried to import the grader or the reference.",
    CONNECTION: "It wrote to the connection between it and the grader.",
    KERNEL: "It called the operating system in a way that is closed to it.",
}


def words(kinds: Iterable[str]) -> str:
    """The known ones among these kinds, as sentences in a fixed order."""
    tried = set(kinds)
    return " ".join(sentence for kind, sentence in _WORDS.items() if kind in tried)
