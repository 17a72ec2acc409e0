"""What the student's code tries that no homework needs, noted inside its own process.

The walls stop it either way, and usually an exception tells. But code that catches the exception
leaves no trace, and the course staff would like to know. Python itself tells of such attempts
(`sys.addaudithook`), before they are made. This runs where the student's code runs and can be
switched off by it, so it is an indication and nothing depends on it.

What a note is: a kind, and for files a colon and the name behind it.

Only what the submission does itself is noted. The nearest line outside the standard library must be
the student's; files and addresses may also be given to a library, which knows none by itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

_NETWORK, _PROGRAMS, _SIGNALS, _MACHINE = "network", "programs", "signals", "machine"
_GRADER, _FILES, _CHANGES, _ELSEWHERE = "grader", "files", "changes", "elsewhere"

_KINDS = {
    # The filter refuses the socket itself, so nothing that is done with one ever comes to be told.
    **dict.fromkeys(("socket.__new__", "socket.connect", "socket.bind"), _NETWORK),
    **dict.fromkeys(("socket.sendto", "socket.sendmsg", "socket.getaddrinfo"), _NETWORK),
    **dict.fromkeys(("socket.gethostbyname", "socket.gethostbyaddr"), _NETWORK),
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"), _PROGRAMS),
    **dict.fromkeys(("os.fork", "os.forkpty", "os.spawn", "pty.spawn"), _PROGRAMS),
    **dict.fromkeys(("os.kill", "os.killpg", "signal.pthread_kill"), _SIGNALS),
    **dict.fromkeys(("ctypes.dlopen", "ctypes.dlsym"), _MACHINE),
}

# What is done to a file. To make one where one's own files could lie is a beginner's mistake.
_LOOK, _MAKE, _CHANGE = "look", "make", "change"
_PLACES: dict[str, tuple[str | None, ...]] = {  # … to the file that each argument names
    "open": (_LOOK,),
    **dict.fromkeys(("os.listdir", "os.scandir", "sqlite3.connect"), (_LOOK,)),
    **dict.fromkeys(("os.mkdir", "os.utime"), (_MAKE,)),
    **dict.fromkeys(("os.remove", "os.rmdir", "os.truncate", "shutil.rmtree"), (_CHANGE,)),
    **dict.fromkeys(("os.chmod", "os.chown", "os.setxattr", "os.removexattr"), (_CHANGE,)),
    "os.rename": (_CHANGE, _MAKE),
    **dict.fromkeys(("os.link", "os.symlink"), (_LOOK, _MAKE)),
}
_WATCHED = {"import", *_KINDS, *_PLACES}

_OURS = ("grader", "reference", "assignments")
# A student's own data may lie anywhere; nobody's data lies here.
_SYSTEM = ("/proc", "/etc", "/root", "/sys", "/dev", "/boot")
# What is asked of these is about this process, or the machine in general, or nothing.
_HARMLESS = (
    *("/proc/cpuinfo", "/proc/meminfo", "/proc/self/status", "/proc/self/statm"),
    *("/etc/localtime", "/etc/timezone", "/etc/zoneinfo", "/etc/os-release"),
    *("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"),
    *("/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd"),
)
_TELLING = ("/grader/", "/reference/", "/hidden.py", "/checks.py", "/misconceptions")
_PACKAGES = ("/site-packages/", "/dist-packages/")

# A name of one's own computer is often left in a homework, and is then about data; unless it is
# called like what a student should not have.
_DATA = (
    *(".npz", ".npy", ".csv", ".tsv", ".txt", ".log", ".json", ".mat", ".pkl", ".pickle", ".h5"),
    *(".gz", ".zip", ".tar", ".tgz", ".bz2", ".xz", ".png", ".jpg", ".jpeg", ".gif", ".svg"),
    *(".pdf", ".pt", ".pth", ".hdf5", ".parquet", "ubyte"),
)
_SOUGHT = ("grade", "solution", "answer", "roster", "hidden", "secret", "results.sqlite")

# What these modules of the standard library do unasked: they look for a place for temporary files,
# or shared memory, for the text of a line in a warning, for settings; they ask a
# program what machine this is, and talk to the processes that they started.
_UNASKED = {
    **dict.fromkeys(
        (_FILES, _CHANGES, _ELSEWHERE), ("tempfile", "linecache", "pdb", "mimetypes", "heap")
    ),
    _PROGRAMS: ("platform", "uuid"),
    _NETWORK: ("forkserver", "managers"),
}
# Another process is refused only after what multiprocessing needs for it has been refused, or by
# ways that Python does not tell of. But it imports the part that starts one just when it is asked.
_STARTERS = {
    **{f"multiprocessing.popen_{way}": "_Popen" for way in ("fork", "forkserver", "spawn_posix")},
    "multiprocessing.popen_spawn_win32": "_Popen",
    "multiprocessing.pool": "Pool",
    "multiprocessing.managers": "Manager",
    "multiprocessing.synchronize": "_check_system_limits",
}

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_THIS, _IMPORTING = sys._getframe().f_code.co_filename, ("<frozen importlib", "<frozen zipimport")
_DEEP = 100
_MOST, _LONG = 3, 80  # names of each kind, and characters of each


class Lookout:
    """Notes kinds of attempts, each once, and a few of the files, until it is asked."""

    def __init__(self, root: str, scratch: str) -> None:
        self._root = root + os.sep
        self._own = (self._root, scratch + os.sep)
        self._library = os.path.dirname(os.__file__) + os.sep
        places = (sys.prefix, sys.base_prefix, "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
        self._software = (self._library, *(f"{it}/" for it in places if it != "/"))
        self._here = os.path.dirname(os.path.abspath(__file__)) + os.sep
        self._seen: dict[str, list[str]] = {}
        sys.addaudithook(self._notice)
        _tell_of_programs()

    def take(self) -> list[str]:
        """What was tried since the last time."""
        if not self._seen:
            return []
        seen, self._seen = self._seen, {}
        return [f"{kind}:{it}" if it else kind for kind, names in seen.items() for it in names]

    def _notice(self, event: str, args: tuple[Any, ...]) -> None:
        if event not in _WATCHED:
            return
        if event in _PLACES:
            self._notice_file(event, args)
        elif event == "import":
            self._notice_import(str(args[0]))
        else:
            self._note(_KINDS[event])

    def _notice_file(self, event: str, args: tuple[Any, ...]) -> None:
        for manner, argument in zip(_PLACES[event], args, strict=False):
            name = _name_of(argument)
            if name is None or manner is None:
                continue
            if event == "open" and _is_writing(*args[1:3]):
                manner = _MAKE
            folder = "" if name.startswith("/") else f"{_folder()}/"
            at_home = folder.startswith(self._own)
            place = os.path.normpath(folder + name)
            kind = self._kind_of(place, manner, at_home=at_home)
            if kind is not None:
                self._note(kind, name if at_home else place)

    def _notice_import(self, name: str) -> None:
        if name in _STARTERS:
            # Who names the module in a line of their own does not start anything by that.
            asking = next(_askers(), None)
            if asking is not None and asking.f_code.co_name == _STARTERS[name]:
                self._note(_PROGRAMS)
        elif self._is_ours(name):
            self._note(_GRADER)

    def _note(self, kind: str, name: str = "") -> None:
        seen = self._seen.get(kind, [])
        if len(seen) >= (_MOST if name else 1) or not self._is_direct(kind):
            return
        name = name if len(name) <= _LONG else f"…{name[1 - _LONG :]}"
        name = name.encode("utf-8", "replace").decode()  # any bytes can be a name, but not be sent
        # To remove a folder is also to list it.
        if not (name and any(name in names for names in self._seen.values())):
            self._seen[kind] = [*seen, name]

    def _kind_of(self, place: str, manner: str, *, at_home: bool) -> str | None:
        """What it would be to do that to this file; None if nobody has to know.

        It may be named from an own folder: what lies beside that one is at home on one's computer.
        """
        if not place.startswith("/") or f"{place}/".startswith(self._own):
            return None
        looking = manner == _LOOK
        theirs = _FILES if looking else _CHANGES
        if any(word in place for word in _TELLING):
            return theirs
        if f"{place}/".startswith(self._software) or any(it in place for it in _PACKAGES):
            return None if looking else theirs
        if _is_in(place, _HARMLESS):
            return None if manner != _CHANGE else theirs
        if place == "/" or _is_in(place, _SYSTEM):
            return theirs
        if manner == _CHANGE:
            return _CHANGES
        file = os.path.basename(place).lower()
        usual = at_home or file.endswith(_DATA)
        return None if usual and not any(word in file for word in _SOUGHT) else _ELSEWHERE

    def _is_ours(self, name: str) -> bool:
        top = name.partition(".")[0]
        own = os.path.join(self._root, top)
        return top in _OURS and not (os.path.isdir(own) or os.path.isfile(f"{own}.py"))

    def _is_direct(self, kind: str) -> bool:
        """Whether it is the student's line that does it, by way of the standard library or not."""
        about_files = kind in (_FILES, _CHANGES, _ELSEWHERE)
        for frame in _askers(importing=about_files):
            code = frame.f_code
            if code.co_filename.startswith(self._root):
                return True
            if self._is_standard(code.co_filename):
                module = os.path.basename(code.co_filename).removesuffix(".py")
                if module in _UNASKED.get(kind, ()):
                    return False
                # A pair of sockets reaches nobody else.
                if kind == _NETWORK and code.co_name.endswith("socketpair"):
                    return False
                # The student's code has none of this thread's lines, but nobody else starts any.
                if frame.f_back is None:
                    return True
                continue
            # What is opened in order to import it may lie anywhere.
            ended = code.co_filename.startswith((self._here, *_IMPORTING))
            if ended or not (about_files or kind == _NETWORK):
                return False
        return False

    def _is_standard(self, file: str) -> bool:
        # Libraries may lie inside the folder of the standard one.
        return file.startswith(self._library) and "site-packages" not in file


