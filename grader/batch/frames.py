"""Messages between the grader's own processes: JSON behind its length, over a socket."""

from __future__ import annotations

import json
import socket
from typing import Any

MAX_BYTES = 1 << 30
_HEADER = 8


def send(channel: socket.socket, message: dict[str, Any]) -> None:
    """Send one message."""
    data = json.dumps(message).encode()
    channel.sendall(len(data).to_bytes(_HEADER, "big") + data)


def receive(channel: socket.socket) -> dict[str, Any]:
    """The next message; `EOFError` if the other side is gone."""
    length = int.from_bytes(_exactly(channel, _HEADER), "big")
    if length > MAX_BYTES:
        raise EOFError("a message that is too long")
    message: dict[str, Any] = json.loads(_exactly(channel, length))
    return message


def _exactly(channel: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        chunk = channel.recv(min(size - len(data), 1 << 20))
        if not chunk:
            raise EOFError("the other side is gone")
        data += chunk
    return bytes(data)
