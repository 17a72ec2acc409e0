"""Run a command as if on a machine that gives less: `pretend.py MODE… -- COMMAND`.

user        as an ordinary user. Where the tests run as root, that is a user namespace in which the
            user is not root and has no capability; where there are none, it fails.
powerless   the same, but where there are no user namespaces root stays root and has no capability.
container   as a container's usual profile has it: nothing that makes or joins namespaces or mounts,
            no key rings, rings of calls or tracing of the kernel, no other personality, and of
            root's capabilities only the usual ones.
old         on a kernel without Landlock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from grader.jail import kernel, privileges, seccomp
from grader.jail.seccomp import Instruction

# Name and number.
_REFUSED = {
    "x86_64": (
        "unshare 272 setns 308 mount 165 umount2 166 pivot_root 155 add_key 248 request_key 249 "
        "keyctl 250 userfaultfd 323 bpf 321 perf_event_open 298 personality 135"
    ),
    "aarch64": (
        "unshare 97 setns 268 mount 40 umount2 39 pivot_root 41 add_key 217 request_key 218 "
        "keyctl 219 userfaultfd 282 bpf 280 perf_event_open 241 personality 92"
    ),
}
_IO_URING, _CLONE3, _MOUNT_SETATTR, _LANDLOCK = (425, 426, 427), 435, 442, 444
_NEW_USER = 0x10000000
_USUAL_CAPABILITIES = {0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31}


def become_a_user() -> None:
    if os.geteuid() != 0:
        return
    kernel.call("unshare", _NEW_USER)
    for name, text in (("setgroups", "deny"), ("uid_map", "1000 0 1"), ("gid_map", "1000 0 1")):
        Path(f"/proc/self/{name}").write_text(text)
    privileges.bound()
    privileges.drop(None)


def become_powerless() -> None:
    try:
        become_a_user()
    except OSError:
        privileges.bound()
        privileges.drop(None)


def refuse(number: int, error: int) -> list[Instruction]:
    return [Instruction(0x15, 0, 1, number), Instruction(0x06, 0, 0, 0x00050000 | error)]


def keep_usual_capabilities() -> None:
    if os.geteuid() == 0:
        for capability in set(range(41)) - _USUAL_CAPABILITIES:
            with contextlib.suppress(OSError):
                kernel.prctl(kernel.PR_CAPBSET_DROP, capability)


def refuse_calls(errors: dict[int, int]) -> None:
    program = [Instruction(0x20, 0, 0, 0)]
    for number, error in errors.items():
        program += refuse(number, error)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    allow = Instruction(0x06, 0, 0, 0x7FFF0000)
    seccomp.install(seccomp.encode([*program, allow]))


if __name__ == "__main__":
    modes, command = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    if "user" in modes:
        try:
            become_a_user()
        except OSError as error:
            sys.exit(f"can't pretend to be an ordinary user: {error}")
    if "powerless" in modes:
        become_powerless()
    if "container" in modes:
        keep_usual_capabilities()
        numbers = map(int, _REFUSED[os.uname().machine].split()[1::2])
        refused = (*numbers, _MOUNT_SETATTR, *_IO_URING)
        refuse_calls({**dict.fromkeys(refused, errno.EPERM), _CLONE3: errno.ENOSYS})
    if "old" in modes:
        refuse_calls({_LANDLOCK: errno.ENOSYS})
    os.execv(command[0], command)
