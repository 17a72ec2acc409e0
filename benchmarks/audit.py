"""How quickly mutants are judged: an audit against grading each like a student's work.

    python benchmarks/audit.py

An audit runs the checks in forked processes and stops at the first that fails (`--fast`). The other
side grades some of the same mutants in confined workers, with every check of the question, one
after another, with a launcher that is warm.
"""

from __future__ import annotations

import os
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

from grader.assignment import load_assignment, reference_submission  # noqa: E402
from grader.audit.reach import Reach  # noqa: E402
from grader.audit.run import Plan, audit  # noqa: E402
from grader.course import read_outline  # noqa: E402
from grader.station import Station  # noqa: E402
from grader.submission import from_files  # noqa: E402

JOBS = 2
GRADED = 20


def main() -> None:
    """Print one line for each way."""
    outline = read_outline("hw0")
    assignment = load_assignment(outline)
    reach = Reach(assignment)
    begin = time.perf_counter()
    mutants = list(reach.mutants())
    made = time.perf_counter() - begin
    begin = time.perf_counter()
    found = audit(Plan(outline, seed=0, jobs=JOBS, brief=True), lambda *_: None)
    whole = time.perf_counter() - begin
    print(f"{len(mutants)} mutants of hw0 made in {made:.1f} s")
    count = len(found.trials)
    print(f"audited by {JOBS} processes, start to end: {count / whole:.1f} a second", flush=True)

    chosen = mutants[:: max(1, len(mutants) // GRADED)]
    with Station(outline, assignment) as station:
        station.grade(reference_submission(outline), seed=0, isolation="none")
        begin = time.perf_counter()
        for mutant in chosen:
            files = dict(reference_submission(outline).files)
            files[f"{mutant.module.replace('.', '/')}.py"] = mutant.source.encode()
            submission = from_files(mutant.id, files, outline.modules)
            questions = reach.touched(mutant.module, mutant.definition)
            station.grade(submission, seed=0, isolation="none", questions=questions)
        graded = (time.perf_counter() - begin) / len(chosen)
    print(f"graded by one process in confined workers: {1 / graded:.1f} a second")
    print(f"ratio, for each process: {graded * count / whole / JOBS:.1f}")


if __name__ == "__main__":
    main()
