"""What to tell the course staff about code that tried what no homework needs.

An alarm changes no verdict. The notes come from the worker (see lookout.py), where the student's
code could forge them, so only known kinds count, and the names of files are shown as what they are:
foreign text, short and in quotation marks.
"""

from __future__ import annotations

from collections.abc import Iterable

from grader.text import quoted

CONNECTION, KERNEL = "connection", "kernel"

MOST = 100  # more notes than that nobody sends who is honest
_MOST_NAMES, _LONG = 3, 80

_WORDS = {
    "network": "It tried to use the network.",
    "programs": "It tried to start another process.",
    "signals": "It tried to send a signal to a process.",
    "machine": "It loaded machine code with ctypes.",
    "grader": "It tried to import the grader or the reference.",
    CONNECTION: "It wrote to the connection between it and the grader.",
    KERNEL: "It called the operating system in a way that is closed to it.",
}
_WORDS_WITH_NAMES = {
    "changes": "It tried to change or remove files that are not its own",
    "files": "It tried to look at files of the machine or the grader",
    # Perhaps no more than what a beginner forgot to take out.
    "elsewhere": "It named files that are not its own",
}


def words(notes: Iterable[str]) -> str:
    """The known ones among these notes, as sentences in a fixed order."""
    names: dict[str, list[str]] = {}
    for note in notes:
        kind, _, name = note.partition(":")
        shown = quoted(name, _LONG).replace('"', "'")
        names.setdefault(kind, []).extend([f'"{shown}"'] if shown else [])
    said = [sentence for kind, sentence in _WORDS.items() if kind in names]
    for kind, sentence in _WORDS_WITH_NAMES.items():
        if kind in names:
            listed = ", ".join(list(dict.fromkeys(names[kind]))[:_MOST_NAMES])
            said.append(f"{sentence}: {listed}." if listed else f"{sentence}.")
    return " ".join(said)
