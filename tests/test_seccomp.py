"""The system call filter, run by a small interpreter: both architectures, every answer."""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable

import pytest

from grader.jail import seccomp, syscalls
from grader.jail.seccomp import Instruction

ALLOW, KILL = 0x7FFF0000, 0x80000000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
I386, ARM = 0x40000003, 0x40000028
ME = 4321

Ask = Callable[..., int | str]

# Name and number of what must never be allowed.
REFUSED = {
    "x86_64": (
        "socket 41 truncate 76 creat 85 capget 125 "
        "connect 42 sendmsg 46 socketpair 53 fork 57 vfork 58 execve 59 "
        "execveat 322 ptrace 101 shmget 29 symlink 88 link 86 chown 92 mount 165 "
        "unshare 272 setns 308 bpf 321 io_uring_setup 425 keyctl 250 userfaultfd 323 "
        "perf_event_open 298 pidfd_open 434 pidfd_send_signal 424 memfd_create 319 "
        "setuid 105 process_vm_readv 310 kexec_load 246 setsid 112 setpgid 109 "
        "open_by_handle_at 304 chroot 161 setxattr 188 "
        "landlock_restrict_self 446 seccomp 317 rt_sigqueueinfo 129 statfs 137 "
        "mincore 27 times 100 readahead 187 preadv2 327 cachestat 451 process_madvise 440 "
        "futex_waitv 449 futex_wake 454 futex_wait 455 futex_requeue 456"
    ),
    "aarch64": (
        "socket 198 truncate 45 capget 90 "
        "connect 203 sendmsg 211 execve 221 ptrace 117 mount 40 unshare 97 "
        "setns 268 bpf 280 io_uring_setup 425 keyctl 219 userfaultfd 282 perf_event_open 241 "
        "symlinkat 36 linkat 37 setuid 146 process_vm_readv 270 chroot 51 "
        "memfd_create 279 setsid 157 shmget 194 pidfd_open 434 "
        "mincore 232 times 153 readahead 213 preadv2 286 cachestat 451 process_madvise 440 "
        "futex_waitv 449 futex_wake 454 futex_wait 455 futex_requeue 456"
    ),
}


def decide(program: list[Instruction], call: int, *args: int, arch: int) -> int:
    """What the kernel's interpreter would answer."""
    full = [value & 0xFFFFFFFFFFFFFFFF for value in (*args, 0, 0, 0, 0, 0, 0)[:6]]
    data = struct.pack("<iIQ6Q", call, arch, 0, *full)
    accumulator, place = 0, 0
    while True:
        code, yes, no, value = program[place]
        value = ME if value == seccomp._OWN_PID else value
        place += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, value)
            case 0x54:
                accumulator &= value
            case 0x15:
                place += yes if accumulator == value else no
            case 0x25:
                place += yes if accumulator > value else no
            case 0x45:
                place += yes if accumulator & value else no
            case 0x06:
                return value
            case _:
                raise AssertionError(f"an instruction that is not used: {code:#x}")


@pytest.fixture(params=ARCHITECTURES)
def machine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def ask(machine: str) -> Ask:
    program = seccomp.assemble(machine)
    assert len(program) < 4096

    def answer(name: str | int, *args: int, arch: int = ARCHITECTURES[machine]) -> int | str:
        special = syscalls.special(machine)
        number = name if isinstance(name, int) else special[name]
        action = decide(program, number, *args, arch=arch)
        if action == ALLOW:
            return "allowed"
        return "killed" if action == KILL else action & 0xFFFF

    return answer


def test_what_computing_needs_is_allowed(machine: str, ask: Ask) -> None:
    assert {ask(number) for number in syscalls.allowed(machine)} == {"allowed"}


def test_the_known_rest_is_not_permitted(machine: str, ask: Ask) -> None:
    words = REFUSED[machine].split()
    for name, number in zip(words[::2], words[1::2], strict=True):
        assert ask(int(number)) == errno.EPERM, name
    allowed = {*syscalls.allowed(machine), *syscalls.special(machine).values()}
    rest = {ask(number) for number in range(syscalls.LAST_KNOWN + 1) if number not in allowed}
    assert rest == {errno.EPERM}


def test_what_nobody_knew_does_not_exist(ask: Ask) -> None:
    for number in (syscalls.LAST_KNOWN + 1, 1000, 0x40000000 + 41, 2**31 - 1, -1):
        assert ask(number) == errno.ENOSYS


def test_the_entries_of_other_architectures_are_deadly(machine: str, ask: Ask) -> None:
    other = [arch for name, arch in ARCHITECTURES.items() if name != machine]
    for arch in (I386, ARM, *other):
        assert ask(0, arch=arch) == "killed"


def test_threads_are_allowed_and_processes_are_not(ask: Ask) -> None:
    assert ask("clone", 0x3D0F00) == "allowed"
    assert ask("clone", 17) == errno.EPERM
    assert ask("clone", 0x10000000 | 17) == errno.EPERM
    assert ask("clone", 0x4111) == errno.EPERM
    assert ask("clone", 0x3D0F00 & ~0x400) == errno.EPERM  # with descriptors of its own
    assert ask("clone", 0x7D0F00) == ask("clone", 0x13D0F00) == "allowed"  # other C libraries
    for bit in (*(17, 25, 26, 27, 28, 29, 30), *(12, 13, 14, 15, 23, 31), *range(8)):
        assert ask("clone", 0x3D0F00 | 1 << bit) == errno.EPERM  # namespaces, and whatever else
    assert ask("clone3") == ask("openat2") == errno.ENOSYS


