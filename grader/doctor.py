"""What this machine gives to grading: versions, linear algebra, isolation."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator

from grader import __version__, jail
from grader.course import course_folder
from grader.model import Isolation, Limits


def examine() -> Iterator[tuple[str, str]]:
    """Pairs of a name and what was found."""
    import numpy
    import scipy

    yield "grader", f"{__version__}, course in {course_folder()}"
    yield "Python", f"{platform.python_version()} at {sys.executable}"
    yield "machine", f"{platform.system()} {platform.release()} {platform.machine()}, {_cores()}"
    yield "NumPy, SciPy", f"{numpy.__version__}, {scipy.__version__}"
    yield "BLAS", _blas()
    isolation, reasons, seconds = _isolation()
    yield "isolation", f"{isolation.level} (a worker starts in {1000 * seconds:.0f} ms)"
    lacking = jail.lacking(isolation.mechanisms, "strict")
    if lacking:
        yield "  ", f"to be strict it lacks: {', '.join(lacking)}"
    elif isolation.missing:
        yield "  ", "even without what is missing here"
    for mechanism in isolation.mechanisms:
        yield "  in force", mechanism
        if mechanism == jail.LIMITS and sys.platform == "darwin":
            yield "  ", "but not on memory, which macOS does not limit"
    for mechanism in isolation.missing:
        yield "  missing", f"{mechanism}: {reasons[mechanism]}"
        yield "  ", f"without it, {WITHOUT[mechanism]}"
        fix = FIXES.get(sys.platform, {}).get(mechanism)
        if fix:
            yield "  ", f"to have it, {fix}"


WITHOUT = {
    jail.GROUP: "processes that a submission starts may stay when it has ended",
    jail.LIMITS: "a submission can use up the memory and the disk",
    jail.PARENT_DEATH: "a submission may go on when the grader is killed",
    jail.UNPRIVILEGED: (
        "a submission keeps this user's id, though no capability: the other walls alone stand "
        "between it and the files of this user, and nothing but memory limits its threads"
    ),
    jail.NO_NEW_PRIVILEGES: "a submission could start programs that run as another user",
    jail.FILES: "a submission can read and write what this user can, unless namespaces prevent it",
    jail.SYSTEM_CALLS: "a submission can use the network, start programs and end others",
    jail.NAMESPACES: "the size and date of files can be seen, and disk use is watched, not metered",
}
FIXES = {
    "linux": {
        jail.UNPRIVILEGED: (
            "use a Python and a temporary folder that every user may read, or run as an ordinary "
            "user"
        ),
        jail.FILES: "use Linux 5.13 or newer with `landlock` in its list of security modules",
        jail.SYSTEM_CALLS: "use a kernel with seccomp, on x86_64 or aarch64",
        jail.NAMESPACES: (
            "allow user namespaces: outside of a container set the kernel's "
            "user.max_user_namespaces above 0 (on Ubuntu also "
            "kernel.apparmor_restrict_unprivileged_userns to 0); most containers refuse them by "
            "design"
        ),
    },
}


def _cores() -> str:
    count = os.cpu_count() or 1
    return f"{count} cores" if count > 1 else "1 core"


def _blas() -> str:
    import numpy

    try:
        blas = numpy.show_config(mode="dicts")["Build Dependencies"]["blas"]
    except (TypeError, KeyError):
        return "unknown"
    return f"{blas.get('name', '?')} {blas.get('version', '')}; workers use one thread".strip()


def _isolation() -> tuple[Isolation, dict[str, str], float]:
    from grader.launch import open_launcher

    launcher = open_launcher(["numpy"], ["numpy"])
    try:
        launcher.start(Limits()).close()  # the first one waits for the libraries to load
        begin = time.perf_counter()
        worker = launcher.start(Limits())
        seconds = time.perf_counter() - begin
        worker.close()
        return worker.isolation, worker.reasons, seconds
    finally:
        launcher.close()
