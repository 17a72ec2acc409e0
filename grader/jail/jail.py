"""The jail as a whole: which walls this machine can have, and the order in which they go up.

In the zygote, once:      build    try every mechanism in a child that is thrown away; keep those
                                   that work, and the reasons of those that do not
For each worker:          begin    in the zygote, before the fork: an empty scratch folder
                          enter    in the worker, after the fork: all walls, then the probe
                          end      in the zygote, when the worker has ended: nothing of it stays

A mechanism that worked in `build` and fails in `enter` raises, and the worker is never given a
submission: confinement fails closed. Only `build`, before any submission is near, decides to do
with less, and says so.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from . import kernel, landlock, limits, namespaces, paths, privileges, probe, seccomp
from .limits import Budget
from .mechanisms import (
    ENVIRONMENT,
    FILES,
    GROUP,
    LIMITS,
    MECHANISMS,
    NAMESPACES,
    NO_NEW_PRIVILEGES,
    PARENT_DEATH,
    PROCESS,
    SYSTEM_CALLS,
    UNPRIVILEGED,
)

_REASON_BYTES = 500
_END_TRIES = 2_000
_DESCRIPTORS = 1024


@dataclass(frozen=True)
class Plan:
    """What the host asks for."""

    submission: str  # the folder that a worker may read
    scratch: str  # the folder that it may write to
    outer: str  # the folder around that one
    root: str  # an empty folder, on which a private root can be built
    secret: str  # a file that no worker may read, to prove it
    bait: str  # an empty file that no worker may touch, to prove it
    libraries: Mapping[str, str]
    uid: int | None = None  # whom root becomes
    without: tuple[str, ...] = ()  # mechanisms to do without


class Jail:
    """The walls of one zygote and its workers."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.holds: list[str] = [PROCESS, ENVIRONMENT]
        self.missing: dict[str, str] = {}
        self._rules: int | None = None
        self._filter: seccomp.Encoded | None = None
        self._mapped = 0
        self._last_pid: int | None = None

    def build(self, *, forking: bool) -> None:
        """Find out what can be had; with `forking` this may go on as another process."""
        everywhere = [(GROUP, hasattr(os, "setsid")), (LIMITS, limits.available())]
        for mechanism, there in everywhere:
            self._have(mechanism, None if there else f"not on {sys.platform}")
        if sys.platform != "linux":
            for mechanism in MECHANISMS:
                if mechanism not in self.holds:
                    self._have(mechanism, f"not on {sys.platform}")
            return
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")  # if the machine runs out of memory, rather this than the grader
        self._mapped = limits.mapped_bytes()
        submission = paths.Readable(self.plan.submission)
        readable = [*paths.find_readable(self.plan.libraries), submission]
        self._have(PARENT_DEATH, None)
        self._have(NO_NEW_PRIVILEGES, None)
        self._try_namespaces(readable, forking=forking)
        self._try(UNPRIVILEGED, self._rehearse_privileges)
        privileges.bound()
        self._try_files(readable)
        if self._try(SYSTEM_CALLS, self._rehearse_filter):
            self._filter = seccomp.encode(seccomp.assemble(os.uname().machine))
        with contextlib.suppress(OSError):
            # Orphans of a worker come to the zygote, which can then end them.
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)

    def begin(self, budget: Budget) -> None:
        """Prepare for the next worker."""
        if NAMESPACES in self.holds:
            uid = self._uid()
            namespaces.mount_scratch(
                self.plan.scratch,
                file_bytes=budget.file_bytes,
                uid=os.geteuid() if uid is None else uid,
                gid=os.getegid() if uid is None else uid,
            )
            namespaces.reset_last_pid(self._last_pid)

    def enter(self, budget: Budget, channel: int) -> None:
        """Confine this process for good, and prove it; of its descriptors only one stays open."""
        if GROUP in self.holds and os.getpid() != os.getsid(0):
            os.setsid()
        if LIMITS in self.holds:
            own = self._uid() is not None or NAMESPACES in self.holds
            limits.apply(budget, mapped_bytes=self._mapped, own_user=own)
        if sys.platform != "linux":
            return
        privileges.drop(self._uid())
        # After the change of user, which would forget it.
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        if self._rules is not None:
            landlock.restrict(self._rules)
        os.closerange(3, channel)
        os.closerange(channel + 1, _DESCRIPTORS)
        if self._filter is not None:
            seccomp.install(self._filter)
        plan = self.plan
        probe.verify(self.holds, secret=plan.secret, bait=plan.bait, outside=plan.outer)

    def end(self, worker: int) -> tuple[int, float]:
        """End the worker and whatever it started; returns its status and the time it computed."""
        self._kill(worker)
        _, status, usage = os.wait4(worker, 0)
        for _ in range(_END_TRIES):
            if not self._orphans():
                break
            self._kill(None)
            time.sleep(0.001)
        if NAMESPACES in self.holds:
            namespaces.unmount_scratch(self.plan.scratch)
        return status, usage.ru_utime + usage.ru_stime

    def _uid(self) -> int | None:
        return self.plan.uid if UNPRIVILEGED in self.holds and privileges.is_root() else None

    # --- trying each mechanism -----------------------------------------------------------------

    def _have(self, mechanism: str, problem: str | None) -> None:
        if problem is None:
            self.holds.append(mechanism)
        else:
            self.missing[mechanism] = problem

    def _try(self, mechanism: str, action: Callable[[], None]) -> bool:
        refused = "left out on request" if mechanism in self.plan.without else None
        self._have(mechanism, refused or attempt(action))
        return mechanism in self.holds

    def _try_namespaces(self, readable: list[paths.Readable], *, forking: bool) -> None:
        if not forking:
            self.missing[NAMESPACES] = "a worker that is started alone has none"
            return
        if len(os.listdir("/proc/self/task")) > 1:
            self.missing[NAMESPACES] = "a library that is loaded beforehand runs threads"
            return
        plan = self.plan
        everything = [*readable, *map(paths.Readable, (*paths.DEVICES, plan.outer))]

        def build() -> None:
            self._last_pid = namespaces.open_last_pid()
            namespaces.build_root(plan.root, everything)
            self._check_essentials()

        if self._try(NAMESPACES, lambda: namespaces.enter(build)):
            namespaces.enter(build)

    def _rehearse_privileges(self) -> None:
        uid = self.plan.uid if privileges.is_root() else None
        if privileges.is_root() and uid is None:
            raise OSError("no user id was given to root's workers")
        privileges.bound()
        privileges.drop(uid)
        self._check_essentials()

    def _try_files(self, readable: list[paths.Readable]) -> None:
        plan = self.plan
        # A file system that is mounted over the scratch folder falls under the rules of the
        # folder around it, which is itself on a read-only mount then.
        writable = plan.outer if NAMESPACES in self.holds else plan.scratch

        def restrict() -> None:
            kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
            landlock.restrict(landlock.write_rules(readable, writable))
            self._check_essentials()

        if self._try(FILES, restrict):
            self._rules = landlock.write_rules(readable, writable)

    def _rehearse_filter(self) -> None:
        program = seccomp.assemble(os.uname().machine)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        seccomp.install(seccomp.encode(program))
        self._check_essentials()

    def _check_essentials(self) -> None:
        """Behind this wall a worker must still be able to work."""
        os.stat(self.plan.submission)
        paths.check_essentials(self.plan.libraries)

    # --- ending ---------------------------------------------------------------------------------

    def _kill(self, worker: int | None) -> None:
        if NAMESPACES in self.holds:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)  # all of this world, but not its process 1
            return
        if worker is not None:
            for end in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    end(worker, signal.SIGKILL)
        for child in _children():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(child, signal.SIGKILL)

    def _orphans(self) -> bool:
        """Whether there are children left, after those that have ended were taken away."""
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return False
        return True


def attempt(action: Callable[[], None]) -> str | None:
    """Do it in a child that is thrown away; returns why it failed, if it did."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            action()
            said = "ok"
        except BaseException as error:
            said = str(error) or type(error).__name__
        os.write(theirs, said.encode("utf-8", "replace")[:_REASON_BYTES])
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(child, 0)
    if said == "ok":
        return None
    return said or f"it ended with status {os.waitstatus_to_exitcode(status)}"


def _children() -> list[int]:
    """The children of this process, grandchildren that were orphaned among them."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as children:
            return [int(word) for word in children.read().split()]
    except OSError:
        return []
