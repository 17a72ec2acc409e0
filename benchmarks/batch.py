"""A large class: does it cost more towards the end, and are the cores busy?

    python benchmarks/batch.py [COUNT]

Grades COUNT (10,000) tiny submissions, all different, with `python -m grader batch`, and prints

    the time for a submission in the last tenth, as a ratio to that in the second tenth;
    the memory of the command's own process at the end, as a ratio to that after the second tenth;
    the share of the cores that was busy while grading;
    how long the class page takes to open in Chromium, to be sorted and to be searched.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import classes

TENTHS = 10


def main(count: int) -> None:
    """Make the class, grade it, and print what was seen."""
    with tempfile.TemporaryDirectory(prefix="class-") as name:
        folder = Path(name)
        course = classes.make_course(folder / "course")
        kinds = (classes.RIGHT, classes.RIGHT, classes.WRONG, classes.RAISING)
        sources = {f"s{i:05}": f"# {i}\n{kinds[i % len(kinds)]}" for i in range(count)}
        submissions, out = classes.hand_in(folder / "class", sources), folder / "out"
        begin = time.perf_counter()
        process = subprocess.Popen(
            classes.command("batch", "tiny", submissions, "--out", out, "--quiet"),
            cwd=course,
            env=classes.environment(),
        )
        seen = _watched(process, out, count)
        if process.wait() != 0:
            raise SystemExit("the batch failed")
        print(f"{count} submissions graded in {seen[-1][0] - begin:.0f} s, ", end="")
        print(f"all files written after {time.perf_counter() - begin:.0f} s")
        _report(seen, count)
        _open_in_browser(out / "index.html")


Sample = tuple[float, int, float, float]  # seconds, graded, memory in MiB, busy seconds of cores


def _watched(process: subprocess.Popen[bytes], out: Path, count: int) -> list[Sample]:
    seen: list[Sample] = []
    while not seen or seen[-1][1] < count:
        time.sleep(0.5)
        if process.poll() is not None:
            break
        sample = time.perf_counter(), _graded(out), _memory(process.pid), _busy()
        if sample[1] or not seen:
            seen.append(sample)
    return seen


def _report(seen: list[Sample], count: int) -> None:
    marks = [next(it for it in seen if it[1] >= count * tenth // TENTHS) for tenth in (1, 2, 9)]
    marks.append(seen[-1])
    early = (marks[1][0] - marks[0][0]) / (marks[1][1] - marks[0][1])
    late = (marks[3][0] - marks[2][0]) / (marks[3][1] - marks[2][1])
    print(f"time for a submission: {early * 1000:.1f} ms in the second tenth, ", end="")
    print(f"{late * 1000:.1f} ms in the last: ratio {late / early:.2f}")
    print(
        f"memory: {marks[1][2]:.0f} MiB after two tenths, {marks[3][2]:.0f} MiB at the end, ",
        end="",
    )
    print(f"ratio {marks[3][2] / marks[1][2]:.2f}")
    busy = (marks[3][3] - marks[0][3]) / (marks[3][0] - marks[0][0]) / (os.cpu_count() or 1)
    print(f"cores busy while grading: {busy:.0%}")


def _graded(out: Path) -> int:
    try:
        with sqlite3.connect(f"file:{out / 'results.sqlite'}?mode=ro", uri=True) as data:
            return int(data.execute("SELECT count(*) FROM reports").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024.0 if found else 0.0


def _busy() -> float:
    """Seconds that all cores together have worked since the machine was started."""
    user, nice, system, _, _, *rest = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK")


def _open_in_browser(page: Path) -> None:
    program = shutil.which("chromium")
    if program is None:
        print("there is no Chromium to open the class page with")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page()
        times = []
        actions: list[Callable[[], object]] = [
            lambda: tab.goto(page.as_uri()),
            lambda: tab.locator("#students th button").nth(2).click(timeout=120_000),
            lambda: tab.locator("#search").fill("s00017"),
        ]
        for action in actions:
            begin = time.perf_counter()
            action()
            tab.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            times.append(time.perf_counter() - begin)
        tab.locator("#count", has_text="1 of").wait_for()
        size = page.stat().st_size / 2**20
        said = zip(("opened", "sorted", "searched"), times, strict=True)
        print(f"class page, {size:.1f} MiB: " + ", ".join(f"{k} in {v:.1f} s" for k, v in said))
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
