"""Which system calls numeric Python needs, with their numbers on x86_64 and aarch64.

Everything else is refused: see seccomp.py. A new entry here must be harmless whatever its
arguments are, or be one of the calls whose arguments seccomp.py looks at.
"""

from __future__ import annotations

from typing import Final

# name: (x86_64, aarch64); None where the architecture never had it.
_COMPUTE: Final[dict[str, tuple[int | None, int | None]]] = {
    # memory
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "mremap": (25, 216),
    "msync": (26, 227),
    "membarrier": (324, 283),
    # threads of this process, and waiting
    "set_robust_list": (273, 99),
    "set_tid_address": (218, 96),
    "rseq": (334, 293),
    "sched_yield": (24, 124),
    "getcpu": (309, 168),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "nanosleep": (35, 101),
    "pause": (34, None),
    "exit": (60, 93),
    "exit_group": (231, 94),
    # its own signals
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137),
    "rt_sigsuspend": (130, 133),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "alarm": (37, None),
    "getitimer": (36, 102),
    "setitimer": (38, 103),
    # the time, and what it is
    "gettimeofday": (96, 169),
    "time": (201, None),
    "getrusage": (98, 165),
    "getrlimit": (97, 163),
    "sysinfo": (99, 179),
    "uname": (63, 160),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getppid": (110, 173),
    "getpgrp": (111, None),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getgroups": (115, 158),
    "getresuid": (118, 148),
    "getresgid": (120, 150),
    "arch_prctl": (158, None),
    "getrandom": (318, 278),
}
_FILES: Final[dict[str, tuple[int | None, int | None]]] = {
    # descriptors that it has
    "read": (0, 63),
    "write": (1, 64),
    "readv": (19, 65),
    "writev": (20, 66),
    "pread64": (17, 67),
    "pwrite64": (18, 68),
    "preadv": (295, 69),
    "pwritev": (296, 70),
    "lseek": (8, 62),
    "close": (3, 57),
    "close_range": (436, 436),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fstat": (5, 80),
    "ftruncate": (77, 46),
    "getdents64": (217, 61),
    "getdents": (78, None),
    "shutdown": (48, 210),
    # paths: Landlock and the private root decide which
    "stat": (4, None),
    "lstat": (6, None),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "chdir": (80, 49),
    "fchdir": (81, 50),
    "umask": (95, 166),
    "mkdir": (83, None),
    "mkdirat": (258, 34),
    "rmdir": (84, None),
    "unlink": (87, None),
    "unlinkat": (263, 35),
    "rename": (82, None),
    "renameat": (264, 38),
    "renameat2": (316, 276),
}
# Their arguments decide, or the error that they get.
_SPECIAL: Final[dict[str, tuple[int | None, int | None]]] = {
    "clone": (56, 220),
    "clone3": (435, 435),
    "openat2": (437, 437),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "fcntl": (72, 25),
    "futex": (202, 98),
    "madvise": (28, 233),
    "ioctl": (16, 29),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "open": (2, None),
    "openat": (257, 56),
    "sendto": (44, 206),
    "recvfrom": (45, 207),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "getpgid": (121, 155),
    "getsid": (124, 156),
    "sched_getaffinity": (204, 123),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "getxattr": (191, 8),
    "lgetxattr": (192, 9),
    "fgetxattr": (193, 10),
    "listxattr": (194, 11),
    "llistxattr": (195, 12),
    "flistxattr": (196, 13),
    # Nothing is done, and the caller told that it was: harmless for honest code, which copies a
    # file with its permissions or locks a database, and useless for any other. Locks by fcntl, too.
    "fsync": (74, 82),
    "fdatasync": (75, 83),
    "fadvise64": (221, 223),
    "flock": (73, 32),
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
}

MACHINES: Final = ("x86_64", "aarch64")
# The last one that was known when this was written: what comes later does not exist for a worker.
LAST_KNOWN: Final = 470


def allowed(machine: str) -> list[int]:
    """The numbers of the calls that are allowed whatever their arguments."""
    return sorted({*_numbers(_COMPUTE, machine).values(), *_numbers(_FILES, machine).values()})


def special(machine: str) -> dict[str, int]:
    """The calls that need a closer look, by name."""
    return _numbers(_SPECIAL, machine)


def _numbers(table: dict[str, tuple[int | None, int | None]], machine: str) -> dict[str, int]:
    column = MACHINES.index(machine)
    found = {name: numbers[column] for name, numbers in table.items()}
    return {name: number for name, number in found.items() if number is not None}
