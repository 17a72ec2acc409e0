"""Fingerprints of a submission: some of its runs of words, chosen alike wherever they stand.

Winnowing: every run of `RUN` words has a hash, and of every `WINDOW` consecutive hashes the
smallest is kept. So what two submissions have in common is found whenever it is at least
`GUARANTEED` words long, less than two lines, in whatever order the pieces stand, while only two
hashes of five have to be kept and compared. A run shorter than `RUN` words is never a match.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from grader.similarity.words import OWN, Words, read
from grader.text import decoded

RUN = 10
WINDOW = 4
GUARANTEED = RUN + WINDOW - 1
MAX_TEXT = 400_000  # bytes of a submission that are looked at
MAX_WORDS = 40_000
VERSION = 1  # of all that decides about fingerprints: those of another one can't be compared

# A fingerprint: its hash, in which file it stands, on which lines.
MARK = np.dtype([("hash", "<u8"), ("file", "<u2"), ("first", "<u4"), ("last", "<u4")])
_MAX_FILES = 1000

Hashes = npt.NDArray[np.uint64]
Marks = npt.NDArray[np.void]


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """What is compared of a submission, as plain values that can be stored and sent."""

    files: tuple[str, ...]
    words: int
    digest: str  # the same for submissions that differ in what does not matter only
    packed: bytes  # the marks
    cut: bool = False  # whether there was more than is looked at

    @property
    def marks(self) -> Marks:
        """The fingerprints in the order of the text."""
        return np.frombuffer(self.packed, MARK)

    def to_bytes(self) -> bytes:
        """For a store; `from_bytes` is the inverse."""
        head = [VERSION, self.files, self.words, self.digest, self.cut]
        return json.dumps(head).encode() + b"\n" + self.packed

    @classmethod
    def from_bytes(cls, data: bytes) -> Fingerprints:
        """`ValueError` if they were made by another version, and have to be made again."""
        head, _, packed = data.partition(b"\n")
        version, *rest = json.loads(head)
        if version != VERSION or len(packed) % MARK.itemsize:
            raise ValueError(f"fingerprints of version {version!r}; this is {VERSION}")
        files, words, digest, cut = rest
        return cls(tuple(files), words, digest, packed, cut)


@dataclass(frozen=True, slots=True)
class Stub:
    """All runs of words in what every student was given: they say nothing about anybody."""

    packed: bytes = b""

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> Stub:
        """The stub that consists of these files."""
        words, _ = _read(files, ())
        runs = [_runs(codes) for codes in _codes(words.values())]
        return cls(np.unique(np.concatenate([*runs, _runs([])])).tobytes())

    @property
    def runs(self) -> Hashes:
        """The hashes of those runs, in order."""
        return np.frombuffer(self.packed, np.uint64)


def fingerprint(files: Mapping[str, bytes], first: Iterable[str] = ()) -> Fingerprints:
    """The fingerprints of a submission's Python files.

    At most `MAX_TEXT` bytes are looked at, those of the files named in `first` before the others.
    """
    words, cut = _read(files, first)
    all_codes = _codes(words.values())
    parts = []
    for index, (found, codes) in enumerate(zip(words.values(), all_codes, strict=True)):
        runs = _runs(codes)
        chosen = _winnowed(runs)
        marks = np.empty(len(chosen), MARK)
        lines = np.array(found.lines, np.uint32)
        marks["hash"], marks["file"] = runs[chosen], index
        marks["first"], marks["last"] = lines[chosen], lines[chosen + RUN - 1]
        parts.append(marks.tobytes())
    digests = sorted(_digest(np.array(codes, "<u8").tobytes()) for codes in all_codes if codes)
    count = sum(map(len, all_codes))
    digest = _digest(b"".join(digests)).hex()
    return Fingerprints(tuple(words), count, digest, b"".join(parts), cut)


def _read(files: Mapping[str, bytes], first: Iterable[str]) -> tuple[dict[str, Words], bool]:
    python = sorted(name for name in files if name.endswith(".py"))
    order = [name for name in dict.fromkeys([*first, *python]) if name in files]
    found: dict[str, Words] = {}
    text, count = MAX_TEXT, MAX_WORDS
    for name in order[:_MAX_FILES]:
        words = read(decoded(files[name][:text]), count)
        text -= len(files[name])
        count -= len(words.words)
        if words.words:
            found[name] = words
        if text < 0 or count <= 0:
            return found, True
    return found, len(order) > _MAX_FILES


def _codes(files: Iterable[Words]) -> list[list[int]]:
    """The words of each file as numbers; attributes that the submission has made are all alike."""
    files = list(files)
    own = {f".{name}" for found in files for name in found.own}
    return [[_code(OWN if word in own else word) for word in found.words] for found in files]


@functools.lru_cache(maxsize=50_000)
def _code(word: str) -> int:
    # Not Python's own hash, which is another one in every process.
    return int.from_bytes(_digest(word.encode("utf-8", "replace")), "little")


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=8).digest()


_FACTORS = [np.uint64(_code(f"place {place}") | 1) for place in range(RUN)]


def _runs(codes: list[int]) -> Hashes:
    """The hash of every run of words: a sum modulo 2^64 in which each place has a factor."""
    numbers = np.array(codes, np.uint64)
    count = max(len(numbers) - RUN + 1, 0)
    hashes = np.zeros(count, np.uint64)
    for place, factor in enumerate(_FACTORS):
        hashes += numbers[place : place + count] * factor
    # The low bits of such a sum know little of the high ones, and the smallest is to be chosen.
    hashes ^= hashes >> np.uint64(32)
    return hashes * np.uint64(0x9E3779B97F4A7C15)


def _winnowed(hashes: Hashes) -> npt.NDArray[np.intp]:
    """Where the smallest of every window stand, the last one where several are equal."""
    if len(hashes) < WINDOW:
        return np.flatnonzero(hashes == hashes.min()) if len(hashes) else np.zeros(0, np.intp)
    windows = np.lib.stride_tricks.sliding_window_view(hashes, WINDOW)[:, ::-1]
    ends = np.arange(WINDOW - 1, len(hashes))
    chosen = np.unique(ends - windows.argmin(axis=1))
    # What repeats itself word by word would be kept at every place.
    repeated = np.flatnonzero(hashes[chosen[1:]] == hashes[chosen[:-1]]) + 1
    return np.delete(chosen, repeated)