def _tell_of_programs() -> None:
    """Have it told that a program is to be started even if the pipes to it are refused before."""
    pipe = os.pipe

    def told() -> tuple[int, int]:
        if os.path.basename(sys._getframe(1).f_code.co_filename) == "subprocess.py":
            sys.audit("subprocess.Popen")
        return pipe()

    os.pipe = told


def _askers(*, importing: bool = False) -> Iterator[FrameType]:
    """The frames from the event outwards, but for those that have no file, as of `exec` or `os`.

    Those of the import system are among these, unless they are to be seen.
    """
    frame: FrameType | None = sys._getframe(1)
    for _ in range(_DEEP):
        if frame is None:
            return
        file = frame.f_code.co_filename
        if file != _THIS and (file[:1] != "<" or (importing and file.startswith(_IMPORTING))):
            yield frame
        frame = frame.f_back


def _is_in(place: str, folders: tuple[str, ...]) -> bool:
    return any(place == it or place.startswith(f"{it}/") for it in folders)


def _is_writing(mode: object = None, flags: object = 0) -> bool:
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & _WRITING)


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it has been removed, so it was the student's
        return "."


def _name_of(argument: object) -> str | None:
    """The name of a file, whatever it is given as; None for one that is open already."""
    try:
        name = os.fspath(argument)  # type: ignore[call-overload]
        return os.fsdecode(name) if isinstance(name, bytes) else str(name)
    except Exception:
        return None
