"""What isolation costs: a confined worker against one without walls, an echo against a copy."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from grader import jail
from grader.launch import ForkLauncher, SpawnLauncher
from grader.model import Limits, Question
from grader.sandbox import Launcher, Workspace
from grader.session import RemoteSession
from grader.submission import from_files

SOURCE = b"def echo(x):\n    return x\n"
ROUNDS = 100
QUESTION = Question("echo", "echo", "echo", 0.0, "")


WALLS = (jail.FILES, jail.SYSTEM_CALLS, jail.NAMESPACES, jail.UNPRIVILEGED)
LIBRARIES = ("numpy", "scipy")
PRELOAD = ("numpy", "numpy.random", "gzip", "struct")


def main() -> None:
    """Print one table."""
    submission = from_files("echo", {"echo.py": SOURCE}, ["echo"])
    forking = ForkLauncher(LIBRARIES, PRELOAD)
    launchers: dict[str, Launcher] = {
        "no walls": ForkLauncher(LIBRARIES, PRELOAD, without=WALLS),
        "all walls but namespaces": ForkLauncher(LIBRARIES, PRELOAD, without=[jail.NAMESPACES]),
        "all walls": forking,
        "spawned, not forked": SpawnLauncher(LIBRARIES, PRELOAD),
    }

    def ready(launcher: Launcher) -> tuple[float, float]:
        """How long until a call can be made, and until the worker is gone again."""
        with Workspace(launcher, submission.files) as workspace:
            begin = time.perf_counter()
            session = RemoteSession(workspace, submission, Limits(), LIBRARIES)
            session.load("echo")
            there = time.perf_counter()
            session.close()
            return there - begin, time.perf_counter() - begin

    # In turn, so that a busy moment hits them alike.
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in launchers}
    for round in range(ROUNDS):
        for name, launcher in launchers.items():
            if round % 20 == 0 or launcher is not launchers["spawned, not forked"]:
                times[name].append(ready(launcher))
    base = statistics.median(there for there, _ in times["no walls"])
    print("a worker, from nothing          ready       and gone")
    for name, found in times.items():
        there, gone = (statistics.median(column) for column in zip(*found, strict=True))
        isolation = level(launchers[name])
        print(
            f"{name:<26} {1e3 * there:8.2f} ms {1e3 * gone:8.2f} ms "
            f"{there / base:6.1f} × no walls   {isolation}"
        )

    with Workspace(forking, submission.files) as workspace:
        session = RemoteSession(workspace, submission, Limits(), ("numpy",))
        tiny = median(lambda: session.call(QUESTION, (1.0,), {}), 500)
        print(f"tiny call                     {1e3 * tiny:8.2f} ms")
        for mebibytes in (1, 4, 16):
            array = np.zeros(mebibytes << 17)
            echo = median(lambda array=array: session.call(QUESTION, (array,), {}), 5)  # type: ignore[misc]
            copy = median(lambda array=array: array.copy(), 5)  # type: ignore[misc]
            print(
                f"echo of {mebibytes:3} MiB               {1e3 * echo:8.2f} ms   "
                f"{echo / copy:.0f} × a copy in memory"
            )
        session.close()
    for launcher in launchers.values():
        launcher.close()


def level(launcher: Launcher) -> str:
    """The level of isolation that its workers have."""
    worker = launcher.start(Limits())
    worker.close()
    return worker.isolation.level


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
