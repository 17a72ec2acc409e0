"""One end of the connection between the grader and the student's process: frames over a socket.

What a frame is, and what may be in one, is said in wire.py. This module imports nothing else of
ours, because the student's process loads it too.
"""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from . import wire

MEANWHILE_SECONDS = 0.25
_ROOM = 1 << 16  # a frame that fits is read into memory that is there already


class Channel:
    """One end of the connection: messages out and in, over a socket.

    What has come is read in one go, as much of it as there is: most messages are small, and each
    look at the socket costs as much as reading one of them. What lies behind a frame is kept for
    the next one.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        # Address space only: pages are touched as bytes really arrive.
        self._room = memoryview(np.empty(_ROOM, dtype=np.uint8).data)
        self._begin = self._end = 0  # what has come and was not taken yet

    def send(
        self,
        message: dict[str, object],
        deadline: float | None = None,
        limits: wire.Limits = wire.LIMITS,
        stand_in: wire.StandIn | None = None,
    ) -> None:
        """Send one message: a dict whose values can be packed."""
        for part in _joined(wire.framed(message, limits, stand_in)):
            self._write(part, deadline)

    def receive(
        self,
        deadline: float | None = None,
        limits: wire.Limits = wire.LIMITS,
        meanwhile: Callable[[], None] | None = None,
        stand_in: wire.StandIn | None = None,
    ) -> dict[str, object]:
        """Receive one message; `EOFError` when the other side is gone, `TimeoutError` when late.

        `meanwhile` is called again and again while it comes or does not come.
        """
        begin = self._arrived(wire.HEADER.size, deadline, meanwhile)
        tree_length, length = wire.lengths(self._room[begin:], limits)
        if length <= _ROOM:
            begin = self._arrived(length, deadline, meanwhile)
            frame = self._room[begin : begin + length]
            self._begin += length
        else:
            frame = self._large(length, deadline, meanwhile)
        message = wire.unframed(frame, tree_length, limits, stand_in)
        if not isinstance(message, dict) or not all(isinstance(key, str) for key in message):
            raise wire.WireError("a message that is not a dict")
        return message

    def close(self) -> None:
        """End the connection."""
        self.connection.close()

    def _arrived(
        self, length: int, deadline: float | None, meanwhile: Callable[[], None] | None
    ) -> int:
        """Wait until so much lies in the room in one piece; returns where it begins."""
        if self._begin + length > _ROOM or self._begin == self._end:
            rest = bytes(self._room[self._begin : self._end])
            self._room[: len(rest)] = rest
            self._begin, self._end = 0, len(rest)
        while self._end - self._begin < length:
            self._end += self._read(self._room[self._end :], deadline, meanwhile)
        return self._begin

    def _large(
        self, length: int, deadline: float | None, meanwhile: Callable[[], None] | None
    ) -> memoryview:
        """A frame for which the room is too small."""
        frame = memoryview(np.empty(length, dtype=np.uint8).data)
        done = self._end - self._begin
        frame[:done] = self._room[self._begin : self._end]
        self._begin = self._end = 0
        while done < length:
            done += self._read(frame[done:], deadline, meanwhile)
        return frame

    def _read(
        self, room: memoryview, deadline: float | None, meanwhile: Callable[[], None] | None
    ) -> int:
        """Read what there is, at least one byte."""
        while True:
            self._wait_at_most(deadline)
            if meanwhile is not None:
                meanwhile()
            try:
                count = self.connection.recv_into(room)
            except TimeoutError:
                continue  # past the deadline, this ends above
            if not count:
                raise EOFError
            return count

    def _write(self, data: wire.Buffer, deadline: float | None) -> None:
        rest = memoryview(data)
        while rest:
            self._wait_at_most(deadline)
            with contextlib.suppress(TimeoutError):
                rest = rest[self.connection.send(rest) :]

    def _wait_at_most(self, deadline: float | None) -> None:
        """Let no call wait past the deadline; nor long, so that there is time for other things."""
        seconds = None
        if deadline is not None:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise TimeoutError
            seconds = min(remaining, MEANWHILE_SECONDS)
        if self.connection.gettimeout() != seconds:
            self.connection.settimeout(seconds)


def _joined(buffers: Iterable[wire.Buffer]) -> Iterator[wire.Buffer]:
    """What is to be sent, in order: small parts as one, large ones by themselves, uncopied."""
    parts: list[wire.Buffer] = []
    for buffer in buffers:
        if len(buffer) < wire.LARGE:
            parts.append(buffer)
        else:
            if parts:
                yield b"".join(parts)
            yield buffer
            parts = []
    if parts:
        yield b"".join(parts)
