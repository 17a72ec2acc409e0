"""Small helpers for words that a person reads."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

_UNUSUAL = re.compile("[^\n\t\u200c\u200d\x20-\x7e]")  # worth a closer look
_COMMAND = re.compile(r"##(?=\w*\[)")  # ##[error], ##vso[task.complete], ##teamcity[…]
_COLONS = re.compile(":(?=:)")  # ::error::


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, if any is close."""
    by_lower = {name.lower(): name for name in known}
    close = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[close[0]] if close else None


def plural(count: float, noun: str, nouns: str | None = None) -> str:
    """`1 point`, `2 points`, `2.5 points`, `2 entries`."""
    number = str(count) if isinstance(count, int) else f"{count:g}"
    return f"{number} {noun if count == 1 else nouns or noun + 's'}"


def decoded(source: bytes) -> str:
    """Python source as text whose lines end as Python counts them; never fails."""
    return source.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def printable(text: str) -> str:
    """Foreign text that can do nothing but be read: no terminal controls, no reordering of lines.

    Control characters become their visible pictures (␛ for escape); invisible ones, those that
    change the direction of the text among them, and halves of surrogate pairs become a replacement
    mark. The two joiners stay: some scripts, and families of emoji, are written with them. A mark
    that CI systems take for the start of a command, wherever it stands, is pulled apart.
    """
    return _COMMAND.sub("# #", _UNUSUAL.sub(_visible, text.replace("\r\n", "\n")))


def quoted(text: str, most: int) -> str:
    """Foreign text inside a line of ours: printable, without breaks, not long.

    Wherever that line is wrapped, no part of it is a command to a CI system that reads lines.
    """
    flat = _COLONS.sub(": ", " ".join(printable(text[: 4 * most]).split()))
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"


def called(names: Mapping[str, str]) -> dict[str, str]:
    """What to call people in short, whose names are known by their keys; "" is no name.

    It is the name, with the key behind it if another one's name or key looks like it: case, accents
    and punctuation tell nobody apart. Who has no name is called by the key.
    """
    taken = Counter(
        letters
        for key, name in names.items()
        for letters in {_letters(key), _letters(name)}  # one's own key is no other one
    )
    return {
        key: printable(_short(key, name, taken[_letters(name)] == 1)) for key, name in names.items()
    }


def _short(key: str, name: str, alone: bool) -> str:
    if not name.strip() or name == key:
        return key
    return name if alone else f"{name} ({key})"


def _letters(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if letter.isalnum())


def _visible(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"):
        return "\ufffd"
    return character
