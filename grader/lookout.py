"""What the student's code tries that no homework needs, noted inside its own process.

The walls stop it either way, and usually an exception tells. But code that catches the exception
leaves no trace, and the course staff would like to know. Python itself tells of such attempts
(`sys.addaudithook`). This runs where the student's code runs and can be switched off by it, so it
is an indication and nothing depends on it.

Only what the submission does itself is noted, not what a library does on its behalf: the nearest
line outside the standard library must be the student's.
"""

from __future__ import annotations

import os
import sys
from typing import Any

_NETWORK, _PROGRAMS, _SIGNALS, _MACHINE = "network", "programs", "signals", "machine"
_FILES, _GRADER = "files", "grader"

_EVENTS = {
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"), _NETWORK),
    **dict.fromkeys(("socket.getaddrinfo", "socket.gethostbyname"), _NETWORK),
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"), _PROGRAMS),
    **dict.fromkeys(("os.fork", "os.forkpty", "os.spawn", "pty.spawn"), _PROGRAMS),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), _SIGNALS),
    **dict.fromkeys(("ctypes.dlopen", "ctypes.dlsym"), _MACHINE),
    **dict.fromkeys(("open", "os.listdir", "os.scandir"), _FILES),
    "import": _GRADER,
}
_OURS = ("grader", "reference", "assignments")
# A student's own data may lie anywhere; nobody's data lies here.
_SYSTEM = ("/proc", "/etc", "/root", "/sys")
_HARMLESS = ("/etc/localtime", "/proc/cpuinfo", "/proc/meminfo")
_TELLING = ("/grader/", "/reference/", "/hidden.py", "/checks.py", "/misconceptions")
_DEEP = 100


class Lookout:
    """Notes kinds of attempts, each once, until it is asked."""

    def __init__(self, root: str) -> None:
        self._root = root + os.sep
        self._library = os.path.dirname(os.__file__) + os.sep
        self._seen: list[str] = []
        sys.addaudithook(self._notice)

    def take(self) -> list[str]:
        """What was tried since the last time."""
        seen, self._seen = self._seen, []
        return seen

    def _notice(self, event: str, args: tuple[Any, ...]) -> None:
        kind = _EVENTS.get(event)
        if kind is None or kind in self._seen:
            return
        if kind == _FILES and not self._is_foreign(args[0]):
            return
        if kind == _GRADER and not self._is_ours(args[0]):
            return
        # What is opened in order to import it may lie anywhere.
        if self._is_direct(importing=kind != _FILES):
            self._seen.append(kind)

    def _is_foreign(self, path: object) -> bool:
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        if not isinstance(path, str):
            return False
        place = os.path.normpath(path)  # what is relative is the student's own
        if not place.startswith("/") or place in _HARMLESS or place.startswith(self._root):
            return False
        system = place == "/" or any(f"{place}/".startswith(f"{it}/") for it in _SYSTEM)
        return system or any(word in place for word in _TELLING)

    def _is_ours(self, name: object) -> bool:
        top = str(name).partition(".")[0]
        own = os.path.join(self._root, top)
        return top in _OURS and not (os.path.isdir(own) or os.path.isfile(f"{own}.py"))

    def _is_direct(self, *, importing: bool) -> bool:
        """Whether the nearest line outside the standard library is the student's."""
        frame = sys._getframe(2)
        for _ in range(_DEEP):
            file = frame.f_code.co_filename
            if file.startswith(self._root):
                return True
            # Libraries may lie inside the folder of the standard one.
            standard = file.startswith(self._library) and "site-packages" not in file
            standard = standard or (importing and file.startswith("<frozen importlib"))
            if frame.f_back is None or not standard:
                return False
            frame = frame.f_back
        return False
