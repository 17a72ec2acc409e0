"""What this machine gives to grading: versions, linear algebra, isolation."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from grader import __version__
from grader.course import course_folder
from grader.errors import InfrastructureError
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
    isolation, seconds = _isolation()
    yield "isolation", f"{isolation.level} (a worker starts in {1000 * seconds:.0f} ms)"
    for mechanism in isolation.mechanisms:
        yield "  in force", mechanism
    for mechanism in isolation.missing:
        yield "  missing", f"{mechanism}: {_REASONS.get(mechanism, 'not on this platform')}"


_REASONS = {
    "file access rules": "this version of the grader does not set them",
    "system call filter": "this version of the grader does not set it",
    "namespaces": "this version of the grader does not make them",
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


def _isolation() -> tuple[Isolation, float]:
    from grader.launch import open_launcher

    launcher = open_launcher(["numpy"], ["numpy"])
    try:
        with tempfile.TemporaryDirectory(prefix="grader-") as folder:
            for warm in (False, True):
                scratch = Path(tempfile.mkdtemp(dir=folder))
                begin = time.perf_counter()
                worker = launcher.start(Path(folder), scratch, Limits(), 0)
                seconds = time.perf_counter() - begin
                worker.close()
                if warm:
                    return worker.isolation, seconds
    finally:
        launcher.close()
    raise InfrastructureError("no worker could be started")
