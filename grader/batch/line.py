"""Names that strangers chose, in a line that a person reads."""

from __future__ import annotations

from grader.text import printable

MAX_SHOWN = 100
MAX_KEY = 200
MAX_FILE_NAME = 200  # bytes, of which a character needs at most four


def one_line(text: str) -> str:
    """Foreign text in a line of ours: printable, without breaks, not long."""
    shown = _flat(text)
    return shown if len(shown) <= MAX_SHOWN else f"{shown[: MAX_SHOWN - 1]}…"


def key_of(text: str) -> str:
    """A student's key as it may be shown and kept: printable, in one line, of bounded length."""
    return _flat(text)[:MAX_KEY] if text.strip() else "unnamed"


def file_name(name: str) -> str:
    """The name of a file that a stranger chose, such that a folder can hold it."""
    flat = _flat(name)
    return flat if len(flat.encode()) <= MAX_FILE_NAME else flat[-MAX_FILE_NAME // 4 :]


def _flat(text: str) -> str:
    return printable(text).replace("\n", "\N{SYMBOL FOR LINE FEED}").replace("\t", "␉")
