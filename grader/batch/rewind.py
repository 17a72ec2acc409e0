"""A gzipped stream in which one can go back without beginning again.

A class of gigabytes may come as one `.tar.gz`, in any order of students. The state of the inflation
is kept at some places on the way: going back means going on from the last of them before.
"""

from __future__ import annotations

import io
import zlib
from typing import IO, Any

_CHUNK = 1 << 16
_GZIP = 31  # a window of 32 KiB, and the header and checksum of gzip
_STEP = 8 << 20
_MOST_MARKS = 256  # of some 40 KiB each


class Rewindable(io.RawIOBase):
    """The inflated bytes of a gzip file, to be read anywhere."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._step = _STEP
        self._place = 0  # where the reader is
        self._out = 0  # where the inflation is, in what comes out and in what goes in
        self._in = 0
        self._inflate: Any = None  # between two streams
        self._marks: list[tuple[int, int, Any]] = [(0, 0, None)]

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def seekable(self) -> bool:
        """Backwards, too."""
        return True

    def tell(self) -> int:
        """Where the reader is."""
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go somewhere; nothing is inflated before it is read."""
        if whence == io.SEEK_END:
            raise io.UnsupportedOperation("the end is not known")
        self._place = max(0, offset + (self._place if whence == io.SEEK_CUR else 0))
        return self._place

    def readinto(self, buffer: Any) -> int:
        """Some of what comes next; nothing at the end."""
        self._approach()
        while self._out < self._place:
            if not self._next(min(_CHUNK, self._place - self._out)):
                return 0
        data = self._next(len(buffer))
        buffer[: len(data)] = data
        self._place += len(data)
        return len(data)

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        super().close()

    def _approach(self) -> None:
        """Take up the last mark before the place, unless the inflation is nearer already."""
        out, into, state = max(
            (mark for mark in self._marks if mark[0] <= self._place), key=lambda mark: mark[0]
        )
        if not out <= self._out <= self._place:
            self._out, self._in = out, into
            self._inflate = state and state.copy()

    def _next(self, most: int) -> bytes:
        """At most so many bytes, and at least one unless this is the end."""
        while True:
            self._file.seek(self._in)
            packed = self._file.read(_CHUNK)
            if self._inflate is None:
                # Streams may follow one another, and zeros may fill up the last block.
                if not packed.strip(b"\0"):
                    return b""
                self._inflate = zlib.decompressobj(_GZIP)
            elif not packed:
                raise EOFError("the file ends too early")
            data = bytes(self._inflate.decompress(packed, most))
            left = self._inflate.unused_data if self._inflate.eof else self._inflate.unconsumed_tail
            self._in += len(packed) - len(left)
            if self._inflate.eof:
                self._inflate = None
            self._out += len(data)
            self._mark()
            if data:
                return data

    def _mark(self) -> None:
        if self._out - self._marks[-1][0] < self._step:
            return
        # The copy has no input of its own: what it had not used is read from the file again.
        self._marks.append((self._out, self._in, self._inflate and self._inflate.copy()))
        if len(self._marks) > _MOST_MARKS:
            self._marks, self._step = self._marks[::2], 2 * self._step