def test_signals_reach_the_worker_itself_and_nobody_else(ask: Ask) -> None:
    for name in ("kill", "tgkill"):
        assert ask(name, ME) == "allowed"
        for other in (0, 1, -1, -ME, ME + 1, ME - 1):
            assert ask(name, other) == errno.EPERM
    assert ask("tkill", ME) == errno.EPERM


def test_descriptors_can_be_copied_but_not_made_to_signal(ask: Ask) -> None:
    for command in (0, 1, 2, 3, 1030):
        assert ask("fcntl", 1, command) == "allowed"
    assert ask("fcntl", 1, 4, os.O_NONBLOCK) == "allowed"
    assert ask("fcntl", 1, 4, 0o20000) == errno.EPERM
    # owners, signals, leases, watches on folders, pipes, seals
    for command in (8, 10, 15, 1024, 1025, 1026, 1031, 1033):
        assert ask("fcntl", 1, command) == errno.EPERM


def test_locks_are_said_to_be_had_and_nobody_else_sees_them(ask: Ask) -> None:
    for command in (5, 6, 7):
        assert ask("fcntl", 1, command) == 0
    for command in (12, 13, 14, 36, 37, 38):  # of 32 bits, of an open file
        assert ask("fcntl", 1, command) == errno.EPERM


def test_threads_wait_for_each_other_and_for_nobody_else(ask: Ask) -> None:
    for operation in range(14):
        assert ask("futex", 0, operation | 128) == ask("futex", 0, operation | 384) == "allowed"
        assert ask("futex", 0, operation) == ask("futex", 0, operation | 256) == errno.EAGAIN


def test_advice_concerns_memory_of_its_own(ask: Ask) -> None:
    for advice in (0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 102):
        assert ask("madvise", 0, 4096, advice) == "allowed"
    # put out, merge with others, poison, collapse
    for advice in (9, 12, 20, 21, 25, 100, 101, 1000, -1):
        assert ask("madvise", 0, 4096, advice) == errno.EINVAL


def test_terminals_can_be_recognised_and_not_used(ask: Ask) -> None:
    assert ask("ioctl", 1, 0x5401) == "allowed"
    for command in (0x5412, 0x541C, 0x5402, 0x8901):  # TIOCSTI, TIOCLINUX, TCSETS, FIOSETOWN
        assert ask("ioctl", 1, command) == errno.ENOTTY


def test_limits_can_be_asked_for_and_not_set(ask: Ask) -> None:
    assert ask("prlimit64", 0, 7, 0, 0xDEAD) == "allowed"
    assert ask("prlimit64", ME, 7, 0, 0xDEAD) == errno.EPERM
    assert ask("prlimit64", 0, 7, 0xDEAD, 0) == errno.EPERM
    assert ask("prlimit64", 0, 7, 0xDEAD << 32, 0) == errno.EPERM


def test_of_a_process_only_its_name_can_be_set(ask: Ask) -> None:
    assert ask("prctl", 15) == "allowed"
    for option in (1, 4, 8, 22, 24, 36, 38, 47, 53, 59, 65):
        assert ask("prctl", option) == errno.EPERM


def test_small_courtesies(machine: str, ask: Ask) -> None:
    for name in ("fsync", "fdatasync", "fadvise64", "flock", "fchmodat", "utimensat"):
        assert ask(name) == 0  # said to be done, and not done
    assert ask("readlinkat") == errno.EINVAL  # not a link


def test_opening_a_file_for_reading_does_not_empty_it(machine: str, ask: Ask) -> None:
    assert ask("openat", -100, 0, os.O_RDONLY | os.O_CLOEXEC) == "allowed"
    assert ask("openat", -100, 0, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) == "allowed"
    assert ask("openat", -100, 0, os.O_RDWR | os.O_TRUNC) == "allowed"
    assert ask("openat", -100, 0, os.O_RDONLY | os.O_TRUNC) == errno.EPERM
    if machine == "x86_64":
        assert ask("open", 0, os.O_RDONLY | os.O_TRUNC) == errno.EPERM
        assert ask("open", 0, os.O_RDONLY) == "allowed"


def test_the_channel_is_used_in_the_usual_way_only(ask: Ask) -> None:
    assert ask("sendto", 3, 0, 0, 0x4000) == ask("sendto", 3, 0, 0, 0x40) == "allowed"
    for flag in (0x1, 0x8000, 0x4000000, 0x20000000):  # OOB, MORE, ZEROCOPY, FASTOPEN
        assert ask("sendto", 3, 0, 0, flag) == errno.EPERM
    assert ask("recvfrom", 3, 0, 0, 0) == "allowed"
    assert ask("recvfrom", 3, 0, 0, 1) == errno.EPERM


def test_nothing_is_told_about_other_processes(ask: Ask) -> None:
    for name in ("getpgid", "getsid", "sched_getaffinity"):
        assert ask(name, 0) == ask(name, ME) == "allowed"
        assert ask(name, 1) == ask(name, ME + 1) == errno.EPERM
    for name in ("clock_gettime", "clock_getres", "clock_nanosleep"):
        assert ask(name, 0) == ask(name, 11) == "allowed"
        assert ask(name, (~1 << 3) | 2) == errno.EINVAL


def test_an_unknown_architecture_has_no_filter() -> None:
    with pytest.raises(OSError, match="no system call filter for riscv64"):
        seccomp.assemble("riscv64")
