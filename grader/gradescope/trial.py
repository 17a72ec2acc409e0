"""Trying an upload before anybody relies on it: laid out as Gradescope does, in a temporary folder.

The reference is graded there, with the very seed, by the grader that is in the upload, not by this
one. So what is missing in it is missed here, and not with the first student.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from grader.errors import AssignmentError
from grader.gradescope.container import ROOT


def try_out(upload: bytes) -> str:
    """What the trial said; `AssignmentError` if the reference does not get everything."""
    with tempfile.TemporaryDirectory(prefix="gradescope-") as folder:
        source = Path(folder) / "source"
        with zipfile.ZipFile(io.BytesIO(upload)) as archive:
            archive.extractall(source)
        environment = {**os.environ, ROOT: folder, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTHONSAFEPATH", None)  # what is to be tried lies in the current folder
        done = subprocess.run(
            [sys.executable, "-m", "grader.gradescope", "check"],
            cwd=source,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    said = done.stdout.strip().replace("\n", "; ")
    if done.returncode != 0:
        raise AssignmentError(
            f"the upload does not work, tried on the reference: {said[-2000:] or done.returncode}"
        )
    return said
