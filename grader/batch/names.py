"""File names for students, whose keys were chosen by strangers."""

from __future__ import annotations

import hashlib
import re

_MAX_BYTES = 120
_LIKE_OURS = re.compile(r"-[0-9a-f]{8}$")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)")


def file_name(student: str) -> str:
    """A name that is harmless on every system, and another one for every student.

    A plain key is its own name. Where something had to be changed, or where a file system that
    does not tell capital letters apart could take two for one, a few digits of a digest follow.
    """
    plain = re.sub(r"[^\w.@+-]+", "_", student).strip("._-")
    plain = plain.encode("utf-8", "replace")[:_MAX_BYTES].decode("utf-8", "ignore")
    odd = _RESERVED.match(plain) or _LIKE_OURS.search(plain)
    if plain and plain == student == plain.lower() and not odd:
        return plain
    digest = hashlib.sha256(student.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{plain}-{digest}" if plain else digest
