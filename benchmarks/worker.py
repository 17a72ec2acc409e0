"""What isolation costs: a forked worker against a spawned one, an echo against a copy."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from grader.launch import ForkLauncher, SpawnLauncher
from grader.model import Limits, Question
from grader.sandbox import Launcher, Workspace
from grader.session import RemoteSession
from grader.submission import from_files

SOURCE = b"def echo(x):\n    return x\n"
QUESTION = Question("echo", "echo", "echo", 0.0, "")


def main() -> None:
    """Print one table."""
    submission = from_files("echo", {"echo.py": SOURCE}, ["echo"])
    forking, spawning = ForkLauncher(["numpy"], ["numpy"]), SpawnLauncher(["numpy"], ["numpy"])

    def first_answer(launcher: Launcher) -> None:
        with Workspace(launcher, submission.files, 0) as workspace:
            session = RemoteSession(workspace, submission, Limits(), ("numpy",))
            session.call(QUESTION, (1.0,), {})
            session.close()

    forked = median(lambda: first_answer(forking), 50)
    spawned = median(lambda: first_answer(spawning), 5)
    print(f"forked worker, first answer   {1e3 * forked:8.2f} ms")
    print(
        f"spawned worker, first answer  {1e3 * spawned:8.2f} ms   {spawned / forked:.1f} × forked"
    )

    with Workspace(forking, submission.files, 0) as workspace:
        session = RemoteSession(workspace, submission, Limits(), ("numpy",))
        tiny = median(lambda: session.call(QUESTION, (1.0,), {}), 500)
        print(f"tiny call                     {1e3 * tiny:8.2f} ms")
        for mebibytes in (1, 16, 64):
            array = np.zeros(mebibytes << 17)
            echo = median(lambda array=array: session.call(QUESTION, (array,), {}), 5)  # type: ignore[misc]
            copy = median(lambda array=array: array.copy(), 5)  # type: ignore[misc]
            print(
                f"echo of {mebibytes:3} MiB               {1e3 * echo:8.2f} ms   "
                f"{echo / copy:.0f} × a copy in memory"
            )
        session.close()
    forking.close()


def median(action: Callable[[], object], rounds: int) -> float:
    """The median time of an action."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        action()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


if __name__ == "__main__":
    main()
