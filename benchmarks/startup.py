"""Start-up as ratios: each command against a bare interpreter, in one run."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 7
BASE = Path(__file__).parents[1] / "tests" / "submissions" / "hw0" / "base.py"

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "python -c 'import numpy'": ["-c", "import numpy"],
    "grader --help": ["-m", "grader", "--help"],
    "grader list": ["-m", "grader", "list"],
    "grader hw0 --question add": ["-m", "grader", "hw0", "--question", "add"],
    "grader hw0": ["-m", "grader", "hw0"],
}


def main() -> None:
    """Measure all commands in turn, so that a busy moment hits them alike."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            for name, arguments in COMMANDS.items():
                extra = ["--submission", str(BASE)] if "hw0" in arguments else []
                begin = time.perf_counter()
                subprocess.run(
                    [sys.executable, *arguments, *extra], cwd=folder, capture_output=True
                )
                times[name].append(time.perf_counter() - begin)
    medians = {name: statistics.median(values) for name, values in times.items()}
    bare = medians["python -c pass"]
    for name, median in medians.items():
        print(f"{name:<28} {median:7.3f} s  {median / bare:7.1f} × a bare interpreter")


if __name__ == "__main__":
    main()
